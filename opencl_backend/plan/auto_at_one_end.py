"""Choose the variant for ``"auto"`` on a GPU where edges may be stored at one end only.

Our own. Triangles of matrices and rows of arcs may hold an edge at one of its ends only. A row then
has half of its vertex's neighbors, and need not show the chains that links to the smaller of them
make. After a sample no vertex may be left out. But hardly an entry is left that joins anything, and
most show that at the first look (option ``skip_settled``, ``unsettled_ends.cl``).

So this is a list of its own, shorter than that of edges at both ends: first where ids follow a part
of the graph, so that many entries lead to one of the same ids, then the rest.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.errors import OptionError
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_at_one_end_choices import (
    AT_ONE_END,
    FEW_EDGES,
    UNSEEN,
    VERTICES_OF_SMALL,
    VERTICES_TO_AVOID_CHAINS,
    chains_avoided,
    flattened,
    goes_nowhere,
    linked_alone,
    linked_at_random,
    linked_far,
    met,
    neighbors_of_a_vertex,
    sampled,
    sampled_flat,
    scattered_paths_text,
    walked_early,
)
from clconn.opencl_backend.plan.auto_at_one_end_in_order import choose_in_order
from clconn.opencl_backend.plan.auto_by_ids import (
    AT_ANY_HUBS,
    DEGREE_OF_TREES,
    IN_CHAINS,
    JOINING,
    join_blocks,
)
from clconn.opencl_backend.plan.auto_reasons import has_options
from clconn.percentage import percentage

__all__ = [
    "AT_HUBS_OF_LARGE",
    "AT_HUBS_TO_FLATTEN",
    "DEGREE_BESIDE_LEGS",
    "DEGREE_OF_FEW_PAIRS",
    "DEGREE_OF_FORESTS",
    "DEGREE_OF_MESHES",
    "LONG_TO_FLATTEN",
    "PAIRED_OF_A_PART",
    "PAIRED_OF_FORESTS",
    "PAIRED_OF_MOST",
    "SCATTERED_BESIDE_LEGS",
    "SCATTERED_OF_NO_CHAINS",
    "SCATTERED_TO_MEET",
    "VERTICES_TO_LINK_AT_RANDOM",
    "WITHIN",
    "WITHIN_OF_ALL_NEAR",
    "WITHIN_OF_HIDDEN_CHAINS",
    "choose_at_one_end",
]

# All bounds here are from 1,276 graphs on an H100 and an H200 (2026-11-26): 738 mixtures by chance
# of 2^16 to 2^21 vertices, 158 of one structure, the families that have cliffs (``families.py`` of
# the step model) with 2^17 and 2^20, the ten named graphs and fourteen real ones, with each edge in
# the row of its larger end, its smaller end or either by chance. The best of 17 to 20 variants was
# measured for each. As multiples of it this list takes 1.15 in the mean and 3.0 at most, 27 graphs
# beyond 2; on the 916 without the families 1.13 and 3.0, where the bounds of before, when nothing
# was sampled, took 1.3 and 8.1, 60 beyond 2. Trees that are fitted to these graphs take 1.12 to
# 1.14. Where several choices are about as good in the mean the one that loses least at worst is
# taken, for rows with the larger neighbors alone do not show chains, and many a choice that is good
# in the mean has cliffs there, in the mean of its graphs here and at most: finds where many are
# scattered 1.2 and 101, far links where a part of the walks is long 1.2 and 61, finds after a
# sample 1.4 and 69, blocks at hubs of large graphs 1.9 and 17. Samples by walks that meet never
# took more than 5. Unsorted rows are no others: 48 mixtures take 1.21 and 2.0, and with first links
# flattened wherever they are unsorted 1.23 and 2.0.
WITHIN = 1 / 3
"""Share of entries within blocks of ids from which ids follow a part of the graph."""

# Elsewhere: walks that meet, of forests, 1.08 and 2.1 (110), but blocks of pairs 1.26 and 1.9 (7);
# links from single vertices with hardly more edges, as roads and paths with a few, 1.11 and 1.4
# (22); a flattened sample where first links make chains 1.19 and 2.7 (61); of large graphs without
# hubs Union-Early where few vertices are scattered 1.36 and 2.1 (5, a sample 1.9), but of meshes
# with a stride (7 neighbors, 0.13 to 0.16 within) 2.1 and 2.3, a sample 1.03 (2), walks that meet
# with some pairs 1.21 and 1.4 (13); halved far links in small graphs of few neighbors and many
# pairs 1.07 and 1.5 (13); and for the rest a sample by walks that meet, 1.07 and 2.8 (368 graphs;
# by finds without it 1.5).
DEGREE_OF_MESHES = 6.9
"""Neighbors per vertex from which those of which few are scattered may be meshes."""
DEGREE_OF_FORESTS = 2.04
"""Neighbors per vertex up to which a graph has hardly more edges than a forest."""
PAIRED_OF_FORESTS = 0.2
"""Share of paired vertices from which blocks of it are joined."""
WITHIN_OF_HIDDEN_CHAINS = 0.15
"""Share of entries within blocks from which a part of it may be a chain that rows do not show, if
there are fewer than ``VERTICES_TO_AVOID_CHAINS``. (A random graph of 0.9 to 1.5 neighbors beside a
band, diagonals, a path or a tree of near vertices, and legs beside a path, 0.19 to 0.32 within, by
walks that meet 76, 3.9, 2.9, 1.0 and 1.1 of the best, by Union-Early 1.16, 1.17, 1.02, 1.5 and
1.01. With fewer walks that meet take 1.03 in the mean of 18, Union-Early 1.3 and 3.8 at most.)"""
LONG_TO_FLATTEN = 0.006
"""Share of long walks from which first links are flattened."""
AT_HUBS_TO_FLATTEN = 0.2
"""Share of vertices at hubs from which a sample is flattened all the same. (More than a tenth were
not measured there.)"""
AT_HUBS_OF_LARGE = 0.01
"""Share of vertices at hubs from which large graphs are sampled whatever ids say."""
SCATTERED_TO_MEET = 0.15
"""Share of scattered vertices from which walks of large graphs soon meet."""
PAIRED_OF_A_PART = 0.08
"""Share of paired vertices from which a sample of large graphs would not settle enough."""
PAIRED_OF_MOST = 0.3
"""The same from which links go further in small ones; large ones are sampled from there on."""
DEGREE_OF_FEW_PAIRS = 5
"""Neighbors per vertex from which small ones are sampled, too."""


WITHIN_OF_ALL_NEAR = 0.2
"""Share of entries within blocks from which these are joined if no vertex is at hubs, scattered or
paired. (Knight's moves on boards of 2^18 and 2^22 squares, 0.25, us by samples and so: 123 and 40,
600 and 210, though more than four million vertices are linked alone then, 218.)"""
SCATTERED_OF_NO_CHAINS = 0.03
"""Share of scattered vertices up to which a forest with hubs may be a chain that rows do not show.
(Legs from two sides, us by walks that meet, which were chosen before, in a random order and by
Union-Early: of 2^18 to 2^21 vertices 227, 75 and 202, 1,200, 97 and 470, 2,000, 135 and 1,040,
2,630, 183 and 437. Legs in order 70, 93 and 118 of 2^19, from both ends 73, 71 and 52 of 2^18,
stars on a path 49, 70 and 45 of 2^18, 73, 91 and 113 of 2^20.)"""
VERTICES_TO_LINK_AT_RANDOM = 2**18
"""Vertices from which such a forest is linked in a random order."""
DEGREE_BESIDE_LEGS, SCATTERED_BESIDE_LEGS = 5, 0.1
"""Neighbors per vertex, and share of scattered ones, up to which such legs may be beside others.
(With diagonals of an eighth, 2^20 vertices, by samples 1.6 ms, in a random order 0.27.)"""


def choose_at_one_end(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant for rows of a GPU that may hold edges at one end only.

    Raises
    ------
    OptionError
        If the user asks to leave out settled vertices, or for an option that the variant lacks.
    """
    if request.options.get("skip_settled") is True:
        raise OptionError(
            f"skip_settled=true leaves out vertices after a sample, but {AT_ONE_END}; drop the "
            "option, or name a kout or hb variant and hand over host arrays, to which clconn adds "
            "the other ends"
        )
    if graph.first_links.within >= WITHIN:
        return choose_in_order(graph, request)
    return _choose_elsewhere(graph, request)


def _choose_elsewhere(graph: DeviceGraph, request: Automatic) -> Choice:
    links, degree = graph.first_links, neighbors_of_a_vertex(graph)
    if degree < DEGREE_OF_TREES:
        return _choose_of_sparse(graph, request, degree)
    if links.long >= LONG_TO_FLATTEN:
        avoids = graph.n >= VERTICES_TO_AVOID_CHAINS and links.at_hubs < AT_HUBS_TO_FLATTEN
        return chains_avoided(graph, request) if avoids else sampled_flat(graph, request)
    if _has_legs(graph, degree) and has_options(request, IN_CHAINS):
        return linked_at_random(request)
    if _are_all_near(graph) and has_options(request, JOINING):
        return join_blocks(graph, request)
    if graph.n <= VERTICES_OF_SMALL:
        are_pairs = links.paired >= PAIRED_OF_MOST and degree < DEGREE_OF_FEW_PAIRS
        return linked_far(graph, request) if are_pairs else sampled(request)
    if links.at_hubs >= AT_HUBS_OF_LARGE:
        return sampled(request)
    if links.scattered < SCATTERED_TO_MEET:
        if degree >= DEGREE_OF_MESHES:
            return sampled(request)
        return walked_early(request, scattered_paths_text(graph))
    if PAIRED_OF_A_PART <= links.paired < PAIRED_OF_MOST:
        pairs = f"the neighbors of {percentage(links.paired)} of the vertices are near each other"
        return met(request, f"{pairs}, of which a sample would settle few")
    return sampled(request)


def _choose_of_sparse(graph: DeviceGraph, request: Automatic, degree: float) -> Choice:
    if graph.first_links.long >= LONG_TO_FLATTEN:
        return flattened(graph, request)
    if degree >= DEGREE_OF_FORESTS:
        return linked_alone(request)
    if graph.first_links.paired >= PAIRED_OF_FORESTS:
        return join_blocks(graph, request)
    if graph.first_links.within >= WITHIN_OF_HIDDEN_CHAINS and graph.n < VERTICES_TO_AVOID_CHAINS:
        within = percentage(graph.first_links.within)
        return walked_early(
            request,
            f"{within} of the entries lead to ids nearby, so that a part may be a chain that these "
            "rows do not show, and paths be long",
        )
    is_hidden = graph.first_links.at_hubs >= AT_ANY_HUBS and goes_nowhere(graph)
    if is_hidden and graph.first_links.scattered < SCATTERED_OF_NO_CHAINS:
        if graph.n >= VERTICES_TO_LINK_AT_RANDOM:
            return linked_at_random(request)
        return walked_early(request, f"{UNSEEN}, so that paths may be long")
    return met(request, FEW_EDGES)


def _has_legs(graph: DeviceGraph, degree: float) -> bool:
    """Whether hubs may be along a path that rows do not show, though it is no forest."""
    links = graph.first_links
    are_few = degree < DEGREE_BESIDE_LEGS and links.scattered < SCATTERED_BESIDE_LEGS
    is_elsewhere = links.within < WITHIN_OF_HIDDEN_CHAINS and links.at_hubs >= AT_HUBS_OF_LARGE
    is_hidden = goes_nowhere(graph) and graph.n >= VERTICES_TO_LINK_AT_RANDOM
    return are_few and is_elsewhere and is_hidden


def _are_all_near(graph: DeviceGraph) -> bool:
    links = graph.first_links
    is_near = links.within >= WITHIN_OF_ALL_NEAR
    return is_near and links.at_hubs == links.scattered == links.paired == 0
