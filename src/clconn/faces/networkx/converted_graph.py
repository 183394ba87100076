"""A NetworkX graph, converted once: what NetworkX keeps in the graph's cache.

NetworkX throws its cache away when the graph changes, so what is found out about a graph is kept
here, too. Attributes of edges are read when a function needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from clconn.cached_properties import cached_property
from clconn.components import connected_components
from clconn.graph import Graph
from clconn.networkx_edges import attributes_of_networkx, ends_of_networkx, keys_of_networkx
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
        _ = self.graph

    def __getstate__(self) -> dict[str, Any]:
        # NetworkX copies and pickles a graph with its cache, and the rest can be had again.
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
    def _ends(self) -> tuple[list[Any], NDArray[np.int32], NDArray[np.int32], bytes]:
        return ends_of_networkx(self.original)

    @cached_property
    def graph(self) -> Graph:
        """The graph without weights and names; its edges are in NetworkX's order."""
        nodes, sources, targets, _ = self._ends
        return Graph.from_edges(sources, targets, len(nodes), directed=self.is_directed())

    @property
    def nodes(self) -> list[Any]:
        """NetworkX's nodes, in the order of the vertices."""
        return self._ends[0]

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

    def attributes(self) -> list[dict[Any, Any]]:
        """Return NetworkX's attributes of each edge.

        Raises
        ------
        networkx.NetworkXError
            If the graph has got or lost edges since it was converted.
        """
        return self._of_edges(attributes_of_networkx)

    def keys(self) -> list[Any]:
        """Return the key of each edge of a multigraph."""
        return self._of_edges(keys_of_networkx)

    def _of_edges(self, read: Callable[[Any, bytes], Iterator[Any]]) -> list[Any]:
        count = self.graph.edge_count
        values = list(read(self.original, self._ends[-1]))
        if len(values) != count:
            raise nx.NetworkXError(
                f"the graph had {count} edges when it was converted for clconn, and has "
                f"{len(values)} now; convert it again"
            )
        return values

    def sets(self, labels: NDArray[np.int32], order: Any) -> Iterator[set[Any]]:
        """Iterate over the nodes with each label of an order."""
        vertices = np.argsort(labels, kind="stable")
        nodes = list(map(self.nodes.__getitem__, vertices.tolist()))
        ends = [0, *np.cumsum(np.bincount(labels)).tolist()] if labels.size else [0]
        return (set(nodes[ends[label] : ends[label + 1]]) for label in order)
