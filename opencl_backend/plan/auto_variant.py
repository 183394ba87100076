"""Choose the variant of components and forests for ``"auto"``, by the device and the graph.

The tree is that of C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, section 4.7 and Figure 12: no
sampling if there are few neighbors per vertex; otherwise hook-based sampling if its coverage is
high; otherwise k-out sampling. GConn finishes hook-based sampling with ECL-CC's union; here
Union-Async was faster after both samplings, and walks that meet are faster yet where ids are
scattered. Three questions precede theirs: an edge list has no rows to sample, a processor has
bounds of its own, and sampling could lose an edge that is stored at one end only.

Invariant: the choice depends only on the device's kind and the graph, and is a row of the table of
variants. Every variant gives the same answer, so a poor choice costs only time.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.device.global_barrier import expect_barrier
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.first_links import expect_first_links
from clconn.opencl_backend.graph.hook_coverage import expect_hook_coverage
from clconn.opencl_backend.graph.small_components import expect_small_components
from clconn.opencl_backend.plan.auto_on_processor import EDGES_ON_PROCESSOR, choose_on_processor
from clconn.opencl_backend.plan.auto_reasons import (
    SMALL_NOT_TO_SAMPLE,
    degree_text,
    why_not_left_out,
    why_not_to_sample,
    why_to_hook,
)
from clconn.percentage import percentage

__all__ = [
    "AT_HUBS_TO_JOIN_NO_BLOCKS",
    "AT_HUBS_TO_LINK_FIRST",
    "COVERAGE_TO_HOOK",
    "DEGREE_OF_TREES",
    "DEGREE_TO_COALESCE",
    "DEGREE_TO_JOIN_NO_BLOCKS",
    "DEGREE_TO_LINK_FIRST",
    "DEGREE_TO_SAMPLE",
    "DEGREE_TO_SKIP_DOWN",
    "DEGREE_TO_SKIP_DOWN_EARLIER",
    "DESCENTS_TO_SHUFFLE",
    "EDGES",
    "HOOKED",
    "INTERLEAVED",
    "IN_CHAINS",
    "IN_SHORT_CHAINS",
    "JOINING",
    "LONG_TO_LINK_FAR",
    "MEETING",
    "NEAR_VERTICES_TO_BEGIN_ALONE",
    "PAIRED_TO_SHUFFLE",
    "SAMPLED",
    "SCATTERED_TO_MEET",
    "UNSAMPLED",
    "VERTICES_OF_MANY_BLOCKS",
    "VERTICES_OF_ONE_LAUNCH",
    "VERTICES_TO_BEGIN_ALONE",
    "VERTICES_TO_FIND_ROOTS",
    "VERTICES_TO_SKIP_DOWN",
    "WITHIN_TO_JOIN_ALL_BLOCKS",
    "WITHIN_TO_JOIN_BLOCKS",
    "WITHIN_TO_JOIN_MANY_BLOCKS",
    "WITHIN_TO_JOIN_TREES",
    "choose_by_sampling",
    "expect_looks",
]

# GConn says "small" and gives no figure in words. On an NVIDIA H100 sampling loses on the tori and
# road networks among the named graphs, which have 2 to 4 entries per vertex. It wins on all others,
# which have 6 and more.
DEGREE_TO_SAMPLE = 5
"""Entries per vertex from which sampling pays."""

# On the same machine, where ids are scattered and hook-based sampling is not better, us by vertex
# and by CSR coalescing: a graph of ratings (10.6 neighbors a vertex) 144 and 122, random graphs (8)
# of 2^21 to 2^23 vertices 185 and 177, 304 and 296, 548 and 511, social (60) 312 and 275, kron21
# (86) 149 and 144; a shuffled mesh (7) 117 and 129, delaunay20 (6) 127 and 125. Where neighbors are
# near, coalescing loses, which makes no first links: a mesh in order (7) 204 and 303, a grid of
# three dimensions (6) 101 and 116, one with diagonals (8) 93 and 139.
DEGREE_TO_COALESCE = 7.5
"""Entries per vertex from which adjacent work-items take the sampled edges of one vertex."""

# On that machine a graph of up to 2^18 vertices is one launch if its vertices are sampled by one
# work-item each (rows_at_once.cl), us: a mesh (14 neighbors) 53 and coalesced 77, permuted R-MAT
# (28) 54 and 77, a random graph (32) 81 and 77. The look at what hooking would cover would take
# longer than it saves: R-MAT (29 neighbors) 54 by hook-based and 47 by k-out sampling, cit-HepPh 62
# and 42, Twitter 62 and 48, he188 57 and 38, preferential attachment 40 and 43.
VERTICES_OF_ONE_LAUNCH = 2**18
"""Most vertices of a graph that is one launch, neither coalesced nor sampled by hooking.

Where there is no barrier across work-groups it does without them, too: none was measured."""

# On that machine, us by Union-Async and by walks that meet. After k-out sampling: random graphs of
# 2^16, 2^18, 2^21 and 2^22 vertices 99 and 55, 113 and 79, 193 and 185, 304 and 313, r4-2e23 548
# and 583; Delaunay triangulations of 2^17 and 2^20 vertices 97 and 62, 148 and 127, a shuffled mesh
# 163 and 117, ratings 163 and 122, permuted R-MAT 94 and 54, 123 and 106; Slashdot, Twitter, GitHub
# 36 and 39, 74 and 48, 81 and 54. Without sampling: a shuffled torus 201 and 111, random graphs (3
# and 4) 142 and 115, 161 and 130, shuffled roads 177 and 129, a shuffled hexagonal lattice 165 and
# 105, a tree 117 and 98. Of these 0.38 to 1 of the vertices are scattered. Where ids follow the
# graph, finds shorten the long paths that unions make: roads (0 to 0.26) 76 and 101, 93 and 101, 53
# and 98, grids of three dimensions (0) 45 and 117, 101 and 138, a mesh (0.07) 67 and 79, Delaunay
# in order (0) 90 and 116; only a mesh sorted by one coordinate (0) 204 and 171.
SCATTERED_TO_MEET = 0.3
"""Share of scattered vertices from which unions walk until they meet."""
VERTICES_TO_FIND_ROOTS = 2**22
"""Vertices from which sampled edges are united by finds of both roots all the same."""

# On the same machine, us by hook-based sampling and by k-out sampling, the better of two ways to
# share it: rmat22 (this bound says 0.49) 222 and 216, web (more than half) 286 and 314, R-MAT of
# 2^19 to 2^21 vertices 58 and 56, 78 and 74, 107 and 105, preferential attachment 68 and 81, 105
# and 126; coalescing, which their degrees ask for, 65, 89, 125, 81 and 126. The bound is low on
# permuted R-MAT and social (0.01 to 0.12), r4-2e23 and delaunay20 (0.002), where k-out sampling is
# faster.
COVERAGE_TO_HOOK = 0.3
"""Share of covered vertices from which hook-based sampling is preferred to k-out sampling."""

# Also on that machine, by links in the order of the ids and in a random one, ms: a path of 2^24
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
#
# A graph of which one half is a path and the other one random, of 2^20 vertices: 570 and 264. And
# where ids follow the graph on two sides, so that vertices are scattered and paired, a path along
# 0, n-1, 1, n-2, ... of 2^16 and 2^20 vertices 148 and 354 by walks that meet, 772 and 5422 with
# first links, and 45 and 92 by links in a random order.
DESCENTS_TO_SHUFFLE = 0.25
"""Share of slow walks down the ids from which long chains of links are avoided, or cut."""
PAIRED_TO_SHUFFLE = 0.25
"""Share of paired vertices from which they are avoided, too."""

# Tori and grids in order: 0.98 to 1; a mesh whose ids ascend along one side 0.55 to 0.79; all other
# graphs of the benchmarks that have no slow walks 0. Without sampling, us with links to the first
# smaller neighbor and to the fourth one away: tori of 2^20 and 2^22 vertices 76 and 63, 178 and
# 165; elsewhere the rows that are read for it cost more: road24 717 and 803, a shuffled path 154
# and 208.
LONG_TO_LINK_FAR = 0.5
"""Share of long walks down the ids from which chains of first links are to be shortened."""

# Without sampling, us with first links and without. Scattered: random graphs of 2^21 and 2^22
# vertices (4 neighbors) 205 and 157, 375 and 263, a torus 228 and 200, a path 151 and 136; of 2^20
# walks that meet are faster, with first links. Near, with 2 to 3 neighbors: road24 717 and 621,
# roads of 1.9 M vertices 81 and 81, of 1.1 M 76 and 83. A star whose center comes last 67 and 264:
# hubs need first links.
AT_HUBS_TO_LINK_FIRST = 0.01
"""Share of vertices at hubs from which all begin with first links to the first smaller neighbor."""
VERTICES_TO_BEGIN_ALONE = 2**21
"""Scattered vertices from which they begin without first links."""
NEAR_VERTICES_TO_BEGIN_ALONE = 2**22
"""Vertices that are not scattered from which they do so."""
DEGREE_TO_LINK_FIRST = 3
"""Entries per vertex from which such vertices begin with first links."""

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
# Where first links make no chains, unions may still: a path with a hub that a tenth of the vertices
# have 636 and 63 (0.95), a path whose ids descend in groups of 64 272 and 50 (1) or are shuffled in
# them 328 and 52 (1); neighbors in order 94 and 109 (0.98), roads 82 and 104 (0.87), a path in
# shuffled groups of 16 80 and 98 (0.94). A caterpillar of 40 legs, whose vertices are all at hubs,
# 31 and 81 (0.68).
WITHIN_TO_JOIN_BLOCKS = 0.5
"""Share of entries within blocks of ids from which these are united first."""
WITHIN_TO_JOIN_MANY_BLOCKS = 0.7
"""That share of a graph of many vertices."""
VERTICES_OF_MANY_BLOCKS = 2**20
"""Vertices beyond which it is one."""
WITHIN_TO_JOIN_TREES = 0.85
"""That share of a graph that has hardly more edges than a forest."""
DEGREE_OF_TREES = 2.5
"""Entries per vertex below which it is one."""
WITHIN_TO_JOIN_ALL_BLOCKS = 0.94
"""That share where first links make no chains."""
AT_HUBS_TO_JOIN_NO_BLOCKS = 0.5
"""Share of vertices at hubs from which blocks do not pay."""
DEGREE_TO_JOIN_NO_BLOCKS = 12
"""Entries per vertex from which they do not either."""

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

# On an H100, ms by links in the order of the ids and in a random one: a path of 2^21 vertices in
# order 29 and 0.13, a strip of 8 x 2^21 300 and 0.61; ten graphs of other kinds 0.9 to 1.9 times as
# long by the latter, which is little beside the copy of an edge list to a GPU.
EDGES = "coo/async-random/single"

# After blocks, us by Union-Async and by Union-Early, which meets early and halves: 2d-2e20 58 and
# 45, strips by rows of 8 89 and 54, a torus of 512 columns 53 and 32 in one launch; a mesh 102 and
# 110.
JOINING = "csr/early/halve"

UNSAMPLED = "csr/async/single"
MEETING = "csr/interleaved/single"
SAMPLED = "kout/async/single"
INTERLEAVED = "kout/interleaved/single"
HOOKED = "hb/async/single"
IN_CHAINS = "csr/async-random/single"
IN_SHORT_CHAINS = "csr/async/halve"


def expect_looks(runtime: Runtime, n: int, entry_count: int, offset_type: str) -> None:
    """Build what a GPU may look with at rows of this size together with the next kernel.

    Most of a small program's build goes to its beginning: 40 to 60 ms on the host of an H100, where
    a look takes 20 to 40 more. One or two of the looks are built in vain where ids go down a long
    thin structure, or edges are stored at one end.
    """
    if runtime.is_cpu:
        return
    is_small = n <= VERTICES_OF_ONE_LAUNCH
    with runtime.lock:
        expect_first_links(runtime, offset_type)
        if entry_count >= DEGREE_TO_SAMPLE * n:
            expect_small_components(runtime, offset_type)
            if not is_small:
                expect_hook_coverage(runtime, offset_type)
        if is_small:
            expect_barrier(runtime)


def choose_by_sampling(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant of components and of spanning forests for a graph."""
    if graph.rows is None:
        return request.choose(
            EDGES_ON_PROCESSOR if graph.runtime.is_cpu else EDGES,
            "the graph is an edge list, and to make rows of it takes longer than its components",
        )
    if graph.runtime.is_cpu:
        return choose_on_processor(graph, request)
    if "first_links" not in vars(graph):
        expect_looks(graph.runtime, graph.n, graph.entry_count, graph.offset_type)
    hooks = graph.n > VERTICES_OF_ONE_LAUNCH
    links = graph.first_links
    if _are_blocks_worth_joining(graph):
        return _join_blocks(graph, request)
    if links.slow >= DESCENTS_TO_SHUFFLE and not hooks:
        return request.choose(
            IN_SHORT_CHAINS,
            f"{_chains(links.slow)}, which in a graph so small is shortened in time by links that "
            "go further and walks that halve their paths (initialization=far-smaller)",
            {"initialization": "far-smaller"},
        )
    if links.slow >= DESCENTS_TO_SHUFFLE:
        large = graph.n >= VERTICES_TO_SKIP_DOWN
        enough = DEGREE_TO_SKIP_DOWN if large else DEGREE_TO_SKIP_DOWN_EARLIER
        is_path = graph.entry_count < enough * graph.n
        return request.choose(
            IN_CHAINS if is_path else UNSAMPLED,
            f"{_chains(links.slow)} (initialization=self)",
            {"initialization": "self"},
        )
    if links.paired >= PAIRED_TO_SHUFFLE:
        return request.choose(
            IN_CHAINS,
            f"the neighbors of {percentage(links.paired)} of the vertices are near each other and "
            "far away from the vertex, so that links in the order of the ids would make long "
            "chains (initialization=self)",
            {"initialization": "self"},
        )
    obstacle = why_not_to_sample(graph, DEGREE_TO_SAMPLE)
    if obstacle:
        return _choose_first_links(graph, request, obstacle)
    # What follows is determined only here, where the choice depends on it.
    if hooks and graph.hook_coverage >= COVERAGE_TO_HOOK:
        return request.choose(HOOKED, why_to_hook(graph, COVERAGE_TO_HOOK))
    if graph.small_components >= SMALL_NOT_TO_SAMPLE:
        return _choose_first_links(graph, request, why_not_left_out(graph))
    return _choose_sample(graph, request)


def _are_blocks_worth_joining(graph: DeviceGraph) -> bool:
    links, degree = graph.first_links, graph.entry_count / max(graph.n, 1)
    if degree >= DEGREE_TO_JOIN_NO_BLOCKS or links.at_hubs >= AT_HUBS_TO_JOIN_NO_BLOCKS:
        return False
    enough = WITHIN_TO_JOIN_BLOCKS
    if graph.n > VERTICES_OF_MANY_BLOCKS:
        enough = WITHIN_TO_JOIN_MANY_BLOCKS
    if degree < DEGREE_OF_TREES:
        enough = WITHIN_TO_JOIN_TREES
    if links.long < LONG_TO_LINK_FAR:
        enough = WITHIN_TO_JOIN_ALL_BLOCKS
    return links.within >= enough


def _join_blocks(graph: DeviceGraph, request: Automatic) -> Choice:
    links = graph.first_links
    size = 1 << graph.runtime.tuning.id_block_bits_for(graph.n)
    make_chains = links.long >= LONG_TO_LINK_FAR
    chains = f"from {percentage(links.long)} of the vertices first links make chains, and "
    chains = chains if make_chains else ""
    return request.choose(
        JOINING,
        f"{chains}{percentage(links.within)} of the entries lead to one of the same {size} ids or "
        "so, so that a work-group first joins these in its own memory (initialization=blocks)",
        {"initialization": "blocks"},
    )


def _chains(slow: float) -> str:
    return (
        f"from {percentage(slow)} of the vertices the ids go down a long thin structure, of which "
        "first links in their order would make one chain"
    )


def _choose_first_links(graph: DeviceGraph, request: Automatic, reason: str) -> Choice:
    """Choose what vertices begin with where nothing is sampled."""
    links = graph.first_links
    if links.at_hubs >= AT_HUBS_TO_LINK_FIRST:
        return request.choose(UNSAMPLED, reason)
    if links.long >= LONG_TO_LINK_FAR:
        return request.choose(
            UNSAMPLED,
            f"{reason}; from {percentage(links.long)} of the vertices first links make chains, "
            "which are shorter if each of them goes further (initialization=far-smaller)",
            {"initialization": "far-smaller"},
        )
    scattered = _is_scattered(graph)
    if scattered and graph.n < VERTICES_TO_BEGIN_ALONE:
        return request.choose(MEETING, f"{reason}; {_scattered(graph)}")
    enough = VERTICES_TO_BEGIN_ALONE if scattered else NEAR_VERTICES_TO_BEGIN_ALONE
    sparse = scattered or graph.entry_count < DEGREE_TO_LINK_FIRST * graph.n
    if graph.symmetric and sparse and graph.n >= enough:
        return request.choose(
            UNSAMPLED,
            f"{reason}; so many vertices, few of them at hubs, would take longer to look for first "
            "links than these save (initialization=self)",
            {"initialization": "self"},
        )
    return request.choose(UNSAMPLED, reason)


def _choose_sample(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose how sampled edges are united, and who unites them."""
    reason = (
        f"{degree_text(graph)} are {DEGREE_TO_SAMPLE} or more, so that two of each vertex find "
        "most of the largest component and most edges are never read"
    )
    if not _is_scattered(graph):
        return request.choose(SAMPLED, reason)
    name = SAMPLED
    if graph.n < VERTICES_TO_FIND_ROOTS:
        name, reason = INTERLEAVED, f"{reason}; {_scattered(graph)}"
    few = graph.entry_count < DEGREE_TO_COALESCE * graph.n
    if few or graph.n <= VERTICES_OF_ONE_LAUNCH:
        return request.choose(name, reason)
    return request.choose(name, f"{reason} (sharing=coalesced)", {"sharing": "coalesced"})


def _is_scattered(graph: DeviceGraph) -> bool:
    # Ids may be far away and go down in long chains, as in a band of large strides.
    links = graph.first_links
    return links.scattered >= SCATTERED_TO_MEET and links.long < LONG_TO_LINK_FAR


def _scattered(graph: DeviceGraph) -> str:
    return (
        f"the neighbors of {percentage(graph.first_links.scattered)} of the vertices are all far "
        "away by their ids, so that paths are short, and walks from both ends soon meet"
    )
