"""Which paths are found, and where their vertices go when they have been an arc."""

from hypothesis import given

from clconn.reference.strong_components import contraction as module
from clconn.reference.strong_components.arcs import arcs_of
from clconn.reference.strong_components.contraction import contraction
from clconn.reference.strong_components.nonbranching_paths import Path, divide, nonbranching_paths
from clconn.reference.strong_components.tarjan import tarjan
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, directed_graph, directed_graphs, subdivided
from tests.helpers.graphs import from_pairs


def _paths(pairs, n):
    return nonbranching_paths(arcs_of(from_pairs(pairs, n, directed=True)))


def test_paths_begin_and_end_at_vertices_that_branch():
    # 0 branches to 1 -> 2 -> 5 and to 3 -> 5; 4 leads to 0, and 5 nowhere.
    pairs = [(0, 1), (1, 2), (2, 5), (0, 3), (3, 5), (4, 0)]
    assert _paths(pairs, 6) == [Path(0, [1, 2], 5), Path(0, [3], 5)]


def test_a_path_may_lead_back_to_where_it_began():
    assert _paths([(0, 1), (1, 2), (2, 0), (0, 3), (3, 0)], 4) == [
        Path(0, [1, 2], 0),
        Path(0, [3], 0),
    ]


def test_a_cycle_alone_is_no_path():
    assert _paths([(0, 1), (1, 2), (2, 0)], 3) == []


def test_vertices_of_paths_go_with_both_ends_or_alone():
    paths = [Path(0, [1, 2], 3), Path(3, [4], 0), Path(3, [5], 6)]
    components = divide([[0, 3, 1, 2, 4], [6, 5]], paths)
    assert sorted(map(sorted, components)) == [[0, 1, 2, 3, 4], [5], [6]]
    assert list(divide([[0], [3, 1, 2]], paths[:1])) == [[0], [3], [1], [2]]


def test_graphs_of_long_paths(monkeypatch):
    """The hand-made graphs, each arc of which is a path: they are contracted as if it were none."""
    sizes, shortened = [], []
    levels = module._contract_levels
    monkeypatch.setattr(module, "_contract_levels", lambda arcs, level, block: (
        sizes.append(level.arcs.n), levels(arcs, level, block))[1])  # fmt: skip
    for name in DIRECTED:
        graph = directed_graph(name)
        longer = subdivided(graph, 4)
        arcs = arcs_of(longer)
        sizes.clear()
        with case(graph=name):
            expected = sorted(map(sorted, tarjan(arcs)))
            assert sorted(map(sorted, contraction(arcs, "alone"))) == expected
            if sizes:
                shortened.append(sizes[0] <= graph.n < longer.n)
    # All but graphs without arcs, and those of which each vertex is on a cycle or a path.
    assert sum(shortened) >= 25


@given(graph=directed_graphs())
def test_drawn_graphs_of_long_paths(graph):
    arcs = arcs_of(subdivided(graph, 2))
    expected = sorted(map(sorted, tarjan(arcs)))
    assert sorted(map(sorted, contraction(arcs, "alone", block=3))) == expected
