"""Choose for edges that may be stored at one end only where ids follow a part of the graph.

Our own: the first half of ``auto_at_one_end.py``, for graphs of which a third of the entries lead
to one of the same ids. Where rows hold the larger neighbors alone no walk goes down, so that chains
do not show.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_at_one_end_choices import (
    FINDING,
    LONG_AT_HUBS,
    UNSEEN,
    VERTICES_OF_SMALL,
    VERTICES_TO_AVOID_CHAINS,
    WALKING_EARLY,
    ascends,
    chains_avoided,
    chosen,
    flattened,
    goes_nowhere,
    linked_alone,
    linked_at_random,
    met,
    neighbors_of_a_vertex,
    sampled,
    sampled_flat,
    scattered_paths_text,
    walked_early,
)
from clconn.opencl_backend.plan.auto_by_ids import (
    AT_ANY_HUBS,
    DEGREE_OF_ROADS,
    DEGREE_OF_TREES,
    IN_CHAINS,
    JOINING,
    SCATTERED_OF_ROADS,
    WITHIN_TO_JOIN_ROADS,
    join_blocks,
)
from clconn.opencl_backend.plan.auto_reasons import has_options
from clconn.percentage import percentage

__all__ = [
    "AT_FEW_HUBS",
    "AT_HUBS_OF_A_CORE",
    "AT_HUBS_TO_JOIN",
    "AT_HUBS_TO_SAMPLE",
    "CONSECUTIVE_AT_A_CORE",
    "DEGREE_OF_LATTICES",
    "DEGREE_OF_NO_LATTICES",
    "DEGREE_OF_NO_SMALL_WORLDS",
    "DEGREE_OF_SMALL_WORLDS",
    "DEGREE_TO_LINK_ALONE",
    "DEGREE_TO_SAMPLE_IN_BLOCKS",
    "DEGREE_TO_SAMPLE_NONE",
    "FAST_OF_SMALL_WORLDS",
    "LONG_OF_ALL",
    "LONG_OF_A_PART",
    "LONG_OF_MOST",
    "PAIRED_IN_BLOCKS",
    "SCATTERED_BESIDE_BLOCKS",
    "SCATTERED_BESIDE_CHAINS",
    "SCATTERED_OF_NO_ROADS",
    "SCATTERED_TO_SAMPLE",
    "SCATTERED_TO_WALK_EARLY",
    "WITHIN_OF_ALL",
    "WITHIN_OF_MOST",
    "WITHIN_OF_NO_LATTICES",
    "WITHIN_OF_SMALL_WORLDS",
    "WITHIN_TO_JOIN_ALL",
    "WITHIN_TO_JOIN_SCATTERED",
    "WITHIN_TO_SAMPLE_NONE",
    "choose_in_order",
]

# Where ids follow a part, without hubs, by blocks, in the mean and at most, 1.14 and 2.9 (278
# graphs). Where a part of the walks is long or most of them, flattened walks that meet take 1.2 and
# 2.0 in what is scattered, too, or of which fewer entries lie within blocks of a large graph (40,
# blocks 1.4 and 2.8). Where walks are short, but many vertices are scattered, or fewer entries
# within, Union-Early 1.45 and 2.8 (33; blocks 1.6 and 4.7, walks that meet 1.4 and 6.2), roads by
# finds 1.05, and links from single vertices with fewer neighbors 1.16 and 1.7 (6).
LONG_OF_A_PART = 0.03
"""Share of long walks from which a part of the graph is a chain, or all of it."""
LONG_OF_MOST = 0.5
"""Share of them from which most walks are long."""
SCATTERED_BESIDE_CHAINS = 0.1
"""Share of scattered vertices from which these chains are flattened."""
WITHIN_OF_MOST = 0.7
"""Share of entries within blocks from which blocks of large graphs are joined, where most walks are
long."""

# Tori, strips, hexagons and bars of 2^20 vertices, as they are and in five other orders (larger
# ends), and a band over hexagons, 0.4 to 0.68 of whose entries lie within blocks and nearly all of
# whose walks are long: blocks 1.02 in the mean and 1.14 at most, flattened walks 1.37 and 2.6 (16).
# But legs with a stride, with fewer edges, 1.96 and 1.0, and of 2^22 vertices hexagons with a
# stride 1.77 and 1.13.
LONG_OF_ALL, WITHIN_OF_ALL = 0.9, 0.4
"""Shares of long walks and of entries within blocks from which blocks are joined, unless the graph
is a tree or large."""
SCATTERED_BESIDE_BLOCKS = 0.25
"""Share of scattered vertices from which walks halve paths instead, where walks are short."""
SCATTERED_OF_NO_ROADS = 0.3
"""The same from which a graph of few neighbors is not one of roads. (A path beside a sparse random
graph, 0.36 to 0.42 scattered, takes up to 13.6 ms by finds in place of 0.13.)"""
DEGREE_TO_LINK_ALONE = 2.1
"""Neighbors per vertex from which such sparse graphs are linked from single vertices. (A path
linked to a star, 2.04, takes 128 us so, and 48 by Union-Early.)"""
WITHIN_TO_JOIN_SCATTERED = 0.57
"""Share of entries within blocks from which these are joined all the same."""
SCATTERED_TO_WALK_EARLY = 0.03
"""Share of scattered vertices from which blocks are not joined either, if fewer entries than
:data:`WITHIN_TO_JOIN_ALL` lie within them: walks meet, or vertices are linked alone."""
WITHIN_TO_JOIN_ALL = 0.5
"""Share of entries within blocks from which these are joined with some scattered vertices."""

# Twelve structures of 2^19 to 2^22 vertices in up to six orders (H100, 2026-11-27), as multiples of
# the best of 17 variants by what was chosen before and by what is, in the mean and at most:
# - small worlds, 6 neighbors, nearly all walks long, but four tenths of them not slow, by blocks
#   and by links from single vertices: 1.23 and 1.4, 1.02 and 1.16 (15); a dense band linked to a
#   torus, 12 neighbors, 1.00 and 1.17;
# - some vertices scattered, by Union-Early: tori at either end 1.68 and 2.2, by blocks 1.03 and 1.2
#   (6), of 2^22 by links from single vertices (three, 1.2 and 1.0); where some are paired, meshes
#   and trees of near vertices from both ends or in blocks, 1.74 and 2.5, by walks that meet 1.07
#   and 1.4 (8);
# - lattices whose rows hold the larger neighbors alone, of which no walk is long and no vertex is
#   scattered: by blocks 1.7 and 3.1, by links in a random order 1.2 and 1.8 (32; halved paths 1.03
#   to 1.16 in three orders, 2.9 with a stride); hexagons, of whose entries 0.83 are within blocks,
#   1.0 and 2.6;
# - near vertices in such rows, some at hubs, and cliques beside small worlds or bars, by samples
#   1.41 and 2.3, by links from single vertices, which Union-Early has replaced, 1.07 and 1.4 (18);
#   a tree of near ones beside dense ones, 4.5 neighbors, 1.0 and 2.1, one from both ends beside
#   cliques, 0.1 scattered, 1.6 and 3.9.
DEGREE_OF_SMALL_WORLDS, DEGREE_OF_NO_SMALL_WORLDS = 5.9, 6.3
"""Neighbors per vertex from which, and up to which, one may be a small world."""
FAST_OF_SMALL_WORLDS, WITHIN_OF_SMALL_WORLDS = 0.35, 0.9
"""Shares of walks that are long, but not slow, and of entries within blocks from which one is."""
PAIRED_IN_BLOCKS = 0.05
"""Share of paired vertices from which walks meet where some vertices are scattered."""
DEGREE_OF_LATTICES, DEGREE_OF_NO_LATTICES = 2.9, 4.5
"""Neighbors per vertex from which, and up to which, one may be a lattice."""
WITHIN_OF_NO_LATTICES = 0.7
"""Share of entries within blocks from which one is joined in blocks all the same. (Hexagons from
two sides at either end, 0.74, 1.0 and 1.85.)"""
WITHIN_TO_SAMPLE_NONE, DEGREE_TO_SAMPLE_NONE, VERTICES_TO_SAMPLE_NONE = 0.6, 5, 2**18
"""Share of entries within blocks, neighbors per vertex, and vertices from which rows of larger
neighbors are not sampled."""
AT_HUBS_TO_SAMPLE, SCATTERED_TO_SAMPLE = 0.3, 0.09
"""Shares of vertices at hubs and of scattered ones from which they are all the same."""
AT_HUBS_TO_JOIN = 0.2
"""Share of vertices at hubs below which those with fewer neighbors, no walk of which goes down, are
joined in blocks. (Categories in blocks, legs and bands beside others, by samples 1.64 and 2.5, so
1.10 and 1.4; 5.)"""

# With hubs a flattened sample where walks are long 1.2 and 2.7 (60, far links 1.4 and 3.6);
# elsewhere blocks of small graphs with few neighbors 1.21 and 2.3 (19), samples otherwise 1.25 and
# 1.6 (13) and 1.29 and 3.0 (62).
DEGREE_TO_SAMPLE_IN_BLOCKS = 4
"""Neighbors per vertex from which small graphs with hubs are sampled where walks are short."""
AT_FEW_HUBS = 0.07
"""Share of vertices at hubs from which they are. (With fewer, and so many neighbors, blocks take
1.15 and 1.5 and samples 1.29 and 1.8 of 14 small graphs.)"""

# By links from single vertices, which were chosen before, 15 graphs with hubs and 5 neighbors of
# 2^18 to 2^20 vertices (H200, 2026-11-30; cliques, dense near vertices and bands in parts or laid
# over others, rows of either end) take 1.31 times the best in the mean, but cliques beside a path
# with a stride 9.4, by Union-Early 1.26 and 2.0, by samples 1.6 and 2.8, by blocks 1.46 and 2.2.
#
# A path in order that ends in a clique of 3,240 vertices, 2^20 in all, us by links from single
# vertices, which were chosen before, and in a random order: with the larger neighbors 161 and 152,
# reversed 52,300 and 181; of 2^22 1,100 and 530. With either 570 and 238, by samples 172. A wheel
# by samples and in a random order 341 and 114, of 2^22 805 and 234. But cliques (0.8 to 0.96 are
# consecutive, 0.01 to 0.15 at hubs), as multiples of the best, by samples and by Union-Early: six
# graphs 1.1 to 2.75 and 1.0 to 1.5. Control flow (0.01, 2.5 neighbors) in a random order 1.44 and
# 1.6, by blocks 1.13 and 1.18.
CONSECUTIVE_AT_A_CORE, AT_HUBS_OF_A_CORE = 0.4, 0.005
"""Shares of consecutive vertices from which, and of those at hubs up to which, a dense core may be
at the end of a path, if no vertex is scattered. It is sampled, and so is a hypercube (0.49 and
0.003; 195 us by Union-Early, 99 by samples)."""

_FAST = "ids go down slowly in few places, and links from single vertices take less than blocks"


def choose_in_order(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant where a third of the entries lead to one of the same ids."""
    links, degree = graph.first_links, neighbors_of_a_vertex(graph)
    is_small = graph.n <= VERTICES_OF_SMALL
    if links.at_hubs >= AT_ANY_HUBS:
        if links.long >= LONG_AT_HUBS:
            return sampled_flat(graph, request)
        has_few = degree < DEGREE_TO_SAMPLE_IN_BLOCKS or links.at_hubs < AT_FEW_HUBS
        if has_few and is_small:
            return join_blocks(graph, request)
        return _choose_at_hubs_in_order(graph, request, degree)
    if links.long >= LONG_OF_A_PART:
        is_large, is_tree = graph.n >= VERTICES_TO_AVOID_CHAINS, degree < DEGREE_OF_TREES
        has_few_within = links.long >= LONG_OF_MOST and links.within < WITHIN_OF_MOST
        is_all = links.long >= LONG_OF_ALL and links.within >= WITHIN_OF_ALL
        is_lattice = is_all and not is_large and not is_tree
        is_part = has_few_within and not is_small and not is_lattice
        if links.scattered < SCATTERED_BESIDE_CHAINS and not is_part:
            if _is_small_world(graph, degree):
                return linked_alone(request, _FAST)
            return join_blocks(graph, request)
        avoids = is_large and not is_tree
        return chains_avoided(graph, request) if avoids else flattened(graph, request)
    if _is_of_roads(graph, degree):
        some = f"the neighbors of {percentage(links.scattered)} of the vertices are all far away"
        return chosen(request, FINDING, f"{some}, as in roads, and soon joined by finds")
    if not _are_scattered_beside_blocks(graph):
        if _is_ascending_lattice(graph, degree):
            return linked_at_random(request)
        return join_blocks(graph, request)
    if DEGREE_TO_LINK_ALONE <= degree < DEGREE_OF_TREES:
        return linked_alone(request)
    if links.scattered >= SCATTERED_BESIDE_BLOCKS:
        return walked_early(request, scattered_paths_text(graph))
    if links.paired >= PAIRED_IN_BLOCKS:
        pairs = f"the neighbors of {percentage(links.paired)} of the vertices are near each other"
        return met(request, pairs)
    if graph.n >= VERTICES_TO_AVOID_CHAINS:
        return linked_alone(
            request, "some neighbors are far away, and links from single vertices wait for nobody"
        )
    return join_blocks(graph, request)


def _choose_at_hubs_in_order(graph: DeviceGraph, request: Automatic, degree: float) -> Choice:
    links = graph.first_links
    is_near = links.within >= WITHIN_TO_SAMPLE_NONE and graph.n >= VERTICES_TO_SAMPLE_NONE
    if not is_near or not goes_nowhere(graph):
        return sampled(request)
    # Whoever sets an option of samples gets one.
    has_neighbors = degree >= DEGREE_TO_SAMPLE_NONE
    if not has_neighbors and links.at_hubs < AT_HUBS_TO_JOIN:
        return join_blocks(graph, request) if has_options(request, JOINING) else sampled(request)
    has_few = links.at_hubs < AT_HUBS_TO_SAMPLE and links.scattered < SCATTERED_TO_SAMPLE
    if ascends(graph):
        shuffles = (has_few or not has_neighbors) and has_options(request, IN_CHAINS)
        return linked_at_random(request) if shuffles else sampled(request)
    walks = has_neighbors and has_few and not _is_chain_with_core(graph)
    if not walks or not has_options(request, WALKING_EARLY):
        return sampled(request)
    return walked_early(request, f"{UNSEEN}, so that paths may be long")


def _is_chain_with_core(graph: DeviceGraph) -> bool:
    """Whether most vertices may be along a path, and most entries at its end."""
    links = graph.first_links
    is_chain = links.consecutive >= CONSECUTIVE_AT_A_CORE
    return is_chain and links.at_hubs < AT_HUBS_OF_A_CORE and links.scattered == 0


def _is_small_world(graph: DeviceGraph, degree: float) -> bool:
    links = graph.first_links
    is_fast = links.long >= LONG_OF_ALL and links.long - links.slow >= FAST_OF_SMALL_WORLDS
    has_degree = DEGREE_OF_SMALL_WORLDS <= degree < DEGREE_OF_NO_SMALL_WORLDS
    return is_fast and has_degree and links.within >= WITHIN_OF_SMALL_WORLDS


def _is_ascending_lattice(graph: DeviceGraph, degree: float) -> bool:
    links = graph.first_links
    is_followed = links.scattered < SCATTERED_TO_WALK_EARLY and goes_nowhere(graph)
    has_degree = DEGREE_OF_LATTICES <= degree < DEGREE_OF_NO_LATTICES
    return is_followed and has_degree and links.within < WITHIN_OF_NO_LATTICES


def _are_scattered_beside_blocks(graph: DeviceGraph) -> bool:
    links = graph.first_links
    if links.scattered >= SCATTERED_BESIDE_BLOCKS:
        return links.within < WITHIN_TO_JOIN_SCATTERED
    return links.scattered >= SCATTERED_TO_WALK_EARLY and links.within < WITHIN_TO_JOIN_ALL


def _is_of_roads(graph: DeviceGraph, degree: float) -> bool:
    links = graph.first_links
    is_sparse = DEGREE_OF_TREES <= degree < DEGREE_OF_ROADS
    some = SCATTERED_OF_ROADS <= links.scattered < SCATTERED_OF_NO_ROADS
    return is_sparse and some and links.within < WITHIN_TO_JOIN_ROADS
