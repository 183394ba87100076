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
from clconn.opencl_backend.device.several_devices import open_runtimes
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
    return device


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
    """The device, which has not been opened, and is tried in this process once it is asked for."""
    monkeypatch.setattr(runtimes, "_runtimes", {})
    monkeypatch.setattr(probing, "_answers", {})
    monkeypatch.setattr(probing, "_probe", lambda of: probing._probe_here(of))
    return device


@pytest.fixture
def contexts(monkeypatch):
    """The contexts that are made."""
    made = []

    class Watched(cl.Context):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            made.append(self)

    monkeypatch.setattr(cl, "Context", Watched)
    return made


def test_a_run_uses_the_context_of_the_trial(tried, contexts):
    runtime = open_runtime(tried)
    assert contexts == [runtime.context]
    assert clconn.connected_components(GRAPH, device=runtime).roots.tolist() == ROOTS
    assert own_queue._kept.queues is None


def test_several_devices_use_the_contexts_of_their_trials(tried, contexts):
    runtimes_of_all = open_runtimes([tried])
    assert contexts == [runtime.context for runtime in runtimes_of_all]


@pytest.mark.parametrize(
    "use",
    [
        lambda device: clconn.devices(),
        lambda device: probing.probe_device(device),
        lambda device: open_runtime(cl.Context([device])).probe,
        lambda device: open_runtime("a name that no device has"),
    ],
    ids=["devices", "trial", "context", "none"],
)
def test_no_context_is_kept_for_nobody(use, tried):
    """Whoever asks for all devices, for none or for one with a context needs none of a trial."""
    with suppress(DeviceError):
        use(tried)
    assert own_queue._kept.queues is None


def test_no_queue_is_kept_that_failed(device, monkeypatch):
    def fail(*arguments):
        raise cl.RuntimeError("OUT_OF_RESOURCES")

    monkeypatch.setattr(probing, "_counts_in_64_bits", fail)
    with own_queue.queues_of_trials():
        answer = probing._probe_here(device)
        assert answer.usable
        assert not answer.int64_atomics
        assert not own_queue._kept.queues
        monkeypatch.undo()
        assert probing._probe_here(device).usable
        assert own_queue._kept.queues.keys() == {device}
