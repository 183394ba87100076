"""Passes by several threads give what one pass of numpy gives."""

import numpy as np
import pytest

from clconn import parallel_passes
from clconn.parallel_passes import converted, gathered, has_nan, largest_unsigned

DTYPES = ["int8", "uint8", "int16", "int32", "uint32", "int64", "uint64"]


@pytest.fixture(autouse=True)
def several_threads(monkeypatch):
    monkeypatch.setattr(parallel_passes, "_SHARED", 100)
    monkeypatch.setattr("os.cpu_count", lambda: 3)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", [0, 1, 99, 100, 101, 5000])
def test_the_largest_number(dtype, size):
    numbers = np.random.default_rng(size).integers(0, 100, size).astype(dtype)
    assert largest_unsigned(numbers) == max(numbers.tolist(), default=-1)
    if size:
        numbers[size // 2] = np.iinfo(dtype).max
        assert largest_unsigned(numbers) == np.iinfo(dtype).max
    if size and dtype.startswith("int"):
        numbers[size // 3] = -1
        assert largest_unsigned(numbers) >= 2**31


@pytest.mark.parametrize("size", [0, 1, 99, 5000])
def test_conversions_and_gathers(size):
    rng = np.random.default_rng(size)
    numbers = rng.integers(0, 2**31, size)
    narrow = converted(numbers, np.int32)
    assert narrow.dtype == np.int32
    np.testing.assert_array_equal(narrow, numbers)
    assert converted(narrow, np.int32) is narrow
    assert converted(narrow[::2], np.int32).flags.c_contiguous
    places = rng.integers(0, max(size, 1), size)
    np.testing.assert_array_equal(gathered(numbers, places), numbers[places])
    words = np.array([str(number) for number in numbers], dtype=object)
    np.testing.assert_array_equal(gathered(words, places), words[places])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
@pytest.mark.parametrize("size", [0, 1, 99, 5000])
def test_nan(dtype, size):
    numbers = np.random.default_rng(size).random(size).astype(dtype)
    numbers[: size // 2] = np.inf
    assert not has_nan(numbers)
    for place in (0, size // 2, size - 1) if size else ():
        wrong = numbers.copy()
        wrong[place] = np.nan
        assert has_nan(wrong)
