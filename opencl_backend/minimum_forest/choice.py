"""Choose the variant of minimum spanning forests for ``"auto"``."""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.weighted_graph import WeightedGraph
from clconn.opencl_backend.plan.finalist import Finalist

__all__ = ["CORES_TO_TAKE_IN_ORDER", "choose_minimum_forest", "minimum_forest_finalists"]

# Two busy cores, PoCL, processor time in ms by the kernels of Filter-Boruvka and of Kruskal, on
# edges in the order of their weights, which are all equal, or all different: a path in order 86 and
# 13, 88 and 14, a grid 89 and 12, 77 and 11, r4 826 and 60, 386 and 76, permuted R-MAT with 77
# neighbors a vertex 214 and 18, 88 and 19, a shuffled tree 348 and 69, 361 and 89, shuffled cliques
# of 40 474 and 62, 222 and 86. So the latter, which has one core, takes 1/14 to 1/2.6 of the time.
CORES_TO_TAKE_IN_ORDER = 4
"""The most cores of which one that joins edges in the order of their weights is faster than all in
rounds."""

ON_ROWS = "csr/filter-boruvka/halve"
OF_EDGES = "coo/filter-boruvka/halve"
IN_ORDER = "coo/kruskal/serial"


_OF_EDGES = (Finalist(OF_EDGES), Finalist(OF_EDGES, {"c": 2}))
_ON_ROWS = (
    Finalist(ON_ROWS),
    Finalist(ON_ROWS, {"c": 0.5}),
    Finalist(ON_ROWS, {"c": 2}),
    Finalist("csr/boruvka/relabel"),
    Finalist("csr/ecl-mst/all"),
)


def minimum_forest_finalists(graph: WeightedGraph) -> tuple[Finalist, ...]:
    """The variants that are tried where the user has them measured.

    The graph keeps the rows that are made of a list, and the list that is made of rows.
    """
    # A GPU's one core would take seconds for the edges in order.
    in_order = (Finalist(IN_ORDER),) if graph.runtime.is_cpu else ()
    return (*_OF_EDGES, *_ON_ROWS, *in_order)


def choose_minimum_forest(graph: WeightedGraph, request: Automatic) -> Choice:
    """Choose the variant of minimum spanning forests: by the keys, their order, and the rows."""
    if graph.runtime.is_cpu and _has_few_cores(graph):
        which = None
        if graph.keys_ascend:
            which = "the weights are in the order of the edges"
        elif graph.rare_keys is not None:
            which = "nearly all edges have the same weight"
        if which:
            return request.choose(
                IN_ORDER,
                f"{which}, and one core of the processor that reads each edge once is faster than "
                "all of them in rounds",
            )
    if graph.is_clean:
        return request.choose(
            ON_ROWS,
            "it was faster than ECL-MST and Boruvka's algorithm on each of ten graphs of all kinds "
            "on a GPU",
        )
    return request.choose(
        OF_EDGES,
        "it reads the edges as they are given, and needs no rows that hold each edge at both ends",
    )


def _has_few_cores(graph: WeightedGraph) -> bool:
    """Whether one core may be faster, if Kruskal's algorithm has hardly anything to sort."""
    # Rows that are there already would have to become arrays of edges.
    return int(graph.device.max_compute_units) <= CORES_TO_TAKE_IN_ORDER and not graph.is_clean
