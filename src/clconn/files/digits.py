"""Integers at known places of a text, eight digits at a time, for whole columns in numpy.

Eight characters are one 64-bit number, with the first character in the lowest byte. Three
multiplications then turn them into their value: neighboring digits become pairs, pairs become
fours, and both fours the number (D. Lemire and G. Langdale, *Quickly parsing eight digits*, 2018,
https://lemire.me/blog/2018/10/03/quickly-parsing-eight-digits/). Shorter numbers are read with
the characters before them, which a mask clears.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_DIGITS", "Text"]

MOST_DIGITS = 19
"""Any number of so many digits fits in 64 bits without a sign."""

_PADDING = 24
_DIGIT_VALUES = 0x0F0F0F0F0F0F0F0F


def _masks(skipped: int) -> NDArray[np.uint64]:
    """Return what to keep of eight characters, by the length of a number whose end is cut off."""
    kept = (min(max(length - skipped, 0), 8) for length in range(MOST_DIGITS + 1))
    return np.array(
        [_DIGIT_VALUES << 8 * (8 - count) & (1 << 64) - 1 for count in kept], dtype=np.uint64
    )


_MASKS = {skipped: _masks(skipped) for skipped in (0, 8, 16)}


class Text:
    """A text whose numbers can be read anywhere.

    Attributes
    ----------
    characters : array of uint8
        The text after some newlines. Places count from the first of these.
    start : int
        The place of the first character of the text itself.
    """

    start = _PADDING

    def __init__(self, data: bytes | memoryview) -> None:
        padded = b"".join([b"\n" * _PADDING, data, b"\n" * (-len(data) % 8)])
        self.characters = np.frombuffer(padded, dtype=np.uint8)
        self._words = np.frombuffer(padded, dtype="<u8")

    def numbers(self, ends: NDArray[np.intp], lengths: NDArray[np.intp]) -> NDArray[np.uint64]:
        """Return the numbers of up to 19 digits that end before these places; "" is 0."""
        longest = int(lengths.max(initial=0))
        if longest <= 1:
            # As before most decimal points.
            digits = self.characters.take(ends - 1) & np.uint8(0x0F)
            return digits.astype(np.uint64) * lengths.astype(np.uint64)
        values = self._eight(ends, lengths, 0)
        for skipped in (8, 16):
            if longest > skipped:
                values += self._eight(ends, lengths, skipped) * np.uint64(10**skipped)
        return values

    def _eight(
        self, ends: NDArray[np.intp], lengths: NDArray[np.intp], skipped: int
    ) -> NDArray[np.uint64]:
        """Return the value of eight digits of each number, before the last `skipped` ones."""
        values = self._characters_before(ends - skipped)
        values &= _MASKS[skipped].take(lengths)
        for factor, shift, mask in (
            (10 << 8 | 1, 8, 0x00FF00FF00FF00FF),
            (100 << 16 | 1, 16, 0x0000FFFF0000FFFF),
            (10000 << 32 | 1, 32, 0x00000000FFFFFFFF),
        ):
            values *= np.uint64(factor)
            values >>= np.uint64(shift)
            values &= np.uint64(mask)
        return values

    def _characters_before(self, ends: NDArray[np.intp]) -> NDArray[np.uint64]:
        """Return the eight characters before each place, from two aligned words."""
        begins = ends - 8
        words = begins >> 3
        shift = (begins & 7).astype(np.uint64)
        shift <<= np.uint64(3)
        values = self._words.take(words).astype(np.uint64, copy=False)
        values >>= shift
        words += 1
        upper = self._words.take(words, mode="clip").astype(np.uint64, copy=False)
        # numpy shifts by 64 to 0, where C says nothing.
        upper <<= np.subtract(np.uint64(64), shift, out=shift)
        values |= upper
        return values
