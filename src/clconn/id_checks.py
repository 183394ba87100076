"""Find the ids of vertices that are missing, or not of the kind that they should be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "kind_of_names",
    "objects_of",
    "refuse_large_ids",
    "refuse_missing_ids",
    "refuse_mixed_ids",
    "refuse_strings",
    "shown",
]


def objects_of(values: list[Any]) -> NDArray[Any]:
    """Return a one-dimensional array of the values as Python objects, even of sequences."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def kind_of_names(array: NDArray[Any]) -> type | None:
    """Return int or str if all objects of an array are of that kind, otherwise None."""
    kinds = {_kind(each) for each in set(map(type, array))}
    return kinds.pop() if len(kinds) == 1 else None


def _kind(of: type) -> type | None:
    if issubclass(of, str):
        return str
    return int if issubclass(of, int | np.integer) and of is not bool else None


def refuse_strings(array: NDArray[Any], name: str, advice: str | None = None) -> None:
    """Raise an error that shows the first id that is a string, and says how to number them."""
    if array.dtype.kind == "O":
        text = next((value for value in array if isinstance(value, str)), None)
    else:
        text = next(iter(array[:1] if array.dtype.kind in "UST" else ()), None)
    if text is None:
        return
    if advice is None and name in ("sources", "targets"):
        advice = "renumber=True numbers the vertices and keeps their names in graph.nodes"
    elif advice is None:
        advice = (
            "rows have one offset for each vertex, so vertices are 0..n-1: make a graph with names "
            "by Graph.from_edges(sources, targets, renumber=True)"
        )
    raise GraphError(f"{name} holds strings, such as {shown(text)}; {advice}")


def refuse_missing_ids(array: NDArray[Any], name: str) -> None:
    """Raise an error that names the first edge whose id is NaN, NaT, None or pandas.NA."""
    if array.dtype.kind in "fc":
        missing = np.flatnonzero(np.isnan(array))
    elif array.dtype.kind == "O":
        missing = np.flatnonzero([_is_missing(value) for value in array])
    else:
        return
    if not missing.size:
        return
    where = int(missing[0])
    value = array[where]
    if name not in ("sources", "targets"):
        raise GraphError(f"entry {where} of {name} is missing ({value})")
    end = name.removesuffix("s")
    raise GraphError(
        f"edge {where} has no {end} ({value}); leave out edges that lack an end, in pandas with "
        "frame.dropna(subset=[...]), and make the columns integers again with .astype('int64')"
    )


def refuse_large_ids(array: NDArray[Any], name: str) -> None:
    """Raise an error that shows the first of integers that no type of 64 bits holds."""
    if array.dtype != object or kind_of_names(array) is not int:
        return
    large = next((value for value in array if not -(2**63) <= value < 2**64), None)
    if large is not None:
        raise GraphError(
            f"{name} holds {shown(large)}; clconn takes fewer than 2**31 vertices: number the ids, "
            "as Graph.from_edges(sources, targets, renumber=True) does"
        )


def refuse_mixed_ids(array: NDArray[Any], name: str) -> None:
    """Raise an error that names the first object whose kind differs from that of the first."""
    if array.dtype != object:
        return
    for edge, value in enumerate(array):
        if _kind(type(value)) is None:
            raise GraphError(
                f"edge {edge} has the {name.removesuffix('s')} {shown(value)}, "
                f"of type {type(value).__name__}; an id is an integer or a string"
            )
        if _kind(type(value)) != _kind(type(array[0])):
            raise GraphError(
                f"{name} holds {shown(array[0])} and, at edge {edge}, {shown(value)}; names are "
                "all integers or all strings: convert the column, e.g. with .astype(str)"
            )


def _is_missing(value: Any) -> bool:
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float | np.floating) and bool(np.isnan(value))


def shown(value: Any) -> str:
    """Return a value for a message: printable and short."""
    text = ascii(value.item() if isinstance(value, np.generic) else value)
    return text if len(text) <= 40 else text[:40] + "..."
