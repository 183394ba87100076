"""The pseudo-random permutation is one, and the same for both widths of its numbers."""

from importlib import resources

import numpy as np
import pyopencl as cl
import pytest

from tests.helpers.cases import case
from tests.helpers.queues import new_runtime

TEXT = """
__kernel void permute(const OFFSET count, __global OFFSET *places)
{
    const OFFSET i = get_global_id(0);
    places[i] = permuted(i, count);
}
"""
COUNTS = [*range(1, 70), *(2**k + step for k in (7, 10, 13) for step in (-1, 0, 1)), 100_000]


@pytest.fixture
def permuted(device):
    """What the kernel makes of 0..count-1, by a type of its numbers."""
    runtime = new_runtime(device)
    header = resources.files("clconn.kernels_cl").joinpath("primitives", "permutation.h")
    kernels = {}
    for name in ("int", "long"):
        program = cl.Program(runtime.context, header.read_text() + TEXT)
        kernels[name] = cl.Kernel(program.build([f"-DOFFSET={name}", "-DPERMUTED"]), "permute")

    def run(name, count):
        type_ = {"int": np.int32, "long": np.int64}[name]
        places = runtime.allocate(type_().itemsize * count)
        kernels[name](runtime.queue, (count,), (1,), type_(count), places)
        return runtime.download(places, count, np.dtype(type_))

    return run


def test_each_place_is_taken_once(permuted):
    for count in COUNTS:
        with case(count=count):
            places = permuted("int", count)
            assert np.array_equal(np.sort(places), np.arange(count))
            assert np.array_equal(permuted("long", count), places)


def test_places_that_follow_each_other_are_far_apart(permuted):
    for count in (1000, 2**13, 100_000):
        with case(count=count):
            steps = np.abs(np.diff(permuted("int", count)))
            # By chance a third of all in the mean.
            assert np.mean(steps) == pytest.approx(count / 3, rel=0.1)
            assert np.mean(steps < count / 100) < 0.05
