"""The progress bar of a stream: edges, their rate, and the components as they become fewer."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from clconn.progress_bars import progress_bar

if TYPE_CHECKING:
    from typing import Self

__all__ = ["StreamBar"]

_SECONDS_BETWEEN_COUNTS = 0.5
_MOST_OF_THE_TIME = 0.02
"""To count the components waits for the device; so much of the time may go into it."""


class StreamBar:
    """A bar in a terminal or a notebook if it is wanted, otherwise nothing."""

    def __init__(self, name: str, wanted: bool, count: Callable[[], int], begin: int) -> None:
        self._bar: Any = None
        self._count = count
        self._next_count = 0.0
        if wanted:
            self._bar = progress_bar(desc=name, unit=" edges", unit_scale=True, initial=begin)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def move_to(self, edges: int, share: float | None) -> None:
        """Show how many edges there were, and what part of the source that is."""
        if self._bar is None:
            return
        if share:
            self._bar.total = max(round(edges / share), edges)
        self._bar.update(edges - self._bar.n)
        now = time.perf_counter()
        if now >= self._next_count:
            self._bar.set_postfix_str(f"{self._count():,} components")
            after = time.perf_counter()
            pause = max(_SECONDS_BETWEEN_COUNTS, (after - now) / _MOST_OF_THE_TIME)
            self._next_count = after + pause
