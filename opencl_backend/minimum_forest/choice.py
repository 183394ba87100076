"""Choose the variant of minimum spanning forests for ``"auto"``."""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.one_core import has_few_cores
from clconn.opencl_backend.graph.weighted_graph import WeightedGraph
from clconn.opencl_backend.plan.finalist import Finalist

__all__ = ["choose_minimum_forest", "minimum_forest_finalists"]

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
    # Rows that are there already would have to become arrays of edges.
    if has_few_cores(graph.runtime) and not graph.is_clean:
        which = None
        if graph.rare_keys is not None:
            which = f"{'nearly ' * graph.rare_keys.are_there}all edges have the same weight"
        elif graph.keys_ascend:
            which = "the weights are in the order of the edges"
        elif graph.keys_descend:
            which = "the weights are in the opposite order of the edges"
        elif graph.keys_ascend_below:
            which = "the weights are in the order of the edges' larger ends"
        elif graph.keys_descend_below:
            which = "the weights are in the opposite order of the edges' larger ends"
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
