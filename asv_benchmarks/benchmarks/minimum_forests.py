"""Minimum spanning forests, weights by hash: the kernels, the whole way from scipy, their needs."""

from __future__ import annotations

import contextlib
import math
from functools import cache
from typing import Any

import clconn

from . import graphs, measured

VARIANTS = ("auto", "csr/ecl-mst/all", "csr/boruvka/relabel")
"""What users get, ECL-MST as published, and Boruvka's algorithm without a filter."""


def _place_and_plan(name: str, variant: str) -> tuple[Any, Any]:
    from clconn.opencl_backend.graph.weighted_graph import put_weighted_rows
    from clconn.opencl_backend.minimum_forest.minimum_forest import plan_minimum_forest

    graphs.skip_if_too_large(name)
    placed = put_weighted_rows(graphs.weighted_graph(name), graphs.runtime())
    _, plan = plan_minimum_forest(placed, variant)
    return placed, plan


@cache
def _warm_plan(name: str, variant: str) -> tuple[Any, Any]:
    return measured.warm(*_place_and_plan(name, variant))


class Compute(measured.Compute):
    """The kernels, on a graph that is on the device already."""

    params = (graphs.NAMES, VARIANTS)

    def prepare(self, graph: str, variant: str) -> tuple[Any, Any]:
        return _warm_plan(graph, variant)


class EndToEnd(measured.EndToEnd):
    """From a scipy matrix with weights in host memory to edge ids there, kernels built before."""

    def make_matrix(self, graph: str) -> Any:
        return graphs.matrix(graph, weighted=True)

    def time_scipy_to_edge_ids(self, graph: str) -> None:
        _ = clconn.minimum_spanning_forest(self.matrix, backend="opencl").edge_ids


class Needs:
    """What a run takes of the device, with the variant that users get."""

    version = "1"

    def setup_cache(self) -> dict[str, int]:
        """All at once: what takes time is to bring the graphs to the device."""
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
