"""What every public function does around its algorithm: check, choose a backend, verify.

Invariant: what is wrong with the arguments is said before anything is opened or
computed, and no backend but the one asked for answers; only ``backend=None``
falls back from OpenCL to the reference, with a warning.
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
"""Values of ``backend``, besides None."""


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
    """Solve a problem; called by its public function, which explains.

    Parameters
    ----------
    problem : Problem
    graph, variant, backend, device, options, verify
        As the user gave them.
    **more
        What else the problem's solver, reference and result take.

    Returns
    -------
    Result
        Of the problem's class.
    """
    if backend is not None and backend not in BACKENDS:
        raise OptionError(f"unknown backend {backend!r}; expected 'opencl', 'reference' or None")
    if backend == "reference" and device is not None:
        raise DeviceError(
            f"backend='reference' computes on the host, but device is {device!r}; leave one out"
        )
    request = make_request(problem, variant, options)
    graph = as_graph(graph, weighted=problem.weighted)
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
            # The reference needs it anyway. Its import changes the filters of warnings, after
            # which Python would show the warning of a loop, meant to be shown once, again.
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
    made: Result = problem.load("result")(
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
    return made


def _solve_by_reference(problem: Problem, graph: Graph, request: Request, **more: Any) -> Result:
    choice = _choose_for_reference(problem, request)
    serially = problem.load("reference")
    started = time.perf_counter()
    answer = serially(graph, choice, **more)
    timing = Timing(compute=time.perf_counter() - started)
    made: Result = problem.load("result")(
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
    return made


def _choose_for_reference(problem: Problem, request: Request) -> Choice:
    if isinstance(request, Automatic):
        return request.choose(problem.reference_variant, problem.reference_reason)
    return request


def as_graph(given: Any, *, weighted: bool = False) -> Graph | DeviceGraph:
    """The graph that a caller means: one of ours as it is, others converted.

    Parameters
    ----------
    given : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.Graph
    weighted : bool, default False
        Whether a converted graph gets weights: the entries of a matrix, the attribute
        ``"weight"`` of a NetworkX graph's edges.

    Raises
    ------
    GraphError
        If it is none of these.
    """
    if isinstance(given, Graph):
        return given
    # Whoever has a DeviceGraph has loaded its module; nobody else should have to.
    module = sys.modules.get("clconn.opencl_backend.graph.device_graph")
    if module is not None and isinstance(given, module.DeviceGraph):
        return given  # type: ignore[no-any-return]
    if hasattr(given, "tocsr"):
        return Graph.from_scipy(given, weighted=weighted)
    if hasattr(given, "nodes") and hasattr(given, "is_directed"):
        return Graph.from_networkx(given, weight="weight" if weighted else None)
    raise GraphError(
        f"expected a graph, got {type(given).__name__}: give a clconn.Graph, a clconn.DeviceGraph, "
        "a scipy sparse matrix or a NetworkX graph"
    )


def _refuse_on_host(problem: Problem, backend: str | None, verify: bool) -> None:
    if backend == "reference":
        raise GraphError(
            "backend='reference' needs the graph on the host, but this is a DeviceGraph; "
            "give the clconn.Graph that it was made of, or backend='opencl'"
        )
    if verify:
        verifier = problem.verifier.replace(":", ".")
        raise GraphError(
            "verify=True needs the graph on the host, but this is a DeviceGraph; call "
            f"{verifier}(graph, result) with the clconn.Graph that it was made of"
        )


def _verify(problem: Problem, graph: Graph, result: Result) -> None:
    verdict = problem.load("verifier")(graph, result)
    if not verdict:
        raise DeviceError(
            f"the answer of {result.variant} on {result.device} is wrong: {verdict.message}; "
            "please report it, and use another device or backend='reference' meanwhile"
        )
