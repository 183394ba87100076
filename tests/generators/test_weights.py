"""Weights by hash."""

import numpy as np
import pytest

import clconn
from clconn.errors import GraphError
from clconn.generators import hash_weights
from clconn.generators.weights import with_weights


def reference_weight(u, v):
    """The definition in plain integers."""
    word = (min(u, v) << 32) | max(u, v)
    mask = 2**64 - 1
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & mask
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & mask
    return ((word ^ (word >> 31)) >> 40) + 1


def test_weights_are_the_definition():
    ends = np.random.default_rng(0).integers(0, 2**31 - 1, (2, 500)).astype(np.int32)
    expected = [reference_weight(u, v) for u, v in ends.T.tolist()]
    assert hash_weights(*ends).tolist() == expected
    assert hash_weights(*ends[::-1]).tolist() == expected
    assert hash_weights(*ends).dtype == np.int32


def test_weights_fill_their_range_evenly():
    u = np.arange(1 << 20) // 1024
    weights = hash_weights(u, u + 1 + np.arange(1 << 20) % 1024)
    assert weights.min() >= 1
    assert weights.max() <= 2**24
    counts = np.bincount((weights - 1) >> 18, minlength=64)
    assert (np.abs(counts - 2**14) < 6 * np.sqrt(2**14)).all()


def test_blocks_do_not_show(monkeypatch):
    u, v = np.arange(1000), np.arange(1000)[::-1]
    expected = hash_weights(u, v)
    monkeypatch.setattr("clconn.generators.weights.BLOCK", 7)
    np.testing.assert_array_equal(hash_weights(u, v), expected)


@pytest.mark.parametrize("directed", [False, True])
def test_generated_weights_agree_at_both_ends(directed):
    graph = clconn.generate("rmat", scale=8, edges=3000, directed=directed, weights="hash")
    plain = clconn.generate("rmat", scale=8, edges=3000, directed=directed)
    np.testing.assert_array_equal(graph.rows.neighbors, plain.rows.neighbors)
    assert graph.directed == directed
    assert graph.symmetric == (not directed)
    weight = {}
    for u, v, w in zip(*graph.edges(), graph.weights, strict=True):
        assert weight.setdefault((min(u, v), max(u, v)), w) == w
    assert len(set(weight.values())) > 0.99 * len(weight)


def test_named_graphs_take_weights():
    assert clconn.generate("road-small", weights="hash").weights.max() <= 2**24


def test_other_weights_are_refused():
    with pytest.raises(GraphError, match="'uniform'"):
        with_weights(clconn.generate("star", n=3), "uniform")
