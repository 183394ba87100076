"""Choose the variant of components and forests for ``"auto"`` on a processor.

Every core runs its work-items in turn there, so a launch costs little and a branch that cannot be
predicted much. To hook all vertices takes no longer than the components of a graph in order, so
large graphs are hooked once to see what that covers (``hooked_share.cl``), where a look at a few
vertices says that it may be much. Rows may be in no order, as scipy makes of edges in any order;
then no first neighbor says anything, and they have rules of their own (those that descend, too).
Graphs of fewer than 2^18 entries get no look at all.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice, has_variant
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.one_core import cores_of
from clconn.opencl_backend.plan.auto_reasons import (
    WHY_NO_ROWS,
    degree_text,
    why_not_left_out,
    why_not_to_sample,
    why_to_hook,
)
from clconn.percentage import percentage

__all__ = [
    "ASCENDING_IN_ORDER",
    "AT_HUBS_TO_SAMPLE_ON_PROCESSOR",
    "CORES_TO_SAMPLE_LESS",
    "COVERAGE_TO_HOOK_ON_PROCESSOR",
    "COVERING_ON_PROCESSOR",
    "DEGREE_OF_DENSE_COMPONENTS",
    "DEGREE_TO_HOOK_ON_PROCESSOR",
    "DEGREE_TO_SAMPLE_AT_HUBS",
    "DEGREE_TO_SAMPLE_LATTICES",
    "DEGREE_TO_SAMPLE_ON_MANY_CORES",
    "DEGREE_TO_SAMPLE_ON_PROCESSOR",
    "DEGREE_TO_SAMPLE_PARTS",
    "DEGREE_TO_SAMPLE_TREES",
    "DEGREE_TO_SAMPLE_UNSORTED",
    "EDGES_ON_PROCESSOR",
    "ENTRIES_TO_HOOK_ALL",
    "ENTRIES_TO_HOOK_ON_PROCESSOR",
    "ENTRIES_TO_LOOK_FOR_MEDIUM",
    "ENTRIES_TO_SAMPLE_ON_PROCESSOR",
    "FEW_AT_HUBS_ON_PROCESSOR",
    "FOREST_OF_EDGES_ON_PROCESSOR",
    "FOREST_ON_PROCESSOR",
    "HOOKED_ON_PROCESSOR",
    "MEDIUM_NOT_TO_SAMPLE",
    "ON_PROCESSOR",
    "ROOTS_OF_LARGE_TREES",
    "ROOTS_TO_HOOK_ALL",
    "SAMPLED_ON_PROCESSOR",
    "SHARE_TO_HOOK",
    "SHARE_TO_SAMPLE",
    "SMALL_NOT_TO_SAMPLE_ON_PROCESSOR",
    "UNLIKE_OF_TWO",
    "UNLIKE_TO_HOOK_ALL",
    "UNLIKE_TO_SAMPLE",
    "choose_on_processor",
]

# Two cores, PoCL, as multiples of the best of four to nine variants, in the mean and at most: 149
# lists of mixtures by chance of 2^12 to 2^22 vertices, in order and not, and 122 of families that
# have cliffs, of 2^19 (2026-11-26). rem-cas/naive+halve-one 1.025 and 1.36, naive+split-one 1.044
# and 2.9, ecl/split 1.138 and 4.2, async/split 1.17 and 3.2. Forests, 109 of the families:
# ecl/split 1.085 and 3.2 (four diagonals in order, 19 ms in place of 6 by async/single),
# ecl/compress 1.07 and 3.6, async/single 1.23 and 3.5.
EDGES_ON_PROCESSOR = "coo/rem-cas/naive+halve-one"
FOREST_OF_EDGES_ON_PROCESSOR = "coo/ecl/split"

# Two cores, PoCL, processor time of kernels in ms without sampling (rem-cas) and with it, by
# neighbors a vertex. 4: random 53 and 42, a small world 26 and 18, a torus 13 and 13, shuffled 55
# and 53, a band 28 and 24. 5 to 6: random 76 and 57, a shuffled grid of three dimensions 127 and
# 100, Delaunay 72 and 53, ratings 89 and 49, preferential attachment 24 and 19, meshes 36 and 22, a
# bar 24 and 26. 7 and more: a mesh 35 and 19, ratings (10.6) 108 and 39, permuted R-MAT (77) 11 and
# 7. With fewer it depends: random ones (3, 3.5, 3.8) 56 and 53, 43 and 38, 41 and 36, among the
# nearest 500 ids (3.99) 29 and 21, a strip (3.75) 18 and 20. Where half of the vertices with
# neighbors are in small components nothing is sampled: small cliques (6) 13 and 35. R-MAT of 2^20
# vertices, half of which have none, whole calls in another run: with 3.9, 5.9, 12 and 23 neighbors
# 18 and 19, 22 and 21, 34 and 22, 64 and 25, permuted 35 and 30, 39 and 32, 53 and 37, 90 and 44.
# It loses where components are neither small nor most of the graph: ten random graphs (6) side by
# side 42 and 57, hundred 34 and 40, one beside a path (5) 21 and 27.
DEGREE_TO_SAMPLE_ON_PROCESSOR = 3.5
"""Entries per vertex from which sampling pays on a processor."""
SMALL_NOT_TO_SAMPLE_ON_PROCESSOR = 0.5
"""Share of the vertices with neighbors that are in small components from which it does not."""

# Two quiet cores, PoCL, processor time in ms by Rem's union and by ECL-CC's without sampling:
# cliques of 7 in order and shuffled (2^20 vertices) 7.4 and 7.5, 17 and 18, of 20 42 and 34, 58 and
# 50, of 40 (2^19) 37 and 27, 39 and 33; networkit takes 36 for the last but one of these.
DEGREE_OF_DENSE_COMPONENTS = 12
"""Entries per vertex from which ECL-CC's union is better where most components are small."""

# On the same cores, ms saved by sampling graphs with 5 to 50 neighbors a vertex, and the look for
# small components: with 50,000 entries -0.1 to -0.3, with 200,000 0 to 0.7, with 400,000 -0.2 to
# 0.9; the look 0.2 to 0.6. So below this bound the look takes about as much as it could save.
ENTRIES_TO_SAMPLE_ON_PROCESSOR = 2**18
"""Entries from which a processor looks whether sampling pays."""

# Nor does sampling pay where components have some thousand vertices. Ms by k-out sampling and by
# Rem's union without (two cores of another machine, one run, 2^20 vertices): 512 random graphs (4
# neighbors a vertex) side by side 23.2 and 10.7, shuffled 34.6 and 26.9, near neighbors (6) 18.4
# and 8.5, shuffled 29.0 and 25.5, Delaunay 20.0 and 9.4, shuffled 35.1 and 32.1, small worlds
# shuffled 50.2 and 31.9, R-MAT (10) 16.1 and 9.1, shuffled 40.4 and 26.5; 256 such beside one of
# half of the vertices 29.0 and 24.7, 32.5 and 31.7, 100 beside one of 0.8 28.0 and 27.4, 26.8 and
# 31.4. The look takes 0.2 to 1.6, mostly 0.9, of graphs with one component 22 to 26 in all. By
# searches of up to 16,384 vertices it takes 1.3 to 5.8, and up to 14 where they find something.
MEDIUM_NOT_TO_SAMPLE = 0.5
"""Share of the vertices with neighbors that are in components of some thousand vertices from which
it does not."""
ENTRIES_TO_LOOK_FOR_MEDIUM = 2**21
"""Entries from which a processor looks for these."""

# On the same quiet cores as above, ms by k-out and by hook-based sampling: R-MAT of 2^19 vertices
# (this share is 0.5) 13.5 and 11.8, kron17 (0.13) 5.4 and 4.7, social18 (0.11) 9.7 and 9.1, web18
# (0.66) 7.0 and 7.4. No graph of the benchmarks lies between 0 and 0.11, and at 0 meshes take 15
# and 55, Delaunay 39 and 174, r4-2e20 29 and 65. The look takes 0.5 to 0.8, R-MAT of 955 thousand
# entries 2.1 and 2.2: so only graphs of some million entries get it. That is by ECL-CC's union. In
# another run these four graphs took 15, 5.5, 10.8 and 7.8 by it and 12, 5.3, 9.8 and 7.5 by Rem's.
COVERAGE_TO_HOOK_ON_PROCESSOR = 0.1
"""Share of covered vertices from which hook-based sampling is preferred on a processor."""
ENTRIES_TO_HOOK_ON_PROCESSOR = 2**22
"""Entries from which a processor looks for that."""

# On the same cores, ms without sampling, by k-out and by hook-based sampling (hb/ecl), where the
# latter covers all: a ladder (3 neighbors a vertex) 11.7, 7.0 and 6.1, hexagons (3) 12.1, 9.4 and
# 6.8, a torus (4) 5.8, 7.9 and 5.5, trees of near ids (2) 9.5, 18 and 5.5, a random one (2) 11, 24
# and 6.9, with a tenth and half more edges 15, 24 and 7.4, 20, 23 and 7.3; 0.96 to 0.98: small
# worlds (4) 16, 14 and 11, 12, 9.5 and 9.4, random among the nearest 500 ids (4) 28, 21 and 19. As
# forests the ladder 15.6, 7.2 and 4.4, hexagons 15.2, 9.0 and 6.3, a strip 9.3, 6.5 and 4.4, the
# trees 9.9, 18 and 5.0, 10, 21 and 6.9. Where it covers less it loses: two to ten grids side by
# side 6, 9 to 14 and 9 to 13, two trees (2) 11, 24 and 14.
#
# The try takes 4 to 6 ms there, a look at first neighbors 0.2; where a tenth of the vertices would
# stay roots, of which each looks at two more edges, the try takes 10 to 30. Paths, stars,
# caterpillars and complete trees gain nothing (3.8 to 5.3 ms, and 4.7 to 5.3 by hooks), so graphs
# of so few edges are tried only if their rows differ.
SHARE_TO_HOOK = 0.95
"""Share of the vertices in the largest tree of hook-based sampling from which that is chosen."""
ENTRIES_TO_HOOK_ALL = 2**20
"""Entries from which a processor hooks all vertices to see that."""
ROOTS_TO_HOOK_ALL = 0.1
"""Share of roots, after each vertex is hooked to its first neighbor, from which it does not."""
DEGREE_TO_HOOK_ON_PROCESSOR = 2.5
"""Entries per vertex from which it does."""
UNLIKE_TO_HOOK_ALL = 0.3
"""With fewer, the share of vertices that are not followed by one of as many neighbors."""

# Where hooks leave few roots, ids follow the graph, and what they do not join are other components.
# On the same cores, ms without sampling and by k-out sampling: four bands (6 neighbors a vertex)
# side by side 8.9 and 13.4, hundred 8.0 and 13.9, four small worlds (4) 8.9 and 14.1; meshes, which
# leave 0.006 of the vertices, 26 and 21.
#
# With more neighbors sampling pays all the same: bands (20) in two and four parts 7.7 and 4.6, 7.4
# and 5.7, with nine tenths in one (32) 6.1 and 2.4; of 6 neighbors with 0.94 in one 4.5 and 4.5.
#
# Where most vertices differ from the next one in their neighbors' number and one part has most of
# them, it pays, too. K-out sampling as a multiple of Rem's union without, of pairs of 2^19 vertices
# side by side or interleaved, the larger of 0.8 to 0.9 of them, half and more unlike: small worlds
# and preferential attachment with others 0.56 to 0.86. With fewer that are unlike 0.74 to 2.2 (a
# torus and a path 1.11, a band and a small world 1.54), with a larger part of 0.65 or 0.7 0.6 to
# 1.56.
ROOTS_OF_LARGE_TREES = 0.005
"""Share of roots below which a graph that hooking does not cover is not sampled."""
DEGREE_TO_SAMPLE_PARTS = 8
"""Entries per vertex from which it is."""
SHARE_TO_SAMPLE = 0.78
"""Share of the vertices in the largest tree from which it is with fewer, too, if rows differ."""
UNLIKE_TO_SAMPLE = 0.5
"""Share of vertices that are not followed by one of as many neighbors from which they do."""

# But one component may be many trees of hooks, timetables and control flow as users have them: of
# 14 such graphs of 2^18 to 2^20 vertices with 2.5 to 5.6 neighbors, whose largest tree has 0.005
# to 0.9 of them, k-out sampling takes 0.42 to 0.81 of Rem's union without (two cores, PoCL,
# processor time; forests 0.4 to 0.75), and 0.46 and 0.95 of two mixtures. Two graphs interleaved,
# all of whose rows differ from the next, 1.38, twenty graphs of control flow side by side 1.57, and
# of preferential attachment, half of whose vertices are at hubs, 1.8.
UNLIKE_OF_TWO = 0.95
"""Share of such vertices from which there are two graphs, with ids in turn."""
FEW_AT_HUBS_ON_PROCESSOR = 0.1
"""Share of vertices at hubs below which rows that differ are no hubs."""
DEGREE_TO_SAMPLE_TREES = 2.5
"""Entries per vertex from which sampling pays there."""

# Nor are lattices in order sampled that are too small for a try of hooks: tori, strips, bars,
# diagonals and what they are part of. Of 2^17 vertices (two cores, PoCL, 2026-11-30, whole calls)
# 23 with few roots and rows alike take 0.60 to 0.98 of the time by Rem's union, 0.81 in the mean,
# but six with more roots 0.72 to 1.25, and 40 whose rows differ more 0.59 to 1.8, 1.23 in the mean.
# Forests of the former take 0.99. (Where hooks join all they take 0.8, but the try 1 to 3 ms.)
DEGREE_TO_SAMPLE_LATTICES = 8
"""Entries per vertex from which sampling pays there, too."""

# On the same cores, ms without sampling and by k-out sampling of users and items by Zipf's law: of
# 2^20 vertices with 1 neighbor a vertex 17 and 24, 2 21 and 27, 2.4 23 and 26, 2.9 30 and 25, of
# 2^22 with 2.9 133 and 110; R-MAT (3), of which 0.23 are at hubs, 13.3 and 14.3.
DEGREE_TO_SAMPLE_AT_HUBS = 2.5
"""Entries per vertex from which sampling pays where most vertices are at hubs."""
AT_HUBS_TO_SAMPLE_ON_PROCESSOR = 0.5
"""Share of vertices from which most are."""

# Rows in no order, as scipy makes of edges in any order, processor time of k-out sampling as a
# multiple of that of ECL-CC's union without (86 mixtures by chance of 2^16 to 2^20 vertices,
# ``mixed_graphs.py``): with fewer than 5 neighbors 1.02 to 4.4 (strips 1.65, tori 1.40 and 1.42, a
# band of 2 2.19), from 5 to 10 0.6 to 1.28, with more 0.32 to 1.10. Rem's union without sampling
# takes 0.76 to 4.5 of ECL-CC's, 1.1 in the mean. Cliques of 20 and 40, in order and shuffled, by
# k-out sampling 0.66, 0.94, 0.52 and 0.70, by hooks 0.83 to 0.95 of that; of 4, 7 and 10 1.0 to
# 2.0. After hooks Rem's and ECL-CC's unions take the same (37 mixtures of 2^22 entries and more
# 0.83 to 1.21). Spanning forests are alike (four diagonals 2.6, hexagons 1.4, many neighbors 0.26
# to 0.97).
ASCENDING_IN_ORDER = 0.75
"""Share of rows that ascend below which they are in no order."""
DEGREE_TO_SAMPLE_UNSORTED = 5
"""Entries per vertex from which sampling pays where they are."""

# More cores read entries sooner than they sample. As multiples of the best of eight variants in the
# mean and at most (PoCL, 2026-11-30, kernels by the clock, hooks shortened, 49 graphs of 2^18 to
# 2^22 vertices), the rules of two cores: on four 1.09 and 1.4, on eight 1.11 and 1.8, on sixteen
# 1.18 and 2.7. If only graphs of 5 neighbors and more are sampled 1.08, 1.07 and 1.11 in the mean,
# of 7 1.09, 1.06 and 1.08, of 12 1.15, 1.10 and 1.07. Forests are alike. Graphs with most vertices
# at hubs and fewer neighbors were not among these.
CORES_TO_SAMPLE_LESS = 8
"""Cores from which sampling pays with more neighbors alone."""
DEGREE_TO_SAMPLE_ON_MANY_CORES = 7
"""Entries per vertex from which it does."""

# The finds were measured on two cores, too; GConn names the unions.
ON_PROCESSOR = "csr/rem-cas/naive+split-one"
FOREST_ON_PROCESSOR = "csr/ecl/split"
SAMPLED_ON_PROCESSOR = "kout/ecl/split"
HOOKED_ON_PROCESSOR = "hb/rem-cas/naive+split-one"
COVERING_ON_PROCESSOR = "hb/ecl/split"


def choose_on_processor(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant of components and of spanning forests on a processor."""
    if graph.rows is None:
        return request.choose(
            _of_problem(request, EDGES_ON_PROCESSOR, FOREST_OF_EDGES_ON_PROCESSOR), WHY_NO_ROWS
        )
    if _is_unsorted(graph):
        return _choose_for_unsorted_rows(graph, request)
    cores = cores_of(graph.runtime)
    has_many_cores = cores >= CORES_TO_SAMPLE_LESS
    if has_many_cores and graph.symmetric:
        obstacle = why_not_to_sample(graph, DEGREE_TO_SAMPLE_ON_MANY_CORES)
        if obstacle:
            return _choose_unsampled(request, f"with {cores} cores, {obstacle}")
    has_look = graph.symmetric and graph.entry_count >= ENTRIES_TO_HOOK_ALL
    if has_look and _may_be_covered(graph):
        if graph.hooked_share >= SHARE_TO_HOOK:
            return request.choose(
                COVERING_ON_PROCESSOR,
                "hooks to first neighbors, and two edges of each root, join "
                f"{percentage(graph.hooked_share)} of the vertices, {percentage(SHARE_TO_HOOK)} "
                "or more, so that few edges are left to unite",
            )
        if _leaves_trees(graph):
            return _sample_unless_small(graph, request, DEGREE_TO_SAMPLE_TREES)
        if _leaves_other_components(graph):
            return _choose_unsampled(
                request,
                "hooks to first neighbors leave few roots, and the largest tree has "
                f"{percentage(graph.hooked_share)} of the vertices, so that the others are other "
                "components, which sampling would not leave out",
            )
    by_rem = has_variant(request.problem, ON_PROCESSOR) and not has_many_cores
    if by_rem and _is_small_lattice(graph):
        return _choose_unsampled(
            request,
            "hooks to first neighbors leave few roots, and "
            f"{percentage(1 - graph.first_neighbors.unlike)} of the vertices are followed by one "
            "of as many neighbors, as in a lattice in order, of which sampling would take longer "
            "than it saves",
        )
    at_hubs = has_look and graph.first_neighbors.at_hubs >= AT_HUBS_TO_SAMPLE_ON_PROCESSOR
    least = DEGREE_TO_SAMPLE_AT_HUBS if at_hubs else DEGREE_TO_SAMPLE_ON_PROCESSOR
    if has_many_cores:
        least = DEGREE_TO_SAMPLE_ON_MANY_CORES
    return _sample_unless_small(graph, request, least)


def _sample_unless_small(graph: DeviceGraph, request: Automatic, least: float) -> Choice:
    obstacle = why_not_to_sample(graph, least)
    if not obstacle and graph.entry_count < ENTRIES_TO_SAMPLE_ON_PROCESSOR:
        obstacle = (
            f"{graph.entry_count} entries are fewer than {ENTRIES_TO_SAMPLE_ON_PROCESSOR}, so that "
            "a look whether sampling pays would take about as long as it saves"
        )
    # The looks come last, since they take time.
    elif not obstacle and graph.small_components >= SMALL_NOT_TO_SAMPLE_ON_PROCESSOR:
        obstacle = why_not_left_out(graph)
        if _is_dense(graph):
            return _choose_by_ecl(request, f"{obstacle}; {degree_text(graph)} are many")
    elif not obstacle and _has_medium_components(graph):
        obstacle = (
            "some searches find that about "
            f"{percentage(graph.medium_components)} of the vertices with neighbors are in "
            "components of some thousand vertices, so that sampling would leave out few"
        )
    if obstacle:
        return _choose_unsampled(request, obstacle)
    return _choose_sampled(graph, request, least)


def _has_medium_components(graph: DeviceGraph) -> bool:
    is_large = graph.entry_count >= ENTRIES_TO_LOOK_FOR_MEDIUM
    return is_large and graph.medium_components >= MEDIUM_NOT_TO_SAMPLE


def _is_unsorted(graph: DeviceGraph) -> bool:
    is_small = graph.entry_count < ENTRIES_TO_SAMPLE_ON_PROCESSOR
    return not is_small and graph.ascending_rows < ASCENDING_IN_ORDER


def _choose_for_unsorted_rows(graph: DeviceGraph, request: Automatic) -> Choice:
    obstacle = why_not_to_sample(graph, DEGREE_TO_SAMPLE_UNSORTED)
    if not obstacle and graph.small_components >= SMALL_NOT_TO_SAMPLE_ON_PROCESSOR:
        obstacle = why_not_left_out(graph)
        if _is_dense(graph):
            return request.choose(
                COVERING_ON_PROCESSOR,
                f"{obstacle}; but {degree_text(graph)} are many, in no order, so that the first of "
                "each vertex and two of each root find most of small components, too",
            )
    if obstacle:
        return _choose_by_ecl(request, f"{obstacle}; the neighbors of a vertex are in no order")
    return _choose_sampled(graph, request, DEGREE_TO_SAMPLE_UNSORTED)


def _is_dense(graph: DeviceGraph) -> bool:
    return graph.entry_count >= DEGREE_OF_DENSE_COMPONENTS * graph.n


def _choose_sampled(graph: DeviceGraph, request: Automatic, least: float) -> Choice:
    is_large = graph.entry_count >= ENTRIES_TO_HOOK_ON_PROCESSOR
    if is_large and graph.hook_coverage >= COVERAGE_TO_HOOK_ON_PROCESSOR:
        hooked = _of_problem(request, HOOKED_ON_PROCESSOR, COVERING_ON_PROCESSOR)
        return request.choose(hooked, why_to_hook(graph, COVERAGE_TO_HOOK_ON_PROCESSOR))
    return request.choose(
        SAMPLED_ON_PROCESSOR,
        f"{degree_text(graph)} are {least} or more, so that two of each vertex find most of the "
        "largest component and the others in it are never read",
    )


def _may_be_covered(graph: DeviceGraph) -> bool:
    """Whether hooks are worth a try; they are not where nothing could be gained by them."""
    if graph.first_neighbors.roots >= ROOTS_TO_HOOK_ALL:
        return False
    has_enough = graph.entry_count >= DEGREE_TO_HOOK_ON_PROCESSOR * graph.n
    return has_enough or graph.first_neighbors.unlike >= UNLIKE_TO_HOOK_ALL


def _leaves_trees(graph: DeviceGraph) -> bool:
    """Whether what hooks do not join may be one component all the same."""
    first = graph.first_neighbors
    differ = UNLIKE_TO_SAMPLE <= first.unlike < UNLIKE_OF_TWO
    in_order = first.roots < ROOTS_OF_LARGE_TREES
    return differ and in_order and first.at_hubs < FEW_AT_HUBS_ON_PROCESSOR


def _leaves_other_components(graph: DeviceGraph) -> bool:
    """Whether what hooks of a graph do not join is better united without a sample."""
    first = graph.first_neighbors
    if graph.entry_count >= DEGREE_TO_SAMPLE_PARTS * graph.n or first.roots >= ROOTS_OF_LARGE_TREES:
        return False
    return first.unlike < UNLIKE_TO_SAMPLE or graph.hooked_share < SHARE_TO_SAMPLE


def _is_small_lattice(graph: DeviceGraph) -> bool:
    """Whether hooks are not tried, and the rows of a graph in order are alike."""
    entries = graph.entry_count
    is_small = ENTRIES_TO_SAMPLE_ON_PROCESSOR <= entries < ENTRIES_TO_HOOK_ALL
    degree_fits = (
        DEGREE_TO_SAMPLE_ON_PROCESSOR * graph.n <= entries < DEGREE_TO_SAMPLE_LATTICES * graph.n
    )
    if not (graph.symmetric and is_small and degree_fits):
        return False
    first = graph.first_neighbors
    return first.roots < ROOTS_TO_HOOK_ALL and first.unlike < UNLIKE_TO_HOOK_ALL


def _choose_unsampled(request: Automatic, obstacle: str) -> Choice:
    unsampled = _of_problem(request, ON_PROCESSOR, FOREST_ON_PROCESSOR)
    if unsampled != ON_PROCESSOR:
        return _choose_by_ecl(request, obstacle)
    return request.choose(
        unsampled,
        f"{obstacle}; on a processor Rem's union does best without it, as it ends a walk as soon "
        "as the two paths meet",
    )


def _choose_by_ecl(request: Automatic, obstacle: str) -> Choice:
    return request.choose(
        FOREST_ON_PROCESSOR,
        f"{obstacle}; on a processor ECL-CC's union does best without it, as it saves a find for "
        "each edge",
    )


def _of_problem(request: Automatic, for_components: str, for_forest: str) -> str:
    """The variant for components if the problem has it, since a forest links only roots."""
    return for_components if has_variant(request.problem, for_components) else for_forest
