"""What a look at a few rows of the host says of their order."""

import numpy as np

import clconn
from asv_benchmarks.benchmarks.untuned_graphs import unsorted
from clconn.csr import Adjacency
from clconn.opencl_backend.graph.ascending_rows import ROWS, ascending_rows
from tests.helpers.cases import for_each
from tests.helpers.graphs import hand_made


def _rows(*rows):
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int32)
    return Adjacency(offsets, np.array([v for row in rows for v in row], dtype=np.int32), None)


def test_the_share_of_rows_whose_first_two_entries_ascend():
    assert ascending_rows(_rows()) == 1
    assert ascending_rows(_rows([], [])) == 1
    assert ascending_rows(_rows([1], [0])) == 1
    assert ascending_rows(_rows([2, 1], [0], [0, 0], [])) == 0.5
    assert ascending_rows(_rows([2, 1], [2, 0, 1], [1, 0])) == 0
    # Of many rows some, spread over all.
    assert ascending_rows(_rows(*[[1, 0]] * ROWS, *[[0, 1]] * 3 * ROWS)) == 0.75


@for_each("name", ["torus", "heavy-tailed"])
def test_a_graph_on_a_device_knows_it(name, device):
    made = hand_made(name)
    for graph, is_sorted in ((made, True), (unsorted(made, 1), False)):
        rows = graph.adjacency()
        given = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
        for placed in (given.to(device), graph.to(device)):
            assert (placed.ascending_rows == 1) == is_sorted
            assert is_sorted or placed.ascending_rows < 0.75
