"""Checks of the parameters that every family shares.

Each returns the value as the plain Python type the generator computes with, or
raises :class:`clconn.errors.GraphError` that names the parameter, the value
given and the values allowed.
"""

from __future__ import annotations

import operator
import os
from typing import Any

import numpy as np

from clconn.errors import GraphError
from clconn.graph import MAXIMUM_VERTICES

__all__ = ["flag", "fraction", "integer", "memory", "seed_value", "vertex_count"]

# Drawn ends (2 x 4 bytes), both packed keys (2 x 8), the neighbors by ranges of
# rows and joined (2 x 2 x 4), and what the ranges in flight take.
BYTES_PER_EDGE = 48
BYTES_PER_VERTEX = 16


def integer(name: str, value: Any, low: int, high: int | None = None) -> int:
    """Return `value` as an int between `low` and `high`, both allowed.

    Raises
    ------
    GraphError
        If it is not an integer or not in the range.
    """
    allowed = f"{low} or more" if high is None else f"from {low} to {high}"
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise GraphError(f"{name} is {value!r}; give an integer {allowed}") from None
    if number < low or (high is not None and number > high):
        raise GraphError(f"{name} is {number}; give an integer {allowed}")
    return number


def vertex_count(value: Any, low: int = 0, name: str = "n") -> int:
    """Return `value` as a number of vertices, at least `low` and below 2**31."""
    return integer(name, value, low, MAXIMUM_VERTICES)


def seed_value(value: Any) -> int:
    """Return `value` as a seed, an integer of 64 bits without a sign."""
    return integer("seed", value, 0, 2**64 - 1)


def fraction(name: str, value: Any) -> float:
    """Return `value` as a float between 0 and 1, both allowed.

    Raises
    ------
    GraphError
        If it is not a number, not in the range, or NaN.
    """
    try:
        if isinstance(value, (str, bytes, bool)):
            raise TypeError
        number = float(value)
    except (TypeError, ValueError):
        raise GraphError(f"{name} is {value!r}; give a number from 0 to 1") from None
    if not 0.0 <= number <= 1.0:
        raise GraphError(f"{name} is {number}; give a number from 0 to 1")
    return number


def flag(name: str, value: Any) -> bool:
    """Return `value`, which must be True or False (Python's or numpy's).

    Raises
    ------
    GraphError
        If it is anything else.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise GraphError(f"{name} is {value!r}; give True or False")
    return bool(value)


def memory(n: int, edges: int) -> None:
    """Refuse a graph that this machine's memory cannot hold while it is made.

    An operating system that promises more memory than it has would otherwise
    end the process half way.

    Raises
    ------
    GraphError
        With the bytes needed and the bytes there.
    """
    needed = BYTES_PER_VERTEX * n + BYTES_PER_EDGE * edges
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not told on this system
        return
    if needed > there:
        raise GraphError(
            f"a graph of {n} vertices and {edges} drawn edges needs about "
            f"{needed / 2**30:.1f} GiB while it is made and this machine has "
            f"{there / 2**30:.1f} GiB; ask for a smaller one"
        )
