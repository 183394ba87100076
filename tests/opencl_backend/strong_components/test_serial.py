"""How long one core of the host would take, by which rounds of a device are given up."""

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.strong_components import quotient, serial
from clconn.opencl_backend.strong_components.remainder import Extent
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components


@pytest.mark.usefixtures("contracts_at_once")
def test_one_core_takes_longer_where_arcs_lead_far(device, monkeypatch):
    """Rings of arcs that lead on by as many ids; the host is asked how long it takes.

    Beside them vertices without predecessors, which are finished before, and their arcs.
    """
    monkeypatch.setattr(quotient, "LEAST_FOR_SHORTCUTS", 1 << 20)
    n, others = 30_000, 5000
    ids = np.arange(n)
    ways = n + np.arange(others), np.zeros(others, dtype=int)
    shares = []
    for steps in ((1, 8192), (1, 8193), (8193, 12_001)):
        ends = np.concatenate([ids] * 2), np.concatenate([(ids + step) % n for step in steps])
        asked = []

        def seconds(extent, asked=asked):
            asked.append(extent)
            return np.inf

        monkeypatch.setattr(serial, "seconds_of_one_core", seconds)
        arcs = np.concatenate([ends, ways], axis=1)
        graph = clconn.Graph.from_edges(*arcs, n + others, directed=True)
        placed = arcs_to_device(graph, open_runtime(device))
        for _ in range(2):
            result = strong_components(placed, "csr/contraction/alone")
            np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
        differences = np.abs(ends[1] - ends[0])
        shares.append(np.mean(differences > 8192))
        assert len(asked) >= 2
        for extent in asked:
            assert extent == (n + others, 2 * n + others, pytest.approx(shares[-1]))
    assert shares[0] < 0.3
    assert shares == sorted(shares)


def test_the_time_of_one_core():
    """It grows with the graph, and with what is in no cache."""
    of = serial.seconds_of_one_core
    small, large = 1 << 16, 1 << 22
    for n, beyond in ((small, 1), (large, (large / serial.IN_CACHE) ** 0.5)):
        near, far = of(Extent(n, 0, 0.0)), of(Extent(n, 0, 1.0))
        assert near == pytest.approx(1e-9 * serial.NEAR_NANOSECONDS[0] * n)
        assert far == pytest.approx(1e-9 * serial.FAR_NANOSECONDS[0] * n * beyond)
        assert near < of(Extent(n, 0, 0.5)) < far
        assert far < of(Extent(n, n, 1.0))
