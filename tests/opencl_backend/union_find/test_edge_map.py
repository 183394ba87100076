"""``edge_map.h`` visits every edge once, whatever the degrees, however the work is cut up."""

from functools import cache

import numpy as np
import pytest

from clconn.graph import Graph
from clconn.opencl_backend.device import kernel_text
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.counters import COUNTER_SWITCHES
from clconn.opencl_backend.device.launches import PARENTS, Launch, bind, execute
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.graph.placement import to_device
from clconn.opencl_backend.union_find.edge_map import all_rows, listed_edges, unsettled_rows
from tests.helpers.cases import for_each
from tests.helpers.graphs import hand_made
from tests.helpers.plans import make_builder
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets

# What is visited of each source: how many edges, and a sum that tells the targets apart.
KERNEL = """
#include "device/counters.h"
#ifdef ONLY_EVEN
#define VISIT_ROW(v) ((v) % 2 == 0)
#endif
#include "union_find/edge_map.h"

inline void visit(__global int *counts, __global uint *sums, const int v, const int neighbor)
{
    atomic_inc(counts + v);
    atomic_add(sums + v, (uint)neighbor * 2654435761u + 1u);
}

__kernel void visit_all(
    ENTRY_PARAMETERS, __global int *counters, __global int *counts, __global uint *sums)
{
#define PROCESS(v, neighbor) visit(counts, sums, v, neighbor)
    VISIT_ENTRIES
}
"""

MOST_FREQUENT = COUNTER_SWITCHES["MOST_FREQUENT"]

FIND = {"FIND": "find_single", "UNITE_async": None}


def _mostly_empty():
    """Long runs of empty rows before, between and after the rows of five vertices."""
    n = 300_000
    ends = [(40_000, 40_001), (40_000, 200_000), (200_000, 250_000), (40_001, 250_000)]
    sources, targets = np.array(ends).T
    return Graph.from_edges(sources, targets, n)


GRAPHS = {
    **{
        name: lambda name=name: hand_made(name)
        for name in (
            "empty",
            "five-alone",
            "one-edge",
            "path-zigzag",
            "degrees-around-the-classes",
            "hub-of-20000",
            "heavy-tailed",
            "parallel-edges",
            "upper-triangle",
            "unsorted-symmetric-rows",
        )
    },
    "mostly-empty": _mostly_empty,
    "long-offsets": lambda: with_long_offsets(hand_made("both-triangles")),
}


@cache
def _graph(name):
    return GRAPHS[name]()


@pytest.fixture(scope="module", params=["usual", "small-runs", "small-blocks"])
def runtime(request, device):
    """The device's own runtime, and runtimes that cut small graphs into many parts."""
    if request.param == "usual":
        return open_runtime(device)
    return runtime_with_small_classes(device, blocks=request.param == "small-blocks")


@pytest.fixture(autouse=True)
def _visiting(monkeypatch):
    """A kernel file of this test's own."""
    read = kernel_text.file_text
    monkeypatch.setattr(
        kernel_text, "file_text", lambda name: KERNEL if name == "visiting.cl" else read(name)
    )


def _builder(graph, runtime, variant="kout/liu-tarjan/PUS", **options):
    placed = to_device(graph, runtime)
    return make_builder(placed, variant, options)


def _visited(builder, entries, **switches):
    n = builder.n
    runtime = builder.runtime
    sums, counts = (runtime.upload_writable(np.zeros(n + 1, dtype=np.int32)) for _ in range(2))
    kernel = runtime.kernel(
        "visiting", "visit_all", {**builder.switches, **entries.switches, **switches}
    )
    arguments = (*entries.arguments, builder.counters, counts, sums)
    launch = Launch(kernel, entries.items, runtime.tuning.local_size, *arguments)
    with runtime.lock:
        execute(runtime, [launch])
    return runtime.download(counts, n), runtime.download(sums, n, np.uint32)


def _rows(graph, builder):
    """Sources and targets of all entries, as they are on the device."""
    rows = builder.rows
    dtype = np.int32 if rows.offset_type == "int" else np.int64
    offsets = builder.runtime.download(rows.offsets, graph.n + 1, dtype)
    neighbors = builder.runtime.download(rows.neighbors, rows.entry_count)
    return np.repeat(np.arange(graph.n), np.diff(offsets)), neighbors, offsets


def _assert_visited(visited, n, sources, targets):
    sums = np.zeros(n, dtype=np.uint32)
    np.add.at(sums, sources, targets.astype(np.uint32) * np.uint32(2654435761) + np.uint32(1))
    np.testing.assert_array_equal(visited[0], np.bincount(sources, minlength=n))
    np.testing.assert_array_equal(visited[1], sums)


@for_each("name", GRAPHS)
def test_rows(name, runtime):
    graph = _graph(name)
    builder = _builder(graph, runtime)
    sources, targets, _ = _rows(graph, builder)
    entries = all_rows(builder)
    _assert_visited(_visited(builder, entries), graph.n, sources, targets)

    smaller = targets < sources if builder.inputs.symmetric else np.full(sources.size, True)
    once = _visited(builder, entries, EACH_EDGE_ONCE=None)
    _assert_visited(once, graph.n, sources[smaller], targets[smaller])

    even = sources % 2 == 0
    of_even = _visited(builder, entries, ONLY_EVEN=None)
    _assert_visited(of_even, graph.n, sources[even], targets[even])


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 1000, 5000])
def test_listed_edges(count, runtime):
    n = 50
    builder = _builder(hand_made("path"), runtime)
    ends = np.random.default_rng(count).integers(0, n, size=(2, count)).astype(np.int32)
    # Behind the last edge stands one that is not to be visited.
    buffers = [runtime.upload_writable(np.append(part, np.int32(n))) for part in ends]
    entries = listed_edges(builder, EdgeArrays(*buffers, count))
    assert entries.arrays.count == count
    _assert_visited(_visited(builder, entries), builder.n, *ends)


@pytest.mark.parametrize("gathering", [True, False])
@pytest.mark.parametrize("skipped", [0, 1, 3])
@for_each(
    "name", ["empty", "one-edge", "degrees-around-the-classes", "hub-of-20000", "heavy-tailed"]
)
def test_what_sampling_has_left(name, skipped, gathering, runtime):
    graph = _graph(name)
    builder = _builder(graph, runtime, vertex_gathering=gathering)
    sources, targets, offsets = _rows(graph, builder)
    # Trees of vertices whose ids are equal modulo 7; the vertices of one are settled.
    labels = (np.arange(graph.n) % 7).astype(np.int32)
    settled = 3
    entries = unsettled_rows(builder, FIND, skipped)
    buffer = runtime.upload_writable(np.append(labels, np.int32(0)))
    counters = np.zeros(16, dtype=np.int32)
    counters[MOST_FREQUENT] = settled
    cl = import_pyopencl()
    with runtime.lock:
        cl.enqueue_copy(runtime.queue, builder.counters, counters)
        bind(entries.preparation, PARENTS, buffer)
        execute(runtime, entries.preparation)
        # The labels change meanwhile, and nothing follows from it.
        cl.enqueue_copy(runtime.queue, buffer, np.zeros(graph.n + 1, dtype=np.int32))
    places = np.arange(sources.size) - offsets[:-1][sources]
    kept = (labels[sources] != settled) & (places >= skipped) & (labels[sources] != labels[targets])
    _assert_visited(
        _visited(builder, entries), graph.n, labels[sources[kept]], labels[targets[kept]]
    )
