"""Choose flattened hooks or samples for ``"auto"`` on a GPU where ids follow parts of a graph.

Our own. In a band, a thin bar or a long mesh in order, links to first neighbors make long chains,
and rows of more than 16 entries (``Tuning.low_degree``) are not all in work at once, so that those
that are walk a chain that nobody else shortens. So the links to first neighbors are flattened by
all vertices at once, in steps that double (``finalize.h``), before anything else is united. Then
the chains are gone, and most entries of the rows are never read, since nearly all vertices are
settled.

Hooking reads one entry of each row and links without a walk; in large graphs it is the fastest
where its links join all. Where they do not, as where a band is numbered in blocks, it has settled
next to nothing, and all entries of all rows are read: k-out sampling, which unites a second entry
of each row, finds the largest component there. That suits rings at hubs as well, chains beside
hubs, and graphs of many neighbors that ids follow on two sides, or that are scattered but for a
part that they follow so.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_by_ids import (
    AT_ANY_HUBS,
    AT_HUBS_TO_JOIN_NO_BLOCKS,
    DEGREE_OF_LONG_ROWS,
    DEGREE_OF_TREES,
    DEGREE_TO_JOIN_FEWER_BLOCKS,
    DESCENTS_TO_SHUFFLE,
    PAIRED_TO_SHUFFLE,
    VERTICES_TO_SKIP_DOWN,
    WITHIN_TO_JOIN_ALL_BLOCKS,
    WITHIN_TO_JOIN_BLOCKS,
    average_degree,
    is_ring_at_hubs,
)
from clconn.opencl_backend.plan.auto_reasons import (
    SMALL_NOT_TO_SAMPLE,
    degree_text,
    is_scattered,
)
from clconn.percentage import percentage

__all__ = [
    "AT_HUBS_BESIDE_CHAINS",
    "DEGREE_OF_CUT_CHAINS",
    "DEGREE_TO_FIND_PAIRS",
    "DEGREE_TO_FLATTEN_SAMPLES",
    "DEGREE_TO_SAMPLE_ANY_PAIRS",
    "DEGREE_TO_SAMPLE_PAIRS",
    "ENTRIES_OF_THIN",
    "ENTRIES_TO_FIND_A_CORE",
    "FLAT_HOOKS",
    "FLAT_SAMPLE",
    "LONG_OF_CUT_CHAINS",
    "LONG_TO_HOOK",
    "MEETING_PAIRS",
    "PAIRED_TO_FIND",
    "PAIRED_TO_FIND_AT_HUBS",
    "PAIRED_TO_SAMPLE",
    "SAMPLE_OF_CUT_CHAINS",
    "SAMPLE_OF_PAIRS",
    "SLOW_BESIDE_A_CORE",
    "SLOW_OF_CUT_CHAINS",
    "SLOW_OF_WHOLE_CHAINS",
    "VERTICES_OF_CUT_CHAINS",
    "VERTICES_OF_FAR_LINKS",
    "VERTICES_OF_LARGE_RINGS",
    "VERTICES_TO_FIND_PAIRS",
    "VERTICES_TO_HOOK",
    "VERTICES_TO_SAMPLE_PAIRS",
    "WITHIN_TO_FLATTEN_NO_SAMPLES",
    "choose_by_hooks",
]

# On an H100, us by halved paths (one launch) or links from single vertices, which were chosen
# before, by k-out sampling with finds, and by this, of 2^17, 2^18, 2^20 and 2^22 vertices: bands of
# 9 neighbors on either side 2778, 5870, 330, 1059 and 81, 101, 262, 905 and 43, 51, 109, 330; of 16
# 4626, 12179, 467, 1602 and 74, 96, 225, 841 and 40, 51, 103, 290; cliques of 20 in a row 122, 198
# (2^21: 967) and 84, 111, 282, 950 and 42, 49, 108, 339; ten random neighbors among the next 50 ids
# 73, 87 (551) and 60, 76, 170, 547 and 42, 42, 123, 275; a thin bar of 26 neighbors 55, 75 (1402)
# and 49, 60, 150, 495 and 38, 41, 104, 297; the twelve nearest of points in a long box, whose rows
# are partly long, 81, 109 (368) and 55, 67, 155, 529 and 64, 68, 122, 438. A band of 8, without
# long rows, 48, 56, 106, 260 and 91, 118, 298, 1058 and 42, 48, 96, 264.
FLAT_HOOKS = "hb/interleaved/single"

# Us by flattened hooks and by flattened samples (2026-11-25, another host), of 2^14, 2^16, 2^17 and
# 2^18 vertices, where the latter are one launch, too: bands of 9 neighbors on either side 45, 47,
# 47, 57 and 47, 48, 48, 59, of 32 44, 44, 51, 58 and 45, 41, 46, 64, cliques of 20 in a row 99, 41,
# 46, 50 and 61, 41, 47, 53, ten random neighbors among the next 50 ids 58, 57, 60, 53 and 47, 47,
# 50, 56, the twelve nearest in a long box 70, 58, 67, 74 and 45, 43, 51, 61, a thousand categories
# along a path 48, 42, 51, 60 and 50, 43, 51, 62, wheels 46, 51, 49, 61 and 43, 45, 50, 61 (and by
# far links and halved paths 35, 34, 39, 49, which categories do not bear: 79, 84, 86, 119). Beyond:
# 2^20 vertices with ten random neighbors among the next 50 ids 108 and 112, a band of 2^22 with a
# small world over it 233 and 299. But bands of 9 of 2^17, 2^18, 2^20 and 2^21 vertices whose ids
# are in shuffled blocks of 1024, of which 0.86 of the walks are long, 150, 274, 191, 355 and 45,
# 57, 104, 151. (Not all that fails shows so: the two halves of such a band by even and odd ids, all
# of whose walks are long, take 153 and 249 us at 2^20 and 2^21, and 121 and 189.)
#
# Since a sampled edge is given up after 64 steps (``unite.h``), as multiples of the best of all: of
# 31 mixtures of 2^18 to 2^20 vertices of which hooks were taken to join all, these 1.0 to 4.2, and
# samples 1.0 to 1.45: 20 neighbors near linked to a strided mesh (2^20) 4.2 and 1.0, categories of
# even and odd ids (2^20) 2.0 and 1.0, band of 9 of 2^20 1.0 and 1.07. Of 2^21 and 2^22 vertices
# five 1.0 to 1.14, and 1.11 to 1.33; only a band of 9 with a stride of 7 1.5 and 1.0.
VERTICES_TO_HOOK = 2**21
"""Vertices from which hooks are better, if they join all."""
LONG_TO_HOOK = 0.95
"""Share of long walks down the ids from which hooks are taken to do so."""
FLAT_SAMPLE = "kout/interleaved/single"
_CHAINS_OF = {
    FLAT_HOOKS: "links to first neighbors leave few roots, and the chains that they make",
    FLAT_SAMPLE: "two edges of each vertex find most of the largest component, and the chains that "
    "the first of them make",
}
"""What each does, in the words of a reason."""

# Us by what was chosen before and by flattened samples. Where hubs are beside a chain (the share at
# hubs in brackets; two graphs linked, interleaved or side by side): a strip in blocks and a path
# with categories (0.12) of 2^18 vertices 93 and 63, categories and random neighbors near (0.12) of
# 2^18 144 and 89, a torus and R-MAT (0.06) of 2^19 161 and 80, legs and random neighbors near
# (0.499) of 2^20 332 and 123, a tree and cliques (0.499) 422 and 139, a path and cliques (0.13) of
# 2^22 704 and 379; a bar over random neighbors (0.1) of 2^22 205 and 229. A path with a hub, of
# whose entries 0.95 to 0.96 are within blocks, is joined by these, and so is what has 0.94 of them,
# unless there may be a sample.
#
# Half of the vertices and more, fewer of whose entries are within blocks than of a ring: a path and
# random neighbors near (0.51) of 2^18 276 and 91, two bands with others of 2^17 and 2^20 (0.5) 111
# and 45, 315 and 138, categories over a tree (1) of 2^18 589 and 76, legs beside preferential
# attachment (0.98) 114 and 80. And where there may be a sample, any entries within blocks: R-MAT
# linked to cliques in a row (0.08; 0.94 are) of 2^16 1.5 and 1.1 of the best of all.
#
# Any share at hubs, and more neighbors than are united in blocks or skipped: a torus over a small
# world (10 neighbors), a tree over a small world (8), of 2^18, 76 and 65, 94 and 83, a torus over
# ratings (9.5; 0.92 at hubs) of 2^20 157 and 111. Of 2^22 vertices a band over diagonals (8) takes
# 158 by links from single vertices, and 262.
AT_HUBS_BESIDE_CHAINS = 0.05
"""Share of vertices at hubs from which a graph is sampled where ids go down slowly, unless most of
few entries are within blocks, or half of the vertices are at hubs of a ring or of a tree."""
DEGREE_TO_FLATTEN_SAMPLES = 7
"""Entries per vertex from which such a graph is sampled with any share of them; in one launch see
:data:`VERTICES_OF_FAR_LINKS`."""
WITHIN_TO_FLATTEN_NO_SAMPLES = 0.8
"""Share of entries within blocks of ids from which the latter is not."""
VERTICES_OF_FAR_LINKS = 2**18
"""Most vertices that would be linked far in one launch, which does not bear as many neighbors as
may be sampled: a band of 2, shuffled, over a tree of near vertices (6) of 2^18 takes 287 us so, and
90."""

# Where a hub has all vertices of a ring in order, or a thousand or twenty have those of a path, us
# by what was chosen before (one launch of halved paths up to 2^18 vertices, blocks beyond) and by
# flattened hooks: of 2^14, 2^17, 2^19, 2^21 and 2^22 vertices wheels 31, 37, 81, 151, 208 and 35,
# 42, 74, 149, 373, a thousand categories 69, 85, 181, 193, 323 and 38, 43, 74, 153, 374, twenty 56,
# 39, 109, 209, 262 and 35, 43, 69, 154, 363.
VERTICES_OF_LARGE_RINGS = 2**22
"""Vertices from which blocks are better for a ring at hubs."""

# Where the neighbors of a vertex are near each other and far away from it, as those of the rows and
# columns of a banded matrix, us by flattened hooks (``hb/async``), by walks that meet and by finds
# after k-out sampling, and by links in a random order (far ones and halved paths in one launch): 9
# diagonals of 2^15, 2^17, 2^18, 2^20 and 2^22 vertices 44, 50, 54, 109, 202, then 50, 54, 64, 100,
# 233, then 74, 82, 61, 91, 211, and 45, 55, 63, 124 (far), 373 (far), 20 diagonals 44, 49, 53, 119,
# 279, then 50, 58, 64, 116, 340, then 72, 94, 56, 103, 304; 4 diagonals of 2^20 and 2^22 92, 182,
# then 85, 222, then 81, 177, and 110, 276, 6 of them 90, 185, then 86, 211, then 80, 184, and 119,
# 307. Hooks must join all: in shuffled blocks of 1024 ids 20 diagonals of 2^17, 2^18 and 2^20 take
# 145, 252, 207 by them, 48, 60, 121 by walks, and 49, 56, 126 by finds; with a stride of 7, of
# which the looks see no more, 153 (2^17), 68 and 53. But linked to a sparse random graph (0.84 are
# paired, 2^18) 68, 140 and 130.
MEETING_PAIRS = "kout/interleaved/single"
SAMPLE_OF_PAIRS = "kout/async/single"
VERTICES_TO_FIND_PAIRS = 2**18
"""Vertices from which finds are better."""
VERTICES_TO_SAMPLE_PAIRS = 2**18 + 1
"""Vertices from which fewer neighbors are sampled, too; by far links and halved paths 4 and 6
diagonals of 2^18 take 54 and 60, and by finds 62 and 70."""
DEGREE_TO_SAMPLE_ANY_PAIRS = 7
"""Entries per vertex from which pairs are sampled. (A torus along 0, n-1, 1, n-2, ... of 2^20
vertices, with 4 neighbors, takes 186 so and 104 by random links.)"""
PAIRED_TO_SAMPLE = 0.85
"""Share of paired vertices from which they are. (Half of the vertices of that torus are.)"""
DEGREE_TO_SAMPLE_PAIRS = 2.9
"""Entries per vertex that are enough then. (Three diagonals have a little less than 3.)"""

# A part of the graph is paired, the rest scattered: as multiples of the best of all, by what was
# chosen before (walks that meet, with or without a sample, or links in a random order), by links
# in a random order and by finds after a sample. An eighth a path or a torus along 0, n-1, 1, n-2,
# ... or four diagonals in shuffled blocks, linked to a random graph or hexagons or interleaved, of
# 2^16, 2^18 and 2^20 vertices: 39 graphs 2.2, at most 10.7, 1.34 and 2.3, 1.25 and 3.9. An eighth
# or half beside ratings, 0.45 or 0.79 at hubs: 30 graphs 1.7 and 3.1, 2.7 and 4.5, 1.12 and 1.8.
# (Of the latter 1.3 and 2.4 by walks that meet after a sample, of the former 1.4 and 2.9.) Half of
# 24 graphs without hubs 1.5 and 2.3, 1.3 and 1.8, 1.2 and 2.2, but such structures alone are left
# to other rules.
#
# By finds and by flattened hooks, at hubs, fewer than a quarter paired: up to 2^18 vertices 16
# graphs 1.04 and 1.2, 1.56 and 3.0, of 2^20 9 graphs 1.7 and 3.95, 1.33 and 1.9, of 2^22 6 graphs
# 1.25 and 1.4, 2.2 and 2.8.
PAIRED_TO_FIND = 0.08
"""Share of paired vertices from which a scattered graph is sampled, and united by finds. (In a
random graph 0.01 to 0.02 are paired, and in timetables with 5.5 neighbors, of 2^16 and 2^18
vertices, 0.07: these take 60 and 100 us by finds, 38 and 60 by walks that meet.)"""
PAIRED_TO_FIND_AT_HUBS = 0.04
"""The same where :data:`AT_HUBS_BESIDE_CHAINS` are at hubs. There is no upper bound then; without
hubs it is :data:`PAIRED_TO_SHUFFLE`."""
DEGREE_TO_FIND_PAIRS = 2.2
"""Entries per vertex from which they are. (Four diagonals of an eighth of 2^17 vertices, 2.25
neighbors a vertex, beside a tree of near vertices with a stride of 1001 and interleaved with a
shuffled one, as multiples of the best of all: 5.1 and 1.6 by walks that meet, 1.5 and 1.1 so.)"""


# Two structures over each other, of one of which ids make chains: where links of the other cut
# them nearly all walks are long, but hardly more than half are slow. By finds after a coalesced
# sample, which begins without first links, as a multiple of flattened samples, 15 such graphs of
# 2^19 to 2^21 vertices: 0.51 to 0.79 (bands over tori, small worlds over roads, preferential
# attachment over strips), two 0.83 to 0.91, two 1.0 and 1.05. Of 2^18 vertices and fewer 0.9 to
# 1.47. Where two thirds and more are slow 0.85 to 1.9, where fewer than half are 1.1, where fewer
# than nine tenths of the walks are long 0.52 to 1.6 (2026-11-26).
SAMPLE_OF_CUT_CHAINS = "kout/async/single"
LONG_OF_CUT_CHAINS = 0.9
"""Share of long walks down the ids from which chains may be cut."""
SLOW_OF_CUT_CHAINS = 0.5
"""Share of slow ones from which they are."""
SLOW_OF_WHOLE_CHAINS = 0.67
"""The same from which they are not."""
DEGREE_OF_CUT_CHAINS = 5.5
"""Entries per vertex from which they are. (The fewest that were measured are 5.996.)"""
VERTICES_OF_CUT_CHAINS = 2**18 + 1
"""Vertices from which they are sampled so; fewer are one launch."""

# A path in order that ends in a clique of 3,240 vertices, 2^20 in all, us by blocks, which were
# chosen before, and by flattened walks that meet after a sample, unsorted: 218 and 98, reversed 284
# and 100 (H200, 2026-11-30).
SLOW_BESIDE_A_CORE = 0.9
"""Share of slow walks from which a chain has nearly all vertices."""
ENTRIES_OF_THIN = 4
"""First entries of a slow vertex, on average, below which the chain is thin."""
ENTRIES_TO_FIND_A_CORE = 4
"""Entries per vertex for each first entry of a slow one from which most are at hubs."""


def choose_by_hooks(graph: DeviceGraph, request: Automatic) -> Choice | None:
    """Choose flattened hooks or samples where ids on a GPU ask for them; otherwise None."""
    links, degree = graph.first_links, average_degree(graph)
    if links.slow >= DESCENTS_TO_SHUFFLE:
        return _choose_of_chains(graph, request, degree)
    if links.paired >= PAIRED_TO_SHUFFLE:
        of_pairs = _choose_of_pairs(graph, request, degree)
        if of_pairs is not None:
            return of_pairs
    return _choose_beside_pairs(graph, request, degree)


def _choose_of_chains(graph: DeviceGraph, request: Automatic, degree: float) -> Choice | None:
    links = graph.first_links
    joins_all = graph.n >= VERTICES_TO_HOOK and links.long >= LONG_TO_HOOK
    variant = FLAT_HOOKS if joins_all else FLAT_SAMPLE
    thin = f"from {percentage(links.slow)} of the vertices the ids go down a long thin structure"
    if degree >= DEGREE_OF_LONG_ROWS:
        more = f"{thin}, with {degree_text(graph)}, most of which nobody reads"
    elif graph.n < VERTICES_OF_LARGE_RINGS and is_ring_at_hubs(graph):
        more = f"{thin}, and {percentage(links.at_hubs)} are at hubs, whose entries nobody reads"
    elif _has_hubs_beside(graph, degree):
        variant, more = FLAT_SAMPLE, f"{thin}, and {percentage(links.at_hubs)} are at hubs"
    elif _has_dense_core(graph, degree):
        more = f"{thin}, and most entries are at a few hubs, where nobody reads them"
    elif _has_too_many_neighbors(graph, degree):
        variant, more = FLAT_SAMPLE, f"{thin}, with {degree_text(graph)}"
    else:
        return None
    if variant == FLAT_SAMPLE and _are_chains_cut(graph, degree):
        return request.choose(
            SAMPLE_OF_CUT_CHAINS,
            f"{more}, but first links make chains from {percentage(links.long)}, which others cut; "
            "two edges of each vertex find most of the largest component, and finds shorten such "
            "chains (sharing=coalesced)",
            {"sharing": "coalesced"},
        )
    return _choose_flat(request, variant, more)


def _are_chains_cut(graph: DeviceGraph, degree: float) -> bool:
    """Whether links of a structure make chains, and of another one laid over it cut them."""
    links, is_large = graph.first_links, graph.n >= VERTICES_OF_CUT_CHAINS
    are_cut = SLOW_OF_CUT_CHAINS <= links.slow < SLOW_OF_WHOLE_CHAINS
    are_long = links.long >= LONG_OF_CUT_CHAINS
    return is_large and are_cut and are_long and degree >= DEGREE_OF_CUT_CHAINS


def _has_too_many_neighbors(graph: DeviceGraph, degree: float) -> bool:
    """Whether more than blocks, links from single vertices or far links bear."""
    n, within = graph.n, graph.first_links.within
    if n <= VERTICES_OF_FAR_LINKS and within < WITHIN_TO_JOIN_BLOCKS:
        return degree >= DEGREE_TO_JOIN_FEWER_BLOCKS
    is_small = n < VERTICES_TO_SKIP_DOWN and within < WITHIN_TO_FLATTEN_NO_SAMPLES
    return is_small and degree >= DEGREE_TO_FLATTEN_SAMPLES


def _has_hubs_beside(graph: DeviceGraph, degree: float) -> bool:
    """Whether hubs, beside the chain or along it, make all else slow."""
    links = graph.first_links
    if links.at_hubs >= AT_HUBS_TO_JOIN_NO_BLOCKS:
        # Of a tree these are the legs of a caterpillar.
        return degree >= DEGREE_OF_TREES and links.within < WITHIN_TO_JOIN_BLOCKS
    may_sample = degree >= DEGREE_TO_JOIN_FEWER_BLOCKS
    joins_few = may_sample or links.within < WITHIN_TO_JOIN_ALL_BLOCKS
    return links.at_hubs >= AT_HUBS_BESIDE_CHAINS and joins_few


def _has_dense_core(graph: DeviceGraph, degree: float) -> bool:
    """Whether nearly all vertices are in a thin chain, and most entries elsewhere."""
    links = graph.first_links
    is_thin = links.slow >= SLOW_BESIDE_A_CORE and 0 < links.slow_entries < ENTRIES_OF_THIN
    has_core = degree >= ENTRIES_TO_FIND_A_CORE * links.slow_entries
    return is_thin and has_core and links.at_hubs >= AT_ANY_HUBS


def _choose_of_pairs(graph: DeviceGraph, request: Automatic, degree: float) -> Choice | None:
    paired, is_small = graph.first_links.paired, graph.n < VERTICES_TO_FIND_PAIRS
    nearly_all = paired >= PAIRED_TO_SAMPLE and graph.n >= VERTICES_TO_SAMPLE_PAIRS
    if degree < (DEGREE_TO_SAMPLE_PAIRS if nearly_all else DEGREE_TO_SAMPLE_ANY_PAIRS):
        return None
    ends = (
        "; in so small a graph walks from both ends soon meet"
        if is_small
        else ", and finds shorten the chains that they make, as walks that meet do not"
    )
    return request.choose(
        MEETING_PAIRS if is_small else SAMPLE_OF_PAIRS,
        f"the neighbors of {percentage(paired)} of the vertices are near each other and far away "
        f"from the vertex; two edges of each find most of the largest component{ends}",
    )


def _choose_beside_pairs(graph: DeviceGraph, request: Automatic, degree: float) -> Choice | None:
    links = graph.first_links
    has_hubs = links.at_hubs >= AT_HUBS_BESIDE_CHAINS
    is_part = links.paired >= (PAIRED_TO_FIND_AT_HUBS if has_hubs else PAIRED_TO_FIND)
    is_most = links.paired >= PAIRED_TO_SHUFFLE and not has_hubs
    has_degree = DEGREE_TO_FIND_PAIRS <= degree < DEGREE_TO_SAMPLE_ANY_PAIRS
    if not is_scattered(graph) or not has_degree or not is_part or is_most:
        return None
    if graph.small_components >= SMALL_NOT_TO_SAMPLE:
        return None
    pairs = (
        f"the neighbors of {percentage(links.paired)} of the vertices are near each other and far "
        "away from the vertex, beside others"
    )
    are_few = has_hubs and links.paired < PAIRED_TO_SHUFFLE
    if are_few and VERTICES_TO_SAMPLE_PAIRS <= graph.n < VERTICES_TO_HOOK:
        more = f"{pairs}, and {percentage(links.at_hubs)} are at hubs"
        return _choose_flat(request, FLAT_HOOKS, more)
    return request.choose(
        SAMPLE_OF_PAIRS,
        f"{pairs}; two edges of each find most of the largest component, and finds shorten the "
        "chains that they make, as walks that meet do not",
    )


def _choose_flat(request: Automatic, variant: str, reason: str) -> Choice:
    return request.choose(
        variant,
        f"{reason}; {_CHAINS_OF[variant]} are flattened in steps that double (flatten_links=true)",
        {"flatten_links": True},
    )
