"""What the tasks of a call took: bytes and seconds, task by task and level by level."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any

__all__ = ["ContractionRound", "Level", "Report", "TaskReport"]


@dataclass
class TaskReport:
    """What one task took.

    Attributes
    ----------
    level : int
        0 for a partition, 1 for a merge of those, and so on.
    index : int
        The number of the task in its level.
    worker : str
        The address of the worker.
    variant, options, reason, backend, device
        What solved it, as results have it.
    edges : int
        Edges that came in.
    bytes_in : int
        Their bytes, as arrays; at level 0 they were read, above they are forests.
    forest_edges, forest_bytes : int
        What was left of them, and goes to the next level; before rounds, vertices.
    read_seconds, solve_seconds : float
        Time until the edges were in memory, and time for the rest.
    peak_bytes : int
        The largest memory that the worker's process has had so far.
    fallback : str
        Why no device answered, if that was a surprise.
    no_room : str
        Why the vertices do not fit the worker, if they do not.
    weighted : bool
        Whether the edges have weights, if weights matter.
    """

    level: int
    index: int
    worker: str = ""
    variant: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    backend: str = ""
    device: str = ""
    edges: int = 0
    bytes_in: int = 0
    forest_edges: int = 0
    forest_bytes: int = 0
    read_seconds: float = 0.0
    solve_seconds: float = 0.0
    peak_bytes: int = 0
    fallback: str = ""
    no_room: str = ""
    weighted: bool = False

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        """Add the time of a block to a step, ``"read_seconds"`` or ``"solve_seconds"``."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            setattr(self, step, getattr(self, step) + time.perf_counter() - begin)


@dataclass(frozen=True)
class Level:
    """The sums over the tasks of one level.

    Attributes
    ----------
    level, tasks : int
    edges, bytes_in, forest_edges, forest_bytes : int
    read_seconds, solve_seconds : float
    """

    level: int
    tasks: int
    edges: int
    bytes_in: int
    forest_edges: int
    forest_bytes: int
    read_seconds: float
    solve_seconds: float


@dataclass(frozen=True)
class ContractionRound:
    """What a round of contraction began with, and what it cost.

    Attributes
    ----------
    live : int
        Names that share a local component with another one, summed over the partitions; of
        forests, those with an edge.
    shuffled_bytes : int
        Bytes of the keys and values that went to the buckets and came back.
    seconds : float
    left_bytes : int
        What one worker would have had to take to finish, instead of this round: names, and of
        forests the edges between them.
    """

    live: int
    shuffled_bytes: int
    seconds: float
    left_bytes: int


@dataclass
class Report:
    """What a call took, task by task; the times of tasks that ran side by side add up.

    Attributes
    ----------
    tasks : list of TaskReport
    rounds : list of ContractionRound
        If the vertices did not fit one worker, the rounds of contraction; else there are none.
    no_room : str
        Why the vertices did not fit one worker, if rounds took over.
    seconds : float
        Time of the whole call.
    answer_bytes : int
        Bytes of the answer that came to the client.
    """

    tasks: list[TaskReport] = field(default_factory=list)
    rounds: list[ContractionRound] = field(default_factory=list)
    no_room: str = ""
    seconds: float = 0.0
    answer_bytes: int = 0

    @property
    def levels(self) -> list[Level]:
        """The sums of each level: the partitions first, then the merges."""
        summed = [each.name for each in fields(Level) if each.name not in ("level", "tasks")]
        levels = []
        for level in sorted({task.level for task in self.tasks}):
            tasks = [task for task in self.tasks if task.level == level]
            sums = {name: sum(getattr(task, name) for task in tasks) for name in summed}
            levels.append(Level(level, len(tasks), **sums))
        return levels

    @property
    def edge_count(self) -> int:
        """Number of edges of the graph."""
        return sum(task.edges for task in self.tasks if task.level == 0)

    @property
    def weighted(self) -> bool:
        """Whether the edges have weights, if weights matter."""
        return any(task.weighted for task in self.tasks)

    @property
    def bytes_read(self) -> int:
        """Bytes of the edges, as arrays."""
        return sum(task.bytes_in for task in self.tasks if task.level == 0)

    @property
    def peak_bytes(self) -> int:
        """The largest memory that a worker's process has had."""
        return max((task.peak_bytes for task in self.tasks), default=0)

    @property
    def workers(self) -> list[str]:
        """The addresses of the workers that took part."""
        return sorted({task.worker for task in self.tasks})

    def __str__(self) -> str:
        rows = [("level", "tasks", "edges", "MB in", "forest edges", "MB out", "read s", "solve s")]
        rows += [
            (
                str(each.level),
                str(each.tasks),
                f"{each.edges:,}",
                f"{each.bytes_in / 1e6:,.1f}",
                f"{each.forest_edges:,}",
                f"{each.forest_bytes / 1e6:,.1f}",
                f"{each.read_seconds:.2f}",
                f"{each.solve_seconds:.2f}",
            )
            for each in self.levels
        ]
        lines = _aligned(rows)
        if self.rounds:
            rounds = [("round", "live names", "MB left", "MB shuffled", "s on the clock")]
            rounds += [
                (
                    str(number),
                    f"{each.live:,}",
                    f"{each.left_bytes / 1e6:,.1f}",
                    f"{each.shuffled_bytes / 1e6:,.1f}",
                    f"{each.seconds:.2f}",
                )
                for number, each in enumerate(self.rounds)
            ]
            lines += _aligned(rounds)
        return "\n".join(
            [
                *lines,
                "read s and solve s are added up over the tasks of a level",
                f"{self.seconds:.2f} s on the clock on {len(self.workers)} workers, at most "
                f"{self.peak_bytes / 1e6:,.0f} MB each",
            ]
        )


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
