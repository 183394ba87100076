"""Loads that follow each other through two slots reach the device whole, and in order."""

from contextlib import closing

import numpy as np
import pyopencl as cl
import pytest

from clconn.opencl_backend.device.copying_threads import Load, Piece
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.device.staging import Staging

# A hang is the failure.
pytestmark = pytest.mark.timeout(100)

MOST = 50_000
SIZES = [1, 7, 4096, 4097, 50_000, 0, 3, 20_000, 0, 0, 12_345, 50_000, 1]
SLOTS = 2


@pytest.fixture
def own(device):
    """A runtime of the test's own."""
    return Runtime.of_device(device)


@pytest.fixture
def staging(own):
    """Pinned buffers that are much smaller than most loads."""
    return Staging(own, pinned=True, chunk=4096, small=1, threads=3)


class _Slots:
    """Buffers in turn, and what was read of them."""

    def __init__(self, runtime):
        self.runtime = runtime
        flags = cl.mem_flags.READ_WRITE
        self.buffers = [cl.Buffer(runtime.context, flags, MOST) for _ in range(SLOTS)]
        self.read = [[] for _ in range(SLOTS)]
        self.asked = 0

    def loads(self, arrays, look=None):
        for number, array in enumerate(arrays):
            self.asked += 1
            turn = number % SLOTS
            half = array.size // 2
            pieces = [
                Piece(array[:half], array.dtype, self.buffers[turn], 0, look),
                Piece(array[half:], array.dtype, self.buffers[turn], half, look),
            ]
            yield Load(pieces, self.read[turn], number)

    def take(self, number, size):
        """Read a slot on the main queue, later than the host goes on."""
        turn, copied = number % SLOTS, np.zeros(size, dtype=np.uint8)
        events = []
        if size:
            copy = cl.enqueue_copy
            events = [copy(self.runtime.queue, copied, self.buffers[turn], is_blocking=False)]
        self.read[turn] = events
        self.runtime.queue.flush()
        return copied, events


def _arrays():
    random = np.random.default_rng(4)
    return [random.integers(0, 256, size, np.uint8) for size in SIZES]


def test_loads_of_all_sizes(own, staging):
    arrays, slots, results = _arrays(), _Slots(own), []
    with own.lock, closing(staging.stream(slots.loads(arrays), SLOTS)) as stream:
        for number, event in stream:
            assert number == len(results)
            assert slots.asked <= number + SLOTS
            staging.order([event])
            results.append(slots.take(number, arrays[number].size))
    own.finish()
    assert len(results) == len(arrays)
    for array, (copied, _) in zip(arrays, results, strict=True):
        np.testing.assert_array_equal(array, copied)


def test_no_loads(own, staging):
    assert list(staging.stream(iter(()), SLOTS)) == []


def test_numbers_of_another_type(own, staging):
    numbers = np.arange(3000, dtype=np.int16)
    buffer = cl.Buffer(own.context, cl.mem_flags.READ_WRITE, 8 * numbers.size)
    piece = Piece(numbers, np.dtype(np.int64), buffer, 0)
    for _, event in staging.stream([Load([piece], [], None)], SLOTS):
        staging.order([event])
    np.testing.assert_array_equal(own.download(buffer, numbers.size, np.int64), numbers)


def test_a_look_that_fails(own, staging):
    def look(part):
        if part.size and part[0] == 9:
            raise OverflowError("nine")

    arrays = [np.full(9000, number, dtype=np.uint8) for number in range(20)]
    slots = _Slots(own)

    def go_through():
        for number, event in staging.stream(slots.loads(arrays, look), SLOTS):
            staging.order([event])
            slots.take(number, 9000)

    with pytest.raises(OverflowError, match="nine"):
        go_through()
    assert slots.asked < 20
    test_loads_of_all_sizes(own, staging)


def test_a_caller_that_leaves_early(own, staging):
    slots = _Slots(own)
    with closing(staging.stream(slots.loads(_arrays()), SLOTS)) as stream:
        next(stream)
    assert slots.asked <= 1 + SLOTS
    test_loads_of_all_sizes(own, staging)
