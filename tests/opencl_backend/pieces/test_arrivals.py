"""Pieces on their way to a GPU."""

import numpy as np
import pytest

from clconn.errors import GraphError
from clconn.graph_pieces import RowPieces
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
