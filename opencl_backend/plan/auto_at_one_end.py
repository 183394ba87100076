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

from typing import Any

from clconn.design_space import Automatic, Choice
from clconn.errors import OptionError
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_by_ids import (
    DEGREE_OF_ROADS,
    DEGREE_OF_TREES,
    IN_CHAINS,
    SCATTERED_OF_ROADS,
    WITHIN_TO_JOIN_ROADS,
    join_blocks,
)
from clconn.percentage import percentage

__all__ = [
    "AT_ANY_HUBS",
    "AT_FEW_HUBS",
    "AT_HUBS_OF_LARGE",
    "AT_HUBS_TO_FLATTEN",
    "AT_HUBS_TO_SAMPLE",
    "DEGREE_OF_FEW_PAIRS",
    "DEGREE_OF_FORESTS",
    "DEGREE_OF_LATTICES",
    "DEGREE_OF_MESHES",
    "DEGREE_OF_NO_LATTICES",
    "DEGREE_OF_NO_SMALL_WORLDS",
    "DEGREE_OF_SMALL_WORLDS",
    "DEGREE_TO_LINK_ALONE",
    "DEGREE_TO_SAMPLE_IN_BLOCKS",
    "DEGREE_TO_SAMPLE_NONE",
    "FAST_OF_SMALL_WORLDS",
    "FINDING",
    "HALVING",
    "LONG_AT_HUBS",
    "LONG_OF_ALL",
    "LONG_OF_A_PART",
    "LONG_OF_MOST",
    "LONG_TO_FLATTEN",
    "MEETING",
    "MEETING_SAMPLE",
    "PAIRED_IN_BLOCKS",
    "PAIRED_OF_A_PART",
    "PAIRED_OF_FORESTS",
    "PAIRED_OF_MOST",
    "SCATTERED_BESIDE_BLOCKS",
    "SCATTERED_BESIDE_CHAINS",
    "SCATTERED_OF_NO_ROADS",
    "SCATTERED_TO_MEET",
    "SCATTERED_TO_SAMPLE",
    "SCATTERED_TO_WALK_EARLY",
    "VERTICES_OF_SMALL",
    "VERTICES_TO_AVOID_CHAINS",
    "WALKING_EARLY",
    "WITHIN",
    "WITHIN_OF_ALL",
    "WITHIN_OF_MOST",
    "WITHIN_OF_NO_LATTICES",
    "WITHIN_OF_SMALL_WORLDS",
    "WITHIN_TO_JOIN_ALL",
    "WITHIN_TO_JOIN_SCATTERED",
    "WITHIN_TO_SAMPLE_NONE",
    "choose_at_one_end",
    "neighbors_of_a_vertex",
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
AT_ANY_HUBS = 0.001
"""Share of vertices at hubs from which there are some: 1 of the sampled vertices."""

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
"""Share of scattered vertices from which walks do so with fewer entries within blocks."""
WITHIN_TO_JOIN_ALL = 0.5
"""Share of entries within blocks that are no fewer."""

# Twelve structures of 2^19 to 2^22 vertices in up to six orders (H100, 2026-11-27), as multiples of
# the best of 17 variants by what was chosen before and by what is, in the mean and at most:
# - small worlds, 6 neighbors, nearly all walks long, but four tenths of them not slow, by blocks
#   and by links from single vertices: 1.23 and 1.4, 1.02 and 1.16 (15); a dense band linked to a
#   torus, 12 neighbors, 1.00 and 1.17;
# - some vertices scattered, by Union-Early: tori at either end 1.68 and 2.2, by blocks 1.03 and 1.2
#   (6), of 2^22 by links from single vertices (three, 1.2 and 1.0); where some are paired, meshes
#   and trees of near vertices from both ends or in blocks, 1.74 and 2.5, by walks that meet 1.07
#   and 1.4 (8);
# - lattices whose rows hold the larger neighbors alone, in which nothing goes down and no vertex is
#   scattered: by blocks 1.7 and 3.1, by links in a random order 1.2 and 1.8 (32; halved paths 1.03
#   to 1.16 in three orders, 2.9 with a stride); hexagons, of whose entries 0.83 are within blocks,
#   1.0 and 2.6;
# - near vertices in such rows, some at hubs, and cliques beside small worlds or bars, by samples
#   1.41 and 2.3, by links from single vertices 1.07 and 1.4 (18); a tree of near ones beside dense
#   ones, 4.5 neighbors, 1.0 and 2.1, one from both ends beside cliques, 0.1 scattered, 1.6 and 3.9.
DEGREE_OF_SMALL_WORLDS, DEGREE_OF_NO_SMALL_WORLDS = 5.9, 7
"""Neighbors per vertex from which, and up to which, one may be a small world."""
FAST_OF_SMALL_WORLDS, WITHIN_OF_SMALL_WORLDS = 0.35, 0.9
"""Shares of walks that are long, but not slow, and of entries within blocks from which one is."""
PAIRED_IN_BLOCKS = 0.05
"""Share of paired vertices from which walks meet where some vertices are scattered."""
DEGREE_OF_LATTICES, DEGREE_OF_NO_LATTICES = 2.9, 4.5
"""Neighbors per vertex from which, and up to which, one may be a lattice."""
WITHIN_OF_NO_LATTICES = 0.75
"""Share of entries within blocks from which one is joined in blocks all the same."""
WITHIN_TO_SAMPLE_NONE, DEGREE_TO_SAMPLE_NONE = 0.6, 5
"""Share of entries within blocks, and neighbors per vertex, from which larger neighbors are not
sampled."""
AT_HUBS_TO_SAMPLE, SCATTERED_TO_SAMPLE = 0.3, 0.09
"""Shares of vertices at hubs and of scattered ones from which they are all the same."""

# With hubs a flattened sample where walks are long 1.2 and 2.7 (60, far links 1.4 and 3.6);
# elsewhere blocks of small graphs with few neighbors 1.21 and 2.3 (19), samples otherwise 1.25 and
# 1.6 (13) and 1.29 and 3.0 (62).
LONG_AT_HUBS = 0.003
"""Share of long walks from which there are chains beside hubs."""
DEGREE_TO_SAMPLE_IN_BLOCKS = 4
"""Neighbors per vertex from which small graphs with hubs are sampled where walks are short."""
AT_FEW_HUBS = 0.07
"""Share of vertices at hubs from which they are. (With fewer, and so many neighbors, blocks take
1.15 and 1.5 and samples 1.29 and 1.8 of 14 small graphs.)"""

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
LONG_TO_FLATTEN = 0.006
"""Share of long walks from which first links are flattened."""
VERTICES_TO_AVOID_CHAINS = 2**22
"""Vertices from which all begin alone instead, here and where ids follow a part, with 2.5 neighbors
a vertex or more. (With the larger neighbors, us by a flattened sample and so: diagonals linked to a
torus of 2^23 vertices 1,326 and 380, cliques in a row with a stride beside R-MAT 1,478 and 1,249;
by flattened walks and so, as multiples of the best of all, a sparse random graph linked to a strip
of 2^23 1.33 and 1.00, hexagons linked to a path 1.25 and 1.08. A path from both ends, interleaved
with a torus, 2.2 neighbors, takes 1.04 and more than 1.5.)"""
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
VERTICES_OF_SMALL = 2**18
"""Vertices up to which a graph is small."""

FINDING, MEETING, HALVING = "csr/async/single", "csr/interleaved/single", "csr/async/halve"
WALKING_EARLY = "csr/early/halve"
MEETING_SAMPLE = "kout/interleaved/single"

_REASON = "an edge of this graph may be stored at one end only"
_ASCENDING = "no ids go down, as where rows hold the larger neighbors alone"
_FEW = "there are hardly more edges than in a forest, of which a sample would save nothing"


def neighbors_of_a_vertex(graph: DeviceGraph) -> float:
    """Neighbors per vertex if each edge is stored at one end.

    Of arcs of which most come with their opposite that is up to twice too many.
    """
    return 2 * graph.entry_count / max(graph.n, 1)


def choose_at_one_end(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant for rows of a GPU that may hold edges at one end only.

    Raises
    ------
    OptionError
        If the user asks to leave out settled vertices, or for an option that the variant lacks.
    """
    if request.options.get("skip_settled") is True:
        raise OptionError(
            f"skip_settled=true leaves out vertices after a sample, but {_REASON}; drop the "
            "option, or name a kout or hb variant and hand over host arrays, to which clconn adds "
            "the other ends"
        )
    if graph.first_links.within >= WITHIN:
        return _choose_in_order(graph, request)
    return _choose_elsewhere(graph, request)


def _choose_in_order(graph: DeviceGraph, request: Automatic) -> Choice:
    links, degree = graph.first_links, neighbors_of_a_vertex(graph)
    is_small = graph.n <= VERTICES_OF_SMALL
    if links.at_hubs >= AT_ANY_HUBS:
        if links.long >= LONG_AT_HUBS:
            return _flatten_sample(graph, request)
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
                return _link_alone(
                    request, "ids follow the graph, but go down slowly in few places"
                )
            return join_blocks(graph, request)
        avoids = is_large and not is_tree
        return _avoid_chains(graph, request) if avoids else _flatten(graph, request)
    if _is_of_roads(graph, degree):
        some = f"the neighbors of {percentage(links.scattered)} of the vertices are all far away"
        return _choose(request, FINDING, f"{some}, as in roads, and soon joined by finds")
    if not _are_scattered_beside_blocks(graph):
        if _is_ascending_lattice(graph, degree):
            return _choose(
                request, IN_CHAINS,
                f"{_ASCENDING}, so that ids follow the graph unseen, and links in a random order "
                "make no chains of it (initialization=self)",
                initialization="self",
            )  # fmt: skip
        return join_blocks(graph, request)
    if DEGREE_TO_LINK_ALONE <= degree < DEGREE_OF_TREES:
        return _link_alone(request)
    if links.scattered >= SCATTERED_BESIDE_BLOCKS:
        return _walk_early(graph, request)
    if links.paired >= PAIRED_IN_BLOCKS:
        pairs = f"the neighbors of {percentage(links.paired)} of the vertices are near each other"
        return _meet(request, pairs)
    if graph.n >= VERTICES_TO_AVOID_CHAINS:
        return _link_alone(request, "ids follow the graph, but some neighbors are far away")
    return join_blocks(graph, request)


def _choose_at_hubs_in_order(graph: DeviceGraph, request: Automatic, degree: float) -> Choice:
    links = graph.first_links
    is_near = links.within >= WITHIN_TO_SAMPLE_NONE and links.scattered < SCATTERED_TO_SAMPLE
    has_few = degree >= DEGREE_TO_SAMPLE_NONE and links.at_hubs < AT_HUBS_TO_SAMPLE
    if graph.n >= VERTICES_OF_SMALL and is_near and has_few and _goes_nowhere(graph):
        return _link_alone(request, _ASCENDING)
    return _sample(request)


def _is_small_world(graph: DeviceGraph, degree: float) -> bool:
    links = graph.first_links
    is_fast = links.long >= LONG_OF_ALL and links.long - links.slow >= FAST_OF_SMALL_WORLDS
    has_degree = DEGREE_OF_SMALL_WORLDS <= degree < DEGREE_OF_NO_SMALL_WORLDS
    return is_fast and has_degree and links.within >= WITHIN_OF_SMALL_WORLDS


def _is_ascending_lattice(graph: DeviceGraph, degree: float) -> bool:
    links = graph.first_links
    is_followed = links.scattered < SCATTERED_TO_WALK_EARLY and _goes_nowhere(graph)
    has_degree = DEGREE_OF_LATTICES <= degree < DEGREE_OF_NO_LATTICES
    return is_followed and has_degree and links.within < WITHIN_OF_NO_LATTICES


def _goes_nowhere(graph: DeviceGraph) -> bool:
    """Whether no walk goes down, as where rows hold the larger neighbors alone."""
    links = graph.first_links
    return links.long < LONG_AT_HUBS and links.slow_entries == 0


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


def _choose_elsewhere(graph: DeviceGraph, request: Automatic) -> Choice:
    links, degree = graph.first_links, neighbors_of_a_vertex(graph)
    if degree < DEGREE_OF_TREES:
        return _choose_of_sparse(graph, request, degree)
    if links.long >= LONG_TO_FLATTEN:
        avoids = graph.n >= VERTICES_TO_AVOID_CHAINS and links.at_hubs < AT_HUBS_TO_FLATTEN
        return _avoid_chains(graph, request) if avoids else _flatten_sample(graph, request)
    if graph.n <= VERTICES_OF_SMALL:
        are_pairs = links.paired >= PAIRED_OF_MOST and degree < DEGREE_OF_FEW_PAIRS
        return _link_far(graph, request) if are_pairs else _sample(request)
    if links.at_hubs >= AT_HUBS_OF_LARGE:
        return _sample(request)
    if links.scattered < SCATTERED_TO_MEET:
        return _sample(request) if degree >= DEGREE_OF_MESHES else _walk_early(graph, request)
    if PAIRED_OF_A_PART <= links.paired < PAIRED_OF_MOST:
        pairs = f"the neighbors of {percentage(links.paired)} of the vertices are near each other"
        return _meet(request, f"{pairs}, of which a sample would settle few")
    return _sample(request)


def _choose_of_sparse(graph: DeviceGraph, request: Automatic, degree: float) -> Choice:
    if graph.first_links.long >= LONG_TO_FLATTEN:
        return _flatten(graph, request)
    if degree >= DEGREE_OF_FORESTS:
        return _link_alone(request)
    if graph.first_links.paired >= PAIRED_OF_FORESTS:
        return join_blocks(graph, request)
    return _meet(request, _FEW)


def _choose(request: Automatic, variant: str, why: str, **options: Any) -> Choice:
    return request.choose(variant, f"{_REASON}; {why}", options)


def _sample(request: Automatic) -> Choice:
    return _choose(
        request, MEETING_SAMPLE,
        "after two edges of each vertex most entries show at a look that they join nothing new "
        "(skip_settled=false), and walks from both ends soon meet",
        skip_settled=False,
    )  # fmt: skip


def _flatten_sample(graph: DeviceGraph, request: Automatic) -> Choice:
    return _choose(
        request, MEETING_SAMPLE,
        f"{_chains(graph)} flattened in steps that double (flatten_links=true), and after two "
        "edges of each vertex most entries show at a look that they join nothing new "
        "(skip_settled=false)",
        skip_settled=False, flatten_links=True,
    )  # fmt: skip


def _flatten(graph: DeviceGraph, request: Automatic) -> Choice:
    return _choose(
        request, MEETING,
        f"{_chains(graph)} flattened in steps that double (flatten_links=true)",
        flatten_links=True,
    )  # fmt: skip


def _avoid_chains(graph: DeviceGraph, request: Automatic) -> Choice:
    return _link_alone(request, f"{_chains(graph)} better avoided in so large a graph")


def _link_alone(request: Automatic, why: str = _FEW) -> Choice:
    return _choose(request, FINDING, f"{why} (initialization=self)", initialization="self")


def _meet(request: Automatic, why: str) -> Choice:
    return _choose(request, MEETING, f"{why}, and walks from both ends soon meet")


def _walk_early(graph: DeviceGraph, request: Automatic) -> Choice:
    scattered = percentage(graph.first_links.scattered)
    return _choose(
        request, WALKING_EARLY,
        f"the neighbors of {scattered} of the vertices are all far away, and ids follow the rest, "
        "so that some paths are long, which walks from both ends halve",
    )  # fmt: skip


def _link_far(graph: DeviceGraph, request: Automatic) -> Choice:
    return _choose(
        request, HALVING,
        f"{_chains(graph)} shorter if each link goes further (initialization=far-smaller)",
        initialization="far-smaller",
    )  # fmt: skip


def _chains(graph: DeviceGraph) -> str:
    links = graph.first_links
    if links.long >= LONG_AT_HUBS:
        return f"from {percentage(links.long)} of the vertices first links make chains, which are"
    return (
        f"the neighbors of {percentage(links.paired)} of the vertices are near each other and far "
        "away from the vertex, so that links make chains, which are"
    )
