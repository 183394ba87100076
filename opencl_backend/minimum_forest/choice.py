"""Choose the variant of minimum spanning forests for ``"auto"``."""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.one_core import CORES_TO_TAKE_LARGER_ENDS, has_few_cores
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
    which = None if graph.is_clean else _order_of_weights(graph)
    if which is not None:
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


def _order_of_weights(graph: WeightedGraph) -> str | None:
    """Say which order of the weights spares one core of a processor to sort them, if one does."""
    if has_few_cores(graph.runtime):
        if graph.rare_keys is not None:
            return f"{'nearly ' * graph.rare_keys.are_there}all edges have the same weight"
        if graph.keys_ascend:
            return "the weights are in the order of the edges"
        if graph.keys_descend:
            return "the weights are in the opposite order of the edges"
    if has_few_cores(graph.runtime, CORES_TO_TAKE_LARGER_ENDS):
        if graph.keys_ascend_below:
            return "the weights are in the order of the edges' larger ends"
        if graph.keys_descend_below:
            return "the weights are in the opposite order of the edges' larger ends"
    return None
