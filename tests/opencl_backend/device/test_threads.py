"""Threads take turns on a device; queues and contexts of their own do not disturb each other."""

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pyopencl as cl
import pytest
from scipy.sparse import csr_array

import clconn
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.results import labels_from_roots
from tests.helpers.graphs import hand_made
from tests.helpers.oracles import scipy_roots

# What is tested here fails by a hang; each wait has a limit of its own, and these add up.
pytestmark = pytest.mark.timeout(200)

THREADS = 4
RUNS = 25
NAMES = ("random-many-components", "heavy-tailed", "path-shuffled")
VARIANTS = ("auto", "csr/async/split", "kout/ecl/halve", "csr/ecl/compress")


def _at_once(work):
    """Run ``work(index)`` in threads that start together; return what they return."""
    barrier = Barrier(THREADS)

    def run(index):
        barrier.wait(timeout=60)
        return work(index)

    with ThreadPoolExecutor(THREADS) as executor:
        return [
            future.result(timeout=100)
            for future in [executor.submit(run, index) for index in range(THREADS)]
        ]


@pytest.fixture(autouse=True)
def _hasty_threads():
    """Let threads interrupt each other everywhere, and not every five milliseconds."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.fixture(scope="module")
def expected():
    return {name: scipy_roots(hand_made(name)) for name in NAMES}


def _check(result, roots):
    np.testing.assert_array_equal(result.labels, labels_from_roots(roots))
    np.testing.assert_array_equal(result.roots, roots)
    assert result.count == np.unique(roots).size


def test_one_graph_on_one_device(device, expected):
    placed = hand_made(NAMES[0]).to(device)

    def work(index):
        for _ in range(RUNS):
            _check(clconn.connected_components(placed), expected[NAMES[0]])

    _at_once(work)


def test_many_graphs_and_variants_on_one_device(device, expected):
    def work(index):
        for run in range(RUNS):
            name = NAMES[(index + run) % len(NAMES)]
            variant = VARIANTS[(index + run // 3) % len(VARIANTS)]
            result = clconn.connected_components(hand_made(name), variant=variant, device=device)
            _check(result, expected[name])

    _at_once(work)


def test_one_result_asked_by_all(device, expected):
    for _ in range(5):
        result = clconn.connected_components(hand_made(NAMES[1]), device=device)
        for labels in _at_once(lambda index, result=result: result.labels):
            np.testing.assert_array_equal(labels, labels_from_roots(expected[NAMES[1]]))


def test_the_device_is_opened_once(device, monkeypatch):
    from clconn.opencl_backend.device import runtime

    monkeypatch.setattr(runtime, "_runtimes", {})
    opened = _at_once(lambda index: runtime.open_runtime(device))
    assert len(set(opened)) == 1


@pytest.mark.parametrize("shared", [True, False], ids=["one-context", "two-contexts"])
def test_two_queues(device, expected, shared):
    first = cl.Context([device])
    second = first if shared else cl.Context([device])
    queues = [cl.CommandQueue(first), cl.CommandQueue(second)]
    graph = hand_made(NAMES[2])

    def work(index):
        queue = queues[index % 2]
        for _ in range(RUNS):
            result = clconn.connected_components(graph, device=queue)
            assert result.on_device.roots.queue == queue
            _check(result, expected[NAMES[2]])

    _at_once(work)


def test_a_new_queue_for_every_call(device):
    """Queues are forgotten by one thread while others look theirs up."""
    context = cl.Context([device])
    kept = [open_runtime(cl.CommandQueue(context)) for _ in range(100)]

    def work(_):
        for _ in range(200):
            open_runtime(cl.CommandQueue(context))
        return clconn.connected_components(hand_made("cycle"), device=kept[0].queue).count

    assert set(_at_once(work)) == {1}


def test_two_graphs_are_looked_at_and_planned_at_once(device):
    """Before Python 3.12 a look at one and the plan of the other waited for each other for ever."""
    runtime = open_runtime(device)
    generator = np.random.default_rng(1)
    for _ in range(RUNS):
        smaller, larger = np.sort(generator.integers(0, 300, (2, 900)), axis=0)
        matrix = csr_array((larger + 1.0, (smaller, larger)), shape=(300, 300)).tocsr()
        graphs = [clconn.Graph.from_scipy(matrix + matrix.T, weighted=True) for _ in range(2)]
        variants = ("auto", "coo/kruskal/serial", "csr/boruvka/relabel", "auto")

        def count(index, graphs=graphs, variants=variants):
            return clconn.minimum_spanning_forest(
                graphs[index % 2], variant=variants[index], backend="opencl", device=runtime
            ).count

        assert len(set(_at_once(count))) == 1
