"""Results stay on the device until the host asks for them, and say what they cost."""

import time

import numpy as np
import pyopencl.array as cl_array
import pytest

import clconn
from clconn.errors import GraphError, OptionError, UnknownVariantError
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.placement import to_device
from clconn.results import labels_from_roots
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, from_pairs, hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.plans import connected_components
from tests.helpers.small_degree_classes import runtime_with_small_classes

GRAPH = hand_made("random-many-components")


@pytest.fixture
def own(device):
    """A runtime of the test's own."""
    return runtime_with_small_classes(device)


@pytest.fixture
def downloads(own, monkeypatch):
    """What is copied to the host, in numbers."""
    seen = []
    download = Runtime.download

    def watched(self, buffer, count, dtype=np.int32):
        seen.append(count)
        return download(self, buffer, count, dtype)

    monkeypatch.setattr(Runtime, "download", watched)
    return seen


def test_nothing_is_copied_before_it_is_asked_for(own, downloads):
    placed = to_device(GRAPH, own)
    _ = own.global_barrier  # which a GPU tries once
    downloads.clear()
    # On a GPU "auto" looks at the graph, and reads what it saw.
    result = connected_components(placed, variant="csr/async/single")
    assert downloads == []
    arrays = result.on_device
    assert downloads == []
    assert result.count > 0
    assert sum(downloads) < 100_000
    downloads.clear()
    assert result.roots.size == GRAPH.n
    assert downloads == [GRAPH.n]
    assert result.roots is result.roots
    assert downloads == [GRAPH.n]
    assert result.labels is result.labels
    assert downloads == [GRAPH.n, GRAPH.n]
    np.testing.assert_array_equal(arrays.roots.get(), result.roots)


@for_each("name", HAND_MADE)
def test_the_arrays_on_the_device_are_the_hosts(own, name):
    graph = hand_made(name)
    result = connected_components(graph, device=own)
    roots = scipy_roots(graph)
    for array, expected in (
        (result.on_device.roots, roots),
        (result.on_device.labels, labels_from_roots(roots)),
    ):
        assert isinstance(array, cl_array.Array)
        assert (array.shape, array.dtype) == ((graph.n,), np.int32)
        assert array.queue == own.queue
        if graph.n:
            np.testing.assert_array_equal(array.get(), expected)
    np.testing.assert_array_equal(result.roots, roots)
    np.testing.assert_array_equal(result.labels, labels_from_roots(roots))


def test_results_outlive_each_other(own):
    """A later run does not write over an earlier one's result."""
    graphs = [hand_made(name) for name in ("path", "forest", "torus", "clique")] * 2
    results = [connected_components(graph, device=own) for graph in graphs]
    again = [connected_components(graph, device=own) for graph in graphs]
    for graph, first, second in zip(graphs, results, again, strict=True):
        assert first.on_device.roots.base_data.int_ptr != second.on_device.roots.base_data.int_ptr
        for result in (first, second):
            np.testing.assert_array_equal(result.roots, scipy_roots(graph))
            np.testing.assert_array_equal(result.labels, labels_from_roots(scipy_roots(graph)))


def test_a_result_outlives_its_graph(own):
    result = connected_components(from_pairs([(v, v + 1) for v in range(999)], 1001), device=own)
    # Others now get what memory the graph and the scratch had.
    for name in ("heavy-tailed", "random-one-giant"):
        assert connected_components(hand_made(name), device=own).roots.size == 2000
    assert result.roots.tolist() == [0] * 1000 + [1000]


@pytest.mark.parametrize("n", [0, 1, 5])
def test_arrays_of_graphs_without_edges(own, n):
    result = connected_components(from_pairs([], n), device=own)
    assert result.on_device.roots.shape == result.on_device.labels.shape == (n,)
    assert result.count == n


def test_the_timing_grows_with_what_is_asked(device):
    own = runtime_with_small_classes(device)
    begun = time.perf_counter()
    result = connected_components(GRAPH, "csr/async/split", device=own)
    elapsed = time.perf_counter() - begun
    timing = result.timing
    assert timing.compute > 0
    assert timing.transfer > 0
    assert timing.build > 0, "kernels were built"
    assert timing.total == pytest.approx(timing.transfer + timing.build + timing.compute)
    assert timing.total <= elapsed
    before = timing.transfer
    assert result.roots.size
    assert timing.transfer > before
    before = timing.transfer, timing.compute
    assert result.labels.size
    assert timing.transfer > before[0]
    assert timing.compute > before[1], "labels are computed when asked for"
    kept = timing.total
    assert result.labels.size + result.roots.size == 2 * GRAPH.n
    assert timing.total == kept, "what is there costs nothing"
    again = connected_components(GRAPH, "csr/async/split", device=own)
    assert again.timing.build < timing.build, "kernels were kept"


def test_the_second_run_makes_nothing_new(own, monkeypatch):
    placed = to_device(GRAPH, own)
    first = connected_components(placed)

    def refuse(*_):
        pytest.fail("a kernel was made")

    monkeypatch.setattr(own, "kernel", refuse)
    np.testing.assert_array_equal(connected_components(placed).roots, first.roots)


def test_what_is_wrong_is_said_before_anything_is_opened(own, monkeypatch):
    monkeypatch.setattr(
        "clconn.opencl_backend.plan.run.open_runtime", lambda _: pytest.fail("opened")
    )
    for arguments, error in (
        (("csr/ecl/halv",), UnknownVariantError),
        (("csr/ecl/halve", {"k": 1}), OptionError),
        (("kout/ecl/halve", {"k": "1; }"}), OptionError),
        (("kout/ecl/halve", {"vertex_gathering": 1}), OptionError),
    ):
        with pytest.raises(error):
            connected_components(GRAPH, *arguments, device=own)


def test_options_of_auto_are_checked(own):
    """The variant that auto stands for may not have the option."""
    with pytest.raises(OptionError, match="no option 'colour'"):
        connected_components(GRAPH, "auto", {"colour": 1}, device=own)


def test_a_device_graph_is_no_graph_of_the_host(own):
    placed = to_device(GRAPH, own)
    with pytest.raises(GraphError, match="but this is a DeviceGraph"):
        clconn.connected_components(placed, backend="reference")


def test_auto_names_what_it_chose(own):
    result = connected_components(GRAPH, device=own)
    assert result.variant in map(str, clconn.variants("components"))
    assert (result.backend, result.device) == ("opencl", own.name)
