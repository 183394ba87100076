"""Bijections of integers that look random: an order for each round, and buckets of even size.

They are the finalizer of splitmix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014), which the round salts. Every step of it has an
inverse, so the smallest mixed value of some vertices tells which vertex it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["buckets_of", "mix", "mix_bits", "unmix"]

_STEP = 0x9E3779B97F4A7C15
_FACTORS = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_SHIFTS = 30, 27, 31
_OF_BUCKETS = -1
"""The salt of buckets; rounds count from zero, and should not be ordered as buckets are."""


def mix(values: NDArray[np.int64], salt: int) -> NDArray[np.uint64]:
    """Return another integer of 64 bits for each, different ones for different ones."""
    mixed = values.astype(np.int64).view(np.uint64)
    mixed += _salted(salt)
    for shift, factor in zip(_SHIFTS, (*_FACTORS, 1), strict=True):
        mixed ^= mixed >> np.uint64(shift)
        mixed *= np.uint64(factor)
    return mixed


def unmix(mixed: NDArray[np.uint64], salt: int) -> NDArray[np.int64]:
    """Return the integers of which :func:`mix` made these."""
    values = mixed.copy()
    for shift, factor in zip(reversed(_SHIFTS), (1, *reversed(_FACTORS)), strict=True):
        values *= np.uint64(pow(factor, -1, 2**64))
        # A shift of more than a fifth of the bits is undone by itself and its double.
        values ^= (values >> np.uint64(shift)) ^ (values >> np.uint64(2 * shift))
    values -= _salted(salt)
    return values.view(np.int64)


def buckets_of(keys: NDArray[np.int64], count: int) -> NDArray[np.uint16]:
    """Return the bucket of each key, 0..count-1, evenly and the same in every process."""
    high = mix(keys, _OF_BUCKETS) >> np.uint64(32)
    return ((high * np.uint64(count)) >> np.uint64(32)).astype(np.uint16)


def mix_bits(values: NDArray[np.int64], bits: int, salt: int) -> NDArray[np.int32]:
    """Return another integer of `bits` bits, at most 31, for each of so many bits."""
    mask = np.uint64((1 << bits) - 1)
    half = np.uint64((bits + 1) // 2)
    mixed = (values.astype(np.uint64) + _salted(salt)) & mask
    for factor in _FACTORS:
        mixed = (mixed * np.uint64(factor)) & mask
        mixed ^= mixed >> half
    return mixed.astype(np.int32)


def _salted(salt: int) -> np.uint64:
    # Salts are small, and near ones must give orders that have nothing in common.
    word = ((salt + 2) * _STEP) % 2**64
    word ^= word >> 29
    return np.uint64((word * _FACTORS[0]) % 2**64)
