"""The host makes the branches of a decision that it chooses, and no others."""

import numpy as np

from clconn.opencl_backend.device.launches import Decision, bodies, execute, make_all
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
