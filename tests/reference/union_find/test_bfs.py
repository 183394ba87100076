"""The search: its source, its directions, and that it reaches a component as a whole."""

import pytest
from hypothesis import given

from clconn.reference.union_find import bfs
from clconn.reference.union_find.bfs import bfs_sampling, choose_source, search
from clconn.reference.union_find.find import finalize, naive
from clconn.reference.union_find.forest_edges import NO_EDGE
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.strategies import graphs


def _rows(graph):
    adjacency = graph.adjacency()
    return adjacency.offsets.tolist(), adjacency.neighbors.tolist()


@given(graph=graphs())
def test_a_search_reaches_the_component_of_its_source_and_no_more(graph):
    roots = scipy_roots(graph)
    for source in range(0, graph.n, 1 + graph.n // 5):
        is_reached = [False] * graph.n
        reached_by = search(*_rows(graph), source, is_reached)
        assert next(iter(reached_by)) == source
        assert sorted(reached_by) == [v for v in range(graph.n) if roots[v] == roots[source]]
        assert [v for v in range(graph.n) if is_reached[v]] == sorted(reached_by)


@given(graph=graphs())
def test_an_edge_leads_from_a_vertex_reached_before_to_each_but_the_source(graph):
    offsets, neighbors = _rows(graph)
    owners = [v for v in range(graph.n) for _ in range(offsets[v], offsets[v + 1])]
    for source in range(0, graph.n, 1 + graph.n // 5):
        reached_by = search(offsets, neighbors, source, [False] * graph.n)
        assert reached_by.pop(source) == NO_EDGE
        before = {source}
        for v, edge in reached_by.items():
            ends = {owners[edge], neighbors[edge]}
            assert v in ends
            assert ends - {v} <= before
            before.add(v)


def _ways(monkeypatch, name, source):
    """The directions of the rounds of a search: d for down, u for up."""
    ways = []
    with monkeypatch.context() as patch:
        for step, way in ((bfs._top_down, "d"), (bfs._bottom_up, "u")):

            def watched(*arguments, step=step, way=way):
                ways.append(way)
                return step(*arguments)

            patch.setattr(bfs, step.__name__, watched)
        graph = hand_made(name)
        search(*_rows(graph), source, [False] * graph.n)
    return "".join(ways)


@pytest.mark.parametrize(
    ("name", "source", "ways"),
    [
        # 39 of 1560 entries are few, the rest is more than the 14th part of nothing.
        ("clique", 0, "du"),
        # The hub has half of all entries; its 99 leaves are more than the 24th part of 100.
        ("star-from-last", 99, "uu"),
        # The leaf has one entry of 198; the hub has half of all, and then there are many leaves.
        ("star-from-last", 0, "duu"),
    ],
)
def test_directions(monkeypatch, name, source, ways):
    assert _ways(monkeypatch, name, source) == ways


def test_a_small_frontier_goes_down_and_one_that_shrinks_goes_down_again(monkeypatch):
    assert _ways(monkeypatch, "path", 0).startswith("d" * 270)
    assert "ud" in _ways(monkeypatch, "random-one-giant", 0)


def test_the_source_is_a_hub():
    offsets, _ = _rows(hand_made("star-from-last"))
    assert choose_source(offsets, [False] * 100) == 99
    offsets, _ = _rows(hand_made("five-alone"))
    assert choose_source(offsets, [False] * 5) == 0


def test_the_source_is_not_reached():
    offsets, _ = _rows(hand_made("clique"))
    is_reached = [True] * 40
    assert choose_source(offsets, is_reached) is None
    is_reached[7] = False
    assert choose_source(offsets, is_reached) == 7
    assert choose_source([0], []) is None


def test_each_search_looks_at_vertices_of_its_own():
    n = 1_000_000
    offsets = list(range(n + 1))
    chosen = {choose_source(offsets, [False] * n, searches) for searches in range(3)}
    assert len(chosen) == 3


@for_each("name", HAND_MADE)
def test_sampling_makes_one_tree_of_a_component_and_splits_none(name):
    graph = hand_made(name)
    roots = scipy_roots(graph)
    offsets, neighbors = _rows(graph)
    parents = list(range(graph.n))
    bfs_sampling(parents, offsets, neighbors)
    assert all(parent <= v for v, parent in enumerate(parents))
    finalize(parents, naive)
    assert all(roots[parent] == roots[v] for v, parent in enumerate(parents))
    source = choose_source(offsets, [False] * graph.n)
    if source is not None:
        component = [v for v in range(graph.n) if roots[v] == roots[source]]
        assert {parents[v] for v in component} == {component[0]}
