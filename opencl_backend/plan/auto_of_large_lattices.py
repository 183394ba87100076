"""Choose otherwise for ``"auto"`` on a GPU where millions of vertices are a lattice or a band.

Our own. Tori, strips, hexagons and bands have few neighbors, hardly anybody at a hub or far away,
so that shares of walks and of entries within blocks of ids are the same for all vertices of one,
and tell in which order it comes. Rows hold each edge at both ends; if at one, see
``auto_of_large_at_one_end.py``.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_at_few_hubs import AT_FEW_HUBS
from clconn.opencl_backend.plan.auto_at_one_end_in_order import (
    DEGREE_OF_LATTICES,
    DEGREE_OF_NO_LATTICES,
)
from clconn.opencl_backend.plan.auto_by_hooks import FLAT_HOOKS
from clconn.opencl_backend.plan.auto_by_ids import (
    DEGREE_OF_TREES,
    IN_CHAINS,
    JOINING,
    SKIPPING_DOWN,
    average_degree,
)
from clconn.opencl_backend.plan.auto_of_large_at_one_end import (
    LONG_IN_BLOCKS,
    WITHIN_IN_BLOCKS,
    WITHIN_OF_NO_WHOLE_LATTICES,
    WITHIN_OF_WHOLE_LATTICES,
    Amended,
    joined_blocks,
)
from clconn.percentage import percentage
from clconn.problems import FOREST

__all__ = [
    "AT_HUBS_OF_NO_LATTICES",
    "DEGREE_OF_NO_UNSORTED_LATTICES",
    "DEGREE_TO_HOOK_BANDS",
    "LONG_OF_FOLDED",
    "LONG_OF_LATTICES",
    "LONG_OF_WHOLE_LATTICES",
    "SLOW_IN_BLOCKS",
    "SLOW_OF_BANDS",
    "SLOW_TO_HOOK_LATTICES",
    "WITHIN_OF_FOLDED",
    "WITHIN_OF_FOLDED_BANDS",
    "WITHIN_OF_LATTICES",
    "WITHIN_OF_NOT_FOLDED",
    "WITHIN_TO_JOIN_FAR",
    "amend_lattice",
    "hooked",
]

# All figures here are of graphs of 2^22 vertices and more on H100s (2026-11-27), as multiples of
# the best of 17 variants, in the mean and at most.

AT_HUBS_OF_NO_LATTICES = 0.1
"""Share of vertices at hubs from which nothing was measured."""

# Rows in no order, where nearly all walks are long and half of the entries lie within blocks: tori,
# hexagons, bars from both ends, hexagons beside meshes or among a torus by links from single
# vertices or to far smaller ones 1.86 and 2.7, by blocks 1.02 and 1.12 (12).
LONG_OF_LATTICES, WITHIN_OF_LATTICES = 0.8, 0.49
"""Shares of long walks and of entries within blocks from which unsorted rows are joined in them."""
DEGREE_OF_NO_UNSORTED_LATTICES = 5.9
"""Entries per vertex from which they are not."""

# A spanning forest needs no smallest vertex of each tree, so that links in a random order have
# nothing to do in the end. Tori and strips in six orders by blocks or links from single vertices,
# as was chosen, 1.28 and 1.96, and so 1.03 and 1.23 (22; the strip of 2^24 479 and 356 us).
# Components take 1.16 and 1.3 so, and of 2^20 vertices forests 1.02 and 1.4.
LONG_OF_WHOLE_LATTICES = 0.95
"""Share of long walks from which all is a lattice. Its entries per vertex and their share within
blocks have the bounds that neighbors have with edges at one end."""

# Tori as they are and reversed (0.28 are slow) by links from single vertices 1.42 and 1.6, by
# flattened hooks 1.08 and 1.35 (5); from two sides, and with more slow walks, by blocks 1.0.
SLOW_TO_HOOK_LATTICES = 0.45
"""Share of slow walks below which whole lattices are hooked."""

# Tori in shuffled blocks, 0.495 to 0.5 within, whose walks end at a block's end in three of a
# hundred, by links from single vertices 1.71 and by blocks 1.0 (1; at one end 1.65 and 1.02, 2);
# with a stride of 7 (all are long) 1.0 and 1.35 (5).
SLOW_IN_BLOCKS = 0.9
"""Share of slow walks from which such lattices are joined in them."""

# Hexagons from both ends (0.22 to 0.25 within) by links from single vertices 1.82 and 1.96, by
# those in a random order 1.09 and 1.2, by coalesced finds 1.05 and 1.2 (5).
LONG_OF_FOLDED = 0.02
"""Share of long walks, and of scattered vertices, below which ids may come from both ends."""
WITHIN_OF_FOLDED, WITHIN_OF_NOT_FOLDED = 0.15, 0.4
"""Shares of entries within blocks from which, and up to which, they do."""

# Hexagons from two sides and with a stride, and with others beside or among them, by links to far
# smaller vertices, which half of the walks being long asks for, 1.18 and 1.70, by blocks 1.00 and
# 1.02 (15; 2.9 to 3.1 neighbors); of a shuffled torus linked to another, 0.43 within, 1.34 and
# 1.31. Trees with a stride are better without blocks (``auto_by_ids.py``).
WITHIN_TO_JOIN_FAR = 0.6
"""Share of entries within blocks from which such links give way to blocks, unless it is a tree."""

# Bands of 5 from both ends (0.4 within, all slow) by links from single vertices 1.45 and 1.5, by
# flattened hooks 1.01 and 1.04 (3; unsorted 1.13 and 2.6); linked to cliques in a row (0.86 are
# slow) 1.0 and 1.1.
DEGREE_TO_HOOK_BANDS, SLOW_OF_BANDS = 8, 0.98
"""Entries per vertex and share of slow walks from which bands are hooked."""
WITHIN_OF_FOLDED_BANDS = 0.5
"""Share of entries within blocks of ids below which they are."""


def amend_lattice(graph: DeviceGraph, request: Automatic, choice: Choice) -> Amended | None:
    """What suits a very large lattice or band better than a choice, or None."""
    name = choice.variant.name
    if request.problem == FOREST and _is_whole_lattice(graph):
        return IN_CHAINS, {"initialization": "self"}, (
            f"from {percentage(graph.first_links.long)} of them the ids go down a lattice, which "
            "links in a random order do not, and a forest needs no smallest vertices "
            "(initialization=self)"
        )  # fmt: skip
    if not graph.is_sorted and name != JOINING and _is_unsorted_lattice(graph):
        return joined_blocks(graph)
    initialization = choice.options.get("initialization")
    if name == SKIPPING_DOWN and initialization == "far-smaller" and _is_near(graph):
        return joined_blocks(graph)
    if name in (SKIPPING_DOWN, IN_CHAINS) and initialization == "self" and _is_in_blocks(graph):
        return joined_blocks(graph)
    if name == SKIPPING_DOWN and initialization == "self":
        return _amend_links(graph)
    return None


def _is_whole_lattice(graph: DeviceGraph) -> bool:
    links = graph.first_links
    is_all = links.long >= LONG_OF_WHOLE_LATTICES and links.at_hubs == links.scattered == 0
    is_followed = WITHIN_OF_WHOLE_LATTICES <= links.within < WITHIN_OF_NO_WHOLE_LATTICES
    has_degree = DEGREE_OF_LATTICES <= average_degree(graph) < DEGREE_OF_NO_LATTICES
    return graph.is_sorted and is_all and is_followed and has_degree


def _is_unsorted_lattice(graph: DeviceGraph) -> bool:
    links = graph.first_links
    is_all = links.long >= LONG_OF_LATTICES and links.within >= WITHIN_OF_LATTICES
    has_few = average_degree(graph) < DEGREE_OF_NO_UNSORTED_LATTICES
    return is_all and has_few and links.at_hubs < AT_FEW_HUBS


def _is_near(graph: DeviceGraph) -> bool:
    is_tree, links = average_degree(graph) < DEGREE_OF_TREES, graph.first_links
    # What has a few hubs is no lattice, and links go far for a reason of its own.
    return links.within >= WITHIN_TO_JOIN_FAR and not is_tree and links.at_hubs < AT_FEW_HUBS


def _is_in_blocks(graph: DeviceGraph) -> bool:
    links = graph.first_links
    is_slow = links.slow >= SLOW_IN_BLOCKS and links.long < LONG_IN_BLOCKS
    return _is_whole_lattice(graph) and is_slow and links.within >= WITHIN_IN_BLOCKS


def _amend_links(graph: DeviceGraph) -> Amended | None:
    """What suits better than links from single vertices."""
    links, degree = graph.first_links, average_degree(graph)
    if _is_whole_lattice(graph) and links.slow < SLOW_TO_HOOK_LATTICES:
        return hooked("go down a lattice, in some places slowly")
    is_band = links.slow >= SLOW_OF_BANDS and links.at_hubs == 0 and graph.is_sorted
    is_folded_band = is_band and links.within < WITHIN_OF_FOLDED_BANDS
    if is_folded_band and degree >= DEGREE_TO_HOOK_BANDS:
        return hooked("go down a band from both ends")
    is_flat = links.long < LONG_OF_FOLDED and links.scattered < LONG_OF_FOLDED
    is_folded = is_flat and WITHIN_OF_FOLDED <= links.within < WITHIN_OF_NOT_FOLDED
    if is_folded and degree >= DEGREE_OF_LATTICES:
        return IN_CHAINS, {"initialization": "self"}, (
            "ids follow them from both ends, so that links in their order make chains "
            "(initialization=self)"
        )  # fmt: skip
    return None


def hooked(how: str) -> Amended:
    """Hooks to first neighbors that are flattened, since their ids go down somehow."""
    return FLAT_HOOKS, {"flatten_links": True}, (
        f"their ids {how}, and hooks that are flattened in steps that double "
        "(flatten_links=true) join nearly all"
    )  # fmt: skip
