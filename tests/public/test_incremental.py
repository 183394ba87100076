"""Components of edges that arrive in batches: what users see, by both backends."""

import copy
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import CopyError, OptionError, ReferenceFallbackWarning
from clconn.incremental import IncrementalComponents, unpack
from tests.helpers.graphs import hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.queues import queue_on
from tests.helpers.strategies import edge_lists


@pytest.fixture
def live(backend):
    return clconn.IncrementalComponents(6, backend=backend)


def test_the_public_name():
    assert clconn.IncrementalComponents is IncrementalComponents


def test_single_edges(live):
    assert live.count == 6
    live.insert(0, 1)
    live.insert(np.int64(3), np.uint8(4))
    assert live.connected(1, 0) is True
    assert live.connected(1, 3) is False
    assert live.connected(2, 2) is True
    assert (live.count, live.edge_count, live.n) == (4, 2, 6)


@pytest.mark.parametrize(
    "kind", [list, tuple, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64, ">i4", ">u8"]
)
def test_arrays_of_every_integer_type(live, kind):
    make = kind if kind in (list, tuple) else lambda values: np.array(values, dtype=kind)
    live.insert(make([0, 1, 3]), make([1, 2, 4]))
    assert live.components().roots.tolist() == [0, 0, 0, 3, 3, 5]
    assert live.connected(make([0, 0]), make([2, 3])).tolist() == [True, False]
    bits = live.process(make([4, 0]), make([5, 2]), [False, True])
    assert unpack(bits, 2).tolist() == [False, True]


def test_arrays_that_are_not_contiguous(live):
    ends = np.array([[0, 1], [1, 2], [3, 4]], dtype=np.int32)
    live.insert(ends[:, 0], ends[:, 1])
    live.insert(ends[::-1, 0], ends[::-1, 1])
    assert live.components().labels.tolist() == [0, 0, 0, 1, 1, 2]


def test_a_vertex_with_many(live):
    live.insert(0, [1, 2])
    assert live.connected([1, 5, 0], 2).tolist() == [True, False, True]
    assert live.edge_count == 2


def test_the_caller_may_change_the_arrays_at_once(backend):
    for size in (10, 40_000):
        live = clconn.IncrementalComponents(size + 1, backend=backend)
        u, v = np.arange(size, dtype=np.int32), np.arange(1, size + 1, dtype=np.int32)
        live.insert(u, v)
        u[:] = v[:] = 0
        assert live.count == 1


def test_duplicates_and_self_loops(live):
    for _ in range(3):
        live.insert([2, 2, 3, 3], [2, 3, 2, 3])
    assert (live.count, live.edge_count) == (5, 12)


def test_empty_batches_change_nothing(live):
    live.insert([], [])
    assert live.connected([], []).dtype == np.bool_
    assert live.process([], [], []).dtype == np.uint32
    assert (live.count, live.edge_count) == (6, 0)


def test_no_vertices_and_one(backend):
    nobody = clconn.IncrementalComponents(0, backend=backend)
    nobody.insert([], [])
    assert (nobody.count, nobody.components().labels.tolist()) == (0, [])
    one = clconn.IncrementalComponents(1, backend=backend)
    one.insert(0, 0)
    assert (one.count, one.connected(0, 0)) == (1, True)


@given(drawn=edge_lists(), data=st.data())
def test_any_division_of_edges_gives_the_static_components(backend, drawn, data):
    n, pairs = drawn
    u, v = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    cuts = sorted(data.draw(st.lists(st.integers(0, len(pairs)), max_size=4)))
    live = clconn.IncrementalComponents(n, backend=backend)
    for begin, end in zip([0, *cuts], [*cuts, len(pairs)], strict=True):
        live.insert(u[begin:end], v[begin:end])
    static = clconn.connected_components(clconn.Graph.from_edges(u, v, n), backend=backend)
    assert live.components().labels.tolist() == static.labels.tolist()
    assert live.count == static.count


def test_a_snapshot_stays_as_it_was(live):
    before = live.components()
    live.insert(0, 5)
    assert before.count == 6
    assert before.roots.tolist() == [0, 1, 2, 3, 4, 5]
    assert live.components().roots.tolist() == [0, 1, 2, 3, 4, 0]


def test_results_say_how_they_came(live, backend):
    live.insert([0, 1], [1, 2])
    result = live.components()
    assert isinstance(result, clconn.Components)
    for name in ("variant", "options", "reason", "backend", "device"):
        assert getattr(result, name) == getattr(live, name)
    assert (result.backend, result.n) == (backend, 6)
    assert result.variant in map(str, clconn.variants("incremental"))
    assert result.timing.total > 0
    assert result.largest().tolist() == [0, 1, 2]
    assert result.connected(0, 2)


def test_growth_by_hand_and_by_itself(backend):
    live = clconn.IncrementalComponents(2, backend=backend)
    live.insert(0, 1)
    live.grow(4)
    live.grow(4)
    assert (live.n, live.count) == (4, 3)
    live = clconn.IncrementalComponents(0, backend=backend, growing=True)
    live.insert([7, 2], [2, 3])
    assert (live.n, live.count) == (8, 6)
    assert live.connected(0, 9) is False
    assert live.n == 10
    assert unpack(live.process([12, 7], [7, 3], [False, True]), 2)[1]
    assert (live.n, live.connected(12, 2)) == (13, True)


def test_a_forest_in_the_order_of_insertion(backend):
    graph = hand_made("random-many-components")
    u, v = graph.edges()
    live = clconn.IncrementalComponents(graph.n, forest=True, backend=backend)
    for begin in range(0, u.size, 400):
        live.insert(u[begin : begin + 400], v[begin : begin + 400])
    forest = live.spanning_forest()
    assert isinstance(forest, clconn.SpanningForest)
    assert clconn.verify.forest(graph, forest)
    assert forest.labels.tolist() == live.components().labels.tolist()
    assert (forest.backend, forest.variant, forest.n) == (backend, live.variant, graph.n)
    assert forest.count == live.count
    assert forest.parents().size == graph.n
    assert forest.to_scipy().nnz == graph.n - live.count
    # Once a link is there it stays.
    live.insert(0, np.arange(graph.n))
    after = live.spanning_forest()
    assert set(forest.edge_ids) <= set(after.edge_ids)
    assert (after.count, after.edge_ids.size) == (1, graph.n - 1)


def test_queries_have_edge_ids_too(backend):
    live = clconn.IncrementalComponents(3, forest=True, backend=backend)
    live.process([0, 0], [1, 1], [True, False])
    live.insert(2, 1)
    assert live.edge_count == 3
    assert live.spanning_forest().edge_ids.tolist() == [1, 2]
    assert [ends.tolist() for ends in live.spanning_forest().edges] == [[0, 2], [1, 1]]


def test_without_a_forest_there_is_none(live):
    with pytest.raises(OptionError, match="forest=True"):
        live.spanning_forest()


def test_copies_are_refused_with_advice(live):
    for make in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(CopyError, match="save"):
            make(live)
    with pytest.raises(TypeError):
        pickle.dumps(live)


def test_the_text_of_it(live, backend):
    live.insert(0, 1)
    assert repr(live).startswith(
        f"IncrementalComponents(n=6, edges=1, variant='{live.variant}', backend="
    )
    assert f"backend='{backend}'" in repr(live)


def test_threads_take_turns(backend):
    n = 2000
    live = clconn.IncrementalComponents(n, backend=backend)
    order = np.random.default_rng(1).permutation(n - 1)

    def insert(part):
        for begin in range(0, part.size, 50):
            live.insert(part[begin : begin + 50], part[begin : begin + 50] + 1)

    threads = [threading.Thread(target=insert, args=(part,)) for part in np.array_split(order, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (live.count, live.edge_count) == (1, n - 1)


def test_unpacking_bits():
    bits = np.array([0x80000001, 2], dtype=np.uint32)
    assert np.flatnonzero(unpack(bits, 64)).tolist() == [0, 31, 33]
    assert unpack(bits, 33).size == 33
    assert unpack(bits[:0], 0).dtype == np.bool_


@pytest.mark.usefixtures("any_device")
def test_arrays_on_the_device():
    cl_array = pytest.importorskip("pyopencl.array")

    from clconn.opencl_backend.device.devices import default_device

    queue = queue_on(default_device())
    u, v = hand_made("torus").edges()
    n = hand_made("torus").n
    live = clconn.IncrementalComponents(n, device=queue)
    there = [cl_array.to_device(queue, np.ascontiguousarray(ends)) for ends in (u, v)]
    live.insert(there[0][:500], there[1][:500])
    partly = clconn.Graph.from_edges(u[:500], v[:500], n)
    np.testing.assert_array_equal(live.components().roots, scipy_roots(partly))
    roots = scipy_roots(partly)
    np.testing.assert_array_equal(live.connected(*there), roots[u] == roots[v])
    flags = np.arange(u.size) % 2 == 0
    bits = live.process(*there, cl_array.to_device(queue, flags))
    assert not unpack(bits, u.size)[~flags].any()
    live.insert(*there)
    assert live.count == 1
    assert live.edge_count == 500 + 2 * u.size


def test_without_a_device_the_reference_answers_and_says_so():
    program = """
import clconn, clconn.opencl_backend.incremental.engine as engine
from clconn.errors import BackendUnavailableError
def refuse(*arguments):
    raise BackendUnavailableError("no device here")
engine.DeviceEngine.__init__ = refuse
graph = clconn.Graph.from_edges([0], [1], n=3)
for _ in range(3):
    live = clconn.IncrementalComponents(3)
clconn.IncrementalComponents.from_graph(graph)
live.insert(0, 1)
print(live.count, live.backend)
"""
    child = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert child.stdout.split() == ["2", "reference"]
    # Once for each line of the caller.
    warning = f"{ReferenceFallbackWarning.__name__}: no device here; the serial reference answers"
    for line in (9, 10):
        assert child.stderr.count(f"<string>:{line}: {warning}") == 1, child.stderr
