"""Run blocks of work on the processor's cores.

numpy releases the interpreter lock inside its loops, so threads suffice. The result
of a block depends only on its number, never on the thread that runs it, so a graph is
the same on one core and on a hundred.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

__all__ = ["in_parallel", "worker_count"]

Item = TypeVar("Item")
Result = TypeVar("Result")


def worker_count() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_parallel(work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Call `work` on every item in parallel, and return the results in the order of the items."""
    with ThreadPoolExecutor(worker_count()) as pool:
        return list(pool.map(work, items))
