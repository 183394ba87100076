"""Signatures begin again with what they know, in either form of their rounds."""

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.graph.placement import arcs_to_device
from tests.helpers.one_group import runtime_with_barrier
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components


def _band_by_chance(n):
    generator = np.random.default_rng(1)
    ends = np.stack([np.tile(np.arange(n - 5), 5), np.tile(np.arange(n - 5), 5)])
    ends[1] += np.repeat(np.arange(1, 6), n - 5)
    ends = np.where(generator.random(ends.shape[1]) < 0.5, ends, ends[::-1])
    return clconn.Graph.from_edges(*generator.permutation(n)[ends], n, directed=True)


@pytest.mark.parametrize("together", [True, False])
def test_a_shuffled_band_takes_few_rounds(together, device):
    """Without restarts it takes 83 and more, and hundreds if nothing known is kept."""
    graph = _band_by_chance(1 << 14)
    placed = arcs_to_device(graph, runtime_with_barrier(device, together=together))
    result = strong_components(placed, "csr/signatures/jump", device=None)
    np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
    assert result.work.rounds <= 70
