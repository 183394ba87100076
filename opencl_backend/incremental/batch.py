"""The launches of one batch on a device: ``batch.cl``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from clconn.opencl_backend.components import liu_tarjan, shiloach_vishkin
from clconn.opencl_backend.device.launches import PARENTS, Step, bind
from clconn.opencl_backend.device.repeated_kernel import RepeatedKernel
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.incremental.trees import Trees
from clconn.opencl_backend.union_find.edge_map import Entries, listed_edges
from clconn.opencl_backend.union_find.union_switches import unite_switches

__all__ = ["FEW", "Batch", "BatchKernels", "make_batch_kernels"]

_SMALLEST_ROOM = 1024
"""Edges that the smallest arrays of an algorithm in rounds hold."""

FEW = 16
"""Edges that go to the device among the arguments of a kernel."""

_ROUNDS: dict[str, Callable[[Any, Entries], list[Step]]] = {
    "liu-tarjan": liu_tarjan.finish,
    "shiloach-vishkin": shiloach_vishkin.finish,
}


@dataclass(frozen=True)
class Batch:
    """Operations on a device.

    Attributes
    ----------
    count
        Number of operations.
    sources, targets : pyopencl.Buffer
        Their ends, int32, from item ``first_source`` and ``first_target`` on.
    stride
        Items from one end to the next.
    is_query : pyopencl.Buffer or None
        A byte for each, from ``first_mark`` on, that is not 0 for a query; None if all operations
        are of the kind that is asked for.
    """

    count: int
    sources: Any
    first_source: int
    targets: Any
    first_target: int
    is_query: Any = None
    first_mark: int = 0
    stride: int = 1

    def part(self, begin: int, count: int) -> Batch:
        """Return ``count`` of the operations, from ``begin`` on."""
        if count == self.count:
            return self
        return replace(
            self,
            count=count,
            first_source=self.first_source + self.stride * begin,
            first_target=self.first_target + self.stride * begin,
            first_mark=self.first_mark + begin,
        )

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The first arguments of the kernels."""
        return (
            np.int32(self.count), np.int32(self.stride), self.sources, np.int64(self.first_source),
            self.targets, np.int64(self.first_target), self.is_query, np.int64(self.first_mark),
        )  # fmt: skip


class BatchKernels:
    """The launches of a variant on some trees; the caller holds the runtime's lock."""

    def __init__(self, trees: Trees, switches: Mapping[str, str | None]) -> None:
        self._trees = trees
        self._switches = {**trees.builder.switches, **switches}
        self._inserting: dict[tuple[str, ...], RepeatedKernel] = {}
        self._answer = self._kernel("answer")
        self._check = self._kernel("check_edges")

    def _kernel(self, name: str, *switches: str) -> RepeatedKernel:
        defines = {**self._switches, **dict.fromkeys(switches)}
        return RepeatedKernel(self._trees.runtime, "batch", name, defines)

    def _kernel_for(self, name: str, checks: tuple[Any, ...]) -> RepeatedKernel:
        """The kernel that gives each edge to the trees, with checks or without."""
        switches = ("CHECKS_ENDS",) if checks else ()
        if switches not in self._inserting:
            self._inserting[switches] = self._kernel(name, *switches)
        return self._inserting[switches]

    def insert(self, batch: Batch, first_edge: int, checks: tuple[Any, ...] = ()) -> Any:
        """Insert the operations that are no queries; return an event of the last launch.

        Parameters
        ----------
        checks
            The arguments of :class:`LateChecks`, if there was no check before.
        """
        raise NotImplementedError

    def insert_few(self, sources: Any, targets: Any, first_edge: int) -> bool:
        """Insert up to FEW edges of host arrays; return False where that is no gain."""
        return False

    def process(self, batch: Batch, first_edge: int, answers: Any) -> Any:
        """Insert, and then answer."""
        self.insert(batch, first_edge)
        return self.answer(batch, answers)

    def answer(self, batch: Batch, answers: Any) -> Any:
        """Answer the operations that are queries."""
        trees = self._trees
        arguments = (trees.parents, answers, *trees.state_arguments)
        return self._answer.enqueue(batch.count, *batch.arguments, *arguments)

    def forget_sizes(self) -> None:
        """Forget what depends on the number of vertices."""

    def check(self, batch: Batch, first: Any) -> None:
        """Lower the number in ``first`` to the place of the first bad edge."""
        n = np.int32(self._trees.n)
        self._check.enqueue(batch.count, *batch.arguments, n, first)


class _Unions(BatchKernels):
    """A union of each edge."""

    def __init__(self, trees: Trees, *, separates_queries: bool) -> None:
        super().__init__(trees, unite_switches(trees.builder.variant))
        self._insert_few = self._kernel("insert_few")
        self._process = None if separates_queries else self._kernel("process")

    def insert(self, batch: Batch, first_edge: int, checks: tuple[Any, ...] = ()) -> Any:
        trees = self._trees
        arguments = (*checks, np.int64(first_edge), trees.parents, *trees.link_arguments)
        items = trees.runtime.tuning.items_for(batch.count)
        return self._kernel_for("insert", checks).enqueue(items, *batch.arguments, *arguments)

    def insert_few(self, sources: Any, targets: Any, first_edge: int) -> bool:
        trees = self._trees
        edges = [(u << 32) | v for u, v in zip(sources.tolist(), targets.tolist(), strict=True)]
        count = len(edges)
        # Without a copy: the edges are numbers among the arguments.
        numbers = [*edges, *[0] * (FEW - count)]
        self._insert_few.enqueue(
            count, np.int32(count), np.int64(first_edge), *map(np.int64, numbers), trees.parents,
            *trees.link_arguments,
        )  # fmt: skip
        return True

    def process(self, batch: Batch, first_edge: int, answers: Any) -> Any:
        if self._process is None:
            return super().process(batch, first_edge, answers)
        trees = self._trees
        arguments = (np.int64(first_edge), trees.parents, answers, *trees.link_arguments)
        return self._process.enqueue(batch.count, *batch.arguments, *arguments)


class _Rounds(BatchKernels):
    """An algorithm in rounds over all edges of a batch, which are copied to arrays of few sizes."""

    def __init__(self, trees: Trees) -> None:
        super().__init__(trees, {"FIND": "find_naive"})
        self._steps: dict[int, tuple[EdgeArrays, list[Step]]] = {}

    def insert(self, batch: Batch, first_edge: int, checks: tuple[Any, ...] = ()) -> Any:
        room = max(_SMALLEST_ROOM, 1 << (batch.count - 1).bit_length())
        arrays, steps = self._steps_for(room)
        arguments = (*checks, np.int32(room), arrays.sources, arrays.targets)
        event = self._kernel_for("copy_edges", checks).enqueue(room, *batch.arguments, *arguments)
        # The last loop waits until nothing changes any more.
        self._trees.runtime.enqueue(steps)
        return event

    def forget_sizes(self) -> None:
        self._steps.clear()

    def _steps_for(self, room: int) -> tuple[EdgeArrays, list[Step]]:
        if room not in self._steps:
            runtime, builder = self._trees.runtime, self._trees.builder
            sources, targets = (runtime.allocate(4 * room) for _ in range(2))
            arrays = EdgeArrays(sources, targets, room, scratch=True)
            steps = _ROUNDS[builder.variant.finish](builder, listed_edges(builder, arrays))
            bind(steps, PARENTS, self._trees.parents)
            self._steps[room] = arrays, steps
        return self._steps[room]


def make_batch_kernels(trees: Trees, *, separates_queries: bool) -> BatchKernels:
    """Return the launches of the variant of some trees, by its kind in the table."""
    if trees.builder.variant.rule is None:
        return _Rounds(trees)
    return _Unions(trees, separates_queries=separates_queries)
