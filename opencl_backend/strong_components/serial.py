"""One core of the host for what takes a device too many rounds.

G. M. Slota, S. Rajamanickam and K. Madduri, "BFS and coloring-based parallel algorithms for
strongly connected components and related problems", IPDPS 2014 (Multistep): a device's
rounds each touch all that is left, a serial algorithm touches each arc once. They leave the last
100,000 vertices to it. Here rounds go on for a share of the time that it would take: so no graph
takes many times as long as the better of both.

Pearce's algorithm is scipy's (``reference/strong_components/pearce.py``).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.opencl_backend.device.launches import Branch, Decision, OnHost, Repetition, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import ONE_CORE, note_course
from clconn.opencl_backend.strong_components.remainder import Extent, Remainder
from clconn.opencl_backend.strong_components.signatures import UNFINISHED, Signatures
from clconn.scipy_labels import strong_roots

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.opencl_backend.device.runtime import Runtime

__all__ = [
    "in_time_of_one_core",
    "remainder_on_one_core",
    "seconds_of_one_core",
    "whole_on_one_core",
]

# scipy on the hosts of H100s, which differ by a third: of 107 graphs of practice and some bands
# and pipelines a vertex took, with its entries, 26 to 84 ns where few arcs lead far, and where most
# do 90 to 300 of 2**18 vertices and 200 to 540 of 2**20, which no cache holds. Too high a number
# costs deep graphs some of this time once; too low a one takes graphs from the device that it is
# about to finish: hexagons took 437 ms in place of 36, and a shuffled pipeline of 2**18 vertices 60
# to 70 where 11 were enough.
NEAR_NANOSECONDS = (30.0, 15.0)
"""For which the host has a vertex, and an entry, of a graph whose arcs lead to near ids."""
FAR_NANOSECONDS = (80.0, 20.0)
"""The same where they lead far, in its cache."""
IN_CACHE = 1 << 18
"""The vertices of such a graph. Of more it takes longer by the root of their number."""


def whole_on_one_core(builder: PlanBuilder, labels: Any) -> list[Step]:
    """Steps that finish all labels of a builder's rows, of which the host knows the size."""

    def solve(runtime: Runtime, *rows_and_labels: Any) -> None:
        *rows, labels = rows_and_labels
        _store(runtime, labels, ~_roots(runtime, builder.n, builder.entry_count, *rows))

    rows = builder.rows
    return [
        note_course(builder, ONE_CORE),
        OnHost(solve, (rows.offsets, rows.neighbors, labels)),
    ]


def remainder_on_one_core(whole: PlanBuilder, rest: Remainder) -> list[Step]:
    """Steps that finish all labels of what is left of a graph."""
    given, rows = whole.rows, rest.builder.rows

    def solve(
        runtime: Runtime, n: int, entry_count: int, offsets: Any, neighbors: Any, origins: Any,
        labels: Any,
    ) -> None:  # fmt: skip
        if 2 * (n + int(entry_count)) <= whole.n + whole.entry_count:
            roots = _roots(runtime, n, int(entry_count), offsets, neighbors)
        else:
            # Of most of the graph, the rows of all of it: these are often in order, which saves
            # more than the others cost.
            all_roots = _roots(runtime, whole.n, whole.entry_count, given.offsets, given.neighbors)
            roots = all_roots[runtime.download(origins, n)]
            numbers = np.empty(whole.n, dtype=np.int32)
            numbers[roots] = np.arange(n, dtype=np.int32)
            roots = numbers[roots]
        _store(runtime, labels, ~roots)

    values = (rows.n, rest.entry_count, rows.offsets, rows.neighbors, rest.origins, rest.labels)
    return [note_course(whole, ONE_CORE), OnHost(solve, values)]


def in_time_of_one_core(
    signatures: Signatures,
    rounds: int,
    share: float,
    extent: Callable[[], Extent],
    rest: Callable[[], list[Step]],
    report: Callable[[bool], None],
) -> list[Step]:
    """Steps of signatures for a share of the time that one core would take, and what follows.

    Parameters
    ----------
    signatures
        They have begun.
    rounds
        How many they take until the host looks at the time.
    extent
        Called in a run: how much the core would have to do at most.
    rest
        The steps that finish what is left then.
    report
        Called with whether anything is left.
    """
    control = signatures.control

    def goes_on(numbers: list[int], seconds: float) -> bool:
        return bool(numbers[UNFINISHED]) and seconds < share * seconds_of_one_core(extent())

    def is_left(numbers: list[int]) -> Branch:
        left = numbers[UNFINISHED]
        report(bool(left))
        return (0 if left else None), {}

    return [
        Repetition(signatures.go_on(rounds), control, UNFINISHED + 1, goes_on),
        Decision(control, UNFINISHED + 1, is_left, [rest]),
    ]


def seconds_of_one_core(extent: Extent) -> float:
    """Which Pearce's algorithm takes, about."""
    n, entry_count, far = extent
    near, of_far = (
        of_vertex * n + of_entry * entry_count
        for of_vertex, of_entry in (NEAR_NANOSECONDS, FAR_NANOSECONDS)
    )
    beyond = max(1.0, n / IN_CACHE)
    return 1e-9 * ((1 - far) * near + far * math.sqrt(beyond) * of_far)


def _roots(
    runtime: Runtime, n: int, entry_count: int, offsets: Any, neighbors: Any
) -> NDArray[np.int32]:
    return strong_roots(runtime.download(offsets, n + 1), runtime.download(neighbors, entry_count))


def _store(runtime: Runtime, labels: Any, values: NDArray[np.int32]) -> None:
    staging = runtime.staging
    staging.order(staging.upload([(labels, values)]))
