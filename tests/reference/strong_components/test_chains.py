"""What is cut off a graph of chains, and that no component is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clconn.reference.strong_components.arcs import arcs_of
from clconn.reference.strong_components.chains import chains
from tests.helpers.directed_graphs import directed_graph, directed_graphs
from tests.helpers.graphs import from_pairs
from tests.helpers.oracles import strong_roots


def _cut(graph):
    """The components and the regions of a graph, in order."""
    components, regions = chains(arcs_of(graph), [set(range(graph.n))] if graph.n else [])
    return sorted(components), sorted(map(sorted, regions))


@pytest.mark.parametrize(
    "name", ["empty", "one-loop", "isolated", "path", "path-shuffled", "star-out", "star-in"]
)
def test_of_trees_nothing_is_left(name):
    graph = directed_graph(name)
    assert _cut(graph) == ([[v] for v in range(graph.n)], [])


def test_every_bundle_with_a_cycle_is_a_region():
    """A path of 2-cycles that begins and ends with single vertices."""
    pairs = [(v, v + 1) for v in range(9)] + [(v + 1, v) for v in (1, 3, 5, 7)]
    graph = from_pairs(pairs, 10, directed=True)
    assert _cut(graph) == ([[0], [9]], [[1, 2], [3, 4], [5, 6], [7, 8]])


def test_a_bundle_that_meets_itself_again():
    """0 -> 1 -> 2 -> 0 and 2 -> 3, reached from 4: successors cut the tree off its cycle."""
    graph = from_pairs([(0, 1), (1, 2), (2, 0), (2, 3), (4, 0)], 5, directed=True)
    assert _cut(graph) == ([[3], [4]], [[0, 1, 2]])


def test_a_cycle_of_only_predecessors_has_no_top():
    """Nothing that it leads to is cut off, unless with successors."""
    assert _cut(directed_graph("ring")) == ([], [list(range(200))])
    # Such a cycle begins the path, and one of only successors ends it.
    assert _cut(directed_graph("pairs-on-a-path")) == ([], [list(range(100))])
    # Here the end is a bundle.
    graph = from_pairs([(0, 1), (1, 0), (1, 2), (2, 3), (3, 2), (3, 4), (4, 3)], 5, directed=True)
    assert _cut(graph) == ([], [[0, 1], [2, 3, 4]])


def test_regions_are_cut_apart():
    """An arc between two regions joins nothing."""
    arcs = arcs_of(directed_graph("ring"))
    halves = [set(range(100)), set(range(100, 200))]
    components, regions = chains(arcs, halves)
    assert sorted(components) == [[v] for v in range(200)]
    assert regions == []


@given(graph=directed_graphs(), count=st.integers(1, 3))
def test_components_stay_whole(graph, count):
    roots = strong_roots(graph).tolist()
    # Regions of whole components.
    regions = [{v for v in range(graph.n) if roots[v] % count == i} for i in range(count)]
    components, left = chains(arcs_of(graph), regions)
    found = [*map(set, components), *left]
    assert sorted(v for part in found for v in part) == list(range(graph.n))
    for part in found:
        for region in regions:
            assert part <= region or not part & region
    place = {v: i for i, part in enumerate(found) for v in part}
    assert all(place[v] == place[roots[v]] for v in range(graph.n))
