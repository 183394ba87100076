"""The radix sort: stable, and by blocks of vertices."""

from hypothesis import given
from hypothesis import strategies as st

from clconn.reference.primitives.radix_sort import DIGIT_BITS, sort_pairs, sort_pass

PAIRS = st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 9)), max_size=60)


@given(PAIRS, st.integers(0, 12))
def test_a_pass_is_stable(pairs, first_bit):
    expected = sorted(pairs, key=lambda pair: (pair[0] >> first_bit) % 2**DIGIT_BITS)
    assert sort_pass(pairs, first_bit) == expected


@given(PAIRS)
def test_pairs_are_sorted_by_block_and_stay_in_order_within(pairs):
    expected = sorted(pairs, key=lambda pair: pair[0] // 2**DIGIT_BITS)
    assert sort_pairs(pairs, 5001) == expected


def test_one_block_needs_no_pass():
    pairs = [(31, 0), (0, 1)]
    assert sort_pairs(pairs, 32) == pairs
    assert sort_pairs(pairs, 33) == pairs
    assert sort_pairs([], 0) == []
