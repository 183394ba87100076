"""Choose the variant of components and forests for ``"auto"`` on a processor.

Every core runs its work-items in turn there, so a launch costs little and a branch that cannot be
predicted much; and a look at the graph takes half a millisecond, so only large ones get it.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice, variants
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_reasons import (
    SMALL_NOT_TO_SAMPLE,
    degree_text,
    why_not_left_out,
    why_not_to_sample,
    why_to_hook,
)

__all__ = [
    "COVERAGE_TO_HOOK_ON_PROCESSOR",
    "COVERAGE_TO_HOOK_SPARSE",
    "DEGREE_TO_SAMPLE_ON_PROCESSOR",
    "EDGES_ON_PROCESSOR",
    "ENTRIES_TO_HOOK_ON_PROCESSOR",
    "ENTRIES_TO_HOOK_SPARSE",
    "ENTRIES_TO_SAMPLE_ON_PROCESSOR",
    "FOREST_ON_PROCESSOR",
    "HOOKED_FOREST_ON_PROCESSOR",
    "HOOKED_ON_PROCESSOR",
    "ON_PROCESSOR",
    "SAMPLED_ON_PROCESSOR",
    "choose_on_processor",
]

# Two busy cores, PoCL, ms for 4 M random edges of 2^20 vertices, the same sorted, a grid of 2^20 in
# order, the same shuffled: ecl/split 53, 52, 10, 63; rem-cas/naive+split-one 70, 46, 5, 63;
# async/split 67, 66, 15, 71.
EDGES_ON_PROCESSOR = "coo/ecl/split"

# Two cores, PoCL, processor time of kernels in ms without sampling (rem-cas) and with it, by
# neighbors a vertex. 4: random 53 and 42, a small world 26 and 18, a torus 13 and 13, shuffled 55
# and 53, a band 28 and 24. 5 to 6: random 76 and 57, a shuffled grid of three dimensions 127 and
# 100, Delaunay 72 and 53, ratings 89 and 49, preferential attachment 24 and 19, meshes 36 and 22, a
# bar 24 and 26. 7 and more: a mesh 35 and 19, ratings (10.6) 108 and 39, permuted R-MAT (77) 11 and
# 7. With fewer than 4 it depends: random (3) 56 and 53, a strip (3.75) 18 and 20. Where half of the
# vertices are in small components nothing is sampled: small cliques (6) 13 and 35, R-MAT (6) 20 and
# 21. It loses where components are neither small nor most of the graph: ten random graphs (6) side
# by side 42 and 57, hundred 34 and 40.
DEGREE_TO_SAMPLE_ON_PROCESSOR = 4
"""Entries per vertex from which sampling pays on a processor."""

# On the same cores, ms saved by sampling graphs with 5 to 50 neighbors a vertex, and the look for
# small components: with 50,000 entries -0.1 to -0.3, with 200,000 0 to 0.7, with 400,000 -0.2 to
# 0.9; the look 0.2 to 0.6. So below this bound the look takes about as much as it could save.
ENTRIES_TO_SAMPLE_ON_PROCESSOR = 2**18
"""Entries from which a processor looks whether sampling pays."""

# On the same cores, ms by k-out and by hook-based sampling: R-MAT of 2^19 vertices (this share is
# 0.5) 13.5 and 11.8, kron17 (0.13) 5.4 and 4.7, social18 (0.11) 9.7 and 9.1, web18 (0.66) 7.0 and
# 7.4. No graph of the benchmarks lies between 0 and 0.11, and at 0 meshes take 15 and 55, Delaunay
# 39 and 174, r4-2e20 29 and 65. The look takes 0.5 to 0.8, R-MAT of 955 thousand entries 2.1 and
# 2.2: so only graphs of some million entries get it. That is by ECL-CC's union. In another run
# these four graphs took 15, 5.5, 10.8 and 7.8 by it and 12, 5.3, 9.8 and 7.5 by Rem's.
#
# Hooking is fast on grids, strips and bands in order, too, which this share does not show, here
# beside no sampling: a torus of 2^20 vertices takes 8 in place of 11, a strip of 2^21 17 in place
# of 23, a hexagonal lattice 7 in place of 24, a band (3 neighbors on either side) 17 in place of
# 28. But nothing tells these from 16 grids of 256 x 256 side by side, which take 17 in place of 10,
# or a hundred strips, which take 274 in place of 182: so it is not done.
COVERAGE_TO_HOOK_ON_PROCESSOR = 0.1
"""Share of covered vertices from which hook-based sampling is preferred on a processor."""
ENTRIES_TO_HOOK_ON_PROCESSOR = 2**22
"""Entries from which a processor looks for that."""

# With few neighbors a vertex hooking saves something where it covers nearly all, on the same cores,
# ms by csr/rem-cas and by hb/rem-cas: a random tree (2) 28 and 19, with a tenth more edges (2.2) 22
# and 10, a binary tree (2) 12 and 11, a star (2) 13 and 15; where it covers less it loses, two
# random trees side by side (0.5) 30 and 38, ten of them (0.1) 28 and 47. A forest gains nothing: of
# the random tree 20 and 19, of one of 2^19 vertices 5.1 and 5.8.
COVERAGE_TO_HOOK_SPARSE = 0.95
"""The same share for a graph of fewer neighbors than :data:`DEGREE_TO_SAMPLE_ON_PROCESSOR`."""
ENTRIES_TO_HOOK_SPARSE = 2**21
"""Entries from which a processor looks for that; the look takes 4 % of the time of a path, and a
build of 0.2 s the first time of all."""

# The finds were measured on two cores, too; GConn names the unions.
ON_PROCESSOR = "csr/rem-cas/naive+split-one"
FOREST_ON_PROCESSOR = "csr/ecl/split"
SAMPLED_ON_PROCESSOR = "kout/ecl/split"
HOOKED_ON_PROCESSOR = "hb/rem-cas/naive+split-one"
HOOKED_FOREST_ON_PROCESSOR = "hb/ecl/split"


def choose_on_processor(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant of components and of spanning forests for rows on a processor."""
    obstacle = why_not_to_sample(graph, DEGREE_TO_SAMPLE_ON_PROCESSOR)
    if not obstacle and graph.entry_count < ENTRIES_TO_SAMPLE_ON_PROCESSOR:
        obstacle = (
            f"{graph.entry_count} entries are fewer than {ENTRIES_TO_SAMPLE_ON_PROCESSOR}, so that "
            "a look whether sampling pays would take about as long as it saves"
        )
    # The looks come last, since they take time.
    elif not obstacle and graph.small_components >= SMALL_NOT_TO_SAMPLE:
        obstacle = why_not_left_out(graph)
    enough = _coverage_to_hook(graph, request, obstacle)
    if enough is not None and graph.hook_coverage >= enough:
        hooked = _of_problem(request, HOOKED_ON_PROCESSOR, HOOKED_FOREST_ON_PROCESSOR)
        return request.choose(hooked, why_to_hook(graph, enough))
    if not obstacle:
        return request.choose(
            SAMPLED_ON_PROCESSOR,
            f"{degree_text(graph)} are {DEGREE_TO_SAMPLE_ON_PROCESSOR} or more, so that two of "
            "each vertex find most of the largest component and the others in it are never read",
        )
    unsampled = _of_problem(request, ON_PROCESSOR, FOREST_ON_PROCESSOR)
    if unsampled == ON_PROCESSOR:
        return request.choose(
            unsampled,
            f"{obstacle}; on a processor Rem's union does best without it, as it ends a walk as "
            "soon as the two paths meet",
        )
    return request.choose(
        unsampled,
        f"{obstacle}; on a processor ECL-CC's union does best without it, as it saves a find for "
        "each edge",
    )


def _coverage_to_hook(graph: DeviceGraph, request: Automatic, obstacle: str) -> float | None:
    """The share of covered vertices from which to hook; None if a look would not pay."""
    if not obstacle and graph.entry_count >= ENTRIES_TO_HOOK_ON_PROCESSOR:
        return COVERAGE_TO_HOOK_ON_PROCESSOR
    is_sparse = graph.entry_count < DEGREE_TO_SAMPLE_ON_PROCESSOR * graph.n
    may_pay = graph.symmetric and is_sparse and graph.entry_count >= ENTRIES_TO_HOOK_SPARSE
    if may_pay and _has_variant(request, HOOKED_ON_PROCESSOR):
        return COVERAGE_TO_HOOK_SPARSE
    return None


def _of_problem(request: Automatic, for_components: str, for_forest: str) -> str:
    """The variant for components if the problem has it, since a forest links only roots."""
    return for_components if _has_variant(request, for_components) else for_forest


def _has_variant(request: Automatic, name: str) -> bool:
    return any(row.name == name for row in variants(request.problem))
