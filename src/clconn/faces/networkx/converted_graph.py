"""A NetworkX graph, converted once: what NetworkX keeps in the graph's cache.

NetworkX throws its cache away when the graph changes, so what is found out about a graph is kept
here, too. Attributes of edges are read when a function needs them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from clconn.components import connected_components
from clconn.graph import Graph
from clconn.results import Components, StrongComponents
from clconn.strong_components import strongly_connected_components

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ConvertedGraph"]


class ConvertedGraph:
    """A NetworkX graph and its arrays, which functions with ``backend="clconn"`` take.

    Parameters
    ----------
    original : networkx.Graph
        The graph; it may be directed or a multigraph.

    Attributes
    ----------
    original : networkx.Graph
        The graph, which must not change while this is in use.
    """

    __networkx_backend__ = "clconn"

    def __init__(self, original: Any) -> None:
        self.original = original

    def __getstate__(self) -> dict[str, Any]:
        # NetworkX copies and pickles a graph together with its cache, and the rest can be had again.
        return {"original": self.original}

    def is_directed(self) -> bool:
        """Whether the edges are arcs."""
        return bool(self.original.is_directed())

    def is_multigraph(self) -> bool:
        """Whether there may be parallel edges."""
        return bool(self.original.is_multigraph())

    def __len__(self) -> int:
        return self.graph.n

    def __iter__(self) -> Iterator[Any]:
        return iter(self.nodes)

    @cached_property
    def graph(self) -> Graph:
        """The graph without weights; its edges are in NetworkX's order."""
        return Graph.from_networkx(self.original)

    @property
    def nodes(self) -> list[Any]:
        """NetworkX's nodes, in the order of the vertices."""
        nodes: list[Any] = self.graph.nodes  # type: ignore[assignment]
        return nodes

    @cached_property
    def places(self) -> dict[Any, int]:
        """The vertex of each node."""
        return {node: vertex for vertex, node in enumerate(self.nodes)}

    @cached_property
    def components(self) -> Components:
        """The components; of a directed graph the weak ones."""
        return connected_components(self.graph)

    @cached_property
    def strong_components(self) -> StrongComponents:
        """The strong components."""
        return strongly_connected_components(self.graph)

    def edges(self) -> list[tuple[Any, ...]]:
        """Return NetworkX's edges with their attributes, with their keys if it is a multigraph.

        They are not kept: Python's garbage collector would search all these tuples again and again.

        Raises
        ------
        networkx.NetworkXError
            If the graph has got or lost edges since it was converted.
        """
        keys = {"keys": True} if self.is_multigraph() else {}
        edges = list(self.original.edges(data=True, **keys))
        if len(edges) != self.graph.edge_count:
            raise nx.NetworkXError(
                f"the graph had {self.graph.edge_count} edges when it was converted for clconn, and "
                f"has {len(edges)} now; convert it again"
            )
        return edges

    def sets(self, labels: NDArray[np.int32], order: Any) -> Iterator[set[Any]]:
        """Iterate over the nodes with each label of an order."""
        vertices = np.argsort(labels, kind="stable")
        nodes = list(map(self.nodes.__getitem__, vertices.tolist()))
        ends = [0, *np.cumsum(np.bincount(labels)).tolist()] if labels.size else [0]
        return (set(nodes[ends[label] : ends[label + 1]]) for label in order)
