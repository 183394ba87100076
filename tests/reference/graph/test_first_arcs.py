"""What the first arcs of a vertex say: branches, both ways, and ids nearby."""

import pytest

from clconn.reference.graph.first_arcs import BLOCK, MOST_ENTRIES, FirstArcs, first_arcs, look
from clconn.reference.graph.transpose import transpose_rows
from tests.helpers.graphs import from_pairs


def _rows(pairs, n):
    rows = from_pairs(pairs, n, directed=True).arcs()
    both = (rows.offsets, rows.neighbors), transpose_rows(rows.offsets, rows.neighbors)
    return [(offsets.tolist(), neighbors.tolist()) for offsets, neighbors in both]


def test_without_vertices_and_without_arcs():
    assert first_arcs(*_rows([], 0)) == (0,) * 13
    assert first_arcs(*_rows([], 5)) == (0,) * 13


def test_forks_joins_and_paths():
    rows = _rows([(0, 1), (1, 2), (2, 3), (2, 4), (3, 5), (4, 5)], 6)
    looks = [look(v, *rows) for v in range(6)]
    assert [found.followed for found in looks] == [True] * 5 + [False]
    assert [found.fork for found in looks] == [False, False, True, False, False, False]
    assert [found.join for found in looks] == [False, False, False, False, False, True]
    assert [found.on_paths for found in looks] == [False, True, False, True, True, False]


def test_a_loop_is_an_arc_and_no_way_back():
    rows = _rows([(0, 0), (0, 1)], 2)
    counts = 1, 0, 1, 0, 1, 0, 2
    assert look(0, *rows) == FirstArcs(True, True, False, False, False, False, *counts)
    assert not look(0, *_rows([(0, 0)], 1)).on_paths


def test_between_hubs_is_no_path():
    ends = [(0, 1), (1, 2)]
    for others, on_path in ((MOST_ENTRIES - 1, True), (MOST_ENTRIES, False)):
        fans = [(0, v) for v in range(3, 3 + others)], [(v, 2) for v in range(3, 3 + others)]
        for fan in fans:
            assert look(1, *_rows([*ends, *fan], 40)).on_paths is on_path
    assert not look(1, *_rows([(0, 1), (1, 0)], 2)).on_paths


def test_a_mutual_vertex_has_a_neighbor_both_ways_among_the_first_arcs():
    rows = _rows([(0, 1), (1, 0), (1, 2), (2, 3), (3, 1)], 4)
    assert [look(v, *rows).mutual for v in range(4)] == [True, True, False, False]
    for others, mutual in ((MOST_ENTRIES - 1, True), (MOST_ENTRIES, False)):
        last = others + 1
        to_others = [(0, v) for v in range(1, last)]
        for pairs in (to_others, [(v, u) for u, v in to_others]):
            assert look(0, *_rows([*pairs, (0, last), (last, 0)], last + 1)).mutual is mutual


def test_the_largest_vertex_of_a_short_cycle_closes_it():
    for arcs, closes in ((2, True), (3, True), (4, True), (5, False)):
        rows = _rows([(v, (v + 1) % arcs) for v in range(arcs)], arcs)
        assert [look(v, *rows).closing for v in range(arcs)] == [False] * (arcs - 1) + [closes]
        assert first_arcs(*rows).closing == pytest.approx(closes / arcs, abs=0.01)


def test_arcs_to_larger_and_to_smaller_ids_of_the_same_block():
    rows = _rows([(5, 6), (5, 6), (5, 4), (5, BLOCK - 1), (5, BLOCK), (BLOCK, 5)], BLOCK + 1)
    assert look(5, *rows)[-7:-1] == (3, 1, 4, 1, 3, 1)
    assert look(BLOCK, *rows)[-7:-1] == (0, 0, 0, 1, 0, 0)
    n = 4 * BLOCK
    found = first_arcs(*_rows([(v, v + 1) for v in range(n - 1)], n))
    assert found.larger == 1
    assert 0.99 < found.ascending < 1
    assert found.larger_nearby == found.ascending
    assert found.descending == found.smaller == found.smaller_nearby == 0
    assert first_arcs(*_rows([(v + 1, v) for v in range(n - 1)], n)).descending > 0.99


def test_passages():
    # A loop leads on by itself; two ways to and three on are six; one of them may lead back.
    rows = _rows([(0, 2), (1, 2), (2, 3), (2, 4), (2, 5), (6, 6)], 7)
    assert [look(v, *rows).passages for v in range(7)] == [0, 0, 6, 0, 0, 0, 1]
    rows = _rows([(0, 2), (1, 2), (2, 3), (2, 4), (2, 1)], 5)
    assert [look(v, *rows).passages for v in range(5)] == [0, 0, 5, 0, 0]
    # Of many only the first count.
    many = [(0, v) for v in range(1, 40)]
    assert look(0, *_rows([*many, (1, 0)], 40)).passages == MOST_ENTRIES - 1
    # A cycle has one for each arc, a path nearly.
    n = 4 * BLOCK
    cycle = [(v, (v + 1) % n) for v in range(n)]
    assert first_arcs(*_rows(cycle, n)).passages == 1
    assert first_arcs(*_rows(cycle[:-1], n)).passages > 0.99
