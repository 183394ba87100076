"""The NetworkX backend beside NetworkX itself: equal answers, in the same order."""

import math
import os
import pickle
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clconn.faces.networkx import backend
from clconn.faces.networkx.backend_info import FUNCTIONS, TIMES_AS_LARGE, backend_info
from clconn.faces.networkx.converted_graph import ConvertedGraph
from clconn.opencl_backend.device.devices import selector_of
from tests.helpers.children import run_in_child

KINDS = ("Graph", "DiGraph", "MultiGraph", "MultiDiGraph")
WEAK = ("weakly_connected_components", "number_weakly_connected_components", "is_weakly_connected")
TREES = ("is_forest", "is_tree")
OF_DIRECTED = (
    *WEAK, *TREES, "is_arborescence", "is_branching", "attracting_components",
    "is_attracting_component", "is_semiconnected", "is_strongly_connected",
    "number_attracting_components", "number_strongly_connected_components",
    "strongly_connected_components",
)  # fmt: skip
OF_UNDIRECTED = (
    *TREES, "connected_components", "is_connected", "number_connected_components",
)  # fmt: skip
SPANNING_EDGES = ("minimum_spanning_edges", "maximum_spanning_edges")
NODES = [*range(8), "a", "b", (1, 2), 3.5, None.__class__, -7, 2**70]
HEAVY = settings(max_examples=80, suppress_health_check=list(HealthCheck))


@st.composite
def networkx_graphs(draw, weights=None):
    """Arguments for the construction of a graph: nodes of all types, edges, attributes."""
    nodes = draw(st.lists(st.sampled_from(NODES), unique=True, max_size=12))
    if not nodes:
        return nodes, []
    node = st.sampled_from(nodes)
    attributes = st.fixed_dictionaries({}, optional={} if weights is None else {"weight": weights})
    edges = draw(st.lists(st.tuples(node, node, attributes), max_size=2 * len(nodes)))
    return nodes, edges


def _make(networkx, kind, parts):
    graph = getattr(networkx, kind)(name="whole")
    graph.add_nodes_from(parts[0], color="red")
    graph.add_edges_from(parts[1])
    return graph


def _outcome(function, *args, **kwargs):
    """The answer, what is generated as a list, or the error."""
    try:
        answer = function(*args, **kwargs)
        return list(answer) if hasattr(answer, "__next__") else answer
    except Exception as error:
        return type(error), str(error)


def _assert_same(function, graph, *args, **kwargs):
    own = _outcome(function, graph, *args, backend="networkx", **kwargs)
    ours = _outcome(function, graph, *args, backend="clconn", **kwargs)
    assert type(ours) is type(own)
    if hasattr(own, "edges"):
        assert ours._node == own._node
        assert ours._adj == own._adj
        assert [*ours.edges] == [*own.edges]
        assert ours.graph == own.graph
    else:
        assert ours == own
    return ours


def test_all_questions_about_any_graph(networkx):
    @HEAVY
    @given(st.data(), st.sampled_from(KINDS))
    def check(data, kind):
        graph = _make(networkx, kind, data.draw(networkx_graphs()))
        for name in OF_DIRECTED if graph.is_directed() else OF_UNDIRECTED:
            _assert_same(getattr(networkx, name), graph)
        for node in list(graph)[:2] if not graph.is_directed() else ():
            _assert_same(networkx.node_connected_component, graph, node)
        if graph.is_directed():
            _assert_same(networkx.condensation, graph)
            given_ones = sorted(networkx.weakly_connected_components(graph), key=len)
            _assert_same(networkx.condensation, graph, given_ones)

    check()


def test_a_condensation_of_components_that_lack_nodes(networkx):
    graph = networkx.DiGraph([(0, 1), (1, 0), (2, 1)])
    graph.add_node(7)
    _assert_same(networkx.condensation, graph, [{0, 1}, {2}])  # an isolated node
    assert _assert_same(networkx.condensation, graph, [{0, 1}])[0] is KeyError
    assert _assert_same(networkx.condensation, graph, [{0, 2}])[0] is KeyError


def test_forests_of_any_weights(networkx):
    weights = st.sampled_from([0, 1, 1, 2, 2.5, -3, math.inf, -math.inf, True, np.float32(1.5)])

    @HEAVY
    @given(st.data(), st.sampled_from(("Graph", "MultiGraph")))
    def check(data, kind):
        with_nan = weights | st.just(math.nan) if data.draw(st.booleans()) else weights
        graph = _make(networkx, kind, data.draw(networkx_graphs(with_nan)))
        name = data.draw(st.sampled_from(SPANNING_EDGES))
        options = {
            "keys": data.draw(st.booleans()),
            "data": data.draw(st.booleans()),
            "ignore_nan": data.draw(st.booleans()),
            "weight": data.draw(st.sampled_from(["weight", "length"])),
        }
        edges = _assert_same(getattr(networkx, name), graph, **options)
        if options["data"] and isinstance(edges, list):
            for u, v, *_, attributes in edges:
                own = graph._adj[u][v]
                own = own.values() if graph.is_multigraph() else [own]
                assert any(attributes is each for each in own)
        del options["keys"], options["data"]
        _assert_same(getattr(networkx, name.replace("edges", "tree")), graph, **options)

    check()


def test_all_of_it_on_a_device(networkx, device, monkeypatch):
    monkeypatch.setenv("PYOPENCL_CTX", selector_of(device))
    graph = networkx.gnp_random_graph(60, 0.02, seed=4)
    arcs = networkx.gnp_random_graph(60, 0.03, seed=4, directed=True)
    for name in OF_UNDIRECTED:
        _assert_same(getattr(networkx, name), graph)
    for name in (*OF_DIRECTED, "condensation"):
        _assert_same(getattr(networkx, name), arcs)
    for name in SPANNING_EDGES:
        _assert_same(getattr(networkx, name), graph)
    (converted,) = graph.__networkx_cache__["backends"]["clconn"].values()
    assert converted.components.backend == "opencl"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_errors_are_those_of_networkx(networkx, name):
    function = getattr(networkx, name)
    for kind in KINDS:
        graph = getattr(networkx, kind)()
        arguments = (7,) if name == "node_connected_component" else ()
        own, ours = (
            _outcome(function, graph, *arguments, backend=backend)
            for backend in ("networkx", "clconn")
        )
        if hasattr(own, "edges"):
            assert own.graph == ours.graph
        else:
            assert ours == own


def test_errors_about_weights_are_those_of_networkx(networkx):
    graph = networkx.MultiGraph([(0, 1, {"weight": 2}), (0, 1, {"weight": math.nan})])
    for name in SPANNING_EDGES:
        function = getattr(networkx, name)
        for options in ({}, {"algorithm": "prims"}, {"algorithm": "boruvka"}, {"weight": []}):
            error = _assert_same(function, graph, **options)
            assert issubclass(error[0], Exception)
        edges = function(graph, backend="clconn")
        with pytest.raises(ValueError, match=r"NaN found as an edge weight. Edge \(0, 1, 1, {"):
            next(edges)
    _assert_same(networkx.minimum_spanning_edges, graph, ignore_nan=True)


@pytest.mark.parametrize("algorithm", ["kruskal", "prim", "boruvka", "borůvka"])
def test_every_algorithm_finds_the_forest(networkx, algorithm):
    graph = networkx.gnm_random_graph(30, 60, seed=1)
    for weight, (_, _, attributes) in enumerate(graph.edges(data=True)):
        attributes["weight"] = (weight * 37) % 61
    found = networkx.minimum_spanning_edges(graph, algorithm, data=False, backend="clconn")
    own = networkx.minimum_spanning_edges(graph, algorithm, data=False)
    assert {frozenset(edge) for edge in found} == {frozenset(edge) for edge in own}


@pytest.mark.parametrize("weight", [Decimal("1.5"), "heavy", None])
def test_weights_that_clconn_does_not_compare_stay_at_home(networkx, weight):
    graph = networkx.Graph([(0, 1, {"weight": weight})])
    with pytest.raises(NotImplementedError, match="minimum_spanning_edges"):
        networkx.minimum_spanning_edges(graph, backend="clconn")
    own = _outcome(networkx.minimum_spanning_edges, graph, backend="networkx")
    with networkx.config.backend_priority(algos=["clconn"]):
        networkx.config.backends.clconn.least_size = 0
        assert _outcome(networkx.minimum_spanning_edges, graph) == own


def test_a_graph_is_converted_once_until_it_changes(networkx, monkeypatch):
    conversions = []
    original = backend.convert_from_nx

    def convert(graph, **options):
        conversions.append(graph)
        return original(graph, **options)

    monkeypatch.setattr(backend, "convert_from_nx", convert)
    graph = networkx.path_graph(5)
    for _ in range(2):
        assert networkx.is_connected(graph, backend="clconn")
        assert networkx.is_tree(graph, backend="clconn")
    assert len(conversions) == 1
    graph.add_edge(7, 8)
    assert networkx.number_connected_components(graph, backend="clconn") == 2
    assert len(conversions) == 2


def test_views_are_never_kept(networkx):
    graph = networkx.path_graph(5)
    view = graph.subgraph([0, 1, 2, 3])
    assert networkx.is_connected(view, backend="clconn")
    graph.remove_edge(1, 2)
    assert not networkx.is_connected(view, backend="clconn")


def test_a_graph_and_its_cache_are_copied_and_pickled(networkx):
    graph = networkx.path_graph(5)
    assert networkx.is_connected(graph, backend="clconn")
    copy = pickle.loads(pickle.dumps(graph))
    assert networkx.is_connected(copy, backend="clconn")
    copy.remove_edge(2, 3)
    assert not networkx.is_connected(copy, backend="clconn")
    assert networkx.is_connected(graph, backend="clconn")


def test_a_converted_graph_goes_in_and_comes_back(networkx):
    graph = networkx.MultiGraph([(0, 1), (0, 1), ("a", "b")])
    converted = backend.convert_from_nx(graph)
    assert isinstance(converted, ConvertedGraph)
    assert list(networkx.connected_components(converted)) == [{0, 1}, {"a", "b"}]
    assert backend.convert_from_nx(converted) is converted
    assert backend.convert_to_nx(converted) is graph
    assert list(converted) == [0, 1, "a", "b"]
    assert not converted.is_directed()
    with pytest.raises(networkx.NetworkXNotImplemented):
        networkx.weakly_connected_components(converted)
    graph.remove_edge("a", "b")
    with pytest.raises(networkx.NetworkXError, match="convert it again"):
        networkx.minimum_spanning_edges(converted)


def test_small_graphs_stay_at_home(networkx):
    small, large = networkx.path_graph(10), networkx.path_graph(4_000)
    reason = backend.should_run("is_tree", (small,), {})
    assert reason == "less than 10,000 nodes and neighbors are sooner done than converted"
    assert backend.should_run("is_tree", (), {"G": large}) is True
    reason = backend.should_run("is_connected", (large,), {})
    assert reason == "less than 160,000 nodes and neighbors are sooner done than converted"
    assert set(TIMES_AS_LARGE) < set(FUNCTIONS)
    assert networkx.is_connected(small, backend="clconn")
    assert backend.should_run("is_connected", (small,), {}) is True, "it is converted"
    assert backend.should_run("is_connected", (backend.convert_from_nx(large),), {}) is True
    networkx.config.backends.clconn.least_size = 100_000
    assert backend.should_run("is_connected", (large,), {}) is not True
    assert backend.can_run("is_connected", (small,), {}) is True
    assert backend.can_run("is_connected", ("graph",), {}) == "str is no NetworkX graph"


def test_views_stay_at_home_where_their_conversion_takes_longer(networkx):
    graph = networkx.path_graph(200_000)
    view = graph.subgraph(range(190_000))
    assert backend.should_run("is_connected", (graph,), {}) is True
    assert "a view is converted at each call" in backend.should_run("is_connected", (view,), {})
    assert backend.should_run("is_tree", (view,), {}) is True


def test_priority_asks_for_large_graphs_only(networkx, monkeypatch):
    asked = []
    monkeypatch.setattr(backend, "is_tree", lambda graph: asked.append(len(graph)) or True)
    with networkx.config.backend_priority(algos=["clconn"]):
        for n in (10, 4_000):
            assert networkx.is_tree(networkx.path_graph(n))
    assert asked == [4_000]


def test_what_the_information_lists_is_there(networkx):
    dispatched = networkx.utils.backends._registered_algorithms
    assert {name for name in dispatched if hasattr(backend, name)} == set(FUNCTIONS)
    assert set(backend.__all__) >= set(FUNCTIONS)
    assert backend_info()["functions"].keys() == FUNCTIONS.keys()


def test_the_information_is_light():
    code = (
        "import sys; from clconn.faces.networkx.backend_info import backend_info; backend_info(); "
        "print(*sys.modules)"
    )
    loaded = set(run_in_child(code).split())
    assert not loaded & {"numpy", "scipy", "networkx", "pyopencl", "clconn.graph", "typing"} - set(
        run_in_child("import sys; print(*sys.modules)").split()
    )


def test_networkx_alone_loads_nothing_of_it(tmp_path):
    from tests.faces.entry_points import write_entry_points

    pytest.importorskip("networkx", minversion="3.5")
    write_entry_points(tmp_path)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    code = (
        "import sys, networkx; assert 'clconn' in networkx.config.backends; print(*sys.modules); "
        "graph = networkx.Graph([(1, 2)]); "
        "assert list(networkx.connected_components(graph, backend='clconn')) == [{1, 2}]"
    )
    loaded = set(run_in_child(code, PYTHONPATH=path).split())
    assert not loaded & {"scipy", "pyopencl", "clconn.graph", "clconn.faces.networkx.backend"}
