"""What one launch does where all work-groups of it run at once, and the numbers of a run."""

import copy

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.strong_components.contraction import SEARCHED
from clconn.opencl_backend.strong_components.searches import EARLY_PAUSE_ROUND
from tests.helpers.one_group import runtime_with_barrier
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components

AFTER_SEARCHES = "csr/contraction/two-phase"


def _check(graph, variant, placed):
    result = strong_components(placed, variant, device=None)
    np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
    return result


def _reports(placed):
    (plan,) = placed.plans.values()
    return plan.reports


@pytest.mark.parametrize("together", [False, True])
def test_searches_pause_soon_where_a_graph_is_contracted_then(together, device):
    """The run reports the rounds that they took; numbers of runs do not add up."""
    runtime = runtime_with_barrier(device, together=together)
    order = np.random.default_rng(0).permutation(20_000)
    graph = clconn.Graph.from_edges(order[:-1], order[1:], order.size, directed=True)
    for variant in (AFTER_SEARCHES, "csr/contraction/searches"):
        placed = arcs_to_device(copy.copy(graph), runtime)
        works = [_check(graph, variant, placed).work for _ in range(2)]
        assert _reports(placed)[SEARCHED] == EARLY_PAUSE_ROUND - 1
        # Signatures race, by a round or two.
        assert abs(works[1].rounds - works[0].rounds) <= 3


def test_a_run_of_few_launches(device):
    """Where one launch does all rounds; each leaves the barrier as it was."""
    runtime = runtime_with_barrier(device)
    cycle = np.random.default_rng(0).permutation(1000)
    graph = clconn.Graph.from_edges(cycle, np.roll(cycle, 1), 1000, directed=True)
    for variant, launches in (
        (AFTER_SEARCHES, 3), ("csr/contraction/signatures", 2), ("csr/signatures/jump", 2),
        ("csr/two-phase/jump", 3),
    ):  # fmt: skip
        placed = arcs_to_device(copy.copy(graph), runtime)
        works = [_check(graph, variant, placed).work for _ in range(2)]
        assert [work.launches for work in works] == [launches] * 2
        assert works[0].rounds > 6
        assert abs(works[1].rounds - works[0].rounds) <= 3
        assert runtime.download(runtime.arrivals, 2).tolist() == [0, 0]
