"""Graphs that are contracted, and what the first run on a graph says about the next."""

import copy
import gc
import weakref

import numpy as np
import pytest
from hypothesis import given, settings

import clconn
from clconn.design_space import Automatic
from clconn.errors import DeviceMemoryError, TimeLimitError
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.plan.run import plan_variant
from clconn.opencl_backend.strong_components import (
    choice,
    contraction,
    quotient,
    serial,
    two_phase,
)
from clconn.opencl_backend.strong_components.contraction import (
    AT_LENGTH,
    BRIEFLY,
    FOUND,
    IN_ROUNDS,
    LEFT,
    ON_ONE_CORE,
    TRIMMED,
)
from clconn.opencl_backend.strong_components.quotient import GIVEN, LAST, SHORTCUTS
from clconn.opencl_backend.strong_components.signatures import LEFT_CHAINS, LEFT_ROUNDS
from clconn.problems import STRONG_COMPONENTS
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, band, directed_graph, directed_graphs
from tests.helpers.one_group import of_one_group, runtime_with_barrier
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components, strong_reports
from tests.helpers.queues import new_runtime
from tests.helpers.small_degree_classes import runtime_with_small_classes

VARIANTS = [f"csr/contraction/{form}" for form in contraction.FORMS]
AFTER_SEARCHES = "csr/contraction/two-phase"


@pytest.fixture
def small_blocks(contracts_at_once, monkeypatch):
    """All graphs are contracted, as often as it makes them smaller, in blocks of 8 ids."""
    monkeypatch.setattr(quotient, "FEW", 0)
    monkeypatch.setattr(quotient, "BLOCK_BITS", 3)
    monkeypatch.setattr(quotient, "LEAST_FOR_SHORTCUTS", 12)
    monkeypatch.setattr(quotient, "LEAST_TO_SEARCH", 60)
    monkeypatch.setattr(two_phase, "TRIMMING_ROUNDS", 1)


def _check(graph, variant, device, placed=None):
    result = strong_components(placed or graph, variant, device=device)
    np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
    return result


def _place(graph, device):
    return arcs_to_device(graph, open_runtime(device))


def _one_core_takes(seconds, monkeypatch):
    monkeypatch.setattr(serial, "seconds_of_one_core", lambda _: seconds)


def _two_way_strip(n):
    ids = np.arange(n)
    sources = np.concatenate([ids[:-1], ids[1:], ids[:-8], ids[8:]])
    targets = np.concatenate([ids[1:], ids[:-1], ids[8:], ids[:-8]])
    return clconn.Graph.from_edges(sources, targets, n, directed=True)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("seconds", [0, np.inf], ids=["one-core", "rounds"])
@pytest.mark.parametrize("variant", [*VARIANTS, "csr/two-phase/serial"])
def test_hand_made_graphs(variant, seconds, device, monkeypatch):
    """What is left goes to one core at once, with arcs that have become parallel, or never."""
    _one_core_takes(seconds, monkeypatch)
    contracted = by_shortcuts = 0
    for runtime in (open_runtime(device), runtime_with_small_classes(device)):
        for name in DIRECTED:
            # A graph keeps its plans, with other blocks.
            graph = copy.copy(directed_graph(name))
            placed = arcs_to_device(graph, runtime)
            with case(graph=name):
                _check(graph, variant, None, placed)
                reports = strong_reports(placed, variant)
                contracted += LAST in reports
                by_shortcuts += SHORTCUTS in reports
    assert contracted >= 20, contracted
    is_contraction = variant in VARIANTS
    assert (0 < by_shortcuts < contracted) == is_contraction, by_shortcuts


@pytest.mark.usefixtures("small_blocks")
@settings(max_examples=15)
@given(graph=directed_graphs())
def test_drawn_graphs(device, graph):
    _check(graph, VARIANTS[0], device)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("variant", [AFTER_SEARCHES, "csr/contraction/trimming"])
def test_all_rounds_in_one_launch(variant, device):
    """One group waits for nobody, so that any device can run the kernels with the barrier."""
    # As on a GPU, in programs of whole files.
    runtime = of_one_group(runtime_with_small_classes(device, blocks=False))
    for name in DIRECTED:
        with case(graph=name):
            _check(copy.copy(directed_graph(name)), variant, runtime)


@pytest.mark.usefixtures("contracts_at_once")
@pytest.mark.parametrize("variant", VARIANTS)
def test_long_thin_graphs_become_small(variant, device, monkeypatch):
    """A search would take a round for every few vertices; blocks of 1,024 ids take levels."""
    for graph in (band(60_000), _two_way_strip(60_000)):
        placed = _place(graph, device)
        result = _check(graph, variant, None, placed)
        reports = strong_reports(placed, variant)
        assert reports[LEFT] == LEFT_ROUNDS
        assert reports[GIVEN] > 50_000
        assert reports[LAST] <= quotient.FEW
        assert result.work.rounds < 400
        assert "contracted" in result._source.course()


def _near(n):
    """Near vertices with arcs by chance, their ids in no order: few short cycles."""
    generator = np.random.default_rng(5)
    sources = np.repeat(np.arange(n), 3)
    targets = (sources + generator.integers(1, 200, 3 * n)) % n
    ends = np.where(generator.random(3 * n) < 0.5, (sources, targets), (targets, sources))
    return clconn.Graph.from_edges(*generator.permutation(n)[ends], n, directed=True)


def test_contraction_begins_with_what_rounds_know(device, monkeypatch):
    monkeypatch.setattr(contraction, "_rounds_of", lambda _: 4)
    graph, left = _near(20_000), []
    placed = _place(graph, device)
    for variant in ("csr/contraction/alone", "csr/contraction/signatures"):
        _check(graph, variant, None, placed)
        left.append(strong_reports(placed, variant)[LAST])
    assert left[0] > 15_000
    assert left[1] < 0.8 * left[0]


def test_more_arcs_within_a_block_than_have_room(device):
    """20 arcs a vertex where four have room: what is left out joins at the next level."""
    graph = band(20_000, seed=1, reach=21)
    placed = _place(graph, device)
    _check(graph, VARIANTS[0], None, placed)
    assert strong_reports(placed, VARIANTS[0])[LAST] <= quotient.FEW


def test_a_block_that_has_most_arcs(device):
    """Forty hubs come first: not all of their arcs are looked at."""
    n, hubs = 10_000, np.arange(40)
    others = np.tile(np.arange(40, n), 40)
    neighbors = band(n).edges()
    ends = np.hstack([[np.repeat(hubs, n - 40), others], np.stack(neighbors)])
    graph = clconn.Graph.from_edges(*ends, n, directed=True)
    placed = _place(graph, device)
    _check(graph, VARIANTS[0], None, placed)
    assert strong_reports(placed, VARIANTS[0])[GIVEN] > 9000


def test_hubs_parallel_arcs_and_loops(device):
    random = np.random.default_rng(6)
    hub, leaves = np.zeros(9000, dtype=int), np.arange(1, 9001)
    parts = [[hub, leaves], [leaves[:3000], hub[:3000]], random.integers(4000, 12_000, (2, 9000))]
    ends = np.hstack([*parts, np.repeat([[7, 9, 9], [9, 7, 9]], 300, axis=1)])
    graph = clconn.Graph.from_edges(*ends, 12_000, directed=True)
    for variant in VARIANTS:
        placed = _place(graph, device)
        _check(graph, variant, None, placed)
    assert strong_reports(placed, VARIANTS[0])[GIVEN] > 3000


def _no_smaller(n):
    order = np.random.default_rng(1).permutation(n)
    ends = np.tile(order, 2), np.concatenate([np.roll(order, -1), np.roll(order, -2)])
    return clconn.Graph.from_edges(*ends, n, directed=True)


@pytest.mark.usefixtures("contracts_at_once")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_graph_that_does_not_get_smaller(variant, device, monkeypatch):
    """Signatures go on, or, if these would take longer, one core of the host."""
    n = 12_000
    for seconds, is_on_one_core in ((np.inf, False), (0, True)):
        _one_core_takes(seconds, monkeypatch)
        placed = _place(graph := _no_smaller(n), device)
        result = _check(graph, variant, None, placed)
        reports = strong_reports(placed, variant)
        assert reports[GIVEN] == reports[LAST] == n
        assert reports[IN_ROUNDS] != is_on_one_core
        assert reports.get(ON_ONE_CORE, 0) == is_on_one_core
        assert ("one core" in result._source.course()) == is_on_one_core
        assert "contracted" not in result._source.course()


@pytest.mark.usefixtures("contracts_at_once")
def test_cycles_are_left_to_one_core(device, monkeypatch):
    """Hardly any chords: no search is worth it."""
    n = 30_000
    order = np.random.default_rng(2).permutation(n)
    _one_core_takes(0, monkeypatch)
    chords = np.random.default_rng(3).integers(0, n, (2, 300))
    ends = np.concatenate([[order, np.roll(order, -1)], chords], axis=1)
    graph = clconn.Graph.from_edges(*ends, n, directed=True)
    for variant in VARIANTS:
        placed = _place(graph, device)
        _check(graph, variant, None, placed)


def _path(n):
    order = np.random.default_rng(0).permutation(n)
    return clconn.Graph.from_edges(order[:-1], order[1:], n, directed=True)


@pytest.mark.parametrize("together", [False, True])
def test_graphs_of_chains_are_cut(together, device):
    """By rounds that the host repeats, and in one launch; no vertex is left to be contracted."""
    runtime = runtime_with_barrier(device, together=together)
    graph = _path(20_000)
    placed = arcs_to_device(graph, runtime)
    result = _check(graph, AFTER_SEARCHES, None, placed)
    reports = strong_reports(placed, AFTER_SEARCHES)
    assert reports[LEFT] == LEFT_CHAINS
    assert reports[GIVEN] == 0
    assert "chains were cut" in result._source.course()


def test_fifty_runs_give_the_same_labels_and_leave_no_memory(device, monkeypatch):
    _one_core_takes(np.inf, monkeypatch)
    graph = band(20_000, seed=2)
    expected = scipy_strong_roots(graph)
    # Its memory is nobody else's.
    placed = _place(graph, new_runtime(device))
    runtime = placed.runtime
    variant = VARIANTS[0]
    held = []
    for _ in range(50):
        result = strong_components(placed, variant)
        np.testing.assert_array_equal(result.roots, expected)
        del result
        runtime.finish()
        held.append(runtime.pool.active_bytes)
    assert len(set(held)) == 1
    # Neither the contracted graphs nor the last roots: the graph, its transpose, scratch memory.
    (plan,) = placed.plans.values()
    scratch = sum(scratch.buffer.size for scratch in plan.scratch)
    assert scratch > 0
    assert held[-1] < plan.bytes_needed + 60 * graph.n


@pytest.mark.parametrize("seconds", [0, np.inf], ids=["one-core", "rounds"])
def test_nothing_keeps_a_graph_that_is_gone(seconds, device, monkeypatch):
    """Without the collector of cycles: a graph holds much memory."""
    _one_core_takes(seconds, monkeypatch)
    placed = _place(band(20_000, seed=3), device)
    strong_components(placed, VARIANTS[0])
    (plan,) = placed.plans.values()
    gone = [weakref.ref(placed), weakref.ref(plan)]
    placed.runtime.finish()
    kernels = placed.runtime.kernels
    gc.collect()
    gc.disable()
    try:
        del placed, plan
        assert [each() for each in gone] == [None, None]
    finally:
        gc.enable()
    # Kernels that the run had made are taken by the next plan.
    known = len(kernels._keys)
    strong_components(_place(band(20_000, seed=4), device), VARIANTS[0])
    assert len(kernels._keys) == known


@pytest.mark.usefixtures("contracts_at_once")
def test_all_that_a_run_may_need_is_made_before_it_is_measured(device):
    placed = _place(band(20_000, seed=7), device)
    _, plan = plan_variant(STRONG_COMPONENTS, placed, AFTER_SEARCHES)
    plan.make_all()
    programs = len(placed.runtime.kernels._programs)
    plan.run(wait=True)
    assert plan.reports[LEFT] == LEFT_ROUNDS
    assert len(placed.runtime.kernels._programs) == programs


@pytest.mark.usefixtures("contracts_at_once")
@pytest.mark.parametrize("stop", [1, 2, 3])
def test_a_run_that_is_stopped_says_nothing(stop, device, monkeypatch):
    graph = band(20_000, seed=5)
    placed = _place(graph, device)
    runtime = placed.runtime
    _, plan = plan_variant(STRONG_COMPONENTS, placed, AFTER_SEARCHES)
    calls = []

    def check_time():
        calls.append(None)
        if len(calls) == stop:
            raise TimeLimitError("too long")

    # Loops ask, too, without a barrier.
    runtime.__dict__["check_time"] = check_time
    held = runtime.pool.active_bytes
    with pytest.raises(TimeLimitError):
        plan.run(wait=True)
    del runtime.__dict__["check_time"]
    assert not plan.reports
    runtime.finish()
    gc.collect()
    # Scratch memory that came during the run stays, the contracted graphs do not.
    assert runtime.pool.active_bytes - held < 80 * graph.n
    assert choice.choose_strong_components(placed, _as_on_gpu(monkeypatch, runtime)).variant
    _check(graph, AFTER_SEARCHES, None, placed)
    assert plan.reports


def test_without_memory_signatures_go_on(device, monkeypatch):
    graph = band(20_000, seed=6)
    placed = _place(graph, device)
    monkeypatch.setattr(contraction, "SHALLOW_WORK", 0)
    allocate = placed.runtime.allocate

    def full(size):
        if size == 4 * (placed.entry_count + 2 * placed.n):
            raise DeviceMemoryError("full")
        return allocate(size)

    _, plan = plan_variant(STRONG_COMPONENTS, placed, VARIANTS[1])
    monkeypatch.setattr(placed.runtime, "allocate", full)
    _check(graph, VARIANTS[1], None, placed)
    assert plan.reports[LEFT] == LEFT_ROUNDS
    assert GIVEN not in plan.reports


def _as_on_gpu(monkeypatch, runtime):
    monkeypatch.setattr(runtime, "is_cpu", False)
    return Automatic(STRONG_COMPONENTS, {})


def test_graphs_without_vertices_or_arcs_twice(device, monkeypatch):
    for n in (0, 1, 5):
        graph = clconn.Graph.from_edges([], [], n, directed=True)
        placed = _place(graph, device)
        monkeypatch.setattr(placed.runtime, "is_cpu", False)
        for _ in range(2):
            assert _check(graph, "auto", None, placed).n == n


@pytest.mark.parametrize("variant", VARIANTS)
def test_without_room_nothing_is_contracted(variant, device, monkeypatch):
    graph = _two_way_strip(20_000)
    runtime = open_runtime(device)
    roomy = arcs_to_device(_two_way_strip(20_000), runtime)
    _check(graph, variant, None, roomy)
    assert strong_reports(roomy, variant)
    (plan,) = roomy.plans.values()
    placed = arcs_to_device(graph, runtime)
    # To make the transpose takes 20 bytes an arc, and two contracted graphs more than that.
    with runtime.memory_limited(plan.bytes_needed + 20 * placed.entry_count):
        _check(graph, variant, None, placed)
    assert not strong_reports(placed, variant)
    monkeypatch.setattr(quotient, "LOCAL_BYTES", 1 << 40)
    placed = arcs_to_device(_two_way_strip(20_000), runtime)
    _check(graph, variant, None, placed)
    assert not strong_reports(placed, variant)


def test_a_shallow_graph_takes_no_memory_to_be_contracted(device):
    graph = clconn.generate("uniform-random", n=20_000, edges=100_000, directed=True, seed=0)
    placed = _place(graph, device)
    _check(graph, AFTER_SEARCHES, None, placed)
    reports = strong_reports(placed, AFTER_SEARCHES)
    assert reports[LEFT] == 0
    assert GIVEN not in reports
    assert reports[FOUND] == np.bincount(scipy_strong_roots(graph)).max()


@pytest.mark.usefixtures("contracts_at_once")
@pytest.mark.parametrize("few", [0, quotient.FEW])
def test_few_vertices_get_more_rounds(few, device, monkeypatch):
    """After one round for all, or what chains leave, they are finished without contraction."""
    monkeypatch.setattr(quotient, "FEW", few)
    small = _two_way_strip(1000)
    tail = np.arange(1000, 9000)
    sources, targets = small.edges()
    # In a long path that leads to it, most are on no cycle.
    ends = np.r_[sources, tail], np.r_[targets, tail[1:], 0]
    with_tail = clconn.Graph.from_edges(*ends, 9000, directed=True)
    for variant, graph in (
        ("csr/contraction/signatures", small), ("csr/contraction/chains", with_tail)
    ):  # fmt: skip
        placed = _place(graph, device)
        _check(graph, variant, None, placed)
        assert (GIVEN in strong_reports(placed, variant)) == (few == 0)


def _mesh_around_a_cycle(side):
    """Arcs lead right and down, but for one, which makes 61 x 61 in the middle one component."""
    order = np.random.default_rng(9).permutation(side * side)
    ids = np.arange(side * side).reshape(side, side)
    ends = [ids[:, :-1], ids[:-1]], [ids[:, 1:], ids[1:]]
    sources, targets = (order[np.concatenate([part.ravel() for part in parts])] for parts in ends)
    back = [[order[ids[130, 130]]], [order[ids[70, 70]]]]
    ends = np.r_[sources, back[0]], np.r_[targets, back[1]]
    return clconn.Graph.from_edges(*ends, side * side, directed=True)


@pytest.mark.parametrize("rounds", [4, 5, 8])
def test_what_is_nearly_acyclic_is_trimmed(rounds, device, monkeypatch):
    """One level after the other leaves a mesh. After 5 and 8 rounds the list has become shorter."""
    monkeypatch.setattr(contraction, "SHALLOW_WORK", 0)
    monkeypatch.setattr(contraction, "FEWEST_ROUNDS", rounds)
    monkeypatch.setattr(contraction, "ENOUGH_LEAVING", 1 << 16)
    monkeypatch.setattr(quotient, "FEW", 0)
    graph = _mesh_around_a_cycle(200)
    for variant in ("csr/contraction/signatures", "csr/contraction/trimming"):
        placed = _place(graph, device)
        _check(graph, variant, None, placed)
        reports = strong_reports(placed, variant)
        assert reports[GIVEN] == 61 * 61
        assert reports[TRIMMED] == (AT_LENGTH if variant == "csr/contraction/signatures" else 0)


@pytest.mark.parametrize(("enough", "perhaps", "rounds", "how"), [
    (0, 1 << 16, 256, BRIEFLY), (0, 1 << 16, 1, BRIEFLY), (0, 0, 256, 0),
    (1 << 16, 0, 256, AT_LENGTH), (1 << 16, 0, 1, AT_LENGTH),
])  # fmt: skip
def test_trimming_ends_after_some_rounds(enough, perhaps, rounds, how, device, monkeypatch):
    """What is left then is contracted."""
    monkeypatch.setattr(contraction, "SHALLOW_WORK", 0)
    monkeypatch.setattr(contraction, "ENOUGH_LEAVING", enough)
    monkeypatch.setattr(contraction, "PERHAPS_LEAVING", perhaps)
    monkeypatch.setitem(contraction.ROUNDS_OF_TRIMMING, how, rounds)
    placed = _place(_mesh_around_a_cycle(200), device)
    _check(_mesh_around_a_cycle(200), "csr/contraction/signatures", None, placed)
    reports = strong_reports(placed, "csr/contraction/signatures")
    assert reports[TRIMMED] == how
    assert (reports[GIVEN] == 61 * 61) == (how > 0 and rounds > 1)
