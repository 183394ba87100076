"""Graphs whose ids say nothing about who is near, contracted by their short cycles."""

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.strong_components import contraction, quotient
from clconn.opencl_backend.strong_components.quotient import GIVEN, LAST
from tests.helpers.directed_graphs import band, renamed
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components, strong_reports

VARIANTS = [f"csr/contraction/{form}" for form in contraction.FORMS]


pytestmark = pytest.mark.usefixtures("contracts_at_once")


def _reports(graph, variant, device):
    """What a run has found out."""
    placed = arcs_to_device(graph, open_runtime(device))
    result = strong_components(placed, variant, device=None)
    np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
    return strong_reports(placed, variant)


def _grid(n, width):
    """Squares alone, each arc in a direction by chance."""
    ids = np.arange(n)
    ends = np.hstack([[ids[:-1], ids[1:]], [ids[:-width], ids[width:]]])
    turned = np.random.default_rng(4).random(ends.shape[1]) < 0.5
    return clconn.Graph.from_edges(*np.where(turned, ends, ends[::-1]), n, directed=True)


@pytest.mark.parametrize("length", [2, 3, 4])
def test_all_vertices_of_a_short_cycle_become_one_at_once(length, device, monkeypatch):
    """Cycles on a ring, of which a block has no whole one."""
    monkeypatch.setattr(quotient, "MANY_ON_PATHS", 2)
    monkeypatch.setattr(quotient, "MOST_LEVELS", 1)
    count = 6000
    cycles = np.random.default_rng(5).permutation(count * length).reshape(count, length)
    ends = np.hstack([
        [cycles.ravel(), np.roll(cycles, -1, axis=1).ravel()],
        [cycles[:, 0], np.roll(cycles[:, 0], -1)],
    ])  # fmt: skip
    graph = clconn.Graph.from_edges(*ends, count * length, directed=True)
    reports = _reports(graph, VARIANTS[0], device)
    assert (reports[GIVEN], reports[LAST]) == (count * length, count)


@pytest.mark.parametrize("variant", VARIANTS)
def test_near_neighbors_become_one_wherever_they_are(variant, device):
    """A search takes a round for each few of them: 126 ms of 2**18 on an H200, and 1.9 since."""
    reports = _reports(renamed(band(60_000)), variant, device)
    assert reports[GIVEN] > 50_000
    assert reports[LAST] <= quotient.FEW


def test_squares(device):
    """A third as many are left of a strip of 16 columns, all of which no block can join."""
    reports = _reports(renamed(_grid(60_000, 16)), VARIANTS[0], device)
    assert reports[GIVEN] > 50_000
    assert reports[LAST] < reports[GIVEN] / 3
