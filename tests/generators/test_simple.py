"""Drawn edges become simple graphs, whatever the number of pieces and cores."""

import numpy as np
import pytest
import scipy.sparse

from clconn.errors import GraphError
from clconn.generators import checks, parallel, simple
from clconn.generators.rmat import rmat


def expected_rows(n, sources, targets, directed):
    """The same by scipy."""
    if not directed:
        sources, targets = np.r_[sources, targets], np.r_[targets, sources]
    keep = sources != targets
    ones = np.ones(int(keep.sum()), dtype=np.int64)
    rows = scipy.sparse.coo_array((ones, (sources[keep], targets[keep])), shape=(n, n)).tocsr()
    rows.sort_indices()
    return rows


@pytest.mark.parametrize("cores", [1, 3, 16])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("n", [1, 2, 7, 300])
def test_simple_graph_agrees_with_scipy(monkeypatch, n, directed, cores):
    monkeypatch.setattr(simple, "SMALLEST_PIECE", 10)
    monkeypatch.setattr(simple, "usable_cores", lambda: cores)
    random = np.random.default_rng(n)
    # A hub in the lower ids: its row exceeds a piece.
    sources, targets = (random.integers(0, n, 2000) * random.integers(0, 2, 2000) for _ in range(2))
    graph = simple.simple_graph(n, sources, targets, directed=directed)
    rows = expected_rows(n, sources, targets, directed)
    assert graph.directed == directed
    assert graph.symmetric == (not directed)
    np.testing.assert_array_equal(graph.rows.offsets, rows.indptr)
    np.testing.assert_array_equal(graph.rows.neighbors, rows.indices)


def test_large_inputs_are_cut_into_pieces(monkeypatch):
    monkeypatch.setattr(simple, "SMALLEST_PIECE", 10)
    monkeypatch.setattr(simple, "LARGEST_PIECE", 40)
    sources, targets = np.arange(999), np.arange(1, 1000)
    graph = simple.simple_graph(1000, sources, targets)
    rows = expected_rows(1000, sources, targets, directed=False)
    np.testing.assert_array_equal(graph.rows.neighbors, rows.indices)


def test_largest_vertex_ids_fit_the_keys():
    n = 2**31 - 1
    keys = simple._sorted_pieces(np.array([n - 1]), np.array([n - 2]), 1, directed=False)
    assert (keys[0] >> simple.NEIGHBOR_BITS).tolist() == [n - 2, n - 1]
    assert (keys[0] & simple.NEIGHBOR_MASK).tolist() == [n - 1, n - 2]


def test_ends_outside_the_graph_are_refused():
    with pytest.raises(GraphError, match=r"0\.\.4"):
        simple.simple_graph(5, np.array([0]), np.array([5]))


def test_graph_does_not_depend_on_cores(monkeypatch):
    several = rmat(14, 200_000, seed=3)
    monkeypatch.setattr(parallel, "usable_cores", lambda: 1)
    monkeypatch.setattr(simple, "usable_cores", lambda: 1)
    one = rmat(14, 200_000, seed=3)
    np.testing.assert_array_equal(several.rows.neighbors, one.rows.neighbors)
    np.testing.assert_array_equal(several.rows.offsets, one.rows.offsets)


def test_memory_is_asked_for_first(monkeypatch):
    monkeypatch.setattr(checks.os, "sysconf", lambda name: 1000)
    checks.memory(10, 10)
    with pytest.raises(GraphError, match=r"needs about 0\.\d GiB.* has 0\.0 GiB"):
        checks.memory(10, 10_000_000)


def test_memory_unknown_is_no_error(monkeypatch):
    def unknown(name):
        raise ValueError(name)

    monkeypatch.setattr(checks.os, "sysconf", unknown)
    checks.memory(2**31 - 1, 2**40)


def test_errors_come_out_of_threads():
    with pytest.raises(ZeroDivisionError):
        parallel.in_parallel(lambda i: 1 / i, [1, 0])
