"""Edges numbered on the device: the numbers, and which rows are refused."""

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from clconn.graph import Adjacency, Graph
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph import edge_arrays, weighted_graph
from clconn.opencl_backend.graph.device_csr import DeviceCSR, upload_csr
from clconn.opencl_backend.graph.edge_numbers import keys_of_edges, keys_of_entries, number_edges
from clconn.opencl_backend.graph.weighted_graph import put_weighted_graph
from clconn.weight_keys import canonical_edges
from tests.helpers.graphs import hand_made
from tests.helpers.small_degree_classes import with_long_offsets
from tests.helpers.strategies import graphs


def _number(device, offsets, neighbors, offset_dtype=np.int32):
    runtime = open_runtime(device)
    offsets = np.array(offsets, dtype=offset_dtype)
    neighbors = np.array(neighbors, dtype=np.int32)
    rows = upload_csr(runtime, Adjacency(offsets, neighbors))
    indices = number_edges(runtime, rows)
    return None if indices is None else runtime.download(indices, rows.entry_count).tolist()


@pytest.mark.parametrize("block_count", [1, 3, 65536])
@pytest.mark.parametrize("offset_dtype", [np.int32, np.int64])
def test_both_ends_have_the_number(offset_dtype, block_count, device, monkeypatch):
    monkeypatch.setattr(edge_arrays, "_BLOCKS", block_count)
    # 0-1, 0-3, 1-2, 1-3, nothing at 4, 5-6
    offsets, neighbors = [0, 2, 5, 6, 8, 8, 9, 10], [1, 3, 0, 2, 3, 1, 0, 1, 6, 5]
    numbers = _number(device, offsets, neighbors, offset_dtype)
    assert numbers == [0, 1, 0, 2, 3, 2, 1, 3, 4, 4]


@pytest.mark.parametrize(
    ("offsets", "neighbors"),
    [
        ([0], []),
        ([0, 0, 0], []),
        ([0, 1, 1], [1]),
        ([0, 1, 2], [1, 1]),
        ([0, 2, 4], [0, 1, 0, 1]),
        ([0, 2, 4], [1, 1, 0, 0]),
        ([0, 2, 3, 4], [2, 1, 0, 0]),
        ([0, 1, 2, 3, 4], [1, 2, 3, 0]),
        ([0, 1, 3, 4], [2, 0, 2, 1]),
    ],
    ids=[
        "no-vertices", "no-edges", "one-end", "loop", "loops", "parallel", "descending", "cycle",
        "as-many-but-others",
    ],
)  # fmt: skip
@pytest.mark.parametrize("block_count", [1, 2, 65536])
def test_rows_that_are_refused(offsets, neighbors, block_count, device, monkeypatch):
    monkeypatch.setattr(edge_arrays, "_BLOCKS", block_count)
    assert _number(device, offsets, neighbors) is None


@given(graph=graphs(), seed=st.integers(0, 99))
def test_drawn_rows(device, graph, seed):
    matrix = scipy.sparse.csr_array(
        (np.ones(graph.edge_count), graph.edges()), shape=(graph.n, graph.n)
    )
    matrix.setdiag(0)
    matrix = (matrix + matrix.T).tocsr()
    matrix.eliminate_zeros()
    matrix.sort_indices()
    numbers = _number(device, matrix.indptr, matrix.indices)
    if matrix.nnz == 0:
        assert numbers is None
        return
    sources = np.repeat(np.arange(graph.n), np.diff(matrix.indptr))
    smaller = sources < matrix.indices
    expected = np.zeros((graph.n, graph.n), dtype=int)
    expected[sources[smaller], matrix.indices[smaller]] = np.arange(matrix.nnz // 2)
    expected = np.maximum(expected, expected.T)
    assert numbers == expected[sources, matrix.indices].tolist()
    # With an entry less it is none of an undirected graph.
    lost = seed % matrix.nnz
    offsets = matrix.indptr - (matrix.indptr > lost)
    assert _number(device, offsets, np.delete(matrix.indices, lost)) is None


@pytest.mark.parametrize("offset_type", ["int", "long"])
@pytest.mark.parametrize("key_type", ["uint", "ulong"])
def test_keys_of_edges(key_type, offset_type, device):
    runtime = open_runtime(device)
    indices = runtime.upload(np.array([0, 1, 0, 1], dtype=np.int32))
    offset_dtype = np.int32 if offset_type == "int" else np.int64
    edge_entries = runtime.upload(np.array([0, 1], dtype=offset_dtype))
    dtype, most = {"uint": (np.uint32, 2**32 - 1), "ulong": (np.uint64, 2**64 - 1)}[key_type]
    for keys, expected in (([7, most, 7, most], [7, most]), ([7, most - 1, 7, most], None)):
        buffer = runtime.upload(np.array(keys, dtype=dtype))
        rows = DeviceCSR(3, 4, None, None, offset_type)
        found = keys_of_edges(runtime, rows, buffer, indices, edge_entries, key_type)
        assert (found and runtime.download(found, 2, dtype).tolist()) == expected


@pytest.mark.parametrize("offset_type", ["int", "long"])
def test_keys_of_entries(offset_type, device):
    runtime = open_runtime(device)
    indices = runtime.upload(np.array([1, 1, 0, 2, 0, 2], dtype=np.int32))
    edge_keys = runtime.upload(np.array([5, 2**32 - 1, 0], dtype=np.uint32))
    rows = DeviceCSR(4, 6, None, None, offset_type)
    keys = keys_of_entries(runtime, rows, edge_keys, indices)
    assert runtime.download(keys, 6, np.uint32).tolist() == [2**32 - 1] * 2 + [5, 0, 5, 0]


@pytest.mark.parametrize("kind", ["none", "equal", "unequal"])
@pytest.mark.parametrize("promised", [True, None])
def test_rows_as_they_are_need_no_host(promised, kind, device, monkeypatch):
    given = hand_made("both-triangles").rows
    sources = np.repeat(np.arange(given.offsets.size - 1), np.diff(given.offsets))
    weights = {
        "none": None,
        "equal": (sources + given.neighbors) % 5,
        "unequal": np.arange(sources.size),
    }
    graph = Graph.from_csr(
        given.offsets, given.neighbors, weights=weights[kind], symmetric=promised
    )
    asked = []

    def on_host(*arguments, **more):
        asked.append(arguments)
        return canonical_edges(*arguments, **more)

    monkeypatch.setattr(weighted_graph, "canonical_edges", on_host)
    for form in (graph, with_long_offsets(graph)):
        put_weighted_graph(form, device)
        assert bool(asked) == (kind == "unequal")
        assert form.symmetric
        asked.clear()


def test_too_many_edges_are_not_numbered(device, monkeypatch):
    graph = Graph.from_csr([0, 1, 3, 4], [1, 0, 2, 1], symmetric=True)
    monkeypatch.setattr(weighted_graph, "MOST_EDGES", 1)
    with pytest.raises(weighted_graph.GraphError, match="at most 1 edges and the graph has 2"):
        put_weighted_graph(graph, device)
    assert isinstance(graph.rows, Adjacency)
