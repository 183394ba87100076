"""The transpose that a device makes, against the reference's and scipy's."""

import numpy as np
import pytest
import scipy.sparse

from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.transpose import transpose_rows as on_device
from clconn.reference.graph.transpose import transpose_rows
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.small_degree_classes import with_long_offsets


def _downloaded(runtime, rows):
    dtype = rows.offset_dtype
    return (
        runtime.download(rows.offsets, rows.n + 1, dtype),
        runtime.download(rows.neighbors, rows.entry_count),
    )


def _assert_transposed(rows, runtime):
    graph = Graph.from_csr(rows.offsets, rows.neighbors)
    placed = graph.to(runtime)
    placed.symmetric = False
    made = placed.transpose
    assert placed.transpose is made
    offsets, neighbors = _downloaded(runtime, made)
    expected = transpose_rows(placed.host.rows.offsets, placed.host.rows.neighbors)
    assert offsets.dtype == expected[0].dtype
    np.testing.assert_array_equal(offsets, expected[0])
    np.testing.assert_array_equal(neighbors, expected[1])


@for_each("name", HAND_MADE)
def test_hand_made_graphs(name, device):
    _assert_transposed(hand_made(name).adjacency(), open_runtime(device))


@for_each("seed", range(6))
def test_drawn_arcs(seed, device):
    generator = np.random.default_rng(seed)
    n, count = [(1, 3), (7, 0), (50, 40), (300, 2000), (5000, 4000), (40_000, 100_000)][seed]
    # Some vertices are the end of nearly all arcs, most of none.
    ends = np.stack(
        [generator.integers(0, n, count), (n * generator.random(count) ** 5).astype(int)]
    )
    ends = ends[:, np.argsort(ends[0], kind="stable")]
    offsets = np.searchsorted(ends[0], np.arange(n + 1))
    graph = Graph.from_csr(offsets, ends[1])
    assert graph.rows is not None
    _assert_transposed(graph.rows, open_runtime(device))
    matrix = scipy.sparse.coo_array((np.ones(count), (ends[1], ends[0])), shape=(n, n))
    degrees = np.diff(transpose_rows(graph.rows.offsets, graph.rows.neighbors)[0])
    np.testing.assert_array_equal(degrees, np.bincount(matrix.coords[0], minlength=n))


def test_64_bit_offsets(device):
    runtime = open_runtime(device)
    graph = with_long_offsets(hand_made("heavy-tailed"))
    placed = graph.to(runtime)
    made = on_device(runtime, placed.rows, needs={})
    assert made.offset_type == "long"
    expected = transpose_rows(graph.rows.offsets, graph.rows.neighbors)
    for part, right in zip(_downloaded(runtime, made), expected, strict=True):
        np.testing.assert_array_equal(part, right)


def test_symmetric_rows_are_their_own_transpose(device):
    rows = hand_made("torus").adjacency()
    placed = Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True).to(device)
    assert placed.transpose is placed.rows


def test_too_many_entries_to_sort_are_refused(device):
    runtime = open_runtime(device)
    with pytest.raises(ValueError, match=r"transposes at most 2147483647 entries"):
        on_device(runtime, DeviceCSR(1, 2**31, None, None, "long"), needs={})
