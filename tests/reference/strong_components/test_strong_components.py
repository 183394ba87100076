"""The serial algorithms for strong components against scipy, and against each other."""

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clconn.graph import Graph
from clconn.reference.strong_components.arcs import arcs_of, roots_of
from clconn.reference.strong_components.coloring import coloring
from clconn.reference.strong_components.forward_backward import forward_backward
from clconn.reference.strong_components.kosaraju import kosaraju
from clconn.reference.strong_components.numbered_forward_backward import numbered_forward_backward
from clconn.reference.strong_components.obf import obf
from clconn.reference.strong_components.pearce import pearce
from clconn.reference.strong_components.signatures import signatures
from clconn.reference.strong_components.tarjan import tarjan
from clconn.reference.strong_components.trimming import trim_ones, trim_pairs
from clconn.reference.strong_components.two_phase import two_phase
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, directed_graph, directed_graphs
from tests.helpers.larger_directed_graphs import DEEP, SHALLOW, larger_graph
from tests.helpers.oracles import scipy_strong_roots

ALGORITHMS = {
    "tarjan": tarjan,
    "kosaraju": kosaraju,
    "pearce": pearce,
    "forward-backward": forward_backward,
    "forward-backward, trimmed of ones": lambda arcs: forward_backward(arcs, trim=1),
    "forward-backward, trimmed of pairs": lambda arcs: forward_backward(arcs, trim=2),
    "coloring": coloring,
    "coloring, trimmed of ones": lambda arcs: coloring(arcs, trim=1),
    "coloring, trimmed of pairs": lambda arcs: coloring(arcs, trim=2),
    "obf": lambda arcs: obf(arcs, recursive=False),
    "obf, recursive": obf,
    "numbered": lambda arcs: numbered_forward_backward(arcs)[0],
    "numbered, no partition": lambda arcs: numbered_forward_backward(arcs, partition=False)[0],
    "numbered, smallest sources": lambda arcs: numbered_forward_backward(arcs, smallest=True)[0],
    "signatures": signatures,
    "signatures, no jumps": lambda arcs: signatures(arcs, jump=False),
    "signatures, chains cut": lambda arcs: signatures(arcs, chains=True),
    "two-phase": two_phase,
    "two-phase, chains cut": lambda arcs: two_phase(arcs, "chains"),
    "two-phase, serial": lambda arcs: two_phase(arcs, "serial"),
}
every_algorithm = pytest.mark.parametrize("name", ALGORITHMS)


def _check(name, graph):
    components = [list(component) for component in ALGORITHMS[name](arcs_of(graph))]
    assert sorted(v for component in components for v in component) == list(range(graph.n))
    np.testing.assert_array_equal(roots_of(graph.n, components), scipy_strong_roots(graph))


@every_algorithm
def test_hand_made_graphs(name):
    for graph in DIRECTED:
        with case(graph=graph):
            _check(name, directed_graph(graph))


@every_algorithm
def test_families(name):
    for graph in (*SHALLOW, *DEEP):
        with case(graph=graph):
            _check(name, larger_graph(graph, 500))


@every_algorithm
@given(graph=directed_graphs())
def test_drawn_graphs(name, graph):
    _check(name, graph)


@given(graph=directed_graphs())
def test_the_oracle_is_not_wrong_itself(graph):
    digraph = networkx.DiGraph()
    digraph.add_nodes_from(range(graph.n))
    digraph.add_edges_from(zip(*(ends.tolist() for ends in graph.edges()), strict=True))
    found = roots_of(graph.n, networkx.strongly_connected_components(digraph))
    np.testing.assert_array_equal(found, scipy_strong_roots(graph))


@pytest.mark.parametrize(("name", "arcs_point"), [("tarjan", 0), ("pearce", 0), ("kosaraju", 1)])
@given(graph=directed_graphs())
def test_the_order_of_the_components_is_topological(name, arcs_point, graph):
    arcs = arcs_of(graph)
    place = {v: i for i, part in enumerate(ALGORITHMS[name](arcs)) for v in part}
    for u, v in zip(*(ends.tolist() for ends in graph.edges()), strict=True):
        assert place[u] <= place[v] if arcs_point else place[u] >= place[v]


def test_deep_searches_need_no_recursion():
    n = 50_000
    ring = Graph.from_edges(np.arange(n), (np.arange(n) + 1) % n, n, directed=True)
    for name in ("tarjan", "pearce", "kosaraju", "coloring", "numbered", "forward-backward"):
        with case(algorithm=name):
            assert len(list(ALGORITHMS[name](arcs_of(ring)))) == 1


def test_trimming():
    # 0 -> 1 -> (2 <-> 3) -> 4, and a loop at 5; 6 <-> 7 -> (8 -> 9 -> 10 -> 8).
    pairs = [(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (5, 5), (6, 7), (7, 6), (7, 8), (8, 9)]
    arcs = arcs_of(Graph.from_edges(*zip(*pairs, (9, 10), (10, 8), strict=False), directed=True))
    within = set(range(11))
    assert sorted(trim_ones(arcs, within)) == [[0], [1], [4], [5]]
    assert within == {2, 3, 6, 7, 8, 9, 10}
    assert sorted(trim_pairs(arcs, within)) == [[2, 3], [6, 7]]
    assert within == {8, 9, 10}


def test_the_partition_makes_few_iterations_of_many():
    """Figure 2: of sparse random graphs the single-source form is deep."""
    random = np.random.default_rng(1)
    n = 2000
    arcs = arcs_of(Graph.from_edges(*random.integers(0, n, (2, n)), n, directed=True))
    _, depth = numbered_forward_backward(arcs)
    _, depth_alone = numbered_forward_backward(arcs, partition=False)
    assert 3 * depth < depth_alone


@given(graph=directed_graphs(), seed=st.integers(0, 9))
def test_renaming_vertices_renames_components(graph, seed):
    """No algorithm relies on the order of the ids."""
    order = np.random.default_rng(seed).permutation(graph.n)
    sources, targets = graph.edges()
    renamed = Graph.from_edges(order[sources], order[targets], graph.n, directed=True)
    for name in ("coloring", "signatures", "two-phase", "numbered"):
        with case(algorithm=name):
            _check(name, renamed)
