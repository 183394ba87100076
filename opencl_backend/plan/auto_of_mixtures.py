"""Choose the variant for ``"auto"`` on a GPU where a part of a graph is a chain, but not the rest.

Our own. Beside a scattered graph a path or a band in order is a chain for whoever links by id.
Finds of roots walk all of it, and so do walks that meet, along a band, or from where a path is
linked to the rest. So the first links are flattened, in steps that double (``finalize.h``), before
anything else is united (option ``flatten_links``); then walks that meet are fast again. Very large
graphs do better with links that make no chains, and where the ids of the chain turn back again and
again finds do. What the look at first links says of a few vertices (``first_links.cl``) tells such
mixtures, and whether the chain is a path or a band.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_by_hooks import AT_HUBS_BESIDE_CHAINS
from clconn.opencl_backend.plan.auto_by_ids import (
    AT_HUBS_TO_JOIN_FEWER_BLOCKS,
    DEGREE_OF_LONG_ROWS,
    DEGREE_OF_TREES,
    DEGREE_TO_JOIN_NO_BLOCKS,
    DESCENTS_TO_SHUFFLE,
    IN_CHAINS,
    LONG_TO_LINK_FAR,
    SKIPPING_DOWN,
    VERTICES_OF_MANY_BLOCKS,
    WITHIN_TO_JOIN_BLOCKS,
    average_degree,
    join_blocks,
)
from clconn.opencl_backend.plan.auto_reasons import SMALL_NOT_TO_SAMPLE, is_scattered
from clconn.percentage import percentage

__all__ = [
    "AT_HUBS_OF_FOLDED_CHAINS",
    "AT_HUBS_TO_SAMPLE_BESIDE_CHAINS",
    "BESIDE_CHAINS",
    "DEGREE_TO_FIND_FOLDED_CHAINS",
    "DEGREE_TO_FIND_NO_FOLDED_CHAINS",
    "DEGREE_TO_SAMPLE_ALL_THE_SAME",
    "DEGREE_TO_SAMPLE_AT_HUBS_BESIDE_CHAINS",
    "DEGREE_TO_SAMPLE_BESIDE_CHAINS",
    "DEGREE_TO_SAMPLE_BESIDE_LONG_CHAINS",
    "DESCENTS_OF_MIXTURES",
    "LONG_AT_HUBS_OF_FOLDED_CHAINS",
    "LONG_OF_FOLDED_CHAINS",
    "LONG_OF_WHOLE_CHAINS",
    "PAIRED_OF_WHOLE_FOLDS",
    "SAMPLED_BESIDE_BANDS",
    "SAMPLED_BESIDE_CHAINS",
    "SAMPLED_BESIDE_FOLDED_CHAINS",
    "SCATTERED_BESIDE_CHAINS",
    "SCATTERED_BESIDE_SHORT_CHAINS",
    "SLOW_ENTRIES_OF_BANDS",
    "VERTICES_OF_SMALL_CHAINS",
    "VERTICES_TO_AVOID_LONG_CHAINS",
    "VERTICES_TO_COALESCE_FINDS",
    "VERTICES_TO_SAMPLE_AT_HUBS",
    "VERTICES_TO_SKIP_BANDS",
    "WITHIN_OF_SMALL_CHAINS",
    "choose_of_mixture",
]

# On an H100, a path in a part of the graph and a random graph (6 neighbors a vertex) in the rest,
# us without flattening by walks that meet, by them after k-out sampling and by links in a random
# order, which was chosen before: 0.5 and 0.8 of 2^18 vertices (4 and 2.8 neighbors a vertex) 88,
# 114 and 203, 533 and 113, 109, of 2^19 112, 109 and 122, 114 and 168, 144, of 2^20 150, 135 and
# 139, 169 and 211, 207, of 2^22 371, 380 and 382, 486 and 348, 396; 0.2 of 2^18, 2^20 and 2^22
# (5.2) 98, 168, 418 and 131, 135, 331 and 160, 225, 370; 0.3, the path last (4.8), 104, 165, 399
# and 96, 136, 374 and 152, 183, 360, and with 16 neighbors in the rest (11.8) 172, 388, 1259 and
# 156, 141, 397 and 165, 376, 698; 0.2 with 2 neighbors 71, 106, 252 and 135, 126, 314 and 112, 165,
# 339. A path of 0.05 of 2^22 vertices 457, 310 and 425, and by finds after the sample, which its
# size asks for, 352; 0.2 801. By the choice that follows from these and by what was chosen before,
# 0.3 and 0.5 of 2^22 vertices 343, 385 and 364, 324, as forests 366 and 276 (0.3); 0.3 with 2
# neighbors in the rest 247 and 324.
SCATTERED_BESIDE_CHAINS = 0.1
"""Share of scattered vertices from which a graph is no long thin structure as a whole."""
SCATTERED_BESIDE_SHORT_CHAINS = 0.3
"""The same where less than :data:`DESCENTS_TO_SHUFFLE` are slow."""
DESCENTS_OF_MIXTURES = 0.02
"""Share of slow walks from which a part of a graph is a chain."""
DEGREE_TO_SAMPLE_BESIDE_CHAINS = 3
"""Entries per vertex from which the rest is sampled."""
DEGREE_TO_SAMPLE_BESIDE_LONG_CHAINS = 4.5
"""The same where :data:`DESCENTS_TO_SHUFFLE` or more are slow."""
DEGREE_TO_SAMPLE_AT_HUBS_BESIDE_CHAINS = 2.1
"""The same where :data:`AT_HUBS_TO_SAMPLE_BESIDE_CHAINS` are at hubs, too;
:data:`AT_HUBS_BESIDE_CHAINS` of rows that are not sorted. (Two paths with categories side by side,
with 4 neighbors a vertex, of 2^16 and 2^19 vertices take 58 and 83 us with a sample, 100 and 90
without, legs beside a few diagonals, 2.2, of 2^16 50 and 128; categories and a tree, 3, of 2^17 and
2^19 1.09 and 1.12 of the best of all, and 1.00 and 1.01.)"""
AT_HUBS_TO_SAMPLE_BESIDE_CHAINS = 0.4
"""Share of vertices at hubs from which they are many. (A path among ratings, 0.45, of 2^17 vertices
takes 118 us without a sample and 66 with it, near vertices among ratings, 0.46, of 2^20 384 and
138; with 0.12 at hubs 0.74 to 1.34 of the time.)"""

# Where all walks are long, and some slow, the graph is a chain all the same: a path whose end has
# as many leaves and caterpillars along 0, n-1, ... of 2^16 to 2^20 vertices take 0.48 to 0.79 of
# the time of flattened walks by blocks (2026-11-26); legs along 0, n-1, ... of 2^17, of whose
# entries 0.31 are within blocks, 1.6.
LONG_OF_WHOLE_CHAINS = 0.95
"""Share of long walks from which all are."""
VERTICES_TO_AVOID_LONG_CHAINS = 2**22
"""Vertices from which links in a random order are better there, unless there are fewer neighbors
than :data:`DEGREE_TO_SAMPLE_BESIDE_CHAINS`, or many. (With flattened links half a path takes 329 us
there in place of 342, but 450 in place of 253 where edges link it to the rest.)"""
DEGREE_TO_SAMPLE_ALL_THE_SAME = 7.5
"""Entries per vertex that are many."""

# In a small graph that ids follow in blocks but for a tenth or so, by flattened walks or samples
# and by blocks, as multiples of the best of all: nine mixtures of 2^16 to 2^18 vertices without
# hubs (small worlds, bands and cliques in a row beside diagonals, roads and trees) 1.06 to 1.87 and
# 7.35 (370 us), 1.00 to 1.17; with fewer entries within, of 2^19 and 2^20 or at hubs 1.0 to 1.6 and
# 1.0 to 3.1.
VERTICES_OF_SMALL_CHAINS = 2**18
"""Vertices up to which blocks are joined there."""
WITHIN_OF_SMALL_CHAINS = 0.85
"""Share of entries within blocks of ids from which they are."""

# On an H100, a band (3 neighbors on either side) in a part, us by walks that meet after k-out
# sampling, by finds after it, and by links from single vertices alone: 0.05 of 2^18, 2^20 and 2^22
# vertices 285, 168, 448 and 121, 146, 300 and 144, 170, 270; 0.3 570, 484, 1752 and 109, 191, 657
# and 130, 126, 273; 0.6 836, 863, 3342 and 141, 301, 1086 and 104, 169, 311. Beside a path the
# latter takes 175 to 1781. A band of 2 neighbors, by walks that meet and by the latter: 0.05 of
# 2^18, 2^20 and 2^22 243, 210, 555 and 186, 162, 265, 0.3 437, 665, 2444 and 154, 156, 264.
SLOW_ENTRIES_OF_BANDS = 3
"""First entries of a slow vertex, on average, from which the chain is a band: a path has 2, and a
band of two neighbors on either side 4."""

# With many at hubs, too, us by links from single vertices and by walks that meet after a flattened
# sample: a star linked to a strip (2.3 neighbors, 0.03 of the walks slow) of 2^23 vertices 460 and
# 274, ratings beside categories (5.5; 0.12) of 2^24 1,990 and 905; by finds after a sample, which
# the rest of the rule would take, 243 and 2,350. A strided band linked to hexagons (16; 0.71) of
# 2^22 takes 1.16 of the best of all by the sample as before.
VERTICES_TO_SAMPLE_AT_HUBS = 2**22
"""Vertices from which many at hubs decide whatever the chain is like."""

# The same, us by links from single vertices and by walks that meet after k-out sampling, with its
# first links flattened: 0.3 of 2^17, 2^18, 2^20 and 2^22 vertices 101, 150, 162, 259 and 61, 96,
# 140, 346; 0.05, a band of 2 neighbors, 105, 186, 162, 265 and 73, 98, 149, - . Half of the
# vertices in a band of ten neighbors, of 2^17, 2^18 and 2^20, 153, 215, - and 65, 91, 167. By
# flattened hooks (``auto_by_hooks.py``) all these take 67, 88, 135, 407, 78, 95, 137, 423 and 76,
# 91, 205.
VERTICES_TO_SKIP_BANDS = 2**21
"""Vertices from which bands of few neighbors are better skipped by links from single vertices."""

# The ids of a torus or a path along 0, n-1, 1, n-2, ... turn back again and again: walks down the
# links of such a part are long, but few are slow. Half or an eighth of the vertices of 42 graphs of
# 2^16 to 2^22 vertices, linked to or interleaved with ratings, hexagons or a random graph (2.2 to 6
# neighbors a vertex), as multiples of the best of all (2026-11-26): by what was chosen before, 1.57
# in the mean and 4.3 at most; by finds after k-out sampling 1.25 and 3.9, by these coalesced, which
# begin without first links, 1.25 and 2.2; by the latter beyond 2^17 vertices 1.14 and 2.0.
LONG_OF_FOLDED_CHAINS = 0.05
"""Share of long walks from which there are such chains, if fewer than :data:`DESCENTS_OF_MIXTURES`
are slow."""
PAIRED_OF_WHOLE_FOLDS = 0.4
"""Share of paired vertices from which it is the whole graph whose ids do so: of such a torus half
are. (Of 2^20 vertices it takes 186 us by finds after a sample, and 104 by links in a random order.)
"""
DEGREE_TO_FIND_FOLDED_CHAINS = 2.2
"""Entries per vertex from which they are sampled so."""
DEGREE_TO_FIND_NO_FOLDED_CHAINS = 6
"""The same from which they are not any more: of five graphs with more, two lose a third."""
VERTICES_TO_COALESCE_FINDS = 2**17 + 1
"""Vertices from which the sample is coalesced then."""

# Where some are at hubs, and most of the rest is folded, first links to the hubs are missed: two
# circuits (0.46 and 0.48 of the walks long, 0.01 and 0.02 at hubs) of 2^18 and 2^20 vertices and a
# small world beside ratings (0.35, 0.45) of 2^18 take 103, 214 and 121 us by the coalesced sample,
# 44, 103 and 95 by the other (H100, 2026-11-28); of unsorted rows a circuit of 2^18 1.4 by the
# other, and 1.05 by a flattened sample. Where fewer walks are long it is 0.9 to 1.3.
AT_HUBS_OF_FOLDED_CHAINS = 0.01
"""Share of vertices at hubs from which the sample is not coalesced."""
LONG_AT_HUBS_OF_FOLDED_CHAINS = 0.3
"""Share of long walks from which that holds."""

# Of 2^17, 2^18, 2^20 and 2^22 vertices, us without flattening and with it: a path in half of them
# 85, 112, 150, 380 and 69, 93, 141, 329; in a tenth 72, 126, 140, 313 and 62, 93, 144, 325; in a
# fifth, and a fiftieth as many edges as vertices lead anywhere, 283, 934, 512 and 66, 81, 117; in
# half 241, 451, 396 and 59, 67, 103, a path of even and odd ids between the leaves of a star 4874
# (2^17), 35,283 (2^20) and 51, 100, all after k-out sampling; the last without a sample, as is
# chosen, 42 and 88.
BESIDE_CHAINS = "csr/interleaved/single"
SAMPLED_BESIDE_CHAINS = "kout/interleaved/single"
SAMPLED_BESIDE_BANDS = "kout/async/single"
SAMPLED_BESIDE_FOLDED_CHAINS = "kout/async/single"


def choose_of_mixture(graph: DeviceGraph, request: Automatic) -> Choice | None:
    """Choose the variant if a part of a graph on a GPU is a chain; None if none is, or all."""
    links = graph.first_links
    if links.slow < DESCENTS_OF_MIXTURES:
        return _choose_beside_folded_chains(graph, request)
    if links.scattered < SCATTERED_BESIDE_CHAINS:
        return None
    if _is_tree_along_a_chain(graph) or _is_small_and_in_blocks(graph):
        return join_blocks(graph, request)
    is_short = links.slow < DESCENTS_TO_SHUFFLE
    would_meet = links.scattered >= SCATTERED_BESIDE_SHORT_CHAINS and links.long < LONG_TO_LINK_FAR
    if is_short and not would_meet:
        return None
    chain = (
        f"from {percentage(links.slow)} of the vertices the ids go down a long thin structure, and "
        f"the neighbors of {percentage(links.scattered)} are far away"
    )
    if _are_hubs_of_large(graph):
        return _flatten(request, SAMPLED_BESIDE_CHAINS, chain)
    is_band = links.slow_entries >= SLOW_ENTRIES_OF_BANDS
    if not is_short and not is_band and _is_too_large_to_meet(graph):
        return request.choose(
            IN_CHAINS,
            f"{chain}; in so large a graph links in the order of the ids are better avoided "
            "(initialization=self)",
            {"initialization": "self"},
        )
    is_large_band = is_band and graph.n >= VERTICES_TO_SKIP_BANDS
    is_dense = average_degree(graph) >= DEGREE_OF_LONG_ROWS
    if is_large_band and not is_dense:
        return request.choose(
            SKIPPING_DOWN,
            f"{chain}; where the structure has so many neighbors, links from single vertices skip "
            "most of it (initialization=self)",
            {"initialization": "self"},
        )
    is_sampled = _is_to_be_sampled(graph, is_short)
    if is_large_band and is_short and is_sampled:
        return request.choose(
            SAMPLED_BESIDE_BANDS,
            f"{chain}, so that after a sample most edges are never read; finds shorten the chain, "
            "as walks that meet do not",
        )
    return _flatten(request, SAMPLED_BESIDE_CHAINS if is_sampled else BESIDE_CHAINS, chain)


def _flatten(request: Automatic, variant: str, chain: str) -> Choice:
    return request.choose(
        variant,
        f"{chain}; the chain that first links make of it is flattened in steps that double "
        "(flatten_links=true), and then walks from both ends of an edge meet before they come to "
        "the few roots that all share",
        {"flatten_links": True},
    )


def _choose_beside_folded_chains(graph: DeviceGraph, request: Automatic) -> Choice | None:
    links, degree = graph.first_links, average_degree(graph)
    has_degree = DEGREE_TO_FIND_FOLDED_CHAINS <= degree < DEGREE_TO_FIND_NO_FOLDED_CHAINS
    if not (is_scattered(graph) and has_degree):
        return None
    is_part = links.long >= LONG_OF_FOLDED_CHAINS and links.paired < PAIRED_OF_WHOLE_FOLDS
    if not is_part or graph.small_components >= SMALL_NOT_TO_SAMPLE:
        return None
    chains = (
        f"the neighbors of {percentage(links.scattered)} of the vertices are far away, and from "
        f"{percentage(links.long)} first links make chains whose ids turn back again and again"
    )
    is_at_hubs = links.at_hubs >= AT_HUBS_OF_FOLDED_CHAINS
    needs_hubs = is_at_hubs and links.long >= LONG_AT_HUBS_OF_FOLDED_CHAINS
    if needs_hubs and not graph.is_sorted:
        return _flatten(request, SAMPLED_BESIDE_CHAINS, chains)
    reason = (
        f"{chains}; after a sample most edges are never read, and finds shorten chains, as walks "
        "that meet do not"
    )
    if needs_hubs or graph.n < VERTICES_TO_COALESCE_FINDS:
        return request.choose(SAMPLED_BESIDE_FOLDED_CHAINS, reason)
    more = ", of which such a sample without first links makes few (sharing=coalesced)"
    return request.choose(SAMPLED_BESIDE_FOLDED_CHAINS, reason + more, {"sharing": "coalesced"})


def _is_too_large_to_meet(graph: DeviceGraph) -> bool:
    has_some = (
        DEGREE_TO_SAMPLE_BESIDE_CHAINS <= average_degree(graph) < DEGREE_TO_SAMPLE_ALL_THE_SAME
    )
    return graph.n >= VERTICES_TO_AVOID_LONG_CHAINS and has_some


def _are_hubs_of_large(graph: DeviceGraph) -> bool:
    """Whether so many vertices of a very large graph are at hubs that it is sampled."""
    are_many = graph.first_links.at_hubs >= _at_hubs_to_sample(graph)
    has_enough = average_degree(graph) >= DEGREE_TO_SAMPLE_AT_HUBS_BESIDE_CHAINS
    is_large = graph.n >= VERTICES_TO_SAMPLE_AT_HUBS
    return is_large and are_many and has_enough and graph.small_components < SMALL_NOT_TO_SAMPLE


def _is_tree_along_a_chain(graph: DeviceGraph) -> bool:
    """Whether the walks of all vertices go down a chain that has hardly more edges than a tree."""
    links = graph.first_links
    is_tree = average_degree(graph) < DEGREE_OF_TREES
    are_all = links.slow >= DESCENTS_TO_SHUFFLE and links.long >= LONG_OF_WHOLE_CHAINS
    in_blocks = graph.n <= VERTICES_OF_MANY_BLOCKS and links.within >= WITHIN_TO_JOIN_BLOCKS
    return is_tree and are_all and in_blocks


def _is_small_and_in_blocks(graph: DeviceGraph) -> bool:
    """Whether nearly all entries of a small graph without hubs are within blocks of ids."""
    links = graph.first_links
    has_degree = average_degree(graph) < DEGREE_TO_JOIN_NO_BLOCKS
    is_plain = links.at_hubs < AT_HUBS_TO_JOIN_FEWER_BLOCKS and has_degree
    goes_down = links.slow >= DESCENTS_TO_SHUFFLE and graph.n <= VERTICES_OF_SMALL_CHAINS
    return is_plain and goes_down and links.within >= WITHIN_OF_SMALL_CHAINS


def _at_hubs_to_sample(graph: DeviceGraph) -> float:
    # Without a sample the leaves of a star beside a strip in reverse, an eighth of 2^18 vertices of
    # unsorted rows, wait for its center: 1.6 ms in place of 0.055.
    return AT_HUBS_TO_SAMPLE_BESIDE_CHAINS if graph.is_sorted else AT_HUBS_BESIDE_CHAINS


def _is_to_be_sampled(graph: DeviceGraph, is_short: bool) -> bool:
    least = DEGREE_TO_SAMPLE_BESIDE_LONG_CHAINS
    if is_short:
        least = DEGREE_TO_SAMPLE_BESIDE_CHAINS
    elif graph.first_links.at_hubs >= _at_hubs_to_sample(graph):
        least = DEGREE_TO_SAMPLE_AT_HUBS_BESIDE_CHAINS
    has_enough = average_degree(graph) >= least
    return has_enough and graph.small_components < SMALL_NOT_TO_SAMPLE
