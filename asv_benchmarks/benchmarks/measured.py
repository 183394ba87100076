"""The base classes that the benchmarks of all problems share.

asv skips abstract classes: it measures only the classes that a problem derives from these.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from . import graphs


def warm(device_graph: Any, plan: Any) -> tuple[Any, Any]:
    """Run a plan once, which builds its kernels; return it with its graph on the device."""
    plan.run()
    plan.runtime.finish()
    return device_graph, plan


class Compute(ABC):
    """The kernels, on a graph that is already on the device."""

    param_names = ("graph", "variant")
    version = "1"
    rounds = 1
    repeat = (11, 51, 0.3)
    number = 1

    @abstractmethod
    def prepare(self, graph: str, variant: str) -> tuple[Any, Any]:
        """Return the result of :func:`warm`; it is made once per process."""

    def setup(self, graph: str, variant: str) -> None:
        # The graph keeps the plan, and the arrays that its kernels read.
        self.device_graph, self.plan = self.prepare(graph, variant)
        self.finish = self.plan.runtime.finish

    def time_compute(self, graph: str, variant: str) -> None:
        self.plan.run()
        self.finish()


class EndToEnd(ABC):
    """From a scipy matrix to the answer in host memory; the kernels are built before."""

    params = (graphs.NAMES,)
    param_names = ("graph",)
    version = "1"
    rounds = 1
    repeat = (3, 15, 1.0)
    number = 1

    @abstractmethod
    def make_matrix(self, graph: str) -> Any:
        """Return the matrix; it is made once per process."""

    def setup(self, graph: str) -> None:
        self.matrix = self.make_matrix(graph)


def bytes_and_launches(device_graph: Any, plan: Any) -> tuple[int, int]:
    """Return the device memory that a run needs, and the number of kernels that it launches.

    Invariant: the memory pool was empty before the plan was made.
    """
    runtime = plan.runtime
    before = runtime.launches
    plan.run()
    runtime.finish()
    launches = runtime.launches - before
    # The pool frees memory only on request, so its size now is the largest so far. The graph is
    # not in the pool.
    size = runtime.pool.managed_bytes + sum(device_graph.memory_needs.values())
    return size, launches
