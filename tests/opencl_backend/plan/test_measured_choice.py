"""``variant="measured"``: the fastest of some variants on the graph, and what it says."""

import contextlib
import math
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse

import clconn
import clconn.streams
from clconn.design_space import Automatic, Choice, find_variant, resolve_options
from clconn.errors import (
    BackendUnavailableError,
    DeviceError,
    DeviceMemoryError,
    KernelBuildError,
    OptionError,
    TimeLimitError,
    UnknownVariantError,
)
from clconn.opencl_backend.plan import measured_choice, run
from clconn.opencl_backend.plan.finalist import Finalist
from clconn.opencl_backend.plan.finalists import AT_ONE_END, OF_EDGES, OF_ROWS
from clconn.opencl_backend.plan.measured_choice import measure_choice
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case
from tests.helpers.graphs import hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.problems import PROBLEMS, take_devices_away

AUTO = "csr/ecl/split"
OTHERS = ("csr/async/single", "csr/async/halve", "kout/async/single")


class _Device:
    """A device on which variants take times that a test sets, by a clock of its own."""

    def __init__(self, monkeypatch, seconds, rest=0.0, slow=3, loops=(), delays=()):
        self.now, self.seconds, self.rest, self.slow = 100.0, seconds, rest, slow
        self.loops, self.delays = loops, dict(delays)
        self.runs, self.plans = dict.fromkeys(seconds, 0), dict.fromkeys(seconds, 0)
        self.is_cpu = False
        self.lock = contextlib.nullcontext()
        self._ends = math.inf
        clock = SimpleNamespace(perf_counter=lambda: self.now)
        monkeypatch.setattr(measured_choice, "time", clock)

    @contextlib.contextmanager
    def limited(self, seconds):
        self._ends = self.now + seconds
        yield
        self._ends = math.inf

    def plan(self, name):
        def run(*, wait):
            assert wait
            slow = self.slow if self.now < 100 + self.rest else 1
            self.runs[name] += 1
            self.now += slow * self.seconds[name] + self.delays.get((name, self.runs[name]), 0)
            if name in self.loops and self.now > self._ends:
                self.now = self._ends
                raise TimeLimitError("too long")

        return SimpleNamespace(run=run, runtime=self, name=name, make_all=lambda: None)

    def measure(self, options=None, entry_count=10, without=(), error=DeviceMemoryError):
        def make_plan(graph, choice):
            name = choice.variant.name
            self.plans[name] += 1
            if name in without:
                raise error(f"no room for {name}")
            return self.plan(name)

        solver = SimpleNamespace(
            choose=lambda graph, request: request.choose(AUTO, "the rules say so"),
            finalists=lambda graph: [Finalist(name) for name in (*OTHERS, AUTO)],
            make_plan=make_plan,
        )
        graph = SimpleNamespace(runtime=self, entry_count=entry_count)
        return measure_choice(solver, graph, Automatic(COMPONENTS, options or {}, True))


def _times(*values):
    return dict(zip((AUTO, *OTHERS), values, strict=True))


def test_the_fastest_is_chosen_and_says_what_the_rules_would_have_taken(monkeypatch):
    device = _Device(monkeypatch, _times(3e-3, 2e-3, 2.1e-3, 9e-3))
    choice, plan = device.measure()
    assert (choice.variant.name, plan.name) == (OTHERS[0], OTHERS[0])
    assert choice.reason == (
        "of 4 variants that ran on this graph it was the fastest, 2 ms; 'auto' chooses "
        "csr/ecl/split, 3 ms"
    )
    # One run that does not count and some for 10 ms, once more for what may be the best, and
    # the fewest for what is far from it. The first warms the device up.
    assert {device.runs[OTHERS[0]], device.runs[OTHERS[1]]} <= {12, 13, 14}
    assert device.runs[OTHERS[2]] == 1 + measured_choice.FEWEST_RUNS
    assert device.runs[AUTO] in (1 + 20 + 4 + 5, 1 + 21 + 4 + 5)
    assert device.plans == _times(3, 2, 3, 2)


def test_what_is_close_to_the_best_runs_once_more(monkeypatch):
    seconds = _times(2e-3, 2.2e-3, 9e-3, 9e-3)
    device = _Device(monkeypatch, seconds, rest=0.075, slow=1.2)
    choice, _ = device.measure()
    # The first took 2.4 ms the first time, until the device was warm.
    assert choice.variant.name == AUTO
    assert "the fastest, 2 ms;" in choice.reason


def test_what_waited_for_a_busy_host_runs_once_more(monkeypatch):
    """All runs of a variant may wait, each for longer than it takes."""
    waits = {(OTHERS[1], place): 5e-4 for place in range(1, 5)}
    device = _Device(monkeypatch, _times(3e-4, 2.7e-4, 1.6e-4, 9e-3), delays=waits)
    choice, _ = device.measure()
    assert choice.variant.name == OTHERS[1]
    assert "the fastest, 0.16 ms;" in choice.reason


def test_the_choice_of_the_rules_is_not_measured_on_a_device_that_has_rested(monkeypatch):
    seconds = _times(2e-5, 3e-5, 3e-5, 5e-5)
    device = _Device(monkeypatch, seconds, rest=measured_choice.WARM_UP)
    choice, _ = device.measure()
    assert choice.variant.name == AUTO
    assert choice.reason == (
        "of 4 variants that ran on this graph it was the fastest, 0.02 ms; 'auto' chooses it, too, "
        "since the rules say so"
    )
    # Of short ones no more than nine each time, of those that are far from the best the fewest.
    assert device.runs[OTHERS[0]] == 2 * (1 + measured_choice.RUNS)
    assert device.runs[OTHERS[2]] == 2 * (1 + measured_choice.FEWEST_RUNS)


@pytest.mark.parametrize("error", [DeviceMemoryError, KernelBuildError, DeviceError])
def test_what_a_device_refuses_is_left_out(monkeypatch, error):
    device = _Device(monkeypatch, _times(2e-3, 1e-3, 9e-3, 3e-3))
    choice, _ = device.measure(without=[OTHERS[0]], error=error)
    assert choice.variant.name == AUTO
    assert choice.reason.startswith("of 3 variants that ran")
    assert device.plans[OTHERS[0]] == 1
    choice, _ = device.measure(without=[AUTO], error=error)
    assert choice.reason.endswith("it was the fastest, 1 ms")
    with pytest.raises(error, match="no room for csr/ecl/split") as caught:
        device.measure(without=[AUTO, *OTHERS], error=error)
    assert caught.value.__context__ is None


def test_what_does_not_end_is_stopped(monkeypatch):
    device = _Device(monkeypatch, _times(2e-3, 100.0, 0.6, 3e-3), loops=[OTHERS[0]])
    choice, _ = device.measure()
    assert choice.reason.startswith("of 3 variants that ran on this graph")
    # Neither a loop nor what has none runs again after a first run that takes so long.
    assert device.runs == _times(device.runs[AUTO], 1, 1, device.runs[OTHERS[2]])
    # PoCL compiles in a first run.
    device = _Device(monkeypatch, _times(2e-3, 1e-3, 9e-3, 9e-3), delays={(OTHERS[0], 1): 0.4})
    assert device.measure()[0].variant.name == OTHERS[0]


def test_a_run_of_the_second_round_may_fail(monkeypatch):
    """A host may pause for longer than a loop may take."""
    seconds = _times(2e-3, 1e-3, 9e-3, 9e-3)
    for place in (12, 14):
        device = _Device(
            monkeypatch, seconds, loops=[OTHERS[0]], delays={(OTHERS[0], place): 0.6}
        )  # fmt: skip
        with case(place=place):
            choice, _ = device.measure()
            assert choice.variant.name == OTHERS[0]
            assert choice.reason.startswith("of 4 variants that ran")


def test_all_together_take_no_longer_than_some_seconds(monkeypatch):
    device = _Device(monkeypatch, _times(1.0, 12.0, 12.0, 12.0))
    choice, _ = device.measure()
    assert choice.variant.name == AUTO
    assert choice.reason.startswith("of 2 variants that ran on this graph")
    assert device.runs == _times(device.runs[AUTO], 2, 0, 0)


def test_options_of_the_user_leave_out_what_has_none_of_them(monkeypatch):
    device = _Device(monkeypatch, _times(1e-3, 1e-3, 1e-3, 9e-3))
    choice, _ = device.measure({"k": 3})
    assert (choice.variant.name, choice.options["k"]) == (OTHERS[2], 3)
    assert choice.reason == "nothing was tried, since no other has these options"
    for options, message in (({"k": 99}, "no option 'k'"), ({"q": 1}, "no option 'q'")):
        with case(options=options), pytest.raises(OptionError, match=message):
            device.measure(options)
    assert sum(device.runs.values()) == 0


def test_without_edges_nothing_is_measured(monkeypatch):
    device = _Device(monkeypatch, _times(9e-3, 1e-3, 1e-3, 1e-3))
    choice, plan = device.measure(entry_count=0)
    assert choice.reason == "nothing was tried, since there are no edges"
    assert choice.variant.name == plan.name == AUTO
    assert sum(device.runs.values()) == 0


def test_finalists_are_in_the_table():
    for finalists in (OF_ROWS, AT_ONE_END, OF_EDGES):
        assert len({str(finalist) for finalist in finalists}) == len(finalists)
        for name, options in finalists:
            resolve_options(find_variant(name), options)
    forests = {row.name for row in clconn.variants(FOREST)}
    assert sum(finalist.name in forests for finalist in OF_ROWS) > len(OF_ROWS) / 2
    both_ends = {
        Choice(row, resolve_options(row, options), "").needs_both_ends
        for row, options in ((find_variant(name), options) for name, options in AT_ONE_END)
    }
    assert both_ends == {False}


@pytest.fixture(params=PROBLEMS.values(), ids=str)
def problem(request):
    return request.param


@pytest.fixture
def graph():
    pairs = hand_made("heavy-tailed")
    sources, targets = pairs.edges()
    weights = np.random.default_rng(1).integers(0, 99, sources.size)
    return clconn.Graph.from_edges(sources, targets, pairs.n, weights=weights)


def test_each_problem_is_measured_once_for_a_graph(problem, device, graph, monkeypatch):
    solve = problem.load("function")
    result = solve(graph, variant="measured", device=device, verify=True)
    assert " variants that ran on this graph it was the fastest, " in result.reason
    assert result.variant in {row.name for row in clconn.variants(problem)}

    def refuse(*_):
        pytest.fail("measured again")

    monkeypatch.setattr(measured_choice, "measure_choice", refuse)
    again = solve(graph, variant="measured", device=device)
    assert (again.variant, again.options) == (result.variant, result.options)
    assert again.reason == result.reason


def test_a_list_becomes_rows_and_a_device_graph_stays_as_it_is(device, graph):
    result = clconn.connected_components(graph, variant="measured", device=device)
    assert np.array_equal(result.roots, scipy_roots(graph))
    rows = graph.adjacency()
    upper = rows.neighbors > np.repeat(np.arange(graph.n), np.diff(rows.offsets))
    offsets = np.concatenate([[0], np.cumsum(upper)])[rows.offsets]
    one_end = clconn.Graph.from_csr(offsets, rows.neighbors[upper])
    for function in (clconn.connected_components, clconn.spanning_forest):
        with case(function=function.__name__):
            placed = one_end.to(device)
            found = function(placed, variant="measured")
            assert found.count == result.count
            assert " variants that ran on this graph" in found.reason
            assert not placed.symmetric


def test_where_nothing_can_be_measured(problem, graph, device):
    solve = problem.load("function")
    for backend in ("scipy", "reference"):
        message = f"'measured' tries variants on one device .* backend='{backend}' computes on the"
        with case(backend=backend), pytest.raises(OptionError, match=message):
            solve(graph, variant="measured", backend=backend)
    with pytest.raises(UnknownVariantError, match="'measured' tries variants on a"):
        clconn.IncrementalComponents(5, variant="measured")
    if problem.pieces is not None:
        with pytest.raises(DeviceMemoryError, match="pieces are united as they come; take 'auto'"):
            solve(graph, variant="measured", device=device, memory_limit=40_000)


def test_options_that_are_none_are_refused_as_always(problem, device, graph):
    solve = problem.load("function")
    for options in ({"k": [2]}, {1: 2, "k": 2}, {"c": True}, {"nothing": 1}):
        with case(options=options), pytest.raises(OptionError):
            solve(graph, variant="measured", device=device, options=options)


def test_rows_of_a_matrix_are_looked_at_first(device):
    """A processor does not look otherwise, and most variants need each edge at both ends."""
    graph = clconn.Graph.from_scipy(hand_made_matrix())
    assert graph.symmetric is None
    result = clconn.connected_components(graph, variant="measured", device=device)
    assert graph.symmetric is True
    tried = int(result.reason.split()[1])
    assert tried >= 7


def test_a_minimum_forest_by_the_rules_is_as_before(device):
    matrix = hand_made_matrix()
    before = clconn.minimum_spanning_forest(clconn.Graph.from_scipy(matrix), device=device)
    graph = clconn.Graph.from_scipy(matrix)
    measured = clconn.minimum_spanning_forest(graph, variant="measured", device=device)
    after = clconn.minimum_spanning_forest(graph, device=device)
    assert (after.variant, after.reason) == (before.variant, before.reason)
    assert np.array_equal(measured.edge_ids, before.edge_ids)


def hand_made_matrix():
    rows = hand_made("heavy-tailed").adjacency()
    weights = 1.0 + np.arange(rows.neighbors.size) % 7
    n = rows.offsets.size - 1
    made = scipy.sparse.csr_array((weights, rows.neighbors, rows.offsets), shape=(n, n))
    return made + made.T


def test_streams_of_forests_measure_nothing():
    batches = [([0, 1], [1, 2], [3, 1])]
    with pytest.raises(OptionError, match="edges come in batches; take 'auto'"):
        clconn.streams.minimum_spanning_forest(batches, n=6, variant="measured")


def test_without_a_device_nothing_is_measured(problem, graph, monkeypatch):
    take_devices_away(monkeypatch)
    if problem.pieces is not None:
        monkeypatch.setattr("clconn.opencl_backend.pieces.solver.run.solve", _no_device)
    with pytest.raises(BackendUnavailableError):
        problem.load("function")(graph, variant="measured")


def _no_device(*_, **__):
    raise BackendUnavailableError("no device here")


def test_a_choice_of_the_user_needs_no_trial(device, graph, monkeypatch):
    monkeypatch.setattr(measured_choice, "measure_choice", lambda *_: pytest.fail("measured"))
    assert run.plan_variant(COMPONENTS, graph.to(device), "csr/async/single")[0].reason
    assert run.plan_variant(COMPONENTS, graph.to(device))[0].reason
