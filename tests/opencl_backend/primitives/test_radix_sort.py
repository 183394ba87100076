"""The radix sort on a device against the reference, and the permutation of edges."""

import numpy as np
import pytest

import clconn
from clconn.errors import GraphError
from clconn.opencl_backend.components import graft_and_shortcut
from clconn.opencl_backend.device.launches import PARENTS, bind
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.primitives.radix_sort import sort_pairs
from clconn.opencl_backend.union_find.coo import relabeled_pieces
from clconn.opencl_backend.union_find.initialization import own_parents
from clconn.reference.primitives.radix_sort import sort_pairs as sort_serially
from tests.helpers.plans import make_builder, plan_components
from tests.helpers.small_degree_classes import runtime_with_small_classes


def _builder(graph, runtime, name):
    return make_builder(graph.to(runtime), name)


@pytest.fixture(params=["usual", "small"])
def runtime(request, device):
    """A runtime of the device: as it is, and one with groups of eight work-items."""
    return open_runtime(device) if request.param == "usual" else runtime_with_small_classes(device)


@pytest.mark.parametrize("first_bit", [0, 5])
@pytest.mark.parametrize(
    ("n", "count"), [(1, 0), (1, 5), (32, 40), (33, 7), (1025, 1), (1025, 700), (70_000, 9_999)]
)
def test_pairs_are_sorted(n, count, first_bit, runtime):
    generator = np.random.default_rng(n + count)
    pairs = np.stack([generator.integers(0, n, count), np.arange(count)], axis=1).astype(np.int32)
    builder = _builder(clconn.Graph.from_edges([], [], n), runtime, "coo/graft-and-shortcut/none")
    buffer = runtime.upload_writable(pairs) if count else runtime.allocate(16)
    other, bits = runtime.allocate(8 * count), range(first_bit, max(n - 1, 0).bit_length())
    steps, result = sort_pairs(runtime, builder.scratch, buffer, other, count, bits)
    with runtime.lock:
        runtime.enqueue(steps)
    found = runtime.download(result, 2 * count).reshape(count, 2)
    order = np.argsort(pairs[:, 0] >> first_bit, kind="stable")
    np.testing.assert_array_equal(found, pairs[order])
    if first_bit == 5:
        serial = sort_serially(list(map(tuple, pairs.tolist())), n)
        assert found.tolist() == [list(pair) for pair in serial]


def test_unsigned_numbers_are_sorted(runtime):
    numbers = np.random.default_rng(5).integers(0, 2**32, 999, dtype=np.uint32)
    pairs = np.stack([numbers, np.arange(999, dtype=np.uint32)], axis=1)
    buffers = runtime.upload_writable(pairs), runtime.allocate(pairs.nbytes)

    def make(_, size):
        return runtime.allocate(size)

    steps, result = sort_pairs(runtime, make, *buffers, 999, range(32))
    with runtime.lock:
        runtime.enqueue(steps)
    found = runtime.download(result, 2 * 999, np.uint32).reshape(999, 2)
    np.testing.assert_array_equal(found, pairs[np.argsort(numbers, kind="stable")])


def test_too_many_edges_to_sort(runtime, monkeypatch):
    monkeypatch.setattr(graft_and_shortcut, "MOST_PAIRS", 3)
    graph = clconn.Graph.from_edges([0, 1, 2, 3], [1, 2, 3, 4])
    with pytest.raises(GraphError, match="at most 3 edges and the graph has 4; leave the option"):
        plan_components(graph.to(runtime), "coo/graft-and-shortcut/none", {"coalescing": "sort"})


@pytest.mark.parametrize("count", [1, 2, 3, 7, 64, 65, 1000, 4097])
def test_pieces_are_permuted(count, runtime):
    n = count + 1
    graph = clconn.Graph.from_edges(np.arange(count), np.arange(1, n), n)
    builder = _builder(graph, runtime, "coo/stages/graft-and-shortcut")
    size = max(1, count // 3)
    piece, put = relabeled_pieces(builder, size, permuted=True)
    parents = runtime.allocate(4 * n)
    begin = own_parents(builder)
    for steps in (begin, *put):
        bind(steps, PARENTS, parents)
    found = []
    with runtime.lock:
        runtime.enqueue(begin)
        for steps in put:
            runtime.enqueue(steps)
            ends = [runtime.download(array, size) for array in (piece.sources, piece.targets)]
            found += list(zip(*(end.tolist() for end in ends), strict=True))
    # Behind the last edge there is nothing but edges that join nothing.
    listed = [edge for edge in found if edge != (0, 0)]
    assert listed == found[:count]
    assert sorted(listed) == [(v, v + 1) for v in range(count)]
    if count > 7:
        assert listed != sorted(listed)
