"""Graphs on a device: put there, or taken from pyopencl arrays that are there already."""

from itertools import product

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import clconn
from clconn.errors import DeviceError, GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.launches import PARENTS, Launch
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.placement import to_device
from clconn.reference.union_find.disjoint_sets import connected_components_union_find
from tests.helpers.cases import case, for_each, half_of_product
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.queues import queue_on
from tests.helpers.representative_variants import crossing
from tests.helpers.small_degree_classes import with_long_offsets

CSR = [
    str(variant)
    for variant in clconn.variants("components")
    if variant.edges == "csr" and variant.reads == "rows"
]
KOUT = [str(variant) for variant in clconn.variants("components") if variant.edges == "kout"]
TYPICAL = [*map(str, crossing(clconn.variants("components")))]
TYPICAL_CSR, TYPICAL_KOUT = ([name for name in names if name in TYPICAL] for names in (CSR, KOUT))


@pytest.fixture(scope="module")
def queue(device, programs):
    """A queue of the caller's own."""
    return queue_on(device, context=programs.context)


def _arrays(queue, graph, dtype=np.int32):
    rows = graph.rows or graph.adjacency()
    return (
        cl_array.to_device(queue, rows.offsets.astype(dtype)),
        cl_array.to_device(queue, rows.neighbors),
    )


# ----------------------------------------------------------- pyopencl arrays


@for_each("name", HAND_MADE)
@pytest.mark.parametrize("dtype", [np.int32, np.int64], ids=["int32", "int64"])
def test_arrays_give_the_same_components(queue, name, dtype):
    graph = hand_made(name)
    placed = DeviceGraph.from_csr(*_arrays(queue, graph, dtype))
    assert placed.n == graph.n
    result = clconn.connected_components(placed)
    np.testing.assert_array_equal(result.roots, connected_components_union_find(graph))


def test_arrays_are_taken_as_they_are(queue):
    """The same memory, on the same queue, and nothing written to it."""
    graph = hand_made("heavy-tailed")
    offsets, neighbors = _arrays(queue, graph)
    before = [array.get() for array in (offsets, neighbors)]
    placed = DeviceGraph.from_csr(offsets, neighbors)
    assert placed.offsets.int_ptr == offsets.base_data.int_ptr
    assert placed.neighbors.int_ptr == neighbors.base_data.int_ptr
    assert placed.runtime.queue == queue
    for variant in (*TYPICAL_CSR, *TYPICAL_KOUT):
        assert clconn.connected_components(placed, variant=variant).on_device.labels.queue == queue
    for array, was in zip((offsets, neighbors), before, strict=True):
        np.testing.assert_array_equal(array.get(), was)


# 32 entries are 128 bytes, which is where parts of buffers may begin on most devices.
@pytest.mark.parametrize("before", [1, 3, 32, 1024])
@pytest.mark.parametrize("kind", ["buffer", "pool", "part"])
def test_slices(queue, before, kind):
    graph = hand_made("heavy-tailed")
    rows = graph.adjacency()
    expected = scipy_roots(graph)
    pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue)) if kind == "pool" else None

    def padded(values):
        junk = np.full(before, -7, dtype=values.dtype)
        whole = cl_array.to_device(queue, np.concatenate([junk, values, junk]), allocator=pool)
        if kind == "part":
            part = whole.base_data.get_sub_region(0, whole.nbytes)
            whole = cl_array.Array(queue, whole.shape, whole.dtype, data=part)
        return whole[before : before + values.size]

    for dtype in (np.int32, np.int64):
        placed = DeviceGraph.from_csr(padded(rows.offsets.astype(dtype)), padded(rows.neighbors))
        for variant in ("auto", "csr/async/split", "kout/ecl/compress"):
            result = clconn.connected_components(placed, variant=variant)
            np.testing.assert_array_equal(result.roots, expected)


@pytest.mark.parametrize("name", ["arcs", "upper-triangle", "lower-triangle", "star-from-last"])
def test_rows_that_hold_each_edge_once(queue, name):
    """Variants that need no symmetry are right; those that do refuse, naming a way out."""
    graph = hand_made(name)
    sources, targets = graph.edges()
    order = np.argsort(sources, kind="stable")
    offsets = np.searchsorted(sources[order], np.arange(graph.n + 1)).astype(np.int32)
    arrays = [cl_array.to_device(queue, part) for part in (offsets, targets[order])]
    placed = DeviceGraph.from_csr(*arrays)
    assert not placed.symmetric
    for variant in ("auto", *TYPICAL_CSR):
        result = clconn.connected_components(placed, variant=variant)
        np.testing.assert_array_equal(result.roots, scipy_roots(graph), err_msg=variant)
    for variant in KOUT:
        with pytest.raises(GraphError, match=r"both ends.* csr variant"):
            clconn.connected_components(placed, variant=variant)


def test_symmetric_rows_are_recognized(queue):
    for name, is_sorted in (("heavy-tailed", True), ("unsorted-symmetric-rows", False)):
        placed = DeviceGraph.from_csr(*_arrays(queue, hand_made(name)))
        assert placed.symmetric
        assert placed.is_sorted == is_sorted
        for variant in TYPICAL_KOUT:
            result = clconn.connected_components(placed, variant=variant)
            np.testing.assert_array_equal(result.roots, scipy_roots(hand_made(name)))


@pytest.mark.parametrize("without", ["neighbors", "offsets", "both"])
def test_arrays_without_a_queue(queue, without):
    offsets, neighbors = _arrays(queue, hand_made("forest"))
    queue.finish()
    if without != "neighbors":
        offsets = offsets.with_queue(None)
    if without != "offsets":
        neighbors = neighbors.with_queue(None)
    placed = DeviceGraph.from_csr(offsets, neighbors)
    assert placed.runtime.context == queue.context
    assert clconn.connected_components(placed).count == 7


def test_arrays_of_another_queue_of_the_context(queue):
    """What the other queue still has to do is waited for."""
    other = cl.CommandQueue(queue.context)
    graph = hand_made("random-one-giant")
    rows = graph.adjacency()
    offsets = cl_array.to_device(other, rows.offsets, async_=True)
    neighbors = cl_array.zeros(other, rows.neighbors.size, np.int32)
    for _ in range(20):
        neighbors.fill(1)
    cl.enqueue_copy(other, neighbors.data, rows.neighbors, is_blocking=False)
    placed = DeviceGraph.from_csr(offsets, neighbors, device=queue)
    assert placed.runtime.queue == queue
    np.testing.assert_array_equal(clconn.connected_components(placed).roots, scipy_roots(graph))


def test_no_vertices_and_no_entries(queue):
    dtypes = (np.int32, np.int64)
    halves = half_of_product(dtypes, (*TYPICAL_CSR, *TYPICAL_KOUT))
    for dtype, variant in (*product(dtypes, ["auto"]), *halves):
        for n in (0, 1, 5):
            offsets = cl_array.zeros(queue, n + 1, dtype)
            placed = DeviceGraph.from_csr(offsets, cl_array.empty(queue, 0, np.int32))
            assert placed.symmetric
            with case(dtype=dtype, variant=variant, n=n):
                result = clconn.connected_components(placed, variant=variant)
                assert result.count == n
                assert result.roots.tolist() == result.labels.tolist() == list(range(n))


# ------------------------------------------------------------------ bad arrays

GOOD = ([0, 1, 3, 4], [1, 0, 2, 1])


def _pair(queue, offsets=GOOD[0], neighbors=GOOD[1], dtypes=(np.int32, np.int32)):
    return [
        cl_array.to_device(queue, np.array(values, dtype=dtype))
        for values, dtype in zip((offsets, neighbors), dtypes, strict=True)
    ]


@pytest.mark.parametrize("offset_dtype", [np.int32, np.int64])
@pytest.mark.parametrize(
    ("offsets", "neighbors", "message"),
    [
        ([1, 1, 3, 4], GOOD[1], "offsets .*1 to 4.* 0 to 4"),
        ([0, 1, 3, 5], GOOD[1], "offsets .*0 to 5.* 0 to 4"),
        ([0, 1, 3, 3], GOOD[1], "offsets .*0 to 3.* 0 to 4"),
        ([0, 3, 1, 4], GOOD[1], "offsets .*4 entries"),
        ([0, 9, 3, 4], GOOD[1], "offsets "),
        ([0, -1, 3, 4], GOOD[1], "offsets "),
        ([0, -(2**31), 3, 4], GOOD[1], "offsets "),
        (GOOD[0], [1, 0, 3, 1], r"a neighbor is outside 0\.\.2"),
        (GOOD[0], [1, -1, 2, 1], r"a neighbor is outside 0\.\.2"),
        (GOOD[0], [2**31 - 1, 0, 2, 1], r"a neighbor is outside 0\.\.2"),
        ([0], [0], "offsets .*0 to 0.* 0 to 1"),
        ([], [], r"offsets .*0 entries.* n \+ 1"),
    ],
)
def test_arrays_that_are_no_rows(queue, offsets, neighbors, message, offset_dtype):
    arrays = _pair(queue, offsets, neighbors, (offset_dtype, np.int32))
    with pytest.raises(GraphError, match=message):
        DeviceGraph.from_csr(*arrays)


@pytest.mark.parametrize(
    ("dtypes", "message"),
    [
        ((np.float32, np.int32), "offsets .*float32.* int32 or int64"),
        ((np.uint32, np.int32), "offsets .*uint32"),
        ((np.int16, np.int32), "offsets .*int16"),
        ((np.int32, np.int64), "neighbors .*int64.* int32"),
        ((np.int32, np.uint32), "neighbors .*uint32"),
        ((np.int32, np.float32), "neighbors .*float32"),
    ],
)
def test_arrays_of_another_type(queue, dtypes, message):
    with pytest.raises(GraphError, match=message):
        DeviceGraph.from_csr(*_pair(queue, dtypes=dtypes))


def test_arrays_of_another_shape(queue):
    offsets, neighbors = _pair(queue)
    matrix = cl_array.zeros(queue, (2, 2), np.int32)
    with pytest.raises(GraphError, match=r"neighbors .*\(2, 2\).* contiguous"):
        DeviceGraph.from_csr(offsets, matrix)
    with pytest.raises(GraphError, match=r"offsets has shape \(2, 2\)"):
        DeviceGraph.from_csr(matrix, neighbors)
    wide = cl_array.zeros(queue, 8, np.int32)
    with pytest.raises(GraphError, match=r"neighbors .*\(4,\).* contiguous"):
        DeviceGraph.from_csr(offsets, wide[::2])


@pytest.mark.parametrize("wrong", [None, 3, "roads.mtx", [0, 1], np.zeros(4, np.int32)])
def test_what_is_no_pyopencl_array(queue, wrong):
    offsets, neighbors = _pair(queue)
    for arguments in ((wrong, neighbors), (offsets, wrong)):
        with pytest.raises(GraphError, match="expected a pyopencl array"):
            DeviceGraph.from_csr(*arguments)


def test_pyopencl_arrays_are_no_host_arrays(queue):
    with pytest.raises(GraphError, match=r"use clconn\.DeviceGraph\.from_csr"):
        Graph.from_csr(*_pair(queue))


def test_arrays_of_different_contexts(device, queue):
    other = queue_on(device)
    offsets, neighbors = _pair(queue)
    for arguments in (
        (offsets, _pair(other)[1]),
        (_pair(other)[0], neighbors),
    ):
        with pytest.raises(DeviceError, match="belong to different OpenCL contexts"):
            DeviceGraph.from_csr(*arguments)
    with pytest.raises(DeviceError, match="belong to different OpenCL contexts"):
        DeviceGraph.from_csr(offsets, neighbors, device=other)
    with pytest.raises(DeviceError, match="expected a selector"):
        DeviceGraph.from_csr(offsets, neighbors, device=3)


# ----------------------------------------------------------- graphs of the host


@for_each("name", ["heavy-tailed", "lower-triangle", "unsorted-symmetric-rows"])
@pytest.mark.parametrize("variant", ["auto", *TYPICAL_CSR, *TYPICAL_KOUT])
def test_long_offsets(device, name, variant):
    """The kernels for 2**31 entries and more."""
    graph = with_long_offsets(hand_made(name))
    result = clconn.connected_components(graph, variant=variant, device=device)
    np.testing.assert_array_equal(result.roots, scipy_roots(hand_made(name)))


def test_long_offsets_stay_long(device):
    placed = with_long_offsets(hand_made("heavy-tailed")).to(device)
    assert placed.offset_type == "long"
    assert placed.memory_needs["offsets"] == 8 * (placed.n + 1)


def test_a_graph_is_put_there_once(device):
    graph = Graph.from_edges([0, 1], [1, 2], n=4)
    placed = graph.to(device)
    assert graph.to(device) is placed
    assert clconn.connected_components(graph, device=device).roots.tolist() == [0, 0, 0, 3]
    assert graph.to(device) is placed
    elsewhere = to_device(graph, Runtime.of_device(device))
    assert elsewhere is not placed
    assert placed.device == device
    assert repr(placed) == f"DeviceGraph(n=4, entries=4, device={open_runtime(device).name!r})"


def test_rows_that_are_not_symmetric_are_made_so_when_needed(device):
    """Rows as given serve csr variants; a kout variant then gets rows of its own."""
    graph = Graph.from_csr([0, 2, 2, 2, 3], [1, 2, 0])
    roots = [0, 0, 0, 0]
    for variant in ("csr/ecl/split", "kout/async/split", "csr/ecl/split", "auto"):
        result = clconn.connected_components(graph, variant=variant, device=device)
        assert result.roots.tolist() == roots
    assert graph.to(device).symmetric


def test_scratch_that_a_plan_uses_is_not_given_away(device):
    """A second plan may need more of it; the first one's kernels still point to the old."""
    runtime = Runtime.of_device(device)
    kernel = runtime.kernel("component_labels", "count_roots", {})
    first = runtime.scratch.take("worklist", 4096)
    launch = Launch(kernel, 1, 1, 0, 1, first.buffer, PARENTS)
    address = first.buffer.int_ptr
    del first
    larger = runtime.scratch.take("worklist", 8192)
    assert larger.buffer.size >= 8192
    assert runtime.allocate(4096).int_ptr != address
    del launch
    assert runtime.allocate(4096).int_ptr == address


def test_a_graph_goes_with_its_last_reference(device):
    runtime = Runtime.of_device(device)
    for _ in range(3):
        placed = to_device(Graph.from_edges([0, 1], [1, 2], n=40_000), runtime)
        result = clconn.connected_components(placed, variant="kout/ecl/split")
        assert result.count == 39_998
        del placed, result
    assert runtime.pool.active_bytes == 0
