"""What is opened for a device, the caller's own objects among them, and how failures are told."""

import gc
import re
import weakref
from types import SimpleNamespace

import numpy as np
import pyopencl as cl
import pytest

import clconn
from clconn.errors import (
    DeviceError,
    DeviceMemoryError,
    KernelBuildError,
    UnreliableDeviceWarning,
)
from clconn.opencl_backend.device import runtime as runtimes
from clconn.opencl_backend.device.devices import selector_of
from clconn.opencl_backend.device.kernel_text import KernelSet
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.probe import Probe
from clconn.opencl_backend.device.programs import build_programs
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.graph import placement, weighted_placement
from clconn.opencl_backend.graph.placement import to_device
from tests.helpers.fake_opencl import FeignedDevice, FeignedPlatform
from tests.helpers.graphs import from_pairs, hand_made
from tests.helpers.plans import plan_components
from tests.helpers.queues import queue_on

GRAPH = from_pairs([(0, 1), (1, 2), (3, 4)], 6)
ROOTS = [0, 0, 0, 3, 3, 5]


@pytest.fixture
def own(device):
    """A runtime of the test's own."""
    return Runtime.of_device(device)


def test_every_way_to_name_a_device_opens_one_runtime(device):
    opened = open_runtime(device)
    assert open_runtime(selector_of(device)) is opened
    assert open_runtime(opened) is opened
    assert opened.device == device


def test_the_callers_queue(device):
    queue = queue_on(device)
    result = clconn.connected_components(GRAPH, device=queue)
    assert result.roots.tolist() == ROOTS
    for array in (result.on_device.roots, result.on_device.labels):
        assert array.queue == queue
        assert array.context == queue.context
    assert open_runtime(queue) is open_runtime(queue)
    assert open_runtime(queue) is not open_runtime(device)


def test_a_profiling_queue(device):
    profiling = cl.command_queue_properties.PROFILING_ENABLE
    queue = queue_on(device, properties=profiling)
    assert clconn.connected_components(GRAPH, device=queue).roots.tolist() == ROOTS


def test_the_callers_context(device):
    context = cl.Context([device])
    result = clconn.connected_components(GRAPH, device=context)
    assert result.roots.tolist() == ROOTS
    assert result.on_device.roots.context == context
    again = clconn.connected_components(GRAPH, device=context)
    assert again.on_device.roots.queue == result.on_device.roots.queue


def test_an_out_of_order_queue_is_refused(device):
    order = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    try:
        queue = queue_on(device, properties=order)
    except cl.Error:
        pytest.skip("the device has none")
    with pytest.raises(DeviceError, match="out-of-order queue"):
        clconn.connected_components(GRAPH, device=queue)


@pytest.mark.parametrize("wrong", [3, 0.5, True, b"gpu", [], {}, np.zeros(3), object()])
def test_what_is_no_device(device, wrong):
    del device  # that pyopencl has something to offer
    for call in (GRAPH.to, lambda given: clconn.connected_components(GRAPH, device=given)):
        with pytest.raises(DeviceError, match=r"device is .*; expected a selector such as 'gpu'"):
            call(wrong)


def test_a_device_that_is_not_usable(device, monkeypatch):
    monkeypatch.setattr(runtimes, "probe_device", lambda device: Probe(False, "apt install gcc"))
    with pytest.raises(DeviceError, match="apt install gcc"):
        Runtime.of_device(device)


def test_an_unreliable_device_warns_when_opened(device, monkeypatch):
    probe = Probe(True, "llvmpipe ends loops", reliable=False)
    monkeypatch.setattr(runtimes, "probe_device", lambda device: probe)
    with pytest.warns(UnreliableDeviceWarning, match="llvmpipe ends loops"):
        assert clconn.connected_components(GRAPH, device=queue_on(device)).roots.tolist() == ROOTS


class _NoContext:
    def __init__(self, devices):
        raise cl.RuntimeError("clCreateContext failed: DEVICE_NOT_AVAILABLE")


def test_a_device_that_cannot_be_opened(device, monkeypatch):
    monkeypatch.setattr(runtimes, "_runtimes", {})
    monkeypatch.setattr("pyopencl.Context", _NoContext)
    with pytest.raises(
        DeviceError, match=re.escape(device.name.strip()) + " failed: .*DEVICE_NOT_AVAILABLE"
    ):
        open_runtime(device)


def test_a_graph_on_another_device_is_refused(device):
    placed = GRAPH.to(device)
    assert clconn.connected_components(placed, device=device).roots.tolist() == ROOTS
    with pytest.raises(DeviceError, match="leave device out, or move the graph there"):
        clconn.connected_components(placed, device=queue_on(device))


def test_the_queues_of_callers_are_forgotten(device):
    context = cl.Context([device])
    first = open_runtime(cl.CommandQueue(context))
    assert open_runtime(first.queue) is first
    seen = [weakref.ref(open_runtime(cl.CommandQueue(context))) for _ in range(30)]
    gc.collect()
    living = [reference() for reference in seen if reference() is not None]
    assert len(living) <= 8
    assert living[-1] is seen[-1](), "the last ones are kept, with their programs"
    assert open_runtime(living[-1].queue) is living[-1]
    assert open_runtime(first.queue) is first, "somebody still has it"


def test_a_graph_forgets_its_copies_on_the_queues_of_long_ago(device):
    context = cl.Context([device])
    graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6, weights=[1, 2, 3])
    for _ in range(20):
        queue = cl.CommandQueue(context)
        assert clconn.connected_components(graph, device=queue).roots.tolist() == ROOTS
        assert clconn.minimum_spanning_forest(graph, device=queue).count == 3
    gc.collect()
    assert len({placed.runtime for placed in graph.device_copies.values()}) <= 9


def test_a_copy_that_another_thread_makes_the_graph_forget(device, monkeypatch):
    for module in (placement, weighted_placement):
        monkeypatch.setattr(module, "keep_copy", lambda graph, key, made: None)
    graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6, weights=[1, 2, 3])
    for variant in ("auto", "coo/async/single"):
        result = clconn.connected_components(graph, variant=variant, device=device)
        assert result.roots.tolist() == ROOTS
    assert clconn.minimum_spanning_forest(graph, device=device).edge_ids.tolist() == [0, 1, 2]
    assert not graph.device_copies


# ---------------------------------------------------------------------- memory


def _shrink(runtime, **sizes):
    """Let the device seem smaller than it is."""
    real = runtime.device
    runtime.device = SimpleNamespace(
        name="small device", type=real.type, max_compute_units=real.max_compute_units,
        global_mem_size=sizes.get("memory", real.global_mem_size),
        max_mem_alloc_size=sizes.get("buffer", real.max_mem_alloc_size),
        mem_base_addr_align=real.mem_base_addr_align,
    )  # fmt: skip


def _refuse_allocation(runtime, monkeypatch):
    def refuse(*_):
        pytest.fail("something was allocated")

    for name in ("allocate", "upload", "upload_writable"):
        monkeypatch.setattr(runtime, name, refuse)


class _FullAtFirst:
    """A memory pool that has nothing left until another one gives back what it holds."""

    managed_bytes = 0

    def __init__(self, pool, gave_back):
        self._pool = pool
        self._gave_back = gave_back

    def allocate(self, size):
        if not self._gave_back:
            raise cl.MemoryError("MEM_OBJECT_ALLOCATION_FAILURE")
        return self._pool.allocate(size)

    def free_held(self):
        pass


def test_other_queues_give_back_what_they_hold_for_later(own, device, monkeypatch):
    other = open_runtime(queue_on(device))
    gave_back = []
    monkeypatch.setattr(other, "pool", SimpleNamespace(free_held=lambda: gave_back.append(1)))
    monkeypatch.setattr(own, "pool", _FullAtFirst(own.pool, gave_back))
    assert own.allocate(100).size >= 100
    gave_back.clear()
    monkeypatch.setattr(other, "pool", SimpleNamespace(free_held=lambda: None))
    with pytest.raises(DeviceMemoryError, match="has no 100 bytes left"):
        own.allocate(100)


def test_a_graph_too_large_is_refused_before_anything_is_allocated(own, monkeypatch):
    rows = hand_made("heavy-tailed").adjacency()
    graph = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
    offsets, neighbors = rows.offsets.nbytes, rows.neighbors.nbytes
    _shrink(own, memory=offsets + neighbors - 1)
    _refuse_allocation(own, monkeypatch)
    with pytest.raises(DeviceMemoryError) as caught:
        clconn.connected_components(graph, variant="csr/ecl/split", device=own)
    for part in (
        f"the graph needs {offsets + neighbors:,} bytes on small device",
        f"offsets {offsets:,}",
        f"neighbors {neighbors:,}",
        f"which has {offsets + neighbors - 1:,}",
        "use a device with more memory",
    ):
        assert part in str(caught.value)
    assert own.pool.managed_bytes == 0


def _neighbors_of_edges(graph, runtime):
    """The bytes of neighbors; a GPU does not know yet how many edges are self loops."""
    return graph.adjacency().neighbors.nbytes if runtime.is_cpu else 8 * graph.edge_count


def test_an_edge_list_too_large_is_refused_before_anything_is_allocated(own, monkeypatch):
    """A GPU makes the rows itself, and holds the edges meanwhile."""
    graph = hand_made("heavy-tailed")
    assert graph.rows is None
    needed = graph.adjacency().offsets.nbytes + _neighbors_of_edges(graph, own)
    if not own.is_cpu:
        needed += 8 * graph.edge_count + _neighbors_of_edges(graph, own) + 4 * graph.n
    _shrink(own, memory=needed - 1)
    _refuse_allocation(own, monkeypatch)
    with pytest.raises(DeviceMemoryError, match=f"needs {needed:,} bytes on small device"):
        clconn.connected_components(graph, variant="csr/ecl/split", device=own)


def test_a_buffer_too_large(own, monkeypatch):
    graph = hand_made("heavy-tailed")
    neighbors = _neighbors_of_edges(graph, own)
    _shrink(own, buffer=neighbors - 1)
    _refuse_allocation(own, monkeypatch)
    with pytest.raises(
        DeviceMemoryError, match=f"needs {neighbors:,} bytes for neighbors, and one"
    ):
        clconn.connected_components(graph, variant="csr/ecl/split", device=own)


def test_the_algorithm_needs_more_than_the_graph(own):
    """The plan states what it needs before it allocates that."""
    graph = hand_made("heavy-tailed")
    placed = to_device(graph, own)
    there = sum(placed.memory_needs.values())
    _ = own.global_barrier  # tried once, on the real device
    _shrink(own, memory=there + 4 * graph.n)
    held = own.pool.managed_bytes
    with pytest.raises(DeviceMemoryError, match="csr/ecl/split on this graph needs"):
        clconn.connected_components(placed, variant="csr/ecl/split")
    assert own.pool.managed_bytes == held


def test_the_plan_needs_what_it_says(own):
    """No more memory is taken than was announced, but for the pool's rounding."""
    graph = hand_made("hub-of-20000")
    for variant in ("csr/ecl/split", "kout/async/compress"):
        placed = to_device(graph, own, symmetric=True)
        _, plan = plan_components(placed, variant)
        assert plan.bytes_needed > sum(placed.memory_needs.values()) + 4 * graph.n
        outputs = plan.run(wait=True)
        assert outputs["roots"].size >= 4 * graph.n
        assert own.pool.active_bytes <= 1.2 * plan.bytes_needed


def test_an_allocation_that_fails(own, monkeypatch):
    def refuse(size):
        raise cl.MemoryError("clCreateBuffer failed: MEM_OBJECT_ALLOCATION_FAILURE")

    pool = SimpleNamespace(allocate=refuse, managed_bytes=123456)
    monkeypatch.setattr(own, "pool", pool)
    with pytest.raises(DeviceMemoryError, match=r"has no 4,096 bytes left \(123,456 of its"):
        own.allocate(4096)


def test_memory_is_given_back(own):
    """Graphs and results that nobody refers to leave nothing behind."""
    assert own.arrivals.size == 8, "the runtime's own is not of the pool"
    held = set()
    for _ in range(30):
        graph = from_pairs([(v, v + 1) for v in range(4000)], 4001)
        result = clconn.connected_components(graph, device=own)
        assert result.count == 1
        assert own.pool.active_bytes >= 4 * graph.n
        del graph, result
        held.add(own.pool.managed_bytes)
    assert own.pool.active_bytes == 0
    assert len(held) == 1, "the pool grows"


# -------------------------------------------------------------------- failures


def test_what_a_driver_says_becomes_a_device_error(own):
    kernel = own.kernel("component_labels", "count_roots", {})
    buffer = own.allocate(64)
    largest = own.device.max_work_group_size
    launch = Launch(kernel, 1, 2 * largest, np.int32(4), np.int32(1), buffer, buffer)
    with pytest.raises(DeviceError, match=re.escape(own.name) + " failed: .*INVALID_WORK"):
        own.enqueue([launch])
    with pytest.raises(DeviceError, match="failed: "):
        own.download(buffer, 2**20)


def test_a_kernel_that_does_not_build(own):
    names = frozenset({"scan_counts"})
    switches = ({"SCAN_ITEMS": "undeclared_name"}, {"SCAN_ITEMS": 8})
    sets = [KernelSet("prefix_sum", each, names) for each in switches]
    error, program = build_programs(own.context, sets)
    assert isinstance(error, KernelBuildError)
    assert "does not build prefix_sum.cl with -cl-std=CL1.2 -DSCAN_ITEMS=undeclared_name" in str(
        error
    )
    assert str(error).count("undeclared_name") > 1, "the compiler's log is not there"
    assert [kernel.function_name for kernel in program.all_kernels()] == ["scan_counts"]


def test_a_feigned_device_is_no_device(monkeypatch):
    device = FeignedDevice("gpu", cl.device_type.GPU)
    FeignedPlatform("Vendor", device)
    with pytest.raises(DeviceError, match="expected a selector"):
        open_runtime(device)


def test_ptx_is_for_what_its_fences_and_addresses_build_on():
    nvidia = "cl_khr_icd cl_nv_compiler_options cl_nv_device_attribute_query"

    def takes_ptx(extensions=nvidia, bits=64, major=9):
        device = SimpleNamespace(
            extensions=extensions, address_bits=bits, compute_capability_major_nv=major
        )
        return runtimes._takes_ptx(device)

    assert takes_ptx()
    assert takes_ptx(major=7)
    assert not takes_ptx(major=6)
    assert not takes_ptx(bits=32)
    # Of other devices nobody asks for what they do not have.
    for extensions in ("", "cl_nv_compiler_options"):
        assert not runtimes._takes_ptx(SimpleNamespace(extensions=extensions))
