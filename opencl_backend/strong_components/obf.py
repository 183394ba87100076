"""OBF on a device: ``obf.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import Launch, Loop, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.subgraph_numbers import SubgraphNumbers

__all__ = ["obf"]

_FILE = "obf"


def obf(builder: PlanBuilder) -> list[Step]:
    """The steps of the algorithm, in the form that the variant names."""
    numbers = SubgraphNumbers.on(builder)
    slices = _Slices(builder, numbers, recursive=builder.variant.compression == "recursive")
    iteration = [
        *numbers.elect(),
        *numbers.search_forward(),
        *numbers.search_backward(),
        *slices.candidates(of_pivots=True),
        slices.loop(),
        numbers.say_whether_any_remain(),
    ]
    loop = Loop(iteration, builder.counters, 1)
    return [*numbers.begin(), slices.begin(), loop, *numbers.take_roots()]


class _Slices:
    """The steps that cut the ranges of pivots into slices."""

    def __init__(self, builder: PlanBuilder, numbers: SubgraphNumbers, *, recursive: bool) -> None:
        self._builder = builder
        self._numbers = numbers
        self._recursive = recursive
        self._stamps = builder.scratch("stamps", 4 * builder.n)
        self._ranges = builder.scratch("ranges", 4 * builder.n)

    def begin(self) -> Step:
        n = self._builder.n
        return self._numbers.frontier.launch(_FILE, "begin_stamps", n, n, self._stamps)

    def candidates(self, *, of_pivots: bool) -> list[Step]:
        """Steps that put the successors of the latest slices on the frontier of slot 1."""
        builder, numbers, n = self._builder, self._numbers, self._builder.n
        gather = (n, int(of_pivots), int(self._recursive), numbers.labels, numbers.changes)
        sources = (numbers.numbers, *numbers.frontier.begin(builder.rows))
        search = (numbers.frontier.search, builder.counters)
        return [
            numbers.frontier.launch(_FILE, "gather_slices", n, *gather, *sources),
            self._find(0),
            numbers.frontier.launch(_FILE, "say_whether_any_candidates", 1, *search),
        ]

    def _find(self, slot: int) -> Launch:
        numbers = self._numbers
        arguments = (numbers.labels, numbers.changes, self._ranges, self._stamps)
        rows = self._builder.rows.arguments
        return numbers.frontier.round(_FILE, "find_candidates", slot, rows, *arguments)

    def _eliminate_or_find(self, slot: int) -> Launch:
        """One of the launches that take turns: slots 1 and 3 eliminate."""
        if slot % 2 == 0:
            return self._find(slot)
        builder = self._builder
        arguments = (*builder.transposed_rows.arguments, self._numbers.labels, self._ranges)
        rows = (builder.rows.offsets,)
        frontier = self._numbers.frontier
        return frontier.round(_FILE, "eliminate_candidates", slot, rows, *arguments)

    def loop(self) -> Step:
        """Slices until no range has candidates."""
        builder, numbers, n = self._builder, self._numbers, self._builder.n
        transposed = builder.transposed_rows
        elect = (n, numbers.labels, self._stamps, numbers.numbers, numbers.election)
        begin = (n, numbers.labels, numbers.changes, self._stamps, numbers.numbers)
        sources = numbers.frontier.begin(transposed)
        body = [
            numbers.frontier.loop(self._eliminate_or_find, first=1),
            numbers.frontier.launch(_FILE, "elect_seeds", n, *elect),
            *numbers.number(),
            numbers.frontier.launch(_FILE, "begin_slices", n, *begin, *sources),
            numbers.closure(transposed),
            *self.candidates(of_pivots=False),
        ]
        return Loop(body, builder.counters, 1)
