"""Check the arrays of a batch, and convert them to what an engine takes.

Invariant: a batch has two arrays of ends of equal size as :class:`clconn.incremental.engine.Engine`
takes them. All ends are in 0..n-1, or the engine checks them. Otherwise there is a
:class:`GraphError` that names the place, and nothing has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clconn.errors import GraphError
from clconn.graph_checks import MAXIMUM_VERTICES, is_device_array, vertex_ids
from clconn.host_arrays import plain_array
from clconn.incremental.largest_end import largest_end
from clconn.incremental.pairs import are_columns_of_pairs

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["NUMBERING", "Batch", "checked_batch", "checked_queries", "refuse_bad_ends"]

NUMBERING = (
    "number the names first, e.g. by a dict: number = numbers.setdefault(name, len(numbers))"
)


class Batch(NamedTuple):
    """The ends of some edges or queries.

    Attributes
    ----------
    sources, targets
        Arrays of the host or of a device.
    n : int
        The number of vertices that they need: the largest end and one, or the present number.
    is_scalar : bool
        Whether the user gave two vertices and no array.
    """

    sources: Any
    targets: Any
    n: int
    is_scalar: bool

    @property
    def size(self) -> int:
        """Number of edges or queries."""
        return int(self.sources.size)

    @property
    def is_on_device(self) -> bool:
        """Whether the ends are pyopencl arrays."""
        return is_device_array(self.sources)


def checked_batch(
    u: Any,
    v: Any,
    n: int,
    *,
    growing: bool,
    engine_checks: Callable[[int], bool] | None = None,
) -> Batch:
    """Return the batch of two vertices, of two arrays, or of a vertex and an array.

    Parameters
    ----------
    n : int
        Number of vertices.
    growing : bool
        Whether ends of n and more are allowed.
    engine_checks : callable, optional
        Whether the engine checks the ends of so many operations, which are then not looked at.
    """
    places = is_device_array(u), is_device_array(v)
    if all(places):
        _refuse_unequal("u", u.size, "v", v.size)
        return Batch(u, v, n, is_scalar=False)
    if any(places):
        raise GraphError(
            "one of u and v is a pyopencl array and the other is not; give both from the same place"
        )
    is_scalar = False
    if _is_ready(u) and _is_ready(v):
        sources, targets = u, v
        if engine_checks is not None and u.size == v.size and engine_checks(u.size):
            return Batch(*_ready(u, v), n, is_scalar=False)
    else:
        sources, targets = _ids(u, "u"), _ids(v, "v")
        is_scalar = not sources.ndim and not targets.ndim
        if not (sources.ndim and targets.ndim):
            sources, targets = np.broadcast_arrays(np.atleast_1d(sources), targets)
    _refuse_unequal("u", sources.size, "v", targets.size)
    needed = max(_count(sources, targets, n, growing), n)
    return Batch(*_ready(sources, targets), needed, is_scalar)


def _ready(sources: NDArray[Any], targets: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the ends as an engine takes them; arrays that fit already are not copied."""
    if sources.dtype == targets.dtype == np.int32 and are_columns_of_pairs(sources, targets):
        return sources, targets
    return (
        np.ascontiguousarray(sources, dtype=np.int32),
        np.ascontiguousarray(targets, dtype=np.int32),
    )


def checked_queries(is_query: Any, batch: Batch) -> Any:
    """Return which operations of a batch are queries, as an array of bools where the ends are."""
    if is_device_array(is_query) != batch.is_on_device:
        raise GraphError(
            "is_query and the ends are not in the same place; give arrays of the host or pyopencl "
            "arrays, but not both"
        )
    if batch.is_on_device:
        _refuse_unequal("is_query", is_query.size, "u", batch.size)
        return is_query
    flags = np.atleast_1d(plain_array(is_query, "is_query"))
    if flags.dtype != np.bool_ and flags.size:
        raise GraphError(
            f"is_query has dtype {flags.dtype}; expected bools: True for a query, False for an "
            "edge to insert"
        )
    if flags.ndim != 1:
        raise GraphError(f"is_query has shape {flags.shape}; expected one dimension")
    _refuse_unequal("is_query", flags.size, "u", batch.size)
    return np.ascontiguousarray(flags, dtype=np.bool_)


def _is_ready(values: Any) -> bool:
    """Whether these are ends as an engine takes them. A small batch costs little but its checks."""
    return type(values) is np.ndarray and values.dtype == np.int32 and values.ndim == 1


def _ids(values: Any, name: str) -> NDArray[Any]:
    """Return vertex ids of any integer type, in one dimension or none."""
    array = plain_array(values, name)
    checked = vertex_ids(np.atleast_1d(array), name, advice=NUMBERING)
    return checked if array.ndim else checked.reshape(())


def _count(sources: NDArray[Any], targets: NDArray[Any], n: int, growing: bool) -> int:
    """Return the largest end and one; refuse an end that is no vertex and cannot become one."""
    limit = MAXIMUM_VERTICES if growing else n
    largest = largest_end(sources, targets)
    if largest >= limit:
        _refuse_first(sources, targets, n, limit, growing)
    return largest + 1


def refuse_bad_ends(sources: NDArray[Any], targets: NDArray[Any], n: int) -> None:
    """Raise a GraphError that names the first edge with an end that is not in 0..n - 1."""
    _count(sources, targets, n, growing=False)


def _refuse_first(
    sources: NDArray[Any], targets: NDArray[Any], n: int, limit: int, growing: bool
) -> None:
    bad = (sources < 0) | (sources >= limit) | (targets < 0) | (targets >= limit)
    place = int(np.flatnonzero(bad)[0])
    u, v = int(sources[place]), int(targets[place])
    known = f"outside 0..{limit - 1}" if limit else "but there are no vertices (n = 0)"
    if min(u, v) < 0:
        advice = f"vertices are numbered from 0, so {NUMBERING}"
    elif max(u, v) >= MAXIMUM_VERTICES:
        advice = f"clconn takes fewer than 2**31 vertices, so {NUMBERING}"
    else:
        advice = f"call grow({max(u, v) + 1}) first, or make it with growing=True"
    raise GraphError(f"entry {place} of u and v joins {u} and {v}, {known}; {advice}")


def _refuse_unequal(one: str, size: int, other: str, other_size: int) -> None:
    if size != other_size:
        raise GraphError(
            f"{one} has {size} entries and {other} {other_size}; give one for each operation"
        )
