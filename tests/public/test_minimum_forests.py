"""The public function for minimum spanning forests: what it takes, returns and refuses."""

import copy
import math
import pickle

import networkx
import numpy as np
import pytest
import scipy.sparse

import clconn
from clconn.design_space import find_variant
from clconn.errors import (
    BackendUnavailableError,
    DeviceError,
    GraphError,
    OptionError,
    ReferenceFallbackWarning,
    UnknownVariantError,
)
from tests.helpers.graphs import hand_made
from tests.helpers.problems import take_devices_away
from tests.helpers.queues import queue_on

# A triangle with a parallel edge, lighter and the wrong way round; an edge; the lightest of all, a
# self loop; an isolated vertex.
PAIRS = [(0, 1), (1, 0), (1, 2), (2, 0), (4, 3), (4, 4)]
WEIGHTS = [5, 4, 6, 5, 7, -9]
LIGHTEST = [1, 3, 4]
HEAVIEST = [0, 2, 4]
DTYPES = (
    *(np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64),
    *(np.float16, np.float32, np.float64, np.longdouble),
)


def _graph(weights=WEIGHTS):
    sources, targets = zip(*PAIRS, strict=True)
    return clconn.Graph.from_edges(sources, targets, 6, weights=weights)


@pytest.fixture
def no_device(monkeypatch):
    """A machine on which no OpenCL device is usable."""
    take_devices_away(monkeypatch, "no device here; install one")


# ------------------------------------------------------------------- what is returned


def test_what_is_returned(backend):
    graph = _graph()
    forest = clconn.minimum_spanning_forest(graph, backend=backend, verify=True)
    assert isinstance(forest, clconn.MinimumForest)
    assert isinstance(forest, clconn.SpanningForest)
    assert (forest.n, forest.count, forest.backend, forest.maximum) == (6, 3, backend, False)
    assert forest.edge_ids.tolist() == LIGHTEST
    assert forest.edge_ids.dtype == np.int64
    sources, targets = forest.edges
    assert sources.dtype == targets.dtype == np.int32
    assert list(zip(sources, targets, strict=True)) == [PAIRS[edge] for edge in LIGHTEST]
    assert forest.weights.tolist() == [4, 5, 7]
    assert forest.weights.dtype == graph.weights.dtype
    assert forest.weights is forest.weights
    assert (forest.total_weight, type(forest.total_weight)) == (16, int)
    assert forest.tree_sizes().tolist() == [3, 2, 1]
    assert forest.tree_weights().tolist() == [9, 7, 0]
    assert forest.variant in {row.name for row in clconn.variants("minimum-forest")}
    assert forest.reason
    assert forest.timing.compute > 0
    assert repr(forest).startswith("MinimumForest(n=6, count=3, variant='c")


def test_maximum(backend):
    forest = clconn.minimum_spanning_forest(_graph(), backend=backend, maximum=True, verify=True)
    assert forest.maximum
    assert forest.edge_ids.tolist() == HEAVIEST
    assert forest.total_weight == 18
    assert forest.tree_weights().tolist() == [11, 7, 0]


def test_both_forests_of_one_graph(backend):
    """The copy on the device is made for one order of the weights."""
    graph = _graph()
    for _ in range(2):
        for maximum, expected in ((False, LIGHTEST), (True, HEAVIEST)):
            forest = clconn.minimum_spanning_forest(graph, backend=backend, maximum=maximum)
            assert forest.edge_ids.tolist() == expected


@pytest.mark.parametrize("maximum", [False, True])
def test_without_weights_the_first_edges_that_span(backend, maximum):
    forest = clconn.minimum_spanning_forest(
        _graph(None), backend=backend, maximum=maximum, verify=True
    )
    assert forest.edge_ids.tolist() == [0, 2, 4]
    assert forest.weights.tolist() == [1, 1, 1]
    assert (forest.total_weight, type(forest.total_weight)) == (3, int)
    assert forest.tree_weights().tolist() == [2, 1, 0]


@pytest.mark.parametrize("weights", [None, [], [3.5]])
@pytest.mark.parametrize("n", [0, 1, 4])
def test_graphs_without_a_proper_edge(backend, n, weights):
    loops = [0] * (len(weights or []) if n else 0)
    graph = clconn.Graph.from_edges(loops, loops, n, weights=weights if n else None)
    forest = clconn.minimum_spanning_forest(graph, backend=backend, verify=True)
    assert forest.count == n
    assert forest.edge_ids.shape == forest.weights.shape == (0,)
    assert forest.edge_ids.dtype == np.int64
    assert [ends.shape for ends in forest.edges] == [(0,), (0,)]
    assert forest.total_weight == 0
    assert forest.tree_sizes().tolist() == [1] * n
    assert forest.tree_weights().tolist() == [0] * n


# ------------------------------------------------------------------- weights


def _cycle(weights):
    """A cycle has one edge too many: the heaviest, and of several the last."""
    n = len(weights)
    vertices = np.arange(n)
    return clconn.Graph.from_edges(vertices, (vertices + 1) % n, n, weights=weights)


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: np.dtype(dtype).name)
def test_every_type_at_its_limits(backend, dtype):
    limits = np.finfo(dtype) if np.dtype(dtype).kind == "f" else np.iinfo(dtype)
    low, high = limits.min, limits.max
    weights = np.array([high, low, 0, 1, high, low, 1], dtype=dtype)
    for maximum, left_out in ((False, 4), (True, 2 if low == 0 else 5)):
        expected = np.delete(np.arange(7), left_out)
        if maximum and low == 0:
            expected = np.delete(np.arange(7), 5)  # the last zero
        forest = clconn.minimum_spanning_forest(
            _cycle(weights), backend=backend, maximum=maximum, verify=True
        )
        assert forest.edge_ids.tolist() == expected.tolist()
        assert forest.weights.dtype == weights.dtype
        np.testing.assert_array_equal(forest.weights, weights[expected])
        if weights.dtype.kind in "iu":
            assert forest.total_weight == sum(int(weights[edge]) for edge in expected)


@pytest.mark.parametrize(
    "weights",
    [
        [2**63 - 1, 2**63 - 2, 2**63 - 3, -(2**63)],
        [1.0, np.nextafter(1, 0), 0.5, -1.0],
        [2.0**-1074, 0.0, -(2.0**-1074), -1.0],
        [np.inf, 1.7e308, 0.0, -np.inf],
        [True, False, False, False],
    ],
    ids=["int64", "neighbors", "subnormal", "infinite", "bool"],
)
def test_weights_that_rounding_would_make_equal(backend, weights):
    """The first edge is the heaviest, the last the lightest or as light, if barely."""
    for maximum, left_out in ((False, 0), (True, 3)):
        forest = clconn.minimum_spanning_forest(
            _cycle(weights), backend=backend, maximum=maximum, verify=True
        )
        assert forest.edge_ids.tolist() == [edge for edge in range(4) if edge != left_out]


@pytest.mark.parametrize("maximum", [False, True])
@pytest.mark.parametrize("weights", [[0.0, -0.0, 0.0], [-0.0, 0.0, -0.0], [3, 3, 3]])
def test_of_equal_weights_the_last_is_left_out(backend, weights, maximum):
    forest = clconn.minimum_spanning_forest(_cycle(weights), backend=backend, maximum=maximum)
    assert forest.edge_ids.tolist() == [0, 1]


def _path_forest(weights):
    """All edges of a path."""
    count = len(weights)
    graph = clconn.Graph.from_edges(
        np.arange(count), np.arange(1, count + 1), count + 1, weights=weights
    )
    return clconn.minimum_spanning_forest(graph, backend="reference")


def test_integers_do_not_overflow():
    forest = _path_forest(np.full(3, 2**64 - 1, dtype=np.uint64))
    assert forest.total_weight == 3 * (2**64 - 1)
    assert forest.tree_weights().tolist() == [3 * (2**64 - 1)]
    assert _path_forest(np.full(300, -128, dtype=np.int8)).total_weight == -300 * 128


@pytest.mark.parametrize(
    ("weights", "total"),
    [
        ([1e16, 1.0, -1e16], 1.0),
        ([0.1] * 10, 1.0),
        ([1e308, 1e308], math.inf),
        ([math.inf, 1.0], math.inf),
        ([-math.inf, 1e308, 1e308], -math.inf),
    ],
)
def test_floats_are_rounded_once(weights, total):
    forest = _path_forest(weights)
    assert forest.total_weight == total
    assert type(forest.total_weight) is float
    assert forest.tree_weights().tolist() == [total]


def test_infinities_of_both_signs():
    forest = _path_forest([math.inf, -math.inf])
    assert math.isnan(forest.total_weight)


def test_not_a_number_is_refused_with_its_edge():
    with pytest.raises(GraphError, match="the weight of edge 2 is NaN; give every edge a number"):
        _graph([1.0, 2.0, math.nan, 4.0, math.nan, 6.0])
    matrix = scipy.sparse.csr_array(np.array([[0, 1.0], [math.nan, 0]]))
    with pytest.raises(GraphError, match="the weight of entry 1 is NaN"):
        clconn.minimum_spanning_forest(matrix, backend="reference")
    graph = networkx.Graph()
    graph.add_edge("a", "b", weight=math.nan)
    with pytest.raises(GraphError, match="the weight of edge 0, from 'a' to 'b', is NaN"):
        clconn.minimum_spanning_forest(graph, backend="reference")


# ------------------------------------------------------------------- variants and devices


@pytest.mark.parametrize("variant", clconn.variants("minimum-forest"), ids=str)
def test_a_variant_by_name_or_as_a_row_of_the_table(backend, variant):
    options = {"int64_atomics": "off"} if variant.options else {}
    for given in (variant, variant.name):
        forest = clconn.minimum_spanning_forest(
            _graph(), variant=given, backend=backend, options=options
        )
        assert forest.variant == variant.name
        assert forest.edge_ids.tolist() == LIGHTEST
        assert "asked for" in forest.reason


@pytest.mark.usefixtures("no_device")
def test_without_a_device_scipy_answers_and_warns():
    with pytest.warns(ReferenceFallbackWarning, match="no device here; install one") as caught:
        forest = clconn.minimum_spanning_forest(_graph(), maximum=True)
    assert caught[0].filename == __file__
    assert forest.backend == "scipy"
    assert forest.edge_ids.tolist() == HEAVIEST


@pytest.mark.usefixtures("no_device")
@pytest.mark.parametrize("arguments", [{"backend": "opencl"}, {"device": "gpu"}])
def test_without_a_device_who_asked_for_one_gets_an_error(arguments):
    with pytest.raises(BackendUnavailableError, match="no device here"):
        clconn.minimum_spanning_forest(_graph(), **arguments)


def test_a_graph_on_the_device(device):
    graph = _graph()
    placed = graph.to(device)
    for maximum, expected in ((False, LIGHTEST), (True, HEAVIEST)):
        forest = clconn.minimum_spanning_forest(placed, maximum=maximum)
        assert forest.edge_ids.tolist() == expected
        assert clconn.verify.minimum_forest(graph, forest)


def test_arrays_on_the_device_have_no_weights(device):
    import pyopencl
    import pyopencl.array

    queue = queue_on(device)
    rows = hand_made("both-triangles").rows
    arrays = [pyopencl.array.to_device(queue, part) for part in (rows.offsets, rows.neighbors)]
    with pytest.raises(GraphError, match=r"has no weights; give a clconn\.Graph"):
        clconn.minimum_spanning_forest(clconn.DeviceGraph.from_csr(*arrays))


def test_results_stay_on_the_device(device):
    graph = hand_made("heavy-tailed")
    forest = clconn.minimum_spanning_forest(graph, device=device)
    found = forest.on_device.edge_ids
    assert found.shape == (graph.n - forest.count,)
    assert found.dtype == np.int32
    np.testing.assert_array_equal(found.get(), forest.edge_ids)


def test_a_result_of_the_reference_is_on_the_host():
    forest = clconn.minimum_spanning_forest(_graph(), backend="reference")
    with pytest.raises(AttributeError, match=r"on the host.*\.edge_ids.*backend"):
        _ = forest.on_device


@pytest.mark.parametrize(
    "again", [copy.deepcopy, lambda forest: pickle.loads(pickle.dumps(forest))]
)
def test_copies_have_everything_on_the_host(backend, again):
    forest = again(clconn.minimum_spanning_forest(_graph(), backend=backend, maximum=True))
    assert forest.edge_ids.tolist() == HEAVIEST
    assert (forest.total_weight, forest.maximum) == (18, True)
    assert forest.tree_weights().tolist() == [11, 7, 0]


def test_an_older_result_is_not_overwritten(device):
    """Runs share their scratch memory, not their results."""
    graph = _cycle(np.random.default_rng(3).integers(0, 50, 500))
    forests = [
        clconn.minimum_spanning_forest(graph, device=device, maximum=maximum)
        for maximum in (False, True, False)
    ]
    for forest in forests:
        assert clconn.verify.minimum_forest(graph, forest)


# ------------------------------------------------------------------- what is refused


@pytest.mark.parametrize("arguments", [{"backend": "reference"}, {"verify": True}])
def test_a_graph_on_the_device_where_the_host_needs_it(device, arguments):
    with pytest.raises(GraphError, match=r"on the host.* DeviceGraph"):
        clconn.minimum_spanning_forest(_graph().to(device), **arguments)


def test_a_wrong_answer_does_not_pass_verify(monkeypatch):
    def wrong(graph, choice, *, maximum):
        return np.array([0, 3, 4], dtype=np.int64)

    monkeypatch.setattr("clconn.reference.minimum_forest.minimum_forest.minimum_forest", wrong)
    assert clconn.minimum_spanning_forest(_graph(), backend="reference").total_weight == 17
    with pytest.raises(DeviceError, match="edge 1 is lighter than edge 0 of the forest"):
        clconn.minimum_spanning_forest(_graph(), backend="reference", verify=True)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            {"variant": "csr/ecl-mst/al"},
            UnknownVariantError,
            "for minimum-forest; did you mean 'csr/ecl-mst/all'",
        ),
        ({"variant": "csr/ecl/split"}, UnknownVariantError, "unknown variant"),
        (
            {"variant": "csr/ecl-mst/no-filter", "options": {"c": 3}},
            OptionError,
            "no option 'c'; it has: int64_atomics",
        ),
        ({"variant": "csr/ecl-mst/all", "options": {"c": 5}}, OptionError, "option c of .* is 5"),
        ({"options": {"colour": 1}, "backend": "reference"}, OptionError, "no option 'colour'"),
        ({"maximum": "weight"}, OptionError, "maximum is 'weight'; expected True or False"),
        ({"maximum": None}, OptionError, "maximum is None"),
    ],
)
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        clconn.minimum_spanning_forest(_graph(), **arguments)


def test_the_table_of_minimum_forests():
    table = clconn.variants("minimum-forest")
    published = clconn.variants("minimum-forest", origin="ecl-mst")
    assert len(published) == 9
    assert published[0].name == "csr/ecl-mst/all"
    for row in table:
        assert row.problem == "minimum-forest"
        assert find_variant(row.name, "minimum-forest") is row
        assert {option.name for option in row.options} <= {"c", "seed", "int64_atomics"}
