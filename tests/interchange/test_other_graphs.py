"""Graphs of igraph and rustworkx, against the answers of these libraries."""

import numpy as np
import pytest

import clconn
from clconn.errors import GraphError, OptionError
from tests.helpers.libraries import library


@pytest.fixture
def igraph():
    return library("igraph")


@pytest.fixture
def rustworkx():
    return library("rustworkx")


def _random_edges(n, m):
    random = np.random.default_rng(m)
    return random.integers(0, n, (m, 2)).tolist(), random.integers(0, 99, m).tolist()


# ------------------------------------------------------------------------- igraph


@pytest.mark.parametrize("directed", [False, True])
def test_igraph_has_the_same_answers(igraph, directed):
    edges, weights = _random_edges(60, 50)
    theirs = igraph.Graph(60, edges, directed=directed)
    theirs.es["weight"] = weights
    graph = clconn.Graph.from_igraph(theirs, weight="weight")
    assert (graph.n, graph.edge_count, graph.directed) == (60, 50, directed)
    assert graph.nodes is None
    assert list(zip(*(end.tolist() for end in graph.edges()), strict=True)) == theirs.get_edgelist()
    for given in (graph, theirs):
        weak = clconn.connected_components(given)
        assert weak.labels.tolist() == theirs.connected_components("weak").membership
        strong = clconn.strongly_connected_components(given)
        assert strong.count == len(theirs.connected_components("strong"))
        forest = clconn.minimum_spanning_forest(given)
        undirected = theirs.as_undirected(mode="each")
        undirected.es["weight"] = weights
        assert forest.total_weight == sum(undirected.spanning_tree(weights="weight").es["weight"])


def test_names_of_igraph(igraph):
    theirs = igraph.Graph.TupleList([("Oslo", "Bergen", 463), ("Rome", "Turin", 669)], weights=True)
    result = clconn.connected_components(theirs)
    assert result.connected("Oslo", "Bergen")
    assert not result.connected("Oslo", "Rome")
    theirs.es["km"] = [5, 6]
    assert clconn.minimum_spanning_forest(theirs).total_weight == 463 + 669
    assert clconn.minimum_spanning_forest(theirs, weight="km").total_weight == 11


def test_bad_graphs_of_igraph(igraph):
    theirs = igraph.Graph(2, [(0, 1)])
    with pytest.raises(GraphError, match="edges have no attribute 'km'; edges have none"):
        clconn.Graph.from_igraph(theirs, weight="km")
    theirs.es["km"] = [None]
    with pytest.raises(GraphError, match="the weight of edge 0 is None"):
        clconn.Graph.from_igraph(theirs, weight="km")
    with pytest.raises(GraphError, match="no attribute 'w'; edges have: 'km'"):
        clconn.Graph.from_igraph(theirs, weight="w")
    with pytest.raises(GraphError, match="expected a graph of igraph, got int"):
        clconn.Graph.from_igraph(5)
    assert clconn.Graph.from_igraph(igraph.Graph()).n == 0


# ---------------------------------------------------------------------- rustworkx


@pytest.mark.parametrize("kind", ["PyGraph", "PyDiGraph"])
def test_rustworkx_has_the_same_answers(rustworkx, kind):
    edges, weights = _random_edges(60, 50)
    theirs = getattr(rustworkx, kind)()
    theirs.add_nodes_from(range(60))
    theirs.add_edges_from([(*edge, weight) for edge, weight in zip(edges, weights, strict=True)])
    theirs.remove_nodes_from([3, 17])
    graph = clconn.Graph.from_rustworkx(theirs, weight=float)
    assert graph.directed == (kind == "PyDiGraph")
    assert graph.nodes.tolist() == list(theirs.node_indices())
    for given in (graph, theirs):
        groups = clconn.connected_components(given).groups()
        weak = "weakly_connected_components" if graph.directed else "connected_components"
        found = {frozenset(group.tolist()) for group in groups}
        assert found == set(map(frozenset, getattr(rustworkx, weak)(theirs)))
        if graph.directed:
            strong = clconn.strongly_connected_components(given)
            assert strong.count == len(rustworkx.strongly_connected_components(theirs))
        else:
            lightest = rustworkx.minimum_spanning_edges(theirs, weight_fn=float)
            forest = clconn.minimum_spanning_forest(given)
            assert forest.total_weight == sum(weight for *_, weight in lightest)


@pytest.mark.parametrize("payloads", [[None, 5], [{}, {"weight": 5}]])
def test_an_edge_without_the_usual_weight_of_another(rustworkx, payloads):
    theirs = rustworkx.PyGraph()
    theirs.add_nodes_from(range(3))
    theirs.add_edges_from([(0, 1, payloads[0]), (1, 2, payloads[1])])
    with pytest.raises(GraphError, match="edge 0"):
        clconn.minimum_spanning_forest(theirs)
    assert clconn.connected_components(theirs).count == 1


def test_payloads_of_rustworkx(rustworkx):
    theirs = rustworkx.PyGraph()
    theirs.add_nodes_from("abc")
    theirs.add_edges_from([(0, 1, {"weight": 2, "km": 5}), (1, 2, {"weight": 3, "km": 6})])
    assert clconn.Graph.from_rustworkx(theirs).nodes is None
    assert clconn.minimum_spanning_forest(theirs).total_weight == 5
    assert clconn.minimum_spanning_forest(theirs, weight="km").total_weight == 11
    doubled = clconn.minimum_spanning_forest(theirs, weight=lambda payload: 2 * payload["km"])
    assert doubled.total_weight == 22
    theirs.add_edge(0, 2, {"km": 1})
    with pytest.raises(GraphError, match=r"payload of edge 2 is .*without an item 'weight'"):
        clconn.Graph.from_rustworkx(theirs, weight="weight")
    with pytest.raises(GraphError, match="the weight of edge 0 is"):
        clconn.Graph.from_rustworkx(theirs, weight=lambda payload: payload)
    theirs.remove_edges_from([(0, 1), (1, 2), (0, 2)])
    theirs.add_edge(0, 1, None)
    assert clconn.minimum_spanning_forest(theirs).total_weight == 1
    with pytest.raises(GraphError, match="expected a graph of rustworkx, got str; to read a file"):
        clconn.Graph.from_rustworkx("graph.mtx")
    assert clconn.Graph.from_rustworkx(rustworkx.PyDiGraph()).n == 0


def test_only_edges_with_attributes_have_a_named_weight():
    graph = clconn.Graph.from_edges([0], [1])
    with pytest.raises(OptionError, match="names an attribute of the edges"):
        clconn.minimum_spanning_forest(graph, weight="km")
    with pytest.raises(GraphError, match="NetworkX, igraph or rustworkx, or a data frame"):
        clconn.connected_components([[0, 1]])
