"""The lists of edges that finishes in rounds are given."""

from hypothesis import given
from hypothesis import strategies as st

from clconn.reference.union_find.edge_map import edges_between_trees, edges_of

ROWS = [(0, [(1, 0), (2, 1)]), (1, [(0, 2)]), (2, []), (3, [(3, 3), (0, 4)])]


def test_every_entry_is_an_edge():
    assert edges_of(ROWS) == [(0, 1), (0, 2), (1, 0), (3, 3), (3, 0)]
    assert edges_of([]) == []


def test_edges_between_trees_go_between_their_roots():
    assert edges_between_trees([0, 0, 2, 2], ROWS) == [(0, 2), (2, 0)]
    assert edges_between_trees([0, 0, 0, 0], ROWS) == []


@given(st.lists(st.integers(0, 5), min_size=6, max_size=6), st.data())
def test_what_is_left_out_joins_nothing_new(labels, data):
    vertex = st.integers(0, 5)
    entry = st.tuples(vertex, st.integers(0, 99))
    rows = [(v, data.draw(st.lists(entry, max_size=4))) for v in range(6)]
    kept = edges_between_trees(labels, rows)
    assert len(kept) == sum(labels[v] != labels[w] for v, w in edges_of(rows))
    assert all(source != target for source, target in kept)
    assert {frozenset(edge) for edge in kept} == {
        frozenset((labels[v], labels[w])) for v, w in edges_of(rows) if labels[v] != labels[w]
    }
