"""Shortcuts lead where ways lead, join nothing, and make deep graphs shallow."""

from hypothesis import given

from clconn.reference.strong_components.arcs import Arcs, arcs_of
from clconn.reference.strong_components.shortcuts import length_of, shortcuts, with_shortcuts
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
    arcs = arcs_of(from_pairs([(1, 0), (1, 3), (3, 2), (0, 4)], 5, directed=True))
    assert length_of(1) == 2
    assert length_of(2) == length_of(3) == 1
    # 1 -> 3 -> 2 and no further; 2 <- 3 <- 1; 3 has nothing two arcs before it or behind.
    assert shortcuts(arcs) == [(1, 2)]


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
