"""Choose a variant by runs on trial, which ``variant="measured"`` asks for.

``"auto"`` chooses by rules from what a few looks see, and graphs that look alike may still differ
by what suits them (docs/performance.md, "Where auto loses"). Runs tell. They cost a build of each
variant, once for a device, and some runs of each, once for a graph; who runs the fastest often
afterwards has that back.

Invariant: every variant gives the same answer, so a time that something else has disturbed costs
time alone. What ``"auto"`` chooses for the graph as it was placed is tried first, if it has the
options that the user set.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clconn.design_space import AUTOMATIC, Automatic, Choice, settings
from clconn.errors import (
    DeviceError,
    DeviceMemoryError,
    OptionError,
    TimeLimitError,
    UnknownVariantError,
)
from clconn.opencl_backend.plan.plan import Plan

if TYPE_CHECKING:
    from clconn.opencl_backend.plan.run import Solver

__all__ = ["measure_choice"]

WARM_UP = 0.06
"""Seconds of runs before the first that counts: after a shorter time a GPU's clocks are still low.
All programs are built before, which takes long enough for them to fall again."""

FEWEST_RUNS, RUNS = 3, 9
"""Runs of a variant, after one that does not count: of three one may have waited for a host's turn,
and another for nothing. The median counts."""

SHORT, LONG = 0.01, 0.1
"""Seconds of runs of a variant after which there are no more than the fewest; and after which no
further one begins."""

HOPELESS = 2.0
"""How much longer than the best so far the runs of a variant take that has the fewest."""

TOO_LONG = 20.0
"""How much longer than the best so far a run of a variant with a loop takes that is stopped, and
the first run of any after which it does not run again."""
LEAST_LIMIT = 0.05
"""Seconds that each of them may take."""
LEAST_LIMIT_OF_FIRST = {True: 3.0, False: 0.5}
"""The same of its first, on a processor and on others: PoCL compiles in it, for strong components
up to 2.8 s on two cores."""

LONGEST = 20.0
"""Seconds from the first build on after which no further variant is tried."""

CLOSE, WAITED = 1.25, 1e-3
"""A variant runs again in the end if its time is within this many times the best and this many
seconds more: the device may have rested before the first; one median of a few may be a fifth off;
and beside thirteen busy processes all runs of a few variants in turn took 0.5 ms too long each (an
H100's host of 16 cores)."""

_FAILURES = (DeviceError, DeviceMemoryError, TimeLimitError)
"""For which a variant is out of the race: as in exploration, a driver may refuse any of them."""


class _Race:
    """Who has run, and how long it took; only the plan of the best is kept."""

    def __init__(self, solver: Solver, graph: Any) -> None:
        self._solver = solver
        self._graph = graph
        self._ends = time.perf_counter() + LONGEST
        self._failure: Exception | None = None
        self._fastest: tuple[Choice, Plan] | None = None
        self.seconds: dict[Any, float] = {}

    def run(self, choices: Sequence[Choice]) -> tuple[Choice, Plan]:
        """Try all, those that may be the best twice, and return the fastest.

        Raises
        ------
        DeviceMemoryError, DeviceError, TimeLimitError
            What the first met, if none has run.
        """
        self._round([choice for choice in choices if self._is_built(choice)])
        if self._fastest is None:
            assert self._failure is not None
            raise self._failure
        bound = CLOSE * self._best + WAITED
        self._round([c for c in choices if self.seconds.get(c.key, math.inf) <= bound])
        return self._fastest

    def _round(self, choices: Sequence[Choice]) -> None:
        for choice in choices:
            if not self.seconds or time.perf_counter() < self._ends:
                self._try(choice)

    @property
    def _best(self) -> float:
        return min(self.seconds.values(), default=math.inf)

    def _is_built(self, choice: Choice) -> bool:
        """Build all programs of a choice, so that none is built while it runs."""
        plan = self._plan(choice)
        if plan is None:
            return False
        try:
            plan.make_all()
        except _FAILURES as error:
            self._note(error)
            return False
        return True

    def _plan(self, choice: Choice) -> Plan | None:
        try:
            return self._solver.make_plan(self._graph, choice)
        except _FAILURES as error:
            self._note(error)
            return None

    def _note(self, error: Exception) -> None:
        # Its traceback would keep plans, and with them memory, while others are tried.
        error.__context__ = None
        self._failure = self._failure or error.with_traceback(None)

    def _try(self, choice: Choice) -> None:
        fastest, key = self._fastest, choice.key
        plan = fastest[1] if fastest and fastest[0] is choice else self._plan(choice)
        if plan is None:
            return
        took = self._measure(plan, self._best, warm_up=not self.seconds)
        if took is None:
            return
        if took < self._best:
            self._fastest = choice, plan
        self.seconds[key] = min(took, self.seconds.get(key, math.inf))

    def _measure(self, plan: Plan, best: float, *, warm_up: bool = False) -> float | None:
        """The median of some runs in seconds, of fewer if they are far beyond the best."""
        limit = max(TOO_LONG * best, LEAST_LIMIT)
        try:
            limit_of_first = max(TOO_LONG * best, LEAST_LIMIT_OF_FIRST[plan.runtime.is_cpu])
            first = _run(plan, limit_of_first)
            if first > limit_of_first:
                return first
            if warm_up:
                _warm_up(plan)
            times = [_run(plan, limit)]
            while not _are_enough(times, best):
                times.append(_run(plan, limit))
        except _FAILURES as error:
            self._note(error)
            return None
        return statistics.median(times)


def measure_choice(solver: Solver, graph: Any, request: Automatic) -> tuple[Choice, Plan]:
    """Run variants on a graph, and return the fastest with its plan.

    Raises
    ------
    OptionError
        If no variant that would be tried has the options that the user set.
    DeviceMemoryError
        If there is no memory for any of them.
    """
    # No other thread's runs are among those that are measured.
    with graph.runtime.lock:
        choices, automatic = _candidates(solver, graph, request)
        if len(choices) == 1 or not graph.entry_count:
            why = "no other has these options" if graph.entry_count else "there are no edges"
            choice = replace(choices[0], reason=f"nothing was tried, since {why}")
            return choice, solver.make_plan(graph, choice)
        race = _Race(solver, graph)
        best, plan = race.run(choices)
    return replace(best, reason=_reason(best, automatic, race.seconds)), plan


def _candidates(
    solver: Solver, graph: Any, request: Automatic
) -> tuple[list[Choice], Choice | None]:
    """What is tried, that of ``"auto"`` first, which is also returned if it has the options."""
    automatic, refusal = None, None
    try:
        automatic = solver.choose(graph, request)
    except OptionError as error:
        refusal = error
    choices = {} if automatic is None else {automatic.key: automatic}
    for finalist in solver.finalists(graph):
        try:
            choice = request.choose(finalist.name, "", finalist.options)
        except (OptionError, UnknownVariantError):
            continue
        choices.setdefault(choice.key, choice)
    if not choices:
        assert refusal is not None
        raise refusal
    return list(choices.values()), automatic


def _are_enough(times: Sequence[float], best: float) -> bool:
    took = sum(times)
    if len(times) < FEWEST_RUNS:
        return took >= LONG
    return len(times) >= RUNS or took >= SHORT or min(times) >= HOPELESS * best


def _warm_up(plan: Plan) -> None:
    start = time.perf_counter()
    while time.perf_counter() - start < WARM_UP:
        plan.run(wait=True)


def _run(plan: Plan, limit: float) -> float:
    start = time.perf_counter()
    with plan.runtime.limited(limit):
        plan.run(wait=True)
    return time.perf_counter() - start


def _reason(best: Choice, automatic: Choice | None, times: Mapping[Any, float]) -> str:
    took = f"of {len(times)} variants that ran on this graph it was the fastest"
    took += f", {_took(best, times)}"
    if automatic is None or automatic.key not in times:
        return took
    if automatic is best:
        return f"{took}; {AUTOMATIC!r} chooses it, too, since {best.reason}"
    words = " ".join([automatic.variant.name, *settings(automatic.variant, automatic.options)])
    return f"{took}; {AUTOMATIC!r} chooses {words}, {_took(automatic, times)}"


def _took(choice: Choice, times: Mapping[Any, float]) -> str:
    return f"{1e3 * times[choice.key]:.3g} ms"
