"""Run blocks of work on the processor's cores.

numpy releases the interpreter lock inside its loops, so threads suffice. The result
of a block depends only on its number, never on the thread that runs it, so a graph is
the same on one core and on a hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from clconn.parallel_passes import usable_cores

__all__ = ["in_parallel"]

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Call `work` on every item in parallel, and return the results in the order of the items."""
    with ThreadPoolExecutor(usable_cores()) as pool:
        return list(pool.map(work, items))
