"""Host arrays reach the device whole, in order, and as they were when the call was made."""

import gc
import os
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyopencl as cl
import pyopencl.array
import pytest

import clconn
from clconn.errors import DeviceError, DeviceMemoryError
from clconn.opencl_backend.device import copying_threads, pinned_memory
from clconn.opencl_backend.device.copying_threads import Piece
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.device.staging import Staging
from tests.helpers.children import run_in_child

# A hang is the failure.
pytestmark = pytest.mark.timeout(100)

CHUNK = 4096
SMALL = 512


@pytest.fixture
def own(device):
    """A runtime of the test's own."""
    return Runtime.of_device(device)


@pytest.fixture
def staging(own):
    """The staged way on any device, with chunks small enough for many of them."""
    return Staging(own, pinned=True, chunk=CHUNK, small=SMALL, threads=3)


def _buffer(runtime, size):
    return cl.Buffer(runtime.context, cl.mem_flags.READ_WRITE, max(size, 16))


def _random(size, seed=0):
    return np.random.default_rng(seed).integers(0, 256, size, np.uint8)


def _read(runtime, buffer, size):
    return runtime.download(buffer, size, np.uint8)


SIZES = sorted(
    {0, 1, 63, 64, 100_003}
    | {base + more for base in (SMALL, CHUNK, 2 * CHUNK, 40 * CHUNK) for more in (-1, 0, 1)}
)


@pytest.mark.parametrize("pinned", [True, False], ids=["pinned", "plain"])
def test_arrays_of_all_sizes(own, pinned):
    staging = Staging(own, pinned=pinned, chunk=CHUNK, small=SMALL, threads=3)
    for size in SIZES:
        first, second = _random(size), _random(size // 2, seed=1)
        buffers = [_buffer(own, size), _buffer(own, size)]
        staging.order(staging.upload([(buffers[0], first), (buffers[1], second)]))
        np.testing.assert_array_equal(_read(own, buffers[0], size), first)
        np.testing.assert_array_equal(_read(own, buffers[1], size // 2), second)


def test_small_arrays_go_on_the_queue_itself_and_large_ones_do_not(own, staging):
    buffer = _buffer(own, 4 * CHUNK)
    assert staging.upload([(buffer, _random(SMALL))]) == []
    assert len(staging.upload([(buffer, _random(SMALL + 1))])) == 1
    assert staging.upload([(buffer, _random(0))]) == staging.upload([]) == []


@pytest.mark.parametrize("dtype", ["bool", "int32", "<u8", "float64"])
def test_numbers_of_any_type(own, staging, dtype):
    for size in (8, 3000):
        array = _random(size).astype(dtype)
        # Nobody may write it, as in a memory map.
        array.flags.writeable = False
        buffer = _buffer(own, array.nbytes)
        staging.order(staging.upload([(buffer, array.reshape(2, -1))]))
        np.testing.assert_array_equal(own.download(buffer, size, dtype), array)


@pytest.mark.parametrize("pinned", [True, False], ids=["pinned", "plain"])
def test_numbers_of_another_type_on_the_device(own, pinned):
    staging = Staging(own, pinned=pinned, chunk=CHUNK, small=SMALL, threads=3)
    seen = []
    for size in (10, 100, 30_001):
        array = np.random.default_rng(size).integers(0, 2**31, size)
        buffer = _buffer(own, 4 * size)
        staging.order(staging.upload([(buffer, array)], look=seen.append, dtype=np.int32))
        np.testing.assert_array_equal(own.download(buffer, size, np.int32), array)
        assert sum(piece.size for piece in seen) == size
        assert {piece.dtype for piece in seen} == {array.dtype}
        seen.clear()


@pytest.mark.parametrize("pinned", [True, False], ids=["pinned", "plain"])
def test_arrays_come_back_whole(own, pinned):
    staging = Staging(own, pinned=pinned, chunk=CHUNK, small=SMALL, threads=3)
    for size in SIZES[1:]:
        array, back = _random(size), np.zeros(size, np.uint8)
        buffer = _buffer(own, size)
        cl.enqueue_copy(own.queue, buffer, array)
        staging.download(buffer, back)
        np.testing.assert_array_equal(back, array)


def test_what_comes_back_is_what_the_kernels_before_have_made(own, staging):
    numbers = cl.array.zeros(own.queue, 30_000, np.int32)
    for turn in range(1, 40):
        numbers += 1
        back = np.empty(30_000, np.int32)
        staging.download(numbers.data, back)
        assert set(back) == {turn}


@pytest.mark.parametrize("size", [SMALL, 10 * CHUNK + 5], ids=["small", "large"])
def test_the_array_may_be_changed_at_once(own, staging, size):
    gate = cl.UserEvent(own.context)
    buffer = _buffer(own, size)
    array = _random(size)
    expected = array.copy()
    # No transfer can begin before the array has changed.
    cl.enqueue_barrier(own.queue, wait_for=[gate])
    events = staging.upload([(buffer, array)])
    array[:] = 0
    gate.set_status(cl.command_execution_status.COMPLETE)
    staging.order(events)
    np.testing.assert_array_equal(_read(own, buffer, size), expected)


@pytest.mark.parametrize("size", [SMALL // 4, 5 * CHUNK // 4], ids=["small", "large"])
def test_kernels_between_uploads_see_each_array(own, staging, size):
    """Two buffers in turn: a buffer is not overwritten before the kernel that reads it is done."""
    buffers = [cl.array.empty(own.queue, size, np.int32) for _ in range(2)]
    total = cl.array.zeros(own.queue, size, np.int32)
    expected = np.zeros(size, np.int32)
    readers = [[], []]
    array = np.empty(size, np.int32)
    for number in range(60):
        array[:] = np.random.default_rng(number).integers(0, 1000, size)
        expected = 3 * expected + array
        turn = number % 2
        events = staging.upload([(buffers[turn].data, array)], wait_for=readers[turn])
        staging.order(events)
        total = 3 * total + buffers[turn]
        readers[turn] = [cl.enqueue_marker(own.queue)]
    np.testing.assert_array_equal(total.get(), expected)


def test_a_buffer_waits_for_the_kernels_that_read_it(own, staging):
    gate = cl.UserEvent(own.context)
    size = 3 * CHUNK
    before, after = _random(size), _random(size, seed=1)
    buffer, copy = _buffer(own, size), _buffer(own, size)
    cl.enqueue_copy(own.queue, buffer, before)
    reader = cl.enqueue_copy(own.queue, copy, buffer, wait_for=[gate])
    opening = threading.Timer(0.2, gate.set_status, [cl.command_execution_status.COMPLETE])
    opening.start()
    staging.order(staging.upload([(buffer, after)], wait_for=[reader]))
    opening.join()
    np.testing.assert_array_equal(_read(own, copy, size), before)
    np.testing.assert_array_equal(_read(own, buffer, size), after)


def test_several_threads(own, staging):
    def work(index):
        size = [100, 7 * CHUNK + 1, SMALL, 30 * CHUNK][index]
        buffer = _buffer(own, size)
        for run in range(20):
            array = _random(size, seed=run)
            events = staging.upload([(buffer, array)])
            with own.lock:
                staging.order(events)
                read = _read(own, buffer, size)
            np.testing.assert_array_equal(read, array)
        return True

    with ThreadPoolExecutor(4) as executor:
        assert all(executor.map(work, range(4)))


def test_pinned_memory_is_pinned_once(own, staging, monkeypatch):
    made = []

    class Counted(pinned_memory.PinnedBuffer):
        def __init__(self, *arguments):
            made.append(arguments)
            super().__init__(*arguments)

    monkeypatch.setattr(pinned_memory, "PinnedBuffer", Counted)
    buffer = _buffer(own, 100 * CHUNK)
    for _ in range(20):
        staging.upload([(buffer, _random(100 * CHUNK))])
        staging.upload([(buffer, _random(10))])
    assert 2 <= len(made) <= 24 + 32
    own.finish()
    gate = cl.UserEvent(own.context)
    cl.enqueue_barrier(own.queue, wait_for=[gate])
    opening = threading.Timer(0.2, gate.set_status, [cl.command_execution_status.COMPLETE])
    opening.start()
    # More than there are buffers, while none of them is free.
    for number in range(100):
        staging.upload([(buffer, np.full(10, number, np.uint8))])
    opening.join()
    assert len(made) <= 24 + 32
    assert set(_read(own, buffer, 10)) == {99}


def test_a_device_has_one_that_costs_nothing_before(device, own):
    assert open_runtime(device).staging is open_runtime(device).staging
    before = threading.active_count()
    made = vars(own.staging)
    assert not {"_upload_queue", "_download_queue", "_copying", "_small_ring"} & set(made)
    assert threading.active_count() == before


def test_threads_end_with_the_runtime(device):
    def ours():
        return [t for t in threading.enumerate() if t.name.startswith("clconn-staging")]

    already = ours()
    runtime = Runtime.of_device(device)
    staging = Staging(runtime, pinned=True, chunk=CHUNK, small=SMALL, threads=3)
    staging.upload([(_buffer(runtime, 9 * CHUNK), _random(9 * CHUNK))])
    started = [thread for thread in ours() if thread not in already]
    assert started
    gone = weakref.ref(runtime)
    del runtime, staging
    gc.collect()
    for thread in started:
        thread.join(timeout=20)
        assert not thread.is_alive()
    assert gone() is None


@pytest.mark.parametrize("is_cpu", [True, False], ids=["processor", "GPU"])
def test_a_context_goes_with_its_last_user(is_cpu, device):
    """At once, and not when memory happens to be collected: a GPU has room for a few only."""
    gc.collect()
    gc.disable()
    try:
        runtime = Runtime.of_device(device)
        runtime.is_cpu = is_cpu
        graph = clconn.Graph.from_csr([0, *range(1, 200_002)], [*range(1, 200_000), 0, 0])
        for function in (clconn.connected_components, clconn.minimum_spanning_forest):
            function(graph, device=runtime, variant="auto")
        clconn.connected_components(graph, variant="kout/async/halve", device=runtime)
        gone = weakref.ref(runtime)
        del runtime, graph
        assert gone() is None
    finally:
        gc.enable()


# ---------------------------------------------------------------------- failures


def test_a_buffer_too_short(own, staging):
    for size in (SMALL, 9 * CHUNK):
        with pytest.raises(DeviceError, match="failed: "):
            staging.upload([(_buffer(own, size // 2), _random(size))])
        # It works on, with all its buffers.
        buffer = _buffer(own, size)
        for seed in range(40):
            staging.order(staging.upload([(buffer, _random(size, seed))]))
        np.testing.assert_array_equal(_read(own, buffer, size), _random(size, 39))


def test_a_thread_that_fails_hangs_no_other(own, staging, monkeypatch):
    running = _failing(monkeypatch, cl.RuntimeError("clFinish failed: OUT_OF_RESOURCES"))
    size = 60 * CHUNK
    buffer = _buffer(own, size)
    for move in (
        lambda: staging.upload([(buffer, _random(size))]),
        lambda: staging.download(buffer, np.empty(size, np.uint8)),
    ):
        with pytest.raises(DeviceError, match="OUT_OF_RESOURCES; try another device"):
            move()
        assert not running, "nobody uses the array any more"
    monkeypatch.undo()
    for seed in range(3):
        staging.order(staging.upload([(buffer, _random(size, seed))]))
        back = np.empty(size, np.uint8)
        staging.download(buffer, back)
        np.testing.assert_array_equal(back, _random(size, seed))


def test_an_interrupt_waits_for_the_threads(own, staging, monkeypatch):
    running = _failing(monkeypatch, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        staging.upload([(_buffer(own, 60 * CHUNK), _random(60 * CHUNK))])
    assert not running


def test_a_second_interrupt_waits_too(own, staging, monkeypatch):
    running = _failing(monkeypatch, KeyboardInterrupt())
    real_wait, waits = copying_threads.wait, []

    def wait(crew):
        waits.append(len(crew))
        if len(waits) < 3:
            raise KeyboardInterrupt
        return real_wait(crew)

    monkeypatch.setattr(copying_threads, "wait", wait)
    buffer = _buffer(own, 60 * CHUNK)
    with pytest.raises(KeyboardInterrupt):
        staging.upload([(buffer, _random(60 * CHUNK))])
    assert len(waits) == 3
    assert not running
    monkeypatch.undo()
    for seed in range(3):  # all buffers are back
        staging.order(staging.upload([(buffer, _random(60 * CHUNK, seed))]))


def _failing(monkeypatch, error):
    """Make the copy of one piece fail; return the list of those that run."""
    real = Piece.part_of
    running = []

    def part_of(piece, pinned):
        own_thread = threading.current_thread().name.startswith("clconn-staging")
        if own_thread and piece.begin == 5 * CHUNK:
            raise error
        if own_thread:
            running.append(piece.begin)
            time.sleep(0.001)
            running.remove(piece.begin)
        return real(piece, pinned)

    monkeypatch.setattr(Piece, "part_of", part_of)
    return running


def test_no_pinned_memory_left(own, staging, monkeypatch):
    def refuse(*_):
        raise cl.MemoryError("clCreateBuffer failed: OUT_OF_HOST_MEMORY")

    monkeypatch.setattr(pinned_memory, "PinnedBuffer", refuse)
    for size in (SMALL, 9 * CHUNK):
        with pytest.raises(DeviceMemoryError, match="ran out of memory"):
            staging.upload([(_buffer(own, size), _random(size))])
    monkeypatch.undo()
    size = 9 * CHUNK
    buffer = _buffer(own, size)
    staging.order(staging.upload([(buffer, _random(size))]))
    np.testing.assert_array_equal(_read(own, buffer, size), _random(size))


FORKED = """
import os, numpy, pyopencl
from clconn.errors import ForkedProcessError
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.device.staging import Staging
runtime = open_runtime()
staging = Staging(runtime, pinned=True, chunk=4096)
buffer = pyopencl.Buffer(runtime.context, pyopencl.mem_flags.READ_WRITE, 1 << 20)
staging.upload([(buffer, numpy.zeros(1 << 20, numpy.uint8))])
read, write = os.pipe()
if os.fork() == 0:
    said = []
    for size in (10, 1 << 20):
        try:
            staging.upload([(buffer, numpy.zeros(size, numpy.uint8))])
            said.append("uploaded")
        except ForkedProcessError:
            said.append("refused")
    os.write(write, " ".join(said).encode())
    os._exit(0)
os.close(write)
print(os.fdopen(read).read())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_child_is_refused(device):
    assert run_in_child(FORKED, device, seconds=60).strip() == "refused refused"
