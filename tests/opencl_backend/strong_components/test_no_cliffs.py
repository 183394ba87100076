"""No family of directed graphs takes many rounds, by what ``"auto"`` chooses for a GPU.

Rounds are counted, not time: a few are nothing beside a launch, thousands are a cliff. One core of
PoCL runs the work-items of a round one after the other, so that what goes along ids in order takes
fewer rounds than on a GPU, and the same number every time. The bounds are that and up to two thirds
more, so that what hardly matters may change.
"""

import numpy as np
import pytest

import clconn
from asv_benchmarks.benchmarks import untuned_graphs as untuned
from asv_benchmarks.benchmarks.numberings import edges_once
from asv_benchmarks.benchmarks.odd_digraphs import ODD_DIRECTED
from asv_benchmarks.benchmarks.practice_graphs import practice
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.strong_components import serial
from tests.helpers.cases import case
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components
from tests.helpers.queues import queue_on

N = 1 << 16


@pytest.fixture
def runtime(device, monkeypatch):
    """One core, which is taken for a GPU."""
    import pyopencl as cl

    if device.platform.name != "Portable Computing Language":
        pytest.skip("rounds of other devices race")
    core, *_ = device.create_sub_devices([cl.device_partition_property.EQUALLY, 1])
    made = Runtime(queue_on(core))
    made.is_cpu = False
    # Rounds are given up by the time that they take.
    monkeypatch.setattr(serial, "seconds_of_one_core", lambda _: float("inf"))
    return made


def _onward(graph):
    ends = edges_once(graph)
    return np.minimum(*ends), np.maximum(*ends)


def _graph(sources, targets, n=N, *, shuffled=False):
    if shuffled:
        ids = np.random.default_rng(1).permutation(n)
        sources, targets = ids[sources], ids[targets]
    return clconn.Graph.from_edges(sources, targets, n, directed=True)


def _turned(ends, share):
    turned = np.random.default_rng(2).random(ends[0].size) < share
    return np.where(turned, ends[::-1], ends)


def _families():
    ids = np.arange(N)
    near, band = _onward(untuned.near_random(N, 50)), _onward(untuned.band(N, 5))
    torus = _onward(clconn.generate("torus", rows=256, columns=N // 256))
    closed = np.append(torus[0], N - 1), np.append(torus[1], 0)
    strip, world = _onward(untuned.strip(N // 8)), _onward(untuned.small_world(N, 0.02))
    closed_strip = np.append(strip[0], N - 1), np.append(strip[1], 0)
    mesh = _onward(untuned.strip(64, N // 64))
    cliques = ODD_DIRECTED["cliques, each to the next"](N.bit_length() - 1)
    both_ways = np.concatenate([torus, torus[::-1]], axis=1)
    ring = ids, np.roll(ids, -1)
    generator = np.random.default_rng(3)
    return {
        "near, in order": (_graph(*near), (5, 5)),
        "near, descending": (_graph(*near[::-1]), (5, 5)),
        "strip, in order": (_graph(*strip), (5, 5)),
        "strip, closed": (_graph(*closed_strip), (25, 25)),
        "strip, closed, shuffled": (_graph(*closed_strip, shuffled=True), (400, 100)),
        "small world, shuffled": (_graph(*world, shuffled=True), (1050, 250)),
        "band, few arcs back": (_graph(*_turned(band, 0.02)), (20, 20)),
        "mesh, few arcs back": (_graph(*_turned(mesh, 0.01)), (25, 25)),
        "mesh, more arcs back": (_graph(*_turned(mesh, 0.03)), (45, 45)),
        "near, shuffled": (_graph(*near, shuffled=True), (300, 240)),
        "torus, closed": (_graph(*closed), (30, 30)),
        "torus, closed, beside others": (_graph(*closed, 3 * N), (30, 30)),
        "torus, both ways, shuffled": (_graph(*both_ways, shuffled=True), (8, 8)),
        "cliques, each to the next": (_graph(*cliques), (10, 10)),
        "ring": (_graph(*ring), (28, 28)),
        "ring, shuffled": (_graph(*ring, shuffled=True), (40, 28)),
        "band, by chance": (_graph(*_turned(band, 0.5)), (35, 35)),
        "band, by chance, shuffled": (_graph(*_turned(band, 0.5), shuffled=True), (125, 125)),
        "map": (_graph(ids, generator.integers(0, N, N)), (230, 230)),
        "random": (_graph(*generator.integers(0, N, (2, 3 * N))), (20, 20)),
    }


PRACTICE = {
    "states": (230, 230), "circuit": (70, 45), "implications": (100, 100), "map": (170, 170),
    "assembly": (33, 33), "citations": (5, 5), "maze": (45, 30), "streets": (15, 10),
    "control flow": (80, 80), "timetable": (5, 5), "pipeline": (10, 10), "neighbors": (15, 10),
    "follows": (20, 20),
}  # fmt: skip
"""Bounds of the kinds of practice graphs, in the order of their seeds: first run, next run."""


def _check(name, graph, bounds, runtime):
    expected = scipy_strong_roots(graph)
    placed = arcs_to_device(graph, runtime)
    for bound in bounds:
        result = strong_components(placed, "auto", device=None)
        with case(graph=name, variant=result.variant, reason=result.reason):
            np.testing.assert_array_equal(result.roots, expected)
            assert result.work.rounds <= bound


def test_no_family_takes_many_rounds(runtime):
    for name, (graph, bounds) in _families().items():
        _check(name, graph, bounds, runtime)
    for seed, (kind, bounds) in enumerate(PRACTICE.items()):
        name, graph = practice(seed, N)
        assert name.startswith(kind)
        _check(name, graph, bounds, runtime)


def test_cliffs_show(runtime):
    """Variants that are the best elsewhere take many times the rounds."""
    families = _families()
    for name, variant in (
        ("near, in order", "csr/two-phase/jump"),
        ("strip, closed, shuffled", "csr/signatures/jump"),
        ("torus, closed", "csr/two-phase/chains"),
    ):
        graph, bounds = families[name]
        with case(graph=name, variant=variant):
            placed = arcs_to_device(graph, runtime)
            work = strong_components(placed, variant, device=None).work
            assert work.rounds > 2 * max(bounds)
