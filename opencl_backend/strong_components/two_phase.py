"""Two searches from one vertex (``two_phase.cl``), then signatures, or one core of the host."""

from __future__ import annotations

from functools import partial

from clconn.opencl_backend.device.launches import Branch, Decision, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.quotient import Quotient
from clconn.opencl_backend.strong_components.searches import NEVER, PAUSE_ROUND, Searches
from clconn.opencl_backend.strong_components.serial import remainder_on_one_core
from clconn.opencl_backend.strong_components.signatures import (
    ANY_NUMBER,
    UNFINISHED,
    Signatures,
    labels_of_all,
    signatures,
    take_smallest,
)

__all__ = ["two_phase"]

TRIMMING_ROUNDS = 8
"""Of signatures, of all vertices or more of fewer, before what is left is one core's: they finish
what hangs from a component."""


def two_phase(builder: PlanBuilder) -> list[Step]:
    """The steps of the algorithm; the form of the variant says what the second phase is.

    Those of contraction, where there is no room for it, have that of ``csr/two-phase/chains``.
    """
    form = builder.variant.compression
    if form == "serial":
        return _serial(builder)
    searches = Searches(builder)
    begin = searches.begin(NEVER if form == "jump" else PAUSE_ROUND, is_first=True)
    return [*begin, *signatures(builder, searches, cuts_chains=form != "jump")]


def _serial(builder: PlanBuilder) -> list[Step]:
    # What a run makes later must not keep the graph, which keeps the plan.
    inner = builder.on_rows(builder.rows, builder.transposed_rows)
    labels = labels_of_all(inner)
    searches = Searches(inner)
    own = Signatures(inner, labels, searches)
    quotient = Quotient(inner, own.vectors, labels)
    if not quotient.is_possible():
        begin = searches.begin(PAUSE_ROUND, is_first=True)
        return [*begin, *signatures(builder, searches, cuts_chains=True)]

    def is_left(control: list[int]) -> Branch:
        return (0 if control[UNFINISHED] else None), {}

    serially = partial(quotient.as_it_is, partial(remainder_on_one_core, inner))
    in_place = partial(own.go_on, ANY_NUMBER)
    decision = Decision(
        own.control, UNFINISHED + 1, is_left, [serially, in_place], quotient.rooms,
        without_room=1, may_end=True,
    )  # fmt: skip
    last = take_smallest(inner, labels)
    steps = searches.begin(PAUSE_ROUND, is_first=True)
    steps += own.begin_and_propagate(TRIMMING_ROUNDS)
    steps += [*last, decision, *last]
    builder.needs_exclusive_use |= inner.needs_exclusive_use
    return steps
