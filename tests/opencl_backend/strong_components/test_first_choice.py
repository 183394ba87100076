"""What a look at a few vertices says about the first run on a graph, on a GPU."""

from types import SimpleNamespace

import numpy as np
import pytest

import clconn
from clconn.design_space import Automatic
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.first_arcs import FirstArcs
from clconn.opencl_backend.graph.ordered_segments import SegmentLook
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.strong_components import first_choice
from clconn.opencl_backend.strong_components.choice import choose_strong_components
from clconn.opencl_backend.strong_components.contraction import FOUND, LEFT, ON_ONE_CORE
from clconn.opencl_backend.strong_components.first_choice import (
    LEAST_TO_LOOK,
    choose_for_first_run,
)
from clconn.opencl_backend.strong_components.quotient import GIVEN, LAST, MOST_ARCS
from clconn.opencl_backend.strong_components.signatures import LEFT_ROUNDS
from clconn.problems import STRONG_COMPONENTS
from tests.helpers.cases import for_each
from tests.helpers.directed_graphs import band
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components

UNDECIDED = "csr/contraction/two-phase"
SEARCHES = "csr/contraction/searches"
ALONE = "csr/contraction/alone"
CHAINS = "csr/contraction/chains"
ALL_CHAINS = "csr/signatures/chains"

SEGMENTS = "csr/contraction/segments"
SIGNATURES = "csr/contraction/signatures"

USUAL = FirstArcs(
    followed=0.9, fork=0.8, join=0.8, on_paths=0.1, mutual=0.1, closing=0.09, ascending=0.1,
    descending=0.1, larger=0.5, smaller=0.5, larger_nearby=0.1, smaller_nearby=0.1, passages=2,
)  # fmt: skip
N = 60 * LEAST_TO_LOOK
IN_ORDER = {"larger": 0.7, "smaller": 0.15}
CYCLES = {"followed": 1, "fork": 0, "join": 0, "on_paths": 1}


@for_each(
    "found",
    [
        ({}, 3, UNDECIDED, "during the run"),
        ({"fork": 0}, 1, CHAINS, "more than one begins at only 0 % of these"),
        ({"join": 0.044, "on_paths": 0.9}, 1, CHAINS, "more than one ends at only 4.4 % of these"),
        ({"fork": 0, "mutual": 0.4}, 1, UNDECIDED, "during the run"),
        ({"fork": 0.046, "join": 0.046}, 1, UNDECIDED, "during the run"),
        # Few vertices have arcs: of these many branch, or have many.
        ({"followed": 0.1, "fork": 0.01, "join": 0.01}, 0.15, UNDECIDED, "during the run"),
        ({"followed": 0.1, "fork": 0}, 0.2, CHAINS, "0 %"),
        ({"followed": 0.1, "fork": 0}, 0.21, UNDECIDED, "during the run"),
        ({"followed": 0, "fork": 0, "join": 0}, 0, UNDECIDED, "during the run"),
        # Of nothing but cycles no chain is cut.
        (CYCLES, 1, UNDECIDED, "during the run"),
        ({**CYCLES, "followed": 0.999}, 0.999, CHAINS, "0 %"),
        ({"fork": 0.05, "join": 0.05, "on_paths": 0.9}, 1, UNDECIDED, "during the run"),
        ({"fork": 0}, 1.01, UNDECIDED, "during the run"),
        ({"fork": 0, "on_paths": 0.9}, 1.01, ALONE, "90 % of the vertices do not branch"),
        ({"on_paths": 0.5}, 1.5, ALONE, "50 %"),
        ({"on_paths": 0.49}, 1.5, UNDECIDED, "during the run"),
        ({"mutual": 0.4}, 1.9, SIGNATURES, "40 % of the vertices have a neighbor both ways"),
        ({"mutual": 0.4, "followed": 1, "passages": 2.5}, 2, SIGNATURES, "in a few rounds"),
        ({"mutual": 0.4, "followed": 1, "passages": 2.51}, 2, UNDECIDED, "a few have many more"),
        # Others without arcs say nothing about those that have some.
        ({"mutual": 0.4, "followed": 0.5, "fork": 0.5, "passages": 4}, 2, SIGNATURES, "few rounds"),
        # Of arcs that begin anywhere 80.1 % of the vertices would fork, or 59.4 %.
        ({"mutual": 0.4, "followed": 1, "fork": 0.69}, 3, SIGNATURES, "in a few rounds"),
        ({"mutual": 0.4, "followed": 1, "fork": 0.68}, 3, UNDECIDED, "a few have many more"),
        ({"mutual": 0.4, "followed": 1, "fork": 0.51}, 2, SIGNATURES, "in a few rounds"),
        ({"mutual": 0.4, "followed": 1, "fork": 0.5}, 2, UNDECIDED, "a few have many more"),
        ({"mutual": 0.4, "fork": 0.62}, 1.99, SEARCHES, "both ways, and few fork"),
        ({"mutual": 0.4, "fork": 0.63}, 1.99, SIGNATURES, "spread in a few rounds"),
        ({"mutual": 0.4}, 1.89, UNDECIDED, "during the run"),
        ({"mutual": 0.39}, 3, UNDECIDED, "during the run"),
        ({"ascending": 0.3, "descending": 0.2}, 2.5, SIGNATURES, "30 % of the arcs lead to larger"),
        ({"ascending": 0.2, "descending": 0.3}, 2.5, SIGNATURES, "30 % to smaller ones"),
        ({"ascending": 0.3, "descending": 0.2}, 2.49, UNDECIDED, "during the run"),
        ({"ascending": 0.8, "descending": 0.19}, 3, UNDECIDED, "during the run"),
        ({"ascending": 0.19, "descending": 0.8}, 3, UNDECIDED, "during the run"),
        (
            {**IN_ORDER, "short": 0.8},
            3,
            SEGMENTS,
            "80 % of the vertices that may be on a cycle",
        ),
        ({**IN_ORDER, "short": 0.01}, 3, SEGMENTS, "1 % of the vertices"),
        ({**IN_ORDER, "short": 0.009}, 3, UNDECIDED, "during the run"),
        ({**IN_ORDER, "short": 0.79, "smaller_nearby": 0.061}, 3, SEGMENTS, "little is known"),
        ({**IN_ORDER, "short": 0.79, "smaller_nearby": 0.059}, 3, UNDECIDED, "during the run"),
        ({**IN_ORDER, "short": 0.8, "smaller_nearby": 0}, 3, SEGMENTS, "80 %"),
        ({**IN_ORDER, "short": 0.79, "fork": 0}, 1, CHAINS, "0 %"),
        ({**IN_ORDER, "short": 0.8, "fork": 0}, 1, SEGMENTS, "80 %"),
        ({**IN_ORDER, "short": 0.79, "passages": 0.9}, 3, SIGNATURES, "0.90 arcs"),
        ({**IN_ORDER, "largest": 0.125, "mutual": 0.4}, 3, SEGMENTS, "no more than 12.5 %"),
        ({**IN_ORDER, "largest": 0.125, "on_paths": 0.5}, 3, SEGMENTS, "in one segment of ids"),
        ({**IN_ORDER, "largest": 0.126, "on_paths": 0.5}, 3, ALONE, "do not branch"),
        ({"largest": 0, "on_paths": 0.5}, 3, ALONE, "do not branch"),
        ({"larger": 0.24, "smaller": 0.8, "short": 1}, 0.9, SEGMENTS, "100 %"),
        ({"larger": 0.79, "smaller": 0.24, "short": 1}, 3, UNDECIDED, "during the run"),
        ({"smaller": 0.4, "smaller_nearby": 0.37, "short": 1}, 3, SEGMENTS, "100 %"),
        ({"smaller": 0.4, "smaller_nearby": 0.35, "short": 1}, 3, UNDECIDED, "during the run"),
        ({"larger": 0.4, "larger_nearby": 0.37, "short": 1}, 3, SEGMENTS, "100 %"),
        ({"larger": 0.4, "smaller_nearby": 0.37, "short": 1}, 3, UNDECIDED, "during the run"),
        ({**IN_ORDER, "mutual": 0.4, "short": 0.4}, 3, SIGNATURES, "both ways"),
        ({"closing": 0.2}, 2, SIGNATURES, "20 % of the vertices are the largest of a cycle"),
        ({"closing": 0.2}, 4.83, SIGNATURES, "20 % of the vertices are the largest of a cycle"),
        ({"closing": 0.2}, 4.84, SEARCHES, "so large a graph take long"),
        ({"mutual": 0.99}, 4.83, SIGNATURES, "99 % of the vertices have a neighbor both ways"),
        ({"mutual": 0.994}, 4.84, SEARCHES, "so large a graph take long"),
        ({"mutual": 0.995}, 20, SIGNATURES, "99.5 % of the vertices have a neighbor both ways"),
        ({"ascending": 0.2, "descending": 0.2}, 4.83, SIGNATURES, "20 % to smaller ones"),
        ({"ascending": 0.2, "descending": 0.2}, 4.84, SEARCHES, "so large a graph take long"),
        ({"closing": 0.2, "mutual": 0.4}, 3, SIGNATURES, "both ways"),
        ({"closing": 0.2, "ascending": 0.2, "descending": 0.2}, 3, SIGNATURES, "larger ids nearby"),
        ({"closing": 0.19}, 1.9, SEARCHES, "19 % of the vertices are the largest of a cycle"),
        ({"closing": 0.1}, 1.9, SEARCHES, "by which contraction makes so large a graph smaller"),
        ({"closing": 0.099}, 1.9, UNDECIDED, "during the run"),
        ({"closing": 0.19, "passages": 4}, 2, UNDECIDED, "during the run"),
        ({"closing": 0.19}, 1.89, UNDECIDED, "during the run"),
        ({"closing": 0.1, "passages": 0.9}, 3, SIGNATURES, "0.90 arcs"),
        ({"closing": 0.3, "passages": 0.5}, 2, SIGNATURES, "at most four arcs"),
        ({"passages": 0.9}, 3, SIGNATURES, "0.90 arcs lead on from one that leads to a vertex"),
        ({"passages": 0.91}, 3, UNDECIDED, "during the run"),
        ({"passages": 0.5, "mutual": 0.4}, 3, SIGNATURES, "both ways"),
    ],
)
def test_what_a_look_says(found):
    seen, degree, variant, words = found
    chosen, why = choose_for_first_run(_graph(round(degree * N), **seen))
    assert chosen == variant
    assert words in why


def _graph(entry_count, short=0, largest=1, **seen):
    return SimpleNamespace(
        segment_look=SegmentLook(short, largest),
        n=N,
        entry_count=entry_count,
        offset_type="int",
        first_arcs=USUAL._replace(**seen),
    )


def test_what_one_core_had_to_finish_is_not_cut_again():
    graph, request = _graph(1 << 20, short=1, **IN_ORDER), Automatic(STRONG_COMPONENTS, {})
    graph.runtime, graph.plans = SimpleNamespace(is_cpu=False), {}
    first = choose_strong_components(graph, request)
    for on_core, variant in (0, SEGMENTS), (1, ALONE):
        reports = {LEFT: LEFT_ROUNDS, FOUND: 0, GIVEN: 5000, LAST: 5000, ON_ONE_CORE: on_core}
        graph.plans[STRONG_COMPONENTS.name, *first.key] = SimpleNamespace(reports=reports)
        choice = choose_strong_components(graph, request)
        assert choice.variant.name == variant
        assert ("one core had to finish" in choice.reason) == on_core


def test_what_is_small_or_too_large_to_contract_is_not_looked_at():
    for n, arcs, offset_type in (
        (LEAST_TO_LOOK - 1, 9, "int"),
        (2 * MOST_ARCS, MOST_ARCS + 1, "int"),
        (2 * MOST_ARCS, 9, "long"),
    ):
        graph = SimpleNamespace(n=n, entry_count=arcs, offset_type=offset_type)
        assert choose_for_first_run(graph)[0] == UNDECIDED


def _random_map(n):
    return np.arange(n), np.random.default_rng(0).integers(0, n, n)


def _cut_ring(n):
    """A ring of which some vertices have another way."""
    ids = np.arange(n)
    return np.r_[ids, ids[::20]], np.r_[np.roll(ids, -1), np.roll(ids, 500)[::20]]


def _in_order(n):
    """A lattice of which arcs lead on, and two vertices to and fro here and there."""
    ids = np.arange(n - 7)
    loops = ids[::50]
    return np.r_[ids, ids, loops + 1], np.r_[ids + 1, ids + 7, loops]


def _partly_in_order(n):
    """The same with ways back over most ids."""
    ids = np.arange(n - 7)
    back = ids[150::200]
    return np.r_[ids, ids, back], np.r_[ids + 1, ids + 7, back - 150]


def _long_cycles(n):
    """Cycles of 300 vertices, each leading to the next."""
    ids = np.arange(n - 1)
    last = ids[299::300]
    return np.r_[ids, last], np.r_[ids + 1, last - 299]


def _modules(n):
    """Cliques of 50 vertices, a tenth of their arcs, each leading to the next."""
    ids = np.arange(n)
    within = ids[:, None] // 50 * 50 + np.random.default_rng(4).integers(0, 50, (n, 5))
    return np.r_[np.repeat(ids, 5), ids[49:-1:50]], np.r_[within.ravel(), ids[50::50]]


def _leaves_to_root(n):
    """A tree of which all leaves, half of the vertices, lead back to the root."""
    ids = np.arange(1, n)
    leaves = np.arange(n // 2, n)
    return np.r_[(ids - 1) // 2, leaves], np.r_[ids, np.zeros_like(leaves)]


def _directed_by_chance(n):
    """A tree, of which neither half of the arcs leads far."""
    ids = np.random.default_rng(2).permutation(n)
    ends = np.stack([ids[1:], ids[np.arange(1, n) // 2]])
    return np.where(np.random.default_rng(3).random(n - 1) < 0.5, ends, ends[::-1])


def _both_ways(n):
    ids = np.random.default_rng(1).permutation(n)
    grid = ids[: n // 100 * 100].reshape(-1, 100)
    pairs = [(grid[:, 1:], grid[:, :-1]), (grid[1:], grid[:-1])]
    ends = np.concatenate([np.stack([a.ravel(), b.ravel()]) for a, b in pairs], axis=1)
    return np.concatenate([ends, ends[::-1]], axis=1)


MADE = [
    _random_map, _cut_ring, _in_order, _partly_in_order, _long_cycles, _modules, _leaves_to_root,
    _directed_by_chance, _both_ways, None,
]  # fmt: skip


@pytest.mark.parametrize("made", MADE)
def test_first_runs_and_next_ones(made, device, monkeypatch):
    """As if the device were a GPU."""
    first, second = {
        _random_map: (CHAINS, ALL_CHAINS), _cut_ring: (ALONE, ALONE),
        _in_order: (SEGMENTS, SEGMENTS), _partly_in_order: (SEGMENTS, SEGMENTS),
        _long_cycles: (SEGMENTS, SEGMENTS), _modules: (SEGMENTS, SEGMENTS),
        _leaves_to_root: (UNDECIDED, "csr/two-phase/jump"),
        _directed_by_chance: (SIGNATURES, "csr/signatures/jump"),
        _both_ways: (SIGNATURES, "csr/signatures/jump"), None: (SIGNATURES, "csr/signatures/jump"),
    }[made]  # fmt: skip
    n = 30_000
    monkeypatch.setattr(first_choice, "LEAST_TO_LOOK", n)
    graph = band(n) if made is None else clconn.Graph.from_edges(*made(n), n, directed=True)
    placed = arcs_to_device(graph, open_runtime(device))
    monkeypatch.setattr(placed.runtime, "is_cpu", False)
    expected = scipy_strong_roots(graph)
    for variant in (first, second):
        result = strong_components(placed, "auto", device=None)
        assert result.variant == variant
        np.testing.assert_array_equal(result.roots, expected)
