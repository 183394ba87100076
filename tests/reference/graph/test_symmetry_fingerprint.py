"""The fingerprint is zero for symmetric rows, and for no others."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from clconn.reference.graph.symmetry_fingerprint import fingerprint, vertex_hashes
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.strategies import edge_lists

KEYS = st.integers(0, 2**64 - 1)
# Of a number that Hypothesis likes, such as 0, a hash may be 0 too.
RANDOM_KEYS = st.integers(0, 2**32).map(
    lambda seed: int(np.random.default_rng(seed).integers(2**64, dtype=np.uint64))
)


@for_each("name", HAND_MADE)
def test_the_adjacency_of_a_graph_is_symmetric(name):
    rows = hand_made(name).adjacency()
    for key in (0, 1, 2**64 - 1):
        assert fingerprint(hand_made(name).n, rows.offsets, rows.neighbors, key) == 0


@given(drawn=edge_lists(), key=RANDOM_KEYS)
def test_drawn_rows(drawn, key):
    n, pairs = drawn
    rows = [[u for v, u in pairs if v == owner] for owner in range(n)]
    offsets = np.cumsum([0] + [len(row) for row in rows])
    neighbors = np.array([u for row in rows for u in row], dtype=np.int32)
    symmetric = sorted(pairs) == sorted((u, v) for v, u in pairs)
    assert (fingerprint(n, offsets, neighbors, key) == 0) == symmetric


@given(n=st.integers(0, 200), key=KEYS)
def test_hashes(n, key):
    """Python's integers, which know no overflow, give the same."""
    first, second = vertex_hashes(n, key)
    for v in range(n):
        number = (v + key) * 0x9E3779B97F4A7C15 % 2**64
        number = (number ^ (number >> 32)) * (key | 1) % 2**64
        number ^= number >> 29
        assert first[v] == number
        assert second[v] == (number ^ (number >> 32)) * 0xD6E8FEB86659FD93 % 2**64
