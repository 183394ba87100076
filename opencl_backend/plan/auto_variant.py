"""Which variant ``"auto"`` stands for: a decision tree over the device and the graph.

The tree is that of C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, section 4.7 and Figure 12: few
neighbors a vertex, no sampling; a high coverage of hook-based sampling, that sampling; k-out
sampling otherwise. GConn finishes the former with ECL-CC's union; here Union-Async was faster
after both. Two questions stand before theirs: a processor gains nothing by sampling, and an edge
that stands at one end only could be lost by it.

Invariant: the choice depends on nothing but the device's kind and the graph, and is a row of the
table of variants. Every variant gives the same answer, so a poor choice costs time only.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph

__all__ = [
    "COVERAGE_TO_HOOK",
    "DEGREE_TO_COALESCE",
    "DEGREE_TO_SAMPLE",
    "HOOKED",
    "MINIMUM_FOREST",
    "ON_PROCESSOR",
    "SAMPLED",
    "UNSAMPLED",
    "choose_by_sampling",
    "choose_minimum_forest",
]

# GConn says "small" and gives no figure in words. On an NVIDIA H100 sampling loses on the tori and
# roads among the named graphs, with 2 to 4 entries a vertex, and wins on all others: 6 and more.
DEGREE_TO_SAMPLE = 5
"""Entries a vertex from which sampling pays."""

# On the same machine CSR coalescing leaves 0.70 of the time on kron21 (86 neighbors a vertex), 0.93
# on social (60), 0.68 to 1.00 on permuted R-MAT and uniform graphs with 16 to 113, and loses on
# r4-2e23 (8; 1.04). Where hook-based sampling is not better, that is: on R-MAT as it comes, where
# each vertex's first neighbor is in the largest component already, it loses too.
DEGREE_TO_COALESCE = 12
"""Entries a vertex from which the sampled edges of one go to adjacent work-items."""

# On the same machine hook-based sampling is faster than k-out sampling on rmat22 (0.22 against
# 0.27 ms; 0.49 is covered by this bound), on R-MAT with 16 entries a vertex (0.10 against 0.11;
# 0.45) and on web (0.30 against 0.33; more than half), even on rmat16 (0.56), and slower where the
# bound is low: on permuted R-MAT and social (0.01 to 0.12), r4-2e23 and delaunay20 (0.002).
COVERAGE_TO_HOOK = 0.3
"""Share of the vertices from which hook-based sampling is preferred to k-out sampling."""

# The finds were measured on the same machine and graphs; GConn names the unions.
ON_PROCESSOR = "csr/ecl/split"
UNSAMPLED = "csr/async/single"
SAMPLED = "kout/async/single"
HOOKED = "hb/async/single"
MINIMUM_FOREST = "csr/filter-boruvka/halve"


def choose_minimum_forest(graph: DeviceGraph, request: Automatic) -> Choice:
    """The variant of minimum spanning forests, whatever the graph.

    Parameters
    ----------
    graph : DeviceGraph
    request : Automatic
    """
    return request.choose(
        MINIMUM_FOREST,
        "it was faster than ECL-MST and Boruvka's algorithm on each of ten graphs of all kinds "
        "on a GPU",
    )


def choose_by_sampling(graph: DeviceGraph, request: Automatic) -> Choice:
    """The variant of components and of spanning forests for a graph.

    Parameters
    ----------
    graph : DeviceGraph
    request : Automatic
    """
    if graph.runtime.is_cpu:
        return request.choose(
            ON_PROCESSOR,
            "the device is a processor, where sampling gains nothing and ECL-CC's union saves a "
            "find for each edge",
        )
    if not graph.symmetric:
        return request.choose(
            UNSAMPLED,
            "an edge of this graph may stand at one end only, and sampling could lose it",
        )
    # Rounded down, so that 7.999 is not told to be 8 and fewer than 8.
    hundredths = 100 * graph.entry_count // max(graph.n, 1)
    degree = f"{hundredths / 100:g} neighbors a vertex on average"
    if graph.entry_count < DEGREE_TO_SAMPLE * graph.n:
        return request.choose(
            UNSAMPLED,
            f"{degree} are fewer than {DEGREE_TO_SAMPLE}, so that sampling would read about as "
            "much as it saves",
        )
    # The coverage is worth a look only where something could follow from it.
    if graph.hook_coverage >= COVERAGE_TO_HOOK:
        return request.choose(
            HOOKED,
            f"hooking each vertex to its first neighbor alone joins {graph.hook_coverage:.0%} of "
            f"the vertices, {COVERAGE_TO_HOOK:.0%} or more, so that few edges are left to unite",
        )
    reason = (
        f"{degree} are {DEGREE_TO_SAMPLE} or more, so that two of each vertex find most of the "
        "largest component and most edges are never read"
    )
    if graph.entry_count < DEGREE_TO_COALESCE * graph.n:
        return request.choose(SAMPLED, reason)
    return request.choose(SAMPLED, f"{reason} (sharing=coalesced)", {"sharing": "coalesced"})
