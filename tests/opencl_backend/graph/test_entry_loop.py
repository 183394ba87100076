"""Loops over entries whose pieces depend on how many entries and groups there are."""

from dataclasses import replace

import numpy as np
import pytest

from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.strong_components import quotient
from tests.helpers.directed_graphs import band, renamed
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components
from tests.helpers.small_degree_classes import runtime_with_small_classes


@pytest.mark.usefixtures("contracts_at_once")
@pytest.mark.parametrize("groups", [1, 7, 500])
def test_pieces_get_smaller_with_the_graph(groups, device, monkeypatch):
    """Contraction counts and places ever fewer arcs by the same number of groups."""
    monkeypatch.setattr(quotient, "FEW", 0)
    runtime = runtime_with_small_classes(device, blocks=False)
    runtime.tuning = replace(runtime.tuning, piece=200, groups=groups)
    for graph in (band(3000), renamed(band(3000)), band(300, reach=20)):
        placed = arcs_to_device(graph, runtime)
        result = strong_components(placed, "csr/contraction/alone", device=None)
        np.testing.assert_array_equal(result.roots, scipy_strong_roots(graph))
