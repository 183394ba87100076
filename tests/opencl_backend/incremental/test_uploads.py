"""The ways of a batch to the device, also those that only a GPU takes."""

import numpy as np
import pytest

import clconn
from clconn.errors import GraphError
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.device.staging import Staging
from clconn.opencl_backend.incremental import uploads
from tests.helpers.queues import queue_on

N = 40_000
EDGES = np.random.default_rng(5).integers(0, N, (60_000, 2)).astype(np.int32)
ROOTS = clconn.connected_components(
    clconn.Graph.from_edges(*EDGES.T, N), backend="scipy"
).roots  # fmt: skip


def _columns(kind):
    return EDGES.T if kind == "pairs" else np.ascontiguousarray(EDGES.T)


@pytest.fixture(params=["in place", "staged", "staged in parts"])
def runtime(request, device, programs, monkeypatch):
    """A runtime of this test alone, that works as a processor's or as a GPU's."""
    own = Runtime(queue_on(device, context=programs.context))
    own.is_cpu = request.param == "in place"
    if not own.is_cpu:
        own.__dict__["staging"] = Staging(own, pinned=True, small=1 << 12, chunk=1 << 15)
        # The device checks what is larger, unless it comes in parts.
        monkeypatch.setattr(uploads, "_LOOKED_AT_ON_THE_WAY", 15_000)
        if request.param == "staged in parts":
            monkeypatch.setattr(uploads, "_PART", 20_011)  # not a whole number of words
    return own


@pytest.fixture
def live(runtime):
    return clconn.IncrementalComponents(N, device=runtime, variant="coo/async/single")


@pytest.mark.parametrize("kind", ["pairs", "columns"])
def test_batches_of_all_sizes(live, kind):
    sources, targets = _columns(kind)
    begin = 0
    for size in (1, 16, 17, 500, 8192, 8193, 60_000):
        part = slice(begin, begin + size)
        live.insert(sources[part], targets[part])
        begin += size
    np.testing.assert_array_equal(live.components().roots, ROOTS)


@pytest.mark.parametrize("kind", ["pairs", "columns"])
def test_operations_among_which_are_queries(live, kind):
    sources, targets = _columns(kind)
    is_query = np.arange(sources.size) % 2 == 1
    live.process(sources, targets, is_query)
    live.process(sources, targets, ~is_query)
    np.testing.assert_array_equal(live.components().roots, ROOTS)
    assert live.connected(sources, targets).all()


def test_arrays_may_change_afterwards(live):
    sources, targets = np.empty((2, 20_000), dtype=np.int32)
    for begin in range(0, len(EDGES), 20_000):
        sources[:], targets[:] = EDGES[begin : begin + 20_000].T
        live.insert(sources, targets)
    sources[:] = targets[:] = 0
    np.testing.assert_array_equal(live.components().roots, ROOTS)


@pytest.mark.parametrize("kind", ["pairs", "columns"])
@pytest.mark.parametrize("bad", [-1, N, 2**31 - 1])
@pytest.mark.parametrize("size", [14_000, 20_000, 60_000])
def test_a_bad_end_is_named_and_nothing_is_inserted(live, kind, bad, size):
    edges = EDGES[:size].copy()
    edges[size - 567, 1] = bad
    columns = edges.T if kind == "pairs" else np.ascontiguousarray(edges.T)
    place = size - 567
    with pytest.raises(GraphError, match=rf"^entry {place} of u and v joins {edges[place, 0]} "):
        live.insert(*columns)
    assert (live.count, live.edge_count) == (N, 0)
    live.insert(*EDGES.T)
    np.testing.assert_array_equal(live.components().roots, ROOTS)


def test_the_ring_begins_again(live):
    """Many small batches fill its memory several times."""
    for begin in range(0, len(EDGES), 100):
        live.insert(*np.ascontiguousarray(EDGES[begin : begin + 100].T))
    for _ in range(60):
        live.connected(*np.ascontiguousarray(EDGES[:8000].T))
    np.testing.assert_array_equal(live.components().roots, ROOTS)
