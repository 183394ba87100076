"""Strong components: the kernels, the transpose, and the whole way from scipy to labels."""

from __future__ import annotations

import contextlib
import math
from functools import cache
from typing import Any

import clconn

from . import graphs, measured

VARIANTS = ("auto", "csr/signatures/jump")
"""The default, and ECL-SCC as published."""


@cache
def _warm_plan(name: str, variant: str) -> tuple[Any, Any]:
    from clconn.opencl_backend.plan.run import plan_variant
    from clconn.problems import STRONG_COMPONENTS

    graphs.skip_if_too_large(name)
    device_graph = graphs.place(name)
    # Algorithms that search backward read it; to make it is measured by itself.
    _ = device_graph.transpose
    plan_variant(STRONG_COMPONENTS, device_graph, variant)[1].run(wait=True)
    # The first run of "auto" on a graph decides about the next.
    _, plan = plan_variant(STRONG_COMPONENTS, device_graph, variant)
    return measured.warm(device_graph, plan)


class Compute(measured.Compute):
    """The kernels, on a graph that is on the device with its transpose."""

    params = (graphs.DIRECTED_NAMES, VARIANTS)

    def prepare(self, graph: str, variant: str) -> tuple[Any, Any]:
        return _warm_plan(graph, variant)


class Transpose:
    """The transpose, on the device."""

    params = (graphs.DIRECTED_NAMES,)
    param_names = ("graph",)
    version = "1"
    rounds = 1
    repeat = (5, 21, 0.5)
    number = 1

    def setup(self, graph: str) -> None:
        self.device_graph, _ = _warm_plan(graph, VARIANTS[0])

    def time_transpose(self, graph: str) -> None:
        from clconn.opencl_backend.graph.transpose import transpose_rows

        runtime = self.device_graph.runtime
        transpose_rows(runtime, self.device_graph.rows, needs={})
        runtime.finish()


class EndToEnd(measured.EndToEnd):
    """From a scipy matrix to labels in host memory; the kernels are built before."""

    params = (graphs.DIRECTED_NAMES,)

    def make_matrix(self, graph: str) -> Any:
        return graphs.matrix(graph)

    def time_scipy_to_labels(self, graph: str) -> None:
        _ = clconn.strongly_connected_components(self.matrix, backend="opencl").labels


class Needs:
    """The launches of a run, which are few where rounds stay on the device."""

    version = "1"

    def setup_cache(self) -> dict[str, int]:
        """Measure all at once, because copying the graphs to the device takes the time."""
        launches = {}
        for name in graphs.DIRECTED_NAMES:
            with contextlib.suppress(NotImplementedError):
                _, launches[name] = measured.bytes_and_launches(*_warm_plan(name, "auto"))
        return launches

    def track_kernel_launches(self, launches: dict[str, int], graph: str) -> float:
        return launches.get(graph, math.nan)

    track_kernel_launches.unit = "launches"  # type: ignore[attr-defined]
    track_kernel_launches.params = (graphs.DIRECTED_NAMES,)  # type: ignore[attr-defined]
    track_kernel_launches.param_names = ("graph",)  # type: ignore[attr-defined]
