"""Numbers that look random and are the same on every device and in every run."""

from __future__ import annotations

__all__ = ["mixed_bits", "spread_place"]


def mixed_bits(bits: int) -> int:
    """Mix the bits of a counter.

    G. L. Steele and S. Vigna, "Computationally easy, spectrally good multipliers for congruential
    pseudorandom number generators", 2022 (David Stafford's mix 13). There is no seed and no state,
    so the result is the same on every device and in every order of calls.

    Parameters
    ----------
    bits : int
        In 0..2**64-1.
    """
    bits = bits * 0x9E3779B97F4A7C15 % 2**64
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % 2**64
    return bits ^ bits >> 31


def spread_place(i: int, n: int) -> int:
    """Return number i of a sequence that spreads evenly over 0..n-1."""
    # The fractions of the multiples of the golden ratio leave no large gap.
    return ((i + 1) * 2654435769 % 2**32 * n) >> 32
