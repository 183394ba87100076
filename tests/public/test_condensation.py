"""The condensation: acyclic, in one topological order, and the same on the host and on devices."""

import gc
import time
import weakref

import networkx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import clconn
from clconn.reference.strong_components.arcs import arcs_of
from clconn.reference.strong_components.condensation import condensation, topological_order
from clconn.topological_order import _storage_for_scipy, topological_ranks
from tests.helpers.cases import for_each
from tests.helpers.directed_graphs import DIRECTED, directed_graph, directed_graphs

PARTS = {
    "offsets": np.int32,
    "neighbors": np.int32,
    "sizes": np.int64,
    "order": np.int32,
    "ranks": np.int32,
}
SERIAL = {"backend": "opencl", "variant": "csr/pearce/serial"}
drawn = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)


def _rows(dag):
    return [row.tolist() for row in np.split(dag.neighbors, dag.offsets[1:-1])] if dag.n else []


def _digraph(graph):
    made = networkx.empty_graph(graph.n, create_using=networkx.DiGraph)
    made.add_edges_from(zip(*(end.tolist() for end in graph.edges()), strict=True))
    return made


def _check(graph, result, dag):
    """All that the condensation promises, against NetworkX and against the reference."""
    assert (dag.n, dag.arc_count) == (result.count, dag.neighbors.size)
    for part, dtype in PARTS.items():
        assert getattr(dag, part).dtype == dtype
    assert dag.ranks[dag.order].tolist() == list(range(dag.n))
    assert dag.sizes.tolist() == result.sizes()[dag.order].tolist()
    matrix = dag.to_scipy()
    assert matrix.shape == (dag.n, dag.n)
    assert matrix.has_canonical_format
    sources = np.repeat(np.arange(dag.n), np.diff(dag.offsets))
    assert (sources < dag.neighbors).all()
    # Between the smallest vertices of the components.
    roots = np.unique(result.roots)[dag.order]
    arcs = set(zip(roots[sources].tolist(), roots[dag.neighbors].tolist(), strict=True))
    assert len(arcs) == dag.arc_count
    theirs = networkx.condensation(_digraph(graph))
    smallest = {node: min(data["members"]) for node, data in theirs.nodes(data=True)}
    assert arcs == {(smallest[u], smallest[v]) for u, v in theirs.edges()}
    order, rows = condensation(arcs_of(graph).successors, result.labels.tolist(), result.count)
    assert (dag.order.tolist(), _rows(dag)) == (order, rows)
    again = dag.to_graph()
    assert (again.n, again.edge_count, again.directed) == (dag.n, dag.arc_count, True)
    assert clconn.strongly_connected_components(again, backend="scipy").count == dag.n


@for_each("name", DIRECTED)
def test_on_the_host(name):
    graph = directed_graph(name)
    result = clconn.strongly_connected_components(graph, backend="scipy")
    _check(graph, result, result.condensation())


@given(graph=directed_graphs())
def test_drawn_graphs_on_the_host(graph):
    result = clconn.strongly_connected_components(graph, backend="scipy")
    _check(graph, result, result.condensation())


def _check_device(graph, device):
    result = clconn.strongly_connected_components(graph, device=device, **SERIAL)
    here, there = result.condensation(), result.condensation(on_device=True)
    _check(graph, result, there)
    for part in PARTS:
        np.testing.assert_array_equal(getattr(here, part), getattr(there, part))
        on_device = getattr(there.on_device, part)
        np.testing.assert_array_equal(on_device.get(), getattr(here, part))
    assert repr(here) == repr(there) == f"Condensation(n={here.n}, arcs={here.arc_count})"


@for_each("name", DIRECTED)
def test_on_a_device(name, device):
    _check_device(directed_graph(name), device)


@drawn
@given(graph=directed_graphs())
def test_drawn_graphs_on_a_device(device, graph):
    _check_device(graph, device)


def test_many_blocks_on_a_device(device):
    """More arcs than a device has blocks, many of them parallel."""
    graph = clconn.generate("uniform-random", n=40_000, edges=100_000, directed=True)
    twice = [np.concatenate([end, end]) for end in graph.edges()]
    _check_device(clconn.Graph.from_edges(*twice, graph.n, directed=True), device)


def test_rows_and_edge_lists_have_the_same():
    graph = directed_graph("bow-tie")
    rows = graph.arcs()
    as_rows = clconn.Graph.from_csr(rows.offsets, rows.neighbors, directed=True)
    one, other = (clconn.strongly_connected_components(g).condensation() for g in (graph, as_rows))
    for part in PARTS:
        np.testing.assert_array_equal(getattr(one, part), getattr(other, part))


def test_labels_in_a_topological_order_keep_it():
    pairs = np.sort(np.random.default_rng(1).integers(0, 50, (2, 200)), axis=0)
    graph = clconn.Graph.from_edges(*pairs, 50, directed=True)
    dag = clconn.strongly_connected_components(graph).condensation()
    assert dag.order.tolist() == list(range(50))


@given(graph=directed_graphs())
def test_the_order_if_scipy_numbered_otherwise(graph):
    """scipy promises no order of its labels; the order is the same without."""
    matrix = clconn.strongly_connected_components(graph, backend="scipy").condensation().to_scipy()
    shuffled = np.random.default_rng(3).permutation(matrix.shape[0])
    matrix = matrix[shuffled][:, shuffled]
    matrix.sort_indices()
    ranks = topological_ranks(matrix)
    rows = [matrix.indices[slice(*matrix.indptr[v : v + 2])].tolist() for v in range(ranks.size)]
    assert np.argsort(ranks).tolist() == topological_order(rows)
    with pytest.MonkeyPatch.context() as patch:

        def ascending(matrix, **_):
            n = matrix.shape[0]
            return n, np.arange(n, dtype=np.int32)

        patch.setattr("scipy.sparse.csgraph.connected_components", ascending)
        _storage_for_scipy.cache_clear()
        np.testing.assert_array_equal(topological_ranks(matrix), ranks)
    _storage_for_scipy.cache_clear()


def test_the_order_of_this_scipy_is_known():
    """Else each condensation would be in the order of the reference, which takes longer."""
    assert _storage_for_scipy() is not None


def test_a_cycle_has_no_order():
    matrix = networkx.to_scipy_sparse_array(networkx.cycle_graph(3, create_using=networkx.DiGraph))
    assert topological_ranks(matrix) is None


@pytest.mark.parametrize("shuffled", [False, True])
def test_a_long_path_takes_linear_time(shuffled):
    n = 2**20
    vertices = np.random.default_rng(1).permutation(n) if shuffled else np.arange(n)
    graph = clconn.Graph.from_edges(vertices[:-1], vertices[1:], n, directed=True)
    result = clconn.strongly_connected_components(graph, backend="scipy")
    start = time.perf_counter()
    dag = result.condensation()
    assert dag.order.tolist() == vertices.tolist()
    assert time.perf_counter() - start < 10  # about one, without the others on a busy machine


def test_it_is_made_once():
    result = clconn.strongly_connected_components(directed_graph("dag"))
    assert result.condensation() is result.condensation()
    assert result.condensation().order is result.condensation().order


# ---------------------------------------------------------------------------- memory


def test_a_result_does_not_keep_the_graph_on_the_device(device):
    n = 1237  # as no other graph has
    graph = clconn.Graph.from_edges([0, 1, 1], [1, 0, 2], n, directed=True)
    result = clconn.strongly_connected_components(graph, device=device, **SERIAL)
    [placed] = map(weakref.ref, graph.device_copies.values())
    assert placed() is not None
    graph.device_copies.clear()
    gc.collect()
    assert placed() is None
    # It is put there again, for as long as that takes.
    assert result.condensation(on_device=True).arc_count == result.condensation().arc_count == 1
    gc.collect()
    there = [it for it in gc.get_objects() if isinstance(it, clconn.DeviceGraph)]
    assert n not in [placed.n for placed in there]


def test_a_result_of_the_host_does_not_keep_it_either(device):
    graph = clconn.Graph.from_edges([0, 1, 1], [1, 0, 2], directed=True)
    placed = weakref.ref(graph.to(device))
    result = clconn.strongly_connected_components(graph, backend="scipy")
    del graph
    gc.collect()
    assert placed() is None
    assert result.condensation().n == 2


def test_too_little_memory_on_the_device(device, monkeypatch):
    from clconn.errors import DeviceMemoryError
    from clconn.opencl_backend.device.runtime import Runtime

    graph = directed_graph("dag")
    result = clconn.strongly_connected_components(graph, device=device, **SERIAL)
    held = result.labels  # before there is none

    def refuse(self, needs, purpose):
        raise DeviceMemoryError(f"{purpose} needs {sum(needs.values()):,} bytes")

    monkeypatch.setattr(Runtime, "check_memory", refuse)
    with pytest.raises(DeviceMemoryError, match="the condensation needs"):
        result.condensation(on_device=True)
    assert held.size == graph.n
