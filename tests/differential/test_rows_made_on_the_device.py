"""Edge lists, and rows that lack the other direction, whose rows a GPU makes by itself."""

import numpy as np
import pytest

import clconn
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.queues import new_runtime
from tests.helpers.small_degree_classes import runtime_with_small_classes


@pytest.fixture(scope="module", params=["usual", "small classes"])
def runtime(device, request):
    """A runtime that works as a GPU's."""
    if request.param == "usual":
        own = new_runtime(device)
    else:
        own = runtime_with_small_classes(device, blocks=False)
    own.is_cpu = False
    return own


def _forms(name):
    """The graph as a list of edges in a random order, and as rows of one direction."""
    graph = hand_made(name)
    sources, targets = graph.edges()
    order = np.random.default_rng(4).permutation(sources.size)
    edge_list = clconn.Graph.from_edges(sources[order], targets[order], graph.n)
    lows, highs = np.minimum(sources, targets), np.maximum(sources, targets)
    by_row = np.lexsort((highs, lows))
    offsets = np.concatenate([[0], np.cumsum(np.bincount(lows, minlength=graph.n))])
    return edge_list, clconn.Graph.from_csr(offsets, highs[by_row])


@pytest.mark.parametrize("variant", ["csr/ecl/split", "kout/async/halve", "coo/async/halve"])
@pytest.mark.parametrize("name", sorted(HAND_MADE))
def test_components_and_forests(name, variant, runtime):
    for graph in _forms(name):
        result = clconn.connected_components(graph, variant=variant, device=runtime)
        np.testing.assert_array_equal(result.roots, scipy_roots(graph))
        forest = clconn.spanning_forest(graph, variant=variant, device=runtime, verify=True)
        assert forest.count == result.count
        sources, targets = graph.edges()
        np.testing.assert_array_equal(forest.edges[0], sources[forest.edge_ids])
        np.testing.assert_array_equal(forest.edges[1], targets[forest.edge_ids])


@pytest.mark.parametrize("name", sorted(HAND_MADE))
def test_strong_components_of_arcs(name, runtime):
    sources, targets = hand_made(name).edges()
    arcs = clconn.Graph.from_edges(sources, targets, hand_made(name).n, directed=True)
    for variant in ("csr/two-phase/chains", "csr/forward-backward/trim-two"):
        result = clconn.strongly_connected_components(
            arcs, variant=variant, device=runtime, verify=True
        )
        assert 1 <= result.count <= arcs.n or not arcs.n


def test_the_rows_store_each_edge_at_both_ends_but_no_self_loop(runtime):
    graph = clconn.Graph.from_edges([3, 0, 1, 1, 2], [3, 1, 0, 2, 1], 5)
    placed = graph.to(runtime)
    assert (placed.symmetric, placed.is_sorted, placed.entry_count) == (True, False, 8)
    offsets = runtime.download(placed.offsets, 6)
    neighbors = runtime.download(placed.neighbors, 8)
    ids = runtime.download(placed.edge_ids, 8)
    assert offsets.tolist() == [0, 2, 6, 8, 8, 8]
    sources, targets = graph.edges()
    for v in range(5):
        row = slice(offsets[v], offsets[v + 1])
        for u, edge in zip(neighbors[row], ids[row], strict=True):
            assert {sources[edge], targets[edge]} == {v, u}
    assert np.bincount(ids, minlength=5).tolist() == [0, 2, 2, 2, 2]
    needs = {"offsets": 24, "neighbors": 32, "edge ids": 32}
    assert placed.memory_needs == needs
