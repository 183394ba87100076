"""The names of vertices in NumPy archives.

``nodes`` has an integer for each vertex. If names are strings, it has the bytes of all of them
in UTF-8, one after the other, and ``node_offsets`` where each begins, and the end of the last.
So a long name does not widen the others, as it would in an array of strings, which is read,
too. Other names, such as the nodes of some NetworkX graphs, are not stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from clconn.errors import GraphFileError
from clconn.id_checks import kind_of_names, objects_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NAME_ARRAYS", "arrays_of_names", "refuse_names_of_rows", "stored_names"]

NAME_ARRAYS = ("nodes", "node_offsets")
"""The names of the arrays."""

_CODING = ("utf-8", "surrogatepass")


def arrays_of_names(nodes: Sequence[Any] | NDArray[Any] | None) -> dict[str, NDArray[Any]]:
    """Return the arrays to write for names; none if they are of other kinds."""
    if nodes is None:
        return {}
    names = nodes if isinstance(nodes, np.ndarray) else objects_of(list(nodes))
    kind = kind_of_names(names) if names.dtype == object else None
    if kind is int:
        names = np.array([int(name) for name in names])  # object if beyond 64 bits
    if names.dtype.kind in "iu":
        return {"nodes": names}
    if kind is not str:
        return {}
    words = [name.encode(*_CODING) for name in names]
    offsets = np.zeros(len(words) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, words), np.int64, len(words)), out=offsets[1:])
    return {"nodes": np.frombuffer(b"".join(words), dtype=np.uint8), "node_offsets": offsets}


def stored_names(path: str, arrays: dict[str, NDArray[Any]], n: int) -> NDArray[Any] | None:
    """Return the names of n vertices from the arrays of an archive, or None if it has none.

    Raises
    ------
    GraphFileError
        If the arrays are damaged, or two vertices have one name.
    """
    if "nodes" not in arrays:
        return None
    nodes = arrays["nodes"]
    offsets = arrays.get("node_offsets")
    if offsets is not None:
        nodes = _strings(path, nodes, offsets)
    if nodes.ndim != 1 or nodes.dtype.kind not in "iuUO":
        raise GraphFileError(
            path,
            "expected 'nodes' to be one name for each vertex, integers or strings, found "
            f"{nodes.dtype} of shape {nodes.shape}",
        )
    if nodes.size != n:
        raise GraphFileError(path, f"'nodes' has {nodes.size} names for {n} vertices")
    if nodes.dtype.kind == "U":
        nodes = objects_of(nodes.tolist())
    if nodes.dtype.kind in "iu" and nodes.dtype != np.uint64:
        nodes = nodes.astype(np.int64, copy=False)
    if not bool(np.all(nodes[1:] > nodes[:-1])) and len(set(nodes.tolist())) < n:
        raise GraphFileError(path, "'nodes' has a name twice; each vertex needs its own")
    return nodes


def _strings(path: str, text: NDArray[Any], offsets: NDArray[Any]) -> NDArray[Any]:
    valid = (
        text.dtype == np.uint8
        and text.ndim == offsets.ndim == 1
        and offsets.dtype.kind in "iu"
        and offsets.size > 0
        and int(offsets[0]) == 0
        and int(offsets[-1]) == text.size
        and bool(np.all(offsets[1:] >= offsets[:-1]))
    )
    if not valid:
        raise GraphFileError(path, "'nodes' and 'node_offsets' do not fit; expected bytes of text")
    whole, bounds = text.tobytes(), offsets.tolist()
    words = (whole[begin:end] for begin, end in pairwise(bounds))
    try:
        return objects_of([word.decode(*_CODING) for word in words])
    except UnicodeDecodeError as error:
        raise GraphFileError(path, f"'nodes' is not UTF-8: {error.reason}") from None


def refuse_names_of_rows(path: str) -> NoReturn:
    """Raise an error for ``renumber=True`` with vertices that are numbered or named already."""
    raise GraphFileError(
        path,
        "the vertices have numbers without gaps, or names, in this file already; renumber=True "
        "(--renumber) is for edge lists",
    )
