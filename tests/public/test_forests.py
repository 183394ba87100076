"""The public function for spanning forests: what it takes, returns and refuses."""

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
from tests.helpers.graphs import from_pairs, hand_made
from tests.helpers.problems import take_devices_away
from tests.helpers.queues import queue_on

# A triangle with a parallel edge, an edge the wrong way round, a self loop, an isolated vertex.
PAIRS = [(0, 1), (1, 0), (1, 2), (2, 0), (4, 3), (4, 4)]
GRAPH = from_pairs(PAIRS, 6)
FORESTS = ([0, 2, 4], [1, 2, 4], [0, 3, 4], [1, 3, 4], [2, 3, 4])


@pytest.fixture
def no_device(monkeypatch):
    """A machine on which no OpenCL device is usable."""
    take_devices_away(monkeypatch, "no device here; install one")


def test_what_is_returned(backend):
    forest = clconn.spanning_forest(GRAPH, backend=backend, verify=True)
    assert isinstance(forest, clconn.SpanningForest)
    assert (forest.n, forest.count, forest.backend) == (6, 3, backend)
    assert forest.edge_ids.dtype == np.int64
    assert forest.edge_ids.tolist() in FORESTS
    sources, targets = forest.edges
    assert sources.dtype == targets.dtype == np.int32
    chosen = [PAIRS[edge] for edge in forest.edge_ids]
    assert list(zip(sources.tolist(), targets.tolist(), strict=True)) == chosen
    assert forest.edge_ids is forest.edge_ids
    assert forest.edges is forest.edges
    assert forest.variant in {row.name for row in clconn.variants("forest")}
    assert forest.reason
    assert forest.timing.compute > 0
    assert repr(forest).startswith("SpanningForest(n=6, count=3, variant='")


@pytest.mark.parametrize("name", ["empty", "one-vertex", "one-self-loop", "five-alone"])
def test_graphs_without_a_proper_edge(backend, name):
    graph = hand_made(name)
    forest = clconn.spanning_forest(graph, backend=backend, verify=True)
    assert forest.count == graph.n
    assert forest.edge_ids.shape == (0,)
    assert forest.edge_ids.dtype == np.int64
    assert [ends.shape for ends in forest.edges] == [(0,), (0,)]


@pytest.mark.parametrize("name", ["upper-triangle", "lower-triangle", "both-triangles", "arcs"])
@pytest.mark.parametrize("variant", ["auto", "csr/async/split", "kout/ecl/halve", "coo/ecl/naive"])
def test_one_triangle_or_both_or_arcs(backend, name, variant):
    graph = hand_made(name)
    forest = clconn.spanning_forest(graph, variant=variant, backend=backend, verify=True)
    assert forest.count == clconn.connected_components(graph, backend="reference").count


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok"])
def test_scipy_matrices(backend, form):
    rng = np.random.default_rng(5)
    matrix = scipy.sparse.random_array((60, 60), density=0.02, rng=rng)
    forest = clconn.spanning_forest(matrix.asformat(form), backend=backend)
    # The edges are the entries of the CSR form, in its order.
    rows = matrix.tocsr()
    owners = np.repeat(np.arange(60), np.diff(rows.indptr))
    np.testing.assert_array_equal(forest.edges[0], owners[forest.edge_ids])
    np.testing.assert_array_equal(forest.edges[1], rows.indices[forest.edge_ids])
    assert clconn.verify.forest(clconn.Graph.from_scipy(rows), forest)


@pytest.mark.parametrize(
    "kind", [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]
)
def test_networkx_graphs(backend, kind):
    graph = kind([("c", "a"), ("x", "y"), ("a", "b"), ("b", "c"), ("c", "a"), ("x", "x")])
    graph.add_node("alone")
    forest = clconn.spanning_forest(graph, backend=backend)
    edges = list(graph.edges())
    found = networkx.Graph([edges[edge][:2] for edge in forest.edge_ids])
    found.add_nodes_from(graph)
    assert networkx.is_forest(found)
    assert networkx.number_connected_components(found) == forest.count == 3
    assert found.number_of_edges() == forest.edge_ids.size == 3


def test_a_variant_by_name_or_as_a_row_of_the_table(backend):
    variant = find_variant("kout/async/split", "forest")
    for given in (variant, "kout/async/split"):
        forest = clconn.spanning_forest(
            GRAPH, variant=given, backend=backend, options={"k": 1}, verify=True
        )
        assert forest.variant == "kout/async/split"


@pytest.mark.usefixtures("no_device")
def test_without_a_device_scipy_answers_and_warns():
    with pytest.warns(ReferenceFallbackWarning, match="no device here; install one") as caught:
        forest = clconn.spanning_forest(GRAPH)
    assert caught[0].filename == __file__
    assert forest.backend == "scipy"
    assert forest.count == 3


@pytest.mark.usefixtures("no_device")
@pytest.mark.parametrize("arguments", [{"backend": "opencl"}, {"device": "gpu"}])
def test_without_a_device_who_asked_for_one_gets_an_error(arguments):
    with pytest.raises(BackendUnavailableError, match="no device here"):
        clconn.spanning_forest(GRAPH, **arguments)


def _edge_list_and_rows():
    pairs = np.random.default_rng(4).integers(0, 200, size=(2, 300))
    entries = (np.ones(300, dtype=bool), (pairs[0], pairs[1]))
    matrix = scipy.sparse.coo_array(entries, shape=(200, 200))
    symmetric = (matrix + matrix.T).tocsr()
    return {
        "edge-list": clconn.Graph.from_edges(pairs[0], pairs[1], 200),
        "one-triangle": clconn.Graph.from_scipy(scipy.sparse.triu(matrix.tocsr())),
        "symmetric": clconn.Graph.from_scipy(symmetric),
    }


@pytest.mark.parametrize("name", ["edge-list", "one-triangle", "symmetric"])
@pytest.mark.parametrize("variant", ["auto", "csr/ecl/split", "coo/ecl/split"])
def test_a_graph_on_the_device(device, name, variant):
    graph = _edge_list_and_rows()[name]
    forest = clconn.spanning_forest(graph.to(device), variant=variant)
    assert clconn.verify.forest(graph, forest)


def test_a_graph_on_the_device_outlives_the_graph(device):
    graph = from_pairs(PAIRS, 6)
    placed = graph.to(device)
    del graph
    forest = clconn.spanning_forest(placed)
    assert forest.edge_ids.tolist() in FORESTS


@pytest.mark.parametrize("order", [("components", "forest"), ("forest", "components")])
def test_components_and_forests_of_one_graph(device, order):
    """They share the copy on the device, which needs the ids of the edges for one of them."""
    graph = from_pairs(PAIRS, 6)
    for problem in order:
        for variant in ("csr/ecl/split", "kout/async/halve", "coo/async/split"):
            if problem == "components":
                result = clconn.connected_components(graph, variant=variant, device=device)
                np.testing.assert_array_equal(result.roots, [0, 0, 0, 3, 3, 5])
            else:
                forest = clconn.spanning_forest(graph, variant=variant, device=device)
                assert forest.edge_ids.tolist() in FORESTS


def test_rows_that_are_on_the_device_already(device):
    import pyopencl
    import pyopencl.array

    queue = queue_on(device)
    graph = hand_made("both-triangles")
    arrays = [
        pyopencl.array.to_device(queue, part) for part in (graph.rows.offsets, graph.rows.neighbors)
    ]
    placed = clconn.DeviceGraph.from_csr(*arrays)
    for variant in ("auto", "kout/ecl/split", "coo/ecl/split"):
        forest = clconn.spanning_forest(placed, variant=variant)
        assert clconn.verify.forest(graph, forest)


def test_results_stay_on_the_device(device):
    graph = hand_made("random-many-components")
    forest = clconn.spanning_forest(graph, device=device)
    found = forest.on_device.edge_ids
    assert found.shape == (graph.n - forest.count,)
    assert found.dtype == np.int32
    np.testing.assert_array_equal(found.get(), forest.edge_ids)


def test_a_result_of_the_reference_is_on_the_host():
    forest = clconn.spanning_forest(GRAPH, backend="reference")
    with pytest.raises(AttributeError, match=r"on the host.*\.edge_ids.*backend"):
        _ = forest.on_device


def test_an_older_result_is_not_overwritten(device):
    """Runs share their scratch memory, not their results."""
    graph = hand_made("random-one-giant")
    first = clconn.spanning_forest(graph, variant="csr/async/naive", device=device)
    others = [
        clconn.spanning_forest(graph, variant=variant, device=device)
        for variant in ("csr/async/naive", "kout/ecl/split")
    ]
    for forest in (first, *others):
        assert clconn.verify.forest(graph, forest)


@pytest.mark.parametrize("arguments", [{"backend": "reference"}, {"verify": True}])
def test_a_graph_on_the_device_where_the_host_needs_it(device, arguments):
    with pytest.raises(GraphError, match=r"on the host.* DeviceGraph"):
        clconn.spanning_forest(GRAPH.to(device), **arguments)


def test_rows_that_cannot_be_sampled(device):
    import pyopencl
    import pyopencl.array

    queue = queue_on(device)
    rows = hand_made("upper-triangle").rows
    arrays = [pyopencl.array.to_device(queue, part) for part in (rows.offsets, rows.neighbors)]
    with pytest.raises(GraphError, match="needs each edge at both ends"):
        clconn.spanning_forest(clconn.DeviceGraph.from_csr(*arrays), variant="kout/ecl/split")


def test_a_wrong_answer_does_not_pass_verify(monkeypatch):
    def wrong(graph, choice):
        return np.array([0, 1], dtype=np.int64)

    monkeypatch.setattr("clconn.reference.spanning_forest.spanning_forest.spanning_forest", wrong)
    assert clconn.spanning_forest(GRAPH, backend="reference").count == 4
    with pytest.raises(DeviceError, match=r"edge 1 joins vertices 1 and 0, .* a cycle"):
        clconn.spanning_forest(GRAPH, backend="reference", verify=True)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"variant": "csr/ecl/halv"}, UnknownVariantError, "for forest; did you mean 'csr/ecl/hal"),
        ({"variant": "csr/rem-cas/naive+splice"}, UnknownVariantError, "unknown variant"),
        ({"variant": "csr/stergiou/none"}, UnknownVariantError, "unknown variant"),
        ({"variant": "csr/ecl/split", "options": {"k": 2}}, OptionError, "no option 'k'"),
        (
            {"variant": "csr/ecl/split", "options": {"finalization": "split"}},
            OptionError,
            "no option 'finalization'; it has: initialization",
        ),
        ({"options": {"colour": 1}, "backend": "reference"}, OptionError, "no option 'colour'"),
    ],
)
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        clconn.spanning_forest(GRAPH, **arguments)


def test_the_table_of_forests():
    table = clconn.variants("forest")
    components = {row.name: row for row in clconn.variants("components")}
    finishes = {row.finish for row in table}
    assert finishes >= {"async", "jtb"}
    # They splice trees, or go in rounds.
    assert finishes.isdisjoint({"rem-cas", "stergiou"})
    assert [row.name for row in table] == [
        name for name, row in components.items() if row.finish in finishes
    ]
    for row in table:
        assert row.problem == "forest"
        assert find_variant(row.name, "forest") is row
        left_out = {option.name for option in components[row.name].options} - {
            option.name for option in row.options
        }
        assert left_out <= {"finalization"}
    published = clconn.variants("forest", origin="gconn")
    for edges in {row.edges for row in published}:
        assert sum(row.edges == edges for row in published) == 22
