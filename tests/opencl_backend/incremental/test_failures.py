"""What goes wrong half-way leaves a stream as it was, and nothing in use."""

from dataclasses import replace

import numpy as np
import pyopencl.array as cl_array
import pytest

import clconn
from clconn.design_space import make_request
from clconn.errors import DeviceMemoryError, GraphError
from clconn.incremental import unpack
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.device.staging import Staging
from clconn.opencl_backend.incremental import uploads
from clconn.opencl_backend.incremental.engine import DeviceEngine
from clconn.opencl_backend.incremental.trees import Trees
from clconn.problems import INCREMENTAL
from tests.helpers.queues import queue_on

N = 30_000
EDGES = np.random.default_rng(8).integers(0, N, (2, 40_000)).astype(np.int32)
ROOTS = clconn.connected_components(clconn.Graph.from_edges(*EDGES, N), backend="scipy").roots


@pytest.fixture
def gpu(device, monkeypatch):
    """A runtime of this test alone that works as a GPU's, with parts of 10,000 edges."""
    own = Runtime(queue_on(device))
    own.is_cpu = False
    own.__dict__["staging"] = Staging(own, pinned=True, small=1 << 12, chunk=1 << 15)
    monkeypatch.setattr(uploads, "_PART", 10_016)
    return own


@pytest.mark.parametrize("variant", ["coo/rem-cas/naive+split-one", "coo/async/naive"])
def test_absent_vertices_that_appear_beside_a_look(variant, device):
    """Edges of a path, first the even ones and then the odd: vertices appear all the time."""
    n = 2**18
    path = np.arange(n - 1, dtype=np.int32)
    sources = np.concatenate([path[::2], path[1::2]])
    for _ in range(5):
        live = clconn.IncrementalComponents(
            n, device=device, variant=variant, options={"vertices": "lazy"}
        )
        live.insert(sources, sources + 1)
        assert live.count == 1


def test_no_memory_for_a_part_and_then_again(gpu, monkeypatch):
    live = clconn.IncrementalComponents(N, device=gpu, variant="coo/async/split")
    pairs = np.ascontiguousarray(EDGES.T)[:9000]
    live.insert(pairs[:, 0], pairs[:, 1])

    def refuse(size):
        raise DeviceMemoryError("full")

    monkeypatch.setattr(gpu, "allocate", refuse)
    with pytest.raises(DeviceMemoryError):
        live.insert(*EDGES)
    monkeypatch.undo()
    live.insert(*EDGES)
    np.testing.assert_array_equal(live.components().roots, ROOTS)


def test_a_bad_end_in_a_later_part(gpu, tmp_path):
    live = clconn.IncrementalComponents(N, device=gpu, forest=True, variant="coo/async/split")
    bad = EDGES.copy()
    bad[1, 35_000] = N
    with pytest.raises(GraphError, match="entry 35000 "):
        live.insert(*bad)
    assert (live.count, live.edge_count) == (N, 0)
    live.insert(1, 2)
    assert live.spanning_forest().edge_ids.tolist() == [0]
    live.save(tmp_path / "live.npz")
    assert clconn.IncrementalComponents.load(tmp_path / "live.npz", device=gpu).edge_count == 1


def test_an_interrupt_between_pieces_waits_for_those_before(device, monkeypatch):
    own = Runtime(queue_on(device))
    live = clconn.IncrementalComponents(N, device=own, variant="coo/async/split")
    insert, done = live._engine._kernels.insert, []

    def interrupted(batch, first_edge, checks):
        if done:
            raise KeyboardInterrupt
        done.append(insert(batch, first_edge, checks))

    waits = []
    finish = own.finish
    monkeypatch.setattr(own, "finish", lambda: (waits.append(len(done)), finish()))
    monkeypatch.setattr(live._engine._kernels, "insert", interrupted)
    with pytest.raises(KeyboardInterrupt):
        live.insert(*EDGES)  # cut after N edges
    # A processor reads the caller's arrays, and a GPU a copy of its own.
    assert waits[-1:] == ([1] if own.is_cpu else [])
    assert live.edge_count == N


def test_arrays_of_another_queue_may_change_afterwards(device):
    queue = queue_on(device)
    other = type(queue)(queue.context)
    live = clconn.IncrementalComponents(N, device=queue, variant="coo/async/split")
    u, v = (cl_array.to_device(other, end) for end in EDGES)
    live.insert(u, v)
    u.fill(0)
    v.fill(0)
    np.testing.assert_array_equal(live.components().roots, ROOTS)


@pytest.mark.parametrize("local_size", [16, 48])
def test_groups_that_are_no_whole_words(device, local_size):
    own = Runtime(queue_on(device))
    own.tuning = replace(own.tuning, local_size=local_size)
    live = clconn.IncrementalComponents(N, device=own, variant="coo/async/split")
    live.insert(*EDGES)
    u, v = np.random.default_rng(3).integers(0, N, (2, 1000))
    np.testing.assert_array_equal(live.connected(u, v), ROOTS[u] == ROOTS[v])
    bits = live.process(u, v, np.ones(1000, dtype=bool))
    np.testing.assert_array_equal(unpack(bits, 1000), ROOTS[u] == ROOTS[v])


def test_growth_that_fails_changes_nothing(device, monkeypatch):
    live = clconn.IncrementalComponents(10, device=device, variant="coo/async/split")
    live.insert(0, 1)

    def fail(self, before):
        raise DeviceMemoryError("full")

    monkeypatch.setattr(Trees, "take", fail)
    with pytest.raises(DeviceMemoryError):
        live.grow(50)
    monkeypatch.undo()
    assert (live.n, live.count, live.connected(0, 1)) == (10, 9, True)
    live.grow(50)
    live.insert(1, 40)
    assert (live.n, live.count) == (50, 48)


def test_a_stream_that_grows_is_flattened(device, monkeypatch):
    flattened = []
    flatten = Trees.flatten
    monkeypatch.setattr(Trees, "flatten", lambda self: (flattened.append(self.n), flatten(self)))
    live = clconn.IncrementalComponents(1, device=device, variant="coo/async/naive", growing=True)
    for v in range(1, 400):
        live.insert(v, v - 1)
    # After 1, 16 and 256 edges.
    assert flattened == [2, 17, 257]


def test_an_interrupted_check_does_not_spoil_the_next_one(device, monkeypatch):
    own = Runtime.of_device(device)
    engine = DeviceEngine(5, make_request(INCREMENTAL, "auto", None), own, False)
    good, bad = (cl_array.to_device(own.queue, np.int32([1, end])) for end in (2, 7))
    download = own.download

    def interrupted(*arguments):
        download(*arguments)
        raise KeyboardInterrupt

    engine.insert(good, good)
    with monkeypatch.context() as patch:
        patch.setattr(own, "download", interrupted)
        with pytest.raises(KeyboardInterrupt):
            engine.insert(bad, bad)
    engine.insert(good, good)
    assert engine.edge_count == 4
