"""What the first run on a graph says about the next."""

from types import SimpleNamespace

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.strong_components import choice, first_choice
from clconn.opencl_backend.strong_components.contraction import (
    AFTER_CHAINS,
    AT_LENGTH,
    BRIEFLY,
    CUT,
    ENDED,
    FOUND,
    IN_ROUNDS,
    LEFT,
    ON_ONE_CORE,
    SEARCHED,
    TRIMMED,
)
from clconn.opencl_backend.strong_components.quotient import (
    GIVEN,
    LAST,
    LEAST_TO_SEARCH,
    PATHS,
    SHORTCUTS,
)
from clconn.opencl_backend.strong_components.signatures import LEFT_CHAINS, LEFT_ROUNDS
from clconn.problems import STRONG_COMPONENTS
from tests.helpers.cases import for_each
from tests.helpers.directed_graphs import band
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import choose as make_choice
from tests.helpers.plans import strong_components

AFTER_SEARCHES = "csr/contraction/two-phase"
WITHOUT_SEARCHES = first_choice.WITHOUT_SEARCHES
DEEP = {LEFT: LEFT_ROUNDS, FOUND: 1, TRIMMED: 0, GIVEN: 5000, LAST: 5000}
GONE = {**DEEP, GIVEN: 0, LAST: 0}
CHAINS = {**DEEP, LEFT: LEFT_CHAINS}
SMALL = {LEFT: 0, FOUND: 9000, "arcs": 40_000}


def _place(graph, device):
    return arcs_to_device(graph, open_runtime(device))


def _run(graph, placed):
    result = strong_components(placed, "auto", device=None)
    np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
    return result


@for_each(
    "found",
    [
        ({LEFT: 0, FOUND: 0, ENDED: 0, SEARCHED: 7}, WITHOUT_SEARCHES, "reach few"),
        ({LEFT: 0, FOUND: 0, ENDED: 0, SEARCHED: 0}, "csr/signatures/jump", "without a search"),
        ({LEFT: 0, FOUND: 0, ENDED: 1}, "csr/signatures/jump", "nothing to search"),
        ({LEFT: 0, FOUND: 624}, "csr/signatures/jump", "too few"),
        ({LEFT: 0, FOUND: 625, SEARCHED: 39}, "csr/two-phase/jump", "likeliest"),
        ({LEFT: 0, FOUND: 625, SEARCHED: 40}, WITHOUT_SEARCHES, "6.25 % of the vertices, for"),
        ({**DEEP, FOUND: 625, LAST: 2501}, "csr/two-phase/jump", "likeliest"),
        ({**SMALL, SEARCHED: 20}, "csr/signatures/jump", "searches took 20 rounds of so small"),
        ({**SMALL, SEARCHED: 64}, "csr/signatures/jump", "searches took 64 rounds of so small"),
        ({**SMALL, SEARCHED: 19}, "csr/two-phase/jump", "likeliest"),
        ({**SMALL, SEARCHED: 65}, WITHOUT_SEARCHES, "many rounds"),
        ({**SMALL, SEARCHED: 65, LEFT: LEFT_ROUNDS}, "csr/two-phase/jump", "likeliest"),
        ({**SMALL, SEARCHED: 20, "arcs": 40_001}, "csr/two-phase/jump", "likeliest"),
        ({**SMALL, SEARCHED: 20, "n": 1 << 20, FOUND: 1 << 20}, "csr/signatures/jump", "so small"),
        ({**SMALL, SEARCHED: 20, "n": 3 << 20, FOUND: 3 << 20}, "csr/two-phase/jump", "likeliest"),
        ({**SMALL, SEARCHED: 20, LEFT: LEFT_ROUNDS}, "csr/two-phase/jump", "likeliest"),
        ({**SMALL, SEARCHED: 20, FOUND: 7000}, "csr/signatures/jump", "so small"),
        ({**SMALL, SEARCHED: 20, FOUND: 6999}, "csr/two-phase/jump", "likeliest"),
        ({**DEEP, FOUND: 625, LAST: 2500}, AFTER_SEARCHES, "much fewer"),
        ({**DEEP, FOUND: 64, LAST: 78}, "csr/coloring/trim-two", "others 78, so"),
        ({**DEEP, FOUND: 64, LAST: 78, "arcs": 99_999}, WITHOUT_SEARCHES, "1.56 %"),
        ({**DEEP, FOUND: 64, LAST: 10, PATHS: 2500}, "csr/contraction/alone", "not branch"),
        ({**DEEP, FOUND: 64, LAST: 79}, WITHOUT_SEARCHES, "contraction leaves"),
        ({**DEEP, FOUND: 63, LAST: 78}, WITHOUT_SEARCHES, "contraction leaves"),
        ({**DEEP, FOUND: 2500, LAST: 78}, "csr/coloring/trim-two", "of 5,000 others"),
        ({**DEEP, FOUND: 2501, LAST: 78}, AFTER_SEARCHES, "much fewer"),
        ({LEFT: LEFT_ROUNDS, FOUND: 1}, AFTER_SEARCHES, "no room"),
        ({**CHAINS, GIVEN: 0}, "csr/signatures/chains", "all of it"),
        ({**CHAINS, GIVEN: 4096}, AFTER_SEARCHES, "4,096 vertices"),
        ({**CHAINS, IN_ROUNDS: 1}, "csr/signatures/jump", "finish them"),
        ({**CHAINS, ON_ONE_CORE: 1}, "csr/two-phase/serial", "one core"),
        (CHAINS, "csr/contraction/alone", "contraction leaves"),
        ({**CHAINS, GIVEN: 0, TRIMMED: AFTER_CHAINS}, AFTER_SEARCHES, "trimming leaves 0 %"),
        ({**CHAINS, TRIMMED: AFTER_CHAINS, SHORTCUTS: 1}, AFTER_SEARCHES, "trimming leaves 50 %"),
        ({**CHAINS, GIVEN: 5001, TRIMMED: AFTER_CHAINS}, "csr/contraction/alone", "contraction"),
        (
            {**CHAINS, GIVEN: 5001, TRIMMED: AFTER_CHAINS, ON_ONE_CORE: 1},
            "csr/two-phase/serial",
            "99.98 %",
        ),
        ({LEFT: 0, FOUND: 0, ENDED: 0, CUT: 1}, "csr/signatures/chains", "or nearly"),
        ({**DEEP, CUT: 1, GIVEN: 4096}, AFTER_SEARCHES, "4,096 vertices need many more rounds"),
        ({**DEEP, CUT: 1, IN_ROUNDS: 1}, "csr/signatures/jump", "finish them"),
        ({LEFT: LEFT_ROUNDS, FOUND: 0, CUT: 1}, AFTER_SEARCHES, "no room"),
        ({**DEEP, TRIMMED: AT_LENGTH}, WITHOUT_SEARCHES, "trimming leaves 50 %"),
        ({**DEEP, TRIMMED: BRIEFLY, LAST: 2000}, "csr/contraction/alone", "40 %"),
        ({**CHAINS, PATHS: 4000, LAST: 10}, "csr/contraction/alone", "80 % of what is left do not"),
        ({**CHAINS, "n": 30_000, PATHS: 4000}, WITHOUT_SEARCHES, "finish so few"),
        ({**CHAINS, "n": 29_999, PATHS: 4000}, "csr/contraction/alone", "80 % of what is left do"),
        ({**DEEP, PATHS: 2500, LAST: 2500, ON_ONE_CORE: 1}, "csr/contraction/alone", "not branch"),
        ({**GONE, TRIMMED: AT_LENGTH}, "csr/contraction/trimming", "trimming leaves 0 % of it"),
        ({**GONE, TRIMMED: BRIEFLY}, "csr/contraction/trimming", "trimming leaves 0 % of it"),
        ({**DEEP, TRIMMED: AT_LENGTH, GIVEN: 312}, "csr/contraction/trimming", "leaves 3.12 %"),
        ({**DEEP, TRIMMED: AT_LENGTH, GIVEN: 313}, WITHOUT_SEARCHES, "trimming leaves 3.13 %"),
        ({**DEEP, TRIMMED: BRIEFLY, GIVEN: 300}, AFTER_SEARCHES, "300 vertices"),
        ({**DEEP, TRIMMED: BRIEFLY, ON_ONE_CORE: 1}, "csr/contraction/trimming", "for one core"),
        ({**DEEP, TRIMMED: BRIEFLY, ON_ONE_CORE: 0}, "csr/contraction/alone", "leaves 100 %"),
        ({**DEEP, LAST: 156}, WITHOUT_SEARCHES, "short cycles signatures spread"),
        ({**DEEP, LAST: 157}, "csr/contraction/alone", "contraction leaves 3.14 %"),
        ({**DEEP, LAST: 156, "arcs": 15_000}, WITHOUT_SEARCHES, "short cycles signatures spread"),
        ({**DEEP, LAST: 156, "arcs": 14_999}, "csr/contraction/alone", "contraction leaves 3.12 %"),
        ({**DEEP, GIVEN: 4096}, AFTER_SEARCHES, "4,096 vertices"),
        ({**DEEP, LAST: 4001, IN_ROUNDS: 1}, "csr/signatures/chains", "80 %"),
        ({**DEEP, LAST: 4000}, "csr/contraction/alone", "80 %"),
        ({**DEEP, LAST: 4001, SHORTCUTS: 1}, "csr/contraction/alone", "shallow"),
        ({**DEEP, LAST: 4001, SHORTCUTS: 1, "arcs": LEAST_TO_SEARCH}, AFTER_SEARCHES, "shallow"),
        ({**DEEP, LAST: 4001, SHORTCUTS: 1, ON_ONE_CORE: 1}, "csr/two-phase/serial", "80 %"),
        ({**DEEP, LAST: 2500, SHORTCUTS: 1, ON_ONE_CORE: 1}, "csr/contraction/alone", "50 %"),
        ({**DEEP, FOUND: 625, LAST: 2501, SHORTCUTS: 1}, AFTER_SEARCHES, "the others shallow"),
        ({**DEEP, TRIMMED: AT_LENGTH, SHORTCUTS: 1}, WITHOUT_SEARCHES, "leaves 50 %"),
        ({**DEEP, LAST: 2501, ON_ONE_CORE: 1}, "csr/two-phase/serial", "50 %"),
        ({**DEEP, LAST: 2500, ON_ONE_CORE: 1}, "csr/contraction/alone", "50 %"),
    ],
)
def test_what_a_run_says_about_the_next(found):
    reports, variant, words = dict(found[0]), *found[1:]
    n, arcs = reports.pop("n", 10_000), reports.pop("arcs", 100_000)
    chosen, why = choice._what_suits(AFTER_SEARCHES, n, arcs, reports)
    assert chosen == variant
    assert words in why


def test_what_is_full_of_short_cycles_is_contracted_rather_than_searched_again():
    for rounds, variant in (39, "csr/two-phase/jump"), (40, "csr/contraction/alone"):
        reports = {LEFT: 0, FOUND: 9000, ENDED: 1, SEARCHED: rounds}
        chosen, why = choice._what_suits(first_choice.SEARCHES, 10_000, 100_000, reports)
        assert chosen == variant
        assert "90 % of the vertices" in why


def test_signatures_are_tried_on_few_paths_after_what_decides_during_the_run():
    reports = {**CHAINS, PATHS: 4000}
    for first in (first_choice.SEARCHES, "csr/contraction/chains"):
        assert choice._what_suits(first, 30_000, 30_000, reports)[0] == first


def test_auto_learns_from_its_first_run(device, monkeypatch):
    """As if the device were a GPU."""
    graph = band(60_000)
    placed = _place(graph, device)
    monkeypatch.setattr(placed.runtime, "is_cpu", False)
    monkeypatch.setattr(first_choice, "LEAST_TO_LOOK", graph.n + 1)
    first = _run(graph, placed)
    assert first.variant == AFTER_SEARCHES
    assert "decides during the run" in first.reason
    second = _run(graph, placed)
    assert second.variant == WITHOUT_SEARCHES
    assert "the first run on this graph found" in second.reason
    # What had to be contracted then, too, is decided during the run again.
    (plan,) = [plan for key, plan in placed.plans.items() if WITHOUT_SEARCHES in key]
    plan.reports[LEFT] = LEFT_ROUNDS
    assert _run(graph, placed).variant == AFTER_SEARCHES
    # A graph that is placed anew is not known.
    other = _place(band(60_000), device)
    assert _run(graph, other).variant == AFTER_SEARCHES


def _torus(ids):
    targets = np.concatenate([np.roll(ids, -1, axis).ravel() for axis in (0, 1)])
    return clconn.Graph.from_edges(np.tile(ids.ravel(), 2), targets, ids.size, directed=True)


def test_signatures_that_need_what_searches_find_get_it_again(device, monkeypatch):
    """As if the device were a GPU."""
    ids = np.random.default_rng(1).permutation(4096).reshape(64, 64)
    graph = _torus(ids)
    placed = _place(graph, device)
    monkeypatch.setattr(placed.runtime, "is_cpu", False)
    assert _run(graph, placed).variant == AFTER_SEARCHES
    for _ in range(2):
        result = _run(graph, placed)
        assert result.variant == WITHOUT_SEARCHES
        assert "after two searches that reach few vertices" in result.reason
    (plan,) = [plan for key, plan in placed.plans.items() if WITHOUT_SEARCHES in key]
    assert plan.reports[LEFT] == 0
    plan.reports[LEFT] = LEFT_ROUNDS
    again = _run(graph, placed)
    assert again.variant == AFTER_SEARCHES
    assert "without searches found that they do not by themselves" in again.reason


def test_a_component_that_took_many_rounds_is_not_searched_again(device, monkeypatch):
    """As if the device were a GPU."""
    graph = _torus(np.random.default_rng(1).permutation(1024).reshape(32, 32))
    placed = _place(graph, device)
    monkeypatch.setattr(placed.runtime, "is_cpu", False)
    assert _run(graph, placed).variant == AFTER_SEARCHES
    (first,) = placed.plans.values()
    first.reports.update({LEFT: 0, FOUND: graph.n, ENDED: 1, SEARCHED: choice.MANY_SEARCH_ROUNDS})
    monkeypatch.setattr(choice, "SEARCH_ROUNDS", range(0))
    for _ in range(2):
        result = _run(graph, placed)
        assert result.variant == WITHOUT_SEARCHES
        assert "for which searches took many rounds" in result.reason
    (plan,) = [plan for key, plan in placed.plans.items() if WITHOUT_SEARCHES in key]
    plan.reports[LEFT] = LEFT_ROUNDS
    again = _run(graph, placed)
    assert again.variant == "csr/two-phase/jump"
    assert "without searches found that they do not by themselves" in again.reason


@for_each("share", [0, choice.FEW_BACK - 1e-9, choice.FEW_BACK, 0.5])
def test_below_which_share_of_arcs_few_lead_back(share):
    without = make_choice(WITHOUT_SEARCHES, problem=STRONG_COMPONENTS.name)
    for rarer in ("larger", "smaller"):
        arcs = SimpleNamespace(**{"larger": 0.5, "smaller": 0.5, rarer: share})
        graph = SimpleNamespace(n=choice.LEAST_TO_LOOK, plans={}, first_arcs=arcs)
        assert bool(choice._why_to_search_again(graph, without)) == (share < choice.FEW_BACK)
    small = SimpleNamespace(n=choice.LEAST_TO_LOOK - 1, plans={})
    assert not choice._why_to_search_again(small, without)


def test_what_hardly_an_arc_closes_is_searched_again(device, monkeypatch):
    """As if the device were a GPU."""
    graph = _torus(np.arange(1 << 16).reshape(256, 256))
    placed = _place(graph, device)
    monkeypatch.setattr(placed.runtime, "is_cpu", False)
    monkeypatch.setattr(first_choice, "LEAST_TO_LOOK", graph.n + 1)
    for _ in range(2):
        result = _run(graph, placed)
        assert result.variant == AFTER_SEARCHES
    assert "of the arcs lead back, and what searches find may tell where" in result.reason


@pytest.mark.parametrize(
    ("n", "arcs", "first", "second"),
    [
        (0, [], "so nothing was searched", "so nothing was searched"),
        (5, [], "so nothing was searched", "there is nothing to search"),
        (5, [(0, 1), (2, 1)], "so nothing was searched", "there is nothing to search"),
        (5, [(3, 3)], "two searches found", "the likeliest vertex has 20 %"),
    ],
)
def test_words_of_graphs_that_leave_little_to_search(n, arcs, first, second, device, monkeypatch):
    """As if the device were a GPU: neither run says that something was found that is not there."""
    ends = np.array(arcs, dtype=int).reshape(-1, 2).T
    graph = clconn.Graph.from_edges(*ends, n, directed=True)
    placed = _place(graph, device)
    monkeypatch.setattr(placed.runtime, "is_cpu", False)
    reasons = [_run(graph, placed).reason for _ in range(2)]
    for reason, words in zip(reasons, (first, second), strict=True):
        assert words in reason
        assert ("found the component" in reason) == (arcs == [(3, 3)])
        assert "reach few" not in reason
