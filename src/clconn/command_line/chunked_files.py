"""Arrays that stay on a cluster, written to files chunk by chunk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.errors import OptionError, OutputError

__all__ = ["write_chunks"]


def write_chunks(outputs: Mapping[str, str], result: Any) -> None:
    """Write arrays of a result on a cluster, by their names, to ``.npy`` files.

    Nothing is written unless all can be, and a file appears only when it is complete.

    Raises
    ------
    OutputError
        If a path has another suffix, is not writable, or the result has no such array.
    OptionError
        If there are no names to write.
    """
    arrays = {path: _array(name, path, result) for name, path in outputs.items()}
    for path, array in arrays.items():
        _write(path, array)


def _array(name: str, path: str, result: Any) -> Any:
    if not hasattr(result, name):
        raise OutputError(
            f"{path}: the {name} of {result.n:,} vertices have no room in the memory of this "
            "machine: give -o forest.npy alone, and use the edges on a larger one"
        )
    if not path.lower().endswith(".npy"):
        raise OutputError(
            f"{path}: the {name.replace('_', ' ')} of {result.n:,} vertices have no room in the "
            "memory of this machine, and come chunk by chunk: give a path that ends in .npy"
        )
    array = getattr(result, name)
    if array is None:
        raise OptionError(
            f"--{name}: the vertices have no names, only numbers; give --renumber, too"
        )
    return array


def _write(path: str, array: Any) -> None:
    import numpy as np

    from clconn.files import atomic_output

    descr = np.lib.format.dtype_to_descr(array.dtype)
    header = {"descr": descr, "fortran_order": False, "shape": array.shape}
    with atomic_output(path) as stream:
        np.lib.format.write_array_header_1_0(stream, header)
        for chunk in array.to_delayed():
            stream.write(np.ascontiguousarray(chunk.compute(), array.dtype).data)
