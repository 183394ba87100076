"""A stream of names goes on from its checkpoint with the numbers that they had."""

from __future__ import annotations

import io
import warnings

import numpy as np
import pytest

import clconn
from clconn.errors import GraphError, GraphFileError, GraphFileWarning
from clconn.streams import (
    minimum_spanning_forest,
    spanning_forest,
    stream_components,
)
from clconn.streams.forest_so_far import ForestSoFar
from tests.helpers.cases import for_each
from tests.streams.samples import EDGES, WEIGHTS

REFERENCE = {"backend": "reference"}


class StopError(Exception):
    """Ends a stream in the middle."""


def _stopped(function, batches, *arguments, **more):
    """Call a function whose stream ends with the insertion of the batch after so many."""
    left = batches

    def count(self, *batch):
        nonlocal left
        if not left:
            raise StopError
        left -= 1
        return original(self, *batch)

    kind, name = clconn.IncrementalComponents, "insert"
    if function is minimum_spanning_forest:
        kind, name = ForestSoFar, "add"
    original = getattr(kind, name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, name, count)
        with pytest.raises(StopError):
            function(*arguments, **more)


@pytest.fixture(params=["words", "integers", "array", "a pipe"])
def make(request, tmp_path):
    """Return the source, new each time, and its graph."""
    ends = [[f"v{u}" for u in end] for end in EDGES.T]
    if request.param in ("integers", "array"):
        ends = EDGES.T.astype(np.int64) * 10**12 - 7
    graph = clconn.Graph.from_edges(*ends, weights=WEIGHTS, renumber=True)
    if request.param == "array":
        return (lambda: [(*ends, WEIGHTS)]), graph
    text = "".join(f"{u} {v} {w}\n" for u, v, w in zip(*ends, WEIGHTS, strict=True))
    path = tmp_path / "edges.txt"
    path.write_text(text)
    return (lambda: io.BytesIO(text.encode()) if "pipe" in request.param else path), graph


@for_each("stop", [1, 2, 5, 12])
def test_components_go_on(make, tmp_path, stop):
    source, graph = make
    state = tmp_path / f"state at {stop}"
    more = {"checkpoint": state, "resume": True, "renumber": True, **REFERENCE}
    _stopped(stream_components, stop, source(), batch=10, every=1, **more)
    live = clconn.IncrementalComponents.load(state, **REFERENCE)
    assert live.edge_count == 10 * stop
    for batch in (17, 1000):  # the second goes on at the end
        streamed = stream_components(source(), batch=batch, **more)
        components = streamed.components()
        whole = clconn.connected_components(graph, backend="scipy")
        assert streamed.resumed_at == (10 * stop if batch == 17 else 137)
        assert components.nodes.tolist() == graph.nodes.tolist()
        assert components.labels.tolist() == whole.labels.tolist()


@for_each("stop", [1, 5])
def test_forests_go_on(make, tmp_path, stop):
    source, graph = make
    for function in (minimum_spanning_forest, spanning_forest):
        path = tmp_path / f"{function.__name__} at {stop}"
        more = {"checkpoint": path, "resume": True, "renumber": True, **REFERENCE}
        _stopped(function, stop, source(), batch=10, every=1, **more)
        forest = function(source(), batch=23, **more)
        verify = clconn.verify.forest
        if function is minimum_spanning_forest:
            verify = clconn.verify.minimum_forest
        verdict = verify(graph, forest)
        assert verdict, verdict.message
        assert forest.nodes.tolist() == graph.nodes.tolist()


@pytest.mark.parametrize("function", [stream_components, minimum_spanning_forest])
def test_with_names_and_without_are_kept_apart(tmp_path, function):
    path = tmp_path / "state"
    for renumber, other in ((True, "without"), (False, "with")):
        path.unlink(missing_ok=True)
        more = {"checkpoint": path, "resume": True, **REFERENCE}
        function(EDGES, renumber=renumber, **more)
        message = rf"was begun with.* renumber=True .*, and this is {other} renumber=True"
        with pytest.raises(GraphFileError, match=message):
            function(EDGES, renumber=not renumber, **more)


def _changed(path, **arrays):
    with np.load(path) as archive:
        np.savez(path.with_suffix(".npz"), **{**archive, **arrays})
    path.with_suffix(".npz").rename(path)


@pytest.mark.parametrize("function", [stream_components, minimum_spanning_forest])
@pytest.mark.parametrize("nodes", [np.arange(3), np.zeros(50, int), np.zeros(50), np.array(3)])
def test_damaged_names(tmp_path, function, nodes):
    path = tmp_path / "state"
    more = {"checkpoint": path, "resume": True, "renumber": True, **REFERENCE}
    assert len({*EDGES.flat}) == 50
    function(EDGES, **more)
    _changed(path, nodes=nodes)
    with pytest.raises(GraphFileError, match=r"state: .*'nodes'"):
        function(EDGES, **more)


@pytest.mark.parametrize("text", ["1 2\n2 5\n", "a b\nb c\n"])
def test_names_of_the_other_kind(tmp_path, text):
    path, state = tmp_path / "edges.txt", tmp_path / "state"
    path.write_text(text)
    more = {"batch": 1, "every": 1, "renumber": True, "checkpoint": state, **REFERENCE}
    _stopped(stream_components, 1, path, **more)
    with np.load(state) as archive:
        arrays = {name: archive[name] for name in archive.files if name != "node_offsets"}
    nodes = {"nodes": np.array([7, 9])}
    if "1" in text:
        nodes = {"nodes": np.frombuffer(b"xy", np.uint8), "node_offsets": np.arange(3)}
    np.savez(tmp_path / "changed.npz", **{**arrays, **nodes})
    (tmp_path / "changed.npz").rename(state)
    with pytest.raises(GraphFileError, match="of the other kind, integers or words; the checkp"):
        stream_components(path, resume=True, **more)


def test_names_that_no_type_holds(tmp_path):
    batches = [([3], [2**63 + 1]), ([-3], [3])]
    more = {"batch": 1, "renumber": True, **REFERENCE}
    for function in (stream_components, minimum_spanning_forest):
        with pytest.raises(GraphError, match="no type of 64 bits holds all ids so far"):
            function(batches, checkpoint=tmp_path / "state", **more)
    assert stream_components(batches, **more).n == 3


@pytest.mark.filterwarnings("ignore::clconn.errors.GraphFileWarning")
def test_warnings_outlive_a_checkpoint(tmp_path):
    """What the lines before it have taught is in it: what stands for a missing value, a heading."""
    path = tmp_path / "edges.csv"
    path.write_text("big,small\nann,bob\nNA,ann\nbob,cyd\n")
    more = {"checkpoint": tmp_path / "state", "resume": True, "renumber": True, **REFERENCE}
    _stopped(stream_components, 3, path, batch=1, every=1, **more)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        stream_components(path, batch=1, **more)
    texts = " ".join(str(each.message) for each in caught if each.category is GraphFileWarning)
    assert "line 3: 'NA' is the name of a vertex" in texts
    assert "line 1: 'big' and 'small' occur nowhere else" in texts
