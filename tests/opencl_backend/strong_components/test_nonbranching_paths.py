"""Long paths are an arc while a graph is contracted, and their vertices go with both ends."""

import copy

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.strong_components import (
    first_choice,
    nonbranching_paths,
    quotient,
)
from clconn.opencl_backend.strong_components.quotient import GIVEN, LAST, PATHS
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, directed_graph, renamed, subdivided
from tests.helpers.one_group import of_one_group
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components
from tests.helpers.small_degree_classes import runtime_with_small_classes

VARIANTS = [f"csr/contraction/{form}" for form in ("alone", "two-phase")]


pytestmark = pytest.mark.usefixtures("contracts_at_once")


def _runtimes(device):
    """With rounds that the host repeats, and, as on a GPU, in one launch."""
    together = of_one_group(runtime_with_small_classes(device, blocks=False))
    return open_runtime(device), runtime_with_small_classes(device), together


def _run(graph, variant, runtime):
    placed = arcs_to_device(graph, runtime)
    result = strong_components(placed, variant)
    np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
    (plan,) = placed.plans.values()
    return result, plan.reports


@pytest.mark.parametrize("variant", VARIANTS)
def test_hand_made_graphs_of_long_paths(variant, device, monkeypatch):
    monkeypatch.setattr(quotient, "FEW", 0)
    monkeypatch.setattr(quotient, "BLOCK_BITS", 3)
    shortened = 0
    for runtime in _runtimes(device):
        for name in DIRECTED:
            for graph in (longer := subdivided(directed_graph(name), 4), renamed(longer)):
                with case(graph=name):
                    reports = _run(copy.copy(graph), variant, runtime)[1]
                    shortened += reports.get(PATHS, 0) > 0
    assert shortened >= 40, shortened


def _assembly(n, seed):
    """Vertices in the order of a sequence that repeats itself, closed, with ways in and out.

    Where it does, arcs are parallel.
    """
    random = np.random.default_rng(seed)
    places = np.arange(n)
    for _ in range(30):
        begin, other = random.integers(0, n - 600, 2)
        places[other : other + 300] = places[begin : begin + 300]
    ways = n + np.arange(2 * 50).reshape(2, 50)
    doors = random.integers(0, n, (2, 50))
    sources = [places, ways[0], places[doors[1]]]
    targets = [np.roll(places, -1), places[doors[0]], ways[1]]
    ends = np.concatenate(sources), np.concatenate(targets)
    return clconn.Graph.from_edges(*ends, n + 100, directed=True)


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_assembly_graph_becomes_small(variant, device):
    """A search would take a step for each vertex, and no cycle is within a block."""
    for seed, runtime in enumerate(_runtimes(device)):
        graph = renamed(_assembly(40_000, seed))
        result, reports = _run(graph, variant, runtime)
        with case(seed=seed):
            assert reports[GIVEN] > 30_000
            assert reports[PATHS] > 0.95 * reports[GIVEN]
            assert reports[LAST] < 1000
            course = result._source.course()
            assert "non-branching paths were shortened" in course
            assert "contracted" not in course
            # Some hundred vertices; and each round of jumps doubles what is known of a path.
            assert result.work.rounds < 400


def test_cycles_without_branches_have_no_ends(device):
    """Of all lengths, one of them with a chord: nobody jumps without end."""
    lengths = np.arange(2, 130)
    begins = np.cumsum(lengths) - lengths
    ends = [(begins[i] + np.arange(k), begins[i] + np.roll(np.arange(k), -1))
            for i, k in enumerate(lengths)]  # fmt: skip
    sources, targets = map(np.concatenate, zip(*ends, strict=True))
    last = int(begins[-1])
    graph = clconn.Graph.from_edges(
        np.r_[sources, last], np.r_[targets, last + 50], int(lengths.sum()), directed=True
    )
    for variant in VARIANTS:
        for runtime in _runtimes(device):
            with case(variant=variant):
                for each in (graph, renamed(graph)):
                    result, reports = _run(copy.copy(each), variant, runtime)
                    if variant.endswith("alone"):
                        assert reports[PATHS] == graph.n - 2
                        assert result.work.rounds < 400


def test_vertices_that_have_found_no_end_stay(device, monkeypatch):
    """Without jumps most have not, as on cycles some never do: labels are right all the same."""
    monkeypatch.setattr(nonbranching_paths, "repeated", lambda *_: [])
    monkeypatch.setattr(quotient, "FEW", 0)
    shortened = 0
    for name in DIRECTED:
        with case(graph=name):
            graph = subdivided(directed_graph(name), 3)
            shortened += PATHS in _run(graph, VARIANTS[0], open_runtime(device))[1]
    assert shortened >= 20


@pytest.mark.parametrize(("parallel", "are_taken"), [(64, True), (65, False)])
def test_long_rows_of_parallel_arcs_are_left_alone(parallel, are_taken, device):
    """A chain of vertices in pairs: each leads by so many arcs to the next; few branch."""
    n = 6000
    ids = np.arange(n)
    ends = np.repeat(np.stack([ids, np.roll(ids, -1)]), parallel, axis=1)
    chords = np.random.default_rng(4).integers(0, n, (2, 20))
    graph = clconn.Graph.from_edges(*np.hstack([ends, chords]), n, directed=True)
    reports = _run(graph, VARIANTS[0], open_runtime(device))[1]
    assert reports[GIVEN] == n
    assert (reports.get(PATHS, 0) > n - 50) == are_taken


def test_few_paths_stay(device):
    """Just less than half of the vertices: what is connected nearby is contracted instead."""
    n = 20_000
    ids = np.arange(n)
    two_way = np.r_[ids[:-1], ids[1:]], np.r_[ids[1:], ids[:-1]]
    # Beside it, a ring; both ends of the two-way path do not branch either.
    ring = n + np.arange(19_000)
    sources, targets = np.r_[two_way[0], ring], np.r_[two_way[1], np.roll(ring, -1)]
    graph = clconn.Graph.from_edges(sources, targets, n + ring.size, directed=True)
    for variant in VARIANTS:
        result, reports = _run(copy.copy(graph), variant, open_runtime(device))
        with case(variant=variant):
            assert reports[GIVEN] > quotient.FEW
            assert PATHS not in reports
            assert "non-branching" not in result._source.course()


def test_a_graph_learns_that_contraction_makes_it_small(device, monkeypatch):
    placed = arcs_to_device(_assembly(40_000, 5), open_runtime(device))
    monkeypatch.setattr(placed.runtime, "is_cpu", False)
    monkeypatch.setattr(first_choice, "WITHOUT_BRANCHES", 1)
    first = strong_components(placed, "auto")
    second = strong_components(placed, "auto")
    assert first.variant == "csr/contraction/two-phase"
    assert "non-branching paths were shortened" in first.reason
    assert second.variant == "csr/contraction/alone"
    np.testing.assert_array_equal(first.roots, second.roots)
