"""The public function for strong components: what it takes, and what its result says."""

import copy
import pickle

import networkx
import numpy as np
import pytest
import scipy.sparse
from hypothesis import HealthCheck, given, settings

import clconn
from clconn.dispatch import TWO_ARCS
from clconn.errors import GraphError, UnknownVariantError, VerificationError
from tests.helpers.cases import for_each
from tests.helpers.directed_graphs import DIRECTED, directed_graph, directed_graphs
from tests.helpers.oracles import scipy_roots, strong_roots
from tests.helpers.queues import queue_on

drawn = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
# 0 -> 1 -> 2 -> 0, 3 -> 2, 4
GRAPH = clconn.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 2], n=5, directed=True)
ROOTS = [0, 0, 0, 3, 4]
BACKENDS = ("scipy", "reference")


def solve(graph, **arguments):
    return clconn.strongly_connected_components(graph, **arguments)


@for_each("name", DIRECTED)
def test_each_backend_gives_the_same(name, backend):
    graph = directed_graph(name)
    for each in (backend, "scipy"):
        result = solve(graph, backend=each, verify=True)
        np.testing.assert_array_equal(result.roots, strong_roots(graph))
        assert result.roots.dtype == result.labels.dtype == np.int32
        assert result.backend == each


@drawn
@given(graph=directed_graphs())
def test_drawn_graphs(backend, graph):
    result = solve(graph, backend=backend)
    np.testing.assert_array_equal(result.roots, strong_roots(graph))
    sizes = np.unique(result.roots, return_counts=True)[1]
    np.testing.assert_array_equal(result.sizes(), sizes)
    np.testing.assert_array_equal(result.is_trivial, sizes == 1)
    assert result.is_trivial.dtype == np.bool_


def test_the_result(backend):
    result = solve(GRAPH, backend=backend)
    assert (result.count, result.roots.tolist()) == (3, ROOTS)
    count, labels = result
    assert (count, labels.tolist()) == (3, [0, 0, 0, 1, 2])
    assert result.largest().tolist() == [0, 1, 2]
    assert result.connected(0, 2)
    assert not result.connected(3, 2)
    assert repr(result).startswith("StrongComponents(n=5, count=3, ")
    assert isinstance(result, clconn.StrongComponents)


def test_self_loops_leave_a_component_trivial(backend):
    loops = clconn.Graph.from_edges([0, 1, 2], [0, 2, 1], directed=True)
    assert solve(loops, backend=backend).is_trivial.tolist() == [True, False]


def test_parallel_arcs(backend):
    """scipy's search for strong components may never end where a row has an arc twice."""
    for count in (2, 256):
        offsets, neighbors = [0, count, count, count], [1] * count
        graph = clconn.Graph.from_csr(offsets, neighbors, directed=True)
        for each in (backend, "scipy"):
            assert solve(graph, backend=each, verify=True).count == 3


# ---------------------------------------------------------------------------- sources


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr"])
def test_entries_of_a_matrix_are_arcs(form, backend):
    matrix = scipy.sparse.coo_array((np.ones(4), GRAPH.edges()), shape=(5, 5)).asformat(form)
    result = solve(matrix, backend=backend)
    assert result.roots.tolist() == ROOTS
    assert TWO_ARCS not in result.reason


@pytest.mark.parametrize("kind", [networkx.DiGraph, networkx.MultiDiGraph])
def test_directed_graphs_of_networkx(kind, backend):
    made = kind([("a", "b"), ("b", "a"), ("b", "c")])
    result = solve(made, backend=backend)
    assert result.membership() == {"a": 0, "b": 0, "c": 1}
    assert result.members(0) == ["a", "b"]


def test_files(tmp_path, backend):
    path = tmp_path / "arcs.txt"
    path.write_text("0 1\n1 0\n1 2\n")
    assert solve(clconn.read(path, directed=True), backend=backend).count == 2


def test_graphs_on_a_device(device):
    opencl = {"variant": "csr/pearce/serial"}
    for graph in (GRAPH, clconn.Graph.from_csr([0, 1, 2, 3, 4, 4], [1, 2, 0, 2], directed=True)):
        placed = graph.to(device)
        assert solve(placed, **opencl).roots.tolist() == ROOTS
        # For connected components, too, and for these with each edge at both ends.
        clconn.connected_components(placed)
        clconn.connected_components(graph, device=device, variant="kout/async/halve")
        assert solve(graph.to(device), **opencl).roots.tolist() == ROOTS
        assert solve(graph, device=device, **opencl).roots.tolist() == ROOTS


def test_rows_on_a_device_are_rows_of_arcs(device):
    import pyopencl.array as cl_array

    queue = queue_on(device)
    rows = GRAPH.arcs()
    offsets, neighbors = (cl_array.to_device(queue, a) for a in (rows.offsets, rows.neighbors))
    placed = clconn.DeviceGraph.from_csr(offsets, neighbors)
    result = solve(placed)
    assert result.roots.tolist() == ROOTS
    assert TWO_ARCS not in result.reason
    del placed
    assert result.condensation().to_scipy().toarray().sum() == 1


# ---------------------------------------------------------------------------- undirected


@pytest.mark.parametrize("rows", [False, True])
def test_an_edge_is_two_arcs(rows, backend):
    """Rows may hold one end of each edge."""
    one_end = ([0, 1, 1, 2, 2], [1, 3])
    graph = clconn.Graph.from_csr(*one_end) if rows else clconn.Graph.from_edges([0, 2], [1, 3])
    for each in (backend, "scipy"):
        result = solve(graph, backend=each, verify=True)
        np.testing.assert_array_equal(result.roots, scipy_roots(graph))
        assert result.reason.endswith(f"; {TWO_ARCS}")
        assert result.condensation().arc_count == 0
    assert TWO_ARCS not in solve(GRAPH, backend=backend).reason


def test_an_undirected_graph_on_a_device(device):
    """It may be there with one end of each edge."""
    graph = clconn.Graph.from_csr([0, 1, 1, 2, 2], [1, 3])
    result = solve(graph.to(device))
    assert result.roots.tolist() == [0, 0, 2, 2]
    assert result.reason.endswith(TWO_ARCS)


def test_undirected_graphs_of_networkx_and_of_files(tmp_path, backend):
    path = tmp_path / "edges.txt"
    path.write_text("0 1\n1 2\n")
    for graph in (networkx.path_graph(3), clconn.read(path)):
        result = solve(graph, backend=backend)
        assert result.count == 1
        assert TWO_ARCS in result.reason


# ---------------------------------------------------------------------------- work


def test_work(device):
    assert solve(GRAPH, backend="scipy").work is None
    assert solve(GRAPH, backend="reference").work is None
    work = solve(GRAPH, device=device, variant="csr/pearce/serial").work
    assert isinstance(work, clconn.Work)
    # One clears the counts of work, and three are Pearce's.
    assert work == clconn.Work(depth=0, rounds=0, launches=4)


# ---------------------------------------------------------------------------- copies


def test_copies_have_the_condensation_that_was_made(backend):
    for again in (copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))):
        result = solve(GRAPH, backend=backend)
        early = again(result)
        assert (early.count, early.roots.tolist(), early.work) == (3, ROOTS, result.work)
        with pytest.raises(GraphError, match=r"call condensation\(\) before the copy"):
            early.condensation()
        dag = result.condensation()
        late = again(result).condensation()
        assert late.order.tolist() == again(dag).order.tolist() == dag.order.tolist()
        with pytest.raises(AttributeError, match=r"condensation\(on_device=True\)"):
            _ = again(dag).on_device


# ---------------------------------------------------------------------------- bad input


def test_bad_arguments():
    with pytest.raises(UnknownVariantError, match="csr/ecl/split"):
        solve(GRAPH, variant="csr/ecl/split")
    with pytest.raises(GraphError, match="square"):
        solve(scipy.sparse.csr_array((2, 3)))
    with pytest.raises(
        GraphError, match=r"expected a graph, got str.*clconn\.read\('web\.mtx', directed=True\)"
    ):
        solve("web.mtx")
    with pytest.raises(TypeError):
        solve(GRAPH, "csr/pearce/serial")


def test_a_graph_on_a_device_is_not_for_the_host(device):
    placed = GRAPH.to(device)
    with pytest.raises(GraphError, match="backend='reference' needs the graph on the host"):
        solve(placed, backend="reference")
    with pytest.raises(GraphError, match=r"clconn\.verify\.strong_components\(graph, result\)"):
        solve(placed, verify=True)


@pytest.mark.parametrize("host", BACKENDS)
def test_a_condensation_on_no_device(host):
    with pytest.raises(GraphError, match="pass backend='opencl'"):
        solve(GRAPH, backend=host).condensation(on_device=True)


def test_a_wrong_answer_has_no_condensation(monkeypatch):
    module = "clconn.scipy_backend.strong_components.strong_components"
    monkeypatch.setattr(module, lambda graph: np.array([0, 1, 2, 3, 4], dtype=np.int32))
    result = solve(GRAPH, backend="scipy")
    with pytest.raises(VerificationError, match="a cycle leads through two of them"):
        result.condensation()
