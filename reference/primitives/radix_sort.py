"""Radix sort of pairs by the first number, digit by digit from the lowest.

N. Satish, M. Harris and M. Garland, "Designing efficient sorting algorithms for
many-core GPUs", IPDPS 2009. A pass counts how often each digit occurs, sums the
counts to get the place where each digit begins, and moves every pair there.

Invariant: a pass keeps the order of pairs with the same digit. So after the pass of a
digit the pairs are sorted by that digit and the digits of all earlier passes.

This sort skips the lowest digit: it sorts pairs by blocks of vertices, as wide as one
memory transaction of a device, and not within blocks (G. Cong and P. Muzio, "Fast
parallel connected components algorithms on GPUs", Euro-Par 2014 workshops, proof of
Theorem 1).
"""

from __future__ import annotations

from itertools import accumulate

__all__ = ["DIGIT_BITS", "sort_pairs", "sort_pass"]

Pair = tuple[int, int]

DIGIT_BITS = 5
"""Bits of a digit. A block is 2**5 = 32 wide, the theorem's best choice."""


def sort_pass(pairs: list[Pair], first_bit: int) -> list[Pair]:
    """Sort pairs by one digit of the first number.

    Parameters
    ----------
    pairs : list of (int, int)
    first_bit : int
        The lowest bit of the digit.
    """
    digits = [(first >> first_bit) % 2**DIGIT_BITS for first, _ in pairs]
    counts = [0] * 2**DIGIT_BITS
    for digit in digits:
        counts[digit] += 1
    next_place = list(accumulate(counts, initial=0))
    result = list(pairs)
    for pair, digit in zip(pairs, digits, strict=True):
        result[next_place[digit]] = pair
        next_place[digit] += 1
    return result


def sort_pairs(pairs: list[Pair], most: int) -> list[Pair]:
    """Sort pairs by the block of the first number.

    Parameters
    ----------
    pairs : list of (int, int)
        First numbers are in 0..most-1.
    most : int

    Examples
    --------
    >>> sort_pairs([(70, 0), (33, 1), (3, 2), (64, 3), (32, 4), (1, 5)], 100)
    [(3, 2), (1, 5), (33, 1), (32, 4), (70, 0), (64, 3)]
    """
    for first_bit in range(DIGIT_BITS, max(most - 1, 0).bit_length(), DIGIT_BITS):
        pairs = sort_pass(pairs, first_bit)
    return pairs
