"""Checks of parameters that all families share.

Each check returns the value as a plain Python type, or raises a
:class:`clconn.errors.GraphError` that names the parameter, its value and the allowed
values.
"""

from __future__ import annotations

import operator
import os
from typing import Any

import numpy as np

from clconn.errors import GraphError
from clconn.graph import MAXIMUM_VERTICES

__all__ = ["flag", "fraction", "integer", "memory", "product", "seed_value", "vertex_count"]

# The drawn ends (2 x 4 bytes), both packed keys (2 x 8), the neighbors by ranges of
# rows and concatenated (2 x 2 x 4), and the temporary arrays of the current ranges.
BYTES_PER_EDGE = 48
BYTES_PER_VERTEX = 16


def integer(name: str, value: Any, low: int, high: int | None = None) -> int:
    """Return `value` as an int from `low` to `high`, inclusive."""
    bounds = f"{low} or more" if high is None else f"from {low} to {high}"
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise GraphError(f"{name} is {value!r}; give an integer {bounds}") from None
    if number < low or (high is not None and number > high):
        raise GraphError(f"{name} is {number}; give an integer {bounds}")
    return number


def vertex_count(value: Any, low: int = 0, name: str = "n") -> int:
    """Return `value` as a number of vertices, from `low` to 2**31 - 1."""
    return integer(name, value, low, MAXIMUM_VERTICES)


def product(name: str, value: int, other_name: str, other: int) -> int:
    """Return the product of two counts as a number of vertices, below 2**31."""
    n = value * other
    if n > MAXIMUM_VERTICES:
        raise GraphError(
            f"{name} x {other_name} is {value} x {other} = {n} vertices; "
            f"give at most {MAXIMUM_VERTICES}"
        )
    return n


def seed_value(value: Any) -> int:
    """Return `value` as a seed, an unsigned integer of 64 bits."""
    return integer("seed", value, 0, 2**64 - 1)


def fraction(name: str, value: Any) -> float:
    """Return `value` as a float from 0 to 1, inclusive."""
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
    """Return `value` as a bool; it must be Python's or numpy's True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise GraphError(f"{name} is {value!r}; give True or False")
    return bool(value)


def memory(n: int, edges: int) -> None:
    """Raise a :class:`GraphError` if generating the graph takes more memory than there is.

    Without this check an operating system that overcommits memory would kill the
    process halfway.
    """
    required = BYTES_PER_VERTEX * n + BYTES_PER_EDGE * edges
    try:
        available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # this system does not report it
        return
    if required > available:
        raise GraphError(
            f"a graph of {n} vertices and {edges} drawn edges needs about "
            f"{required / 2**30:.1f} GiB while it is made and this machine has "
            f"{available / 2**30:.1f} GiB; ask for a smaller one"
        )
