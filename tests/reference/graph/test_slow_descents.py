"""The walks down the ids: which are slow."""

from clconn.reference.graph.slow_descents import (
    DROP,
    MOST_ENTRIES,
    STEPS,
    is_slow_descent,
    slow_descents,
)
from tests.helpers.graphs import from_pairs


def _rows(pairs, n):
    rows = from_pairs(pairs, n).adjacency()
    return rows.offsets.tolist(), rows.neighbors.tolist()


def test_without_vertices():
    assert slow_descents([0], []) == 0


def test_a_walk_must_take_all_steps():
    n = 3 * STEPS
    rows = _rows([(v, v + 1) for v in range(n - 1)], n)
    assert [is_slow_descent(v, *rows) for v in range(n)] == [v >= STEPS for v in range(n)]
    assert abs(slow_descents(*rows) - (n - STEPS) / n) < 0.02


def test_a_walk_that_gets_far_is_not_slow():
    stride = DROP // (STEPS // 2)
    n = 2 * STEPS * stride
    for step, slow in ((stride, False), (stride - 1, True)):
        rows = _rows([(v, v + step) for v in range(n - step)], n)
        assert is_slow_descent(n - 1, *rows) is slow


def test_only_the_first_entries_are_looked_at():
    v = 2 * STEPS
    offsets, neighbors = _rows([(u, u + 1) for u in range(v)], v + 1)
    larger = [v + 1] * (MOST_ENTRIES - 1)
    for more, slow in ((larger, True), ([v + 1, *larger], False)):
        end = offsets[v]
        row = [*more, v - 1]
        assert (
            is_slow_descent(v, [*offsets[: v + 1], end + len(row)], neighbors[:end] + row) is slow
        )
