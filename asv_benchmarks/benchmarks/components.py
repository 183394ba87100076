"""Connected components: the kernels, the whole way from scipy to labels, and the resources."""

from __future__ import annotations

import contextlib
import math
from functools import cache
from typing import Any

import clconn

from . import graphs, measured, untuned_graphs

VARIANTS = ("auto", "csr/ecl/split", "csr/async/compress", "kout/async/compress")
"""The default, ECL-CC as published, and GConn's Union-Async without and with sampling."""

DESIGN_SPACE = (
    "csr/async/single", "csr/hooks/compress", "csr/early/compress", "csr/afforest/naive",
    "csr/jtb/two-try", "csr/rem-cas/naive+split-one", "csr/rem-lock/naive+split-one",
    "csr/liu-tarjan/PUS", "csr/stergiou/none", "csr/shiloach-vishkin/none",
    "csr/label-propagation/none", "csr/bfs-cc/none", "csr/multistep/none",
    "kout/async/single", "hb/async/single", "bfs/async/single", "coo/async/single",
    "coo-relabel/async/single", "coo/liu-tarjan/PRSA", "coo/stages/graft-and-shortcut",
    "coo/shiloach-vishkin-classic/none", "coo/rem-verified/splice",
    "coo/soman/none", "coo/groute/none", "coo/gunrock/none",
)  # fmt: skip
"""A variant for each kind of finish and for each edge source."""


@cache
def _warm_plan(name: str, variant: str) -> tuple[Any, Any]:
    """Plan a variant on a named graph, or on a cliff, and run it once."""
    from clconn.opencl_backend.plan.run import plan_variant
    from clconn.problems import COMPONENTS

    if name in untuned_graphs.CLIFFS:
        device_graph = untuned_graphs.CLIFFS[name]().to(graphs.runtime())
    else:
        graphs.skip_if_too_large(name)
        device_graph = graphs.place(name)
    _, plan = plan_variant(COMPONENTS, device_graph, variant)
    return measured.warm(device_graph, plan)


class Compute(measured.Compute):
    """The kernels, on a graph that is already on the device."""

    params = (graphs.NAMES, VARIANTS)

    def prepare(self, graph: str, variant: str) -> tuple[Any, Any]:
        return _warm_plan(graph, variant)


class Cliffs(Compute):
    """The kernels, on graphs for which a rule of ``"auto"`` was wrong once."""

    params = (tuple(untuned_graphs.CLIFFS), ("auto",))


@cache
def _warm_list(name: str, variant: str) -> tuple[Any, Any]:
    """The same of the edges of a named graph in order, each once."""
    from clconn.opencl_backend.graph.placement import to_device
    from clconn.opencl_backend.plan.run import plan_variant
    from clconn.problems import COMPONENTS

    graphs.skip_if_too_large(name)
    made = graphs.graph(name)
    edges = clconn.Graph.from_edges(*made.undirected_edges()[:2], n=made.n)
    device_graph = to_device(edges, graphs.runtime(), arrays=True)
    _, plan = plan_variant(COMPONENTS, device_graph, variant)
    return measured.warm(device_graph, plan)


class Lists(Compute):
    """The kernels, on a list of edges in order that is already on the device."""

    params = (graphs.NAMES, ("auto",))

    def prepare(self, graph: str, variant: str) -> tuple[Any, Any]:
        return _warm_list(graph, variant)


class DesignSpace(Compute):
    """The kernels of the whole design space, on one small graph of each family."""

    params = (graphs.SMALL_NAMES, DESIGN_SPACE)


class EndToEnd(measured.EndToEnd):
    """From a scipy matrix to labels in host memory; the kernels are built before."""

    def make_matrix(self, graph: str) -> Any:
        return graphs.matrix(graph)

    def time_scipy_to_labels(self, graph: str) -> None:
        _ = clconn.connected_components(self.matrix, backend="opencl").labels


class Needs:
    """The device memory and the launches of a run, which are the same for every run."""

    version = "1"

    def setup_cache(self) -> dict[str, dict[Any, int]]:
        """Measure all at once, because copying the graphs to the device takes the time."""
        sizes: dict[Any, int] = {}
        launches: dict[Any, int] = {}
        for name in graphs.NAMES:
            for variant in VARIANTS if name in graphs.SMALL_NAMES else ("auto",):
                with contextlib.suppress(NotImplementedError):
                    size, launches[name, variant] = _bytes_and_launches(name, variant)
                    if variant == "auto":
                        sizes[name] = size
        return {"bytes": sizes, "launches": launches}

    def track_peak_device_bytes(self, needs: dict[str, dict[Any, int]], graph: str) -> float:
        return needs["bytes"].get(graph, math.nan)

    def track_kernel_launches(
        self, needs: dict[str, dict[Any, int]], graph: str, variant: str
    ) -> int:
        return needs["launches"][graph, variant]

    track_peak_device_bytes.unit = "bytes"  # type: ignore[attr-defined]
    track_peak_device_bytes.params = (graphs.NAMES,)  # type: ignore[attr-defined]
    track_peak_device_bytes.param_names = ("graph",)  # type: ignore[attr-defined]
    track_kernel_launches.unit = "launches"  # type: ignore[attr-defined]
    track_kernel_launches.params = (graphs.SMALL_NAMES, VARIANTS)  # type: ignore[attr-defined]
    track_kernel_launches.param_names = ("graph", "variant")  # type: ignore[attr-defined]


def _bytes_and_launches(name: str, variant: str) -> tuple[int, int]:
    from clconn.opencl_backend.plan.run import plan_variant
    from clconn.problems import COMPONENTS

    graphs.skip_if_too_large(name)
    graphs.runtime().pool.free_held()
    device_graph = graphs.place(name)
    _, plan = plan_variant(COMPONENTS, device_graph, variant)
    return measured.bytes_and_launches(device_graph, plan)
