"""Searches, chains and signatures: rows of all degrees, the barrier, and what a run decides."""

import copy

import numpy as np
import pytest
from hypothesis import given, settings

import clconn
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.strong_components import searches, signatures
from clconn.opencl_backend.strong_components.contraction import ENDED, FOUND
from clconn.opencl_backend.strong_components.outputs import course
from clconn.scipy_backend.strong_components import strong_components as scipy_roots
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, band, directed_graph, directed_graphs
from tests.helpers.one_group import runtime_with_barrier
from tests.helpers.plans import strong_components
from tests.helpers.small_degree_classes import runtime_with_small_classes

# Every row of the table takes all of these ways in tests/differential, too.
VARIANTS = ["csr/signatures/plain", "csr/two-phase/chains"]


def _check(graph, variant, device):
    roots = strong_components(graph, variant, device=device).roots
    np.testing.assert_array_equal(roots, scipy_roots(graph))


def _graph_of_hubs():
    """Hubs whose rows lanes share, and one that a whole group takes; parallel arcs and loops."""
    random = np.random.default_rng(6)
    hub, leaves = np.zeros(5000, dtype=int), np.arange(1, 5001)
    parts = [[hub, leaves], [leaves[:2000], hub[:2000]], random.integers(4000, 8000, (2, 9000))]
    ends = np.hstack([*parts, np.repeat([[7, 9, 9], [9, 7, 9]], 300, axis=1)])
    return clconn.Graph.from_edges(*ends, 8000, directed=True)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_class_of_degrees(variant, device):
    small_classes = runtime_with_small_classes(device)
    for name in DIRECTED:
        with case(graph=name):
            _check(directed_graph(name), variant, small_classes)
    _check(_graph_of_hubs(), variant, small_classes)


@pytest.mark.parametrize("variant", ["csr/two-phase/chains"])
def test_all_rounds_in_one_launch(variant, device):
    """One group waits for nobody, so that any device can run the kernels with the barrier."""
    runtime = runtime_with_barrier(device)
    for name in DIRECTED:
        with case(graph=name):
            _check(directed_graph(name), variant, runtime)
    _check(_graph_of_hubs(), variant, runtime)


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=15)
@given(graph=directed_graphs())
def test_drawn_graphs(variant, device, graph):
    _check(graph, variant, device)


def _path(n):
    order = np.random.default_rng(0).permutation(n)
    return clconn.Graph.from_edges(order[:-1], order[1:], n, directed=True)


def _ladder(n):
    even = np.arange(0, n - 2, 2)
    sources, targets = np.repeat([even, even + 1], 2, axis=0), np.tile([even + 2, even + 3], (2, 1))
    return clconn.Graph.from_edges(sources.ravel(), targets.ravel(), n, directed=True)


def test_what_a_run_decides(device):
    random = clconn.generate("uniform-random", n=20_000, edges=100_000, directed=True, seed=0)
    for graph, words in (
        (random, ["found the component"]),
        (_path(100_000), ["chains were cut", "was given up"]),
        (_ladder(100_000), ["chains were cut", "went on"]),
    ):
        result = strong_components(graph, "csr/two-phase/chains", device=device)
        decided = result._source.course()
        np.testing.assert_array_equal(result.roots, scipy_roots(graph))
        assert all(word in decided for word in words), decided
        assert result.reason == f"it was asked for by name; {decided}"
        assert result.work.depth >= 0
        assert result.work.rounds > 0
    assert course([0, 0, 0]) == ""


@pytest.mark.parametrize(("shift", "goes_on"), [(0, True), (40, False)])
@pytest.mark.parametrize("graph", ["mesh", "band"])
def test_searches_that_will_soon_be_done_do_not_pause(graph, shift, goes_on, device, monkeypatch):
    """In a mesh a search gets faster, and its end is foreseen; in a band it is given up later."""
    monkeypatch.setattr(searches, "PAUSE_SHIFT", shift)
    if graph == "mesh":
        made = clconn.generate("torus", rows=300, columns=300)
        ends = made.edges()
        made = clconn.Graph.from_edges(*np.hstack([ends, ends[::-1]]), made.n, directed=True)
    else:
        made = band(90_000, seed=8)
    placed = arcs_to_device(made, open_runtime(device))
    np.testing.assert_array_equal(
        strong_components(placed, "csr/contraction/two-phase").roots, scipy_roots(made)
    )
    (plan,) = placed.plans.values()
    ends = goes_on and graph == "mesh"
    assert plan.reports[ENDED] == ends
    assert plan.reports[FOUND] == (made.n if ends else 0)


def test_deep_graphs_take_few_rounds(device):
    """Paths, cycles and 2-cycles on a path, in any order: no round for each vertex."""
    n = 1 << 15
    order = np.random.default_rng(1).permutation(n)
    cycle = clconn.Graph.from_edges(order, np.roll(order, -1), n, directed=True)
    two_cycles = clconn.generate("cycles-on-path", cycles=n // 2)
    for graph in (_path(n), cycle, two_cycles):
        result = strong_components(graph, "csr/two-phase/chains", device=device)
        assert result.work.rounds < 250


def test_fifty_runs_give_the_same_labels(device):
    graph = clconn.generate("uniform-random", n=30_000, edges=45_000, directed=True, seed=2)
    expected = scipy_roots(graph)
    placed = graph.to(device)
    for _ in range(50):
        for variant in ("csr/two-phase/chains", "csr/signatures/jump"):
            roots = strong_components(placed, variant).roots
            np.testing.assert_array_equal(roots, expected)


@pytest.mark.parametrize("together", [False, True])
def test_rows_that_all_groups_share(together, device, monkeypatch):
    """Pieces of 4 entries, of rows of more than 8: hubs that stay long, and some that leave."""
    monkeypatch.setattr(signatures, "HUB_DEGREE", 8)
    monkeypatch.setattr(signatures, "HUB_PIECE", 4)
    runtime = runtime_with_barrier(device, together=together)
    rng = np.random.default_rng(8)
    order = rng.permutation(3000)
    path = [order[:-1], order[1:]]
    # A hub before the path, which leaves alone, one behind it, and one on a cycle with all of it.
    before = [np.full(40, 3000), order[:40]]
    behind = [order[-40:], np.full(40, 3001)]
    around = [np.r_[order[-40:], np.full(40, 3002)], np.r_[np.full(40, 3002), order[:40]]]
    others = [[[3003], [3000]], [[3001], [3004]]]
    for parts in ([path, before, behind, *others], [path, before, behind, around, *others]):
        graph = clconn.Graph.from_edges(*np.hstack(parts), 3005, directed=True)
        for variant in (
            "csr/signatures/plain",
            "csr/signatures/jump",
            "csr/contraction/signatures",
        ):
            _check(graph, variant, runtime)
    for name in DIRECTED:
        with case(graph=name):
            _check(copy.copy(directed_graph(name)), "csr/signatures/jump", runtime)
    _check(_graph_of_hubs(), "csr/two-phase/chains", runtime)
