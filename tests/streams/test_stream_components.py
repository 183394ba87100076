"""The components of a stream are those of the whole graph."""

from __future__ import annotations

import io
import re
import threading
import time
import warnings

import numpy as np
import pytest

import clconn
from clconn.errors import (
    GraphError,
    GraphFileError,
    GraphWarning,
    HostMemoryError,
    OptionError,
    UnknownVariantError,
)
from clconn.graph_checks import RENUMBER
from clconn.incremental.incremental_components import IncrementalComponents
from clconn.streams import Batch, open_batches, spanning_forest, stream_components
from clconn.streams.read_ahead import read_ahead
from tests.streams.samples import EDGES, write_all

REFERENCE = {"backend": "reference"}


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    return write_all(tmp_path_factory.mktemp("sources"))


def _whole(edges=EDGES, n=None):
    return clconn.connected_components(clconn.Graph.from_edges(*edges.T, n), backend="scipy")


def _check(streamed, whole, what=None):
    components = streamed.components()
    assert (streamed.n, streamed.count, components.count) == (whole.n, whole.count, whole.count), (
        what
    )
    assert components.roots.tolist() == whole.roots.tolist(), what
    assert components.labels.tolist() == whole.labels.tolist(), what
    assert components.sizes().tolist() == whole.sizes().tolist(), what


@pytest.mark.parametrize("batch", [1, 10, 1000])
def test_every_source(sources, batch):
    for name, source in sources.items():
        streamed = stream_components(source.make(), batch=batch, **source.arguments, **REFERENCE)
        _check(streamed, _whole(n=streamed.n), name)
        assert streamed.edge_count == streamed.live.edge_count == 137
        assert streamed.batches == -(-137 // batch)


def test_on_a_device(sources, device):
    for name in ("edges.txt", "matrix.mtx", "rows.npy", "columns.npy", "iterator of 10"):
        streamed = stream_components(sources[name].make(), batch=20, device=device)
        _check(streamed, _whole(n=streamed.n), name)
        assert streamed.live.backend == "opencl"


def test_numbers_of_vertices(sources):
    edges = EDGES[EDGES.max(axis=1) < 40]
    assert stream_components(edges, **REFERENCE).n == edges.max() + 1
    _check(stream_components(edges, 70, **REFERENCE), _whole(edges, 70))
    assert stream_components(sources["edges.txt"].make(), 55, **REFERENCE).n == 55
    with pytest.raises(GraphFileError, match=r"edges.txt, line 8: .* outside 0\.\.48"):
        stream_components(sources["edges.txt"].make(), 49, batch=3, **REFERENCE)
    with pytest.raises(GraphFileError, match="the file has 60 vertices, but n = 49"):
        stream_components(sources["matrix.mtx"].make(), 49, **REFERENCE)


def test_vertices_are_added_as_ids_appear():
    path = np.column_stack([np.arange(1000), np.arange(1, 1001)])
    grown = []

    class Counting(IncrementalComponents):
        def grow(self, n):
            grown.append(n)
            super().grow(n)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clconn.streams.components.IncrementalComponents", Counting)
        streamed = stream_components(path, batch=10, **REFERENCE)
    _check(streamed, _whole(path))
    assert streamed.live.n >= 1001
    assert len(grown) < 10  # doubled each time


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32, np.uint64, np.int16])
def test_ids_of_any_type(dtype):
    _check(stream_components(EDGES.astype(dtype), batch=9, **REFERENCE), _whole())


@pytest.mark.parametrize("source", [[], np.empty((0, 2), int), io.BytesIO(b"# nothing\n")])
def test_no_edges(source):
    arguments = {"format": "edge-list"} if isinstance(source, io.BytesIO) else {}
    streamed = stream_components(source, **arguments, **REFERENCE)
    assert (streamed.n, streamed.count, streamed.edge_count, streamed.batches) == (0, 0, 0, 0)
    assert streamed.components().labels.tolist() == []
    source = io.BytesIO(b"# nothing\n") if arguments else source
    assert stream_components(source, 5, **arguments, **REFERENCE).count == 5


@pytest.mark.parametrize(
    ("edge", "n", "message"),
    [
        ((3, -1), None, r"edge 100 joins 3 and -1, .*; renumber=True \(--renumber on the"),
        ((3, 2**31), None, r"edge 100 joins 3 and 2147483648, .*; renumber=True \(--renumber"),
        ((60, 2), 60, r"edge 100 joins 60 and 2, outside 0\.\.59; n .*has to be 61 or more"),
        ((-5, 2), 60, r"edge 100 joins -5 and 2, outside 0\.\.59; renumber=True without n \(--ren"),
    ],
)
def test_ends_that_are_no_vertices(tmp_path, edge, n, message):
    edges = EDGES.astype(np.int64)
    edges[100] = edge
    with pytest.raises(GraphError, match=message):
        stream_components(edges, n, batch=30, **REFERENCE)
    np.save(tmp_path / "edges.npy", edges)
    with pytest.raises(GraphFileError, match=r"edges.npy: " + message):
        stream_components(tmp_path / "edges.npy", n, batch=30, **REFERENCE)


def test_ids_that_no_type_of_64_bits_holds_together():
    with pytest.raises(GraphError, match=r"edge 0 joins -3 and 9223372036854775813, outside"):
        stream_components([([-3], [2**63 + 5])], **REFERENCE)
    with pytest.raises(GraphError, match=r"edge 0 joins 1 and 9223372036854775813, outside"):
        stream_components([([1], [2**63 + 5]), ([-3], [1])], batch=2, **REFERENCE)


def test_sparse_ids_are_told():
    edges = np.array([[0, 1_100_000]])
    with pytest.warns(GraphWarning, match="the largest id is 1,100,000"):
        stream_components(edges, **REFERENCE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        stream_components(edges, 1_100_001, **REFERENCE)


def test_no_memory_for_sparse_ids_says_what_to_do(monkeypatch):
    def grow(self, n):
        raise HostMemoryError("too much")

    monkeypatch.setattr(IncrementalComponents, "grow", grow)
    with pytest.raises(
        HostMemoryError,
        match=r"too much; at most 0 of the .*renumber=True \(--renumber on the command line\)",
    ):
        stream_components(np.array([[0, 2_000_000_000]]), **REFERENCE)


def test_wrong_arguments(sources):
    with pytest.raises(UnknownVariantError):
        stream_components(EDGES, variant="coo/nothing/halve", **REFERENCE)
    with pytest.raises(OptionError, match="scipy"):
        stream_components(EDGES, backend="scipy")
    with pytest.raises(OptionError):
        stream_components(EDGES, options={"nothing": 1}, **REFERENCE)
    with pytest.raises(GraphError, match="resume=True goes on from a checkpoint"):
        stream_components(EDGES, resume=True, **REFERENCE)
    with pytest.raises(GraphError, match="every is 0"):
        stream_components(EDGES, checkpoint="x", every=0, **REFERENCE)
    with pytest.raises(GraphError, match="n is -1"):
        stream_components(EDGES, -1, **REFERENCE)


def test_going_on_after_the_stream():
    streamed = stream_components(EDGES, 60, **REFERENCE)
    before = streamed.count
    streamed.live.insert(58, 59)
    assert streamed.count == before - 1


def test_a_thread_reads_ahead_and_only_two_batches():
    taken = []

    def items():
        for number in range(20):
            taken.append(number)
            yield np.zeros(4096, int), np.zeros(4096, int)

    with open_batches(items(), batch=4096) as batches, read_ahead(batches) as arrivals:
        next(arrivals)
        deadline = time.monotonic() + 10
        while len(taken) < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.2)
        assert len(taken) == 3
        assert sum(1 for _ in arrivals) == 19
    assert len(taken) == 20


def test_the_thread_ends_with_the_stream():
    def items():
        yield [0], [1]
        raise ZeroDivisionError("from the source")

    threads = threading.active_count()
    with pytest.raises(ZeroDivisionError, match="from the source"):
        stream_components(items(), batch=1, **REFERENCE)
    endless = (([0], [0]) for _ in iter(int, 1))
    with open_batches(endless, batch=1) as batches, read_ahead(batches) as arrivals:
        assert isinstance(next(arrivals).batch, Batch)
    assert threading.active_count() == threads


# ------------------------------------------------------------------ what users met


def test_an_iterator_may_fill_its_array_again():
    def again():
        buffer = np.empty((3, 2), dtype=np.int64)
        for begin in range(0, 12, 3):
            buffer[:, 0] = range(begin, begin + 3)
            buffer[:, 1] = buffer[:, 0] + 1
            yield buffer

    assert stream_components(again(), **REFERENCE).count == 1


def test_an_item_of_two_edges_is_like_those_before_it():
    columns = [np.array([[0, 1, 2], [1, 2, 3]]), np.array([[4, 6], [5, 7]])]
    assert stream_components(columns, **REFERENCE).components().labels.tolist() == [
        0, 0, 0, 0, 1, 1, 2, 2,
    ]  # fmt: skip
    rows = [np.array([[0, 1], [1, 2], [2, 3]]), np.array([[4, 5], [6, 7]])]
    assert stream_components(rows, **REFERENCE).components().labels.tolist() == [
        0, 0, 0, 0, 1, 1, 2, 2,
    ]  # fmt: skip


def test_growth_by_half_if_there_is_no_room_for_twice(monkeypatch):
    grow = IncrementalComponents.grow

    def refuse(self, n):
        if n > 1500:
            raise HostMemoryError("no room")
        grow(self, n)

    monkeypatch.setattr(IncrementalComponents, "grow", refuse)
    edges = np.array([[0, 999], [1, 1000]])
    assert stream_components(edges, batch=1, **REFERENCE).n == 1001


@pytest.mark.parametrize("every", [0, -1, 2.5])
def test_every_is_checked_without_a_checkpoint(every):
    with pytest.raises(GraphError, match="number of batches of 1 or more"):
        stream_components([([0], [1])], every=every, **REFERENCE)


def test_targets_and_weights_are_part_of_a_source(tmp_path):
    first = np.arange(10, dtype=np.int32).reshape(2, 5)
    other = first.copy()
    other[1, 4] = 0
    heads = []
    for number, edges in enumerate((first, other)):
        path = tmp_path / f"{number}.bin"
        edges.tofile(path)
        with open_batches(path, format="int32-columns") as batches:
            heads.append(batches.identity["edges"])
    np.save(tmp_path / "edges.npy", first)
    for weights in (None, np.ones(5), np.arange(5.0)):
        with open_batches(tmp_path / "edges.npy", weight=weights) as batches:
            heads.append(batches.identity["edges"])
    assert len(set(heads)) == 4  # the first file and edges.npy have the same edges


def test_components_keep_the_forest_of_a_checkpoint(tmp_path):
    path = tmp_path / "forest.state"
    edges = np.array([[0, 1], [1, 2], [3, 4]])
    spanning_forest(edges, checkpoint=path, **REFERENCE)
    assert stream_components(edges, checkpoint=path, resume=True, **REFERENCE).count == 2
    again = spanning_forest(edges, checkpoint=path, resume=True, **REFERENCE)
    assert again.edge_ids.tolist() == [0, 1, 2]


@pytest.mark.parametrize("text", ["9999999999 1\n", "0 1\n1 x\n"])
def test_a_text_names_the_remedy(tmp_path, text):
    path = tmp_path / "edges.txt"
    path.write_text(text)
    with pytest.raises(GraphFileError, match=re.escape(RENUMBER)):
        stream_components(path, **REFERENCE)
    assert stream_components(path, renumber=True, **REFERENCE).edge_count > 0
