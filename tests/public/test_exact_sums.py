"""Sums of weights beside those of Python's fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clconn import parallel_passes
from clconn.results import exact_sums
from clconn.results.exact_sums import exact_sum, exact_terms, sum_of_numbers


@pytest.fixture(autouse=True)
def several_parts_and_blocks(monkeypatch):
    monkeypatch.setattr(exact_sums, "_FEW", 3)
    monkeypatch.setattr(parallel_passes, "_SHARED", 1000)


def _by_fractions(numbers):
    total = sum(map(Fraction, numbers.tolist()), Fraction(0))
    return total.numerator if numbers.dtype.kind in "iu" else float(total)


def _drawn(kind, seed, size):
    rng = np.random.default_rng(seed)
    bits = rng.integers(0, 2**64, size, np.uint64)
    if kind == "uniform":
        return rng.random(size)
    if kind == "any exponent":
        return np.ldexp(rng.random(size) - 0.5, rng.integers(-1000, 980, size))
    if kind == "canceling":
        half = np.ldexp(rng.random(size), rng.integers(-300, 300, size))
        return rng.permutation(np.concatenate([half, -half, rng.random(3)]))
    if kind == "subnormal":
        return np.ldexp(rng.random(size), -1060)
    if kind == "float32":
        return rng.random(size, np.float32)
    if kind == "equal":
        return np.full(size, 0.1)
    return bits.view(kind) if np.dtype(kind).itemsize == 8 else bits.astype(kind)


def _same_in_parts(numbers, total):
    terms = [exact_terms(part) for part in np.array_split(numbers, 3)]
    found = sum_of_numbers([term for part in terms for term in part])
    assert type(found) is type(total)
    assert found == total or (math.isnan(found) and math.isnan(total))


KINDS = [
    "uniform", "any exponent", "canceling", "subnormal", "float32", "equal",
    "uint64", "int64", "int32", "uint8", "int8",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [4, 999, 5000, 200_000])
def test_sums_are_exact_or_rounded_once(kind, size):
    numbers = _drawn(kind, size, size)
    if size == 200_000 and kind in ("any exponent", "canceling"):
        numbers = numbers[:70_000]  # fractions take their time
    total = exact_sum(numbers)
    assert total == _by_fractions(numbers)
    assert type(total) is (int if numbers.dtype.kind in "iu" else float)
    # Arrays in parts, as on a cluster.
    _same_in_parts(numbers, total)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.floats(allow_nan=False), min_size=4, max_size=40))
def test_any_floats(numbers):
    array = np.array(numbers)
    infinities = {number for number in numbers if math.isinf(number)}
    total = exact_sum(array)
    if len(infinities) == 2:
        assert math.isnan(total)
    elif infinities:
        assert {total} == infinities
    else:
        exact = sum(map(Fraction, numbers))
        try:
            expected = float(exact)
        except OverflowError:
            expected = math.inf if exact > 0 else -math.inf
        assert total == expected
    _same_in_parts(array, total)


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.floats(allow_nan=False)
        | st.integers(-(2**70), 2**70)
        | st.floats(width=32, allow_nan=False).map(np.longdouble),
        max_size=12,
    )
)
def test_parts_of_objects(numbers):
    array = np.empty(len(numbers), dtype=object)
    array[:] = numbers
    _same_in_parts(array, exact_sum(array))


@pytest.mark.parametrize(
    "numbers",
    [
        np.zeros(3),
        np.empty(0),
        np.empty(0, np.float32),
        np.empty(0, np.int8),
        np.empty(0, object),
        np.array([], np.longdouble),
        np.zeros(5, np.longdouble),
        np.array([1e308] * 5),
        np.array([math.inf, 1e308, 2.5, -math.inf]),
        np.array([2**80, 3, -(10**400), 1], dtype=object),
        np.array([np.longdouble(2) ** 1100, -(np.longdouble(2) ** 1100), 0.5], np.longdouble),
    ],
    ids=repr,
)
def test_parts_keep_the_type_of_a_sum(numbers):
    _same_in_parts(numbers, exact_sum(numbers))


@pytest.mark.parametrize("dtype", [np.float64, object, np.longdouble])
def test_the_terms_of_many_weights_are_few(dtype):
    numbers = np.arange(20_000, dtype=np.float64)
    numbers[:9] = [math.inf] * 4 + [1e308] * 5
    numbers = numbers.astype(dtype)
    if dtype is object:
        numbers[9:5000] = [2**70 + place for place in range(9, 5000)]
    assert len(exact_terms(numbers)) < 20


def test_few_and_none():
    assert exact_sum(np.empty(0, np.int64)) == 0
    assert type(exact_sum(np.empty(0, np.longdouble))) is float
    assert exact_sum(np.array([True, True])) == 2
    assert exact_sum(np.array([0.1, 0.2, 0.3])) == math.fsum([0.1, 0.2, 0.3])
    assert exact_sum(np.array([2**80, -1, 3], dtype=object)) == 2**80 + 2
    assert exact_sum(np.array([-0.0] * 9)) == 0
