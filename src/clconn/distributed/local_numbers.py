"""Number the vertices of a part of the edges, so that a part costs its own size and not n."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.components import connected_components
from clconn.graph import Graph
from clconn.renumbering import number_integers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["local_components", "number_ends"]


def number_ends(
    sources: NDArray[Any], targets: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[np.int32], NDArray[np.int32]]:
    """Return the distinct ends of edges, ascending, and both ends of each as places in them."""
    ends = np.concatenate([sources, targets])
    vertices, numbers = number_integers(ends)
    return vertices.astype(ends.dtype, copy=False), numbers[: sources.size], numbers[sources.size :]


def local_components(
    sources: NDArray[np.int32], targets: NDArray[np.int32], n: int, solver: Mapping[str, Any]
) -> NDArray[np.int32]:
    """Return the label of each vertex, by the device of the worker that this runs on."""
    graph = Graph.from_edges(sources, targets, n)
    return connected_components(graph, **solver).labels
