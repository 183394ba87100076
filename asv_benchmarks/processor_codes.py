"""What answers the problems on a processor beside clconn: scipy, igraph, networkit, rustworkx.

Each gets the graph in the form that suits it best before the clock starts. One that is not
installed takes no part.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from clconn.problems import COMPONENTS, FOREST, MINIMUM_FOREST, PROBLEMS, STRONG_COMPONENTS
from examples.beside_scipy import codes_for

__all__ = ["CODES", "PACKAGES", "Code", "versions"]

PACKAGES = ("scipy", "igraph", "networkit", "rustworkx")


class Code(NamedTuple):
    """What answers, and the figure by which its answer is compared with others'."""

    answer: Callable[[], Any]
    figure: Callable[[Any], float]


def labels(problem: str, matrix: Any) -> dict[str, Code]:
    """The codes for components, weak or strong, by their packages' names; they are counted."""
    directed = PROBLEMS[problem].directed
    codes = {name: Code(*code) for name, code in codes_for(matrix, directed).items()}
    del codes["clconn"]
    if find_spec("rustworkx"):
        import rustworkx

        find = rustworkx.strongly_connected_components
        ends: Any = matrix.tocoo().coords
        graph: Any = rustworkx.PyDiGraph(node_count_hint=matrix.shape[0])
        if not directed:
            find = rustworkx.connected_components
            graph, ends = rustworkx.PyGraph(), _upper(matrix).coords
        graph.add_nodes_from(range(matrix.shape[0]))
        graph.extend_from_edge_list(list(zip(*(end.tolist() for end in ends), strict=True)))
        codes["rustworkx"] = Code(lambda: find(graph), len)
    return codes


def trees(problem: str, matrix: Any) -> dict[str, Code]:
    """The codes for forests: their edges are counted, or their weights summed."""
    codes = _minimum_trees(matrix) if PROBLEMS[problem].weighted else {}
    if find_spec("igraph"):
        import igraph

        upper = _upper(matrix)
        graph = igraph.Graph(matrix.shape[0], np.column_stack(upper.coords))
        weights = upper.data.tolist() if PROBLEMS[problem].weighted else None
        codes["igraph"] = Code(
            lambda: graph.spanning_tree(weights=weights, return_tree=False),
            len if weights is None else lambda edges: float(upper.data[edges].sum()),
        )
    return codes


def _minimum_trees(matrix: Any) -> dict[str, Code]:
    from scipy.sparse import csgraph

    as_float = matrix.astype("float64")
    codes = {
        "scipy": Code(
            lambda: csgraph.minimum_spanning_tree(as_float), lambda forest: float(forest.sum())
        )
    }
    upper = _upper(as_float)
    if find_spec("networkit"):
        import networkit

        ends = tuple(end.astype(np.uint64) for end in upper.coords)
        graph = networkit.GraphFromCoo((upper.data, ends), n=matrix.shape[0], weighted=True)
        for name, algorithm in (("Kruskal", "KruskalMSF"), ("Prim", "PrimMSF")):
            codes[f"networkit, {name}"] = Code(
                lambda algorithm=algorithm: _run(getattr(networkit.graph, algorithm)(graph)),
                lambda forest: forest.getTotalWeight(),
            )
    if find_spec("rustworkx"):
        import rustworkx

        weighted = rustworkx.PyGraph()
        weighted.add_nodes_from(range(matrix.shape[0]))
        edges = (*upper.coords, upper.data)
        weighted.extend_from_weighted_edge_list(
            list(zip(*(part.tolist() for part in edges), strict=True))
        )
        codes["rustworkx"] = Code(
            lambda: rustworkx.minimum_spanning_edges(weighted, weight_fn=float),
            lambda edges: float(sum(edge[2] for edge in edges)),
        )
    return codes


def _run(algorithm: Any) -> Any:
    algorithm.run()
    return algorithm


def _upper(matrix: Any) -> Any:
    """Each edge once, in coordinates."""
    import scipy.sparse

    return scipy.sparse.triu(matrix, format="coo")


CODES = {
    COMPONENTS.name: labels,
    FOREST.name: trees,
    MINIMUM_FOREST.name: trees,
    STRONG_COMPONENTS.name: labels,
}
"""From a problem's name to a function of it and a matrix."""


def versions(codes: list[str]) -> list[str]:
    """The packages of the codes, with their versions."""
    packages = dict.fromkeys(code.partition(",")[0] for code in codes)
    return [f"{package} {version(package)}" for package in packages]
