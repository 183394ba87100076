"""Minimum spanning forests of matrices of any shape: Kruskal's, by id, on processors and GPUs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.graph import Graph
from clconn.reference.minimum_forest.kruskal import kruskal
from clconn.weight_keys import canonical_edges
from tests.helpers.small_degree_classes import runtime_with_small_classes

VARIANTS = (
    "auto",
    "coo/filter-boruvka/halve",
    "csr/filter-boruvka/halve",
    "csr/boruvka/relabel",
    "csr/ecl-mst/all",
    "coo/kruskal/serial",
)


@st.composite
def entries(draw: Any) -> tuple[int, list[tuple[int, int, int]]]:
    """Entries with few weights, so that many are equal; loops, duplicates, one end or both."""
    n = draw(st.integers(1, 12))
    vertex = st.integers(0, n - 1)
    some = draw(st.lists(st.tuples(vertex, vertex, st.integers(-2, 2)), max_size=40))
    both = draw(st.sampled_from(["one end", "both ends", "two weights", "no loops"]))
    if both != "one end":
        shift = draw(st.integers(0, 1)) if both == "two weights" else 0
        some = some + [(v, u, w + shift) for u, v, w in some]
    if both == "no loops":
        first = {(u, v): w for u, v, w in some if u < v}
        some = [(*ends, w) for (u, v), w in first.items() for ends in ((u, v), (v, u))]
    return n, some


def _matrix(n: int, some: list[tuple[int, int, int]], dtype: Any, is_sorted: bool) -> Any:
    """The rows, not summed up; entries of a row in the order given, or ascending."""
    some = sorted(some, key=lambda entry: entry[: 2 if is_sorted else 1])
    sources, targets, weights = np.array(some, dtype=np.int64).reshape(-1, 3).T
    values = weights / 3 if dtype == "wide" else weights.astype(dtype)
    offsets = np.searchsorted(sources, np.arange(n + 1))
    return scipy.sparse.csr_array((values, targets, offsets), shape=(n, n))


@pytest.fixture(scope="module", params=["processor", "gpu"])
def runtime(request, device):
    runtime = runtime_with_small_classes(device, blocks=request.param == "processor")
    runtime.is_cpu = request.param == "processor"
    return runtime


@pytest.mark.timeout(900)  # all kernels, if none is compiled yet
@settings(max_examples=50)
@given(
    given_entries=entries(),
    dtype=st.sampled_from(["i4", "u8", "f4", "f8", "wide", None]),
    is_sorted=st.booleans(),
    maximum=st.booleans(),
    directed=st.booleans(),
)
def test_any_shape(runtime, given_entries, dtype, is_sorted, maximum, directed):
    n, some = given_entries
    if dtype == "u8":
        some = [(u, v, w + 2) for u, v, w in some]
    matrix = _matrix(n, some, dtype or "i4", is_sorted)
    rows = Graph.from_scipy(matrix, weighted=dtype is not None, directed=directed)
    ends = rows.edges()
    edges = Graph.from_edges(*ends, n, weights=rows.weights, directed=directed)
    for graph in (rows, edges):
        canonical = canonical_edges(graph, maximum=maximum)
        expected = canonical.ids[kruskal(n, canonical)]
        for variant in VARIANTS:
            fresh = Graph.from_scipy(matrix, weighted=dtype is not None) if graph is rows else graph
            found = clconn.minimum_spanning_forest(
                fresh, variant=variant, backend="opencl", device=runtime, maximum=maximum
            )
            np.testing.assert_array_equal(found.edge_ids, expected, err_msg=variant)
