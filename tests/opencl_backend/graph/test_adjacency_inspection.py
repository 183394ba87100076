"""The fingerprint: the device's number is the reference's, and tells symmetric rows from others."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clconn.graph import Graph
from clconn.opencl_backend.graph.adjacency_inspection import fingerprint, inspect_adjacency
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.reference.graph import symmetry_fingerprint as reference
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, from_pairs, hand_made
from tests.helpers.queues import new_runtime
from tests.helpers.small_degree_classes import runtime_with_small_classes
from tests.helpers.strategies import edge_lists

TYPES = {"int": np.int32, "long": np.int64}


@pytest.fixture(scope="module", params=["usual", "small classes"])
def runtime(device, request):
    """With a work-item for each row, and with several."""
    if request.param == "usual":
        return new_runtime(device)
    return runtime_with_small_classes(device, blocks=False)


def _rows(pairs, n):
    """Offsets and neighbors of exactly these entries, each row in the order given."""
    rows = [[] for _ in range(n)]
    for v, u in pairs:
        rows[v].append(u)
    offsets = np.cumsum([0] + [len(row) for row in rows], dtype=np.int64)
    return offsets, np.array([u for row in rows for u in row], dtype=np.int32)


def _on_device(runtime, offsets, neighbors, offset_type="int"):
    buffers = runtime.upload(offsets.astype(TYPES[offset_type])), runtime.upload(neighbors)
    return runtime, DeviceCSR(offsets.size - 1, neighbors.size, *buffers, offset_type)


def _inspect(runtime, offsets, neighbors, offset_type="int"):
    return inspect_adjacency(*_on_device(runtime, offsets, neighbors, offset_type))


CYCLE = [(v, (v + 1) % 9) for v in range(9)]
RANDOM = np.random.default_rng(2).integers(0, 50, (400, 2)).tolist()
BOTH_WAYS = RANDOM + [(u, v) for v, u in RANDOM]
ASYMMETRIC = {
    "one-entry": ([(0, 1)], 2),
    "directed-cycle": (CYCLE, 9),
    "directed-triangle": ([(0, 1), (1, 2), (2, 0)], 3),
    "two-cycles-that-meet": ([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)], 5),
    "upper-triangle": ([(v, u) for v in range(12) for u in range(v + 1, 12)], 12),
    "lower-triangle": ([(u, v) for v in range(12) for u in range(v + 1, 12)], 12),
    "one-entry-too-few": (BOTH_WAYS[:-1], 50),
    "one-entry-too-many": ([*BOTH_WAYS, (0, 49)], 50),
    "twice-one-way-once-the-other": ([(0, 1), (0, 1), (1, 0)], 2),
    # The sums of degrees and of ids are those of symmetric rows.
    "one-reversed": ([*CYCLE[1:], *[(u, v) for v, u in CYCLE[1:]], (0, 1), (0, 1)], 9),
    "an-edge-moved": ([(0, 1), (1, 0), (2, 3), (3, 4)], 5),
    "a-square-swapped": ([(0, 1), (2, 3), (1, 2), (3, 0)], 4),
    "random": (RANDOM, 50),
}
SYMMETRIC = {
    "empty": ([], 0),
    "no-entries": ([], 7),
    "loops": ([(v, v) for v in range(5)] + [(1, 1)], 5),
    "cycle": (CYCLE + [(u, v) for v, u in CYCLE], 9),
    "parallel": ([(0, 1), (1, 0)] * 3, 2),
    "random": (BOTH_WAYS, 50),
    "random-with-loops": ([*BOTH_WAYS, (3, 3), (49, 49)], 50),
    "in-another-order": (BOTH_WAYS[::-1], 50),
}


@pytest.mark.parametrize("offset_type", TYPES)
@for_each("name", SYMMETRIC)
def test_symmetric_rows(runtime, name, offset_type):
    seen = _inspect(runtime, *_rows(*SYMMETRIC[name]), offset_type)
    assert (seen.fault, seen.symmetric) == ("", True)


@pytest.mark.parametrize("offset_type", TYPES)
@for_each("name", ASYMMETRIC)
def test_other_rows(runtime, name, offset_type):
    seen = _inspect(runtime, *_rows(*ASYMMETRIC[name]), offset_type)
    assert (seen.fault, seen.symmetric) == ("", False)


@for_each("name", HAND_MADE)
def test_hand_made_graphs(runtime, name):
    rows = hand_made(name).adjacency()
    seen = _inspect(runtime, rows.offsets, rows.neighbors)
    assert (seen.fault, seen.symmetric) == ("", True)
    assert seen.is_sorted == (name != "unsorted-symmetric-rows")
    longest = np.diff(rows.offsets).max(initial=0)
    assert seen.has_long_rows == (longest > runtime.tuning.low_degree)


@pytest.mark.parametrize("key", [0, 1, 2**32, 2**63, 2**64 - 1, 0x0123456789ABCDEF])
@pytest.mark.parametrize("name", ["directed-cycle", "upper-triangle", "random"])
def test_the_device_counts_as_the_reference(runtime, name, key):
    """Bit for bit: the same hashes and the same arithmetic modulo 2**64."""
    offsets, neighbors = _rows(*ASYMMETRIC[name])
    expected = reference.fingerprint(offsets.size - 1, offsets, neighbors, key)
    assert expected != 0
    for offset_type in TYPES:
        arguments = _on_device(runtime, offsets, neighbors, offset_type)
        assert fingerprint(*arguments, key)[1] == expected


@given(drawn=edge_lists(), key=st.integers(0, 2**64 - 1))
def test_drawn_rows(runtime, drawn, key):
    n, pairs = drawn
    offsets, neighbors = _rows(pairs, n)
    expected = reference.fingerprint(n, offsets, neighbors, key)
    assert fingerprint(*_on_device(runtime, offsets, neighbors), key)[1] == expected
    symmetric = sorted(pairs) == sorted((u, v) for v, u in pairs)
    assert _inspect(runtime, offsets, neighbors).symmetric == symmetric


def test_a_large_graph(runtime):
    """More rows than work-items."""
    n = 70_000
    ends = np.random.default_rng(4).integers(0, n, (2, 3 * n))
    rows = Graph.from_edges(ends[0], ends[1], n).adjacency()
    assert _inspect(runtime, rows.offsets, rows.neighbors).symmetric
    neighbors = rows.neighbors.copy()
    neighbors[n] = (neighbors[n] + 1) % n
    key = 12345
    expected = reference.fingerprint(n, rows.offsets, neighbors, key)
    assert fingerprint(*_on_device(runtime, rows.offsets, neighbors), key)[1] == expected != 0


def test_the_key_changes_with_the_process():
    """So that no graph can be made to deceive it."""
    from tests.helpers.children import run_in_child

    code = """
from clconn.opencl_backend.graph import adjacency_inspection as inspection
from tests.helpers.queues import new_runtime

def fingerprint(*arguments):
    print(arguments[-1])
    return 0, 0

inspection.fingerprint = fingerprint
inspection.inspect_adjacency(None, None)
"""
    keys = {int(run_in_child(code)) for _ in range(2)}
    assert len(keys) == 2
    assert all(0 <= key < 2**64 for key in keys)


# All differences between one-reversed and its transposition are even.
@pytest.mark.parametrize(
    ("name", "common_factor"), [("one-entry", 1), ("directed-triangle", 1), ("one-reversed", 2)]
)
def test_the_chance_of_a_mistake(name, common_factor):
    """As small as promised, seen on the last bits alone."""
    offsets, neighbors = _rows(*ASYMMETRIC[name])
    keys = np.random.default_rng(8).integers(0, 2**64, 3000, dtype=np.uint64)
    totals = np.array(
        [reference.fingerprint(offsets.size - 1, offsets, neighbors, int(key)) for key in keys],
        dtype=np.uint64,
    )
    for bits in (4, 6, 8):
        zeros = np.count_nonzero(totals % np.uint64(2**bits) == 0)
        expected = common_factor * 1.5 * totals.size / 2**bits
        assert zeros < expected + 6 * expected**0.5 + 6


@pytest.mark.parametrize(
    ("rows", "is_sorted"),
    [
        ([[], [0, 2, 3], [1], [1]], True),
        ([[1, 1, 1], [0, 0, 0]], True),
        ([[3, 4], [2, 2], [1, 1], [0], [0]], True),
        ([[1, 2, 3, 4, 5, 6, 7, 0]] + [[0]] * 7, False),
        ([[2, 1], [0], [0]], False),
        ([[1], [2, 0], [1]], False),
        ([list(range(100)), *[[0]] * 98, [1, 0]], False),
    ],
)
def test_whether_rows_ascend(runtime, rows, is_sorted):
    offsets = np.cumsum([0] + [len(row) for row in rows])
    neighbors = np.array([u for row in rows for u in row], dtype=np.int32)
    assert _inspect(runtime, offsets, neighbors).is_sorted == is_sorted


@pytest.mark.parametrize("offset_type", TYPES)
@pytest.mark.parametrize(
    ("offsets", "neighbors", "fault"),
    [
        ([0, 2, 1, 3], [1, 2, 0], "offsets .*3 entries"),
        ([0, 9, 9, 3], [1, 2, 0], "offsets "),
        ([0, -3, 1, 3], [1, 2, 0], "offsets "),
        ([-1, 1, 1, 3], [1, 2, 0], "offsets "),
        ([0, 1, 2, 2**31 - 1], [1, 2, 0], "offsets "),
        ([0, -(2**31), 2**31 - 1, 3], [1, 2, 0], "offsets "),
        ([0, 1, 2, 3], [1, 3, 0], r"neighbor .*0\.\.2"),
        ([0, 1, 2, 3], [1, -1, 0], r"neighbor .*0\.\.2"),
        ([0, 1, 2, 3], [-(2**31), 1, 2**31 - 1], r"neighbor .*0\.\.2"),
    ],
)
def test_faults(runtime, offsets, neighbors, fault, offset_type):
    arrays = np.array(offsets), np.array(neighbors, dtype=np.int32)
    assert re.search(fault, _inspect(runtime, *arrays, offset_type).fault)


def test_reversed_pairs_of_hand_made_graphs_are_never_symmetric(runtime):
    """One edge of many turned round, in every place of a graph."""
    pairs = [(v, u) for v in range(8) for u in range(8) if (v + 3 * u) % 4 == 0 and v != u]
    graph = from_pairs(pairs, 8).adjacency()
    owners = np.repeat(np.arange(8), np.diff(graph.offsets)).tolist()
    entries = list(zip(owners, graph.neighbors.tolist(), strict=True))
    for place, (v, u) in enumerate(entries):
        changed = [*entries[:place], (u, v), *entries[place + 1 :]]
        assert not _inspect(runtime, *_rows(changed, 8)).symmetric
