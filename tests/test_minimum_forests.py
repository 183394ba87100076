"""The public function for minimum spanning forests: what it takes, returns and refuses."""

import pickle

import networkx
import numpy as np
import pytest
import scipy.sparse
from scipy.sparse.csgraph import minimum_spanning_tree

import clconn
from clconn.errors import (
    BackendUnavailableError,
    DeviceError,
    GraphError,
    OptionError,
    ReferenceFallbackWarning,
    UnknownVariantError,
)
from tests.graphs import from_pairs, hand_made
from tests.real_graphs import FOLDER, real_graph_parameters

# A square with a diagonal, a heavier and an equal parallel edge, a self loop, a pair, one alone.
PAIRS = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 0), (2, 1), (3, 3), (4, 5)]
WEIGHTS = [4, 1, 3, 5, 2, 9, 1, -7, 8]
LIGHTEST, HEAVIEST = [1, 2, 4, 8], [2, 3, 5, 8]


def graph_of(dtype=np.int64, weights=WEIGHTS):
    sources, targets = np.array(PAIRS).T
    return clconn.Graph.from_edges(sources, targets, n=7, weights=np.array(weights, dtype=dtype))


@pytest.fixture(params=["reference", "opencl"])
def backend(request, pytestconfig):
    """Both backends; OpenCL on each device."""
    if request.param == "opencl" and (
        pytestconfig.getoption("--without-opencl")
        or not any(d.usable for p in clconn.devices().platforms for d in p.devices)
    ):
        pytest.skip("no OpenCL device")
    return request.param


def test_what_is_returned(backend):
    forest = clconn.minimum_spanning_forest(graph_of(), backend=backend, verify=True)
    assert isinstance(forest, clconn.MinimumForest)
    assert (forest.n, forest.count, forest.backend, forest.maximum) == (7, 3, backend, False)
    assert forest.edge_ids.dtype == np.int64
    assert forest.edge_ids.tolist() == LIGHTEST
    sources, targets = forest.edges
    assert list(zip(sources.tolist(), targets.tolist(), strict=True)) == [
        PAIRS[edge] for edge in LIGHTEST
    ]
    assert forest.weights.tolist() == [1, 3, 2, 8]
    assert forest.total_weight == 14
    assert isinstance(forest.total_weight, int)
    assert forest.tree_sizes().tolist() == [4, 2, 1]
    assert forest.tree_weights().tolist() == [6, 8, 0]
    assert forest.variant in {row.name for row in clconn.variants("minimum-forest")}
    assert forest.reason
    assert forest.timing.compute > 0
    assert repr(forest).startswith("MinimumForest(n=7, count=3, variant='")


def test_maximum(backend):
    forest = clconn.minimum_spanning_forest(graph_of(), backend=backend, maximum=True, verify=True)
    assert forest.maximum
    assert forest.edge_ids.tolist() == HEAVIEST
    assert forest.total_weight == 25


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "f2", "f4", "f8", "g"])
def test_every_type_of_weight(backend, dtype):
    graph = graph_of(dtype)
    forest = clconn.minimum_spanning_forest(graph, backend=backend, verify=True)
    assert forest.edge_ids.tolist() == LIGHTEST
    assert forest.weights.dtype == graph.weights.dtype
    assert forest.total_weight == 14


@pytest.mark.parametrize("dtype", ["u1", "u2", "u4", "u8"])
def test_unsigned_weights(backend, dtype):
    weights = [weight + 7 for weight in WEIGHTS]
    forest = clconn.minimum_spanning_forest(graph_of(dtype, weights), backend=backend, verify=True)
    assert forest.edge_ids.tolist() == LIGHTEST


def test_wide_weights_are_not_rounded(backend):
    big = 2**62
    graph = clconn.Graph.from_edges([0, 1, 2], [1, 2, 0], n=3, weights=[big + 1, big, -big])
    forest = clconn.minimum_spanning_forest(graph, backend=backend, verify=True)
    assert forest.edge_ids.tolist() == [1, 2]
    heaviest = clconn.minimum_spanning_forest(graph, backend=backend, maximum=True)
    assert heaviest.total_weight == 2 * big + 1  # more than an int64 holds


def test_infinite_weights_and_signed_zeros(backend):
    weights = [np.inf, -np.inf, 0.0, -0.0]
    graph = clconn.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 0], n=3, weights=weights)
    forest = clconn.minimum_spanning_forest(graph, backend=backend, verify=True)
    assert forest.edge_ids.tolist() == [1, 2]
    assert forest.total_weight == -np.inf


def test_without_weights_the_first_edges_are_taken(backend):
    graph = from_pairs([(0, 1), (1, 2), (2, 0), (2, 1)], 3)
    forest = clconn.minimum_spanning_forest(graph, backend=backend, verify=True)
    assert forest.edge_ids.tolist() == [0, 1]
    assert (forest.total_weight, forest.weights.tolist()) == (2, [1, 1])


@pytest.mark.parametrize("name", ["empty", "one-vertex", "one-self-loop", "five-alone"])
def test_graphs_without_a_proper_edge(backend, name):
    graph = hand_made(name)
    forest = clconn.minimum_spanning_forest(graph, backend=backend, verify=True)
    assert forest.count == graph.n
    assert forest.edge_ids.shape == (0,)
    assert forest.total_weight == 0


def test_of_both_entries_of_a_matrix_the_lighter_counts(backend):
    matrix = scipy.sparse.csr_array(np.array([[0, 5, 3], [2, 0, 0], [3, 0, 0]]))
    graph = clconn.Graph.from_scipy(matrix, weighted=True)
    forest = clconn.minimum_spanning_forest(graph, backend=backend, verify=True)
    assert forest.edge_ids.tolist() == [1, 2]
    assert forest.weights.tolist() == [3, 2]


def test_networkx_graph_with_weights(backend):
    graph = networkx.karate_club_graph()
    forest = clconn.minimum_spanning_forest(
        clconn.Graph.from_networkx(graph, weight="weight"), backend=backend
    )
    expected = networkx.minimum_spanning_tree(graph).size(weight="weight")
    assert forest.total_weight == expected


def test_results_can_be_sent_to_another_process(backend):
    forest = clconn.minimum_spanning_forest(graph_of(), backend=backend)
    copy = pickle.loads(pickle.dumps(forest))
    assert copy.edge_ids.tolist() == LIGHTEST
    assert copy.total_weight == 14


@pytest.mark.parametrize("name", real_graph_parameters())
def test_real_graphs_have_the_weight_that_scipy_finds(name):
    matrix = scipy.sparse.load_npz(FOLDER / f"{name}.npz")
    graph = clconn.Graph.from_scipy(matrix, weighted=True)
    forest = clconn.minimum_spanning_forest(graph, verify=True)
    sources, targets, weights, _ = graph.undirected_edges()
    # scipy takes a stored zero for no edge, and adds parallel edges up.
    shifted = weights.astype(float) - weights.min() + 1
    order = np.lexsort((shifted, np.maximum(sources, targets), np.minimum(sources, targets)))
    low, high = np.minimum(sources, targets)[order], np.maximum(sources, targets)[order]
    first = np.r_[True, (low[1:] != low[:-1]) | (high[1:] != high[:-1])] & (low != high)
    matrix = scipy.sparse.csr_array(
        (shifted[order][first], (low[first], high[first])), shape=(graph.n, graph.n)
    )
    tree = minimum_spanning_tree(matrix)
    assert forest.edge_ids.size == tree.nnz
    assert forest.total_weight == pytest.approx(tree.sum() + tree.nnz * (weights.min() - 1.0))


# ------------------------------------------------------------------- bad input


def test_nan_is_refused_with_its_edge():
    with pytest.raises(GraphError, match="the weight of edge 1 is NaN"):
        clconn.Graph.from_edges([0, 1], [1, 2], n=3, weights=[1.0, np.nan])


def test_what_is_no_graph_is_refused():
    with pytest.raises(GraphError, match="expected a graph, got list"):
        clconn.minimum_spanning_forest([1, 2])


def test_unknown_variant_names_the_nearest():
    with pytest.raises(UnknownVariantError, match="did you mean 'csr/ecl-mst/all'"):
        clconn.minimum_spanning_forest(graph_of(), variant="csr/ecl-mst/al")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"backend": "cuda"}, "unknown backend 'cuda'"),
        ({"maximum": "yes"}, "maximum is 'yes'; expected True or False"),
        ({"variant": "csr/boruvka/relabel", "options": {"c": 3}}, "has no option 'c'"),
        ({"variant": "csr/ecl-mst/all", "options": {"c": -1}}, "expected one of 3, 1"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(OptionError, match=message):
        clconn.minimum_spanning_forest(graph_of(), **arguments)


def test_reference_with_a_device_is_refused():
    with pytest.raises(DeviceError, match="leave one out"):
        clconn.minimum_spanning_forest(graph_of(), backend="reference", device="cpu")


def test_without_a_device_the_reference_answers(monkeypatch):
    def refuse(*arguments, **options):
        raise BackendUnavailableError("no device here; install one")

    monkeypatch.setattr("clconn.opencl_backend.minimum_forest.minimum_forest", refuse)
    with pytest.warns(ReferenceFallbackWarning, match="the serial reference answers instead"):
        forest = clconn.minimum_spanning_forest(graph_of(), maximum=True)
    assert (forest.backend, forest.edge_ids.tolist()) == ("reference", HEAVIEST)
    with pytest.raises(BackendUnavailableError):
        clconn.minimum_spanning_forest(graph_of(), backend="opencl")
