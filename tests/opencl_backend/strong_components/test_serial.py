"""How long one core of the host would take, by which rounds of a device are given up."""

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.strong_components import contraction, quotient, serial
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components


def test_one_core_takes_longer_where_arcs_lead_far(device, monkeypatch):
    """Rings of arcs that lead on by as many ids; the host is asked how long it takes."""
    monkeypatch.setattr(contraction, "SHALLOW_WORK", 0)
    monkeypatch.setattr(contraction, "_LEAST_ROUNDS", 1)
    n = 30_000
    ids = np.arange(n)
    shares = []
    for steps in ((1, 8192), (1, 8193), (8193, 12_001)):
        ends = np.concatenate([ids] * 2), np.concatenate([(ids + step) % n for step in steps])
        asked = []

        def seconds(extent, asked=asked):
            asked.append(extent)
            return np.inf

        monkeypatch.setattr(serial, "seconds_of_one_core", seconds)
        graph = clconn.Graph.from_edges(*ends, n, directed=True)
        result = strong_components(graph, "csr/contraction/alone", device=device)
        np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
        differences = np.abs(ends[1] - ends[0])
        shares.append(np.mean(differences > 8192))
        assert asked[0] == (n, 2 * n, pytest.approx(shares[-1]))
    assert shares[0] < 0.3
    assert shares == sorted(shares)


def test_the_time_of_one_core():
    """It grows with the graph, and with what is in no cache."""
    of = serial.seconds_of_one_core
    small, large = 1 << 16, 1 << 22
    assert of(quotient.Extent(small, 0, 1.0)) == pytest.approx(80e-9 * small)
    assert of(quotient.Extent(0, small, 0.0)) == pytest.approx(15e-9 * small)
    assert of(quotient.Extent(large, small, 1.0)) == pytest.approx(
        4 * 1e-9 * (80 * large + 20 * small)
    )
    assert of(quotient.Extent(large, small, 0.0)) < of(quotient.Extent(large, small, 0.5))
