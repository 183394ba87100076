"""Spanning forests of streams number the edges as the stream does, whatever the batches."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError, GraphFileError, OptionError, UnknownVariantError
from clconn.streams import spanning_forest, stream_components
from tests.helpers.cases import for_each
from tests.helpers.strategies import edge_lists


def _check(forest, n, ends):
    graph = clconn.Graph.from_edges(*ends, n)
    assert clconn.verify.forest(graph, forest)
    right = clconn.connected_components(graph, backend="scipy")
    assert (forest.n, forest.count) == (n, right.count)
    np.testing.assert_array_equal(forest.labels, right.labels)
    np.testing.assert_array_equal(forest.edges, [end[forest.edge_ids] for end in ends])


@given(edge_lists(most_vertices=15), st.lists(st.integers(0, 30), max_size=4), st.booleans())
def test_any_split_into_batches(edges, cuts, states_n):
    n, pairs = edges
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    cuts = [0, *sorted(min(cut, len(pairs)) for cut in cuts), len(pairs)]
    batches = [tuple(ends[:, a:b]) for a, b in pairwise(cuts)]
    if not states_n:
        n = int(ends.max()) + 1 if pairs else 0
    forest = spanning_forest(batches, n if states_n else None, batch=4, backend="reference")
    _check(forest, n, ends)


@for_each("batch", [50, 1000, 10**6])
def test_on_a_device(device, batch):
    generator = np.random.default_rng(batch)
    ends = generator.integers(0, 700, (2, 3000))
    for n in (None, 900):
        forest = spanning_forest(np.ascontiguousarray(ends.T), n, batch=batch, device=device)
        assert forest.backend == "opencl"
        _check(forest, n or int(ends.max()) + 1, ends)


@pytest.mark.parametrize("n", [None, 0, 4])
def test_no_edges(n):
    forest = spanning_forest([], n, backend="reference")
    assert (forest.n, forest.count, forest.edge_ids.size) == (n or 0, n or 0, 0)


def test_weights_have_no_effect():
    batches = [([0, 1], [1, 0], [np.nan, 2.0]), ([2], [1], [-1.0])]
    forest = spanning_forest(batches, backend="reference")
    assert forest.edge_ids.tolist() == [0, 2]


def test_bad_input():
    with pytest.raises(GraphError, match="edge 2 joins 7 and 0"):
        spanning_forest([([0, 1], [1, 0]), ([7], [0])], 3, backend="reference")
    with pytest.raises(OptionError, match="forest"):
        spanning_forest([], 3, backend="reference", variant="coo/rem-cas/naive+split-one")
    with pytest.raises(UnknownVariantError):
        spanning_forest([], 3, variant="csr/ecl/halve")
    with pytest.raises(GraphError, match="checkpoint"):
        spanning_forest([], 3, resume=True)


def test_resumed_from_a_checkpoint(tmp_path):
    generator = np.random.default_rng(4)
    ends = generator.integers(0, 200, (2, 1000))
    source, path = np.ascontiguousarray(ends.T), tmp_path / "state"

    def broken():
        yield source[:600]
        raise RuntimeError("killed")

    more = {"batch": 100, "backend": "reference", "checkpoint": path, "every": 2}
    with pytest.raises(RuntimeError, match="killed"):
        spanning_forest(broken(), **more)
    forest = spanning_forest([source], resume=True, **more)
    _check(forest, int(ends.max()) + 1, ends)
    with pytest.raises(GraphFileError, match="another source"):
        spanning_forest([source[1:]], resume=True, **more)


def test_a_checkpoint_without_a_forest_is_refused(tmp_path):
    more = {"backend": "reference", "checkpoint": tmp_path / "state"}
    batches = [([0, 1], [1, 2])]
    assert stream_components(batches, **more).count == 1
    with pytest.raises(GraphFileError, match="without a spanning forest"):
        spanning_forest(batches, resume=True, **more)
