"""What a graph of another library is read into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Edges"]


class Edges(NamedTuple):
    """The edges that a graph is made of.

    Attributes
    ----------
    nodes
        The name of each vertex, or None if names are the numbers of vertices.
    sources, targets
        The two ends of each edge, of any integer type.
    n
        The number of vertices, or None if the largest end tells it.
    weights
        The weight of each edge, or None.
    """

    nodes: list[Any] | NDArray[Any] | None
    sources: NDArray[Any]
    targets: NDArray[Any]
    n: int | None
    weights: NDArray[Any] | None
