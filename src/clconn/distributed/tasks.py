"""The tasks of a call: a forest of each partition, merged in a tree.

All is one graph of tasks, so that Dask's scheduler runs a merge as soon as its parts are there, and
holds few forests at a time. Each task leaves a small report, which tells the client how many edges
a partition has, and, if the task fails, which one it was.
"""

from __future__ import annotations

import contextlib
import sys
import time
import uuid
import warnings
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import numpy as np

from clconn.distributed.partial_forests import (
    KEY_BITS,
    PartialForest,
    Question,
    merge,
    solve_edges,
)
from clconn.distributed.partitions import Partition
from clconn.distributed.reading import Reading, batches_of
from clconn.distributed.reports import Report, TaskReport
from clconn.distributed.vertices_room import NoRoomError
from clconn.errors import (
    ClconnError,
    ClusterError,
    GraphError,
    GraphFileError,
    OptionError,
    ReferenceFallbackWarning,
)

__all__ = [
    "FAN_IN",
    "called",
    "check_fan_in",
    "named_error",
    "run_tree",
    "show_progress",
    "solve_partition",
    "warn_of_fallbacks",
]

FAN_IN = 4
"""Forests that are merged at once; more need more memory, fewer more levels."""

_PATIENCE = 2.0
"""Seconds to wait for the news which partition it was that failed."""

_MOST_NAMES = 8


def run_tree(
    client: Any,
    partitions: Sequence[Partition],
    reading: Reading,
    question: Question,
    finish: Callable[[PartialForest], Any],
    *,
    fan_in: int,
    progress: bool,
    retries: int,
    gather: bool,
) -> tuple[Any, Report]:
    """Run the tasks, and return what `finish` makes of the last forest, and what they took.

    Without `gather` it is a future, which stays on its worker.

    Raises
    ------
    ClconnError
        Of the partition that failed, which the message names.
    NoRoomError
        If the vertices do not fit a worker.
    """
    if len(partitions) >= 1 << (63 - KEY_BITS):
        raise GraphError(f"{len(partitions):,} partitions; expected fewer than 2**23")
    begin = time.perf_counter()
    answer, reports = _plan(partitions, reading, question, finish, fan_in)
    futures = client.compute([answer, *reports], retries=retries)
    if progress:
        show_progress(futures)
    try:
        _wait_for_reports(client, futures[1:])
        value = _finished(futures, partitions, gather)
        report = Report(client.gather(futures[1:]))
    except BaseException:
        # The traceback keeps the futures, and Dask would go on for them.
        client.cancel(futures)
        raise
    warn_of_fallbacks(report, stacklevel=5)
    report.seconds = time.perf_counter() - begin
    return value, report


def _wait_for_reports(client: Any, reports: Sequence[Any]) -> None:
    """Wait until all tasks have told that they had room, or one that it failed."""
    from distributed import as_completed

    with client.as_current():  # which an iteration over futures asks for
        told = as_completed(reports, with_results=True, raise_errors=False)
    for future, report in told:
        if future.status != "finished":
            return
        if report.no_room:
            raise NoRoomError(report.no_room)


def _finished(futures: Sequence[Any], partitions: Sequence[Partition], gather: bool) -> Any:
    """Wait for the first of the futures; the others are reports, first those of the partitions."""
    error = futures[0].exception()
    if isinstance(error, ClconnError):
        raise error
    if error is not None:
        raise named_error(error, futures[1:], partitions) from error
    return futures[0].result() if gather else futures[0]


def check_fan_in(fan_in: Any) -> None:
    """Raise an error unless this is a number of forests to merge."""
    if not isinstance(fan_in, int) or isinstance(fan_in, bool) or fan_in < 2:
        raise OptionError(f"fan_in is {fan_in!r}; expected an integer of 2 or more")


def solve_partition(
    value: Any, index: int, name: str, reading: Reading, question: Question, fan_in: int = FAN_IN
) -> PartialForest:
    """Return a forest of a partition; an error names it."""
    report = TaskReport(0, index)
    with called(name):
        try:
            return _solve_batches(value, index, name, reading, question, fan_in, report)
        except NoRoomError as error:
            return _no_forest(str(error), report)


@contextlib.contextmanager
def called(name: str) -> Iterator[None]:
    """Have errors name a partition; those of files name the file."""
    try:
        yield
    except GraphFileError:
        raise
    except ClconnError as error:
        raise _same_kind(error, f"{name}: {error}") from error
    except MemoryError as error:
        raise ClusterError(f"{name}: too large for the worker's memory: {error}") from error


def _solve_batches(
    value: Any,
    index: int,
    name: str,
    reading: Reading,
    question: Question,
    fan_in: int,
    report: TaskReport,
) -> PartialForest:
    parts: list[PartialForest] = []
    batches = batches_of(value, reading)
    key = index << KEY_BITS
    edges = bytes_in = 0
    while True:
        with report.timed("read_seconds"):
            batch = next(batches, None)
        if batch is None:
            break
        report.weighted |= batch.edges.weights is not None
        parts.append(solve_edges(question, batch.edges, name, key, report))
        key += batch.edges.sources.size
        edges, bytes_in = edges + batch.edges.sources.size, bytes_in + batch.nbytes
        if len(parts) == fan_in:
            parts = [merge(question, parts, report)]
    forest = parts[0] if len(parts) == 1 else merge(question, parts, report)
    # Merges within the partition count their edges, too; here is what was read.
    report.edges, report.bytes_in = edges, bytes_in
    return forest


def _merge_forests(
    parts: Sequence[PartialForest], level: int, index: int, question: Question
) -> PartialForest:
    report = TaskReport(level, index)
    reason = next((part.report.no_room for part in parts if part.report.no_room), "")
    if not reason:
        try:
            return merge(question, parts, report)
        except NoRoomError as error:
            reason = str(error)
    return _no_forest(reason, report)


def _no_forest(reason: str, report: TaskReport) -> PartialForest:
    """Return what stands for a forest without room, since Dask's workers log each exception."""
    report.no_room = reason
    none = np.empty(0, np.int32)
    return PartialForest("", None, 0, none, none, none.astype(np.int64), None, report)


def _plan(
    partitions: Sequence[Partition],
    reading: Reading,
    question: Question,
    finish: Callable[[PartialForest], Any],
    fan_in: int,
) -> tuple[Any, list[Any]]:
    """Return the answer and the reports of all forests, level by level, all delayed."""
    from dask import delayed

    token = uuid.uuid4().hex
    what = question.problem.name

    def task(function: Any, step: str, number: Any, *arguments: Any) -> Any:
        key = (f"{step}-{what}-{token}", number)
        return delayed(function, pure=False, traverse=False)(*arguments, dask_key_name=key)

    level = 0
    forests = [
        task(solve_partition, "solve", i, each.value, i, each.name, reading, question, fan_in)
        for i, each in enumerate(partitions)
    ]
    reports = [task(_report, "report", f"0-{i}", each) for i, each in enumerate(forests)]
    while len(forests) > 1:
        level += 1
        groups = [forests[at : at + fan_in] for at in range(0, len(forests), fan_in)]
        forests = [
            task(_merge_forests, "merge", f"{level}-{i}", group, level, i, question)
            for i, group in enumerate(groups)
        ]
        reports += [task(_report, "report", f"{level}-{i}", each) for i, each in enumerate(forests)]
    return task(finish, "finish", 0, forests[0]), reports


_report = attrgetter("report")


def _same_kind(error: ClconnError, message: str) -> ClconnError:
    """Return an error of the same class with another message."""
    try:
        return type(error)(message)
    except TypeError:
        return ClusterError(message)


def named_error(
    error: Exception, reports: Sequence[Any], partitions: Sequence[Partition]
) -> Exception:
    """Return an error that names the partition whose tasks failed, before it was solved.

    If a worker dies, Dask suspects all tasks that it had; then these are several.
    """
    deadline = time.monotonic() + _PATIENCE
    names: list[str] = []
    while not names and time.monotonic() < deadline:
        time.sleep(0.1)
        pairs = zip(partitions, reports, strict=False)
        names = [partition.name for partition, report in pairs if report.status == "error"]
    where = ", ".join(names[:_MOST_NAMES]) + (", ..." if len(names) > _MOST_NAMES else "")
    return ClusterError(f"{where or 'a merge of forests'}: {_what(error)}")


def _what(error: Exception) -> str:
    from distributed.scheduler import KilledWorker

    if isinstance(error, KilledWorker):
        return (
            "its workers died again and again, perhaps for lack of memory; make partitions "
            "smaller, or give the workers more (dask worker --memory-limit)"
        )
    return f"{type(error).__name__}: {error}"


def show_progress(futures: Sequence[Any]) -> None:
    """Show Dask's own bar; on a terminal until all is done."""
    from distributed import progress
    from distributed.utils import is_kernel

    with contextlib.redirect_stdout(sys.stderr) if not is_kernel() else contextlib.nullcontext():
        bar = progress(futures)
        if bar is not None:
            from IPython.display import display

            display(bar)
        else:
            print(file=sys.stderr)


def warn_of_fallbacks(report: Report, *, stacklevel: int) -> None:
    """Warn once if workers have no device."""
    without = sorted({task.worker for task in report.tasks if task.fallback})
    if without:
        reason = next(task.fallback for task in report.tasks if task.fallback)
        warnings.warn(
            f"{len(without)} of {len(report.workers)} workers have no device: {reason}",
            ReferenceFallbackWarning,
            stacklevel=stacklevel,
        )
