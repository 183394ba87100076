"""To grow by one vertex at a time copies the trees seldom."""

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.incremental.trees import Trees
from tests.helpers.oracles import scipy_roots

VARIANTS = [
    "coo/async/split",
    "coo/jtb/naive",
    "coo/rem-lock/split+split-one",
    "coo/liu-tarjan/PRF",
]


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_vertex_after_the_other(variant, device, monkeypatch):
    copies = []
    take = Trees.take

    def count(self, before):
        copies.append(before.n)
        take(self, before)

    monkeypatch.setattr(Trees, "take", count)
    live = clconn.IncrementalComponents(0, variant=variant, device=device, growing=True)
    n = 200
    smaller = np.random.default_rng(1).integers(0, np.arange(1, n))
    for v in range(1, n):
        live.insert(int(smaller[v - 1]), v)
        if v % 40 == 0:
            assert live.count == 1
    assert live.n == n
    assert len(copies) < 10
    graph = clconn.Graph.from_edges(smaller, np.arange(1, n), n)
    np.testing.assert_array_equal(live.components().roots, scipy_roots(graph))


@pytest.mark.parametrize("variant", VARIANTS)
def test_new_vertices_are_alone(variant, device):
    live = clconn.IncrementalComponents(3, variant=variant, device=device)
    live.insert([0, 1], [1, 2])
    for n in (4, 5, 7, 8, 30):
        live.grow(n)
        assert live.count == n - 2
        assert live.components().roots.tolist() == [0, 0, 0, *range(3, n)]
