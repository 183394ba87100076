"""Keys of 32 bits compare as weights of any type do."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import clconn
from clconn.weight_keys import canonical_edges, order_keys

DTYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "g"]


@st.composite
def weights(draw):
    dtype = np.dtype(draw(st.sampled_from(DTYPES)))
    if dtype.kind != "f":
        return draw(arrays.arrays(dtype, st.integers(0, 30)))
    width = min(64, 8 * dtype.itemsize)
    elements = st.floats(allow_nan=False, width=width)
    return np.array(draw(st.lists(elements, max_size=30)), dtype=dtype)


@given(weights(), st.booleans())
def test_keys_compare_as_the_weights_do(given_weights, maximum):
    keys = order_keys(given_weights, maximum=maximum)
    assert keys.dtype == np.uint32
    one, other = np.meshgrid(given_weights, given_weights)
    key, other_key = np.meshgrid(keys, keys)
    comes_before = one > other if maximum else one < other
    np.testing.assert_array_equal(key < other_key, comes_before)
    np.testing.assert_array_equal(key == other_key, one == other)


@pytest.mark.parametrize(
    "extremes",
    [
        np.array([-(2**63), -1, 0, 2**63 - 1]),
        np.array([-(2**63), -(2**63) + 1, -(2**63) + 2**32 - 1]),
        np.array([2**63 - 2**32, 2**63 - 1]),
        np.array([0, 2**32, 2**64 - 1], dtype=np.uint64),
        np.array([-np.inf, -1e300, -5e-324, 0.0, 5e-324, 1.0, np.nextafter(1, 2), np.inf]),
        np.array([-np.inf, -1, -1e-45, 0, 1e-45, 1, np.inf], dtype=np.float32),
    ],
    ids=["int64", "int64-low", "int64-high", "uint64", "float64", "float32"],
)
def test_extremes_ascend(extremes):
    assert (np.diff(order_keys(extremes).astype(np.int64)) > 0).all()
    assert (np.diff(order_keys(extremes, maximum=True).astype(np.int64)) < 0).all()


@pytest.mark.parametrize("least", [-(2**63), -(2**32), -1, 0, 2**63 - 1 - 2**32])
@pytest.mark.parametrize("span", [2**32 - 1, 2**32])
def test_a_range_of_32_bits_and_one_more(least, span):
    integers = np.array([least + span, least, least + 1, least + span - 1, least])
    for maximum in (False, True):
        keys = order_keys(integers, maximum=maximum)
        expected = np.unique(-integers.astype(object) if maximum else integers, return_inverse=True)
        _, ranks = np.unique(keys, return_inverse=True)
        assert ranks.tolist() == expected[1].tolist()


@pytest.mark.parametrize(
    "doubles",
    [
        np.array([-np.inf, -1.5, -0.0, 0.25, 2.0**100, np.inf]),
        np.array([-(2.0**31), 1.0, 2.0**24 + 1, 2.0**31 + 1]),
        np.array([-(2.0**61), 1.0, 2.0**24 + 1, 2.0**61]),
        np.array([0.0, 2.0**62, 2.0**62 + 2.0**10]),
        np.array([0.1, 0.1 + 2**-40, 1e300]),
    ],
    ids=["as-float32", "as-uint32", "as-int64", "beyond-int64", "as-they-are"],
)
def test_doubles_that_fit_a_narrower_type(doubles):
    assert (np.diff(order_keys(doubles).astype(np.int64)) > 0).all()
    assert (np.diff(order_keys(doubles, maximum=True).astype(np.int64)) < 0).all()


@pytest.mark.parametrize("dtype", [">i2", ">i4", ">i8", ">u8", ">f4", ">f8"])
def test_weights_of_the_other_byte_order(dtype):
    keys = order_keys(np.array([3, 256, 1, 256, 65536 % 2**15], dtype=dtype))
    assert keys.dtype == np.uint32
    assert keys[4] < keys[2] < keys[0] < keys[1] == keys[3]


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "g"])
def test_zeros_of_either_sign_are_equal(dtype):
    keys = order_keys(np.array([-0.0, 0.0, 1.0], dtype=dtype))
    assert keys[0] == keys[1] < keys[2]


def test_canonical_edges_are_without_self_loops_and_ascend_by_id():
    graph = clconn.Graph.from_edges([0, 1, 1, 2], [1, 1, 2, 0], n=3, weights=[5, -9, 4, 4])
    edges = canonical_edges(graph)
    assert edges.ids.tolist() == [0, 2, 3]
    assert edges.sources.tolist() == [0, 1, 2]
    assert edges.targets.tolist() == [1, 2, 0]
    assert edges.keys[1] == edges.keys[2] < edges.keys[0]


def test_of_both_entries_of_symmetric_rows_the_lighter_one_is_there():
    # Entries 0 to 3: 0-1 of 5, 1-0 of 4, 1-2 of 6, 2-1 of 6.
    graph = clconn.Graph.from_csr([0, 1, 3, 4], [1, 0, 2, 1], weights=[5, 4, 6, 6])
    edges = canonical_edges(graph)
    assert edges.ids.tolist() == [1, 2]
    # And sorted by id where the lighter entry stands further down.
    graph = clconn.Graph.from_csr([0, 2, 3, 4], [1, 2, 0, 0], weights=[6, 1, 5, 7])
    edges = canonical_edges(graph)
    assert edges.ids.tolist() == [1, 2]
    assert edges.targets.tolist() == [2, 1]
    assert edges.keys[0] < edges.keys[1]


def test_without_weights_all_edges_are_equal():
    graph = clconn.Graph.from_edges([0, 1], [1, 2], n=3)
    assert canonical_edges(graph, maximum=True).keys.tolist() == [0, 0]
