"""Weights of several partitions as one array, which holds each of them exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.exact_weights import join_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["joined_weights", "refuse_weights_of_some"]


def refuse_weights_of_some(parts: Iterable[tuple[str, bool]]) -> None:
    """Raise a GraphError unless all parts have weights, or none.

    A part is what messages call it, and whether it has weights.
    """
    first: dict[bool, str] = {}
    for origin, has_weights in parts:
        first.setdefault(has_weights, origin)
    if len(first) == 2:
        raise GraphError(
            f"the edges of {first[True]} have weights, and those of {first[False]} have none; give "
            "weights to all partitions or to none"
        )


def joined_weights(arrays: Sequence[NDArray[Any] | None]) -> NDArray[Any] | None:
    """Return weights one after the other, or None if there are none."""
    there = [each for each in arrays if each is not None]
    if len(there) < 2:
        return there[0] if there else None
    # Types are few, and arrays are many: each is copied once for each type and not for each array.
    types = list(dict.fromkeys(each.dtype for each in there))
    order = sorted(range(len(there)), key=lambda place: types.index(there[place].dtype))
    joined = reduce(
        lambda one, two: join_weights(one, two, "an edge".format),
        [np.concatenate([each for each in there if each.dtype == dtype]) for dtype in types],
    )
    if len(types) == 1:
        return joined
    ends = np.cumsum([there[place].size for place in order])
    pieces = dict(zip(order, np.split(joined, ends[:-1]), strict=True))
    return np.concatenate([pieces[place] for place in range(len(there))])
