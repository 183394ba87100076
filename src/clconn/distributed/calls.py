"""What the public functions share: check the arguments, run the tasks, make the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from clconn.design_space import make_request, refuse_measured
from clconn.dispatch import check_backend
from clconn.distributed.client import find_client
from clconn.distributed.partial_forests import PartialForest, Question
from clconn.distributed.partitions import partitions_of
from clconn.distributed.reading import Reading
from clconn.distributed.reports import Report
from clconn.distributed.tasks import FAN_IN, check_fan_in, run_tree
from clconn.distributed.vertices_room import check_vertices, smallest_limit
from clconn.errors import GraphError, OptionError
from clconn.files.reading import check_count
from clconn.graph_checks import check_flag
from clconn.problems import Problem
from clconn.results import Timing
from clconn.sparse_ids import vertices_up_to

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "ON_A_CLUSTER",
    "about",
    "call",
    "check_device",
    "finished",
    "reading_of",
]


ON_A_CLUSTER = "a function of clconn.distributed"
"""What messages call those that take no memory_limit."""


def call(
    problem: Problem,
    edges: Any,
    n: int | None,
    client: Any,
    finish: Callable[[PartialForest], Any],
    *,
    source: str | None,
    target: str | None,
    weight: str | None = None,
    renumber: bool | None,
    variant: Any,
    backend: str | None,
    device: Any,
    options: Mapping[str, Any] | None,
    fan_in: int = FAN_IN,
    progress: bool,
    retries: int,
    gather: bool = True,
    **more: Any,
) -> tuple[Any, Report]:
    """Solve a problem on a cluster; return what `finish` makes of the last forest, and the report.

    The other parameters are those of the public functions; `more` holds further arguments of the
    problem's own function.

    Raises
    ------
    NoRoomError
        If the vertices do not fit one worker.
    """
    client = find_client(client)
    check_fan_in(fan_in)
    reading = reading_of(n, renumber, source, target, weight=weight, weighted=problem.weighted)
    request = make_request(problem, variant, options)
    refuse_measured(request, "each worker of a cluster gets a part of it")
    check_device(backend, device)
    room = smallest_limit(client)
    check_vertices(problem, room, reading.n)
    method = {"variant": variant, "backend": backend, "options": options, **more}
    return run_tree(
        client,
        partitions_of(edges, client, reading),
        reading,
        Question(problem, method, device, room),
        finish,
        fan_in=fan_in,
        progress=progress,
        retries=retries,
        gather=gather,
    )


def reading_of(
    n: int | None,
    renumber: bool | None,
    source: str | None,
    target: str | None,
    *,
    weight: str | None = None,
    weighted: bool = False,
    arcs: bool = False,
) -> Reading:
    """Return how partitions are read, or raise an error if the arguments contradict each other."""
    count = check_count(n)
    if renumber is not None:
        check_flag(renumber, "renumber")
        renumber = bool(renumber)
    if renumber and count is not None:
        raise GraphError(
            f"n is {n!r} with renumber=True, which counts the ids that occur; leave one out"
        )
    if (source is None) != (target is None):
        raise GraphError("give the names of both columns, source and target, or of neither")
    columns: dict[str, Any] = {"source": source, "target": target, "weight": weight}
    return Reading(n=count, renumber=renumber, **columns, weighted=weighted, arcs=arcs)


def check_device(backend: str | None, device: Any) -> None:
    """Raise an error if the workers cannot look the device up, or the backend has none."""
    selectors: Sequence[Any] = [device]
    if isinstance(device, Mapping):
        selectors = list(device.values())
    for selector in selectors:
        check_backend(backend, selector)
        if selector is not None and not isinstance(selector, str):
            raise OptionError(
                f"device is {type(selector).__name__}; expected a selector such as 'gpu' or '0:1', "
                "which each worker looks up on its own machine, or a mapping from names of workers "
                "to selectors"
            )


def finished(result: Any, nodes: Any, report: Report, n: int | None) -> Any:
    """Return a result with names and report, after a warning if its ids are sparse."""
    result.nodes, result.report = nodes, report
    if n is None and nodes is None:
        vertices_up_to(result.n - 1, report.edge_count, stacklevel=4)
    return result


def about(report: Report) -> dict[str, Any]:
    """Return the arguments that all results share, by the task that solved most edges.

    Rounds count as computing.
    """
    task = max(report.tasks, key=lambda each: each.edges)
    devices = sorted({each.device for each in report.tasks if each.device})
    reason = f"{len(report.tasks)} tasks on {len(report.workers)} workers; {task.reason}"
    if report.no_room:
        rounds = f"{len(report.rounds)} rounds of contraction"
        reason = f"{rounds}, because {report.no_room}; {reason}"
    return {
        "variant": task.variant,
        "options": task.options,
        "reason": reason,
        "backend": task.backend,
        "device": ", ".join(devices),
        "timing": Timing(
            transfer=sum(each.read_seconds for each in report.tasks),
            compute=sum(each.solve_seconds for each in report.tasks)
            + sum(each.seconds for each in report.rounds),
        ),
    }
