"""Arrays that stay on a cluster, written to files chunk by chunk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.errors import OptionError, OutputError

__all__ = ["write_chunks"]


def write_chunks(outputs: Mapping[str, str], result: Any) -> None:
    """Write arrays of a result on a cluster, by their names, to ``.npy`` files.

    Raises
    ------
    OutputError
        If a path has another suffix, or the result has no such array.
    OptionError
        If there are no names to write.
    """
    for name, path in outputs.items():
        if not hasattr(result, name):
            raise OutputError(
                f"{path}: the {name} of {result.n:,} vertices have no room in the memory of this "
                "machine: give -o forest.npy alone, and use the edges on a larger one"
            )
        if not path.lower().endswith(".npy"):
            raise OutputError(
                f"{path}: the {_words(name)} of {result.n:,} vertices have no room in the memory "
                "of this machine, and come chunk by chunk: give a path that ends in .npy"
            )
        array = getattr(result, name)
        if array is None:
            raise OptionError(
                f"--{name}: the vertices have no names, only numbers; give --renumber, too"
            )
        _write(path, array)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _write(path: str, array: Any) -> None:
    import numpy as np

    try:
        file = np.lib.format.open_memmap(path, "w+", array.dtype, array.shape)
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror or error}") from error
    start = 0
    for chunk in array.to_delayed():
        values = chunk.compute()
        file[start : start + values.size] = values
        start += values.size
    file.flush()
