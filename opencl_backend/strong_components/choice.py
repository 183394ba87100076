"""Choose the variant of strongly connected components for ``"auto"``."""

from __future__ import annotations

from collections.abc import Mapping

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.finalist import Finalist
from clconn.opencl_backend.strong_components.contraction import (
    ENDED,
    FOUND,
    FOUND_LATER,
    IN_ROUNDS,
    LEFT,
    ON_ONE_CORE,
)
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
    Finalist("csr/two-phase/serial"),
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


# By what the first run on 81 graphs had found (H100; structures in six orders and mixtures, their
# arcs by chance), as multiples of the best of 12 variants in the mean, of the first run's variant
# and of what is chosen then: 16 graphs with a small component that searches found 1.82 and 1.11, 6
# with a larger one 1.23 and 1.09; of those that needed more rounds 12 that contraction halved 1.75
# and 1.10, 20 that it left as they were 1.57 and 1.14 (1.7 at most, where signatures had come to
# their end; 49 where they had not); a graph all of chains 2.13 and 1.00. Nothing was better than
# the first run's variant, 1.68, for 10 graphs that signatures finished after a short search:
# without it they take up to 16 times the best.
def _what_suits(n: int, reports: Mapping[str, int]) -> tuple[str, str]:
    found, left = reports[FOUND], reports[LEFT]
    share = percentage(found / n)
    component = f"the component of the likeliest vertex has {share} of the vertices"
    if not left:
        if not found and reports[ENDED]:
            return ON_GPU, "there is nothing to search"
        if not found:
            return ON_GPU, "signatures finish it after two searches that reach few vertices"
        if found < SMALL_COMPONENT * n:
            return "csr/signatures/jump", f"{component}, too few for searches"
        return "csr/two-phase/jump", f"{component}, and signatures soon finish the others"
    more_rounds = "need more rounds than signatures are given at first"
    if found >= SMALL_COMPONENT * n:
        return ON_GPU, f"{component}, and the others {more_rounds}"
    if GIVEN not in reports:
        return ON_GPU, f"others {more_rounds}, and the device had no room to contract them"
    given, last = reports[GIVEN], reports[LAST]
    if left == LEFT_CHAINS:
        if not given:
            return "csr/signatures/chains", "chains make all of it"
        return ON_GPU, "chains make most of it"
    if given <= FEW:
        return ON_GPU, f"few vertices {more_rounds}"
    what = f"contraction leaves {percentage(last / given)} of the vertices that it is given"
    if reports.get(IN_ROUNDS):
        return "csr/signatures/jump", what
    if reports[FOUND_LATER] >= SMALL_COMPONENT * last:
        return "csr/two-phase/jump", f"{what}, and searches find a large component later"
    if last > WORTHWHILE * given or (reports[ON_ONE_CORE] and last > given / 2):
        return "csr/two-phase/serial", f"{what}, and rounds take longer than one core of the host"
    return "csr/contraction/alone", what
