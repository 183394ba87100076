"""Shortcuts of what contraction does not make smaller."""

import copy

import numpy as np
import pytest

import clconn
from asv_benchmarks.benchmarks import untuned_graphs as untuned
from asv_benchmarks.benchmarks.numberings import edges_once
from clconn.opencl_backend.device.launches import bind, execute
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components import contraction, quotient, serial
from clconn.opencl_backend.strong_components.quotient import GIVEN, LAST, SHORTCUTS
from clconn.opencl_backend.strong_components.searches import Searches
from clconn.opencl_backend.strong_components.shortcuts import shortcuts
from clconn.problems import STRONG_COMPONENTS
from clconn.reference.strong_components import shortcuts as reference
from clconn.reference.strong_components.arcs import arcs_of
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, directed_graph, renamed
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import choose, strong_components, strong_reports

VARIANTS = [f"csr/contraction/{form}" for form in contraction.FORMS]


@pytest.fixture(autouse=True)
def _in_rounds(monkeypatch):
    monkeypatch.setattr(serial, "seconds_of_one_core", lambda _: float("inf"))


@pytest.fixture
def searched(monkeypatch):
    """Gets what is left of a graph, for each search of it."""
    builders = []

    class OfRest(Searches):
        def __init__(self, builder, entry_units=None):
            builders.extend([builder] * (entry_units is not None))
            super().__init__(builder, entry_units)

    monkeypatch.setattr(contraction, "Searches", OfRest)
    return builders


def _closed_strip(length):
    """Rows and columns lead on, and one arc back: no cycle is short."""
    strip = untuned.strip(length)
    smaller, larger = edges_once(strip)
    ends = np.r_[smaller, strip.n - 1], np.r_[larger, 0]
    return clconn.Graph.from_edges(*ends, strip.n, directed=True)


def _run(graph, variant, device):
    placed = arcs_to_device(graph, open_runtime(device))
    result = strong_components(placed, variant, device=None)
    np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
    return result, strong_reports(placed, variant)


def _found(graph, device):
    """What a device finds, in the order of the reference."""
    placed = arcs_to_device(graph, open_runtime(device))
    runtime, n = placed.runtime, placed.n
    choice = choose(VARIANTS[0], problem=STRONG_COMPONENTS.name)
    builder = PlanBuilder(runtime, n, placed, choice)
    rows = (*builder.rows.arguments, *builder.transposed_rows.arguments)
    sizes = runtime.upload(np.array([n], dtype=np.int32))
    own = shortcuts(builder, sizes=sizes, numbers=sizes)
    room = [runtime.allocate(4 * n) for _ in range(6)]
    steps = own.find(0, rows, (tuple(room[:2]), tuple(room[2:4])))
    for slot, buffer in zip(own.found, room[4:], strict=True):
        bind(steps, slot, buffer)
    execute(runtime, steps)
    ahead, back = (runtime.download(buffer, n).tolist() for buffer in room[4:])
    return [
        arc
        for v in range(n)
        for arc in ((v, ahead[v]), (back[v], v))
        if -1 not in arc and arc[0] != arc[1]
    ]


def test_a_device_finds_what_the_reference_finds(device):
    """In rows of which all is looked at: a device has another order."""
    compared = 0
    for name in DIRECTED:
        graph = copy.copy(directed_graph(name))
        arcs = arcs_of(graph)
        longest = max(map(len, arcs.successors + arcs.predecessors), default=0)
        if not 0 < longest <= reference.MOST_LOOKS:
            continue
        compared += 1
        with case(graph=name):
            assert _found(graph, device) == reference.shortcuts(arcs)
    assert compared > 20


def test_not_all_of_a_long_row_is_looked_at(device):
    """Of given rows, which keep their order; the other direction has none so long."""
    looks = reference.MOST_LOOKS
    successors = [[3], [3], list(range(3, 3 + 2 * looks))]
    successors += [[v + 1] for v in successors[2]] + [[]]
    offsets = np.cumsum([0, *map(len, successors)])
    graph = clconn.Graph.from_csr(offsets, np.concatenate(successors).astype(int), directed=True)
    found = _found(graph, device)
    assert found == reference.shortcuts(arcs_of(graph))
    assert (2, 3 + looks) in found


@pytest.mark.usefixtures("contracts_at_once")
def test_what_is_long_takes_few_rounds(device, monkeypatch):
    """Where no vertex of a cycle is near another: by shortcuts, and without."""
    monkeypatch.setattr(quotient, "FEW", 0)
    graph = _closed_strip(2500)
    for least, most in ((graph.n, 100), (graph.n + 1, np.inf)):
        monkeypatch.setattr(quotient, "LEAST_FOR_SHORTCUTS", least)
        result, reports = _run(copy.copy(graph), VARIANTS[0], device)
        assert reports[GIVEN] == reports[LAST] == graph.n
        assert result.work.rounds < most
        is_short = least <= graph.n
        assert (SHORTCUTS in reports) == is_short
        assert ("shortcuts were added" in result._source.course()) == is_short
    assert result.work.rounds > 200


@pytest.mark.usefixtures("contracts_at_once")
def test_a_large_one_is_searched(searched, device, monkeypatch):
    """By its vertices and its own arcs."""
    monkeypatch.setattr(quotient, "LEAST_FOR_SHORTCUTS", 0)
    graph = _closed_strip(1000)
    for more, is_searched in ((0, True), (1, False)):
        searched.clear()
        monkeypatch.setattr(quotient, "LEAST_TO_SEARCH", graph.n + graph.edge_count + more)
        _run(copy.copy(graph), VARIANTS[0], device)
        assert bool(searched) == is_searched


@pytest.mark.usefixtures("contracts_at_once")
@pytest.mark.parametrize("searches", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_graphs_in_any_order(variant, searches, searched, device, monkeypatch):
    """After each of what is tried before, and with searches or without."""
    monkeypatch.setattr(quotient, "LEAST_TO_SEARCH", 0 if searches else np.inf)
    monkeypatch.setattr(quotient, "FEW", 0)
    monkeypatch.setattr(quotient, "LEAST_FOR_SHORTCUTS", 1000)
    strip = _closed_strip(400)
    sources, targets = strip.edges()
    # Beside another one, to and from which no arc leads.
    ends = np.r_[sources, strip.n + sources], np.r_[targets, strip.n + targets]
    two = clconn.Graph.from_edges(*ends, 2 * strip.n, directed=True)
    for graph in (strip, renamed(strip), two, renamed(two)):
        searched.clear()
        _, reports = _run(graph, variant, device)
        assert SHORTCUTS in reports
        assert bool(searched) == searches


@pytest.mark.usefixtures("contracts_at_once")
def test_cycles_get_none(device, monkeypatch):
    """There are hardly any arcs but those of a ring: chains are cut."""
    monkeypatch.setattr(quotient, "FEW", 0)
    monkeypatch.setattr(quotient, "MANY_ON_PATHS", 2)
    monkeypatch.setattr(quotient, "LEAST_FOR_SHORTCUTS", 0)
    order = np.random.default_rng(2).permutation(3000)
    for count, are_few in ((30, True), (300, False)):
        chords = np.random.default_rng(3).integers(0, 3000, (2, count))
        ends = np.concatenate([[order, np.roll(order, -1)], chords], axis=1)
        graph = clconn.Graph.from_edges(*ends, 3000, directed=True)
        _, reports = _run(graph, VARIANTS[0], device)
        assert reports[LAST] > 2500
        assert (SHORTCUTS in reports) != are_few
