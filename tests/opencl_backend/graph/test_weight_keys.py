"""Keys that a device makes of weights compare as the weights do, and are those of the host."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from clconn.errors import GraphError
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.weight_keys import keys_of_weights, narrow_down
from tests.helpers.small_degree_classes import runtime_with_small_classes

DTYPES = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8", ">f8", ">i4", "g"]


@st.composite
def weights(draw):
    dtype = np.dtype(draw(st.sampled_from(DTYPES)))
    sizes = st.integers(1, 30)
    if dtype.kind != "f":
        return draw(arrays.arrays(dtype, sizes))
    width = draw(st.sampled_from([w for w in (16, 32, 64) if w <= 8 * dtype.itemsize]))
    elements = st.floats(allow_nan=False, width=width)
    if draw(st.booleans()):
        elements = st.integers(-(2 ** min(62, width - 2)), 2 ** min(62, width - 2)).map(float)
        if dtype.itemsize == 2:
            elements = st.integers(-2000, 2000).map(float)
    return np.array(draw(st.lists(elements, min_size=1, max_size=30)), dtype=dtype)


def check(runtime, given_weights, maximum):
    keys = keys_of_weights(runtime, given_weights, maximum=maximum, needs={})
    for buffer, dtype in (
        (keys.buffer, np.uint32 if keys.is_narrow else np.uint64),
        (narrow_down(runtime, keys, given_weights, maximum=maximum, needs={}), np.uint32),
    ):
        numbers = runtime.download(buffer, given_weights.size, dtype)
        one, other = np.meshgrid(given_weights, given_weights)
        key, other_key = np.meshgrid(numbers, numbers)
        np.testing.assert_array_equal(key < other_key, one > other if maximum else one < other)
        np.testing.assert_array_equal(key == other_key, one == other)
    if keys.code is not None:
        numbers = runtime.download(keys.buffer, given_weights.size, np.uint32)
        decoded = keys.code.weights(numbers, given_weights.dtype)
        if decoded is None:
            assert given_weights.dtype.kind == "f"
            assert (given_weights == 0).any()
        else:
            assert decoded.dtype == given_weights.dtype
            assert decoded.tobytes() == given_weights.tobytes()
    return keys


@given(weights(), st.booleans())
@example(
    np.array([0.0, -0.0, 1e-45, -1e-45, 1.1754943508222875e-38, 1e-38, np.inf, -np.inf]), False
)
@example(np.array([2.0**61, -(2.0**61), 0, 1, 2.0**52 + 1, -3]), True)
@example(np.array([5e-324, 0.1, 1e300, -5e-324, -0.0, 0.0]), False)
def test_keys_compare_as_the_weights_do(device, given_weights, maximum):
    check(open_runtime(device), given_weights, maximum)


NARROW = {
    "floats in doubles": np.array([-np.inf, -1.5, -0.0, 0.25, 2.0**100, 2.0**-149, 3 * 2.0**-140]),
    "whole numbers": np.array([-(2.0**30), 1.0, 2.0**24 + 1, 2.0**31 + 1]),
    "large whole numbers": np.array([2.0**61, 2.0**61 + 2**10]),
    "int64": np.array([-5, 2**31, 2**32 - 6]),
    "uint64": np.array([2**64 - 1, 2**64 - 2**32], dtype=np.uint64),
}
WIDE = {
    "a digit more than a float": np.array([1.0, 1 + 2.0**-24]),
    "larger than a float": np.array([0.0, 2.0**128, 0.5]),
    "smaller than a float": np.array([0.5, 2.0**-150]),
    "a digit more than a small float": np.array([0.5, 3 * 2.0**-150]),
    "whole numbers": np.array([0.0, 2.0**32 + 1]),
    "beyond int64": np.array([2.0**24 + 1, 2.0**62]),
    "int64": np.array([-5, 2**32 - 5]),
    "uint64": np.array([2**64 - 1, 2**64 - 2**32 - 1], dtype=np.uint64),
}


@pytest.mark.parametrize("where", ["usual", "small"])
def test_what_32_bits_hold(where, device):
    small = where == "small"
    runtime = runtime_with_small_classes(device, blocks=False) if small else open_runtime(device)
    for maximum in (False, True):
        for name, numbers in NARROW.items():
            assert check(runtime, numbers, maximum).is_narrow, name
        for name, numbers in WIDE.items():
            assert not check(runtime, numbers, maximum).is_narrow, name


@pytest.mark.parametrize("odd", [2.0**24 + 0.5, 0.1, 2.0**62, np.nextafter(2.0, 3)])
@pytest.mark.parametrize("first", [1.0, 2.0**24 + 1])
def test_a_weight_that_the_first_look_does_not_see(first, odd, device):
    numbers = np.full(5000, first)
    numbers[3000] = odd
    keys = keys_of_weights(open_runtime(device), numbers, maximum=False, needs={})
    assert keys.is_narrow == (first == 1 and odd == 2.0**62)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_nan(dtype, device):
    """The public constructors refuse it; this is what is left if an array changes later."""
    numbers = np.ones(100, dtype=dtype)
    numbers[40] = np.nan
    with pytest.raises(GraphError, match="the weight of edge 40 is NaN"):
        keys_of_weights(open_runtime(device), numbers, maximum=False, needs={})
