"""How long the kernels of a plan take, on a graph that is on the device already."""

from __future__ import annotations

import time
from typing import Any

RUNS = 15
WARM_UP = 0.06
"""Seconds; after a shorter time the GPU's clocks are still low."""


def run_milliseconds(plan: Any, runs: int = RUNS) -> list[float]:
    """Warm up, and return the time of each of some runs, which end with ``queue.finish()``."""

    def run() -> float:
        begin = time.perf_counter()
        plan.run(wait=True)
        return 1e3 * (time.perf_counter() - begin)

    warm_at = time.perf_counter() + WARM_UP
    while time.perf_counter() < warm_at:
        run()
    return [run() for _ in range(runs)]
