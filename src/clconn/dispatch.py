"""The steps that all public functions share: check the arguments, choose a backend, verify.

Invariants: wrong arguments raise an error before clconn opens a device or computes
anything. Only the requested backend computes. Only with ``backend=None`` may scipy answer
for a small graph, or scipy or the reference where there is no device, with a warning.
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from clconn.backends import BACKENDS, OPENCL, REFERENCE, SCIPY
from clconn.design_space import (
    Automatic,
    Choice,
    Request,
    Variant,
    is_measured,
    make_request,
    refuse_measured,
)
from clconn.device_requests import memory_bytes, refuse_memory_limit, refuse_several
from clconn.errors import (
    BackendUnavailableError,
    DeviceError,
    GraphError,
    OptionError,
    ReferenceFallbackWarning,
)
from clconn.graph import Graph
from clconn.graph_conversion import as_graph
from clconn.host_memory import check_host_memory
from clconn.problems import Problem
from clconn.results import Result, Timing
from clconn.scipy_backend import can_answer
from clconn.sparse_ids import sparse_ids_advice

if TYPE_CHECKING:
    from clconn.opencl_backend.graph.device_graph import DeviceGraph
    from clconn.opencl_backend.plan.run import Answer

__all__ = ["check_backend", "is_small", "solve", "warn_of_fallback"]

SMALL = 2**15
"""Up to this many vertices and entries together, scipy answers unless the user names a device, a
backend or a variant. For uniform random graphs of degree 4 (components / forest / minimum forest,
in ms): 5,000 vertices and entries take scipy 0.5 / 0.3 / 1.7 and PoCL on two cores 1.3 / 1.5 / 4.6;
on the machine of an H100 0.2 / 0.2 / 1.5 and 1.5 / 1.5 / 3.0. The times are equal at 100,000 on
PoCL, and at 80,000, 60,000 and 30,000 on the H100. numpy alone answers components in 0.3 ms there,
and saves a new process the import of scipy, which takes 0.3 s."""

SMALL_ONCE = 2**16
"""The same without weights for a matrix or another library's graph, which each call uploads anew; a
:class:`Graph` stays on the device, and its next calls take 0.08 to 0.3 ms (PoCL). Of matrices of
33,000 to 65,000 rows and entries PoCL on two cores and an H200 take 1.04 to 2.2 times as long as
scipy for components and forests, 0.7 to 1.9 and 1.5 to 11 times as long for strong components, but
for minimum forests 0.8 to 1.2 and 0.4 to 0.6 times as long."""

_SMALL_FOR_NUMPY = 2**13
"""Beyond this, scipy finds components sooner than numpy alone, where it is imported already and the
graph has rows: 20,000 vertices and entries of a random graph take 0.22 ms in place of 0.29."""


TWO_ARCS = (
    "the graph is undirected, so each edge counts as two arcs, and the strong components are the "
    "connected components"
)
"""What a reason adds where a problem of arcs gets edges."""


def solve(
    problem: Problem,
    graph: Any,
    *,
    variant: str | Variant,
    backend: str | None,
    device: Any,
    options: Mapping[str, Any] | None,
    verify: bool,
    weight: Any = None,
    memory_limit: Any = None,
    **more: Any,
) -> Any:
    """Solve a problem for its public function, which documents the arguments.

    `more` holds further arguments of the problem's solver, reference and result.
    """
    check_backend(backend, device)
    on_host = backend is not None and backend != OPENCL
    if problem.pieces is None:
        refuse_memory_limit(memory_limit, f"{problem.load('function').__name__} of a whole graph")
    limit = memory_bytes(memory_limit)
    if limit is not None and on_host:
        raise OptionError(
            f"backend={backend!r} computes on the host, and memory_limit is of a device; leave it "
            "out"
        )
    if problem.pieces is None:
        refuse_several(device, problem.load("function").__name__)
    request = make_request(problem, variant, options)
    if on_host:
        refuse_measured(request, f"backend={backend!r} computes on the host")
    leaves_method_open = isinstance(request, Automatic) and not request.options
    if backend == SCIPY and not leaves_method_open:
        raise OptionError(
            "backend='scipy' has neither variants nor options; leave variant and options out, or "
            "take another backend"
        )
    start = time.perf_counter()
    given = graph
    graph = as_graph(given, weighted=problem.weighted, directed=problem.directed, weight=weight)
    conversion = 0.0 if graph is given else time.perf_counter() - start
    is_once = graph is not given and not problem.weighted
    if not isinstance(graph, Graph):
        _refuse_on_host(problem, backend if on_host else None, verify)
        result = _solve_by_opencl(problem, graph, request, device, limit, **more)
    elif backend == REFERENCE:
        result = _solve_by_reference(problem, graph, request, **more)
    elif backend == SCIPY:
        result = _solve_by_scipy(problem, graph, "it was asked for", **more)
    elif (
        backend is None
        and leaves_method_open
        and not is_measured(request)
        and limit is None
        and is_small(graph.n + graph.edge_count, device, once=is_once)
    ):
        reason = f"{graph.n:,} vertices and {graph.edge_count:,} edges are too few for a device"
        result = _solve_small(problem, graph, reason, **more)
    else:
        try:
            result = _solve_by_opencl(problem, graph, request, device, limit, **more)
        except BackendUnavailableError as error:
            if backend is not None or device is not None or is_measured(request):
                raise
            by_scipy = leaves_method_open and can_answer(graph.edge_count)
            warn_of_fallback(error, "scipy" if by_scipy else "the serial reference")
            if by_scipy:
                result = _solve_by_scipy(problem, graph, "no device is usable", **more)
                verify = True
            else:
                result = _solve_by_reference(problem, graph, request, **more)
    result.timing.transfer += conversion
    result.vertex_names = graph.vertex_names
    if problem.directed and _is_undirected(graph):
        result.reason += f"; {TWO_ARCS}"
    if verify:
        _verify(problem, graph, result)
    return result


def check_backend(backend: Any, device: Any) -> None:
    """Raise an error if there is no such backend, or it is not one of devices and one is named."""
    if backend is not None and backend not in BACKENDS:
        raise OptionError(
            f"unknown backend {backend!r}; expected {', '.join(map(repr, BACKENDS))} or None"
        )
    if backend not in (None, OPENCL) and device is not None:
        raise DeviceError(
            f"backend={backend!r} computes on the host, but device is {device!r}; leave one out"
        )


def _is_undirected(graph: Graph | DeviceGraph) -> bool:
    # Rows that came from a device are rows of arcs, unless clconn put them there.
    host = graph if isinstance(graph, Graph) else graph.host
    return host is not None and not host.directed


def is_small(size: int, device: Any = None, *, once: bool = False) -> bool:
    """Whether scipy answers for so many vertices and entries, because no device is named.

    Parameters
    ----------
    once : bool, default False
        Whether :data:`SMALL_ONCE` counts, not :data:`SMALL`.
    """
    is_device_named = device is not None or bool(os.environ.get("PYOPENCL_CTX"))
    return size <= (SMALL_ONCE if once else SMALL) and not is_device_named


def warn_of_fallback(error: Exception, instead: str, *, stacklevel: int = 4) -> None:
    """Warn that something else answers than a device, at the line of the public function's caller.

    Parameters
    ----------
    stacklevel : int, default 4
        As for :func:`warnings.warn`.
    """
    # The fallback needs scipy anyway. Its import changes the warning filters, after which Python
    # would repeat a warning that it shows only once per line. So import it first.
    import scipy.sparse  # noqa: F401

    warnings.warn(
        f"{error}; {instead} answers instead", ReferenceFallbackWarning, stacklevel=stacklevel
    )


def _solve_by_opencl(
    problem: Problem,
    graph: Graph | DeviceGraph,
    request: Request,
    device: Any,
    limit: int | None,
    **more: Any,
) -> Result:
    if problem.pieces is None:
        from clconn.opencl_backend.plan import run

        answer = run.solve(problem, graph, request, device, **more)
    else:
        from clconn.opencl_backend.pieces import solver

        answer = solver.solve(problem, graph, request, device, limit, **more)
    result: Result = problem.load("result")(
        answer.n,
        answer.source,
        variant=answer.choice.variant.name,
        options=answer.choice.options,
        reason="; ".join(filter(None, (answer.choice.reason, _course(answer)))),
        backend=OPENCL,
        device=answer.device,
        timing=answer.timing,
        **more,
    )
    return result


def _course(answer: Answer) -> str:
    """Return what the variant decided during the run, if it says so."""
    course = getattr(answer.source, "course", None)
    return course() if course is not None else ""


def _solve_by_reference(problem: Problem, graph: Graph, request: Request, **more: Any) -> Result:
    _check_room_on_host(graph)
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
        backend=REFERENCE,
        device="host",
        timing=timing,
        **more,
    )
    return result


def _check_room_on_host(graph: Graph) -> None:
    """Raise a HostMemoryError if there is no room for what depends on n, before any of it."""
    each = 4 * graph.n
    check_host_memory(
        {"offsets": each, "parents": each, "labels": each},
        f"a graph of {graph.n:,} vertices",
        sparse_ids_advice(graph.n, graph.edge_count),
    )


def _solve_by_scipy(problem: Problem, graph: Graph, reason: str, **more: Any) -> Result:
    if not can_answer(graph.edge_count):
        raise GraphError(
            f"scipy takes fewer than 2**31 entries, and there are {graph.edge_count:,}; "
            "take another backend"
        )
    _check_room_on_host(graph)
    return _solve_on_host(problem, graph, SCIPY, problem.load("scipy"), reason, **more)


def _solve_small(problem: Problem, graph: Graph, reason: str, **more: Any) -> Result:
    is_scipy_there = "scipy.sparse.csgraph" in sys.modules
    size = graph.n + graph.edge_count
    is_for_scipy = is_scipy_there and graph.rows is not None and size > _SMALL_FOR_NUMPY
    if problem.small is None or is_for_scipy:
        return _solve_by_scipy(problem, graph, reason, **more)
    return _solve_on_host(problem, graph, "numpy", problem.load("small"), reason, **more)


def _solve_on_host(
    problem: Problem,
    graph: Graph,
    library: str,
    function: Callable[..., Any],
    reason: str,
    **more: Any,
) -> Result:
    start = time.perf_counter()
    answer = function(graph, **more)
    timing = Timing(compute=time.perf_counter() - start)
    result: Result = problem.load("result")(
        graph.n,
        problem.load("host_answer")(graph, answer),
        variant=library,
        reason=reason,
        backend=SCIPY,
        device="host",
        timing=timing,
        **more,
    )
    return result


def _choose_for_reference(problem: Problem, request: Request) -> Choice:
    if isinstance(request, Automatic):
        return request.choose(problem.reference_variant, problem.reference_reason)
    return request


def _refuse_on_host(problem: Problem, backend: str | None, verify: bool) -> None:
    if backend is not None:
        raise GraphError(
            f"backend={backend!r} needs the graph on the host, but this is a DeviceGraph; "
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
