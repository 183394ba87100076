"""The serial algorithms for minimum spanning forests agree with each other and with NetworkX."""

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse.csgraph import minimum_spanning_tree

import clconn
from clconn.design_space.minimum_forest import ECL_MST_FORMS
from clconn.generators.weights import with_weights
from clconn.reference.minimum_forest import filter_boruvka
from clconn.reference.minimum_forest.ecl_mst import ecl_mst
from clconn.reference.minimum_forest.filter_kruskal import between_trees
from clconn.reference.minimum_forest.minimum_forest import ALGORITHMS, minimum_forest
from clconn.reference.minimum_forest.weighted_edges import weighted_edges
from clconn.reference.union_find.disjoint_sets import DisjointSets
from clconn.weight_keys import canonical_edges
from tests.helpers.cases import for_each
from tests.helpers.graphs import SERIAL, hand_made
from tests.helpers.plans import choose
from tests.helpers.strategies import graphs

WEIGHTS = {
    "all-equal": st.just(7),
    "two-values": st.integers(0, 1),
    "integers": st.integers(-5, 5),
    "floats": st.floats(allow_nan=False),
}


@st.composite
def weighted_graphs(draw):
    n = draw(st.integers(1, 24))
    vertices = st.integers(0, n - 1)
    ends = draw(st.lists(st.tuples(vertices, vertices), max_size=70))
    kind = draw(st.sampled_from(sorted(WEIGHTS)))
    weights = draw(st.lists(WEIGHTS[kind], min_size=len(ends), max_size=len(ends)))
    sources, targets = np.array(ends, dtype=np.int32).reshape(-1, 2).T
    dtype = np.float64 if kind == "floats" else np.int64
    return clconn.Graph.from_edges(sources, targets, n=n, weights=np.array(weights, dtype=dtype))


def by_networkx(graph, *, maximum=False):
    """Ids of the forest's edges by NetworkX, which knows ties only by order."""
    multigraph = nx.MultiGraph()
    multigraph.add_nodes_from(range(graph.n))
    order = np.argsort(graph.weights, kind="stable")
    if maximum:
        order = np.lexsort((np.arange(order.size), -graph.weights.astype(object)))
    sources, targets = graph.edges()
    for rank, edge in enumerate(order.tolist()):
        if sources[edge] != targets[edge]:
            multigraph.add_edge(int(sources[edge]), int(targets[edge]), weight=rank, edge=edge)
    found = nx.minimum_spanning_edges(multigraph, keys=False)
    return sorted(data["edge"] for _, _, data in found)


@given(weighted_graphs(), st.booleans())
def test_all_algorithms_find_the_forest_that_networkx_finds(graph, maximum):
    edges = canonical_edges(graph, maximum=maximum)
    expected = by_networkx(graph, maximum=maximum)
    for name, algorithm in ALGORITHMS.items():
        assert edges.ids[algorithm(graph.n, edges)].tolist() == expected, name


@given(
    weighted_graphs(),
    st.sampled_from(ECL_MST_FORMS),
    st.sampled_from([0.5, 1, 3]),
    st.integers(1, 4),
)
def test_every_form_of_ecl_mst_finds_it(graph, form, c, seed):
    edges = canonical_edges(graph)
    found = ecl_mst(graph.n, edges, form, c, seed)
    assert found.tolist() == ALGORITHMS["kruskal"](graph.n, edges).tolist()


def weigh(graph, kind):
    """The edges of a graph with weights that are equal, of two values, or different by chance."""
    generator = np.random.default_rng(2)
    weights = {
        "none": None,
        "all-equal": np.full(graph.edge_count, -3),
        "two-values": generator.integers(-1, 1, graph.edge_count),
        "floats": generator.standard_normal(graph.edge_count),
    }[kind]
    return clconn.Graph.from_edges(*graph.edges(), graph.n, weights=weights)


KINDS = ["none", "all-equal", "two-values", "floats"]


@pytest.mark.parametrize("kind", KINDS)
@for_each("name", SERIAL)
def test_hand_made_graphs(name, kind):
    graph = weigh(hand_made(name), kind)
    for maximum in (False, True):
        edges = canonical_edges(graph, maximum=maximum)
        expected = edges.ids[ALGORITHMS["kruskal"](graph.n, edges)]
        assert clconn.verify.minimum_forest(graph, expected, maximum=maximum)
        for algorithm, found in ALGORITHMS.items():
            ids = edges.ids[found(graph.n, edges)]
            np.testing.assert_array_equal(ids, expected, err_msg=algorithm)


@given(graphs(), st.sampled_from(KINDS), st.booleans())
def test_drawn_graphs(graph, kind, maximum):
    graph = weigh(graph, kind)
    edges = canonical_edges(graph, maximum=maximum)
    expected = edges.ids[ALGORITHMS["kruskal"](graph.n, edges)]
    assert clconn.verify.minimum_forest(graph, expected, maximum=maximum)
    for algorithm, found in ALGORITHMS.items():
        ids = edges.ids[found(graph.n, edges)]
        np.testing.assert_array_equal(ids, expected, err_msg=algorithm)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_total_weight_equals_that_of_scipy(name):
    graph = with_weights(clconn.generators.rmat(9, 3000, seed=1), "hash")
    edges = canonical_edges(graph)
    indices = ALGORITHMS[name](graph.n, edges)
    sources, targets = graph.edges()
    matrix = sp.csr_array((graph.weights.astype(float), (sources, targets)))
    expected = minimum_spanning_tree(matrix).sum()
    assert graph.weights[edges.ids[indices]].sum() == expected


def test_the_filter_drops_what_lies_within_a_tree():
    trees = DisjointSets(5)
    trees.union(1, 2)
    trees.union(2, 3)
    within, across, apart = (9, 0, 3, 2), (9, 1, 0, 3), (9, 2, 4, 0)
    assert between_trees([within, across, apart], trees) == [across, apart]


@pytest.mark.parametrize(("degree", "expected"), [(6, 1), (19, 2)])
def test_more_edges_come_first_where_neighbors_are_neighbors(degree, expected):
    # Cliques of 20, or a ring in which neighbors are 1, 10 and 100 steps away.
    n = 1000
    first = np.arange(n)
    ends = [(first, (first + step) % n) for step in (1, 10, 100)]
    if degree == 19:
        low, high = np.triu_indices(20, 1)
        ends = [((first[::20, None] + low).ravel(), (first[::20, None] + high).ravel())]
    sources, targets = (np.concatenate(part) for part in zip(*ends, strict=True))
    weights = np.random.default_rng(3).permutation(sources.size)
    graph = clconn.Graph.from_edges(sources, targets, n, weights=weights)
    edges = weighted_edges(canonical_edges(graph))
    neighbors = filter_boruvka._neighbors(edges)
    assert {len(others) for others in neighbors.values()} == {degree}
    last = filter_boruvka._threshold(n, edges, neighbors, set(), 1, 1)
    light = sum(edge[:2] <= last for edge in edges)
    assert light / n == pytest.approx(expected, rel=0.3)


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("n", [0, 1, 3])
def test_without_edges_there_is_no_forest(name, n):
    edges = canonical_edges(clconn.Graph.from_edges([], [], n=n))
    found = ALGORITHMS[name](n, edges)
    assert found.size == 0
    assert found.dtype == np.int64


@pytest.mark.parametrize("variant", clconn.variants("minimum-forest"), ids=str)
def test_every_variant_of_the_table_has_a_reference(variant):
    graph = clconn.Graph.from_edges([0, 1, 2, 0, 3], [1, 2, 0, 1, 3], n=5, weights=[5, 5, 5, 1, 0])
    choice = choose(variant, problem=variant.problem)
    assert minimum_forest(graph, choice).tolist() == [1, 3]
    assert minimum_forest(graph, choice, maximum=True).tolist() == [0, 1]
