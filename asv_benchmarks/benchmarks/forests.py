"""Spanning forests: the kernels, and the whole way from scipy to the ids of the edges."""

from __future__ import annotations

from functools import cache
from typing import Any

import clconn

from . import graphs, measured

VARIANTS = ("auto", "csr/async/compress", "kout/async/compress")
"""The default, and GConn's Union-Async without and with sampling."""


@cache
def _warm_plan(name: str, variant: str) -> tuple[Any, Any]:
    from clconn.opencl_backend.plan.run import plan_variant
    from clconn.problems import FOREST

    graphs.skip_if_too_large(name)
    device_graph = graphs.place(name)
    _, plan = plan_variant(FOREST, device_graph, variant)
    return measured.warm(device_graph, plan)


class Compute(measured.Compute):
    """The kernels, on a graph that is already on the device."""

    params = (graphs.NAMES, VARIANTS)

    def prepare(self, graph: str, variant: str) -> tuple[Any, Any]:
        return _warm_plan(graph, variant)


class EndToEnd(measured.EndToEnd):
    """From a scipy matrix to edge ids in host memory; the kernels are built before."""

    def make_matrix(self, graph: str) -> Any:
        return graphs.matrix(graph)

    def time_scipy_to_edge_ids(self, graph: str) -> None:
        _ = clconn.spanning_forest(self.matrix, backend="opencl").edge_ids
