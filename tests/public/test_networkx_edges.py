"""The edges of NetworkX graphs: in NetworkX's order, from any kind of graph and view."""

import networkx
import numpy as np
import pytest

import clconn
from clconn.errors import GraphError, OptionError
from clconn.graph import Graph
from tests.helpers.cases import for_each

KINDS = [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]
NAMES = {
    "in order": lambda v: v,
    "shuffled": lambda v: (7 * v) % 50 - 10,
    "huge": lambda v: v + 2**70,
    "strings": str,
    "mixed": lambda v: v if v % 2 else (v, "pair"),
    "floats": lambda v: v + 0.5,
    "truth": lambda v: bool(v) if v < 2 else v,
}
VIEWS = {
    "itself": lambda graph: graph,
    "frozen": networkx.freeze,
    "subgraph": lambda graph: graph.subgraph(list(graph)[:9]),
    "large subgraph": lambda graph: graph.subgraph(list(graph)[3:]),
    "filtered": lambda graph: networkx.subgraph_view(graph, filter_node=lambda v: v != 3),
    "hidden edges": lambda graph: networkx.subgraph_view(
        graph, filter_edge=lambda u, v, *key: key != (0,)
    ),
    "undirected": lambda graph: graph.to_undirected(as_view=True),
    "directed": lambda graph: graph.to_directed(as_view=True),
    "reversed": lambda graph: graph.reverse(copy=False) if graph.is_directed() else graph,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
@for_each("view", VIEWS)
def test_the_edges_in_the_order_of_networkx(kind, name, view):
    whole = kind()
    name = NAMES[name]
    if name(0) == 0:
        whole.add_nodes_from(map(name, range(30)))
    for u, v, weight in np.random.default_rng(9).integers(0, 30, (150, 3)).tolist():
        whole.add_edge(name(u), name(v), weight=weight)
    graph = VIEWS[view](whole)
    made = Graph.from_networkx(graph, weight="weight")
    assert made.nodes == list(graph.nodes)
    named = [[made.nodes[v] for v in ends] for ends in made.edges()]
    expected = list(graph.edges(data="weight", default=1))
    assert list(zip(*named, made.weights.tolist(), strict=True)) == expected


def _priced():
    graph = networkx.Graph()
    graph.add_edge("a", "b", cost=3, length=1)
    graph.add_edge("b", "c", cost=2)
    graph.add_edge("c", "a")
    return graph


def test_an_attribute_by_its_name(backend):
    forest = clconn.minimum_spanning_forest(_priced(), weight="cost", backend=backend)
    # NetworkX lists a-b, a-c and b-c, and a-c weighs 1.
    assert forest.edge_ids.tolist() == [1, 2]
    assert forest.weights.tolist() == [1, 2]
    assert clconn.minimum_spanning_forest(_priced(), backend=backend).weights.tolist() == [1, 1]


@pytest.mark.parametrize("weight", ["cots", "weight", 3, len])
def test_an_attribute_that_no_edge_has(weight):
    message = "no edge has the attribute .*; edges have: 'cost', 'length'"
    with pytest.raises(GraphError, match=message):
        Graph.from_networkx(_priced(), weight=weight)
    with pytest.raises(GraphError, match=message):
        clconn.minimum_spanning_forest(_priced(), weight=weight, backend="reference")
    with pytest.raises(GraphError, match="no edge has any attribute"):
        Graph.from_networkx(networkx.path_graph(3), weight=weight)
    assert Graph.from_networkx(networkx.empty_graph(3), weight=weight).n == 3


def test_a_name_that_is_none():
    with pytest.raises(GraphError, match="expected the name of an edge attribute"):
        Graph.from_networkx(_priced(), weight=[])


def test_an_attribute_where_there_are_none():
    graph = Graph.from_edges([0], [1])
    with pytest.raises(
        OptionError, match=r"weight='cost' names .* and this is Graph; leave it out"
    ):
        clconn.minimum_spanning_forest(graph, weight="cost")


@pytest.mark.parametrize("weight", [None, "heavy", 2j, float("nan")])
def test_an_error_names_the_nodes(weight):
    graph = _priced()
    graph["b"]["c"]["cost"] = weight
    with pytest.raises(GraphError, match="the weight of edge 2, from 'b' to 'c', is "):
        Graph.from_networkx(graph, weight="cost")


def test_exact_weights(backend):
    graph = networkx.Graph()
    graph.add_weighted_edges_from([(0, 1, 2**53 + 1), (1, 2, 2**53), (0, 2, 0.5)])
    forest = clconn.minimum_spanning_forest(graph, backend=backend)
    assert sorted(forest.weights.tolist()) == [0.5, 2**53]


def test_a_view_filters_each_edge_once():
    calls = []
    whole = networkx.path_graph(9)
    view = networkx.subgraph_view(whole, filter_edge=lambda *edge: calls.append(edge) or True)
    assert Graph.from_networkx(view).edge_count == 8
    assert len(calls) == len(set(calls)) == 16
