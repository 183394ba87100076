"""Trimming of all subgraphs at once, against the reference on one after the other."""

import numpy as np
import pytest

from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.strong_components import contraction, counted_trimming, quotient
from clconn.opencl_backend.strong_components.signatures import LEFT_CHAINS, LEFT_ROUNDS
from clconn.opencl_backend.strong_components.trimming import trim_ones, trim_pairs
from clconn.reference.strong_components import trimming
from clconn.reference.strong_components.arcs import Arcs, arcs_of
from clconn.reference.strong_components.tarjan import tarjan
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, directed_graph
from tests.helpers.graphs import from_pairs
from tests.helpers.one_group import runtime_with_barrier
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components, strong_reports
from tests.helpers.small_degree_classes import runtime_with_small_classes
from tests.opencl_backend.strong_components.decomposition import Decomposition


@pytest.fixture(scope="module")
def small_classes(device):
    """A runtime of the device with degree classes for small graphs."""
    return runtime_with_small_classes(device)


def _drawn(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 60))
    ends = random.integers(0, n, (2, int(random.integers(0, 2 * n))))
    # Many arcs go both ways, some are parallel, some vertices are hubs.
    back = ends[::-1, : ends.shape[1] // 2]
    hub = np.stack([np.full(20, n - 1), random.integers(0, n, 20)])
    return Graph.from_edges(*np.hstack([ends, back, back, hub]), n, directed=True)


def _graphs():
    yield from ((name, directed_graph(name)) for name in DIRECTED)
    yield from ((f"drawn-{seed}", _drawn(seed)) for seed in range(20))


def _subgraphs(labels):
    return [set(np.flatnonzero(labels == name).tolist()) for name in np.unique(labels)]


def _cases():
    for name, graph in _graphs():
        for count in (1, 3):
            labels = np.random.default_rng(graph.n).integers(0, count, graph.n)
            with case(graph=name, subgraphs=count):
                yield graph, arcs_of(graph), labels


def _expect(labels, components):
    """The labels when some components are finished."""
    expected = labels.copy()
    for component in components:
        expected[component] = ~min(component)
    return expected


@pytest.mark.parametrize("kind", ["usual", "small-classes"])
def test_components_of_one(kind, device, small_classes):
    runtime = open_runtime(device) if kind == "usual" else small_classes
    for graph, arcs, labels in _cases():
        decomposition = Decomposition(graph, runtime, labels)
        decomposition.run(trim_ones(decomposition.builder, decomposition.numbers.labels))
        ones = [one for within in _subgraphs(labels) for one in trimming.trim_ones(arcs, within)]
        np.testing.assert_array_equal(decomposition.labels(), _expect(labels, ones))


@pytest.mark.parametrize("kind", ["usual", "small-classes"])
def test_components_of_two(kind, device, small_classes):
    """All that the reference finds, and what a pair that is finished in the same round uncovers."""
    runtime = open_runtime(device) if kind == "usual" else small_classes
    for graph, arcs, labels in _cases():
        decomposition = Decomposition(graph, runtime, labels)
        decomposition.run(trim_pairs(decomposition.builder, decomposition.numbers.labels))
        found = decomposition.labels()
        # A row of high degree is not looked at.
        rows = zip(arcs.successors, arcs.predecessors, strict=True)
        is_high = [max(map(len, both)) > runtime.tuning.high_degree for both in rows]
        for within in _subgraphs(labels):
            components = _components(arcs, within)
            for v in within:
                assert found[v] in (labels[v], ~min(components[v]))
                assert found[v] >= 0 or len(components[v]) == 2
            for pair in trimming.trim_pairs(arcs, within.copy()):
                assert any(is_high) or found[pair].tolist() == [~pair[0]] * 2


def _components(arcs, within):
    """The strong component of each vertex of a subgraph."""
    kept = [
        [w for w in row if v in within and w in within] for v, row in enumerate(arcs.successors)
    ]
    return {v: component for component in tarjan(Arcs(kept, [])) for v in component}


def test_loops_and_parallel_arcs_are_nobody_else(small_classes):
    """0 <-> 1 by two arcs each way, with loops, from which arcs lead to 2; 3 has a loop."""
    pairs = [(0, 1), (1, 0), (1, 2)] * 2 + [(0, 0), (1, 1), (3, 3)]
    graph = from_pairs(pairs, 4, directed=True)
    decomposition = Decomposition(graph, small_classes, np.zeros(4, dtype=int))
    builder, labels = decomposition.builder, decomposition.numbers.labels
    decomposition.run([*trim_ones(builder, labels), *trim_pairs(builder, labels)])
    assert (~decomposition.labels()).tolist() == [0, 0, 2, 3]


@pytest.mark.parametrize("together", [False, True])
def test_several_pieces_of_a_row(together, device, monkeypatch):
    """By counts, of pieces of 4 arcs: hubs that leave, and such that stay."""
    monkeypatch.setattr(counted_trimming, "ROW_PIECE", 4)
    runtime = runtime_with_barrier(device, together=together)
    rng = np.random.default_rng(3)
    ends = rng.integers(0, [[6], [400]], (2, 600))
    graphs = {
        "to many": Graph.from_edges(*ends, 400, directed=True),
        "from many": Graph.from_edges(*ends[::-1], 400, directed=True),
        "both": Graph.from_edges(*np.hstack([ends, ends[::-1, :50]]), 400, directed=True),
    }
    for name, graph in (*graphs.items(), *_graphs()):
        with case(graph=name):
            placed = arcs_to_device(graph, runtime)
            result = strong_components(placed, "csr/contraction/trimming", device=None)
            np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))


def _bands_into_a_clique(lengths):
    """Each vertex of a band leads to the next two, the last two to 40 that all lead to all."""
    random = np.random.default_rng(8)
    total = sum(lengths)
    clique = total + np.arange(40)
    ends = [np.array(np.meshgrid(clique, clique)).reshape(2, -1)]
    for begin, length in zip(np.cumsum([0, *lengths]), lengths, strict=False):
        ids = np.append(begin + np.arange(length), clique[:2])
        ends += [(ids[:-2], ids[1:-1]), (ids[:-2], ids[2:])]
    order = random.permutation(total + 40)
    return Graph.from_edges(*order[np.hstack(ends)], total + 40, directed=True)


@pytest.mark.usefixtures("contracts_at_once")
@pytest.mark.parametrize("together", [False, True])
def test_trimming_ends_where_fewer_leave(together, device, monkeypatch):
    """One long band among short ones is not trimmed to its end, and as many long ones are."""
    monkeypatch.setattr(contraction, "ENOUGH_LEAVING", 1 << 16)
    monkeypatch.setattr(quotient, "FEW", 0)
    monkeypatch.setitem(contraction.ROUNDS_OF_TRIMMING, contraction.AT_LENGTH, 1 << 20)
    runtime = runtime_with_barrier(device, together=together)
    one_is_long = [60] * 90 + [2000]
    for lengths, slow, left in (
        (one_is_long, 8, range(41, 2000)), (one_is_long, 1 << 20, [40]), ([1500] * 5, 8, [40]),
    ):  # fmt: skip
        monkeypatch.setattr(contraction, "SLOW_TRIMMING", slow)
        graph = _bands_into_a_clique(lengths)
        placed = arcs_to_device(graph, runtime)
        with case(n=graph.n, slow=slow):
            result = strong_components(placed, "csr/contraction/signatures", device=None)
            np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
            reports = strong_reports(placed, "csr/contraction/signatures")
            assert reports[contraction.TRIMMED] == contraction.AT_LENGTH
            assert reports[quotient.GIVEN] in left


def _ladder_into_a_clique(layers):
    """Two paths with rungs that lead from either to the other in turns, to 40 that lead to all."""
    first, second = np.arange(2 * layers).reshape(2, -1)
    clique = 2 * layers + np.arange(40)
    ends = [
        np.array(np.meshgrid(clique, clique)).reshape(2, -1),
        (first[:-1], first[1:]), (second[:-1], second[1:]),
        (first[:-1:4], second[1::4]), (second[2:-1:4], first[3::4]), (first[-1:], clique[:1]),
    ]  # fmt: skip
    n = 2 * layers + clique.size
    order = np.random.default_rng(8).permutation(n)
    return Graph.from_edges(*order[np.hstack(ends)], n, directed=True)


@pytest.mark.parametrize("together", [False, True])
def test_what_chains_leave_is_trimmed(together, device, monkeypatch):
    """If it is much, for some rounds; searches that are followed by contraction cut no chains."""
    for module in (contraction, quotient):
        monkeypatch.setattr(module, "FEW", 0)
    runtime = runtime_with_barrier(device, together=together)
    cut, alone = "csr/contraction/two-phase", "csr/contraction/searches"
    for variant, many, rounds, kind, trimmed, left in (
        (cut, 0.25, 1 << 20, LEFT_CHAINS, contraction.AFTER_CHAINS, [40]),
        (cut, 0.25, 8, LEFT_CHAINS, contraction.AFTER_CHAINS, range(41, 4042)),
        (cut, 1, 1 << 20, LEFT_CHAINS, 0, range(41, 4042)),
        (alone, 0.25, 1 << 20, LEFT_ROUNDS, 0, range(4030, 4043)),
    ):
        monkeypatch.setattr(contraction, "MANY_AFTER_CHAINS", many)
        monkeypatch.setitem(contraction.ROUNDS_OF_TRIMMING, contraction.AFTER_CHAINS, rounds)
        graph = _ladder_into_a_clique(2001)
        placed = arcs_to_device(graph, runtime)
        with case(variant=variant, many=many, rounds=rounds):
            result = strong_components(placed, variant, device=None)
            np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
            reports = strong_reports(placed, variant)
            assert reports[contraction.LEFT] == kind
            assert reports[contraction.TRIMMED] == trimmed
            assert reports[quotient.GIVEN] in left
