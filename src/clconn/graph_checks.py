"""Checks of the arrays that a user passes to build a graph.

Invariant: a function returns a value that passed the check in its name, or raises a
:class:`GraphError` that names the first wrong entry. Valid arrays are not copied.
"""

from __future__ import annotations

import operator
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.host_arrays import column_of
from clconn.id_checks import refuse_large_ids, refuse_missing_ids, refuse_strings
from clconn.parallel_passes import largest_unsigned

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "MAXIMUM_VERTICES",
    "RENUMBER",
    "RENUMBER_WITHOUT_N",
    "EdgeOutsideError",
    "advice_on_ids",
    "array_advice",
    "check_flag",
    "check_neighbors",
    "check_offsets",
    "is_device_array",
    "reading_advice",
    "refuse_device_arrays",
    "refuse_edge",
    "refuse_unequal_ends",
    "vertex_count",
    "vertex_ids",
]

MAXIMUM_VERTICES = 2**31 - 1
"""Largest number of vertices of a graph; vertex ids are int32."""
RENUMBER = "renumber=True (--renumber on the command line)"
"""What makes vertices of any ids, in messages."""
RENUMBER_WITHOUT_N = "renumber=True without n (--renumber without --n on the command line)"
"""The same where the number of vertices was given, which is refused beside it."""


DIRECTED = ", directed=True"
"""What advice says in addition where edges are arcs: without it each would be an edge."""


class EdgeOutsideError(GraphError):
    """An end of an edge is no vertex; `fault` says so without advice."""

    # Not an argument, so that the error can be pickled.
    fault = ""


def is_device_array(array: object) -> bool:
    """Whether this is an array of pyopencl, which need not be imported for that."""
    return type(array).__module__.split(".")[0] == "pyopencl"


def refuse_device_arrays(*arrays: object) -> None:
    """Reject pyopencl arrays and name the class that accepts them."""
    if any(map(is_device_array, arrays)):
        raise GraphError(
            "these are pyopencl arrays; use clconn.DeviceGraph.from_csr, "
            "which keeps them on the device"
        )


def reading_advice(source: object, *, directed: bool = False) -> str:
    """Return advice to read the file, if something else than a graph is a path or an open file."""
    more = DIRECTED if directed else ""
    if isinstance(source, str | bytes | os.PathLike):
        return f"; to read a file, give clconn.read({os.fsdecode(source)!r}{more})"
    if hasattr(source, "read"):
        return f"; to read an open file, give clconn.read(file{more})"
    return ""


def array_advice(source: object, *, directed: bool = False) -> str:
    """Return advice to make a graph of an array or a list of edges that is given as one."""
    more = DIRECTED if directed else ""
    if isinstance(source, np.ndarray):
        weights = ", weights=array[:, 2]" if source.ndim == 2 and source.shape[1] == 3 else ""
        return (
            "; of a dense matrix make scipy.sparse.csr_array(matrix), of an array with an edge in "
            f"each row Graph.from_edges(array[:, 0], array[:, 1]{weights}{more})"
        )
    if isinstance(source, list | tuple):
        if source and isinstance(source[0], list | tuple) and len(source[0]) == 3:
            return (
                "; of a list of edges (u, v, weight) make sources, targets, weights = zip(*edges), "
                f"then Graph.from_edges(sources, targets, weights=weights{more})"
            )
        return f"; of a list of edges (u, v) make Graph.from_edges(*zip(*edges){more})"
    return ""


def vertex_ids(
    values: ArrayLike, name: str, what: str = "a vertex id", *, advice: str | None = None
) -> NDArray[Any]:
    """Return a one-dimensional integer array of any integer dtype and range.

    Parameters
    ----------
    advice : str, optional
        What to do with strings.
    """
    array = column_of(values, name)
    if array.size == 0:
        return array.astype(np.int32)
    if array.dtype.kind not in "iu":
        refuse_strings(array, name, advice)
        refuse_missing_ids(array, name)
        refuse_large_ids(array, name)
        place = ""
        if array.dtype.kind == "f":
            odd = np.flatnonzero(array != np.floor(array))
            place = f" (entry {odd[0]} is {array[odd[0]]})" if odd.size else ""
        raise GraphError(
            f"{name} has dtype {array.dtype}{place}; {what} is an integer: "
            "convert with .astype(numpy.int64) if that is what they are"
        )
    return array


def refuse_unequal_ends(sources: NDArray[Any], targets: NDArray[Any]) -> None:
    """Raise an error if an edge lacks an end."""
    if sources.size != targets.size:
        raise GraphError(
            f"sources has {sources.size} entries and targets {targets.size}; "
            "give one source and one target for each edge"
        )


def vertex_count(n: Any, hint: int, remedy: str = RENUMBER_WITHOUT_N) -> int:
    """Return `n` as a valid number of vertices; `hint` is the largest id, or negative."""
    try:
        count = operator.index(n)
    except TypeError:
        raise GraphError(f"n is {n!r}; expected an integer number of vertices") from None
    if count < 0:
        raise GraphError(f"n is {count}; expected a number of vertices of 0 or more")
    if count > MAXIMUM_VERTICES:
        limit = "clconn takes fewer than 2**31"
        if hint < 0:
            raise GraphError(f"{count} vertices; {limit}")
        raise GraphError(
            f"{count} vertices (the largest id is {hint}); {limit}. "
            f"For sparse ids, {remedy} makes vertices of those that occur"
        )
    return count


def refuse_edge(
    sources: NDArray[Any],
    targets: NDArray[Any],
    n: int,
    *,
    first: int = 0,
    remedy: str | None = RENUMBER,
) -> None:
    """Raise an error that names the first edge with an end outside ``0..n-1``, if there is one.

    Parameters
    ----------
    first
        The number of the first edge.
    remedy
        What makes vertices of any ids; with None the message ends without advice.
    """
    bad = (sources < 0) | (sources >= n) | (targets < 0) | (targets >= n)
    if not bad.any():
        return
    edge = int(bad.argmax())
    bounds = f"outside 0..{n - 1}" if n else "but the graph has no vertices (n = 0)"
    fault = f"edge {first + edge} joins {sources[edge]} and {targets[edge]}, {bounds}"
    advice = ""
    if remedy is not None:
        smallest = min(int(end.min()) for end in (sources, targets))
        largest = max(int(end.max()) for end in (sources, targets))
        advice = f"; {advice_on_ids(smallest, largest, remedy)}"
    error = EdgeOutsideError(fault + advice)
    error.fault = fault
    raise error


def advice_on_ids(smallest: int, largest: int, remedy: str = RENUMBER) -> str:
    """Return what makes vertices of ids, of which some are not below the number of vertices."""
    if smallest < 0 or largest >= MAXIMUM_VERTICES:
        return f"{remedy} makes vertices of the ids that occur"
    return f"n (--n) has to be {largest + 1} or more, or left out"


def check_flag(value: Any, name: str) -> None:
    """Refuse what is neither true nor false: of ``"no"`` Python would make True."""
    if not isinstance(value, np.bool_) and not (isinstance(value, int) and value in (0, 1)):
        raise GraphError(f"{name} is {value!r}; expected True or False")


def check_offsets(offsets: NDArray[Any], entries: int, *, ends_only: bool = False) -> None:
    """Reject offsets that are not valid for `entries` entries; look only at both ends on demand."""
    if int(offsets[0]) != 0:
        raise GraphError(f"offsets starts with {offsets[0]}; expected 0")
    if int(offsets[-1]) != entries:
        raise GraphError(
            f"offsets ends with {offsets[-1]}; expected {entries}, the number of entries"
        )
    if ends_only:
        return
    falls = offsets[1:] < offsets[:-1]
    if falls.any():
        vertex = int(np.flatnonzero(falls)[0])
        raise GraphError(
            f"offsets fall from {offsets[vertex]} to {offsets[vertex + 1]} at vertex {vertex}; "
            "expected a sequence that never falls"
        )


def check_neighbors(neighbors: NDArray[Any], n: int) -> None:
    """Reject neighbors outside ``0..n-1``."""
    if largest_unsigned(neighbors) >= n:
        entry = int(np.flatnonzero((neighbors < 0) | (neighbors >= n))[0])
        raise GraphError(
            f"entry {entry} of neighbors is vertex {neighbors[entry]}, outside 0..{n - 1}"
        )
