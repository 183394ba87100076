"""Choose how a GPU samples a graph of many neighbors, for ``"auto"``, or that it does not.

C. Hong, L. Dhulipala and J. Shun, PACT 2020, section 4.7 and Figure 12, prefer hook-based sampling
where its coverage is high, and k-out sampling otherwise. Both were measured anew here: beside hubs
hooks leave most edges to the finish, and only in large graphs do they save what that costs. (And
where all vertices are at hubs that they join: ``auto_at_hubs.py``.)

Invariant: as in ``auto_variant.py``, every choice gives the same answer. No edge is stored at one
end only.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_by_hooks import FLAT_SAMPLE
from clconn.opencl_backend.plan.auto_by_ids import average_degree, join_blocks
from clconn.opencl_backend.plan.auto_reasons import (
    VERTICES_OF_LARGE,
    chains_text,
    degree_text,
    has_options,
    is_scattered,
    scattered_text,
    why_to_hook,
)
from clconn.percentage import percentage

__all__ = [
    "AT_HUBS_TO_HOOK_MOST",
    "AT_HUBS_TO_SAMPLE_BLOCKS",
    "COVERAGE_OF_ALL_AT_HUBS",
    "COVERAGE_OF_LARGE",
    "COVERAGE_TO_HOOK",
    "DEGREE_TO_COALESCE",
    "DEGREE_TO_FLATTEN_NEAR",
    "DEGREE_TO_FLATTEN_NO_OTHERS",
    "DEGREE_TO_SAMPLE",
    "DEGREE_TO_SAMPLE_BLOCKS",
    "HOOKED",
    "INTERLEAVED",
    "LONG_TO_FIND_ALL_ROOTS",
    "LONG_TO_FIND_ROOTS",
    "LONG_TO_FLATTEN_SAMPLES",
    "PAIRED_TO_FIND_ROOTS",
    "SAMPLED",
    "SCATTERED_TO_FIND_ROOTS",
    "UNSAMPLED_NEAR",
    "VERTICES_OF_LARGE_SAMPLES",
    "VERTICES_TO_FIND_ROOTS",
    "WITHIN_TO_FIND_ROOTS",
    "WITHIN_TO_FLATTEN_MESHES",
    "WITHIN_TO_SAMPLE_NO_BLOCKS",
    "choose_hooks",
    "choose_sample",
    "sample_flat",
]

# GConn says "small" and gives no figure in words. On an NVIDIA H100 sampling loses on the tori and
# road networks among the named graphs, which have 2 to 4 entries per vertex. It wins on all others,
# which have 6 and more.
DEGREE_TO_SAMPLE = 5
"""Entries per vertex from which sampling pays."""

# Us by hook-based sampling and by k-out sampling (the share that hooks cover in brackets): rmat22
# (0.56) 170 and 203, web 230 and 300. Fewer vertices, by mixtures by chance (2026-11-25): R-MAT of
# 2^19, 2^20 and 2^21 (0.4) within 4 %, preferential attachment of 2^20 (0.8) too; but that over
# hexagons of 2^19 (0.9) 92 and 60, a star beside a shuffled band of 2^20 (0.4) 189 and 74, a random
# tree beside a strided band of 2^20 (0.5) 218 and 107, categories over a triangulation of 2^19
# (0.4) 220 and 148: what hooks cover is there, and the rest is left to the finish.
#
# Sampled edges united by the work-item of their vertex, and by adjacent ones (CSR coalescing):
# R-MAT up to 2^20 vertices 1 and 1.1 to 1.2, preferential attachment 1 and 1.03 to 1.15, two kinds
# of edges side by side 1 and up to 1.7; permuted R-MAT of 2^21 1.11 and 1.08 of the best of all, us
# of kron21 138 and 128, social 296 and 237, random graphs (8 neighbors a vertex) of 2^21 to 2^23
# vertices 185 and 177, 304 and 296, 548 and 511.
VERTICES_OF_LARGE_SAMPLES = 2**21
"""Vertices from which hooks are looked for in any graph, and from which adjacent work-items take
the sampled edges of one vertex."""
COVERAGE_TO_HOOK = 0.3
"""Share of covered vertices from which hook-based sampling is preferred to k-out sampling."""

# Beyond four million vertices, us by hooks and by coalesced samples (the shares that hooks cover
# and of vertices at hubs in brackets; 2026-11-26): R-MAT linked to a band and beside a random graph
# (0.3, 0.42 and 0.31, 0.61) 661 and 259, 595 and 441; R-MAT (0.34, 0.44) 140 and 164, beside a star
# (0.36, 0.59) 162 and 221; rmat22 (0.56, 0.8) 170 and 226, web (0.55, 0.59) 232 and 279; a star
# linked to diagonals (0.49, 1) 1,378 and 212, ratings over preferential attachment (0.6, 1) 1,222
# and 667, R-MAT over cliques in a row (0.66, 0.94) 392 and 251; preferential attachment over others
# (1, 0.95 and more) 257 and 328, 147 and 192.
COVERAGE_OF_LARGE = 0.33
"""Share of covered vertices then."""
AT_HUBS_TO_HOOK_MOST = 0.9
"""Share of vertices at hubs from which they have to cover most."""
COVERAGE_OF_ALL_AT_HUBS = 2 / 3
"""Share of covered vertices then."""

# Where ids are scattered, us by the work-item of a vertex and coalesced: a graph of ratings (10.6
# neighbors a vertex) of 2^21 144 and 122, a shuffled mesh (7) 117 and 129, delaunay20 (6) 127 and
# 125. Where neighbors are near, coalescing loses, which makes no first links: a mesh in order (7)
# 204 and 303, a grid of three dimensions (6) 101 and 116, one with diagonals (8) 93 and 139.
DEGREE_TO_COALESCE = 7.5
"""Entries per vertex from which adjacent work-items take the sampled edges of one vertex."""

# Us by Union-Async and by walks that meet, after k-out sampling. Where ids are scattered: random
# graphs of 2^16, 2^18, 2^21 and 2^22 vertices 99 and 55, 113 and 79, 193 and 185, 304 and 313,
# r4-2e23 548 and 583; Delaunay triangulations of 2^17 and 2^20 vertices 97 and 62, 148 and 127, a
# shuffled mesh 163 and 117, ratings 163 and 122, permuted R-MAT 94 and 54, 123 and 106; Slashdot,
# Twitter, GitHub 36 and 39, 74 and 48, 81 and 54. Where they are not, since a
# sampled edge is given up after 64 steps (``unite.h``), as multiples of the best of all, of 13
# mixtures without long walks 1.43 and 1.23 in the mean, at most 15 and 2.3.
VERTICES_TO_FIND_ROOTS = 2**22
"""Vertices from which sampled edges are united by finds of both roots all the same."""

# But not where few scattered neighbors are sampled by the work-item of a vertex, us by finds and by
# walks that meet, of 2^22 and 2^23 vertices (2026-11-26): ratings (5.6 neighbors) 287 and 181, 257
# and 200, shuffled near neighbors (5.9) 786 and 605, 725 and 598, triangulations (6) 896 and 771, a
# mesh beside a bar (5.7) 1,104 and 845, one beside a star (6.4) 329 and 281; with pairs 165 and
# 354, 315 and 438, 552 and 627. Nor where ids follow all, by finds and by flattened walks: meshes
# from both ends (6.9, 7.1; 0.41 and 0.48 within) 593 and 378, 629 and 368; a bar in blocks (5.5;
# 0.64) 186 and 202, diagonals over roads (6.2; 0.77) 205 and 512.
PAIRED_TO_FIND_ROOTS = 0.1
"""Share of paired vertices from which they are, of scattered ones with few neighbors."""
DEGREE_TO_FLATTEN_NEAR, DEGREE_TO_FLATTEN_NO_OTHERS = 6.2, 7.5
"""Entries per vertex from which walks are flattened there; and up to which, where fewer entries lie
within blocks. (Near vertices from both ends, 5.9 neighbors, 0.51 within, 1.51 of the best so, by
finds 1.07 in the mean of 3; meshes from both ends of 2^23, 7.1, 0.38, 1.0 and 1.78, near vertices
and a path over each other, 7.9, 0.38, 1.64 and 1.0.)"""
WITHIN_TO_FLATTEN_MESHES = 0.35
"""Share of entries within blocks that is enough for those."""
LONG_TO_FIND_ROOTS = 0.2
"""Share of long walks from which they are, of vertices that ids follow in blocks."""
WITHIN_TO_FIND_ROOTS = 0.6
"""Share of entries within blocks from which they are, of vertices without chains; and from which
blocks are joined instead where some are in chains: by finds and by blocks 1,601 and 566, 1,036 and
879, 756 and 682, 1,132 and 544 us (2^23 vertices)."""
LONG_TO_FIND_ALL_ROOTS = 0.5
"""Share of long walks from which finds are better again."""
SCATTERED_TO_FIND_ROOTS = 0.1
"""Share of scattered vertices from which they are, of others in blocks."""

# As multiples of the best of all, by Union-Async, by walks that meet and by them after the first
# links were flattened, of 7 mixtures with long walks 1.21, 1.26 and 1.10 in the mean, at most 2.4,
# 1.6 and 1.3: an eighth categories, the rest a dense band in blocks of 64 (2^20 vertices) 319, 172
# and 144 us, a mesh beside a star (2^20) 167, 169 and 115.
LONG_TO_FLATTEN_SAMPLES = 0.02
"""Share of long walks from which first links are flattened, where ids are not scattered."""

# Where two entries of each vertex stay in its clique, say, a sample finds no large component. Us by
# walks that meet, after a sample and without: cliques of 12 in a row along 0, n-1, 1, n-2, ... of
# 2^19 and 2^20 vertices 234 and 67, 259 and 112 (0.45 of the entries are within blocks), meshes in
# that order of 2^19 and 2^20 1.05 and 1.03, 1.0 and 1.14 of the best of all (0.45), in shuffled
# blocks of 1024 1.0 and 1.07 to 1.22 (0.4 to 0.8), bars 1.0 to 1.5 and 1.1 to 1.4 (0.6).
WITHIN_TO_SAMPLE_NO_BLOCKS = 0.4
"""Share of entries within blocks of ids from which nothing is sampled, where first links make no
chains and ids are not scattered."""
AT_HUBS_TO_SAMPLE_BLOCKS = 0.05
"""Share of vertices at hubs from which it is all the same."""
DEGREE_TO_SAMPLE_BLOCKS = 12
"""Entries per vertex from which it is."""

SAMPLED = "kout/async/single"
INTERLEAVED = "kout/interleaved/single"
HOOKED = "hb/async/single"
UNSAMPLED_NEAR = "csr/interleaved/single"


def choose_hooks(graph: DeviceGraph, request: Automatic) -> Choice | None:
    """Choose hook-based sampling if the graph is large, and the look at hooks says so."""
    if graph.n < VERTICES_OF_LARGE_SAMPLES:
        return None
    enough = _coverage_to_hook(graph)
    if graph.hook_coverage < enough:
        return None
    return request.choose(HOOKED, why_to_hook(graph, enough))


def _coverage_to_hook(graph: DeviceGraph) -> float:
    if graph.n < VERTICES_OF_LARGE:
        return COVERAGE_TO_HOOK
    all_at_hubs = graph.first_links.at_hubs >= AT_HUBS_TO_HOOK_MOST
    return COVERAGE_OF_ALL_AT_HUBS if all_at_hubs else COVERAGE_OF_LARGE


def choose_sample(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose how sampled edges are united, and who unites them; or that none are sampled."""
    links = graph.first_links
    reason = (
        f"{degree_text(graph)} are {DEGREE_TO_SAMPLE} or more, so that two of each vertex find "
        "most of the largest component and most edges are never read"
    )
    if graph.n >= VERTICES_TO_FIND_ROOTS:
        return _choose_large_sample(graph, request, reason)
    if is_scattered(graph):
        return _share(graph, request, INTERLEAVED, f"{reason}; {scattered_text(graph)}")
    if links.long >= LONG_TO_FLATTEN_SAMPLES:
        return _flatten(graph, request, reason)
    if _stays_near(graph):
        return request.choose(
            UNSAMPLED_NEAR,
            f"{_near_text(graph)}, so that two of each vertex might find no large component",
        )
    return request.choose(INTERLEAVED, reason)


def sample_flat(graph: DeviceGraph, request: Automatic, reason: str) -> Choice | None:
    """Choose a sample after flattened first links, unless it lacks an option of the user."""
    return _flatten(graph, request, reason) if has_options(request, FLAT_SAMPLE) else None


def _flatten(graph: DeviceGraph, request: Automatic, reason: str) -> Choice:
    return request.choose(FLAT_SAMPLE, f"{reason}; {chains_text(graph)}", {"flatten_links": True})


def _choose_large_sample(graph: DeviceGraph, request: Automatic, reason: str) -> Choice:
    links = graph.first_links
    is_sparse = graph.entry_count < DEGREE_TO_COALESCE * graph.n
    if is_scattered(graph) and is_sparse and links.paired < PAIRED_TO_FIND_ROOTS:
        return request.choose(INTERLEAVED, f"{reason}; {scattered_text(graph)}")
    degree = average_degree(graph)
    is_mesh = DEGREE_TO_FLATTEN_NEAR <= degree < DEGREE_TO_FLATTEN_NO_OTHERS
    least = WITHIN_TO_FLATTEN_MESHES if is_mesh else WITHIN_TO_SAMPLE_NO_BLOCKS
    is_near = least <= links.within < WITHIN_TO_FIND_ROOTS and links.long < LONG_TO_FIND_ROOTS
    is_plain = (
        links.scattered < SCATTERED_TO_FIND_ROOTS and links.at_hubs < AT_HUBS_TO_SAMPLE_BLOCKS
    )
    if is_near and is_plain and degree >= DEGREE_TO_FLATTEN_NEAR:
        why = f"{reason}; {_near_text(graph)}, which first links join at once (flatten_links=true)"
        return request.choose(FLAT_SAMPLE, why, {"flatten_links": True})
    is_part = LONG_TO_FIND_ROOTS <= links.long < LONG_TO_FIND_ALL_ROOTS
    if is_part and links.within >= WITHIN_TO_FIND_ROOTS:
        return join_blocks(graph, request)
    return _share(graph, request, SAMPLED, reason)


def _near_text(graph: DeviceGraph) -> str:
    within = percentage(graph.first_links.within)
    return f"{within} of the entries lead to a vertex with an id nearby"


def _stays_near(graph: DeviceGraph) -> bool:
    links = graph.first_links
    has_few = graph.entry_count < DEGREE_TO_SAMPLE_BLOCKS * graph.n
    has_hubs = links.at_hubs >= AT_HUBS_TO_SAMPLE_BLOCKS
    return has_few and not has_hubs and links.within >= WITHIN_TO_SAMPLE_NO_BLOCKS


def _share(graph: DeviceGraph, request: Automatic, variant: str, reason: str) -> Choice:
    few = graph.entry_count < DEGREE_TO_COALESCE * graph.n
    if few or graph.n < VERTICES_OF_LARGE_SAMPLES or not is_scattered(graph):
        return request.choose(variant, reason)
    return request.choose(variant, f"{reason} (sharing=coalesced)", {"sharing": "coalesced"})
