"""Rem's union with splicing, and that verification finds what races would have lost."""

from hypothesis import given
from hypothesis import strategies as st

from clconn.reference.components import rem_verified
from clconn.reference.components.rem_verified import unite_rem
from tests.helpers.oracles import scipy_roots
from tests.helpers.strategies import graphs


def test_the_walk_splices_what_it_leaves():
    #   2 <- 3 <- 4 <- 5 and 0 <- 1
    parents = [0, 0, 2, 2, 3, 4]
    assert unite_rem(parents, 1, 5)
    # Every vertex of the longer path was moved over, its root was linked.
    assert parents == [0, 0, 0, 0, 0, 0]
    assert not unite_rem(parents, 5, 2)


def test_equal_parents_end_the_walk_at_once():
    parents = [0, 0, 0, 1, 1]
    assert not unite_rem(parents, 3, 4)
    assert parents == [0, 0, 0, 1, 1]


@given(graphs(), st.data())
def test_lost_links_are_made_again(graph, data):
    sources, targets = graph.edges()
    edges = list(zip(sources.tolist(), targets.tolist(), strict=True))
    parents = list(range(graph.n))
    for u, v in edges:
        unite_rem(parents, u, v)
    lost = data.draw(st.lists(st.integers(0, max(graph.n - 1, 0)), max_size=20))
    for v in lost if graph.n else []:
        parents[v] = v
    rem_verified.finish(parents, edges)
    assert parents == scipy_roots(graph).tolist()
