"""Kruskal's algorithm: edges in order and not, when it sorts, and when ``"auto"`` chooses it."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array, triu

import clconn
from clconn.errors import GraphError
from clconn.graph import Graph
from clconn.opencl_backend.graph import ascending_keys, one_core, weighted_graph
from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
from clconn.opencl_backend.minimum_forest import kruskal as module
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import MINIMUM_FOREST
from clconn.reference.minimum_forest.kruskal import kruskal
from clconn.weight_keys import canonical_edges
from tests.helpers.cases import case
from tests.helpers.queues import new_runtime
from tests.helpers.small_degree_classes import LongRows

KRUSKAL = "coo/kruskal/serial"


def _in_order(n: int = 300, m: int = 2000) -> Graph:
    """Random edges, self loops and parallel edges too; their weights ascend, with ties."""
    ends = np.random.default_rng(4).integers(0, n, (2, m))
    return Graph.from_edges(*ends, n + 5, weights=np.arange(m) // 3)


def _shuffled() -> Graph:
    graph = _in_order()
    weights = np.random.default_rng(5).permutation(graph.weights)
    return Graph.from_edges(*graph.edges(), graph.n, weights=weights)


def _falling() -> Graph:
    """The same edges; the weights fall, with ties, and those of self loops are of no order."""
    graph = _in_order()
    (sources, targets), weights = graph.edges(), -graph.weights
    weights[sources == targets] = 5
    return Graph.from_edges(sources, targets, graph.n, weights=weights)


def _falling_at_both_ends() -> Graph:
    """Rows of which the entries above the diagonal fall."""
    matrix = triu(csr_array((np.ones(2000), _in_order().edges()), shape=(305, 305)), 1).tocsr()
    matrix.data = 400.0 - np.repeat(np.arange(305), np.diff(matrix.indptr)) // 2
    return Graph.from_scipy((matrix + matrix.T).tocsr(), weighted=True)


def _by_larger_ends(*, sign: int = 1, ties: int = 1, wide: bool = False, n: int = 305) -> Graph:
    """Rows at both ends, and some self loops, whose weights are in the order of the larger ends."""
    matrix = triu(csr_array((np.ones(2000), _in_order().edges()), shape=(n, n)), 1).tocoo()
    # Where one weight is that of several larger ends it is no order of these.
    weights = sign * (matrix.col // ties + (0.1 if wide else 0.0)) + 400.0
    half = csr_array((weights, (matrix.row, matrix.col)), shape=(n, n))
    loops = csr_array((np.full(9, 7.0), (np.arange(9), np.arange(9))), shape=(n, n))
    return Graph.from_scipy((half + half.T + loops).tocsr(), weighted=True)


def _with_rows_in_no_order() -> Graph:
    graph = _by_larger_ends()
    offsets, neighbors = graph.user_rows.offsets, graph.user_rows.neighbors.copy()
    weights = graph.weights.copy()
    for begin, end in itertools.pairwise(offsets):
        neighbors[begin:end], weights[begin:end] = (
            array[begin:end][::-1].copy() for array in (neighbors, weights)
        )
    return Graph.from_csr(offsets, neighbors, weights=weights)


def _differing_at_both_ends() -> Graph:
    """The weight below the diagonal differs from that above it once."""
    graph = _by_larger_ends()
    matrix = csr_array(
        (graph.weights.copy(), graph.user_rows.neighbors, graph.user_rows.offsets),
        shape=(graph.n, graph.n),
    )
    last = int(np.flatnonzero(np.diff(matrix.indptr))[-1])
    matrix.data[matrix.indptr[last]] += 0.5
    return Graph.from_scipy(matrix, weighted=True)


BY_LARGER_ENDS = {
    "larger ends": (_by_larger_ends, "in the order of the edges' larger ends"),
    "larger ends, falling": (
        lambda: _by_larger_ends(sign=-1), "in the opposite order of the edges' larger ends",
    ),
    "larger ends, 64 bits": (lambda: _by_larger_ends(wide=True), None),
    "larger ends, equal for two": (lambda: _by_larger_ends(ties=2), None),
    "larger ends, rows in no order": (_with_rows_in_no_order, None),
    "larger ends, one differs": (_differing_at_both_ends, None),
}  # fmt: skip


def _nearly_equal(rare: int = 40, n: int = 300, m: int = 2000) -> Graph:
    """The same edges; some are lighter or heavier than the others, and some of these tie."""
    generator = np.random.default_rng(6)
    weights = np.full(m, 5.5)
    weights[generator.choice(m, rare, replace=False)] = generator.integers(0, 12, rare)
    return Graph.from_edges(*_in_order(n, m).edges(), n + 5, weights=weights)


def test_forests(device):
    nearly_equal = _nearly_equal()
    lighter = nearly_equal.weights.clip(max=5.5)
    n = nearly_equal.n
    matrix = csr_array((nearly_equal.weights, nearly_equal.edges()), shape=(n, n))
    graphs = {
        "in order": _in_order(),
        "in opposite order": _falling(),
        "nearly equal": nearly_equal,
        "none is heavier": Graph.from_edges(*nearly_equal.edges(), weights=lighter),
        "many are not": _nearly_equal(rare=1900),
        "64 bits": Graph.from_edges(*nearly_equal.edges(), weights=nearly_equal.weights / 3),
        "both ends": Graph.from_scipy(matrix + matrix.T, weighted=True),
        "both ends, falling": _falling_at_both_ends(),
        "not in order": _shuffled(),
        **{name: make() for name, (make, _) in BY_LARGER_ENDS.items()},
        # All that joins trees comes first, and the rest is not read.
        "a tree and more": Graph.from_edges(
            [*range(50), *[0] * 50], [*range(1, 51), *range(50)], weights=np.arange(100)
        ),
        "descending ids": Graph.from_edges(np.arange(99, 0, -1), np.arange(98, -1, -1)),
        "nothing": Graph.from_edges([], [], 5, weights=[]),
        "no vertex": Graph.from_edges([], [], 0, weights=[]),
    }
    for name, graph in graphs.items():
        for maximum in (False, True):
            edges = canonical_edges(graph, maximum=maximum)
            forest = clconn.minimum_spanning_forest(
                graph, variant=KRUSKAL, backend="opencl", device=device, maximum=maximum
            )
            np.testing.assert_array_equal(
                forest.edge_ids, edges.ids[kruskal(graph.n, edges)], err_msg=f"{name} {maximum=}"
            )


def test_the_number_of_trees_goes_from_launch_to_launch(device):
    runtime = new_runtime(device)
    for graph in (_in_order(), _nearly_equal(), _shuffled()):
        weighted = put_weighted_graph(graph, runtime)
        _, plan = plan_variant(MINIMUM_FOREST, weighted, KRUSKAL)
        for _ in range(2):
            linked = runtime.download(plan.run(wait=True)["linked"], graph.n)
            (left,) = runtime.download(runtime.scratch.take("trees left", 4).buffer, 1)
            assert left == np.count_nonzero(linked < 0)


def test_sorts_only_where_it_must(device, monkeypatch):
    runtime = new_runtime(device)
    monkeypatch.setattr(module, "MOST_PAIRS", 3)
    for graph in (_in_order(), _falling()):
        plan_variant(MINIMUM_FOREST, put_weighted_graph(graph, runtime), KRUSKAL)
    if runtime.is_cpu:
        plan_variant(MINIMUM_FOREST, put_weighted_graph(_nearly_equal(), runtime), KRUSKAL)
    placed = put_weighted_graph(_shuffled(), runtime)
    with pytest.raises(GraphError, match="at most 3 edges and the graph has 2000; use variant='au"):
        plan_variant(MINIMUM_FOREST, placed, KRUSKAL)


def test_choice(device, monkeypatch):
    """On a processor of few cores, if the weights are in order, or are nearly all the same."""
    monkeypatch.setattr(one_core, "cores_of", lambda runtime: 2 * runtime.is_cpu)
    runtime = new_runtime(device)
    for is_cpu in (False, True):
        runtime.is_cpu = is_cpu
        for graph, why in (
            (_in_order(), "order of the edges"),
            (_falling(), "opposite order of the edges"),
            (_falling_at_both_ends(), "opposite order of the edges"),
            (Graph.from_edges(*_in_order().edges()), "all edges have the same weight"),
            (_nearly_equal(), "nearly all edges have the same weight"),
            (_nearly_equal(rare=600), None),
            (_shuffled(), None),
            *((make(), why) for make, why in BY_LARGER_ENDS.values()),
        ):
            forest = clconn.minimum_spanning_forest(graph, backend="opencl", device=runtime)
            assert (forest.variant == KRUSKAL) == bool(is_cpu and why)
            assert not (is_cpu and why) or why in forest.reason
            assert ("nearly" in forest.reason) == bool(is_cpu and why and "nearly" in why)


def test_all_weights_are_asked_for_their_order(device, monkeypatch):
    """Though a look at some of them sees no fault, and for the heaviest first."""
    monkeypatch.setattr(weighted_graph, "may_ascend_below", lambda *_, **__: True)
    runtime = new_runtime(device)
    runtime.is_cpu = True
    for blocks, maximum in itertools.product((1, 1024), (False, True)):
        monkeypatch.setattr(ascending_keys, "_MOST_BLOCKS", blocks)
        for name, (make, why) in BY_LARGER_ENDS.items():
            placed = put_weighted_graph(make(), runtime, maximum=maximum, as_rows=False)
            falls = ("opposite" in (why or "")) != maximum
            with case(name=name, maximum=maximum, blocks=blocks):
                assert placed.keys_ascend_below == bool(why and not falls)
                assert placed.keys_descend_below == bool(why and falls)
    wide = put_weighted_graph(_by_larger_ends(wide=True), runtime, as_rows=False)
    assert wide.rows_at_both_ends is None, "the weights that were dropped have no ranks"


def test_the_heaviest_come_first_along_larger_ends(device, monkeypatch):
    monkeypatch.setattr(one_core, "cores_of", lambda runtime: 2 * runtime.is_cpu)
    runtime = new_runtime(device)
    runtime.is_cpu = True
    for sign, words in ((-1, "in the order of"), (1, "in the opposite order of")):
        graph = _by_larger_ends(sign=sign)
        forest = clconn.minimum_spanning_forest(
            graph, backend="opencl", device=runtime, maximum=True
        )
        edges = canonical_edges(graph, maximum=True)
        np.testing.assert_array_equal(forest.edge_ids, edges.ids[kruskal(graph.n, edges)])
        assert f"the weights are {words} the edges' larger ends" in forest.reason


def test_few_cores(device, monkeypatch):
    in_order, below = one_core.CORES_TO_TAKE_IN_ORDER, one_core.CORES_TO_TAKE_LARGER_ENDS
    for cores, is_cpu in ((in_order, True), (in_order + 1, True), (1, False)):
        runtime = SimpleNamespace(device=SimpleNamespace(max_compute_units=cores), is_cpu=is_cpu)
        assert one_core.has_few_cores(runtime) == (cores == in_order and is_cpu)
    runtime = new_runtime(device)
    runtime.is_cpu = True
    for cores, is_taken in ((in_order, (1, 1)), (in_order + 1, (0, 1)), (below + 1, (0, 0))):
        monkeypatch.setattr(one_core, "cores_of", lambda runtime, cores=cores: cores)
        for graph, taken in zip((_falling(), _by_larger_ends()), is_taken, strict=True):
            forest = clconn.minimum_spanning_forest(graph, backend="opencl", device=runtime)
            with case(cores=cores, reason=forest.reason):
                assert (forest.variant == KRUSKAL) == bool(taken)


def _matrix(kind: str, maximum: bool) -> Any:
    """Nearly equal weights at both ends, which may differ there, or at one end; and self loops."""
    graph = _nearly_equal(rare=0 if kind == "equal" else 40)
    n, sign = graph.n, -1 if maximum else 1
    half = csr_array((sign * graph.weights, graph.edges()), shape=(n, n))
    if kind == "one end":
        return half
    other = half.T.tocsr()
    if kind == "both ends differ":
        other.data[::50] = sign * 2
    return (half + other).tocsr()


@pytest.mark.parametrize("is_long", [False, True])
@pytest.mark.parametrize("kind", ["equal", "both ends", "both ends differ", "one end"])
def test_entries_of_rows_are_taken_as_they_are(kind, is_long, device, monkeypatch):
    """Nobody lists them where nearly all weights are equal, until another variant does."""
    monkeypatch.setattr(one_core, "cores_of", lambda runtime: 2 * runtime.is_cpu)
    runtime = new_runtime(device)
    runtime.is_cpu = True
    for maximum in (False, True):
        graph = Graph.from_scipy(_matrix(kind, maximum), weighted=True)
        if is_long:
            graph.user_rows = LongRows(graph.user_rows.offsets, graph.user_rows.neighbors)
        edges = canonical_edges(graph, maximum=maximum)
        expected = edges.ids[kruskal(graph.n, edges)]
        placed, is_listed = put_weighted_graph(graph, runtime, maximum=maximum), False
        for variant in (
            "auto",
            KRUSKAL,
            "coo/filter-boruvka/halve",
            "csr/boruvka/relabel",
            KRUSKAL,
        ):
            is_listed |= variant not in ("auto", KRUSKAL)
            forest = clconn.minimum_spanning_forest(
                graph, variant=variant, backend="opencl", device=runtime, maximum=maximum
            )
            with case(variant=variant, maximum=maximum):
                np.testing.assert_array_equal(forest.edge_ids, expected)
                assert forest.variant == (KRUSKAL if variant == "auto" else variant)
            assert (placed.unlisted_rows is None) == is_listed
