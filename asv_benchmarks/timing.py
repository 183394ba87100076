"""How long kernels of a plan take on a graph that is on the device, and calls that take turns."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

RUNS = 15
WARM_UP = 0.06
"""Seconds; after a shorter time the GPU's clocks are still low."""


def run_milliseconds(plan: Any, runs: int = RUNS, warm_up: float = WARM_UP) -> list[float]:
    """Warm up, and return the time of each of some runs, which end with ``queue.finish()``."""

    def run() -> float:
        begin = time.perf_counter()
        plan.run(wait=True)
        return 1e3 * (time.perf_counter() - begin)

    warm_at = time.perf_counter() + warm_up
    while time.perf_counter() < warm_at:
        run()
    return [run() for _ in range(runs)]


class Run(NamedTuple):
    """Milliseconds of a call: by the clock, and of the processor, all threads together."""

    wall: float
    processor: float


def in_turns(
    calls: dict[str, Callable[[], Any]], runs: int, seconds: float = float("inf")
) -> dict[str, list[Run]]:
    """Measure each run of each call; all take turns, so that others' load hits all alike.

    Each round has an order of its own by chance: who always followed the same call would always
    find the caches as that leaves them. On a path of 2^21 vertices ``"auto"``, after codes with
    graphs of their own, took 7.3 ms, and the variant that it chose 5.4, after others of ours.

    A call that has taken so many seconds rests.
    """
    times: dict[str, list[Run]] = {name: [] for name in calls}
    generator = random.Random(0)
    for _ in range(runs):
        for name, call in generator.sample(list(calls.items()), len(calls)):
            if sum(run.wall for run in times[name]) > 1e3 * seconds:
                continue
            begin = time.perf_counter(), time.process_time()
            answer = call()
            end = time.perf_counter(), time.process_time()
            times[name].append(Run(1e3 * (end[0] - begin[0]), 1e3 * (end[1] - begin[1])))
            del answer
    return times
