"""How often the finishes that go in rounds look at all edges."""

from functools import cache

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.device.runtime import open_runtime
from tests.helpers.graphs import hand_made

N = 100_000

IN_ROUNDS = ("liu-tarjan", "stergiou", "shiloach-vishkin")
VARIANTS = [
    variant.name
    for variant in clconn.variants("components", origin="gconn")
    if variant.finish in IN_ROUNDS and variant.edges in ("csr", "coo")
]


@cache
def _long_path():
    order = np.random.default_rng(3).permutation(N)
    return clconn.Graph.from_edges(order[:-1], order[1:], N)


def _launches(graph, variant, device):
    """Kernels that one run enqueues once its plan is made."""
    runtime = open_runtime(device)
    for _ in range(2):
        before = runtime.launches
        result = clconn.connected_components(
            graph, variant=variant, backend="opencl", device=runtime
        )
        launches = runtime.launches - before
        assert not result.roots.any()
    return launches


@pytest.mark.parametrize("variant", VARIANTS)
def test_few_rounds_for_a_long_path(variant, device):
    """Trees at least double in some rounds; three kernels a round, and rounds in fours."""
    assert _launches(_long_path(), variant, device) < 120


def test_labels_alone_take_a_round_for_each_edge(device):
    # In random order: no order of visits carries the label 0 far in one round.
    assert _launches(hand_made("path-shuffled"), "csr/label-propagation/none", device) > 50
