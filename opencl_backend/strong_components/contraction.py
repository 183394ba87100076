"""Contract what is strongly connected nearby: ``contraction.cl`` and ``quotient.cl``.

The form of the variant says what is tried before, on graphs that are not deep. That does all of the
work where there is no room for the contracted graphs.
"""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import Branch, Decision, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import ROOTS
from clconn.opencl_backend.strong_components.quotient import Quotient
from clconn.opencl_backend.strong_components.searches import NEVER, PAUSE_ROUND, Searches
from clconn.opencl_backend.strong_components.signatures import (
    ANY_NUMBER,
    LEFT_CHAINS,
    OF_SEARCHES,
    UNFINISHED,
    Signatures,
    labels_of_all,
    signatures,
    take_smallest,
)
from clconn.opencl_backend.strong_components.two_phase import two_phase

__all__ = ["FORMS", "FOUND", "LEFT", "LEFT_AT_LAST", "contraction"]

FORMS = ("alone", "signatures", "two-phase")

LEFT, FOUND, LEFT_AT_LAST = "left", "found", "left at last"
"""What a run reports: 0 if nothing had to be contracted, LEFT_CHAINS or LEFT_ROUNDS; the number of
vertices in the component that searches have found if they came to their end, or 0; and, of a graph
that contraction does not make smaller, whether signatures did not finish it either."""

# On an H100 a round of signatures takes 5 us for 2**16 vertices, 10 for 2**18 with a million arcs,
# 35 for 2**20 with four, and to contract these graphs takes 1 to 4 ms. So about a millisecond is
# lost where it comes to that, and what signatures finish sooner is not contracted.
SHALLOW_WORK = 1 << 28
"""Vertices and entries that signatures look at before a graph is contracted, in all rounds."""
DEEP_WORK = 1 << 32
"""The same once contraction has not made a graph smaller."""
_WORK_OF_A_BARRIER = 1 << 20
_LEAST_ROUNDS = 8


def contraction(builder: PlanBuilder) -> list[Step]:
    """The steps of the algorithm."""
    form = builder.variant.compression
    # What a run makes later must not keep the graph, which keeps the plan.
    inner = builder.on_rows(builder.rows, builder.transposed_rows)
    labels = labels_of_all(inner)
    searches = Searches(inner) if form == "two-phase" else None
    own = Signatures(inner, labels, searches)

    def give_up(rest: list[Step]) -> list[Step]:
        def is_left(control: list[int]) -> Branch:
            inner.reports[LEFT_AT_LAST] = control[UNFINISHED]
            return (0 if control[UNFINISHED] else None), {}

        decision = Decision(own.control, UNFINISHED + 1, is_left, lambda: [rest])
        return [*own.go_on(_most_rounds(inner, DEEP_WORK)), decision]

    quotient = Quotient(inner, own.vectors, labels, give_up, _finish)
    if not quotient.is_possible():
        return two_phase(builder) if form == "two-phase" else signatures(builder)

    def contract() -> list[list[Step]]:
        steps = quotient.steps()
        branches = [own.go_on(ANY_NUMBER), steps]
        return branches if searches is None else [*branches, [*own.cut_chains()[0], *steps]]

    def is_deep(control: list[int]) -> Branch:
        left = control[UNFINISHED]
        inner.reports |= {LEFT: left, FOUND: control[OF_SEARCHES]}
        return (1 + int(left == LEFT_CHAINS) if left else None), {}

    steps = [] if searches is None else searches.begin(PAUSE_ROUND)
    steps += own.begin(leaves_chains=searches is not None)
    if searches is not None:
        steps += [own.note_searches(), own.use_searches()]
    steps += own.propagate(0 if form == "alone" else _most_rounds(inner, SHALLOW_WORK))
    decision = Decision(
        own.control, OF_SEARCHES + 1, is_deep, contract, quotient.rooms,
        without_room=0, ignores=(ROOTS,),
    )  # fmt: skip
    steps += [decision, *take_smallest(inner, labels)]
    builder.needs_exclusive_use |= inner.needs_exclusive_use
    return steps


def _most_rounds(builder: PlanBuilder, work: int) -> int:
    work_of_round = builder.n + 2 * builder.entry_count + _WORK_OF_A_BARRIER
    return max(_LEAST_ROUNDS, work // work_of_round)


def _finish(quotient: PlanBuilder, entry_units: Any, labels: Any) -> list[Step]:
    """Steps that finish a graph that is contracted as far as it is worth it."""
    if entry_units is None:
        alone = Signatures(quotient, labels)
        return [*alone.begin(), *alone.cut_chains()[0], *alone.propagate()]
    searches = Searches(quotient, entry_units)
    own = Signatures(quotient, labels, searches)
    begin = [*searches.begin(NEVER), *own.begin(), own.use_searches()]
    return [*begin, *own.propagate()]
