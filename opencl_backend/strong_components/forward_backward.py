"""Forward-backward on a device: ``forward_backward.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import Loop, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import WORK
from clconn.opencl_backend.strong_components.reachability import Frontier, closure
from clconn.opencl_backend.strong_components.smallest_vertices import smallest_vertices
from clconn.opencl_backend.strong_components.trimming import trimming

__all__ = ["forward_backward"]


def forward_backward(builder: PlanBuilder) -> list[Step]:
    """The steps of the algorithm, in the form that the variant names."""
    n, file = builder.n, "forward_backward"
    labels, changes = builder.scratch("labels", 4 * n), builder.scratch("changes", 4 * n)
    election = builder.scratch("election", 4 * (n + 1))
    frontier = Frontier.on(builder)
    rows, transposed = builder.rows, builder.transposed_rows
    sources = frontier.begin(rows)
    iteration: list[Step] = [
        *trimming(builder, labels),
        frontier.launch(file, "elect_pivots", n, n, labels, election, WORK),
        frontier.launch(file, "begin_forward", n, n, labels, election, changes, *sources),
        closure(frontier, rows, labels, changes),
        frontier.launch(
            "reachability", "begin_components", n, n, labels, *frontier.begin(transposed)
        ),
        closure(frontier, transposed, labels, changes),
        frontier.launch(file, "end_iteration", n + 1, n, labels, election, builder.counters),
    ]
    return [
        frontier.clear(),
        frontier.launch(file, "begin_subgraph", n + 1, n, labels, election),
        Loop(iteration, builder.counters, 1),
        *smallest_vertices(builder, labels, n, election),
    ]
