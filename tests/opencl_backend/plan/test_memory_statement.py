"""What a plan says it needs is what it takes: the pool's largest size, and what was uploaded."""

from __future__ import annotations

import copy
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from clconn.design_space import make_request
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph import edge_arrays
from clconn.opencl_backend.plan.run import plan_choice
from clconn.problems import find_problem
from tests.helpers.queues import queue_on

N, M = 50_000, 500_000
SMALL = 2**16
"""Bytes for counters, counts of blocks and the like, which do not grow with the graph."""


class Meter:
    """The bytes that a runtime holds, all of them in its pool, and what was stated before."""

    def __init__(self, runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
        self.runtime = runtime
        self.stated = 0
        self.peak = 0
        check_memory, allocate = runtime.check_memory, runtime.allocate

        def metered_allocate(size: int) -> Any:
            buffer = allocate(size)
            self.look()
            return buffer

        def noted(needs: dict[str, int], purpose: str) -> int:
            total = check_memory(needs, purpose)
            self.stated = max(self.stated, total)
            return total

        monkeypatch.setattr(runtime, "allocate", metered_allocate)
        monkeypatch.setattr(runtime, "check_memory", noted)
        # A graph is not in the pool, and a processor reads the host's arrays in place.
        monkeypatch.setattr(runtime, "upload", self._upload)

    def _upload(self, array: Any, dtype: Any = None) -> Any:
        if not array.size:
            return self.runtime.allocate(16)
        return self.runtime.upload_writable(array.astype(dtype or array.dtype, copy=False))

    def look(self) -> None:
        """Note what the pool holds now."""
        self.peak = max(self.peak, self.runtime.pool.active_bytes)

    def begin(self) -> None:
        """Forget the peak and what was stated."""
        self.runtime.finish()
        self.runtime.pool.free_held()
        self.stated = 0
        self.peak = self.runtime.pool.active_bytes


def _symmetric(seed: int = 1) -> tuple[Any, Any]:
    ends = np.random.default_rng(seed).integers(0, N, (2, M))
    pairs = np.unique(np.sort(ends[:, ends[0] != ends[1]], axis=0), axis=1)
    sources, targets = np.concatenate([pairs, pairs[::-1]], axis=1)
    order = np.lexsort((targets, sources))
    return sources[order], targets[order]


def _rows(sources: Any, targets: Any, weights: Any, **more: Any) -> Graph:
    offsets = np.searchsorted(sources, np.arange(N + 1))
    return Graph.from_csr(offsets, targets, weights=weights, **more)


@cache
def _shape(name: str) -> Graph:
    sources, targets = _symmetric()
    weights = ((sources + targets) * 7919 % 10007).astype(np.int32)
    if name == "clean":
        return _rows(sources, targets, weights)
    if name == "wide":
        return _rows(sources, targets, weights / 3)
    if name == "unequal":
        return _rows(sources, targets, np.arange(sources.size, dtype=np.float32))
    upper = sources < targets
    if name == "upper":
        return _rows(sources[upper], targets[upper], weights[upper])
    return Graph.from_edges(sources[upper], targets[upper], N, weights=weights[upper])


@pytest.fixture(params=["processor", "gpu"])
def meter(request, device, programs, monkeypatch):
    # What depends on the number of work-groups and blocks does not grow with the graph.
    monkeypatch.setattr(edge_arrays, "_BLOCKS", 256)
    runtime = Runtime(queue_on(device, context=programs.context))
    runtime.tuning = replace(runtime.tuning, groups=4)
    runtime.is_cpu = request.param == "processor"
    return Meter(runtime, monkeypatch)


CASES = [
    *(
        ("minimum-forest", "auto", shape)
        for shape in ("clean", "wide", "unequal", "upper", "edges")
    ),
    *(("minimum-forest", "csr/boruvka/relabel", shape) for shape in ("clean", "upper")),
    *(("minimum-forest", name, "edges") for name in ("csr/ecl-mst/all", "coo/kruskal/serial")),
    *(
        ("components", name, "clean")
        for name in ("csr/ecl/split", "kout/async/halve", "coo/async/single")
    ),
    *(("forest", name, "clean") for name in ("csr/async/single", "coo/async/single")),
    *(
        ("strong-components", name, "upper")
        for name in ("csr/pearce/serial", "csr/two-phase/chains")
    ),
]


@pytest.mark.parametrize(("problem", "variant", "shape"), CASES, ids=lambda word: word)
def test_statement(problem, variant, shape, meter):
    graph = _shape(shape)
    if problem == "strong-components":
        graph = Graph.from_csr(graph.rows.offsets, graph.rows.neighbors, directed=True)
    record = find_problem(problem)
    request = make_request(record, variant, None)
    solver = record.load("solver")
    meter.begin()
    placed = solver.place(copy.copy(graph), meter.runtime, request)
    assert meter.peak <= 1.02 * meter.stated + SMALL
    meter.begin()
    _, plan = plan_choice(record, solver, placed, request)
    outputs = plan.run(wait=True)
    meter.look()
    # Making a plan may take memory that the run does not need, such as for a transpose.
    stated = max(meter.stated, plan.bytes_needed)
    assert meter.peak <= 1.02 * stated + SMALL
    if meter.stated <= plan.bytes_needed:
        # Nothing was given back, which the pool keeps until the device is full.
        assert meter.runtime.pool.managed_bytes <= 1.02 * stated + SMALL
    assert meter.runtime.pool.active_bytes >= 0.98 * plan.bytes_needed - SMALL
    assert outputs
