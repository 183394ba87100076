"""The steps that all public functions share: check the arguments, choose a backend, verify.

Invariants: wrong arguments raise an error before clconn opens a device or computes
anything. Only the requested backend computes; only ``backend=None`` falls back from
OpenCL to the reference, with a warning.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clconn.design_space import Automatic, Choice, Request, Variant, make_request
from clconn.errors import (
    BackendUnavailableError,
    DeviceError,
    GraphError,
    OptionError,
    ReferenceFallbackWarning,
)
from clconn.graph import Graph
from clconn.problems import Problem
from clconn.results import Result, Timing

if TYPE_CHECKING:
    from clconn.opencl_backend.graph.device_graph import DeviceGraph

__all__ = ["BACKENDS", "as_graph", "solve"]

BACKENDS = ("opencl", "reference")
"""The values of ``backend`` other than None."""


def solve(
    problem: Problem,
    graph: Any,
    *,
    variant: str | Variant,
    backend: str | None,
    device: Any,
    options: Mapping[str, Any] | None,
    verify: bool,
    **more: Any,
) -> Any:
    """Solve a problem for its public function, which documents the arguments.

    `more` holds further arguments of the problem's solver, reference and result.
    """
    if backend is not None and backend not in BACKENDS:
        raise OptionError(f"unknown backend {backend!r}; expected 'opencl', 'reference' or None")
    if backend == "reference" and device is not None:
        raise DeviceError(
            f"backend='reference' computes on the host, but device is {device!r}; leave one out"
        )
    request = make_request(problem, variant, options)
    graph = as_graph(graph, weighted=problem.weighted, directed=problem.directed)
    if not isinstance(graph, Graph):
        _refuse_on_host(problem, backend, verify)

    if backend == "reference":
        result = _solve_by_reference(problem, graph, request, **more)
    else:
        try:
            result = _solve_by_opencl(problem, graph, request, device, **more)
        except BackendUnavailableError as error:
            if backend is not None or device is not None or not isinstance(graph, Graph):
                raise
            # The reference needs scipy anyway. Its import changes the warning filters, after which
            # Python would repeat a warning that it shows only once per line. So import it first.
            import scipy.sparse  # noqa: F401

            warnings.warn(
                f"{error}; the serial reference answers instead",
                ReferenceFallbackWarning,
                stacklevel=3,
            )
            result = _solve_by_reference(problem, graph, request, **more)
    if verify:
        _verify(problem, graph, result)
    return result


def _solve_by_opencl(
    problem: Problem, graph: Graph | DeviceGraph, request: Request, device: Any, **more: Any
) -> Result:
    from clconn.opencl_backend.plan import run

    answer = run.solve(problem, graph, request, device, **more)
    result: Result = problem.load("result")(
        answer.graph.n,
        answer.source,
        variant=answer.choice.variant.name,
        options=answer.choice.options,
        reason=answer.choice.reason,
        backend="opencl",
        device=answer.graph.runtime.name,
        timing=answer.timing,
        **more,
    )
    return result


def _solve_by_reference(problem: Problem, graph: Graph, request: Request, **more: Any) -> Result:
    choice = _choose_for_reference(problem, request)
    reference = problem.load("reference")
    start = time.perf_counter()
    answer = reference(graph, choice, **more)
    timing = Timing(compute=time.perf_counter() - start)
    result: Result = problem.load("result")(
        graph.n,
        problem.load("host_answer")(graph, answer),
        variant=choice.variant.name,
        options=choice.options,
        reason=choice.reason,
        backend="reference",
        device="host",
        timing=timing,
        **more,
    )
    return result


def _choose_for_reference(problem: Problem, request: Request) -> Choice:
    if isinstance(request, Automatic):
        return request.choose(problem.reference_variant, problem.reference_reason)
    return request


def as_graph(source: Any, *, weighted: bool = False, directed: bool = False) -> Graph | DeviceGraph:
    """Return a clconn graph unchanged, and convert a scipy matrix or a NetworkX graph.

    Parameters
    ----------
    source : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.Graph
    weighted : bool, default False
        Whether a converted graph gets weights: the entries of a matrix, or the attribute
        ``"weight"`` of the edges of a NetworkX graph.
    directed : bool, default False
        Whether entry (u, v) of a matrix is the arc u -> v only.

    Raises
    ------
    GraphError
        If `source` is none of these.
    """
    if isinstance(source, Graph):
        return source
    # A caller with a DeviceGraph has imported its module; other callers should not have to.
    module = sys.modules.get("clconn.opencl_backend.graph.device_graph")
    if module is not None and isinstance(source, module.DeviceGraph):
        return source  # type: ignore[no-any-return]
    if hasattr(source, "tocsr"):
        return Graph.from_scipy(source, weighted=weighted, directed=directed)
    if hasattr(source, "nodes") and hasattr(source, "is_directed"):
        return Graph.from_networkx(source, weight="weight" if weighted else None)
    raise GraphError(
        f"expected a graph, got {type(source).__name__}: give a clconn.Graph, "
        "a clconn.DeviceGraph, a scipy sparse matrix or a NetworkX graph"
    )


def _refuse_on_host(problem: Problem, backend: str | None, verify: bool) -> None:
    if backend == "reference":
        raise GraphError(
            "backend='reference' needs the graph on the host, but this is a DeviceGraph; "
            "give the clconn.Graph that it was made from, or backend='opencl'"
        )
    if verify:
        verifier = problem.verifier.replace(":", ".")
        raise GraphError(
            "verify=True needs the graph on the host, but this is a DeviceGraph; call "
            f"{verifier}(graph, result) with the clconn.Graph that it was made from"
        )


def _verify(problem: Problem, graph: Graph, result: Result) -> None:
    verdict = problem.load("verifier")(graph, result)
    if not verdict:
        raise DeviceError(
            f"the answer of {result.variant} on {result.device} is wrong: {verdict.message}; "
            "please report it, and use another device or backend='reference' meanwhile"
        )
