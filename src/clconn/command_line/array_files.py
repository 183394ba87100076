"""Arrays with a number for each vertex, as files.

``.npy`` is the format of :func:`numpy.save` (NEP 1), int32, and never a pickle;
``.txt`` has one number a line, that of vertex 0 first. A file appears under its
name when it is complete.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from clconn.command_line.output import check_output, same_file
from clconn.errors import GraphFileError, OutputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_array_paths", "read_labels", "write_array"]

SUFFIXES = (".npy", ".txt")
LINES_AT_ONCE = 1 << 20


def check_array_paths(paths: Iterable[str], *, source: str) -> None:
    """Refuse paths that :func:`write_array` could not write, before anything is computed.

    Parameters
    ----------
    paths : iterable of str
    source : str
        The input, which must not be overwritten.

    Raises
    ------
    OutputError
        If a suffix is unknown, a path stands twice or for the input, or it
        cannot be written.
    """
    checked: list[str] = []
    for path in paths:
        _suffix(path)
        check_output(path, source=source)
        if any(same_file(path, other) for other in checked):
            raise OutputError(f"{path}: two results would go to this file; give each its own name")
        checked.append(path)


def write_array(path: str, values: NDArray[Any]) -> None:
    """Write one number for each vertex.

    Parameters
    ----------
    path : str
        Ends in ``.npy`` or ``.txt``.
    values : numpy.ndarray, shape (n,)

    Raises
    ------
    OutputError
        If the file cannot be written; a file of that name is then as it was.
    """
    import numpy as np

    from clconn.files import atomic_output

    suffix = _suffix(path)
    with atomic_output(path) as stream:
        if suffix == ".npy":
            np.save(stream, values, allow_pickle=False)
            return
        for start in range(0, values.size, LINES_AT_ONCE):
            lines = map(str, values[start : start + LINES_AT_ONCE].tolist())
            stream.write(("\n".join(lines) + "\n").encode("ascii"))


def read_labels(path: str) -> NDArray[Any]:
    """Read one integer for each vertex.

    Parameters
    ----------
    path : str
        A ``.npy`` array, or else text with one integer a line.

    Returns
    -------
    numpy.ndarray, shape (n,), an integer dtype

    Raises
    ------
    GraphFileError
        If the file does not hold such an array.
    OSError
        If it cannot be read.
    """
    return _read_binary(path) if path.lower().endswith(".npy") else _read_text(path)


def _read_binary(path: str) -> NDArray[Any]:
    import numpy as np

    with open(path, "rb") as stream:
        try:
            values: NDArray[Any] = np.lib.format.read_array(stream, allow_pickle=False)
        except (ValueError, EOFError, SyntaxError) as error:
            raise GraphFileError(path, f"not an array that numpy.save wrote: {error}") from error
    if values.ndim != 1:
        raise GraphFileError(
            path, f"the array has shape {values.shape}; expected one label for each vertex"
        )
    if values.size and values.dtype.kind not in "iu":
        raise GraphFileError(path, f"the array has dtype {values.dtype}; labels are integers")
    return values


def _read_text(path: str) -> NDArray[Any]:
    import numpy as np

    from clconn.files.streams import shown

    labels: list[int] = []
    with open(path, "rb") as stream:
        for number, line in enumerate(stream, 1):
            try:
                label = int(line)
            except ValueError:
                raise GraphFileError(
                    path, f"{shown(line)} is no integer; expected one label", line=number
                ) from None
            if not -(2**63) <= label < 2**63:
                raise GraphFileError(path, "the label does not fit 64 bits", line=number)
            labels.append(label)
    return np.asarray(labels, dtype=np.int64)


def _suffix(path: str) -> str:
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in SUFFIXES:
        raise OutputError(
            f"{path}: ends in neither .npy (for numpy.load) nor .txt (one number a line)"
        )
    return suffix
