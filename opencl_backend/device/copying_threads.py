"""Threads that copy between a host's arrays and pinned memory, while their caller feeds the device.

Only the caller calls the driver. Where every thread enqueued its own transfers, they waited for the
driver's lock and the interpreter's: a piece took all of them together 0.1 milliseconds, which for
pieces of 4 MiB was the whole time. So the threads do nothing but copy. Several of them fill a
pinned buffer, each a share that the caches hold, since a call of the driver takes as long for a
large buffer as for a small one.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from clconn.cached_properties import cached_property
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
    look
        Called with each share of the array by the thread that copies it.
    load : Load or None
        What it is a part of, in a stream.
    """

    array: NDArray[Any]
    dtype: Any
    buffer: Any
    begin: int
    look: Callable[[NDArray[Any]], None] | None = None
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
    """

    pieces: list[Piece]
    wait_for: Sequence[Any]
    label: Any
    left: int = field(default=0, init=False)


_Full = tuple[PinnedBuffer, Piece]
_Copy = Callable[[PinnedBuffer, Piece, slice], None]


class _Shares:
    """A piece of which several threads copy a share each."""

    def __init__(self, full: _Full, count: int) -> None:
        self.full = full
        self._left = count
        self._lock = threading.Lock()

    def is_last(self) -> bool:
        """Whether all shares are copied, now that one more is."""
        with self._lock:
            self._left -= 1
            return self._left == 0


class _Work:
    """What the caller hands to the threads, and gets back in any order.

    Attributes
    ----------
    in_work
        Shares that were given and not taken back.
    """

    def __init__(self, copy: _Copy, share: int) -> None:
        self._copy = copy
        self._share = share
        self.in_work = 0
        self._given: SimpleQueue[tuple[_Shares, slice] | None] = SimpleQueue()
        self._done: SimpleQueue[_Full | BaseException] = SimpleQueue()

    def give(self, pinned: PinnedBuffer, piece: Piece) -> None:
        """Have threads copy a piece, a share each."""
        size, count = piece.array.size, self.shares_of(piece)
        assert count, "a piece without numbers would never be done"
        self.in_work += count
        shares = _Shares((pinned, piece), count)
        for number in range(count):
            part = slice(size * number // count, size * (number + 1) // count)
            self._given.put((shares, part))

    def shares_of(self, piece: Piece) -> int:
        """Into how many shares a piece is cut."""
        return int(-(-piece.array.size * piece.dtype.itemsize // self._share))

    def take(self) -> _Full:
        """Wait for a piece that was copied; raise what a thread raised."""
        done = self._done.get()
        if isinstance(done, BaseException):
            raise done
        self.in_work -= self.shares_of(done[1])
        return done

    def end(self) -> None:
        """Let a thread end, once all that was given before is copied."""
        self._given.put(None)

    def copy_all(self) -> None:
        """What a thread does."""
        while (given := self._given.get()) is not None:
            shares, part = given
            try:
                self._copy(*shares.full, part)
            except BaseException as error:
                self._done.put(error)
            else:
                if shares.is_last():
                    self._done.put(shares.full)


class CopyingThreads:
    """Threads that copy pieces for one caller at a time.

    They start when first needed, and end when this object is collected.

    Parameters
    ----------
    ring
        Its buffers hold a piece each.
    share
        Bytes of a piece that a thread copies.
    """

    def __init__(self, ring: PinnedRing, threads: int, share: int) -> None:
        self._ring = ring
        self._threads = threads
        self._share = share

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads, thread_name_prefix="clconn-staging")

    def upload(self, queue: Any, pieces: Sequence[Piece]) -> Any:
        """Copy pieces to the device; return an event after which they are there.

        The arrays may be changed at once. If the look at a piece raises an exception, so does this
        method.

        Parameters
        ----------
        queue : pyopencl.CommandQueue
            For such transfers alone.
        """
        left = deque(pieces)
        with self._threads_for(queue, pieces, _fill) as work:
            held = 0
            for _ in pieces:
                while left and work.in_work <= self._threads and held < self._ring.most:
                    work.give(self._ring.take(), left.popleft())
                    held += 1
                pinned, piece = work.take()
                held -= 1
                to, of = piece.buffer, piece.part_of(pinned)
                _enqueue(queue, pinned, to, of, dst_offset=piece.begin)
                self._ring.give_back(pinned)
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
        coming = iter(loads)
        opened: deque[Load] = deque()
        pieces: deque[Piece] = deque()
        held = 0
        with self._threads_for(queue, None, _fill) as work:
            while True:
                while work.in_work <= self._threads and held < self._ring.most:
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
                    held += 1
                if not opened:
                    return
                if not opened[0].left:
                    done = import_pyopencl().enqueue_marker(queue)
                    queue.flush()
                    yield opened[0], done
                    opened.popleft()
                    continue
                pinned, piece = work.take()
                held -= 1
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
        coming: deque[_Full] = deque()
        taken = 0
        with self._threads_for(queue, pieces, _empty) as work:
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
        self, queue: Any, pieces: Sequence[Piece] | None, copy: _Copy
    ) -> Iterator[_Work]:
        work = _Work(copy, self._share)
        threads = self._threads
        if pieces is not None:
            threads = min(threads, sum(map(work.shares_of, pieces)))
        crew: list[Future[None]] = []
        try:
            crew += (self._pool.submit(work.copy_all) for _ in range(threads))
            yield work
        except BaseException:
            # Neither a thread nor a transfer may use the caller's arrays or buffers after this
            # call, failed or interrupted.
            for _ in crew:
                work.end()
            _despite_interrupts(lambda: wait(crew))
            _despite_interrupts(queue.finish)
            self._ring.take_all_back()
            raise
        for _ in crew:
            work.end()


def _despite_interrupts(wait_for: Callable[[], object]) -> None:
    """Wait to the end, however often the user interrupts; the first interrupt is raised after."""
    while True:
        try:
            wait_for()
            return
        except KeyboardInterrupt:
            continue


def _fill(pinned: PinnedBuffer, piece: Piece, part: slice) -> None:
    piece.part_of(pinned)[part] = piece.array[part]
    if piece.look is not None:
        piece.look(piece.array[part])  # while it is in the cache


def _empty(pinned: PinnedBuffer, piece: Piece, part: slice) -> None:
    piece.array[part] = piece.part_of(pinned)[part]


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
