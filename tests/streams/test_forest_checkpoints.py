"""A minimum spanning forest goes on from a checkpoint as if nothing had happened."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError, GraphFileError, OutputError
from clconn.streams import minimum_forests, minimum_spanning_forest, stream_components
from clconn.streams.forest_so_far import ForestSoFar


def _stream(m=2000, n=150, dtype=np.int64):
    generator = np.random.default_rng(m)
    source = generator.integers(0, n, (m, 2))
    return source, generator.integers(-99, 99, m).astype(dtype)


def _right(source, weights, **more):
    graph = clconn.Graph.from_edges(*source.T, weights=weights)
    return clconn.minimum_spanning_forest(graph, backend="scipy", **more).edge_ids.tolist()


class _KilledError(Exception):
    """Ends a run in the middle."""


def _killed_after(batches):
    """A forest that takes some batches, and then dies."""

    class Mortal(ForestSoFar):
        left = batches

        def add(self, *batch):
            if not self.left:
                raise _KilledError
            self.left -= 1
            super().add(*batch)

    return Mortal


@settings(max_examples=25)
@given(st.lists(st.integers(0, 9), max_size=3), st.integers(1, 5), st.booleans())
def test_killed_at_any_batch(tmp_path_factory, runs, every, maximum):
    path = tmp_path_factory.mktemp("checkpoints") / "state"
    source, weights = _stream(dtype=np.float64)
    more = {"weight": weights, "batch": 50, "checkpoint": path, "every": every, "resume": True}
    for batches in runs:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(minimum_forests, "ForestSoFar", _killed_after(batches))
            with pytest.raises(_KilledError):
                minimum_spanning_forest(source, maximum=maximum, **more)
    forest = minimum_spanning_forest(source, maximum=maximum, **more)
    assert forest.edge_ids.tolist() == _right(source, weights, maximum=maximum)
    assert forest.weights.dtype == np.float64
    # The last checkpoint holds all edges.
    again = minimum_spanning_forest(source, maximum=maximum, **more)
    assert again.edge_ids.tolist() == forest.edge_ids.tolist()


def test_types_of_weights_survive(tmp_path):
    for dtype in (np.int8, np.uint64, np.float32, np.longdouble):
        source, weights = _stream(dtype=np.int8)
        weights = np.abs(weights).astype(dtype)
        path = tmp_path / np.dtype(dtype).name
        more = {"weight": weights, "batch": 100, "checkpoint": path}
        first = minimum_spanning_forest(source, **more)
        second = minimum_spanning_forest(source, resume=True, **more)
        assert second.weights.dtype == dtype
        assert second.edge_ids.tolist() == first.edge_ids.tolist() == _right(source, weights)


def test_objects_cannot_be_kept(tmp_path):
    batches = [([0], [1], [2**70])]
    with pytest.raises(GraphError, match="no type of NumPy holds"):
        minimum_spanning_forest(batches, checkpoint=tmp_path / "state")


@pytest.fixture
def finished(tmp_path):
    source, weights = _stream()
    path = tmp_path / "state"
    minimum_spanning_forest(source, weight=weights, batch=100, checkpoint=path)
    return source, weights, path


def test_what_is_refused(finished, tmp_path):
    source, weights, path = finished
    changed = source.copy()
    changed[0] += 1
    bad = {
        "is there already": ({}, OutputError),
        "another source": ({"source": changed}, GraphFileError),
        "minimum spanning forest; name": ({"maximum": True}, GraphFileError),
        "was begun without n": ({"n": 500}, GraphFileError),
    }
    for message, (more, error) in bad.items():
        arguments = {"source": source, "weight": weights, "resume": bool(more), **more}
        with pytest.raises(error, match=message):
            minimum_spanning_forest(arguments.pop("source"), checkpoint=path, **arguments)
    with pytest.raises(GraphError, match="give checkpoint="):
        minimum_spanning_forest(source, resume=True)
    other = tmp_path / "components"
    stream_components(source, backend="reference", checkpoint=other)
    with pytest.raises(GraphFileError, match="something else than a minimum"):
        minimum_spanning_forest(source, checkpoint=other, resume=True)


def test_a_damaged_file_is_refused(finished):
    source, weights, path = finished
    whole = path.read_bytes()
    for size in (0, 1, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(GraphFileError, match=str(path)):
            minimum_spanning_forest(source, weight=weights, checkpoint=path, resume=True)
    archive = dict(np.load(_written(path, whole)))
    for name, change in (
        ("edge_ids", lambda ids: ids[::-1]),
        ("sources", lambda ends: ends - 1000),
        ("targets", lambda ends: ends[1:]),
        ("weights", lambda values: values.astype(np.complex64)),
        ("forest", lambda size: size + 10**6),
        ("edge_count", lambda size: size - 1),
        ("n", lambda size: size - size),
    ):
        with open(path, "wb") as stream:
            np.savez(stream, **{**archive, name: change(archive[name])})
        with pytest.raises(GraphFileError, match=r"do not fit|damaged"):
            minimum_spanning_forest(source, weight=weights, checkpoint=path, resume=True)


def _written(path, data):
    path.write_bytes(data)
    return path
