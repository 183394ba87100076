"""What a look at a few rows of the host says of their order."""

import numpy as np
import pyopencl.array as cl_array
import pytest

import clconn
from asv_benchmarks.benchmarks.numberings import unsorted
from clconn.csr import Adjacency
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.ascending_rows import (
    ENTRIES,
    FEWEST_ROWS,
    ROWS,
    are_mostly_empty,
    are_upper_rows,
    ascending_rows,
)
from clconn.reference.primitives.hash import spread_place
from tests.helpers.cases import for_each
from tests.helpers.graphs import hand_made


def _rows(*rows):
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int32)
    return Adjacency(offsets, np.array([v for row in rows for v in row], dtype=np.int32), None)


def test_the_share_of_rows_whose_first_two_entries_ascend():
    assert ascending_rows(_rows(*[[2, 1], [2, 0, 1], [1, 0]] * 20)) == 0
    assert ascending_rows(_rows(*[[0, 1], [0, 0], [1, 2, 0]] * 20)) == 1
    # Of many rows some, spread over all; rows of fewer entries do not count.
    many = _rows(*[[1, 0]] * ROWS, *[[], [0]] * ROWS, *[[0, 1]] * 3 * ROWS)
    assert ascending_rows(many) == pytest.approx(0.75, abs=0.05)


def test_the_rows_are_those_that_other_looks_take():
    n = 100_003
    looked_at = {spread_place(i, n) for i in range(ROWS)}
    rows = [[1, 0] if v in looked_at else [0, 1] for v in range(n)]
    assert ascending_rows(_rows(*rows)) == 0


def test_too_few_rows_say_nothing():
    for rows in ([], [[], []], [[1], [0]], [[1, 0]] * (FEWEST_ROWS - 1) + [[0]] * ROWS * 9):
        assert ascending_rows(_rows(*rows)) == 1


@for_each("width", [1000, 1024])
def test_rows_of_a_grid_are_not_all_of_one_column(width):
    """Each row of a torus is left, right, up and down, so that all but two columns ascend."""
    places = np.arange(width * width).reshape(width, width)
    sides = [np.roll(places, by, axis) for by, axis in ((1, 1), (-1, 1), (1, 0), (-1, 0))]
    neighbors = np.stack(sides, axis=-1).astype(np.int32)
    for entries, share in ((neighbors, 1.0), (neighbors[..., [1, 0, 2, 3]], 0.0)):
        rows = Adjacency(np.arange(0, neighbors.size + 1, 4), entries.ravel())
        assert ascending_rows(rows) == pytest.approx(share, abs=0.05)


@for_each("name", ["torus", "heavy-tailed"])
def test_a_graph_on_a_device_knows_it(name, device):
    made = hand_made(name)
    for graph, is_sorted in ((made, True), (unsorted(made, 1), False)):
        rows = graph.adjacency()
        given = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
        for placed in (given.to(device), graph.to(device)):
            assert (placed.ascending_rows == 1) == is_sorted
            assert is_sorted or placed.ascending_rows < 0.75


def test_rows_of_a_device_alone_are_not_looked_at(device):
    rows = unsorted(hand_made("torus"), 1).adjacency()
    runtime = open_runtime(device)
    arrays = [cl_array.to_device(runtime.queue, part) for part in (rows.offsets, rows.neighbors)]
    placed = clconn.DeviceGraph.from_csr(*arrays)
    assert not placed.is_sorted
    assert placed.ascending_rows == 1


@for_each("offset_type", [np.int32, np.int64])
def test_upper_rows_have_no_smaller_neighbor(offset_type):
    n = 4 * ENTRIES
    chain = [[v + 1] for v in range(n - 1)]
    for rows, is_upper, is_empty in (
        ([*chain, []], True, False),
        ([[], *([v] for v in range(n - 1))], False, False),
        ([*chain[: n // 2], *([0] for _ in range(n // 2))], False, False),
        ([*([0, v] for v in range(n))], False, False),
        ([*([v, 0] for v in range(n))], False, False),
        # Of stars most rows are empty, wherever the hub is.
        ([range(1, n), *[[]] * (n - 1)], True, True),
        ([*[[]] * (n - 1), range(n - 1)], False, True),
        ([[], *([] if v % 4 else [v - 1] for v in range(1, n))], False, False),
        # Self loops are neither.
        ([[v] for v in range(n)], True, False),
        ([[]] * n, False, True),
        ([], False, False),
    ):
        made = _rows(*rows)
        given = Adjacency(made.offsets.astype(offset_type), made.neighbors)
        assert (are_upper_rows(given), are_mostly_empty(given)) == (is_upper, is_empty)


def test_a_graph_on_a_device_knows_upper_rows_of_the_host(device):
    rows = _rows([1, 2], [2], [])
    arrays = rows.offsets, rows.neighbors
    given = clconn.Graph.from_csr(*arrays).to(device)
    assert given.has_upper_rows
    assert not given.has_empty_rows
    queue = open_runtime(device).queue
    on_device = (cl_array.to_device(queue, array) for array in arrays)
    assert not clconn.DeviceGraph.from_csr(*on_device).has_upper_rows
    # Each edge is known to be stored at both ends.
    assert not clconn.Graph.from_edges([0, 0, 1], [1, 2, 2]).to(device).has_upper_rows
