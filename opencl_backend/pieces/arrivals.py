"""The way of a graph's pieces to a device: the next one comes while kernels read the one before.

A GPU gets them through pinned memory, into slots that take turns. A processor reads them in place,
from a file if the arrays are mapped; at most two wait for it, so that it takes no more pieces than
it can use.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from clconn.graph_pieces import GraphPieces, Piece
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.copying_threads import Load
from clconn.opencl_backend.device.copying_threads import Piece as Copy
from clconn.opencl_backend.device.runtime import Runtime
from clconn.parallel_passes import largest_unsigned

__all__ = ["EXTRA_BYTES", "SLOTS", "Arrival", "arrivals", "checked_arrays"]

SLOTS = 2
"""Pieces on a device at once: one that kernels read, and one that is on its way."""

EXTRA_BYTES = 64
"""Bytes of a slot besides those of a piece: the offsets at both ends, and what aligns arrays."""

_ALIGNMENT = 4


@dataclass(frozen=True)
class Arrival:
    """A piece that is on the device once the runtime's queue has reached this point.

    Attributes
    ----------
    first, second : pyopencl.Buffer
        Offsets and neighbors, or sources and targets.
    begin
        The place of the second array's first number in its buffer, which may be that of both.
    """

    piece: Piece
    first: Any
    second: Any
    begin: int = 0


def arrivals(
    runtime: Runtime,
    pieces: GraphPieces,
    take: Callable[[], int | None],
    room: int,
) -> Generator[Arrival, None, None]:
    """Bring pieces to a device; the caller holds the runtime's lock, and closes the generator.

    What reads a piece must be enqueued before the next one is asked for.

    Parameters
    ----------
    take
        Returns the number of the next piece, or None after the last one.
    room
        Bytes of the largest piece, without EXTRA_BYTES.

    Raises
    ------
    GraphError
        If a neighbor is beyond the vertices, and the device would not see it.
    """
    way = _in_place if runtime.is_cpu else partial(_through_slots, room=room + EXTRA_BYTES)
    return way(runtime, pieces, take)


def _may_be_wide(array: Any, dtype: Any) -> bool:
    """Whether neighbors may not fit the device's type, which would make others of them."""
    return dtype == np.int32 and not np.can_cast(array.dtype, dtype)


def checked_arrays(pieces: GraphPieces, piece: Piece) -> tuple[Any, Any]:
    """Return the arrays of a piece, whose numbers fit the types on the device.

    A host's pass finds that out, if the arrays have wider types.
    """
    arrays = pieces.arrays(piece)
    if _may_be_wide(arrays[1], pieces.dtypes[1]) and largest_unsigned(arrays[1]) >= 2**31:
        pieces.check()
    return arrays


def _through_slots(
    runtime: Runtime, pieces: GraphPieces, take: Callable[[], int | None], *, room: int
) -> Generator[Arrival, None, None]:
    cl = import_pyopencl()
    slots = [runtime.allocate(room) for _ in range(SLOTS)]
    # The pool may have had them from a kernel that is not done.
    read = [[cl.enqueue_marker(runtime.queue)] for _ in slots]
    runtime.queue.flush()

    def loads() -> Iterator[Load]:
        turn = 0
        while (number := take()) is not None:
            piece = pieces[number]
            arrays, types = pieces.arrays(piece), pieces.dtypes
            begin = -(-arrays[0].size * types[0].itemsize // _ALIGNMENT) * _ALIGNMENT
            buffer = slots[turn]
            look = _refuse_wide if _may_be_wide(arrays[1], types[1]) else None
            copies = [
                Copy(arrays[0], types[0], buffer, 0),
                Copy(arrays[1], types[1], buffer, begin, look),
            ]
            yield Load(copies, read[turn], (piece, turn, begin // 4))
            turn = (turn + 1) % SLOTS

    with closing(runtime.staging.stream(loads(), SLOTS)) as stream:
        try:
            for (piece, turn, begin), event in stream:
                runtime.staging.order([event])
                yield Arrival(piece, slots[turn], slots[turn], begin)
                read[turn] = [cl.enqueue_marker(runtime.queue)]
                runtime.queue.flush()
        except OverflowError:
            pieces.check()


def _refuse_wide(part: Any) -> None:
    if largest_unsigned(part) >= 2**31:
        raise OverflowError


def _in_place(
    runtime: Runtime, pieces: GraphPieces, take: Callable[[], int | None]
) -> Generator[Arrival, None, None]:
    cl = import_pyopencl()
    waiting: deque[Any] = deque()
    try:
        while (number := take()) is not None:
            piece = pieces[number]
            arrays = zip(checked_arrays(pieces, piece), pieces.dtypes, strict=True)
            buffers = [runtime.upload(array, dtype) for array, dtype in arrays]
            yield Arrival(piece, *buffers)
            # A buffer of converted numbers is the only one that keeps them, and kernels read them.
            waiting.append((cl.enqueue_marker(runtime.queue), buffers))
            runtime.queue.flush()
            if len(waiting) == SLOTS:
                waiting[0][0].wait()
                waiting.popleft()
    finally:
        # The kernels read the caller's arrays.
        runtime.finish()
