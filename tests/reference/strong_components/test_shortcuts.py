"""Shortcuts lead where ways lead, join nothing, and make deep graphs shallow."""

from hypothesis import given

from clconn.reference.strong_components.arcs import Arcs, arcs_of
from clconn.reference.strong_components.shortcuts import (
    MOST_LOOKS,
    length_of,
    shortcuts,
    with_shortcuts,
)
from clconn.reference.strong_components.tarjan import tarjan
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, directed_graph, directed_graphs
from tests.helpers.graphs import from_pairs


def _path(n):
    ids = range(n)
    return Arcs([[v + 1] for v in ids[:-1]] + [[]], [[], *([v] for v in ids[:-1])])


def _assert_same_components(arcs):
    expected = sorted(map(sorted, tarjan(arcs)))
    assert sorted(map(sorted, tarjan(with_shortcuts(arcs)))) == expected


def test_hand_made_graphs():
    for name in DIRECTED:
        with case(graph=name):
            _assert_same_components(arcs_of(directed_graph(name)))


@given(directed_graphs())
def test_drawn_graphs(graph):
    _assert_same_components(arcs_of(graph))


def test_shortcuts_of_a_path():
    """Each leads as far as its vertex says, if the path does."""
    n = 1000
    ahead = {(v, v + 2 ** length_of(v)) for v in range(n) if v + 2 ** length_of(v) < n}
    back = {(v - 2 ** length_of(v), v) for v in range(n) if v - 2 ** length_of(v) >= 0}
    found = shortcuts(_path(n))
    assert set(found) == ahead | back
    assert len(found) == len(ahead) + len(back)
    assert 0.4 * n < sum(length_of(v) == 1 for v in range(n)) < 0.6 * n


def test_ways_go_by_the_largest_id():
    arcs = arcs_of(from_pairs([(2, 0), (2, 3), (3, 1), (0, 4)], 5, directed=True))
    assert length_of(2) == 1
    # 2 -> 3 -> 1, not 2 -> 0 -> 4; on the ways back of these no vertex is four arcs away.
    assert shortcuts(arcs) == [(2, 1)]


def test_not_all_of_a_long_row_is_looked_at():
    n = 80
    successors = [[] for _ in range(n)]
    successors[2] = list(range(3, 3 + MOST_LOOKS + 8))
    for v in successors[2]:
        successors[v] = [v + 1]
    predecessors = [[u for u in range(n) if v in successors[u]] for v in range(n)]
    assert (2, 3 + MOST_LOOKS) in shortcuts(Arcs(successors, predecessors))


def test_a_long_path_becomes_shallow():
    n = 5000
    arcs, rounds = with_shortcuts(_path(n)), 0
    reached = {0}
    border = reached
    while border:
        border = {w for v in border for w in arcs.successors[v]} - reached
        reached |= border
        rounds += 1
    assert len(reached) == n
    assert rounds < 60
