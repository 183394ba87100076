"""The segments of ids that a device cuts are those of the reference."""

import numpy as np
import pytest
from hypothesis import given

import clconn
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph import ordered_segments as on_device
from clconn.opencl_backend.graph.ordered_segments import segment_bytes, segment_switches
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.reference.graph.ordered_segments import (
    SHORT,
    look_at_segments,
    ordered_segments,
)
from clconn.reference.strong_components.arcs import arcs_of
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, directed_graph, directed_graphs
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets


def _numbers_of(graph, runtime):
    rows = arcs_to_device(graph, runtime).rows
    memory = [runtime.allocate(size) for size in segment_bytes(runtime, graph.n)]
    switches = segment_switches(runtime, rows.offset_type)

    def launch(kernel, items, *arguments):
        planned = runtime.planned_kernel("ordered_segments", kernel, switches)
        return Launch(planned, items, runtime.tuning.local_size, *arguments)

    with runtime.lock:
        runtime.enqueue(on_device.ordered_segments(runtime, launch, rows, memory))
    return runtime.download(memory[0], graph.n)


def _assert_equal(graph, runtime):
    successors = arcs_of(graph).successors
    for made in (graph, with_long_offsets(graph)):
        assert arcs_to_device(made, runtime).segment_look == look_at_segments(successors)
    if graph.n:
        numbers = _numbers_of(graph, runtime)
        segments = ordered_segments(successors)
        lengths = [len(segment) for segment in segments]
        expected = np.repeat(np.arange(len(segments))[::-1], lengths)
        np.testing.assert_array_equal(numbers, expected)


def _runtimes(device):
    """With rows shared as the device does, and as a GPU does."""
    return open_runtime(device), runtime_with_small_classes(device, blocks=False)


def test_hand_made_graphs(device):
    for runtime in _runtimes(device):
        for name in DIRECTED:
            with case(graph=name):
                _assert_equal(directed_graph(name), runtime)


@given(graph=directed_graphs())
def test_drawn_graphs(device, graph):
    for runtime in _runtimes(device):
        _assert_equal(graph, runtime)


def test_how_long_a_short_segment_is(device):
    for length in (SHORT, SHORT + 1):
        ids = np.arange(20 * length)
        # Cycles, each of an arc back and many that lead on.
        targets = np.where((ids + 1) % length, ids + 1, ids + 1 - length)
        graph = clconn.Graph.from_edges(ids, targets, ids.size, directed=True)
        placed = arcs_to_device(graph, open_runtime(device))
        short, largest = placed.segment_look
        assert short == (length == SHORT)
        assert 1 / 20 <= largest < 1 / 10


@pytest.mark.parametrize("descends", [False, True])
def test_many_tiles(device, descends):
    generator = np.random.default_rng(5)
    n = 70_000
    begins, lengths = generator.integers(0, n, 3 * n), generator.integers(1, 40, 3 * n)
    back = generator.integers(0, n, 600)
    sources = np.concatenate([begins, back])
    targets = np.clip(np.concatenate([begins + lengths, back - lengths[:600]]), 0, n - 1)
    if descends:
        sources, targets = targets, sources
    graph = clconn.Graph.from_edges(sources, targets, n, directed=True)
    for runtime in _runtimes(device):
        _assert_equal(graph, runtime)


def test_a_hub_of_either_kind(device):
    """A third of the arcs are looked at, and cover the ids up to the hub, or from it on."""
    n = 20_000
    for place in (n // 3, 2 * n // 3):
        others = np.delete(np.arange(n), place)
        hub = np.full(n - 1, place)
        for ends in ((hub, others), (others, hub)):
            with case(place=place):
                graph = clconn.Graph.from_edges(*ends, n, directed=True)
                _assert_equal(graph, open_runtime(device))
