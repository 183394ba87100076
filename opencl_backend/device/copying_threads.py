"""Threads that copy between a host's arrays and pinned memory, while their caller feeds the device.

Only the caller calls the driver. Where every thread enqueued its own transfers, they waited for the
driver's lock and the interpreter's: a piece took all of them together 0.1 milliseconds, which for
pieces of 4 MiB was the whole time. So the threads do nothing but copy.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.pinned_memory import PinnedBuffer, PinnedRing

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CopyingThreads", "Load", "Piece"]


@dataclass(frozen=True)
class Piece:
    """A piece of an array of the host, and its place on the device.

    Attributes
    ----------
    array
        Of one dimension.
    dtype : numpy.dtype
        Of the numbers on the device.
    buffer : pyopencl.Buffer
    begin
        The first byte there.
    load : Load or None
        What it is a part of, in a stream.
    """

    array: NDArray[Any]
    dtype: Any
    buffer: Any
    begin: int
    load: Load | None = None

    def part_of(self, pinned: PinnedBuffer) -> NDArray[Any]:
        """The beginning of a pinned buffer, as the numbers on the device."""
        view: NDArray[Any] = pinned.bytes[: self.array.size * self.dtype.itemsize].view(self.dtype)
        return view


@dataclass
class Load:
    """Pieces of a stream that are used together.

    Attributes
    ----------
    pieces
        At least one.
    wait_for
        Events before which their buffers must not change.
    label
        The caller's.
    look
        Called with each piece by the thread that copies it.
    """

    pieces: list[Piece]
    wait_for: Sequence[Any]
    label: Any
    look: Callable[[NDArray[Any]], None] | None = None
    left: int = field(default=0, init=False)


_Full = tuple[PinnedBuffer, Piece]


class _Work:
    """What the caller hands to the threads, and gets back in any order."""

    def __init__(self, copy: Callable[[PinnedBuffer, Piece], None]) -> None:
        self._copy = copy
        self._given: SimpleQueue[_Full | None] = SimpleQueue()
        self._done: SimpleQueue[_Full | BaseException] = SimpleQueue()

    def give(self, pinned: PinnedBuffer, piece: Piece) -> None:
        """Have a thread copy a piece."""
        self._given.put((pinned, piece))

    def take(self) -> _Full:
        """Wait for a piece that was copied; raise what a thread raised."""
        done = self._done.get()
        if isinstance(done, BaseException):
            raise done
        return done

    def end(self) -> None:
        """Let a thread end, once all that was given before is copied."""
        self._given.put(None)

    def copy_all(self) -> None:
        """What a thread does."""
        while (given := self._given.get()) is not None:
            try:
                self._copy(*given)
            except BaseException as error:
                self._done.put(error)
            else:
                self._done.put(given)


class CopyingThreads:
    """Threads that copy pieces for one caller at a time.

    They start when first needed, and end when this object is collected.

    Parameters
    ----------
    ring
        Its buffers hold a piece each.
    """

    def __init__(self, ring: PinnedRing, threads: int) -> None:
        self._ring = ring
        self._threads = threads

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads, thread_name_prefix="clconn-staging")

    def upload(
        self,
        queue: Any,
        pieces: Sequence[Piece],
        look: Callable[[NDArray[Any]], None] | None = None,
    ) -> Any:
        """Copy pieces to the device; return an event after which they are there.

        The arrays may be changed at once. If `look`, which a thread calls with each piece, raises
        an exception, so does this method.

        Parameters
        ----------
        queue : pyopencl.CommandQueue
            For such transfers alone.
        """

        def fill(pinned: PinnedBuffer, piece: Piece) -> None:
            piece.part_of(pinned)[:] = piece.array
            if look is not None:
                look(piece.array)  # while it is in the cache

        left = deque(pieces)
        with self._threads_for(queue, len(pieces), fill) as work:
            for _ in range(min(len(pieces), self._threads + 1, self._ring.most)):
                work.give(self._ring.take(), left.popleft())
            for _ in pieces:
                pinned, piece = work.take()
                to, of = piece.buffer, piece.part_of(pinned)
                _enqueue(queue, pinned, to, of, dst_offset=piece.begin)
                self._ring.give_back(pinned)
                if left:
                    work.give(self._ring.take(), left.popleft())
        done = import_pyopencl().enqueue_marker(queue)
        queue.flush()
        return done

    def stream(
        self, queue: Any, loads: Iterable[Load], ahead: int
    ) -> Generator[tuple[Load, Any], None, None]:
        """Copy one load after the other; yield each, with an event after which it is there.

        The threads go on with the next load meanwhile, so that neither they nor the bus stand still
        between two of them.

        Parameters
        ----------
        queue : pyopencl.CommandQueue
            For such transfers alone.
        ahead
            As many loads are asked for before the caller is done with the first of them.
        """

        def fill(pinned: PinnedBuffer, piece: Piece) -> None:
            piece.part_of(pinned)[:] = piece.array
            if piece.load is not None and piece.load.look is not None:
                piece.load.look(piece.array)

        coming = iter(loads)
        opened: deque[Load] = deque()
        pieces: deque[Piece] = deque()
        in_work, most = 0, min(self._threads + 1, self._ring.most)
        with self._threads_for(queue, self._threads, fill) as work:
            while True:
                while in_work < most:
                    if not pieces and len(opened) < ahead:
                        load = next(coming, None)
                        if load is not None:
                            if load.wait_for:
                                import_pyopencl().enqueue_barrier(queue, wait_for=load.wait_for)
                            load.left = len(load.pieces)
                            opened.append(load)
                            pieces.extend(replace(piece, load=load) for piece in load.pieces)
                    if not pieces:
                        break
                    work.give(self._ring.take(), pieces.popleft())
                    in_work += 1
                if not opened:
                    return
                if not opened[0].left:
                    done = import_pyopencl().enqueue_marker(queue)
                    queue.flush()
                    yield opened[0], done
                    opened.popleft()
                    continue
                pinned, piece = work.take()
                in_work -= 1
                to, of = piece.buffer, piece.part_of(pinned)
                _enqueue(queue, pinned, to, of, dst_offset=piece.begin)
                self._ring.give_back(pinned)
                assert piece.load is not None
                piece.load.left -= 1

    def download(self, queue: Any, pieces: Sequence[Piece]) -> None:
        """Copy pieces from the device, and wait until their arrays hold them.

        Parameters
        ----------
        queue : pyopencl.CommandQueue
            For such transfers alone.
        """

        def empty(pinned: PinnedBuffer, piece: Piece) -> None:
            piece.array[:] = piece.part_of(pinned)

        coming: deque[_Full] = deque()
        taken = 0
        with self._threads_for(queue, len(pieces), empty) as work:
            for piece in pieces:
                if taken == self._ring.most:
                    if coming:
                        _hand_on(coming, work)
                    self._ring.give_back(work.take()[0])
                    taken -= 1
                pinned = self._ring.take()
                taken += 1
                to, of = piece.part_of(pinned), piece.buffer
                _enqueue(queue, pinned, to, of, src_offset=piece.begin)
                coming.append((pinned, piece))
                while coming[0][0].idle:
                    _hand_on(coming, work)
                    if not coming:
                        break
            while coming:
                _hand_on(coming, work)
            for _ in range(taken):
                self._ring.give_back(work.take()[0])

    @contextmanager
    def _threads_for(
        self, queue: Any, pieces: int, copy: Callable[[PinnedBuffer, Piece], None]
    ) -> Iterator[_Work]:
        work = _Work(copy)
        crew = [self._pool.submit(work.copy_all) for _ in range(min(self._threads, pieces))]
        try:
            yield work
        except BaseException:
            # Neither a thread nor a transfer may use the caller's arrays or buffers after this
            # call, failed or interrupted.
            for _ in crew:
                work.end()
            wait(crew)
            queue.finish()
            self._ring.take_all_back()
            raise
        for _ in crew:
            work.end()


def _enqueue(queue: Any, pinned: PinnedBuffer, to: Any, of: Any, **place: int) -> None:
    enqueue_copy = import_pyopencl().enqueue_copy
    pinned.transfers.append(enqueue_copy(queue, to, of, is_blocking=False, **place))
    # Otherwise it may wait for the next one.
    queue.flush()


def _hand_on(coming: deque[_Full], work: _Work) -> None:
    """Wait for the first one that is coming, and have a thread copy it."""
    pinned, piece = coming[0]
    pinned.wait()
    work.give(pinned, piece)
    coming.popleft()
