"""Minimum spanning forests, weights by hash: the kernels, the way from scipy, and the memory."""

from __future__ import annotations

import contextlib
import math
from functools import cache
from typing import Any

import clconn

from . import graphs, measured

VARIANTS = ("auto", "csr/ecl-mst/all", "csr/boruvka/relabel")
"""The default, ECL-MST as published, and Boruvka's algorithm without a filter."""


def _place_and_plan(name: str, variant: str) -> tuple[Any, Any]:
    from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
    from clconn.opencl_backend.plan.run import plan_variant
    from clconn.problems import MINIMUM_FOREST

    graphs.skip_if_too_large(name)
    device_graph = put_weighted_graph(graphs.weighted_graph(name), graphs.runtime())
    _, plan = plan_variant(MINIMUM_FOREST, device_graph, variant)
    return device_graph, plan


@cache
def _warm_plan(name: str, variant: str) -> tuple[Any, Any]:
    return measured.warm(*_place_and_plan(name, variant))


class Compute(measured.Compute):
    """The kernels, on a graph that is already on the device."""

    params = (graphs.NAMES, VARIANTS)

    def prepare(self, graph: str, variant: str) -> tuple[Any, Any]:
        return _warm_plan(graph, variant)


class EndToEnd(measured.EndToEnd):
    """From a scipy matrix with weights to edge ids in host memory; the kernels are built before."""

    def make_matrix(self, graph: str) -> Any:
        return graphs.matrix(graph, weighted=True)

    def time_scipy_to_edge_ids(self, graph: str) -> None:
        _ = clconn.minimum_spanning_forest(self.matrix, backend="opencl").edge_ids


class Needs:
    """The device memory of a run with the default variant."""

    version = "1"

    def setup_cache(self) -> dict[str, int]:
        """Measure all at once, because copying the graphs to the device takes the time."""
        sizes = {}
        for name in graphs.NAMES:
            with contextlib.suppress(NotImplementedError):
                sizes[name] = _peak_bytes(name)
        return sizes

    def track_peak_device_bytes(self, sizes: dict[str, int], graph: str) -> float:
        return sizes.get(graph, math.nan)

    track_peak_device_bytes.unit = "bytes"  # type: ignore[attr-defined]
    track_peak_device_bytes.params = (graphs.NAMES,)  # type: ignore[attr-defined]
    track_peak_device_bytes.param_names = ("graph",)  # type: ignore[attr-defined]


def _peak_bytes(name: str) -> int:
    graphs.skip_if_too_large(name)
    graphs.runtime().pool.free_held()
    size, _ = measured.bytes_and_launches(*_place_and_plan(name, "auto"))
    return size
