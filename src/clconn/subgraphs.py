"""Induced subgraphs: some vertices of a graph, and all edges between them.

Rows stay rows and edge lists stay edge lists. Edges keep their order, their direction and their
weights; the entries of a row keep theirs. The work is linear in the size of the graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.csr import Adjacency, offset_dtype
from clconn.errors import GraphError
from clconn.host_arrays import host_array
from clconn.user_rows import UserRows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["induced_subgraph"]


def induced_subgraph(graph: Graph, vertices: Any) -> Graph:
    """Return the subgraph of the given vertices; :meth:`clconn.Graph.subgraph` explains.

    Raises
    ------
    GraphError
        If a vertex is not in the graph or is given twice, or a mask has another length.
    """
    chosen = _chosen_vertices(graph, vertices)
    # The new number of each vertex, or -1.
    numbers = np.full(graph.n, -1, dtype=np.int32)
    numbers[chosen] = np.arange(chosen.size, dtype=np.int32)
    repeated = numbers[chosen] != np.arange(chosen.size, dtype=np.int32)
    if repeated.any():
        twice = graph.vertex_names.name(int(chosen[repeated][0]))
        raise GraphError(f"vertex {twice!r} is given more than once; give each vertex once")
    if graph.rows is None:
        sources, targets = (numbers[end] for end in graph.edges())
        kept: NDArray[Any] = np.flatnonzero((sources >= 0) & (targets >= 0))
        subgraph = _graph_like(graph, chosen.size, kept)
        subgraph._edges = (sources[kept], targets[kept])
    else:
        rows, kept = _induced_rows(graph.rows, chosen, numbers)
        subgraph = _graph_like(graph, chosen.size, kept)
        subgraph.user_rows = UserRows(rows.offsets, rows.neighbors, are_valid=True)
        # Rows that lack an entry somewhere may be symmetric here.
        subgraph.symmetric = graph.symmetric or None
    named = graph.nodes is not None
    subgraph.nodes = graph.vertex_names.names(chosen) if named else chosen.astype(np.int64)
    return subgraph


def _graph_like(graph: Graph, n: int, edges: NDArray[Any]) -> Graph:
    weights = None if graph.weights is None else graph.weights[edges]
    return type(graph)._make(n, edges.size, graph.directed, weights)


def _chosen_vertices(graph: Graph, vertices: Any) -> NDArray[np.intp]:
    vertices = host_array(vertices)
    is_mask = getattr(vertices, "dtype", None) == np.bool_
    if graph.nodes is None and isinstance(vertices, list) and vertices:
        # Bools are no vertices, but may be names.
        is_mask = all(isinstance(each, bool | np.bool_) for each in vertices)
    if is_mask:
        mask = np.asarray(vertices)
        if mask.shape != (graph.n,):
            raise GraphError(f"the mask has shape {mask.shape}; expected ({graph.n},)")
        return np.flatnonzero(mask)
    chosen = graph.vertex_names.find(vertices)
    if chosen.ndim != 1:
        raise GraphError(
            f"vertices has shape {chosen.shape}; expected a list or an array of vertices, "
            "such as [v] for one"
        )
    return chosen


def _induced_rows(
    rows: Adjacency, chosen: NDArray[np.intp], numbers: NDArray[np.int32]
) -> tuple[Adjacency, NDArray[Any]]:
    """Return the rows of the chosen vertices, and the entry of the old rows for each new entry."""
    starts = rows.offsets[:-1][chosen]
    degrees = rows.offsets[1:][chosen] - starts
    offsets = np.zeros(chosen.size + 1, dtype=rows.offsets.dtype)
    np.cumsum(degrees, out=offsets[1:])
    # Entry i of these rows, one behind the other, is this entry of the old rows.
    entries = np.repeat(starts - offsets[:-1], degrees)
    entries += np.arange(entries.size, dtype=entries.dtype)
    neighbors = numbers[rows.neighbors[entries]]
    kept = neighbors >= 0
    before = np.zeros(kept.size + 1, dtype=offsets.dtype)
    np.cumsum(kept, out=before[1:])
    offsets = before[offsets]
    size = int(offsets[-1])
    new_rows = Adjacency(offsets.astype(offset_dtype(size), copy=False), neighbors[kept])
    return new_rows, entries[kept]
