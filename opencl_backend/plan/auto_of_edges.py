"""Choose the variant of components and forests for ``"auto"`` where a GPU has a list of edges.

Our own. In a list that is in order, edges that follow each other are of one vertex or of neighbors.
So what is in work at once makes long chains of links, or waits for a hub, unless the edges come in
blocks from all over the list (``edge_blocks.h``). Then finds do best where ids follow the graph,
and walks that meet where they do not. Where a vertex has few edges, and ids follow them, chains are
made all the same, so that links in a random order or halved paths are better.

In no order links by id do no harm but in small graphs whose ids follow them, and walks that meet
are fast, or JTB's random ranks, whose words are larger. Where many edges are of a few hubs it is
the other way round, and where most are, finds do best.

No look at a few edges shows a path that is a small part of the graph, whose two ends are joined by
one edge: so it matters that walks that meet give up an edge if they are long (``unite.h``), while a
find goes on, but in the given order of a large list. A path of which ids ascend from either end to
the middle, of 2^15 to 2^20 vertices, takes walks 40 to 100 us, finds 1,300 to 19,000 in no order,
180 to 5,100 in order.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice, find_variant
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_reasons import VERTICES_OF_LARGE, WHY_NO_ROWS
from clconn.percentage import percentage

__all__ = [
    "DEGREE_AT_HUBS",
    "DEGREE_OF_BLOCKS_AT_HUBS",
    "DEGREE_OF_CHAINS",
    "DEGREE_OF_PARTS",
    "DEGREE_OF_RANKS",
    "DEGREE_OF_STRANDS",
    "FINDS",
    "HALVING",
    "IN_RANDOM_ORDER",
    "LOCAL_IN_ORDER",
    "LOCAL_OF_MORE_SKEW",
    "LOCAL_OF_SKEW",
    "PARALLEL_OF_CHAINS",
    "PARALLEL_OF_STRANDS",
    "RANKS",
    "SHARED_AT_HUBS",
    "SHARED_AT_ONE_HUB",
    "SHORT_ALONG_IDS",
    "SHORT_OF_A_PART",
    "SHORT_OF_FAR_ENDS",
    "VERTICES_OF_BLOCKS",
    "VERTICES_OF_CHAINS",
    "VERTICES_OF_GIVEN_ORDER",
    "VERTICES_OF_HALVING",
    "VERTICES_OF_RANDOM_ORDER",
    "VERTICES_OF_RANKS",
    "VERTICES_OF_RANKS_AT_HUBS",
    "VERTICES_OF_SKEW",
    "VERTICES_OF_WALKS",
    "WALKS",
    "choose_of_edges",
]

WALKS = "coo/interleaved/single"
RANKS = "coo/jtb/two-try"
FINDS = "coo/async/single"
IN_RANDOM_ORDER, HALVING = "coo/async-random/single", "coo/early/halve"

LOCAL_IN_ORDER = 0.5
"""Share of edges that are near the next one from which a list is taken to be in order."""
SHARED_AT_HUBS = 2e-4
"""Share of pairs of ends that are one vertex from which hubs have many: as if one vertex had 1.4 %
of all ends. (R-MAT of 2^20 and 2^21 vertices has less; by walks that meet it takes 1.2 and 1.0.)"""

# Lists in order, as multiples of the best of ten variants, in the mean and at most (and how many
# graphs): 444 mixtures by chance of 2^14 to 2^21 vertices, 79 families by name, H200, 2026-11-26;
# the ones of the families are not in the figures below. Links in a random order, as was chosen
# before, took 1.52 and 6.9 on 214 of them. At hubs finds in the given order take 1.17 and 1.7 (54),
# nearly all with fewer than 4 edges a vertex. Elsewhere, where ids do not follow the graph, walks
# that meet 1.03 and 1.7 up to 2^17 vertices (63), in blocks of larger ones 1.09 and 1.6 (94), which
# keep the many edges of a few vertices apart (kron21 1.75 and 0.76 ms, web 6.1 and 1.3); but where
# edges run side by side, as of diagonals, they take up to 3.0, and finds 1.08 and 1.4 up to 2^17
# vertices (24), in blocks 1.11 and 1.3 (6). Where ids follow the graph, finds in blocks 1.07 and
# 2.25 with 2.5 edges a vertex (160), given 1.06 and 1.33 up to 2^15 vertices (18).
#
# With fewer edges chains are made: a path whose ids go in steps of 7 (2^18 vertices) takes 5.5 ms
# by walks or finds, 0.3 by finds in blocks, 0.07 by random ranks. The figures of these are of 312
# mixtures more, which had been hold-outs and showed two cliffs. Up to 2^15 vertices halved paths
# take 1.2 and 1.7 (18). Paths and the like, of which nearly all edges run side by side, take halved
# paths 1.05 and 1.3 up to 2^17 vertices (10), links in a random order 1.25 and 1.6 up to 2^19 (13),
# halved paths in blocks 1.2 and 1.7 beyond (15); where few do, links in a random order 1.03 and 1.1
# up to 2^17 (10), 1.2 and 1.5 up to 2^19 (13), finds in blocks 1.06 and 1.3 beyond (11). Between
# them, with 1.3 edges a vertex or more, finds in blocks 1.12 and 1.85 up to 2^19 (22), beyond up to
# 8.4, so halved paths, 1.3 and 1.9 (16); with fewer, finds in blocks up to 5.2 (a path among legs),
# so halved paths 1.15 and 1.3 up to 2^17 (2), links in a random order 1.26 and 1.5 up to 2^19 (4),
# halved paths in blocks 1.16 and 1.45 beyond (5).
SHORT_ALONG_IDS = 1 / 3
"""Share of edges with ends near each other from which ids follow the graph."""
VERTICES_OF_BLOCKS = 2**17
"""Vertices beyond which blocks help where ids do not."""
PARALLEL_OF_STRANDS = 0.35
"""Share of edges that run beside the next one from which edges run side by side."""
DEGREE_OF_PARTS = 1.3
"""Edges per vertex below which a part of the graph may be a chain. (Walks along a path from two
sides, beside a sparse random graph seven times as large, took 715 us for its forest in place of 28.
Finds in blocks take 1.05 and 1.3 of 47 such graphs.)"""
SHORT_OF_A_PART = 0.12
"""Share of edges with ends near each other from which there is such a part. (Halved paths take 1.28
and 1.45 up to 2^17 vertices, 4 graphs.)"""

# Us by finds in the given order and by walks that meet in blocks, where edges run side by side
# (2026-11-26): rmat22 434 and 559, web 1,316 and 1,607, social 1,359 and 1,465, 20 diagonals over
# legs and over a small world (2^22 vertices, 0.79 and 0.61) 539 and 667, 1.07 and 1.22 of the best,
# shuffled R-MAT (2^22, 0.49) 1.14 and 1.0. Where they do not, 1.0 to 1.73 of the best and 1.0 to
# 1.32: r4-2e23 775 and 1,036, but shuffled bands 1.56 and 1.1, 1.73 and 1.0, 1.51 and 1.0.
VERTICES_OF_GIVEN_ORDER = VERTICES_OF_LARGE
"""Vertices from which finds in the given order are better where ids do not follow the graph and
edges run side by side. (There they leave an edge for later if its roots are far away,
``union_find/given_up_edges.py``.)"""

DEGREE_OF_STRANDS = 3
"""Edges per vertex below which walks of larger graphs then take long to meet."""
DEGREE_OF_BLOCKS_AT_HUBS = 4
"""Edges per vertex from which hubs would be waited for in the given order. (web 6.4 ms and 1.3.)"""
# At hubs, too: of a path of 2^19 vertices with a hub that has 0.05 to 0.2 of the edges finds in the
# given order take more than 20,000 rounds of the step model, and in blocks 1,110 at most, of a star
# beside a path (2^17) 16,541 and 355 (2026-11-30; no GPU was asked). Of a path with hubs here and
# there, a wheel and categories in order (2^17) 1,175, 772 and 892 rounds become 244, 196 and 151,
# and a third of the loads.
DEGREE_OF_CHAINS = 2.5
"""Edges per vertex below which links make chains where ids follow the graph."""
VERTICES_OF_HALVING = 2**15
"""Vertices up to which halved paths are fast enough for all of these, and finds need no blocks."""
PARALLEL_OF_CHAINS = 0.9
"""Share of edges that run beside the next one from which the graph is a path, or much like one."""
VERTICES_OF_CHAINS = 2**19
"""Vertices up to which a random order is better than halved paths for the sparsest of them, and
finds in blocks make no cliffs otherwise."""

# Lists in no order, as multiples of the best of seven variants: 134 times of 40 mixtures by chance
# of 2^16 to 2^20 vertices, 32 of up to 2^21, 34 graphs of one structure of 2^14 to 2^22 and 14 real
# ones (twice). By links in a random order the first two took 1.29 in the mean and 2.3 at most, by
# finds 1.29 and 2.6, by walks that meet 1.15 and 2.6, by JTB 1.16 and 3.2. Without hubs walks that
# meet take 1.0 to 1.44 of 2^17 vertices and more, of fewer 1.0 to 2.4, and JTB 1.0 to 1.7. With
# hubs, few neighbors and 2^17 vertices and more (ratings, categories) JTB takes 1.0 to 1.4, finds
# 1.0 to 2.1; with fewer vertices (Enron, GitHub, ratings) walks that meet take 1.0 to 1.1, JTB and
# finds up to 2.4 and 2.3. Stars and R-MAT of 2^16 vertices with 14 neighbors take up to 3.2 by JTB,
# 2.2 by walks that meet, and 1.0 by finds. So chosen, 1.07 in the mean and at most 1.71, 9 of the
# 134 beyond 1.3, which made the rule (2026-11-26). Spanning forests are alike, but that JTB only
# takes as long as links in a random order (0.74 to 1.24 of them on seven of fewer than 2^17
# vertices).
#
# Since small lists are one launch, and all look at both parents first, of 149 more without hubs:
# up to 2^14 vertices links in a random order 1.19 and 1.7, finds 1.29 and 8.1 (a path as above
# among a random graph), JTB 1.27 and 2.7 (40); up to 2^18 JTB 1.13 and 1.75, walks 1.2 and more
# (74); beyond walks 1.03 and 1.2, JTB 1.17 and 1.75 (23), and with paths of all kinds beside others
# 1.14 and 1.9, 1.10 and 1.5 (12).
VERTICES_OF_RANDOM_ORDER = 2**14
"""Vertices up to which links in a random order are better without hubs. (Where ends are far from
each other there are other rules from VERTICES_OF_SKEW on, below.)"""
VERTICES_OF_RANKS = 2**18
"""Vertices up to which JTB is better than walks that meet without hubs."""
VERTICES_OF_RANKS_AT_HUBS = 2**17
"""Vertices from which JTB is better than walks that meet at hubs."""

# Beyond 2^18 vertices, in the mean and at most, by JTB and by walks that meet (H100, 2026-11-27):
# R-MAT, preferential attachment and random graphs in six orders each, 5.8, 4 and 8 edges a vertex,
# of 2^19 to 2^22 vertices 1.02 and 1.30, 1.15 and 1.62 (59); their forests of 2^19 to 2^21 1.03 and
# 1.26, 1.19 and 2.0 (54); eight mixtures, rmat22, kron21 and r4-2e23 1.03 and 1.26, 1.17 and 2.27.
# But where more of the ends are near each other, or edges are fewer, walks take 1.02 and 1.06, and
# JTB 1.20 and 2.1 (21).
SHORT_OF_FAR_ENDS = 0.2
"""Share of edges with ends near each other below which JTB is better beyond that, too, and small
lists have rules of their own."""
DEGREE_OF_RANKS = 3.5
"""Edges per vertex from which JTB is."""

# In the mean and at most, by finds in blocks and in the given order: stars in six orders each, of
# 2^18 to 2^20 vertices 1.06 and 1.3, 1.25 and 1.65 (18), of 2^21 and 2^22 1.10 and 1.3, 1.25 and
# 1.7 (12), their forests 1.09 and 1.5, 1.30 and 1.9 (18). A star among near vertices (2^18), in
# order, loses: 1.23 and 1.0.
SHARED_AT_ONE_HUB = 0.02
"""Share of pairs of ends that are one vertex from which finds are better: as if one vertex had 14 %
of all ends."""
DEGREE_AT_HUBS = 9
"""Edges per vertex from which finds are better at hubs, too, with the same exception."""

# Small lists with ends far from each other, of 213 lists of up to 2^17 vertices in no order
# (mixtures by chance, 70 R-MAT graphs of any parameters, six orders of each family, real ones;
# H100, 2026-11-27). Where a few ids have most ends, as of R-MAT as it comes, more edges are near
# the next one than chance makes (1.6 %, of a look at 1,024 edges): there finds take 1.1 in the
# mean, however many edges there are, and JTB up to 2.6. Elsewhere, in the mean and at most, by
# walks that meet, by JTB and by links in a random order: of up to 2^14 vertices 1.04 and 1.12, 1.5
# and more, 1.34 and 1.74 (10); up to 2^15 1.07 and 1.46, 1.27 and 1.77, 1.26 and 1.67 (16); up to
# 2^16 1.12 and 1.67, 1.17 and 1.67, 1.3 and 1.9 (35); but up to 2^17 1.31 and 6.2, 1.02 and 1.11
# (13). So all of the 213 take 1.089, 23 of them more than 1.3, where one rule for finds from 5
# edges a vertex on (in a narrower range) took 1.147, 45 of them. Up to 2^13 nothing is gained, and
# preferential attachment of 2^18 takes 2.5 by finds.
LOCAL_OF_SKEW, LOCAL_OF_MORE_SKEW = 0.028, 0.1
"""Share of edges near the next one from which a few ids nearby have most ends, and to which it was
measured."""
VERTICES_OF_SKEW = 2**13
"""Vertices beyond which small lists have these rules, up to VERTICES_OF_BLOCKS."""
VERTICES_OF_WALKS = 2**16
"""Vertices up to which walks that meet are better than JTB, unless ids follow the graph."""


def choose_of_edges(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant of components and of spanning forests for an edge list on a GPU."""
    order = graph.edge_order
    reason = f"{WHY_NO_ROWS}; {percentage(order.local)} of its edges are near the next one"
    has_hubs = order.shared >= SHARED_AT_HUBS
    if has_hubs:
        reason = f"{reason}, and a few hubs have many of their ends"
    why_finds = f"{reason}, for whose words walks that meet would wait again and again"
    if order.shared >= SHARED_AT_ONE_HUB and graph.n > VERTICES_OF_BLOCKS:
        return _in_blocks(request, FINDS, why_finds)
    if order.local >= LOCAL_IN_ORDER:
        if has_hubs:
            return _choose_at_hubs_in_order(graph, request, why_finds)
        return _choose_in_order(graph, request, reason)
    if order.shared >= SHARED_AT_ONE_HUB:
        return request.choose(FINDS, why_finds)
    is_small = VERTICES_OF_SKEW < graph.n <= VERTICES_OF_BLOCKS
    if is_small and order.local < LOCAL_OF_MORE_SKEW and order.short < SHORT_OF_FAR_ENDS:
        return _choose_of_few_with_far_ends(graph, request, reason)
    if has_hubs and graph.entry_count >= DEGREE_AT_HUBS * graph.n:
        return request.choose(FINDS, why_finds)
    if not has_hubs and graph.n <= VERTICES_OF_RANDOM_ORDER:
        return request.choose(
            IN_RANDOM_ORDER, f"{reason}; in a random order the links of so few make no chains"
        )
    are_far = order.short < SHORT_OF_FAR_ENDS and graph.entry_count >= DEGREE_OF_RANKS * graph.n
    by_ranks = graph.n <= VERTICES_OF_RANKS or are_far
    if graph.n >= VERTICES_OF_RANKS_AT_HUBS if has_hubs else by_ranks:
        return _by_ranks(request, reason)
    return _by_walks(request, reason)


def _choose_of_few_with_far_ends(graph: DeviceGraph, request: Automatic, reason: str) -> Choice:
    if graph.edge_order.local >= LOCAL_OF_SKEW:
        why = f"{reason}, as a few ids have most ends, so that roots are soon found"
        return request.choose(FINDS, why)
    reason = f"{reason}, and few ends near each other"
    is_small = graph.n <= VERTICES_OF_WALKS
    return _by_walks(request, reason) if is_small else _by_ranks(request, reason)


def _choose_at_hubs_in_order(graph: DeviceGraph, request: Automatic, why: str) -> Choice:
    if graph.entry_count < DEGREE_OF_BLOCKS_AT_HUBS * graph.n and not _makes_chains(graph):
        return request.choose(FINDS, why)
    return _in_blocks(request, FINDS, why)


def _makes_chains(graph: DeviceGraph) -> bool:
    """Whether ids follow the graph, or a part of it, along few edges."""
    short, degree = graph.edge_order.short, graph.entry_count / max(graph.n, 1)
    are_all = short >= SHORT_ALONG_IDS and degree < DEGREE_OF_CHAINS
    is_part = short >= SHORT_OF_A_PART and degree < DEGREE_OF_PARTS
    return graph.n > VERTICES_OF_HALVING and (are_all or is_part)


def _choose_in_order(graph: DeviceGraph, request: Automatic, reason: str) -> Choice:
    short, degree = graph.edge_order.short, graph.entry_count / max(graph.n, 1)
    if short < SHORT_ALONG_IDS:
        return _choose_of_far_ends(graph, request, reason)
    reason = f"{reason}, and the ends of {percentage(short)} near each other"
    if degree < DEGREE_OF_CHAINS:
        return _choose_of_chains(graph, request, reason)
    if graph.n <= VERTICES_OF_HALVING:
        return request.choose(FINDS, f"{reason}, so that roots are soon found")
    return _in_blocks(request, FINDS, f"{reason}, so that roots are soon found")


def _choose_of_far_ends(graph: DeviceGraph, request: Automatic, reason: str) -> Choice:
    parallel, is_small = graph.edge_order.parallel, graph.n <= VERTICES_OF_BLOCKS
    if parallel < PARALLEL_OF_STRANDS and graph.entry_count < DEGREE_OF_PARTS * graph.n:
        if is_small and graph.edge_order.short >= SHORT_OF_A_PART:
            why = f"{reason}; a part of so few edges makes chains, which walks from both ends halve"
            return request.choose(HALVING, why)
        return _in_blocks(request, FINDS, f"{reason}; so few edges make low trees")
    if parallel >= PARALLEL_OF_STRANDS:
        why = f"{reason}, and {percentage(parallel)} run beside it"
        if is_small:
            return request.choose(FINDS, why)
        if graph.entry_count < DEGREE_OF_STRANDS * graph.n:
            return _in_blocks(request, FINDS, why)
        as_given = request.options.get("order", "given") == "given"
        if graph.n >= VERTICES_OF_GIVEN_ORDER and as_given:
            return request.choose(
                FINDS,
                f"{why}; so many vertices are best reached as edges come, and an edge whose roots "
                "are far away is left for later",
            )
    why = f"{reason}, but few ends near each other, so that walks from both ends soon meet"
    return request.choose(WALKS, why) if is_small else _in_blocks(request, WALKS, why)


def _choose_of_chains(graph: DeviceGraph, request: Automatic, reason: str) -> Choice:
    n, parallel = graph.n, graph.edge_order.parallel
    is_sparse = graph.entry_count < DEGREE_OF_PARTS * n
    is_chain, has_strands = parallel >= PARALLEL_OF_CHAINS, parallel >= PARALLEL_OF_STRANDS
    if n <= VERTICES_OF_HALVING:
        halves, by_chance = True, False
    elif n <= VERTICES_OF_BLOCKS:
        halves, by_chance = is_chain or (is_sparse and has_strands), not has_strands
    elif n <= VERTICES_OF_CHAINS:
        halves, by_chance = is_chain and not is_sparse, is_sparse or not has_strands
    else:
        halves, by_chance = has_strands and (is_sparse or not is_chain), False
    if halves:
        why = f"{reason}; so few edges make chains, which walks from both ends halve"
        is_small = n <= VERTICES_OF_BLOCKS
        return request.choose(HALVING, why) if is_small else _in_blocks(request, HALVING, why)
    if by_chance:
        why = f"{reason}; in a random order so few edges make no chains"
        return request.choose(IN_RANDOM_ORDER, why)
    return _in_blocks(request, FINDS, f"{reason}, so that roots are soon found")


def _in_blocks(request: Automatic, variant: str, why: str) -> Choice:
    if request.options.get("order", "blocks") == "blocks":
        why = f"{why}; blocks from all over the list (order=blocks) do not wait for each other"
    return request.choose(variant, why, {"order": "blocks"})


def _by_walks(request: Automatic, why: str) -> Choice:
    return request.choose(
        WALKS,
        f"{why}; links in the order of the ids make no long chains there, and walks from both ends "
        "soon meet",
    )


def _by_ranks(request: Automatic, why: str) -> Choice:
    """By JTB, or by walks if the user sets an option that JTB lacks."""
    names = {option.name for option in find_variant(RANKS, request.problem).options}
    if not request.options.keys() <= names:
        return _by_walks(request, why)
    return request.choose(RANKS, f"{why}; random ranks make no long chains of its links")
