"""What a look at a few edges of the host says of a list of them."""

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.edge_order import EDGES, edge_order
from clconn.opencl_backend.graph.placement import to_device
from clconn.opencl_backend.graph.spread_places import spread_places
from clconn.reference.primitives.hash import spread_place
from tests.helpers.cases import case

N = 1 << 20
PATH = np.arange(N, dtype=np.int32)
CHANCE = np.random.default_rng(0).permutation(N).astype(np.int32)


def test_the_places_are_those_of_other_looks():
    for size in (1, 7, 100_003, 2**31 - 1):
        assert spread_places(EDGES, size).tolist() == [spread_place(i, size) for i in range(EDGES)]


def test_lists_by_sources_or_targets_are_local():
    for name, sources, targets, local in (
        ("path", PATH[:-1], PATH[1:], 1.0), ("reversed", PATH[:0:-1], PATH[-2::-1], 1.0),
        ("by sources", PATH, CHANCE, 1.0), ("by targets", CHANCE, PATH, 1.0),
        ("by chance", CHANCE, CHANCE[::-1], 0.016),
        # Half of the list by sources.
        ("half", np.where(PATH < N // 2, PATH, CHANCE), CHANCE, 0.5),
    ):  # fmt: skip
        with case(list=name):
            assert edge_order(sources, targets, N).local == pytest.approx(local, abs=0.03)


def test_hubs_share_ends():
    for share in (0.0, 0.02, 0.1, 0.5):
        with case(share=share):
            at_hub = np.random.default_rng(1).random(N) < 2 * share
            seen = edge_order(CHANCE, np.where(at_hub, 7, CHANCE[::-1]).astype(np.int32), N)
            assert seen.shared == pytest.approx(share**2, rel=0.4, abs=2e-5)
    # As many ends of each of a few vertices are no hubs, nor are self loops.
    few = np.random.default_rng(2).integers(0, 300, (2, N)).astype(np.int32)
    assert edge_order(*few, 300).shared < 1e-4
    assert edge_order(CHANCE, CHANCE, N).shared == 0
    # Nor are vertices of a list that is short, or of which most have no edges.
    for count, vertices in ((3, 6), (500, 10_000), (5000, 500), (20_000, 3000)):
        some = np.random.default_rng(3).integers(0, vertices, (2, count)).astype(np.int32)
        with case(count=count, vertices=vertices):
            assert edge_order(*some, N).shared == 0


def test_edges_are_short_or_run_beside_each_other():
    far = (PATH + N // 2) % N
    for name, sources, targets, short, parallel in (
        ("path", PATH[:-1], PATH[1:], 1.0, 1.0), ("strands", PATH, far, 0.0, 1.0),
        ("by sources", PATH, CHANCE, 0.008, 0.008), ("by chance", CHANCE, CHANCE[::-1], 0.008, 0.0),
        ("in no order", CHANCE, np.minimum(CHANCE + 1, N - 1), 1.0, 0.008),
        # Near is a 256th of all.
        ("not as near", PATH[:-4100], PATH[4100:], 0.0, 1.0),
        ("nearer", PATH[:-4090], PATH[4090:], 1.0, 1.0),
    ):  # fmt: skip
        with case(list=name):
            seen = edge_order(sources, targets, N)
            assert seen.short == pytest.approx(short, abs=0.015)
            assert seen.parallel == pytest.approx(parallel, abs=0.015)


def test_what_is_near_depends_on_the_number_of_vertices():
    steps = np.arange(0, N, 100, dtype=np.int32)
    for n, local in ((N, 1.0), (steps.size, 0.0)):
        assert edge_order(steps, CHANCE[: steps.size], n).local == pytest.approx(local, abs=0.05)


def test_short_lists():
    none = np.empty(0, dtype=np.int32)
    for sources, targets in ((none, none), (PATH[:1], PATH[1:2])):
        assert edge_order(sources, targets, 2) == (1.0, 0.0, 1.0, 1.0)
    assert edge_order(PATH[:2], PATH[1:3], 3).local == 1.0


def test_a_graph_on_a_device_knows_it(device):
    runtime = open_runtime(device)
    for targets, local in ((CHANCE[::-1].copy(), 0.0), (PATH, 1.0)):
        graph = clconn.Graph.from_edges(CHANCE, targets, n=N)
        assert to_device(graph, runtime, arrays=True).edge_order.local == pytest.approx(
            local, abs=0.03
        )
