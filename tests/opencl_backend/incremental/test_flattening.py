"""Trees are flattened after n edges, however these come."""

import numpy as np
import pytest

import clconn


@pytest.mark.parametrize("size", [1, 16, 100, 5000])
def test_the_worst_path_is_flat_after_n_edges(device, size):
    n = 2000
    live = clconn.IncrementalComponents(n, device=device, variant="coo/async/naive")
    # The root of the tree so far goes under a smaller vertex each time.
    sources = np.arange(n - 1, 0, -1, dtype=np.int32)
    for begin in range(0, sources.size, size):
        live.insert(sources[begin : begin + size], sources[begin : begin + size] - 1)
    live.insert(0, 0)  # the n-th edge
    trees = live._engine._trees
    parents = trees.runtime.download(trees.parents, n)
    assert (parents[parents] == parents).all()
    assert live.count == 1


def test_it_comes_seldom(device):
    n = 100
    live = clconn.IncrementalComponents(n, device=device, variant="coo/async/split")
    runtime = live._engine.runtime
    edges = np.random.default_rng(2).integers(0, n, (2, 50)).astype(np.int32)
    before = runtime.launches
    for _ in range(40):
        live.insert(*edges)
    # After 100 and 1600 edges.
    assert runtime.launches - before == 40 + 2
