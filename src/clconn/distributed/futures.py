"""What computations in rounds do with futures: take them in, fold them, and size their limit."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from clconn.distributed.vertices_room import smallest_limit
from clconn.errors import OptionError

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["as_futures", "fold", "gather_limit"]

_FAN_IN = 8
_WITHOUT_LIMIT = 1 << 34
"""Bytes of memory that a worker is taken to have if Dask was told not to limit it."""


def as_futures(client: Client, blocks: Iterable[Any]) -> list[Future]:
    """Return futures of blocks that are futures or delayed."""
    from distributed import Future

    blocks = list(blocks)
    return [each if isinstance(each, Future) else client.compute(each) for each in blocks]


def fold(client: Client, futures: Sequence[Future], merge: Callable[[list[Any]], Any]) -> Future:
    """Merge what futures hold by a tree, so that no worker holds more than a few of them at once.

    `merge` takes a list, and is called for a single future, too.
    """
    level = list(futures)
    while True:
        level = [
            client.submit(merge, level[start : start + _FAN_IN], pure=False)
            for start in range(0, len(level), _FAN_IN)
        ]
        if len(level) == 1:
            return level[0]


def gather_limit(client: Client, gather_bytes: int | None) -> int:
    """Return how many bytes of what is left one worker may get, to finish it.

    Raises
    ------
    OptionError
        If it is given, and no number of bytes.
    """
    if gather_bytes is None:
        # To solve it takes several times the memory.
        return (smallest_limit(client) or _WITHOUT_LIMIT) // 16
    try:
        limit = operator.index(gather_bytes)
    except TypeError:
        limit = -1
    if limit < 0:
        raise OptionError(
            f"gather_bytes is {gather_bytes!r}; expected a number of bytes, 0 to finish nothing on "
            "one worker, or None for a sixteenth of the smallest worker's memory"
        )
    return limit
