"""Contract what is strongly connected nearby: ``contraction.cl`` and ``quotient.cl``.

Before, if most vertices are on paths without branches, these are shortened.

The form of the variant says what is tried before, on graphs that are not deep. That does all of the
work where there is no room for the contracted graphs. What contraction leaves is solved by
signatures, if it is much along shortcuts, and otherwise mostly after searches; and if these would
take longer, by one core of the host.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from clconn.opencl_backend.device.launches import Branch, Decision, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.counted_trimming import LEAST_ROUNDS, counted_trimming
from clconn.opencl_backend.strong_components.quotient import FEW, GIVEN, LAST, Quotient
from clconn.opencl_backend.strong_components.remainder import Extent, Means, Remainder, Solve
from clconn.opencl_backend.strong_components.searches import EARLY_PAUSE_ROUND, NEVER, Searches
from clconn.opencl_backend.strong_components.serial import (
    in_time_of_one_core,
    remainder_on_one_core,
    whole_on_one_core,
)
from clconn.opencl_backend.strong_components.signatures import (
    LEAVING,
    LEFT_CHAINS,
    LEFT_ROUNDS,
    LIST_LENGTH,
    OF_ROUNDS,
    OF_SEARCHES,
    UNFINISHED,
    WERE_DONE,
    WORK_OF_A_BARRIER,
    Signatures,
    labels_of_all,
    take_smallest,
)
from clconn.opencl_backend.strong_components.two_phase import two_phase

__all__ = [
    "AFTER_CHAINS",
    "AT_LENGTH",
    "BRIEFLY",
    "CUT",
    "ENDED",
    "FORMS",
    "FOUND",
    "IN_ROUNDS",
    "LEFT",
    "ON_ONE_CORE",
    "SEARCHED",
    "TRIMMED",
    "contraction",
]

FORMS = ("alone", "chains", "segments", "trimming", "searches", "signatures", "two-phase")

LEFT, FOUND, ENDED, SEARCHED = "left", "found", "ended", "rounds"
"""What a run reports: 0 if nothing had to be contracted, LEFT_CHAINS or LEFT_ROUNDS; the number of
vertices in the component that searches have found if they came to their end, or 0; whether they
did, which with 0 says that there was no vertex to begin at; and how many rounds they took."""
CUT = "cut"
"""Also, if chains were cut before anything else."""
TRIMMED, AT_LENGTH, BRIEFLY, AFTER_CHAINS = "trimmed", 1, 2, 3
"""Whether so many vertices still left alone in the last round of signatures that they were trimmed
by counts before contraction: 0, at length, or for a few rounds; or since cutting chains had left
many."""
IN_ROUNDS, ON_ONE_CORE = "in rounds", "on one core"
"""Also, of a graph that does not get smaller and gets no shortcuts, whether more rounds of
signatures finished it; and of what is left in the end, whether one core had to finish it."""

# On an H100 a round of signatures takes 5 us for 2**16 vertices, 10 for 2**18 with a million arcs,
# 35 for 2**20 with four, and to contract these graphs takes 1 to 4 ms. So about a millisecond is
# lost where it comes to that, and what signatures finish sooner is not contracted.
SHALLOW_WORK = 1 << 28
"""Vertices and entries that signatures look at before a graph is contracted, in all rounds, and
later until the host looks at the time. Rounds of fewer vertices count as much less
(``signatures.cl``)."""
MANY_ROUNDS = 64
"""Rounds that a graph may take for twice this work: of 21 graphs of 2**20 vertices whose rounds
were stopped (H200) 16 to 84 would have finished eleven."""
FEWEST_ROUNDS = 32
"""Rounds that any graph may take: three lattices of 2**20 vertices, with ten arcs each, some both
ways, need 21 to 32 and take 1.7 to 2.7 ms by csr/signatures/jump; stopped after 19 to 23 and
contracted 3.6 to 5.7. It is four times as many as before, tens of milliseconds of 2**24 vertices,
about as long as to contract these."""
ENOUGH_LEAVING = 2048
"""Rounds in which all vertices would have left, at the pace of the last, if they are trimmed. A
mesh of 150,000 vertices closed by an arc, of which 382 did, took 2.8 ms in place of 3.9 (H100); a
tree of near vertices, of which 6 did, 8 ms more."""
PERHAPS_LEAVING = 1 << 15
"""The same, if they are trimmed for a few rounds: in each round more leave a mesh, but not a
timetable. Of 61 graphs seven are between the two: by trimming to the end a shuffled mesh of 2**20
vertices took 9.5 ms in place of 32.3, another one 19 in place of 49, a timetable 47 in place of 13,
the others 0.77 to 1.2 of the time."""
# Of 68 graphs (H200) five, whose vertices leave at a pace that does not last, take 0.3 to 0.8 of
# the time that they take when trimmed to the end, and the others as long. A band of 2**18 vertices
# beside another one took 37 to 62 ms, and takes 13.
ROUNDS_OF_TRIMMING = {AT_LENGTH: 512, BRIEFLY: LEAST_ROUNDS, AFTER_CHAINS: 128}
"""At most, before what is left is contracted."""
# A round takes 20 us where few leave. Twice as many rounds let 1.1 to 1.45 times as many leave four
# of 28 graphs, and 1.6 times as many or more those that trimming nearly ends.
SLOW_TRIMMING = 32
"""Rounds after which it ends where fewer leave than before. H200: a band of 2**18 vertices that an
arc closes takes 4.6 ms in place of 13.1, a shuffled one 3.9 in place of 7.0, dense near vertices
closed so 4.8 in place of 14.1; a strip among cliques, of which the rest took one core 16 ms, 30 in
place of 14.9."""
# Graphs of which most vertices have one successor or one predecessor, but whose chains are short,
# are trimmed once chains are cut (H200, 2026-11-30, at least 16 rounds): hexagons that an arc
# closes take 4.7 ms in place of 28.7, with a fiftieth of their arcs back 4.1 in place of 5.7 (2**20
# vertices) and 38.8 in place of 56.7 (2**22), a small world whose arcs lead on 2.8 in place of 3.7;
# six tori and strips whose arcs point by chance 0.93 to 1.1 of the time. By 512 rounds they take
# 4.7, 3.9, 32 and 2.1 ms, but a shuffled timetable, which 350 of 2**20 vertices leave in each, 29.9
# in place of 16.6, and by 256 24.1.
MANY_AFTER_CHAINS = 0.25
"""Share of the vertices that cutting chains leaves from which they are trimmed."""
# Of ten graphs (H200) three of 2**20 vertices take 63, 47 and 62 ms with all of this time, 300 and
# more, 89 and 341 with half of it, and a shuffled strip of 2**18 without cycles 77 and 58: rounds
# do not end it in 150 ms.
SHARE_OF_DEEP, SHARE_OF_SHALLOW = 0.5, 1.0
"""Of the time that one core would take: what rounds get in the end, and where there are shortcuts,
by which they often come to an end."""
FAR_IF_UNSEEN = 0.5
"""Share of arcs whose ends are far apart, where there is no room to count them."""
_IN_PLACE, _CONTRACT, _TRIM, _TRIM_BRIEFLY, _CUT = range(5)  # the branches of a deep graph


def contraction(builder: PlanBuilder) -> list[Step]:
    """The steps of the algorithm."""
    form = builder.variant.compression
    # What a run makes later must not keep the graph, which keeps the plan.
    inner = builder.on_rows(builder.rows, builder.transposed_rows)
    labels = labels_of_all(inner)
    searches = Searches(inner) if form in ("searches", "two-phase") else None
    own = Signatures(inner, labels, searches)
    has_rounds = form not in ("alone", "trimming", "chains")
    quotient = Quotient(inner, own.vectors, labels, has_rounds=has_rounds)
    if not quotient.is_possible():
        return two_phase(builder)
    rounds, reports = _rounds_of(inner), inner.reports

    def solve(means: Means) -> Solve:
        return partial(_solve_rest, inner, rounds, means)

    def give_up(solve_by: Callable[[Solve], list[Step]]) -> list[Step]:
        def report(is_left: bool) -> None:
            reports.update({IN_ROUNDS: int(not is_left), ON_ONE_CORE: int(is_left)})

        rest = partial(solve_by, partial(remainder_on_one_core, inner))
        return in_time_of_one_core(own, rounds, 1, lambda: quotient.whole, rest, report)

    def in_place() -> list[Step]:
        extent = Extent(inner.n, inner.entry_count, FAR_IF_UNSEEN)
        rest = partial(whole_on_one_core, inner, labels)
        return in_time_of_one_core(own, rounds, 1, lambda: extent, rest, lambda *_: None)

    # Once for all branches, which would make all their kernels anew.
    @cache
    def contract() -> list[Step]:
        return quotient.contracted(solve, give_up)

    def trim(how: int) -> list[Step]:
        bounds = {"least_rounds": SLOW_TRIMMING, "most_rounds": ROUNDS_OF_TRIMMING[how]}
        return [*counted_trimming(inner, labels, own.vectors, **bounds), *contract()]

    def cut() -> list[Step]:
        def is_much_left(control: list[int]) -> Branch:
            if not control[UNFINISHED]:
                reports.update({GIVEN: 0, LAST: 0})
                return None, {}
            # Few got some rounds: their list may be another one by now, but not a longer one.
            are_many = control[LIST_LENGTH] > max(FEW, MANY_AFTER_CHAINS * inner.n)
            reports[TRIMMED] = AFTER_CHAINS if are_many else 0
            return int(are_many), {}

        branches: list[Callable[[], list[Step]]] = [contract, partial(trim, AFTER_CHAINS)]
        decision = Decision(own.control, UNFINISHED + 1, is_much_left, branches)
        return [*own.cut_chains()[0], *own.go_on(0), decision]

    def trims(control: list[int]) -> int:
        leaving = control[LEAVING]
        if form == "trimming" or control[UNFINISHED] != LEFT_ROUNDS:
            return 0
        if leaving * ENOUGH_LEAVING >= inner.n:
            return AT_LENGTH
        return BRIEFLY if leaving * PERHAPS_LEAVING >= inner.n else 0

    def is_deep(control: list[int]) -> Branch:
        left, trimmed = control[UNFINISHED], trims(control)
        reports.update({LEFT: left, TRIMMED: trimmed, FOUND: control[OF_SEARCHES]})
        reports.update({ENDED: control[WERE_DONE], SEARCHED: control[OF_ROUNDS]})
        if form == "chains":
            reports[CUT] = 1
        if not left:
            return None, {}
        if left == LEFT_CHAINS:
            return _CUT, {}
        return {AT_LENGTH: _TRIM, BRIEFLY: _TRIM_BRIEFLY}.get(trimmed, _CONTRACT), {}

    steps = [] if searches is None else searches.begin(EARLY_PAUSE_ROUND, is_first=True)
    if form in ("trimming", "chains", "segments"):
        steps += own.begin(is_first=True)
    if form == "trimming":
        steps += [*counted_trimming(inner, labels, own.vectors), *own.go_on(0)]
    elif form == "chains":
        steps += [*own.cut_chains()[0], *own.go_on(0)]
    elif form == "segments":
        steps += [*own.cut_segments(), *own.go_on(rounds)]
    else:
        leaves = {"searches": LEFT_ROUNDS, "two-phase": LEFT_CHAINS}.get(form, 0)
        steps += own.begin_and_propagate(0 if form == "alone" else rounds, leaves=leaves)
    branches: list[Callable[[], list[Step]]] = [in_place, contract]
    if form != "trimming":
        branches += [partial(trim, AT_LENGTH), partial(trim, BRIEFLY)]
    if form == "two-phase":
        branches.append(cut)
    decision = Decision(
        own.control, LEAVING + 1, is_deep, branches, quotient.rooms,
        without_room=_IN_PLACE, may_end=True,
    )  # fmt: skip
    last = take_smallest(inner, labels)
    steps += [*last, decision, *last]
    builder.needs_exclusive_use |= inner.needs_exclusive_use
    return steps


def _solve_rest(whole: PlanBuilder, rounds: int, means: Means, rest: Remainder) -> list[Step]:
    searches = means in (Means.SEARCHES, Means.SHORTCUTS_AND_SEARCHES)
    begun = Searches(rest.builder, rest.entry_count) if searches else None
    own = Signatures(rest.builder, rest.labels, begun)
    steps = [] if begun is None else begun.begin(NEVER)
    steps += own.begin()
    if begun is not None:
        steps.append(own.use_searches())
    if means is Means.CHAINS:
        steps += own.cut_chains()[0]

    def report(is_left: bool) -> None:
        whole.reports[ON_ONE_CORE] = int(is_left)

    is_shallow = means in (Means.SHORTCUTS, Means.SHORTCUTS_AND_SEARCHES)
    share = SHARE_OF_SHALLOW if is_shallow else SHARE_OF_DEEP
    return [
        *steps,
        *in_time_of_one_core(
            own, rounds, share, rest.extent, lambda: remainder_on_one_core(whole, rest), report
        ),
    ]


def _rounds_of(builder: PlanBuilder) -> int:
    work_of_round = builder.n + 2 * builder.entry_count + WORK_OF_A_BARRIER
    many = min(MANY_ROUNDS, 2 * SHALLOW_WORK // work_of_round)
    return max(FEWEST_ROUNDS, many, SHALLOW_WORK // work_of_round)
