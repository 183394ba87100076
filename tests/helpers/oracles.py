"""Connected and strong components by other libraries, as canonical roots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import networkx
import numpy as np
import scipy.sparse

from clconn.graph import Graph
from clconn.problems import Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray


def scipy_roots(graph: Graph) -> NDArray[np.int32]:
    """The smallest vertex of each component, by scipy's depth-first search."""
    return _scipy_roots(graph, directed=False)


def scipy_strong_roots(graph: Graph) -> NDArray[np.int32]:
    """The smallest vertex of each strong component, by scipy's version of Pearce's algorithm."""
    return _scipy_roots(graph, directed=graph.directed, connection="strong")


_known: WeakKeyDictionary[Graph, dict[Any, NDArray[np.int32]]] = WeakKeyDictionary()
"""The roots of graphs that tests of many variants ask for again and again."""


def _scipy_roots(graph: Graph, **options: Any) -> NDArray[np.int32]:
    known, key = _known.setdefault(graph, {}), tuple(options.items())
    if key not in known:
        known[key] = _find_scipy_roots(graph, **options)
        known[key].flags.writeable = False
    return known[key]


def _find_scipy_roots(graph: Graph, **options: Any) -> NDArray[np.int32]:
    sources, targets = graph.edges()
    stored = (np.ones(sources.size, dtype=bool), (sources, targets))
    matrix = scipy.sparse.coo_array(stored, shape=(graph.n, graph.n))
    labels = scipy.sparse.csgraph.connected_components(matrix, **options)[1]
    _, first = np.unique(labels, return_index=True)
    return first.astype(np.int32)[labels]


def strong_roots(graph: Graph) -> NDArray[np.int32]:
    """The smallest vertex of each strong component, by NetworkX's version of Tarjan's search."""
    sources, targets = (end.tolist() for end in graph.edges())
    made = networkx.empty_graph(graph.n, create_using=networkx.DiGraph)
    made.add_edges_from(zip(sources, targets, strict=True))
    if not graph.directed:
        made.add_edges_from(zip(targets, sources, strict=True))
    roots = np.empty(graph.n, dtype=np.int32)
    for component in networkx.strongly_connected_components(made):
        roots[list(component)] = min(component)
    return roots


def right_roots(problem: Problem, graph: Graph) -> NDArray[np.int32]:
    """The smallest vertex of each component, of the kind that a problem has."""
    return strong_roots(graph) if problem.directed else scipy_roots(graph)


def networkx_roots(graph: Graph) -> NDArray[np.int32]:
    """The smallest vertex of each component, by NetworkX's breadth-first search."""
    sources, targets = graph.edges()
    made = networkx.empty_graph(graph.n)
    made.add_edges_from(zip(sources.tolist(), targets.tolist(), strict=True))
    roots = np.empty(graph.n, dtype=np.int32)
    for component in networkx.connected_components(made):
        roots[list(component)] = min(component)
    return roots
