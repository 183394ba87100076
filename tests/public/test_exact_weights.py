"""Weights are never rounded on their way into a graph, or they are refused, with their edge."""

import contextlib
import math
import pickle
from array import array
from collections import deque
from decimal import Decimal
from fractions import Fraction
from functools import partial, reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError, OutputError
from clconn.exact_weights import join_weights, representative_weights
from clconn.graph import Graph

BIG = 2**53
LONG_EPSILON = np.finfo(np.longdouble).eps

ROUNDED_BY_NUMPY = [
    [2**63 + 1, 2**63, -1],
    [BIG + 1, BIG, 0.5],
    [2**70 + 1, 2**70, 3],
    [10**400, 10**400 - 1, 1.5],
    [2.0**70, 2**70 - 1, 0],
    [np.int64(BIG + 1), np.float32(BIG), 1],
    [np.uint64(2**63 + 1), np.int64(2**62), -1],
    [BIG + 1, np.float64(BIG), True],
    [2**1024, math.inf, -math.inf][::-1],
]


def _cycle(weights):
    n = len(weights)
    return Graph.from_edges(np.arange(n), np.roll(np.arange(n), -1), n, weights=weights)


def _plain(weight):
    return weight.item() if isinstance(weight, np.generic) else weight


@pytest.mark.parametrize("weights", ROUNDED_BY_NUMPY, ids=repr)
@pytest.mark.parametrize("as_objects", [False, True])
def test_the_lightest_forest_of_numbers_that_numpy_rounds(backend, weights, as_objects):
    plain = [_plain(weight) for weight in weights]
    graph = _cycle(np.array(plain, dtype=object) if as_objects else weights)
    assert graph.weights.tolist() == plain
    for maximum in (False, True):
        left_out = plain.index((min if maximum else max)(plain))
        expected = [edge for edge in range(3) if edge != left_out]
        forest = clconn.minimum_spanning_forest(
            graph, backend=backend, maximum=maximum, verify=True
        )
        assert forest.edge_ids.tolist() == expected
        assert forest.weights.tolist() == [plain[edge] for edge in expected]


numbers = st.one_of(
    st.integers(-3, 3),
    st.integers(BIG - 2, BIG + 2),
    st.integers(2**63 - 2, 2**64 + 2).map(lambda number: -number),
    st.integers(),
    st.sampled_from([0.5, -0.0, float(BIG), 2.0**63, 2.0**64, 2.0**80, math.inf, -math.inf]),
    st.floats(allow_nan=False),
    st.booleans(),
)


@given(weights=st.lists(numbers, max_size=12))
def test_any_mixture_of_integers_and_floats(weights):
    held = Graph.from_edges([0] * len(weights), [1] * len(weights), 2, weights=weights).weights
    assert held.tolist() == weights
    assert held.dtype.kind in "iufO"
    if held.dtype.kind == "O":
        # Integers remain integers, even if a double would hold them.
        dtypes = [np.float64] if float in map(type, weights) else [np.int64, np.uint64]
        for dtype in dtypes:
            with contextlib.suppress(OverflowError):
                assert np.array(weights, dtype=object).astype(dtype).tolist() != weights


@given(data=st.data(), weights=st.lists(numbers, min_size=1, max_size=12), maximum=st.booleans())
def test_forests_of_rows_with_any_mixture(backend, data, weights, maximum):
    """Both triangles, with two entries for each edge of a star and a path: Python's own order."""
    n = len(weights) + 1
    ends = [(data.draw(st.integers(0, v - 1)), v) for v in range(1, n)] + [(0, n - 1)]
    sources, targets = np.array(ends + [(v, u) for u, v in ends]).T
    values = np.array([*weights, 1, *data.draw(st.permutations(weights)), 0.5], dtype=object)
    order = np.argsort(sources, kind="stable")
    offsets = np.searchsorted(sources[order], np.arange(n + 1))
    graph = Graph.from_csr(offsets, targets[order], weights=values[order].tolist())
    forest = clconn.minimum_spanning_forest(graph, backend=backend, maximum=maximum, verify=True)
    ranks = {value: rank for rank, value in enumerate(sorted(set(values.tolist())))}
    ranked = Graph.from_csr(
        offsets, targets[order], weights=[ranks[value] for value in values[order].tolist()]
    )
    expected = clconn.minimum_spanning_forest(ranked, backend="reference", maximum=maximum)
    assert forest.edge_ids.tolist() == expected.edge_ids.tolist()


@pytest.mark.parametrize(
    ("weights", "dtype"),
    [
        ([1, 2, 3], np.int64),
        ([True, False, 2], np.int64),
        ([2**63, 0, 1], np.uint64),
        ([-(2**63), 2**63 - 1, 0], np.int64),
        ([1, 2.5, BIG], np.float64),
        ((1, 2.5, 2**70), np.float64),
        (deque([1, 2.5, True]), np.float64),
        (array("q", [1, 2, 3]), np.int64),
        (range(3), np.int64),
        ([np.float32(0.1), np.float32(0.2), np.float16(0.5)], np.float32),
        ([np.array(0.1), 2, 3], np.float64),
        ([1 + LONG_EPSILON, np.float32(1), 1.0], np.longdouble),
        ([1 + LONG_EPSILON, 2**53, -3], np.longdouble),
        (np.array([1, 2, 3], dtype=object), np.int64),
        (np.array([1, 2.5, np.float32(0.1)], dtype=object), np.float64),
        (np.array([1, 2, 3], dtype=np.int8), np.int8),
        (np.array([1, 2, 3], dtype=">f4"), ">f4"),
    ],
    ids=repr,
)
def test_the_type_that_holds_all(weights, dtype):
    held = _cycle(weights).weights
    assert held.dtype == dtype
    assert all(one == other for one, other in zip(held, weights, strict=True))


def test_extended_precision(backend):
    """Three weights that float64 takes for one, and a sum that it would round at each step."""
    weights = np.array([1, 1, 1, 1 + 2**10 * LONG_EPSILON], dtype=np.longdouble)
    weights[:3] += np.array([2, 1, 0]) * LONG_EPSILON
    forest = clconn.minimum_spanning_forest(_cycle(weights[:3]), backend=backend, verify=True)
    assert forest.edge_ids.tolist() == [1, 2]
    forest = clconn.minimum_spanning_forest(_cycle(weights), backend=backend, maximum=True)
    assert forest.edge_ids.tolist() == [0, 1, 3]
    path = Graph.from_edges([0, 1], [1, 2], weights=np.array([1 + np.longdouble(2) ** -53, -1]))
    assert clconn.minimum_spanning_forest(path, backend=backend).total_weight == 2**-53


@pytest.mark.parametrize(
    ("weights", "total", "of_trees"),
    [
        ([2**70, 1, -(2**70)], 1, [1]),
        ([2**70, 2**70 + 1, -0.5], 2.0**71, [2.0**71]),
        ([BIG + 1, 0.5, -BIG], 1.5, [1.5]),
        ([10**400, 0.5, 1], math.inf, [math.inf]),
        ([-(10**400), 0.5, 1], -math.inf, [-math.inf]),
        ([10**400, -math.inf, 1], -math.inf, [-math.inf]),
    ],
    ids=repr,
)
def test_sums_of_such_numbers_are_rounded_once(weights, total, of_trees):
    path = Graph.from_edges([0, 1, 2], [1, 2, 3], weights=weights)
    forest = clconn.minimum_spanning_forest(path, backend="reference")
    assert (forest.total_weight, type(forest.total_weight)) == (total, type(total))
    assert forest.tree_weights().tolist() == of_trees
    again = pickle.loads(pickle.dumps(forest))
    assert again.weights.tolist() == weights


def test_sums_whose_parts_exceed_the_largest_float():
    path = Graph.from_edges([0, 1, 2], [1, 2, 3], weights=[1.7e308, 1.7e308, -1.7e308])
    assert clconn.minimum_spanning_forest(path, backend="reference").total_weight == 1.7e308


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.5, None], "the weight of edge 1 is None, of type NoneType; expected an integer or a"),
        ([1, Fraction(1, 3)], r"edge 1 is Fraction\(1, 3\), of type Fraction; .*: multiply all"),
        ([Decimal("0.1"), 2], r"edge 0 is Decimal\('0.1'\), of type Decimal; .* or round them"),
        ([1, 2j], "edge 1 is 2j, of type complex; expected an integer or a float$"),
        ([1, "2"], "edge 1 is '2', of type str; expected an integer or a float$"),
        (["1", "2"], "edge 0 is '1', of type str"),
        ([1, b"2"], "edge 1 is b'2', of type bytes"),
        ([1, [2, 3]], r"edge 1 is \[2, 3\], of type list"),
        ([2**70, math.nan], "the weight of edge 1 is NaN; give every edge a number"),
        ([BIG + 1, math.nan], "the weight of edge 1 is NaN"),
        ([10**400, math.nan], "the weight of edge 1 is NaN"),
        ([np.datetime64(1, "ns"), 2], "edge 0 is .*, of type datetime64"),
        ([np.timedelta64(1, "ns"), 2], "edge 0 is .*, of type timedelta64"),
        ([np.longdouble(1), 2**64 + 1], "edge 1 is an integer that numpy.longdouble, .* may round"),
        ([np.longdouble(1), 10**5000], "edge 1 is an integer that numpy.longdouble"),
        (np.array([1, None]), "the weight of edge 1 is None"),
        (
            np.array([1, 2j]),
            r"weights has dtype complex128 \(edge 0 weighs .*\); expected integers",
        ),
        (
            np.array(["1", "2"]),
            r"weights has dtype <U1 \(edge 0 weighs .*'1'.*\); expected integers",
        ),
        (np.array([1, 2], dtype="m8[s]"), r"weights has dtype timedelta64\[s\]"),
        (iter([1, 2]), "weights is list_iterator; expected an array or a list"),
        ({0: 1, 1: 2}, "weights is dict; expected an array or a list"),
        (np.array("w"), r"weights has shape \(\); expected \(2,\), one for each edge"),
        ([[1, 2], [3]], "edge 0 is .*, of type list"),
    ],
    ids=lambda value: None if isinstance(value, str) else "weights",
)
def test_what_is_no_weight(weights, message):
    with pytest.raises(GraphError, match=message):
        Graph.from_edges([0, 1], [1, 2], weights=weights)


def test_what_is_no_weight_of_an_entry():
    with pytest.raises(GraphError, match="the weight of entry 1 is None"):
        Graph.from_csr([0, 1, 2], [1, 0], weights=[1, None])


@pytest.mark.parametrize("suffix", ["npz", "mtx", "txt", "gr", "metis", "egr"])
def test_no_file_holds_such_numbers(tmp_path, suffix):
    path = tmp_path / f"graph.{suffix}"
    with pytest.raises(OutputError, match=r"no type of 64 bits holds.*; scale them to integers"):
        clconn.write(_cycle([2**70, 1, 2]), path)
    assert not path.exists()


def test_no_sparse_matrix_holds_such_numbers():
    forest = clconn.minimum_spanning_forest(_cycle([2**70, 1, 2]), maximum=True)
    with pytest.raises(OutputError, match=r"no type of 64 bits holds.*take forest\.edges and"):
        forest.to_scipy()


_INTEGERS = st.sampled_from(
    [0, 1, -1, 200, 2**31, BIG, BIG + 1, -BIG - 1, 2**60, 2**63 - 1, -(2**63), 2**63, 2**64 - 1]
)
_BY_TYPE = {
    np.int64: _INTEGERS.filter(lambda number: -(2**63) <= number < 2**63),
    np.uint64: _INTEGERS.filter(lambda number: number >= 0),
    np.uint8: st.integers(0, 255),
    np.float64: st.sampled_from([0.5, -1e300, math.inf]),
    np.float32: st.sampled_from([0.5, 3.0]),
    object: _INTEGERS | st.sampled_from([2**70, -(10**400), 0.5, 2.0**70, math.inf]),
}
_ARRAYS = st.one_of(
    st.lists(numbers, max_size=4).map(partial(np.array, dtype=dtype))
    for dtype, numbers in _BY_TYPE.items()
)


@settings(deadline=None, max_examples=500)
@given(st.lists(_ARRAYS, min_size=1, max_size=4))
def test_a_few_weights_tell_the_type_of_all_joined(arrays):
    def joined(parts):
        return reduce(lambda one, two: join_weights(one, two, str), parts).dtype

    assert joined(map(representative_weights, arrays)) == joined(arrays)
    wide = np.array([4, 2, 3, 2, BIG + 2, 1, BIG + 4])
    assert sorted(representative_weights(wide)) == [1, BIG + 4]


def test_joining_no_weights_of_two_types():
    joined = join_weights(np.empty(0, np.int64), np.empty(0, np.uint64), str)
    assert (joined.size, joined.dtype) == (0, np.int64)
