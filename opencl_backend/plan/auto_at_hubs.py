"""Choose the variant for ``"auto"`` on a GPU where all vertices are at hubs.

Our own. Unions at hubs wait for the same few words. Where hooks to first neighbors join all, as of
a few hubs that have all other vertices, no edges are left that would; where hubs come first, and
ids follow the rest, work-groups unite most edges in their own memory.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_by_ids import (
    DEGREE_OF_TREES,
    DEGREE_TO_JOIN_FEWER_BLOCKS,
    DEGREE_TO_JOIN_MORE_BLOCKS,
    LONG_TO_LINK_FAR,
    average_degree,
    join_blocks,
)
from clconn.opencl_backend.plan.auto_of_samples import HOOKED
from clconn.opencl_backend.plan.auto_reasons import has_options, why_to_hook
from clconn.percentage import percentage

__all__ = [
    "ALL_AT_HUBS",
    "COVERAGE_AT_HUBS",
    "FEWEST_VERTICES_AT_FIRST_HUBS",
    "MOST_VERTICES_AT_FIRST_HUBS",
    "WITHIN_TO_JOIN_BLOCKS_AT_HUBS",
    "choose_at_hubs",
]

# Where all vertices are at hubs and hooks join nearly all of them, most entries lead to the same
# few words, for which two unions of each vertex wait. As multiples of the best of all, by walks
# that meet after k-out sampling and by hooks: two and 16 hubs that have all other vertices (2^19,
# 2^16) 2.81 and 1.04, 1.95 and 1.00, preferential attachment over others six times 1.10 to 1.36 and
# 1.00, a star over others 1.03 and 1.08, 1.00 and 1.07, hypercubes of 18 and 20 bits 1.00 and 1.10,
# 1.03 and 1.03, complete graphs 1.04 and 1.02, 1.02 and 1.18. Where they join 0.88 to 0.95 hooks
# take 1.21 to 1.45 (the last of them he188, 81 neighbors, 45 us in place of 31; 2026-11-26).
ALL_AT_HUBS = 0.95
"""Share of vertices at hubs from which all are."""
COVERAGE_AT_HUBS = 0.98
"""Share of covered vertices from which hooks are taken to join all, in a graph of any size that has
more edges than a tree."""

# Twenty or a thousand hubs that come first, of which each vertex of a path in order has one, us by
# finds, which were chosen before, and by blocks: of 2^16 vertices 54 and 29, 59 and 88, of 2^18 105
# and 39, 137 and 61, of 2^19 144 and 49, 159 and 55, of 2^20 156 and 61, 168 and 66, of 2^22 205
# and 199, 224 and 207 (2026-11-26). Where hooks join all they are better.
WITHIN_TO_JOIN_BLOCKS_AT_HUBS = 0.6
"""Share of entries within blocks from which these are joined then, in a graph of few neighbors."""
FEWEST_VERTICES_AT_FIRST_HUBS, MOST_VERTICES_AT_FIRST_HUBS = 2**17 + 1, 2**22
"""Vertices from which they are, and from which they are not any more."""


def choose_at_hubs(graph: DeviceGraph, request: Automatic) -> Choice | None:
    """Choose the variant if all vertices are at hubs and something is known to suit; else None."""
    if graph.first_links.at_hubs < ALL_AT_HUBS:
        return None
    if average_degree(graph) < DEGREE_OF_TREES:
        return None
    # A user's option, as of the sampled edges, is one of k-out sampling.
    if has_options(request, HOOKED) and graph.hook_coverage >= COVERAGE_AT_HUBS:
        return request.choose(
            HOOKED,
            f"{percentage(graph.first_links.at_hubs)} of the vertices are at hubs; "
            f"{why_to_hook(graph, COVERAGE_AT_HUBS)}",
        )
    return join_blocks(graph, request) if _come_hubs_first(graph) else None


def _come_hubs_first(graph: DeviceGraph) -> bool:
    """Whether ids follow what is not at hubs, in a graph of few neighbors."""
    links = graph.first_links
    has_size = FEWEST_VERTICES_AT_FIRST_HUBS <= graph.n < MOST_VERTICES_AT_FIRST_HUBS
    has_few = DEGREE_TO_JOIN_MORE_BLOCKS <= average_degree(graph) < DEGREE_TO_JOIN_FEWER_BLOCKS
    in_blocks = links.within >= WITHIN_TO_JOIN_BLOCKS_AT_HUBS and links.long < LONG_TO_LINK_FAR
    return has_size and has_few and in_blocks
