"""The edges of a NetworkX graph as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.graph_checks import reading_advice

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["edges_of_networkx"]


def edges_of_networkx(
    graph: Any, weight: str | None
) -> tuple[list[Any], NDArray[np.int32], NDArray[np.int32], NDArray[Any] | None]:
    """Return the nodes, the two ends of each edge as places among them, and the weights."""
    if not (hasattr(graph, "nodes") and hasattr(graph, "is_directed")):
        raise GraphError(
            f"expected a NetworkX graph, got {type(graph).__name__}{reading_advice(graph)}"
        )
    nodes = list(graph.nodes)
    vertex = {node: index for index, node in enumerate(nodes)}
    count = graph.number_of_edges()
    ends = np.fromiter(
        (vertex[end] for edge in graph.edges() for end in edge[:2]),
        dtype=np.int32,
        count=2 * count,
    ).reshape(count, 2)
    weights = None
    if weight is not None:
        weights = np.asarray([value for *_, value in graph.edges(data=weight, default=1)])
    return nodes, ends[:, 0].copy(), ends[:, 1].copy(), weights
