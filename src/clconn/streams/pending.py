"""Edges that were read and wait to become a batch."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.renumbering import joined
from clconn.streams.batches import Batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Pending"]


class Pending:
    """A queue of edges: put in as they are read, taken out in batches of the wanted size.

    Each part has a place, such as the offset of its block; :attr:`place` tells where the next
    edge to be taken is.
    """

    def __init__(self) -> None:
        self.size = 0
        self._parts: deque[tuple[Batch, Any]] = deque()
        self._taken = 0

    def add(self, part: Batch, place: Any = None) -> None:
        """Put edges in."""
        if part.sources.size:
            self._parts.append((part, place))
            self.size += part.sources.size

    @property
    def place(self) -> tuple[Any, int] | None:
        """The place of the next edge's part, and its number there; None if there is no edge."""
        return (self._parts[0][1], self._taken) if self._parts else None

    def peek(self, count: int) -> Batch:
        """Return about the first `count` edges, or all, without taking them out."""
        other = Pending()
        for part, _ in self._parts:
            other.add(part)
            if other.size >= count:
                break
        return other.take(count)

    def drop(self, count: int) -> int:
        """Take up to `count` edges out, and return how many there were."""
        return self.take(count).sources.size if self.size else 0

    def take(self, count: int) -> Batch:
        """Take up to `count` edges out; a batch within one part is a view of it."""
        columns: list[Batch] = []
        wanted = min(count, self.size)
        self.size -= wanted
        while wanted:
            part = self._parts[0][0]
            end = min(part.sources.size, self._taken + wanted)
            columns.append(
                Batch(*(None if each is None else each[self._taken : end] for each in part))  # type: ignore[arg-type]
            )
            wanted -= end - self._taken
            self._taken = end
            if end == part.sources.size:
                self._parts.popleft()
                self._taken = 0
        if len(columns) == 1:
            return columns[0]
        return Batch(
            joined([each.sources for each in columns]),
            joined([each.targets for each in columns]),
            _joined_weights([each.weights for each in columns]),
        )


def _joined_weights(weights: list[NDArray[Any] | None]) -> NDArray[Any] | None:
    arrays = [each for each in weights if each is not None]
    return np.concatenate(arrays) if arrays else None
