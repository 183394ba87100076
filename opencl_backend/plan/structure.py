"""A structure as a whole, and what the looks see of it: a row of two tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from clconn.opencl_backend.plan.auto_reasons import VERTICES_OF_LARGE

__all__ = [
    "ANY", "BELOW_A_MILLION", "BELOW_LARGE", "BEYOND_A_MILLION", "BLOCKS", "COALESCED", "FAR",
    "FEWEST_VERTICES", "FIRST", "FLAT", "FROM_A_MILLION_ON", "FROM_BELOW_A_MILLION",
    "FROM_BEYOND_A_MILLION", "FROM_TWO_MILLIONS", "LARGE", "MILLIONS", "NEARLY_ALL", "NONE",
    "NOT_FLAT", "SECOND_MILLION", "SELF", "SHARES", "TWO_MILLIONS", "Range", "Structure",
]  # fmt: skip

Range = tuple[float, float]
"""From the first on, and below the second."""

NONE: Range = (0, 0.02)
NEARLY_ALL: Range = (0.98, 1.01)
ANY: Range = (0, 1.01)

FEWEST_VERTICES = 2**18 + 1
"""Vertices of a graph that may look like a structure; fewer are one launch, for which the rules
suffice."""

# A million is 2^20. For as many vertices the rules were made, so that most rows leave that size to
# them, and begin with one vertex more.
BELOW_A_MILLION: Range = (FEWEST_VERTICES, 2**20)
BEYOND_A_MILLION: Range = (2**20 + 1, VERTICES_OF_LARGE)
MILLIONS: Range = (2**20, VERTICES_OF_LARGE)
FROM_BELOW_A_MILLION: Range = (FEWEST_VERTICES, 2**31)
FROM_A_MILLION_ON: Range = (2**20, 2**31)
FROM_BEYOND_A_MILLION: Range = (2**20 + 1, 2**31)
SECOND_MILLION: Range = (2**20 + 1, 2**21)
TWO_MILLIONS: Range = (2**21, VERTICES_OF_LARGE)
FROM_TWO_MILLIONS: Range = (2**21, 2**31)
BELOW_LARGE: Range = (FEWEST_VERTICES, VERTICES_OF_LARGE)
LARGE: Range = (VERTICES_OF_LARGE, 2**31)

SELF = {"initialization": "self"}
FAR = {"initialization": "far-smaller"}
FIRST = {"initialization": "first-smaller", "flatten_links": False}
BLOCKS = {"initialization": "blocks"}
FLAT = {"flatten_links": True}
NOT_FLAT = {"flatten_links": False}
COALESCED = {"sharing": "coalesced", "flatten_links": False}

SHARES = ("within", "long", "slow", "at_hubs", "scattered", "paired", "consecutive")
"""The shares of :class:`~clconn.opencl_backend.graph.first_links.FirstLinks` that tell it."""


class Structure(NamedTuple):
    """What the looks see of a structure, and what is the fastest then.

    Attributes
    ----------
    name
        What it is, for the reason.
    vertices, degree
        Ranges of the number of vertices, and of entries per vertex.
    variant, options
        The fastest, and those of its options that matter.
    within, long, slow, at_hubs, scattered, paired, consecutive
        Ranges of :data:`SHARES`.
    is_sorted
        Whether rows are in order; None if that does not matter.
    problem
        The name of the problem; None for both.
    """

    name: str
    vertices: Range
    degree: Range
    variant: str
    options: Mapping[str, Any] = MappingProxyType({})
    within: Range = NONE
    long: Range = NONE
    slow: Range = NONE
    at_hubs: Range = NONE
    scattered: Range = NONE
    paired: Range = NONE
    consecutive: Range = ANY
    is_sorted: bool | None = None
    problem: str | None = None

    def is_of(self, n: int, degree: float, shares: Sequence[float]) -> bool:
        """Whether numbers and :data:`SHARES` of a graph, in that order, are in the ranges."""
        # Most rows end here.
        if not self.vertices[0] <= n < self.vertices[1]:
            return False
        if not self.degree[0] <= degree < self.degree[1]:
            return False
        ranges = (getattr(self, name) for name in SHARES)
        return all(low <= value < high for value, (low, high) in zip(shares, ranges, strict=True))
