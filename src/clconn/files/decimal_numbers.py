"""Decimal numbers of a column, such as 12, -0.5 or 3e-05, as the nearest float64.

A number without its point is an integer M, and the value is M divided by a power of ten. If M
and the power are exact in float64, one division rounds the value correctly (W. D. Clinger, *How
to read floating point numbers accurately*, PLDI 1990). Numbers of more digits are divided with
the 64 bits of an x87 long double. Rounding these to 53 bits rounds twice, which is wrong only if
the first result lies in the middle of two float64. Those, and whatever else is a number, go to
Python's ``float``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.files.digits import MOST_DIGITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.files.digits import Text

__all__ = ["decimal_numbers"]

_MINUS, _POINT = b"-."
_NUMBER = re.compile(rb"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_EXACT = 1 << 53
_POWERS = np.array([10**power for power in range(MOST_DIGITS + 1)], dtype=np.uint64)
_HAS_64_BITS = np.finfo(np.longdouble).nmant == 63 and np.dtype(np.longdouble).itemsize == 16
_BELOW_53_BITS = np.uint64(0x7FF)
_MIDDLE = np.uint64(0x400)


def decimal_numbers(
    text: Text,
    places: NDArray[np.intp],
    characters: NDArray[np.uint8],
    first: NDArray[np.intp],
    last: NDArray[np.intp],
    kind: type[np.generic],
) -> NDArray[Any] | None:
    """Return numbers of type `kind`, or None if one is of another form or too large.

    `places` are those of the text's characters that are no digits, and `characters` what is there.
    A number begins behind place ``first - 1`` and ends before place ``last``.
    """
    begins = places.take(first - 1) + 1
    is_negative = (characters.take(first) == _MINUS) & (places.take(first) == begins)
    starts = begins + is_negative
    first = first + is_negative
    has_point = characters.take(first) == _POINT
    points = places.take(first)
    first += has_point
    ends = places.take(first)
    whole = points - starts
    fraction = ends - points - has_point
    is_plain = (first == last) & (whole + fraction > 0) & (whole + fraction <= MOST_DIGITS)
    if not np.issubdtype(kind, np.floating):
        if not is_plain.all() or has_point.any() or int(whole.max(initial=0)) >= MOST_DIGITS:
            return None
        integers = text.numbers(points, whole).view(np.int64)
        if is_negative.any():
            if kind is not np.int64:
                return None
            np.negative(integers, out=integers, where=is_negative)
        return integers.astype(kind, copy=False)
    whole[~is_plain] = 0
    fraction[~is_plain] = 0
    digits = text.numbers(points, whole)
    if has_point.any():
        digits *= _POWERS.take(fraction)
        digits += text.numbers(ends, fraction)
    powers = _POWERS.take(fraction).astype(np.float64)
    values = digits.astype(np.float64)
    is_rounded = (digits > _EXACT) & (fraction > 0)
    values /= powers
    is_open = ~is_plain
    if is_rounded.any():
        is_open |= is_rounded
        if _HAS_64_BITS:
            rows = np.flatnonzero(is_rounded)
            quotients = digits[rows].astype(np.longdouble) / powers[rows].astype(np.longdouble)
            values[rows] = quotients.astype(np.float64)
            low_bits = quotients.view(np.uint64)[::2] & _BELOW_53_BITS
            is_open[rows] = low_bits == _MIDDLE
    np.negative(values, out=values, where=is_negative)
    rows = np.flatnonzero(is_open)
    if rows.size:
        numbers = _by_python(text, begins[rows].tolist(), places.take(last[rows]).tolist())
        if numbers is None:
            return None
        values[rows] = numbers
    return values


def _by_python(text: Text, begins: list[int], ends: list[int]) -> list[float] | None:
    numbers = []
    for begin, end in zip(begins, ends, strict=True):
        field = text.characters[begin:end].tobytes()
        if _NUMBER.fullmatch(field) is None:
            return None
        numbers.append(float(field))
    return numbers
