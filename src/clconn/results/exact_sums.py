"""Sums of millions of weights, exact or rounded once, at the speed of numpy.

Integers are added up in halves of 32 bits, which do not overflow. Floats are added up after Rump,
Ogita and Oishi, "Accurate floating-point summation, part I" (SIAM J. Sci. Comput. 31, 2008,
section 3): to add a large power of two to a number and to subtract it again splits off the number's
upper bits, which are whole multiples of the last place of that power. The power is so large that
the sum of a whole block of such parts still fits, so any order of additions is exact. What remains
of the numbers is 36 bits smaller, and is split in the same way until nothing remains. So a block
gives a few floats whose sum is exact, and ``math.fsum`` adds up those of all blocks.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.parallel_passes import by_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["exact_sum", "exact_terms", "sum_of_numbers"]

_FEW = 1000
"""Numbers that Python adds up sooner."""
_BLOCK_BITS = 16
"""The logarithm of the size of a block, whose numbers stay in the cache."""
_LARGEST = 2.0 ** (1023 - _BLOCK_BITS - 2)
"""Numbers below this are split without an overflow."""


def exact_sum(weights: NDArray[Any]) -> int | float:
    """Return the sum: an exact int if all are integers, or else a float rounded once.

    A sum beyond the largest float is infinite; one of infinities of both signs is NaN.
    """
    kind, size = weights.dtype.kind, weights.dtype.itemsize
    if weights.size > _FEW and kind in "biu":
        return int(sum(by_parts(_sum_of_integers, weights)))
    if weights.size > _FEW and kind == "f" and size <= 8 and all(by_parts(_can_be_split, weights)):
        return math.fsum(part for parts in by_parts(_exact_parts, weights) for part in parts)
    total = sum_of_numbers(weights.tolist(), are_doubles=kind == "f" and size <= 8)
    return float(total) if kind == "f" else total  # of no floats at all, too


def exact_terms(weights: NDArray[Any]) -> list[Any]:
    """Return few numbers whose sum is exactly that of the weights, for :func:`sum_of_numbers`.

    There is an int alone if all weights are integers, and a float among them if not.
    """
    kind = weights.dtype.kind
    if kind in "biu":
        return [exact_sum(weights)]
    if kind == "f" and weights.dtype.itemsize <= 8:
        return _terms_of_doubles(weights)
    numbers = weights.tolist()
    integers = [number for number in numbers if isinstance(number, int)]
    if kind == "O" and len(integers) == len(numbers):
        return [sum(integers)]
    doubles = np.array([number for number in numbers if isinstance(number, float)], np.float64)
    others = [number for number in numbers if not isinstance(number, int | float)]
    infinite = {float(number) for number in others if abs(number) == math.inf}
    finite = [_fraction(number) for number in others if abs(number) != math.inf]
    return [sum(integers), *_terms_of_doubles(doubles), *infinite, sum(finite)]


def _terms_of_doubles(weights: NDArray[Any]) -> list[Any]:
    none = [0.0]  # It makes a float of a sum without other floats.
    if weights.size and _can_be_split(weights):
        return none + _exact_parts(weights)
    weights = weights.astype(np.float64, copy=False)
    sizes = np.abs(weights)
    infinite = np.unique(weights[np.isinf(weights)]).tolist()
    # So large a float is an integer.
    large = sum(map(int, weights[(sizes >= _LARGEST) & np.isfinite(weights)].tolist()))
    return [*none, *infinite, large, *_exact_parts(weights[sizes < _LARGEST])]


def _sum_of_integers(weights: NDArray[Any]) -> int:
    if weights.dtype.itemsize < 8:
        return int(weights.sum(dtype=np.int64))
    lower = (weights & weights.dtype.type(2**32 - 1)).sum(dtype=np.uint64)
    return (int((weights >> weights.dtype.type(32)).sum()) << 32) + int(lower)


def _can_be_split(weights: NDArray[Any]) -> bool:
    # NaN and infinities cannot.
    return -_LARGEST < float(weights.min()) <= float(weights.max()) < _LARGEST


def _exact_parts(weights: NDArray[Any]) -> list[float]:
    """Return floats whose sum is exactly that of the weights."""
    parts = []
    for begin in range(0, weights.size, 1 << _BLOCK_BITS):
        rest = weights[begin : begin + (1 << _BLOCK_BITS)].astype(np.float64)
        while (largest := max(-rest.min(), rest.max())) > 0:
            power = math.ldexp(1.0, math.frexp(largest)[1] + _BLOCK_BITS + 1)
            upper = rest + power
            upper -= power
            rest -= upper
            parts.append(float(upper.sum()))
    return parts


def sum_of_numbers(numbers: list[Any], *, are_doubles: bool = False) -> int | float:
    """Return the sum of numbers of any type and size."""
    if are_doubles:
        try:
            return math.fsum(numbers)
        except (OverflowError, ValueError):
            pass  # a sum, if only in part, exceeds the largest float; or infinities of both signs
    elif all(isinstance(number, int) for number in numbers):
        return int(sum(numbers))
    infinities = [number for number in numbers if abs(number) == math.inf]
    if infinities:
        return sum(map(float, infinities))
    total = sum(map(_fraction, numbers))
    try:
        return float(total)
    except OverflowError:
        return math.inf if total > 0 else -math.inf


def _fraction(number: Any) -> Fraction:
    return Fraction(*number.as_integer_ratio())
