"""What a graph may be made of: the arrays that a user gives, checked before anything else.

Invariant: what comes back is valid as far as its name says, or :class:`GraphError` names
the first entry at fault. Nothing is copied that is as it should be.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "MAXIMUM_VERTICES",
    "check_neighbors",
    "check_offsets",
    "edge_weights",
    "refuse_device_arrays",
    "refuse_edge",
    "vertex_count",
    "vertex_ids",
]

MAXIMUM_VERTICES = 2**31 - 1
"""Most vertices of a graph; ids are int32."""


def refuse_device_arrays(*arrays: object) -> None:
    """Point whoever gives arrays on a device to the class that takes them."""
    if any(type(array).__module__.split(".")[0] == "pyopencl" for array in arrays):
        raise GraphError(
            "these are pyopencl arrays; use clconn.DeviceGraph.from_csr, "
            "which keeps them on the device"
        )


def vertex_ids(values: ArrayLike, name: str, what: str = "a vertex id") -> NDArray[Any]:
    """One dimension of integers, of whatever dtype and range they are."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise GraphError(f"{name} has shape {array.shape}; expected one dimension")
    if array.size == 0:
        return array.astype(np.int32)
    if array.dtype.kind not in "iu":
        place = ""
        if array.dtype.kind == "f":
            odd = np.flatnonzero(array != np.floor(array))
            place = f" (entry {odd[0]} is {array[odd[0]]})" if odd.size else ""
        raise GraphError(
            f"{name} has dtype {array.dtype}{place}; {what} is an integer: "
            "convert with .astype(numpy.int64) if that is what they are"
        )
    return array


def vertex_count(n: Any, hint: int) -> int:
    """A number of vertices that a graph may have.

    Parameters
    ----------
    n : int
    hint : int
        The largest id, where that is what `n` comes from; negative if there is none.
    """
    try:
        count = operator.index(n)
    except TypeError:
        raise GraphError(f"n is {n!r}; expected an integer number of vertices") from None
    if count < 0:
        raise GraphError(f"n is {count}; expected a number of vertices of 0 or more")
    if count > MAXIMUM_VERTICES:
        seen = f" (the largest id is {hint})" if hint >= 0 else ""
        raise GraphError(
            f"{count} vertices{seen}; clconn takes fewer than 2**31. "
            "Renumber sparse ids, e.g. with numpy.unique(..., return_inverse=True)"
        )
    return count


def refuse_edge(sources: NDArray[Any], targets: NDArray[Any], n: int) -> None:
    """Name the first edge whose ends are not both in ``0..n-1``."""
    bad = (sources < 0) | (sources >= n) | (targets < 0) | (targets >= n)
    edge = int(np.flatnonzero(bad)[0])
    allowed = f"outside 0..{n - 1}" if n else "but the graph has no vertices (n = 0)"
    raise GraphError(f"edge {edge} joins {sources[edge]} and {targets[edge]}, {allowed}")


def check_offsets(offsets: NDArray[Any], entries: int) -> None:
    """Refuse offsets that are not those of so many entries."""
    if int(offsets[0]) != 0:
        raise GraphError(f"offsets starts with {offsets[0]}; expected 0")
    if int(offsets[-1]) != entries:
        raise GraphError(
            f"offsets ends with {offsets[-1]}; expected {entries}, the number of entries"
        )
    falls = offsets[1:] < offsets[:-1]
    if falls.any():
        vertex = int(np.flatnonzero(falls)[0])
        raise GraphError(
            f"offsets fall from {offsets[vertex]} to {offsets[vertex + 1]} at vertex {vertex}; "
            "expected a sequence that never falls"
        )


def check_neighbors(neighbors: NDArray[Any], n: int) -> None:
    """Refuse neighbors outside ``0..n-1``."""
    # A negative number is a large one without its sign: one pass over the array, not two. Of
    # narrow types it would be a vertex.
    wide = neighbors.astype(np.int32) if neighbors.dtype.itemsize < 4 else neighbors
    unsigned = wide.view(wide.dtype.str.replace("i", "u"))
    if neighbors.size and int(unsigned.max()) >= n:
        entry = int(np.flatnonzero((neighbors < 0) | (neighbors >= n))[0])
        raise GraphError(
            f"entry {entry} of neighbors is vertex {neighbors[entry]}, outside 0..{n - 1}"
        )


def edge_weights(weights: ArrayLike | None, count: int, what: str) -> NDArray[Any] | None:
    """Integers or floats, one for each of `count` edges or entries (`what`), and no NaN."""
    if weights is None:
        return None
    array = np.asarray(weights)
    if array.shape != (count,):
        raise GraphError(
            f"weights has shape {array.shape}; expected ({count},), one for each {what}"
        )
    if array.dtype.kind == "b":
        array = array.view(np.uint8)
    if array.dtype.kind not in "iuf":
        if array.size:
            raise GraphError(f"weights has dtype {array.dtype}; expected integers or floats")
        array = array.astype(np.float64)
    if array.dtype.kind == "f":
        missing = np.isnan(array)
        if missing.any():
            raise GraphError(
                f"the weight of {what} {int(np.flatnonzero(missing)[0])} is NaN; "
                "give every edge a number"
            )
    return array
