"""Coloring on a device: ``coloring.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import Launch, Loop, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import WORK
from clconn.opencl_backend.strong_components.reachability import Frontier, closure
from clconn.opencl_backend.strong_components.smallest_vertices import smallest_vertices
from clconn.opencl_backend.strong_components.trimming import trimming

__all__ = ["coloring"]


def coloring(builder: PlanBuilder) -> list[Step]:
    """The steps of the algorithm, in the form that the variant names."""
    n, file = builder.n, "coloring"
    labels, stamps = builder.scratch("labels", 4 * n), builder.scratch("stamps", 4 * n)
    frontier = Frontier.on(builder)
    rows, transposed = builder.rows, builder.transposed_rows

    def propagate(slot: int) -> Launch:
        return frontier.round(file, "propagate_colors", slot, rows.arguments, labels, stamps)

    iteration: list[Step] = [
        *trimming(builder, labels),
        frontier.launch(file, "begin_colors", n, n, labels, WORK, *frontier.begin(rows)),
        frontier.loop(propagate),
        frontier.launch(
            "reachability", "begin_components", n, n, labels, *frontier.begin(transposed)
        ),
        # The backward search looks up no change: its labels are those of finished components.
        closure(frontier, transposed, labels, stamps),
        frontier.launch(file, "end_iteration", n, n, labels, builder.counters),
    ]
    return [
        frontier.clear(),
        frontier.launch(file, "begin_subgraph", n, n, labels, stamps),
        Loop(iteration, builder.counters, 1),
        *smallest_vertices(builder, labels, n, stamps),
    ]
