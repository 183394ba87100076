"""Whether the keys of edges ascend: the device against numpy, and the look on the host."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from clconn.graph import Adjacency, Graph
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph import ascending_keys
from clconn.opencl_backend.graph.ascending_keys import (
    keys_ascend,
    keys_ascend_below,
    may_ascend,
    may_ascend_below,
)
from clconn.opencl_backend.graph.device_csr import upload_csr
from clconn.opencl_backend.graph.edge_arrays import put_edges
from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph


def ask(device, sources, targets, keys, **how):
    runtime = open_runtime(device)
    sources, targets = (np.array(ends, dtype=np.int32) for ends in (sources, targets))
    buffer = runtime.upload(np.array(keys, dtype=np.uint32))
    return keys_ascend(runtime, put_edges(runtime, sources, targets), buffer, **how)


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=12), st.booleans(),
    st.integers(1, 5), st.sampled_from([1, 3, 256]),
)  # fmt: skip
def test_any_keys(device, edges, is_sorted, most_blocks, run):
    """Blocks and runs of any lengths, those of self loops alone, keys that hardly fall."""
    if is_sorted:
        edges.sort(key=lambda edge: edge[1])
    targets, keys = ([edge[i] for edge in edges] for i in (0, 1))
    kept = [key for is_edge, key in edges if is_edge]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ascending_keys, "_MOST_BLOCKS", most_blocks)
        patch.setattr(ascending_keys, "_RUN", run)
        assert ask(device, [0] * len(edges), targets, keys) == (kept == sorted(kept))
        falls = ask(device, [0] * len(edges), targets[::-1], keys[::-1], falling=True)
        assert falls == (kept == sorted(kept))


def test_many_keys(device):
    n = 100_003
    ids = np.arange(n)
    keys = np.sort(np.random.default_rng(0).integers(0, 2**32, n, dtype=np.uint32))
    keys[[0, -1]] = 0, 2**32 - 1
    assert ask(device, ids, ids + 1, keys)
    for place in (1, n // 2, n - 1):
        faulty = keys.copy()
        faulty[place] = keys[place - 1] - 1 if keys[place - 1] else 0
        faulty[place - 1] = max(faulty[place - 1], 1)
        assert not ask(device, ids, ids + 1, faulty)
        # A self loop is no edge, whatever its key is.
        targets = ids + 1
        targets[place] = ids[place]
        assert ask(device, ids, targets, faulty)


@given(
    st.lists(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), max_size=4), max_size=6),
    st.booleans(), st.booleans(), st.integers(1, 4),
)  # fmt: skip
def test_keys_below_the_diagonal(device, rows, is_sorted, falling, most_blocks):
    """Any rows, and such as are nearly in order, where keys of two rows may be equal."""
    n = max(len(rows), 6)
    rows = [*rows, *[[]] * (n - len(rows))]
    if is_sorted:
        rows = [
            [(u, 3 * (n - v if falling else v) + key) for u, key in sorted(dict(row).items())]
            for v, row in enumerate(rows)
        ]
    offsets = np.cumsum([0, *map(len, rows)])
    neighbors, keys = (np.array([pair[i] for row in rows for pair in row], int) for i in (0, 1))
    expected, last = True, -1
    for v in reversed(range(n)) if falling else range(n):
        ids = [u for u, _ in rows[v]]
        below = [key for u, key in rows[v] if u < v]
        expected &= all(a < b for a, b in itertools.pairwise(ids))
        expected &= below == sorted(below) and (not below or below[0] > last)
        last = below[-1] if below else last
    runtime = open_runtime(device)
    csr = upload_csr(runtime, Adjacency(offsets.astype(np.int32), neighbors.astype(np.int32)))
    buffer = runtime.upload(np.append(keys, 0).astype(np.uint32))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ascending_keys, "_MOST_BLOCKS", most_blocks)
        assert keys_ascend_below(runtime, csr, buffer, falling=falling) == expected


def test_a_look_at_weights_by_larger_ends():
    n = 1000
    larger = np.arange(1, n)
    for weights, falling, expected in (
        (larger, False, True), (larger, True, False), (n - larger, True, True),
        (n - larger, False, False), (larger // 100, False, False), (None, False, False),
        (np.ones(n - 1), False, False), (np.random.default_rng(0).random(n - 1), False, False),
    ):  # fmt: skip
        graph = Graph.from_edges(larger * 0, larger, n, weights=weights)
        assert may_ascend_below(graph, maximum=False, falling=falling) is expected
        if weights is not None:
            opposite = Graph.from_edges(larger * 0, larger, n, weights=-weights)
            assert may_ascend_below(opposite, maximum=True, falling=falling) is expected
    # Of one larger end weights may be equal, and must not fall.
    for weights, expected in (([3, 3, 5], True), ([3, 4, 5], True), ([4, 3, 5], False)):
        graph = Graph.from_edges([0, 1, 2], [2, 2, 3], weights=weights)
        assert may_ascend_below(graph, maximum=False) is expected
    assert not may_ascend_below(Graph.from_edges([], [], 3, weights=[]), maximum=False)


def test_a_look_at_the_weights():
    n = 1000
    ids = np.arange(n)
    ascending, random = ids / 7, np.random.default_rng(0).random(n)
    for weights, maximum, expected in (
        (ascending, False, True), (ascending, True, False), (-ascending, True, True),
        (random, False, False), (random, True, False), (None, False, True), (ids * 0, True, True),
    ):  # fmt: skip
        graph = Graph.from_edges(ids, ids + 1, weights=weights)
        assert may_ascend(graph, maximum=maximum) is expected
    assert may_ascend(Graph.from_edges([], [], 3, weights=[]), maximum=False)
    assert may_ascend(Graph.from_csr([0, 0], [], weights=[]), maximum=False)


def test_rows_with_both_ends(device):
    """Entries below the diagonal are not in order, and are dropped."""
    generator = np.random.default_rng(1)
    upper = scipy.sparse.triu(generator.random((40, 40)) < 0.3, k=1, format="csr").astype("f8")
    upper.data[:] = np.arange(upper.nnz)
    graph = Graph.from_scipy(upper + upper.T, weighted=True)
    assert may_ascend(graph, maximum=False)
    placed = put_weighted_graph(graph, open_runtime(device), as_rows=False)
    assert placed.keys_ascend
    assert not placed.maximum
    placed = put_weighted_graph(graph, open_runtime(device), maximum=True, as_rows=False)
    assert placed.maximum
    assert not placed.keys_ascend
