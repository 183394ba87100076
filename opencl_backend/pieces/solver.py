"""Solve a problem on one device as a whole if it fits, and otherwise in pieces, on one or several.

A problem's record names its :class:`PiecesSolver`, which knows nothing of when it is called.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clconn.design_space import Choice, Request, refuse_measured
from clconn.device_requests import names_several
from clconn.errors import DeviceError, DeviceMemoryError, OptionError
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.device.several_devices import open_runtimes
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.pieces.room import whole_bytes
from clconn.opencl_backend.plan import run
from clconn.problems import Problem
from clconn.results import Timing

__all__ = ["PiecesAnswer", "PiecesSolver", "solve"]


@dataclass(frozen=True)
class PiecesAnswer:
    """The outcome of a run in pieces.

    Attributes
    ----------
    choice
        That of the first device.
    source
        The object that the result gets its arrays from.
    """

    choice: Choice
    source: Any
    timing: Timing


@dataclass(frozen=True)
class PiecesSolver:
    """The functions that a problem provides.

    Attributes
    ----------
    check
        Raises an OptionError if the variant that was asked for by name cannot take pieces.
    solve
        Takes the problem, a graph of the host, the request, the runtimes, the limit of memory or
        None, and further options of the public function; returns a PiecesAnswer.
    """

    check: Callable[[Request], None]
    solve: Callable[..., PiecesAnswer]


def solve(
    problem: Problem,
    graph: Graph | DeviceGraph,
    request: Request,
    device: Any,
    limit: int | None,
    **more: Any,
) -> run.Answer:
    """Run a variant on one device or several, and wait for it.

    Parameters
    ----------
    device
        As for :func:`clconn.opencl_backend.plan.run.solve`, or several devices, as for
        :func:`clconn.opencl_backend.device.several_devices.open_runtimes`.
    limit
        Bytes of each device that may be used, or None for all.
    """
    if isinstance(graph, DeviceGraph):
        _refuse_device_graph(graph, device, limit)
        return run.solve(problem, graph, request, device, **more)
    several = names_several(device)
    if several and not isinstance(device, str) and len(device) > 1:
        _check(_pieces_solver(problem), request)
    start = time.perf_counter()
    runtimes = open_runtimes(device) if several else []
    opening = time.perf_counter() - start
    if len(runtimes) > 1:
        _check(_pieces_solver(problem), request)
        why = f"the graph is shared out among {len(runtimes)} devices"
    else:
        one = runtimes[0] if runtimes else device
        try:
            answer = _solve_whole(problem, graph, request, one, limit, **more)
        except DeviceMemoryError as error:
            why = _reason_to_cut(_pieces_solver(problem), request, error)
            runtimes = [open_runtime(one)]
        else:
            answer.timing.build += opening
            return answer
    try:
        made = _pieces_solver(problem).solve(problem, graph, request, runtimes, limit, **more)
    except DeviceMemoryError as error:
        if len(runtimes) > 1:
            raise
        # The whole of a sparse graph may need less. What it needs is not known where it failed.
        fault, *advice = str(error).split("; ")
        whole = f"{why}, which may need less, but more than that"
        raise DeviceMemoryError("; ".join([fault, whole, *advice])) from None
    made.timing.build += opening
    count = made.timing.pieces
    passed = f"in {count:,} pieces" if count != 1 else "in one piece"
    choice = replace(made.choice, reason=f"{made.choice.reason}; {why}, {passed}")
    return run.Answer(graph.n, _name(runtimes), choice, made.source, made.timing)


def _pieces_solver(problem: Problem) -> PiecesSolver:
    # Imported here, since most graphs fit as a whole and never need these modules.
    solver: PiecesSolver = problem.load("pieces")
    return solver


def _check(pieces: PiecesSolver, request: Request) -> None:
    refuse_measured(request, "pieces are united as they come")
    pieces.check(request)


def _solve_whole(
    problem: Problem,
    graph: Graph,
    request: Request,
    device: Any,
    limit: int | None,
    **more: Any,
) -> run.Answer:
    before = set(graph.device_copies)
    try:
        if limit is None:
            return run.solve(problem, graph, request, device, **more)
        runtime = open_runtime(device)
        with runtime.memory_limited(limit):
            runtime.check_total(whole_bytes(graph), "the graph")
            return run.solve(problem, graph, request, runtime, **more)
    except DeviceMemoryError:
        # What got there before the memory was full, or the limit reached.
        for key in set(graph.device_copies) - before:
            graph.device_copies.pop(key, None)
        raise


def _reason_to_cut(pieces: PiecesSolver, request: Request, error: DeviceMemoryError) -> str:
    try:
        _check(pieces, request)
    except OptionError as refusal:
        raise DeviceMemoryError(f"{error}; {refusal}") from None
    return f"the graph is too large as a whole ({str(error).partition(';')[0]})"


def _refuse_device_graph(graph: DeviceGraph, device: Any, limit: int | None) -> None:
    if names_several(device):
        raise DeviceError(
            f"the graph is on {graph.runtime.name} already, and device is {device!r}; for several "
            "devices give the clconn.Graph"
        )
    if limit is not None:
        raise DeviceError(
            f"the graph is on {graph.runtime.name} already, as a whole; leave memory_limit out, or "
            "give the clconn.Graph"
        )


def _name(runtimes: Sequence[Runtime]) -> str:
    counts = Counter(runtime.name for runtime in runtimes)
    return " + ".join(f"{count} x {name}" if count > 1 else name for name, count in counts.items())
