"""Queues that do not keep their contexts alive, as Intel's: whoever has one holds its context."""

import weakref
from contextlib import suppress

import pyopencl as cl
import pytest

import clconn
from clconn.errors import DeviceError
from clconn.opencl_backend.device import own_queue
from clconn.opencl_backend.device import probe as probing
from clconn.opencl_backend.device import runtime as runtimes
from clconn.opencl_backend.device.runtime import open_runtime
from tests.helpers.graphs import from_pairs

GRAPH = from_pairs([(0, 1), (1, 2), (3, 4)], 6)
ROOTS = [0, 0, 0, 3, 3, 5]


class ForgetfulQueue(cl.CommandQueue):
    """A queue that does not keep its context alive, on every driver."""

    def __init__(self, context, *arguments, **options):
        super().__init__(context, *arguments, **options)
        self._seen = weakref.ref(context)

    @property
    def context(self):
        """The context, for as long as somebody else has it."""
        if self._seen() is None:
            raise cl.LogicError("clRetainContext failed: INVALID_CONTEXT")
        return self._seen()


@pytest.fixture
def forgetful(device, monkeypatch):
    """The device, with queues that keep no context; nothing is open yet."""
    monkeypatch.setattr("pyopencl.CommandQueue", ForgetfulQueue)
    monkeypatch.setattr(runtimes, "_runtimes", {})
    own_queue.drop_kept_queues()
    yield device
    own_queue.drop_kept_queues()


def test_components_on_a_queue_that_keeps_no_context(forgetful):
    result = clconn.connected_components(GRAPH, device=forgetful)
    assert result.roots.tolist() == ROOTS
    assert result.on_device.labels.get().tolist() == [0, 0, 0, 1, 1, 2]
    forest = clconn.minimum_spanning_forest(GRAPH, device=forgetful)
    assert forest.edge_ids.tolist() == [0, 1, 2]


def test_the_callers_context_is_held(forgetful):
    runtime = open_runtime(cl.Context([forgetful]))
    assert clconn.connected_components(GRAPH, device=runtime).roots.tolist() == ROOTS
    context = cl.Context([forgetful])
    queue = cl.CommandQueue(context)
    runtime = open_runtime(queue)
    del context
    assert runtime.queue is queue
    assert clconn.connected_components(GRAPH, device=queue).roots.tolist() == ROOTS


def test_a_callers_queue_whose_context_is_gone(forgetful):
    queue = cl.CommandQueue(cl.Context([forgetful]))
    for call in (GRAPH.to, lambda device: clconn.connected_components(GRAPH, device=device)):
        with pytest.raises(
            DeviceError, match=r"hold the pyopencl\.Context in a variable"
        ) as caught:
            call(queue)
        assert forgetful.name.strip() in str(caught.value)


def test_the_trial_makes_its_queue_as_runs_do(forgetful, monkeypatch):
    """What a run could not use makes the trial fail."""
    assert probing._probe_here(forgetful).usable

    def drop_context(device):
        return None, cl.CommandQueue(cl.Context([device]))

    for module in (own_queue, probing, runtimes):
        monkeypatch.setattr(module, "new_queue", drop_context)
    answer = probing._probe_here(forgetful)
    assert not answer.usable
    assert "INVALID_CONTEXT" in answer.reason


@pytest.fixture
def tried(device, monkeypatch):
    """The device, tried in this process; it has not been opened."""
    monkeypatch.setattr(runtimes, "_runtimes", {})
    assert probing._probe_here(device).usable
    yield device
    own_queue.drop_kept_queues()


def test_the_queue_of_the_trial_is_used_by_the_run(tried):
    (kept,) = own_queue._kept.values()
    runtime = open_runtime(tried)
    assert (runtime.context, runtime.queue) == kept
    assert not own_queue._kept
    assert clconn.connected_components(GRAPH, device=runtime).roots.tolist() == ROOTS


@pytest.mark.parametrize("use", [lambda: open_runtime("a name that no device has"), clconn.devices])
def test_no_queue_is_kept_for_nobody(use, tried):
    """Whoever has asked for a device, and got none, or for all, needs none of the trial."""
    with suppress(DeviceError):
        use()
    assert not own_queue._kept


def test_no_queue_is_kept_that_failed(device, monkeypatch):
    own_queue.drop_kept_queues()

    def fail(*arguments):
        raise cl.RuntimeError("OUT_OF_RESOURCES")

    monkeypatch.setattr(probing, "_counts_in_64_bits", fail)
    answer = probing._probe_here(device)
    assert answer.usable
    assert not answer.int64_atomics
    assert not own_queue._kept
