"""Choose the variant of strongly connected components for ``"auto"``."""

from __future__ import annotations

from collections.abc import Mapping

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.finalist import Finalist
from clconn.opencl_backend.strong_components.contraction import FOUND, LEFT, LEFT_AT_LAST
from clconn.opencl_backend.strong_components.quotient import FEW, GIVEN, LAST, WORTHWHILE
from clconn.opencl_backend.strong_components.signatures import LEFT_CHAINS
from clconn.percentage import percentage
from clconn.problems import STRONG_COMPONENTS

__all__ = ["choose_strong_components", "strong_components_finalists"]

ON_GPU = "csr/contraction/two-phase"
ON_PROCESSOR = "csr/pearce/serial"

SMALL_COMPONENT = 1 / 16
"""Share of the vertices up to which the component that searches find is not worth them."""

_IN_CHAINS = (
    Finalist(ON_GPU), Finalist("csr/two-phase/chains"), Finalist("csr/signatures/chains"),
)  # fmt: skip
_IN_ROUNDS = (
    Finalist("csr/contraction/alone"),
    Finalist("csr/contraction/signatures"),
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
    """Choose the variant of strong components for a device.

    On a GPU the first run on a graph looks at it; what it has found out decides about the next
    ones.
    """
    if graph.runtime.is_cpu:
        return request.choose(
            ON_PROCESSOR,
            "the device is a processor, where one core that reads each arc once is faster than all "
            "cores that read them again and again",
        )
    first = request.choose(ON_GPU, "it decides during the run what suits the graph")
    plan = graph.plans.get((STRONG_COMPONENTS.name, *first.key))
    reports = {} if plan is None else plan.reports
    if not reports or not graph.n:
        return first
    variant, why = _what_suits(graph.n, reports)
    return request.choose(variant, f"the first run on this graph found that {why}")


def _what_suits(n: int, reports: Mapping[str, int]) -> tuple[str, str]:
    found, left = reports[FOUND], reports[LEFT]
    share = percentage(found / n)
    what = f"the component of the likeliest vertex has {share} of the vertices"
    if not left and not found:
        return ON_GPU, "signatures finish it after two searches that reach few vertices"
    if not left and found < SMALL_COMPONENT * n:
        return "csr/signatures/jump", f"{what}, too few for searches"
    if not left:
        return "csr/two-phase/jump", f"{what}, and signatures soon finish the others"
    if found >= SMALL_COMPONENT * n:
        return ON_GPU, f"{what}, and the others need more rounds than signatures are given at first"
    given, last = reports[GIVEN], reports[LAST]
    if left == LEFT_CHAINS:
        variant = ON_GPU if given else "csr/signatures/chains"
        return variant, "chains make all of it" if not given else "chains make most of it"
    if given <= FEW:
        return ON_GPU, "few vertices need more rounds than signatures are given at first"
    kept = percentage(last / given)
    if last <= WORTHWHILE * given:
        return (
            "csr/contraction/alone",
            f"contraction leaves {kept} of the vertices that it is given",
        )
    if reports.get(LEFT_AT_LAST):
        return "csr/two-phase/jump", "neither signatures nor contraction finish it"
    return "csr/signatures/jump", f"contraction leaves {kept} of the vertices that it is given"
