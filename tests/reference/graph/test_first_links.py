"""The walks down the ids that first links make: which are long, slow, and at hubs."""

from clconn.reference.graph.first_links import (
    BLOCK,
    DROP,
    HUB,
    MOST_ENTRIES,
    STEPS,
    FirstLinks,
    first_links,
    look,
    near,
)
from tests.helpers.graphs import from_pairs


def _rows(pairs, n):
    rows = from_pairs(pairs, n).adjacency()
    return rows.offsets.tolist(), rows.neighbors.tolist()


def test_without_vertices():
    assert first_links([0], []) == FirstLinks(0, 0, 0, 0, 0, 0, 0, 0)


def test_a_walk_must_take_all_steps():
    n = 3 * STEPS
    rows = _rows([(v, v + 1) for v in range(n - 1)], n)
    looks = [look(v, *rows) for v in range(n)]
    ends = (0, n - 1)
    assert looks == [
        FirstLinks(
            v >= STEPS, v >= STEPS, False, False, False, entries, entries * (v >= STEPS), True
        )
        for v, entries in ((v, 1 if v in ends else 2) for v in range(n))
    ]
    assert 1.9 < first_links(*rows).slow_entries < 2
    assert abs(first_links(*rows).slow - (n - STEPS) / n) < 0.02


def test_a_walk_that_gets_far_is_long_and_not_slow():
    stride = DROP // (STEPS // 2)
    n = 2 * STEPS * stride
    for step, slow in ((stride, False), (stride - 1, True)):
        rows = _rows([(v, v + step) for v in range(n - step)], n)
        assert look(n - 1, *rows)[:2] == (True, slow)


def test_only_the_first_entries_are_looked_at():
    v = 2 * STEPS
    offsets, neighbors = _rows([(u, u + 1) for u in range(v)], v + 1)
    larger = [v + 1] * (MOST_ENTRIES - 1)
    for more, slow in ((larger, True), ([v + 1, *larger], False)):
        end = offsets[v]
        row = [*more, v - 1]
        ends = [*offsets[: v + 1], end + len(row), end + len(row)]
        assert look(v, ends, neighbors[:end] + row).slow is slow


def test_a_hub_is_seen_from_its_neighbors():
    for leaves, at_hub in ((HUB, False), (HUB + 1, True)):
        rows = _rows([(v, leaves) for v in range(leaves)], leaves + 2)
        assert [look(v, *rows).at_hubs for v in range(leaves + 2)] == [at_hub] * (leaves + 1) + [
            False
        ]


def test_scattered_vertices_have_neighbors_and_no_near_ones():
    n = 512 * 256
    assert near(n) == 512
    rows = _rows([(0, 512), (1, 514), (2, 514), (2, 3), (n - 1, 0)], n)
    found = {v: look(v, *rows).scattered for v in (0, 1, 2, 3, 4, 512, 514, n - 1)}
    assert found == {
        0: False, 1: True, 2: False, 3: False, 4: False, 512: False, 514: False, n - 1: True
    }  # fmt: skip


def test_entries_within_a_block_are_those_of_rows_that_are_not_long():
    n = 3 * BLOCK
    path = _rows([(v, v + 1) for v in range(n - 1)], n)
    assert [look(v, *path).within for v in (0, 1, BLOCK - 1, BLOCK, n - 1)] == [1, 2, 1, 1, 1]
    assert [look(v, *path, block=4).within for v in (0, 3, 4, 5)] == [1, 1, 1, 2]
    assert first_links(*path).within > 0.99
    strip = _rows([(v, v + BLOCK) for v in range(n - BLOCK)], n)
    assert first_links(*strip).within == 0
    for leaves, within in ((MOST_ENTRIES, MOST_ENTRIES), (MOST_ENTRIES + 1, 0)):
        assert look(0, *_rows([(0, v + 1) for v in range(leaves)], leaves + 1)).within == within


def test_paired_vertices_are_scattered_and_their_neighbors_near_each_other():
    n = 2 * 4096
    half = n // 2
    assert near(n) == 32
    # Rows and columns of a banded matrix; a hub of near neighbors; one whose last neighbor is far
    # away from the others; two far neighbors; one neighbor.
    pairs = [(v, half + v + step) for v in range(40, 60) for step in (0, 1)]
    pairs += [(200, half + v) for v in range(200, 201 + HUB)]
    pairs += [(700, half + v) for v in range(700, 701 + HUB)] + [(700, half + 800)]
    pairs += [(300, half + 300), (300, half + 400), (500, half + 500)]
    rows = _rows(pairs, n)
    for v, paired in ((40, True), (50, True), (half + 50, True), (200, True), (700, False),
                      (half + 200, False), (300, False)):  # fmt: skip
        assert look(v, *rows).paired is paired
        assert look(v, *rows).scattered
    # Parallel edges are one: each edge of a random graph given twice makes no pairs.
    twice = _rows([(v, u) for v, u in pairs for _ in range(2)], n)
    for v, paired in ((50, True), (300, False), (500, False)):
        assert look(v, *twice).paired is paired
    assert look(500, *rows).scattered
    assert not look(500, *rows).paired
    assert not look(1, *_rows([(0, 1), (1, 2)], n)).paired


def test_consecutive_vertices_have_a_neighbor_with_the_id_beside_theirs():
    rows = _rows([(0, 1), (2, 4), (4, 5), (6, 8)], 9)
    found = [look(v, *rows).consecutive for v in range(9)]
    assert found == [True, True, False, False, True, True, False, False, False]
    n = 7 * 60
    path = [(v * 7 % (n - 1), (v + 1) * 7 % (n - 1)) for v in range(n - 2)]
    assert first_links(*_rows(path, n)).consecutive == 0
    assert first_links(*_rows([(v, v + 1) for v in range(n - 1)], n)).consecutive == 1
