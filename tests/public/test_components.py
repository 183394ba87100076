"""The public function: what it takes, what it refuses, and which backend answers."""

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
from tests.helpers.oracles import scipy_roots
from tests.helpers.problems import take_devices_away

GRAPH = from_pairs([(0, 1), (1, 2), (3, 4)], 6)
ROOTS = [0, 0, 0, 3, 3, 5]


@pytest.fixture
def no_device(monkeypatch):
    """A machine on which no OpenCL device is usable."""
    take_devices_away(monkeypatch, "no device here; install one")


def test_the_reference():
    result = clconn.connected_components(GRAPH, backend="reference")
    assert (result.backend, result.device, result.variant) == ("reference", "host", "csr/ecl/split")
    assert result.count == 3
    np.testing.assert_array_equal(result.roots, ROOTS)
    np.testing.assert_array_equal(result.labels, [0, 0, 0, 1, 1, 2])
    np.testing.assert_array_equal(result.sizes(), [3, 2, 1])
    assert result.timing.compute > 0
    assert result.timing.total == result.timing.compute


@pytest.mark.parametrize("name", ["empty", "one-vertex", "five-alone"])
def test_graphs_without_edges(name):
    graph = hand_made(name)
    result = clconn.connected_components(graph, backend="reference", verify=True)
    assert result.count == graph.n
    assert result.sizes().tolist() == [1] * graph.n
    np.testing.assert_array_equal(result.labels, np.arange(graph.n))


def test_the_default_is_the_device(device):
    del device  # that there is one
    result = clconn.connected_components(from_pairs([(0, 1), (1, 2), (3, 4)], 2**16))
    assert result.backend == "opencl"
    np.testing.assert_array_equal(result.roots[:6], ROOTS)


@pytest.mark.usefixtures("no_device")
@pytest.mark.parametrize(
    ("arguments", "backend"),
    [({}, "scipy"), ({"variant": "csr/ecl/split"}, "reference"), ({"options": {}}, "scipy")],
)
def test_without_a_device_another_backend_answers_and_warns(arguments, backend):
    said = "no device here; install one; .*" + backend
    with pytest.warns(ReferenceFallbackWarning, match=said) as caught:
        result = clconn.connected_components(GRAPH, **arguments)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert result.backend == backend
    np.testing.assert_array_equal(result.roots, ROOTS)


@pytest.mark.usefixtures("no_device")
@pytest.mark.parametrize("arguments", [{"backend": "opencl"}, {"device": "gpu"}])
def test_without_a_device_who_asked_for_one_gets_an_error(arguments):
    with pytest.raises(BackendUnavailableError, match="no device here"):
        clconn.connected_components(GRAPH, **arguments)


def test_an_unknown_device_is_no_reason_to_fall_back(device):
    del device
    with pytest.raises(DeviceError, match="no-such-device"):
        clconn.connected_components(GRAPH, device="no-such-device")


def test_a_variant_by_name_or_as_a_row_of_the_table():
    variant = find_variant("kout/async/split")
    for given in (variant, "kout/async/split"):
        result = clconn.connected_components(
            GRAPH, variant=given, backend="reference", options={"k": 1}, verify=True
        )
        assert result.variant == "kout/async/split"


def test_the_reason_of_a_variant():
    result = clconn.connected_components(GRAPH, backend="reference")
    assert "reference" in result.reason
    asked = clconn.connected_components(GRAPH, variant=result.variant, backend="reference")
    assert asked.reason == "it was asked for by name"


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok"])
def test_scipy_matrices(form):
    matrix = scipy.sparse.random_array((60, 60), density=0.01, rng=np.random.default_rng(5))
    result = clconn.connected_components(matrix.asformat(form), backend="reference")
    np.testing.assert_array_equal(result.roots, scipy_roots(clconn.Graph.from_scipy(matrix)))


@pytest.mark.parametrize(
    "kind", [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]
)
def test_networkx_graphs(kind):
    graph = kind([("c", "a"), ("x", "y"), ("a", "b")])
    graph.add_node("alone")
    result = clconn.connected_components(graph, backend="reference")
    nodes = list(graph.nodes)
    components = [
        {nodes[v] for v in np.flatnonzero(result.labels == label)} for label in range(result.count)
    ]
    assert components == [{"c", "a", "b"}, {"x", "y"}, {"alone"}]


def test_a_graph_on_the_device(device):
    placed = GRAPH.to(device)
    for backend in (None, "opencl"):
        result = clconn.connected_components(placed, backend=backend)
        np.testing.assert_array_equal(result.roots, ROOTS)


@pytest.mark.parametrize("arguments", [{"backend": "reference"}, {"verify": True}])
def test_a_graph_on_the_device_where_the_host_needs_it(device, arguments):
    with pytest.raises(GraphError, match=r"on the host.* DeviceGraph"):
        clconn.connected_components(GRAPH.to(device), **arguments)


def test_verify_on_a_device(device):
    result = clconn.connected_components(GRAPH, device=device, verify=True)
    np.testing.assert_array_equal(result.roots, ROOTS)


def test_a_wrong_answer_does_not_pass_verify(monkeypatch):
    def wrong(graph, choice):
        return np.zeros(graph.n, dtype=np.int32)

    monkeypatch.setattr(
        "clconn.reference.components.connected_components.connected_components", wrong
    )
    assert clconn.connected_components(GRAPH, backend="reference").count == 1
    with pytest.raises(DeviceError, match=r"vertices 0 and 3 .*root 0"):
        clconn.connected_components(GRAPH, backend="reference", verify=True)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"variant": "csr/ecl/halv"}, UnknownVariantError, "did you mean 'csr/ecl/halve'"),
        ({"variant": ""}, UnknownVariantError, "unknown variant ''"),
        ({"variant": "csr/ecl/split", "options": {"k": 2}}, OptionError, "no option 'k'"),
        (
            {"variant": "kout/ecl/halve", "options": {"k": 5}},
            OptionError,
            "k of kout/ecl/halve is 5",
        ),
        ({"options": {"colour": 1}, "backend": "reference"}, OptionError, "no option 'colour'"),
    ],
)
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        clconn.connected_components(GRAPH, **arguments)
