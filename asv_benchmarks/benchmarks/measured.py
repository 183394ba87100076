"""What the benchmarks of all problems have in common: the kernels alone, and what they need.

asv takes no abstract class for a benchmark: these are measured where a problem fills them in.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from . import graphs


def warm(placed: Any, plan: Any) -> tuple[Any, Any]:
    """A graph on the device and the kernels of a variant on it, built and run once."""
    plan.run()
    plan.runtime.finish()
    return placed, plan


class Compute(ABC):
    """The kernels, on a graph that is on the device already."""

    param_names = ("graph", "variant")
    version = "1"
    rounds = 1
    repeat = (11, 51, 0.3)
    number = 1

    @abstractmethod
    def prepare(self, graph: str, variant: str) -> tuple[Any, Any]:
        """What :func:`warm` returns, made once in a process."""

    def setup(self, graph: str, variant: str) -> None:
        # The graph owns the memory that the plan's kernels read.
        self.placed, self.plan = self.prepare(graph, variant)
        self.finish = self.plan.runtime.finish

    def time_compute(self, graph: str, variant: str) -> None:
        self.plan.run()
        self.finish()


class EndToEnd(ABC):
    """From a scipy matrix in host memory to the answer there, kernels built before."""

    params = (graphs.NAMES,)
    param_names = ("graph",)
    version = "1"
    rounds = 1
    repeat = (3, 15, 1.0)
    number = 1

    @abstractmethod
    def make_matrix(self, graph: str) -> Any:
        """The matrix, made once in a process."""

    def setup(self, graph: str) -> None:
        self.matrix = self.make_matrix(graph)


def bytes_and_launches(placed: Any, plan: Any) -> tuple[int, int]:
    """Device memory that a run needs, and kernels that it launches.

    The memory pool must have held nothing before the plan was made.
    """
    runtime = plan.runtime
    before = runtime.launches
    plan.run()
    runtime.finish()
    launches = runtime.launches - before
    # The pool gives nothing back unasked, so what it holds now is the most that it ever held; the
    # graph lies outside of it.
    size = runtime.pool.managed_bytes + sum(placed.memory_needs.values())
    return size, launches
