"""The names of vertices in a checkpoint: arrays beside the others, in the order of the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError, GraphFileError
from clconn.files.npz import translate_load_errors
from clconn.files.reading import translate_errors
from clconn.files.stored_names import NAME_ARRAYS, arrays_of_names, stored_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.streams.names import Names

__all__ = ["arrays_to_keep", "read_names"]


def arrays_to_keep(names: Names, count: int) -> dict[str, NDArray[Any]]:
    """Return the arrays of the names with numbers below `count`.

    Raises
    ------
    GraphError
        If no type of NumPy holds all of them.
    """
    arrays = arrays_of_names(names.first(count))
    if not arrays:
        raise GraphError(
            "no type of 64 bits holds all ids so far, so a checkpoint cannot hold them; leave the "
            "checkpoint out"
        )
    return arrays


def read_names(path: str, n: int) -> NDArray[Any]:
    """Read the names of the n vertices of a checkpoint.

    Raises
    ------
    GraphFileError
        If the file has none, or not one for each vertex.
    """
    expected = "expected the names of vertices; the checkpoint is damaged"
    with translate_errors(path), open(path, "rb") as stream, translate_load_errors(path, expected):
        archive = np.load(stream, allow_pickle=False)
        arrays = {name: archive[name] for name in NAME_ARRAYS if name in archive.files}
        names = stored_names(path, arrays, n)
    if names is None:
        raise GraphFileError(path, expected)
    return names
