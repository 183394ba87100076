"""Numbers for subgraphs, and a source for each, on the device: ``subgraph_numbers.cl``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clconn.errors import GraphError
from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.primitives.prefix_sum import scan_launch
from clconn.opencl_backend.strong_components.outputs import WORK
from clconn.opencl_backend.strong_components.reachability import Frontier, closure
from clconn.opencl_backend.strong_components.smallest_vertices import smallest_vertices

__all__ = ["MOST_VERTICES", "SubgraphNumbers"]

MOST_VERTICES = 2**30 - 2
"""The most vertices of which 2 n + 2 numbers fit an int."""

_FIELDS = {"NEXT_NUMBER": 0, "FIRST_NUMBER": 1, "SOURCES": 2, "SLICE_ROUND": 3}
"""The next number, the first of the latest ones, how many sources there are, and when slices were
gathered (``obf.cl``)."""

_FILE = "subgraph_numbers"


@dataclass(frozen=True)
class SubgraphNumbers:
    """The subgraphs of a decomposition under way, and the steps that divide them.

    Attributes
    ----------
    labels, changes : pyopencl.Buffer
        As ``labels.h`` describes them.
    election, sources : pyopencl.Buffer
        The place of each number, and those that are elected.
    numbers : pyopencl.Buffer
        The fields above.
    smallest
        Whether the smallest candidate is elected, and not whichever writes last.
    """

    frontier: Frontier
    labels: Any
    changes: Any
    election: Any
    sources: Any
    numbers: Any
    smallest: bool

    @classmethod
    def on(cls, builder: PlanBuilder, *, smallest: bool = False) -> SubgraphNumbers:
        """Take the memory for a decomposition.

        Raises
        ------
        GraphError
            If the numbers of subgraphs do not fit 32 bits.
        """
        n = builder.n
        if n > MOST_VERTICES:
            raise GraphError(
                f"{builder.variant.name} takes at most {MOST_VERTICES} vertices and the graph has "
                f"{n}; use another variant"
            )
        places = 2 * n + 2
        return cls(
            Frontier.on(builder, **_FIELDS),
            builder.scratch("labels", 4 * n),
            builder.scratch("changes", 4 * places),
            builder.scratch("election", 4 * places),
            builder.scratch("sources", 4 * n),
            builder.scratch("numbers", 4 * len(_FIELDS)),
            smallest,
        )

    def begin(self) -> list[Step]:
        """Steps that make the graph one subgraph."""
        n = self.frontier.builder.n
        arguments = (n, 2 * n + 2, self.labels, self.election, self.numbers)
        return [
            self.frontier.clear(),
            self.frontier.launch(_FILE, "begin_numbers", 2 * n + 2, *arguments),
        ]

    def elect(self) -> list[Step]:
        """Steps that choose a source in each subgraph and number what the sources will reach."""
        n = self.frontier.builder.n
        arguments = (n, int(self.smallest), self.labels, self.election, WORK)
        return [self.frontier.launch(_FILE, "elect_sources", n, *arguments), *self.number()]

    def number(self) -> list[Step]:
        """Steps that number what will form in the subgraphs that have a candidate."""
        runtime = self.frontier.builder.runtime
        blocks = min(64 if runtime.is_cpu else 8192, 2 * self.frontier.builder.n + 2)
        counts = self.frontier.builder.scratch("elected", 4 * (blocks + 1))
        own = (blocks, self.election, counts)
        rest = (self.changes, self.sources, self.numbers)
        return [
            self.frontier.launch(_FILE, "count_elected", blocks, *own, self.numbers),
            scan_launch(runtime, counts, blocks),
            self.frontier.launch(_FILE, "number_subgraphs", blocks, *own, *rest),
        ]

    def search_forward(self) -> list[Step]:
        """Steps that move what the sources reach to the subgraphs that form."""
        n, rows = self.frontier.builder.n, self.frontier.builder.rows
        arguments = (n, self.labels, self.changes, self.sources, self.numbers)
        begin = self.frontier.launch(
            _FILE, "begin_forward", n, *arguments, *self.frontier.begin(rows)
        )
        return [begin, self.closure(rows)]

    def search_backward(self) -> list[Step]:
        """Steps that finish the components of the sources."""
        n, rows = self.frontier.builder.n, self.frontier.builder.transposed_rows
        arguments = (n, self.labels, self.sources, self.numbers)
        begin = self.frontier.launch(
            _FILE, "begin_backward", n, *arguments, *self.frontier.begin(rows)
        )
        return [begin, self.closure(rows)]

    def closure(self, rows: DeviceCSR) -> Step:
        """A step that searches from the sources on the frontier."""
        return closure(self.frontier, rows, self.labels, self.changes)

    def say_whether_any_remain(self) -> Step:
        """The last step of an iteration."""
        builder = self.frontier.builder
        arguments = (builder.n, self.labels, builder.counters)
        return self.frontier.launch(_FILE, "say_whether_any_remain", builder.n, *arguments)

    def take_roots(self) -> list[Step]:
        """The last steps of all."""
        builder = self.frontier.builder
        return smallest_vertices(builder, self.labels, 2 * builder.n + 2, self.election)
