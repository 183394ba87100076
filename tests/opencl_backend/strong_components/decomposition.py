"""Subgraphs on a device whose labels a test writes, to run the pieces of algorithms on them."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.graph import Graph
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.launches import Step, bind
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import (
    DEPTH,
    ROUNDS,
    WORK,
    WORK_FIELDS,
    clear_work,
)
from clconn.opencl_backend.strong_components.subgraph_numbers import SubgraphNumbers
from clconn.problems import STRONG_COMPONENTS
from tests.helpers.plans import choose


class Decomposition:
    """A graph on a device, divided into subgraphs 0, 1, 2, ... by an array of labels."""

    def __init__(self, graph: Graph, runtime: Any, labels: Any) -> None:
        self.runtime = runtime
        placed = arcs_to_device(graph, runtime)
        choice = choose("csr/numbered/partition", {}, STRONG_COMPONENTS.name)
        self.builder = PlanBuilder(runtime, graph.n, placed, choice)
        self.numbers = SubgraphNumbers.on(self.builder, smallest=True)
        self._work = runtime.allocate(4 * WORK_FIELDS)
        self.run([clear_work(self.builder), *self.numbers.begin()])
        # The subgraph after the last one gets the next number.
        count = np.array([labels.max(initial=-1) + 1], dtype=np.int32)
        for buffer, array in ((self.numbers.labels, labels), (self.numbers.numbers, count)):
            if array.size:
                import_pyopencl().enqueue_copy(runtime.queue, buffer, array.astype(np.int32))

    def run(self, steps: list[Step]) -> None:
        """Enqueue steps."""
        bind(steps, WORK, self._work)
        with self.runtime.lock:
            self.runtime.enqueue(steps)

    def labels(self) -> Any:
        """The labels as they are."""
        return self.runtime.download(self.numbers.labels, self.builder.n)

    def work(self) -> Any:
        """The iterations and the rounds so far."""
        return self.runtime.download(self._work, WORK_FIELDS)[[DEPTH, ROUNDS]].tolist()
