"""Pieces on their way to a GPU, and to a processor."""

import weakref
from types import SimpleNamespace

import numpy as np
import pytest

from clconn.errors import GraphError
from clconn.graph_pieces import RowPieces
from clconn.opencl_backend.pieces import arrivals as arrivals_module
from clconn.opencl_backend.pieces.arrivals import arrivals
from clconn.user_rows import UserRows

cl = pytest.importorskip("pyopencl")

ROOM = 4096


def _last_piece(neighbor):
    """Rows of more than 2^31 entries, which take no memory, and the numbers of their last piece."""
    entries = 2**31 + 100
    neighbors = np.broadcast_to(np.int64(neighbor), entries)
    pieces = RowPieces(UserRows(np.array([0, 0, entries]), neighbors), ROOM)
    numbers = iter([len(pieces) - 1])
    return pieces, lambda: next(numbers, None)


def test_wide_offsets_of_wide_neighbors_arrive(gpus):
    pieces, take = _last_piece(1)
    runtime = gpus[0]
    with runtime.lock:
        for arrival in arrivals(runtime, pieces, take, ROOM):
            # Not by the runtime, whose way is taken by the pieces.
            offsets = np.zeros(arrival.piece.row_count + 1, dtype=np.int64)
            ids = np.zeros(arrival.piece.count, dtype=np.int32)
            cl.enqueue_copy(runtime.queue, offsets, arrival.first)
            cl.enqueue_copy(runtime.queue, ids, arrival.second, src_offset=4 * arrival.begin)
    assert offsets.tolist() == [0, 2**31 + 100]
    assert set(ids) == {1}


def test_wide_neighbors_do_not(gpus, monkeypatch):
    # The check of two thousand million entries takes too long here.
    monkeypatch.setattr("clconn.user_rows.check_neighbors", lambda *_: None)
    pieces, take = _last_piece(2**31)
    with gpus[0].lock, pytest.raises(GraphError):
        list(arrivals(gpus[0], pieces, take, ROOM))


class _SlowProcessor:
    """Its kernels are done when somebody waits for them; says whether they had their buffers."""

    is_cpu = True
    queue = SimpleNamespace(flush=lambda: None)

    def __init__(self):
        self.had_buffers = []
        self._running, self._latest = [], []

    def upload(self, array, dtype):
        buffer = array.astype(dtype)
        self._latest.append(weakref.ref(buffer))
        return buffer

    def enqueue_marker(self, queue):
        buffers, self._latest = self._latest, []

        def wait():
            self.had_buffers.append(all(buffer() is not None for buffer in buffers))
            self._running.remove(wait)

        self._running.append(wait)
        return SimpleNamespace(wait=wait)

    def finish(self):
        while self._running:
            self._running[0]()


def test_a_processor_has_what_was_converted_until_its_kernels_are_done(monkeypatch):
    processor = _SlowProcessor()
    monkeypatch.setattr(arrivals_module, "import_pyopencl", lambda: processor)
    offsets = np.arange(0, 400, 4)
    pieces = RowPieces(UserRows(offsets, np.zeros(offsets[-1], dtype=np.int64)), 256)
    numbers = iter(range(len(pieces)))
    for _ in arrivals(processor, pieces, lambda: next(numbers, None), ROOM):
        pass
    assert processor.had_buffers == [True] * len(pieces)
    assert len(pieces) > 4
