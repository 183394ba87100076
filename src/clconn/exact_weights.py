"""Weights as the user passes them, as an array that holds each of them exactly.

NumPy turns a list of Python's integers into float64 if one of them does not fit int64, or if there
is a float among them; then large integers are rounded, and other edges may be the lightest.

Invariant: a number of the result equals the user's number, as Python compares integers and floats
of any size. An array of numbers keeps its type. Python's numbers become int64 or uint64 if they are
integers, float64 if there is a float among them, and stay objects if that type would round one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from reprlib import repr
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.host_arrays import host_array
from clconn.parallel_passes import has_nan

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["edge_weights", "join_weights", "representative_weights", "weights_as"]

Names = Callable[[int], str]
"""Gives the words for the edge or entry of a place."""

_FLOATS = frozenset({float, np.float16, np.float32, np.float64, np.longdouble})


def edge_weights(
    weights: ArrayLike | None, count: int, what: str, name: Names | None = None
) -> NDArray[Any] | None:
    """Return the weights as integers or floats without NaN, one for each of `count` `what`.

    An error calls place i `what` i, or ``name(i)``.
    """
    if weights is None:
        return None
    name = name or (lambda place: f"{what} {place}")
    weights = host_array(weights)
    try:
        array = np.asarray(weights)
    except (OverflowError, ValueError):  # a very large integer, or sequences of several lengths
        array = np.asarray(weights, dtype=object)
    if array.ndim == 0 and array.dtype.kind in "OSU" and not isinstance(weights, np.ndarray):
        # A set, an iterator, a dict, or a name.
        raise GraphError(f"weights is {type(weights).__name__}; expected an array or a list")
    if array.shape != (count,):
        raise GraphError(
            f"weights has shape {array.shape}; expected ({count},), one for each {what}"
        )
    if not array.size and array.dtype.kind not in "iuf":
        return array.astype(np.float64)
    if array.dtype.kind == "b":
        return array.view(np.uint8)
    if array.dtype.kind == "O":
        array = _of_numbers(array.tolist(), name)
    elif array.dtype.kind not in "iu" and not hasattr(weights, "__array__"):
        elements: list[Any] = weights if isinstance(weights, list) else list(weights)  # type: ignore[arg-type]
        if not _holds(array, elements):
            array = _of_numbers(elements, name)
    if array.dtype.kind not in "iufO":
        raise GraphError(
            f"weights has dtype {array.dtype} ({name(0)} weighs {array[0]!r}); "
            "expected integers or floats"
        )
    if array.dtype.kind == "O" or (array.dtype.kind == "f" and has_nan(array)):
        is_nan = array != array
        if is_nan.any():
            place = int(np.flatnonzero(is_nan)[0])
            raise GraphError(f"the weight of {name(place)} is NaN; give every edge a number")
    return array


def weights_as(weights: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any] | None:
    """Return weights as another type of numbers, or None if that might round one."""
    if weights.dtype == dtype or not weights.size:
        return weights.astype(dtype, copy=False)
    if not np.can_cast(weights.dtype, dtype):
        return None
    if dtype.kind == "O":
        return None if weights.dtype.itemsize > 8 else weights.astype(dtype)
    if weights.dtype.kind in "iu" and dtype.kind == "f":
        # NumPy calls the conversion of wide integers to float64 safe.
        most = 2 ** (np.finfo(dtype).nmant + 1)
        if not -most <= int(weights.min()) <= int(weights.max()) <= most:
            return None
    return weights.astype(dtype)


def join_weights(first: NDArray[Any], second: NDArray[Any], name: Names) -> NDArray[Any]:
    """Return two arrays of weights as one, of a type that holds each of them exactly.

    An error calls place i of the result ``name(i)``.
    """
    common = np.result_type(first, second)
    if common.kind != "f" or "f" in (first.dtype.kind, second.dtype.kind):
        parts = weights_as(first, common), weights_as(second, common)
        if parts[0] is not None and parts[1] is not None:
            return np.concatenate(parts)  # type: ignore[arg-type]
    return _of_numbers([*first.tolist(), *second.tolist()], name)


def representative_weights(weights: NDArray[Any]) -> NDArray[Any]:
    """Return a few of the weights; :func:`join_weights` gives them the type that all would get.

    They are the extremes of the integers, one of them that float64 would round, and a float.
    """
    if not weights.size or weights.dtype.kind == "f":
        return weights[:1]
    few: list[Any] = []
    integers = weights
    if weights.dtype.kind == "O":
        is_integer = np.array([isinstance(number, int) for number in weights])
        integers, few = weights[is_integer], weights[~is_integer][:1].tolist()
    if integers.size:
        extremes = [int(integers.min()), int(integers.max())]
        few += extremes
        if max(map(abs, extremes)) > 2**53:
            few += islice((number for number in map(int, integers) if not _is_double(number)), 1)
    return np.array(few, dtype=weights.dtype)


def _is_double(number: int) -> bool:
    try:
        return float(number) == number
    except OverflowError:
        return False


def _holds(array: NDArray[Any], elements: list[Any]) -> bool:
    """Whether NumPy has made an array of floats of a sequence without rounding; quick if it has."""
    if array.dtype.kind != "f":
        return False
    types = set(map(type, elements))
    # NumPy takes a type that holds each of the floats, but integers may be beyond it.
    return types <= _FLOATS or (types == {int, float} and array.tolist() == elements)


def _of_numbers(elements: list[Any], name: Names) -> NDArray[Any]:
    """Return integers and floats, Python's and NumPy's, as the first type that holds them all."""
    if not {int, float}.issuperset(map(type, elements)):
        elements = [_python_number(element) for element in elements]
    types = set(map(type, elements))
    if types <= {int}:
        least, most = min(elements, default=0), max(elements, default=0)
        if least >= -(2**63) and most < 2**63:
            return np.array(elements, dtype=np.int64)
        if least >= 0 and most < 2**64:
            return np.array(elements, dtype=np.uint64)
        return np.array(elements, dtype=object)
    if types <= {int, float}:
        try:
            doubles = np.array(elements, dtype=np.float64)
        except OverflowError:
            return np.array(elements, dtype=object)
        is_exact = doubles.tolist() == elements or np.isnan(doubles).any()
        return doubles if is_exact else np.array(elements, dtype=object)
    for place, element in enumerate(elements):
        if type(element) not in (int, float, np.longdouble):
            remedy = (
                ": multiply all weights until they are integers, or round them with float()"
                if hasattr(element, "as_integer_ratio")
                else ""
            )
            what = f"{repr(element)}, of type {type(element).__name__}"
            raise GraphError(
                f"the weight of {name(place)} is {what}; expected an integer or a float{remedy}"
            )
    return _long_doubles(elements, name)


def _python_number(element: Any) -> Any:
    """Return a number of Python's or NumPy's types as an int, a float or a numpy.longdouble."""
    if isinstance(element, np.ndarray) and not element.ndim:
        element = element[()]
    if isinstance(element, (int, np.bool_)):
        return int(element)
    if isinstance(element, (np.integer, np.inexact)) and element.dtype.kind != "m":
        return element.item()
    return element


def _long_doubles(elements: list[Any], name: Names) -> NDArray[Any]:
    # Python compares an integer with a numpy.longdouble only after rounding it.
    most = 2 ** (np.finfo(np.longdouble).nmant + 1)
    for place, element in enumerate(elements):
        if type(element) is int and abs(element) > most:
            raise GraphError(
                f"the weight of {name(place)} is an integer that numpy.longdouble, the type of "
                "other weights, may round; give weights of one type"
            )
    return np.array(elements, dtype=np.longdouble)
