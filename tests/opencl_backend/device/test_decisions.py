"""The host makes the branches of a decision that it chooses, and no others."""

import numpy as np

from clconn.opencl_backend.device.launches import (
    Decision,
    OnHost,
    Slot,
    bodies,
    execute,
    make_all,
)
from clconn.opencl_backend.device.runtime import open_runtime


def test_a_branch_is_made_when_it_is_first_chosen(device):
    runtime = open_runtime(device)
    numbers = runtime.upload(np.arange(4, dtype=np.int32))
    made, read, chosen = [], [], [1]

    def decide(values):
        read.append(values)
        return chosen[-1], {}

    def branch(number):
        made.append(number)
        return []

    decision = Decision(numbers, 3, decide, [lambda n=n: branch(n) for n in range(3)])
    with runtime.lock:
        for chosen[-1], expected in ((1, [1]), (1, [1]), (None, [1]), (2, [1, 2])):
            execute(runtime, [decision])
            assert made == expected
        assert read == [[0, 1, 2]] * 4
        assert len(bodies(decision)) == 2
        make_all([decision])
    assert made == [1, 2, 0]
    assert len(bodies(decision)) == 3


def test_what_follows_a_decision_may_be_left_out(device):
    runtime = open_runtime(device)
    numbers = runtime.upload_writable(np.zeros(1, dtype=np.int32))
    done, chosen = [], [None]

    def step(name):
        return OnHost(lambda _: done.append(name), ())

    for may_end, branch, expected, is_done in (
        (False, None, ["last"], False),
        (True, None, [], True),
        (True, 0, ["branch", "last"], False),
    ):
        chosen[0] = branch
        decision = Decision(
            numbers, 1, lambda _: (chosen[0], {}), [lambda: [step("branch")]], may_end=may_end
        )
        done.clear()
        with runtime.lock:
            assert execute(runtime, [decision, step("last")]) is is_done
        assert done == expected


def test_a_branch_has_what_is_bound_in_a_run(device):
    runtime = open_runtime(device)
    numbers = runtime.upload_writable(np.zeros(1, dtype=np.int32))
    slot, seen = Slot(), []
    inner = Decision(
        numbers, 1, lambda _: (0, {}), [lambda: [OnHost(lambda _, x: seen.append(x), (slot,))]]
    )
    outer = Decision(numbers, 1, lambda _: (0, {}), [lambda: [inner]])
    with runtime.lock:
        for value in "ab":
            execute(runtime, [outer], bound={slot: value})
    assert seen == ["a", "b"]
