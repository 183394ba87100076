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
from clconn.opencl_backend.plan.auto_reasons import (
    chains_text,
    degree_text,
    is_scattered,
    scattered_text,
    why_to_hook,
)
from clconn.percentage import percentage

__all__ = [
    "AT_HUBS_TO_SAMPLE_BLOCKS",
    "COVERAGE_TO_HOOK",
    "DEGREE_TO_COALESCE",
    "DEGREE_TO_SAMPLE",
    "DEGREE_TO_SAMPLE_BLOCKS",
    "HOOKED",
    "INTERLEAVED",
    "LONG_TO_FLATTEN_SAMPLES",
    "SAMPLED",
    "UNSAMPLED_NEAR",
    "VERTICES_OF_LARGE_SAMPLES",
    "VERTICES_TO_FIND_ROOTS",
    "WITHIN_TO_SAMPLE_NO_BLOCKS",
    "choose_hooks",
    "choose_sample",
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
    if graph.n < VERTICES_OF_LARGE_SAMPLES or graph.hook_coverage < COVERAGE_TO_HOOK:
        return None
    return request.choose(HOOKED, why_to_hook(graph, COVERAGE_TO_HOOK))


def choose_sample(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose how sampled edges are united, and who unites them; or that none are sampled."""
    links = graph.first_links
    reason = (
        f"{degree_text(graph)} are {DEGREE_TO_SAMPLE} or more, so that two of each vertex find "
        "most of the largest component and most edges are never read"
    )
    if graph.n >= VERTICES_TO_FIND_ROOTS:
        return _share(graph, request, SAMPLED, reason)
    if is_scattered(graph):
        return _share(graph, request, INTERLEAVED, f"{reason}; {scattered_text(graph)}")
    if links.long >= LONG_TO_FLATTEN_SAMPLES:
        flat = {"flatten_links": True}
        return request.choose(FLAT_SAMPLE, f"{reason}; {chains_text(graph)}", flat)
    if _stays_near(graph):
        return request.choose(
            UNSAMPLED_NEAR,
            f"{percentage(links.within)} of the entries lead to a vertex with an id nearby, so "
            "that two of each vertex might find no large component",
        )
    return request.choose(INTERLEAVED, reason)


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
