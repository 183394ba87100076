"""Hypothesis strategies for graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse
from hypothesis import strategies as st

from clconn.graph import Graph
from tests.helpers.graphs import Edge, from_pairs

MOST_VERTICES = 40


@st.composite
def edge_lists(draw: Any, most_vertices: int = MOST_VERTICES) -> tuple[int, list[Edge]]:
    """A number of vertices, zero too, and edges: self loops, parallel edges, both orders."""
    n = draw(st.integers(0, most_vertices))
    if n == 0:
        return 0, []
    vertex = st.integers(0, n - 1)
    return n, draw(st.lists(st.tuples(vertex, vertex), max_size=2 * n))


@st.composite
def edge_list_graphs(draw: Any) -> Graph:
    """Graphs of an edge list, directed or not."""
    n, pairs = draw(edge_lists())
    return from_pairs(pairs, n, directed=draw(st.booleans()))


@st.composite
def row_graphs(draw: Any) -> Graph:
    """Graphs of compressed sparse rows: each edge at one end, or at both ends."""
    n, pairs = draw(edge_lists())
    symmetric = draw(st.booleans())
    if symmetric:
        pairs = pairs + [(v, u) for u, v in pairs]
    rows: list[list[int]] = [[] for _ in range(n)]
    for u, v in pairs:
        rows[u].append(v)
    if draw(st.booleans()):
        rows = [sorted(row) for row in rows]
    offsets = np.cumsum([0] + [len(row) for row in rows])
    neighbors = np.array([v for row in rows for v in row], dtype=np.int32)
    # None leaves it to the graph to find out.
    promise = draw(st.sampled_from([None, True])) if symmetric else None
    return Graph.from_csr(offsets, neighbors, symmetric=promise)


@st.composite
def heavy_tailed_graphs(draw: Any) -> Graph:
    """Larger graphs with a few hubs and many vertices of degree 0 or 1; drawn as a seed."""
    n = draw(st.integers(1, 1500))
    edges = draw(st.integers(0, 3000))
    exponent = draw(st.integers(1, 8))
    generator = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    ends = (n * generator.random((2, edges)) ** exponent).astype(np.int64)
    ends = generator.permutation(n)[ends]
    if draw(st.booleans()):
        return Graph.from_edges(ends[0], ends[1], n)
    entries = (np.ones(edges, dtype=np.int32), (ends[0], ends[1]))
    return Graph.from_scipy(scipy.sparse.coo_array(entries, shape=(n, n)))


def graphs() -> st.SearchStrategy[Graph]:
    """Any of the graphs above."""
    return st.one_of(edge_list_graphs(), row_graphs(), heavy_tailed_graphs())


@st.composite
def forests(draw: Any, most_vertices: int = MOST_VERTICES) -> list[int]:
    """Parents with ``parents[v] <= v``; at least one vertex."""
    n = draw(st.integers(1, most_vertices))
    return [draw(st.integers(0, v)) for v in range(n)]
