"""FW-BW with numbered subgraphs and a partition, on a device: ``numbered_forward_backward.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import Loop, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.subgraph_numbers import SubgraphNumbers

__all__ = ["numbered_forward_backward"]

_FILE = "numbered_forward_backward"


def numbered_forward_backward(builder: PlanBuilder) -> list[Step]:
    """The steps of the algorithm, in the form that the variant names."""
    numbers = SubgraphNumbers.on(builder, smallest=builder.options["election"] == "off")
    begin, partition = numbers.begin(), []
    if builder.variant.compression == "partition":
        draws = number_of_sources(builder.n, builder.entry_count)
        random = builder.scratch("random", 4 * draws)
        begin.append(numbers.frontier.launch(_FILE, "begin_random", draws, draws, random))
        partition = _partition(numbers, draws, random)
    iteration = [
        *partition,
        *numbers.elect(),
        *numbers.search_forward(),
        *numbers.search_backward(),
        numbers.say_whether_any_remain(),
    ]
    return [*begin, Loop(iteration, builder.counters, 1), *numbers.take_roots()]


def _partition(numbers: SubgraphNumbers, draws: int, random: Any) -> list[Step]:
    """Steps that divide the subgraphs by one search from many sources."""
    builder = numbers.frontier.builder
    n, rows = builder.n, builder.rows
    draw = (n, draws, int(numbers.smallest), random, numbers.labels, numbers.election)
    begin = (n, draws, random, numbers.labels, numbers.changes, numbers.numbers)
    return [
        numbers.frontier.launch(_FILE, "draw_candidates", draws, *draw),
        *numbers.number(),
        numbers.frontier.launch(
            _FILE, "begin_partition", draws, *begin, *numbers.frontier.begin(rows)
        ),
        numbers.closure(rows),
    ]


def number_of_sources(n: int, arcs: int) -> int:
    """Return k = min(n / 10, n / d^2) of section 3.4, at least 1; d is the average degree."""
    degree = arcs / n if n else 0
    return min(n, max(1, int(min(n / 10, n / degree**2 if degree else n))))
