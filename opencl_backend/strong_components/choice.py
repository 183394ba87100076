"""Choose the variant of strongly connected components for ``"auto"``."""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.finalist import Finalist

__all__ = ["choose_strong_components", "strong_components_finalists"]

ON_GPU = "csr/two-phase/chains"
ON_PROCESSOR = "csr/pearce/serial"


_IN_CHAINS = (Finalist(ON_GPU), Finalist("csr/signatures/chains"))
_IN_ROUNDS = (
    Finalist("csr/two-phase/jump"),
    Finalist("csr/signatures/jump"),
    Finalist("csr/forward-backward/trim-two"),
    Finalist("csr/coloring/trim-two"),
    Finalist("csr/numbered/single-source"),
)


def strong_components_finalists(graph: DeviceGraph) -> tuple[Finalist, ...]:
    """The variants that are tried where the user has them measured.

    A processor would take seconds for those with many rounds, before they are stopped.
    """
    first = (Finalist(ON_PROCESSOR),) if graph.runtime.is_cpu else ()
    return (*first, *_IN_CHAINS, *(() if first else _IN_ROUNDS))


def choose_strong_components(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant of strong components for a device; the variant looks at the graph."""
    if graph.runtime.is_cpu:
        return request.choose(
            ON_PROCESSOR,
            "the device is a processor, where one core that reads each arc once is faster than all "
            "cores that read them again and again",
        )
    return request.choose(ON_GPU, "it decides during the run what suits the graph")
