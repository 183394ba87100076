"""Short cycles, by their largest vertices, against all cycles of a small graph."""

import networkx as nx
import numpy as np

from clconn.reference.graph.short_cycles import MOST_LOOKS, SHORT_ROW, short_cycles
from tests.helpers.cases import case


def _rows(pairs, n):
    successors, predecessors = ([[] for _ in range(n)] for _ in range(2))
    for u, v in pairs:
        successors[u].append(v)
        predecessors[v].append(u)
    return successors.__getitem__, predecessors.__getitem__


def test_every_arc_of_the_shortest_cycles_of_a_largest_vertex():
    """No row is long, so that nothing is missed."""
    for seed in range(60):
        random = np.random.default_rng(seed)
        n = int(random.integers(2, 14))
        pairs = {(int(u), int(v)) for u, v in random.integers(0, n, (2 * n, 2)) if u != v}
        graph = nx.DiGraph(sorted(pairs))
        closed = list(nx.simple_cycles(graph, length_bound=4))
        rows = _rows(sorted(pairs), n)
        for v in range(n):
            with case(seed=seed, vertex=v):
                own = [cycle for cycle in closed if max(cycle) == v]
                is_short = any(len(cycle) < 4 for cycle in own)
                begun = {
                    cycle[(cycle.index(v) + 1) % len(cycle)]
                    for cycle in own
                    if len(cycle) < 4 or not is_short
                }
                found = short_cycles(v, *rows)
                assert {way[0] for way in found} == begun
                for way in found:
                    assert max(way) < v
                    assert nx.is_path(graph, [v, *way, v])


def test_loops_and_parallel_arcs_are_no_cycles_of_their_own():
    assert short_cycles(1, *_rows([(1, 1), (1, 0), (1, 0), (0, 0)], 2)) == []
    # An arc twice is found twice.
    assert short_cycles(1, *_rows([(1, 0), (1, 0), (0, 1)], 2)) == [(0,), (0,)]


def test_long_rows_are_not_looked_through():
    for degree, found in ((SHORT_ROW, [(0,)]), (SHORT_ROW + 1, [])):
        v = degree
        away, back = [(v, u) for u in range(degree)], [(u, v) for u in range(degree)]
        assert short_cycles(v, *_rows([*away, (0, v)], v + 1)) == found
        assert short_cycles(v, *_rows([(v, 0), *back], v + 1)) == found
        # Nor the row of another, but a vertex that leads back needs none.
        others = [(0, u) for u in range(1, degree)]
        assert short_cycles(v, *_rows([(v, 0), *others, (0, 1), (1, v)], v + 1)) == (
            [(0, 1)] if found else []
        )


def test_looks_are_bounded():
    """Of four rows that lead nowhere, and of one entry of the last, which takes four arcs."""
    v, size = 1000, MOST_LOOKS // 4
    for first in (size - 1, size):
        away = [(v, w) for w in range(5)]
        others = [(w, 100 + size * w + i) for w in range(4) for i in range(size if w else first)]
        back = [(4, 800), (800, 900), (900, v)]
        found = short_cycles(v, *_rows([*away, *others, *back], v + 1))
        assert found == ([(4, 800, 900)] if first < size else [])
