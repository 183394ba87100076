"""Choose the variant of components and forests for ``"auto"`` on a GPU where the ids say enough.

Our own. Ids that follow a graph, along a path, a grid or both sides of a band, let first links to
smaller neighbors make long chains, which somebody then walks. What the look at first links says of
a few vertices (``first_links.cl``) tells where, and blocks of ids that are joined in local memory,
links in a random order or halved paths are faster.

Where only a part of a graph is such a chain ``auto_of_mixtures.py`` has chosen before, and where
there are many neighbors, on one side or two, or hubs along a chain or beside it,
``auto_by_hooks.py``.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.percentage import percentage

__all__ = [
    "AT_ANY_HUBS",
    "AT_HUBS_OF_LEGS",
    "AT_HUBS_TO_JOIN_FEWER_BLOCKS",
    "AT_HUBS_TO_JOIN_NO_BLOCKS",
    "AT_LEGS",
    "DEGREE_OF_LONG_ROWS",
    "DEGREE_OF_ROADS",
    "DEGREE_OF_TREES",
    "DEGREE_TO_JOIN_BESIDE_CHAINS",
    "DEGREE_TO_JOIN_FEWER_BLOCKS",
    "DEGREE_TO_JOIN_MORE_BLOCKS",
    "DEGREE_TO_JOIN_NO_BLOCKS",
    "DEGREE_TO_SKIP_DOWN",
    "DEGREE_TO_SKIP_DOWN_EARLIER",
    "DESCENTS_TO_JOIN_BLOCKS",
    "DESCENTS_TO_SHUFFLE",
    "IN_CHAINS",
    "IN_SHORT_CHAINS",
    "JOINING",
    "LONG_OF_PAIRS",
    "LONG_TO_LINK_FAR",
    "PAIRED_OF_LONG",
    "PAIRED_TO_LINK_FAR",
    "PAIRED_TO_SHUFFLE",
    "SCATTERED_OF_ROADS",
    "SCATTERED_TO_JOIN_FEWER_BLOCKS",
    "SKIPPING_DOWN",
    "VERTICES_OF_MANY_BLOCKS",
    "VERTICES_OF_SHORT_LEGS",
    "VERTICES_TO_JOIN_AT_HUBS",
    "VERTICES_TO_SKIP_DOWN",
    "WITHIN_TO_JOIN_ALL_BLOCKS",
    "WITHIN_TO_JOIN_BESIDE_CHAINS",
    "WITHIN_TO_JOIN_BLOCKS",
    "WITHIN_TO_JOIN_MANY_BLOCKS",
    "WITHIN_TO_JOIN_MORE_BESIDE_CHAINS",
    "WITHIN_TO_JOIN_MORE_BLOCKS",
    "WITHIN_TO_JOIN_MORE_OF_MANY_BLOCKS",
    "WITHIN_TO_JOIN_ROADS",
    "WITHIN_TO_JOIN_TREES",
    "average_degree",
    "blocks_text",
    "choose_by_ids",
    "is_ring_at_hubs",
    "join_blocks",
]

AT_ANY_HUBS = 0.001
"""Share of vertices at hubs from which there are some: 1 of the sampled vertices."""

# On an H100, by links in the order of the ids and in a random one, ms: a path of 2^24
# vertices in order 13.95 and 0.77 (and GConn's best 0.91), a strip of 8 x 2^21 2.08 and 0.53, a
# band of 3 neighbors on either side 2.93 and 0.67. There all walks are slow; on the ten named
# graphs 0 to 0.02 of them, and a random order takes 1.1 to 2 times as long.
#
# Up to 2^18 vertices, us by such links or none, and by far links and halved paths, all in one
# launch but for the last two of these bands, which have more entries than one launch takes:
# strips of 8 x 2^10 and 8 x 2^12 86 and 34, 98 and 45, bands of 2^15 vertices (3 and 8 neighbors
# on either side) 41 and 34, 41 and 37, of 2^18 58 and 65, 55 and 57, caterpillars of 2^15 and
# 2^18 54 and 34, 63 and 53, paths in shuffled blocks 51 and 34, 61 and 40, a hexagonal lattice 51
# and 35. Compressed paths are worse on caterpillars (52) and bands (45). Without a barrier across
# work-groups none was measured.
DESCENTS_TO_SHUFFLE = 0.25
"""Share of slow walks down the ids from which long chains of links are avoided, or cut, and fewer
blocks are joined."""

# Where ids follow the graph on two sides, vertices are scattered and paired: a path along 0, n-1,
# 1, n-2, ... of 2^16 and 2^20 vertices takes 148 and 354 by walks that meet, 772 and 5422 with
# first links, and 45 and 92 by links in a random order. Rows and columns of three, five and twelve
# diagonals, by random links and by far ones and halved paths: of 2^17 vertices 59 and 42, 62 and
# 47, 80 and 59, of 2^20 110 and 95, 115 and 96, as forests 68 and 125, 79 and 121, of 2^22 239 and
# 292, 283 and 313, 379 and 445.
PAIRED_TO_SHUFFLE = 0.25
"""Share of paired vertices from which long chains of links are avoided, or cut, too."""

# Where half of the vertices are paired, as multiples of the best of all, by far links and halved
# paths, which were chosen before, and by blocks, or what unites them: 17 graphs of 2^16 to 2^18
# vertices, a path along 0, n-1, ... or four diagonals linked to or interleaved with as many others,
# 1.52 and at most 2.3, 1.31 and 1.75; a strip so numbered 1.00 and 1.13. And with hardly more edges
# than a tree (any share of them; paths and pairs of paths along 0, n-1, ..., binary trees in
# reverse, two diagonals, of 2^16 and 2^18 vertices), by links in a random order, which were chosen
# before, and by these 1.43 and 1.9, 1.21 and 2.3; of 2^20 and 2^22 1.38 and 1.8, 2.0 and 8.7.
PAIRED_TO_LINK_FAR = 0.85
"""Share of them from which links that go further are better in one launch."""

# State spaces numbered level by level (4.5 and 6 neighbors), by halved paths or blocks, which were
# chosen before, and by finds with far links: of 2^18 vertices 1.87, 1.32 and 2.28 of the best, and
# 1.0 (three, 0.75 to 0.88 paired; H100, 2026-11-28). A torus from both ends has 0.49 long walks.
LONG_OF_PAIRS = 0.95
"""Share of long walks from which far links are enough to shorten the chains of pairs."""
PAIRED_OF_LONG = 0.7
"""Share of paired vertices from which they are."""

# Tori and grids in order: 0.98 to 1; a mesh whose ids ascend along one side 0.55 to 0.79; all other
# graphs of the benchmarks that have no slow walks 0. Without sampling, us with links to the first
# smaller neighbor and to the fourth one away: tori of 2^20 and 2^22 vertices 76 and 63, 178 and
# 165; elsewhere the rows that are read for it cost more: road24 717 and 803, a shuffled path 154
# and 208.
LONG_TO_LINK_FAR = 0.5
"""Share of long walks down the ids from which chains of first links are to be shortened."""

# Where first links make chains and ids follow the graph, us by what was chosen before there were
# blocks, and with them (the share of entries within blocks in brackets). In one launch: a path of
# 2^17 vertices 36 and 28 (1), a strip of 8 x 2^14 81 and 29 (0.53), tori of 256 and 512 columns 29
# and 28 (0.88), 36 and 32 (0.75), hexagons of 64 rows 48 and 35 (0.67), a grid of three dimensions
# 42 and 39 (0.65). In several: paths of 2^19, 2^21 and 2^24 66 and 36, 128 and 63, 737 and 328,
# 2d-2e20 54 and 45 (0.88), strips of 2^20, 2^21 and 2^24 71 and 49, 104 and 93, 466 and 516 (0.53),
# tori of 2^22 and 2^24 149 and 142 (0.75), 501 and 521 (0.5), a hexagonal lattice of 2^20 69 and 49
# (0.92), a mesh of 2^20 191 and 110 (0.83), a grid of three dimensions of 2^21 82 and 108 (0.66).
# Lost: a small world of which a tenth of the edges lead anywhere 77 and 95 (0.89). Bands of 10 and
# 16 neighbors 87 and 71, 156 and 168. A graph with hardly more edges than a forest has
# none to spare: a path of which neighbors are 1001 ids apart 64 and 104 (0.76).
#
# Of many vertices, by links from single vertices and by blocks: small worlds of 2^21 and 2^22
# vertices of which a tenth of the edges lead anywhere, whose ids go down slowly, 94 and 143 (0.89),
# 101 and 160, 153 and 271 (0.9); where a thirtieth does, 109 and 98, 179 and 166 (0.97).
#
# Where first links make no chains, unions may still: a path with a hub that a tenth of the vertices
# have 636 and 63 (0.95), a path whose ids descend in groups of 64 272 and 50 (1) or are shuffled in
# them 328 and 52 (1); neighbors in order 94 and 109 (0.98), roads 82 and 104 (0.87), a path in
# shuffled groups of 16 80 and 98 (0.94). A caterpillar of 40 legs, whose vertices are all at hubs,
# 31 and 81 (0.68). With 3 to 5 neighbors: random ones among the nearest 500 ids, of 2^20 to 2^22
# vertices, 158 and 82, 291 and 129, 542 and 225 (0.94), random graphs of a thousand ids each,
# linked, 131 and 109, 245 and 184, 465 and 323 (0.91), a mesh sorted by one coordinate 144 and 98
# (0.87), of 2^18 vertices 69 and 64 (0.75).
#
# By chance over 350 mixtures (2026-11-25): where links make chains, tori of 64 rows, which a bound
# of 0.5 left to far links and halved paths, of 2^17 vertices in order 148 and 33 (0.4995), of 2^16
# with strides 68 and 37 (0.497), 68 and 48 (0.45); hexagons beside a strip of 2^19 (0.45), which
# links in a random order took, 93 and 117. Where they make none, with 2.5 to 5 neighbors:
# hexagons along 0, n-1, 1, n-2, ... of 2^16 50 and 38 (0.29), beside diagonals of 2^18 67 and 58
# (0.22), linked to categories of 2^20 130 and 79 (0.34), beside roads of 2^18 85 and 90 (0.24),
# roads linked to a strip 133 and 75 (0.45).
WITHIN_TO_JOIN_BLOCKS = 0.4
"""Share of entries within blocks of ids from which these are united first."""
WITHIN_TO_JOIN_MANY_BLOCKS = 0.7
"""That share of a graph of many vertices."""
VERTICES_OF_MANY_BLOCKS = 2**20
"""Vertices beyond which it is one."""
WITHIN_TO_JOIN_TREES = 0.85
"""That share of a graph that has hardly more edges than a forest."""
DEGREE_OF_TREES = 2.5
"""Entries per vertex below which it is one; of paired vertices, too, and of caterpillars."""
WITHIN_TO_JOIN_ALL_BLOCKS = 0.94
"""That share where first links make no chains, or where ids go down slowly in many vertices."""
WITHIN_TO_JOIN_MORE_BLOCKS = 0.2
"""That share where first links make no chains in a graph of a few neighbors, which is not sampled
where ids follow it."""
WITHIN_TO_JOIN_MORE_OF_MANY_BLOCKS = 0.8
"""The same of many vertices. (Four diagonals from two sides, interleaved with a triangulation, of
2^22 vertices, 0.82 within, take 1,250 us by first links and 328 by blocks.)"""
WITHIN_TO_JOIN_MORE_BESIDE_CHAINS = 0.85
"""The same where some ids go down slowly."""
SCATTERED_TO_JOIN_FEWER_BLOCKS = 0.3
"""Share of scattered vertices from which this does not hold: such graphs may be sampled."""

# Roads and circuits have 2.5 to 3 neighbors, of which some are far away by their ids: finds take
# 0.62 and 0.63 of the time of blocks on two graphs of Steiner tree problems of 2^17 vertices (0.55
# within; 69 and 44 us), 0.63 and 0.73 on roads beside small worlds of 2^18 and 2^20 (0.5), 0.88 on
# hexagons among a random graph; with each edge at one end 0.67 on the former two. Roads of New York
# and Florida, of whose entries 0.87 to 0.9 are within, 0.97 and 0.83 (2026-11-26).
DEGREE_OF_ROADS = 3.1
"""Entries per vertex below which a graph may be one of roads."""
SCATTERED_OF_ROADS = 0.08
"""Share of scattered vertices from which they are such, if they have no fewer than
:data:`DEGREE_TO_JOIN_MORE_BLOCKS`."""
WITHIN_TO_JOIN_ROADS = 0.6
"""That share of such a graph, up to :data:`VERTICES_OF_MANY_BLOCKS`."""

DEGREE_TO_JOIN_MORE_BLOCKS = 2.5
"""Entries per vertex from which a graph has a few neighbors."""
DEGREE_TO_JOIN_FEWER_BLOCKS = 5
"""Entries per vertex from which it has more, and may be sampled."""
AT_HUBS_TO_JOIN_NO_BLOCKS = 0.5
"""Share of vertices at hubs from which blocks do not pay, unless first links make one chain, or a
few of them chains (:data:`DESCENTS_TO_JOIN_BLOCKS`)."""
AT_HUBS_TO_JOIN_FEWER_BLOCKS = 0.05
"""The same of graphs that may be sampled, up to :data:`VERTICES_TO_JOIN_AT_HUBS`. (A bar beside
ratings, 0.12 at hubs, of 2^21 vertices takes 278 us by blocks and 134 by a flattened sample; small
worlds linked to R-MAT, 0.07, of 2^20 twice as long.)"""
VERTICES_TO_JOIN_AT_HUBS = 2**22
"""Vertices from which samples are not flattened. None such was measured."""
DEGREE_TO_JOIN_NO_BLOCKS = 12
"""Entries per vertex from which they do not either."""

# A part of the graph is a chain, and the rest has few neighbors: us by first links and by blocks,
# an eighth a band of 5, the rest categories in reverse (0.88 at hubs), of 2^18 vertices 159 and 40,
# an eighth a band from both ends, linked to roads (0.13 of the walks are slow), 129 and 60. Half a
# path in reverse linked to roads (2.1 neighbors) of 2^16 1.09 and 1.04 of the best of all.
DESCENTS_TO_JOIN_BLOCKS = 0.1
"""Share of slow walks down the ids from which a graph of few neighbors is joined in blocks, too."""
WITHIN_TO_JOIN_BESIDE_CHAINS = 0.35
"""Share of entries within blocks from which it is."""
DEGREE_TO_JOIN_BESIDE_CHAINS = 2.1
"""Entries per vertex from which it is. (Legs and hardly any edges else, 1.9, lose a third.)"""

# Long rows are not all in work at once, and a chain is shortened in time only by all: us by far
# links and halved paths and by links from single vertices, a band of 9 neighbors on either side, of
# 2^15, 2^16, 2^17 and 2^18 vertices 565, 1190, 2778, 5870 and 98, 81, 110, 139; one of 8, whose
# rows are not long, 33, 41, 43, 56 and 37, 39, 58, 64.
DEGREE_OF_LONG_ROWS = 12
"""Entries per vertex from which many rows may have more than 16."""

# Where a long thin structure has more neighbors than a path, each vertex links a few of them at
# once, and whoever walks the ids down takes the longest step: with 3.75 neighbors (the strip)
# csr/async/single initialization=self takes 0.50 ms, with 6 (the band) 0.37, and random links 0.54
# and 0.66. With 2 (paths, caterpillars) it takes 10 times as long as random links. The strip again,
# us by the former and the latter: of 2^19 to 2^23 vertices 129 and 65, 130 and 73, 86 and 92, 138
# and 148, 244 and 253; one of 32 columns, of 2^19 and 2^21 vertices 168 and 87, 89 and 112. (The
# bound of 5 lies between these and the bands, of which none so small was measured.)
DEGREE_TO_SKIP_DOWN = 3.5
"""Entries per vertex from which chains are avoided by links from single vertices alone."""
VERTICES_TO_SKIP_DOWN = 2**21
"""Vertices from which this holds."""
DEGREE_TO_SKIP_DOWN_EARLIER = 5
"""Entries per vertex from which it holds for fewer vertices."""

# After blocks, us by Union-Async and by Union-Early, which meets early and halves: 2d-2e20 58 and
# 45, strips by rows of 8 89 and 54, a torus of 512 columns 53 and 32 in one launch; a mesh 102 and
# 110.
JOINING = "csr/early/halve"

# Caterpillars of 20 and 40 legs, whose vertices are all at hubs, us by links in a random order and
# by Union-Early with first links: of 2^19 vertices 85 and 61, 102 and 62, of 2^20 116 and 87, 115
# and 75, of 2^21 176 and 193, 168 and 127, of 2^22 338 and 442, 287 and 312. Of 1,000 legs, which
# are walked fast, by Union-Async and by Union-Early with first links: of 2^18 to 2^22 vertices 48
# and 39, 63 and 55, 80 and 63, 115 and 90, 220 and 175. With more edges than a tree the hubs need
# not divide the chain: a ring in order with a hub at the last id, rows of more than 16 entries.
AT_LEGS = "csr/early/halve"
AT_HUBS_OF_LEGS = 0.5
"""Share of vertices at hubs from which a tree of which first links make chains is a caterpillar."""
VERTICES_OF_SHORT_LEGS = 2**22
"""Vertices from which a random order is better where such a caterpillar is long and thin."""

# With more edges than a caterpillar has, where a hub has all vertices of a ring in order, and along
# a path with a thousand categories (of 2^22 vertices), us
# by blocks and by what was chosen before, links in a random order up to 2^20 vertices and from
# single vertices beyond: wheels of 2^19 to 2^22 vertices 94, 160, 150, 195 and 127, 207, 787, 851,
# categories 180, 209, 200, 313 and 164, 223, 750, 928. A wheel of 2^18 is one launch, 82 by blocks
# and 44 by halved paths (H200).
SKIPPING_DOWN = "csr/async/single"
IN_CHAINS = "csr/async-random/single"
IN_SHORT_CHAINS = "csr/async/halve"


def average_degree(graph: DeviceGraph) -> float:
    """Entries per vertex."""
    return graph.entry_count / max(graph.n, 1)


def choose_by_ids(graph: DeviceGraph, request: Automatic, *, in_one_launch: bool) -> Choice | None:
    """Choose the variant where the ids of a graph on a GPU say enough; None where they do not.

    Parameters
    ----------
    in_one_launch
        Whether the graph is small enough for that.
    """
    links = graph.first_links
    if _are_blocks_worth_joining(graph):
        return join_blocks(graph, request)
    goes_down = links.slow >= DESCENTS_TO_SHUFFLE
    if _is_caterpillar(graph) and (not goes_down or graph.n < VERTICES_OF_SHORT_LEGS):
        return request.choose(
            AT_LEGS,
            f"from {percentage(links.long)} of the vertices first links make chains, but along "
            "hubs, so that these are short, and Union-Early halves them while it compares both "
            "paths",
        )
    # One of fewer vertices is sampled (``auto_by_hooks.py``).
    if goes_down and is_ring_at_hubs(graph):
        return join_blocks(graph, request)
    if goes_down:
        return _avoid_chains(graph, request, in_one_launch)
    if links.paired >= PAIRED_TO_SHUFFLE:
        return _avoid_pairs(graph, request, in_one_launch)
    return None


def _is_caterpillar(graph: DeviceGraph) -> bool:
    links, is_tree = graph.first_links, average_degree(graph) < DEGREE_OF_TREES
    return is_tree and links.long >= LONG_TO_LINK_FAR and links.at_hubs >= AT_HUBS_OF_LEGS


def is_ring_at_hubs(graph: DeviceGraph) -> bool:
    """Whether half of the vertices are at hubs, two fifths of the entries within blocks of ids.

    Of a graph of few neighbors with more edges than a tree.
    """
    links, degree = graph.first_links, average_degree(graph)
    has_degree = DEGREE_OF_TREES <= degree < DEGREE_TO_JOIN_NO_BLOCKS
    at_hubs = links.at_hubs >= AT_HUBS_TO_JOIN_NO_BLOCKS
    return has_degree and at_hubs and links.within >= WITHIN_TO_JOIN_BLOCKS


def _avoid_chains(graph: DeviceGraph, request: Automatic, in_one_launch: bool) -> Choice:
    links = graph.first_links
    chains = (
        f"from {percentage(links.slow)} of the vertices the ids go down a long thin structure, of "
        "which first links in their order would make one chain"
    )
    if in_one_launch:
        return request.choose(
            IN_SHORT_CHAINS,
            f"{chains}, which in a graph so small is shortened in time by links that go further "
            "and walks that halve their paths (initialization=far-smaller)",
            {"initialization": "far-smaller"},
        )
    degree, large = average_degree(graph), graph.n >= VERTICES_TO_SKIP_DOWN
    enough = DEGREE_TO_SKIP_DOWN if large else DEGREE_TO_SKIP_DOWN_EARLIER
    return request.choose(
        IN_CHAINS if degree < enough else SKIPPING_DOWN,
        f"{chains} (initialization=self)",
        {"initialization": "self"},
    )


def _avoid_pairs(graph: DeviceGraph, request: Automatic, in_one_launch: bool) -> Choice:
    pairs = (
        f"the neighbors of {percentage(graph.first_links.paired)} of the vertices are near each "
        "other and far away from the vertex, so that links in the order of the ids make long chains"
    )
    is_tree = average_degree(graph) < DEGREE_OF_TREES
    links = graph.first_links
    are_long = links.long >= LONG_OF_PAIRS and links.paired >= PAIRED_OF_LONG
    if in_one_launch and not is_tree and are_long and graph.is_sorted:
        return request.choose(
            SKIPPING_DOWN,
            f"{pairs}, which are shorter if each goes further (initialization=far-smaller)",
            {"initialization": "far-smaller"},
        )
    if in_one_launch and (is_tree or graph.first_links.paired < PAIRED_TO_LINK_FAR):
        return request.choose(
            JOINING,
            f"{pairs}; a work-group first joins near ids in its own memory "
            "(initialization=blocks), and walks along the paths of both ends halve these",
            {"initialization": "blocks"},
        )
    if in_one_launch:
        return request.choose(
            IN_SHORT_CHAINS,
            f"{pairs}, unless they go further and walks halve their paths "
            "(initialization=far-smaller)",
            {"initialization": "far-smaller"},
        )
    return request.choose(IN_CHAINS, f"{pairs} (initialization=self)", {"initialization": "self"})


def _are_blocks_worth_joining(graph: DeviceGraph) -> bool:
    links, degree = graph.first_links, average_degree(graph)
    if _is_part_a_chain(graph, degree):
        return True
    may_sample = graph.n < VERTICES_TO_JOIN_AT_HUBS and degree >= DEGREE_TO_JOIN_FEWER_BLOCKS
    most = AT_HUBS_TO_JOIN_FEWER_BLOCKS if may_sample else AT_HUBS_TO_JOIN_NO_BLOCKS
    if degree >= DEGREE_TO_JOIN_NO_BLOCKS or links.at_hubs >= most:
        return False
    return links.within >= _within_to_join(graph, degree)


def _is_part_a_chain(graph: DeviceGraph, degree: float) -> bool:
    """Whether ids go down slowly in a part of a graph of few neighbors, and follow it in blocks."""
    links = graph.first_links
    has_few = DEGREE_TO_JOIN_BESIDE_CHAINS <= degree < DEGREE_TO_JOIN_FEWER_BLOCKS
    goes_down = DESCENTS_TO_JOIN_BLOCKS <= links.slow < DESCENTS_TO_SHUFFLE
    is_scattered = links.scattered >= SCATTERED_TO_JOIN_FEWER_BLOCKS
    in_blocks = links.within >= WITHIN_TO_JOIN_BESIDE_CHAINS and graph.n <= VERTICES_OF_MANY_BLOCKS
    return has_few and goes_down and in_blocks and not is_scattered


def _within_to_join(graph: DeviceGraph, degree: float) -> float:
    """The share of entries within blocks from which these are joined."""
    links, is_large = graph.first_links, graph.n > VERTICES_OF_MANY_BLOCKS
    if links.long < LONG_TO_LINK_FAR:
        is_sparse = DEGREE_TO_JOIN_MORE_BLOCKS <= degree < DEGREE_OF_ROADS
        some_scattered = SCATTERED_OF_ROADS <= links.scattered < SCATTERED_TO_JOIN_FEWER_BLOCKS
        if is_sparse and some_scattered and not is_large:
            return WITHIN_TO_JOIN_ROADS
        has_few = DEGREE_TO_JOIN_MORE_BLOCKS <= degree < DEGREE_TO_JOIN_FEWER_BLOCKS
        if not has_few or links.scattered >= SCATTERED_TO_JOIN_FEWER_BLOCKS:
            return WITHIN_TO_JOIN_ALL_BLOCKS
        if links.slow >= DESCENTS_TO_SHUFFLE:
            return WITHIN_TO_JOIN_MORE_BESIDE_CHAINS
        return WITHIN_TO_JOIN_MORE_OF_MANY_BLOCKS if is_large else WITHIN_TO_JOIN_MORE_BLOCKS
    if degree < DEGREE_OF_TREES:
        return WITHIN_TO_JOIN_TREES
    if is_large and links.slow >= DESCENTS_TO_SHUFFLE:
        return WITHIN_TO_JOIN_ALL_BLOCKS
    return WITHIN_TO_JOIN_MANY_BLOCKS if is_large else WITHIN_TO_JOIN_BLOCKS


def join_blocks(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose blocks, and say why."""
    return request.choose(JOINING, blocks_text(graph), {"initialization": "blocks"})


def blocks_text(graph: DeviceGraph) -> str:
    """Say that work-groups join blocks of ids, and why."""
    links = graph.first_links
    size = 1 << graph.runtime.tuning.id_block_bits_for(graph.n)
    make_chains = links.long >= LONG_TO_LINK_FAR
    chains = f"from {percentage(links.long)} of the vertices first links make chains, and "
    chains = chains if make_chains else ""
    return (
        f"{chains}{percentage(links.within)} of the entries lead to one of the same {size} ids or "
        "so, so that a work-group first joins these in its own memory (initialization=blocks)"
    )
