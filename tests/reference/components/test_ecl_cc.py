"""ECL-CC's initialization, and that each edge is looked at once."""

import pytest
from hypothesis import given

from clconn.reference.components.ecl_cc import INITIALIZATIONS, connected_components_ecl
from clconn.reference.components.finishes import FinishWithUnion
from clconn.reference.union_find.edge_map import entries_at
from clconn.reference.union_find.find import split
from clconn.reference.union_find.forest_edges import NO_EDGE
from clconn.reference.union_find.union_rules import Unite, asynchronous, ecl
from tests.helpers.strategies import graphs


@pytest.mark.parametrize(
    ("name", "parents"),
    [
        ("first-smaller", [(2, 1), (5, NO_EDGE), (4, 6)]),
        ("self", [(5, NO_EDGE)] * 3),
        ("smallest", [(1, 2), (5, NO_EDGE), (4, 6)]),
    ],
)
def test_first_parents(name, parents):
    rows = [[(7, 0), (2, 1), (1, 2)], [(9, 3), (5, 4), (6, 5)], [(4, 6), (4, 7)]]
    assert [INITIALIZATIONS[name](5, row) for row in rows] == parents
    assert INITIALIZATIONS[name](5, []) == (5, NO_EDGE)


@pytest.mark.parametrize("name", INITIALIZATIONS)
@given(graph=graphs())
def test_first_parents_are_smaller_neighbors_or_the_vertex(name, graph):
    adjacency = graph.adjacency()
    for v in range(graph.n):
        places = range(adjacency.offsets[v], adjacency.offsets[v + 1])
        row = entries_at(adjacency.neighbors.tolist(), places)
        parent, edge = INITIALIZATIONS[name](v, row)
        assert (parent, edge) == (v, NO_EDGE) or (parent < v and (parent, edge) in row)


@pytest.mark.parametrize("join", [asynchronous, ecl])
@given(graph=graphs())
def test_each_edge_is_united_once_from_its_larger_end(join, graph):
    current = -1
    united = []

    def begin(parents, v, find):
        nonlocal current
        current = v
        return find(parents, v)

    def watched_join(parents, source, target, find):
        united.append((current, target))
        return join(parents, source, target, find)

    finish = FinishWithUnion(Unite(begin, watched_join), split)
    connected_components_ecl(graph, finish, initialization="self")
    adjacency = graph.adjacency()
    entries = [
        (v, neighbor)
        for v in range(graph.n)
        for neighbor in adjacency.neighbors[
            adjacency.offsets[v] : adjacency.offsets[v + 1]
        ].tolist()
    ]
    assert united == [(v, neighbor) for v, neighbor in entries if neighbor < v]
