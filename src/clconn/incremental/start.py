"""The components that an :class:`IncrementalComponents` begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clconn.components import connected_components
from clconn.design_space import Variant
from clconn.errors import GraphError
from clconn.forests import spanning_forest
from clconn.graph import Graph
from clconn.graph_conversion import as_graph
from clconn.incremental.engine import Links
from clconn.interchange.tables import is_frame
from clconn.results import Components, SpanningForest, StrongComponents

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Start", "start_from_graph", "start_from_result"]


@dataclass(frozen=True)
class Start:
    """What there is before the first batch.

    Attributes
    ----------
    n : int
        Number of vertices.
    roots : numpy.ndarray, optional
        The smallest vertex of each vertex's component; None if each is one of its own.
    edge_count : int, default 0
        The id of the next edge.
    links : Links, optional
        A spanning forest.
    device : pyopencl.Device, optional
        Where the graph is already.
    """

    n: int
    roots: NDArray[np.int32] | None = None
    edge_count: int = 0
    links: Links | None = None
    device: Any = None


def start_from_graph(
    source: Any, *, variant: str | Variant, backend: str | None, device: Any, forest: bool
) -> Start:
    """Take the components of a graph, by a variant of connected components or spanning forests."""
    graph = as_graph(source)
    if graph is not source and is_frame(source) and graph.nodes is not None:
        raise GraphError(
            "batches of edges take numbers of vertices, but this table has names; number them as "
            "Graph.from_dataframe does, and translate those of the batches by "
            "graph.vertex_names.find(names)"
        )
    solve = spanning_forest if forest else connected_components
    result: Any = solve(graph, variant=variant, backend=backend, device=device)
    links = Links(result.edge_ids, *result.edges) if forest else None
    if isinstance(graph, Graph):
        return Start(graph.n, result.roots, graph.edge_count, links)
    count = graph.entry_count if graph.host is None else graph.host.edge_count
    return Start(graph.n, result.roots, count, links, graph.device)


def start_from_result(result: Any) -> Start:
    """Take the components, and the edges, of a result."""
    if isinstance(result, SpanningForest):
        links = Links(result.edge_ids, *result.edges)
        edge_count = int(links.edge_ids[-1]) + 1 if links.edge_ids.size else 0
        return Start(result.n, result.roots, edge_count, links)
    if isinstance(result, StrongComponents) or not isinstance(result, Components):
        raise GraphError(
            f"expected a Components or a SpanningForest, got {type(result).__name__}; "
            "IncrementalComponents.from_graph takes a graph"
        )
    return Start(result.n, result.roots)
