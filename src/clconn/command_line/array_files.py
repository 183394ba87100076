"""Arrays with a number for each vertex, or for each edge of a forest, as files.

``.npy`` is the format of :func:`numpy.save` (NEP 1) and never a pickle; ``.txt``
has one number a line, that of vertex 0 first. A file appears under its name when
it is complete.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from clconn.command_line.output import check_outputs
from clconn.errors import GraphFileError, OutputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_array_paths", "read_integers", "write_array"]

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
    paths = list(paths)
    for path in paths:
        _suffix(path)
    check_outputs(paths, source=source)


def write_array(path: str, values: NDArray[Any]) -> None:
    """Write an array of numbers.

    Parameters
    ----------
    path : str
        Ends in ``.npy`` or ``.txt``.
    values : numpy.ndarray, of one dimension

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


def read_integers(path: str, what: str) -> NDArray[Any]:
    """Read an array of integers.

    Parameters
    ----------
    path : str
        A ``.npy`` array, or else text with one integer a line.
    what : str
        What they are, for the messages: ``"labels"``.

    Returns
    -------
    numpy.ndarray, of one dimension and an integer dtype

    Raises
    ------
    GraphFileError
        If the file does not hold such an array.
    OSError
        If it cannot be read.
    """
    return _read_binary(path, what) if path.lower().endswith(".npy") else _read_text(path, what)


def _read_binary(path: str, what: str) -> NDArray[Any]:
    import numpy as np

    with open(path, "rb") as stream:
        try:
            values: NDArray[Any] = np.lib.format.read_array(stream, allow_pickle=False)
        except (ValueError, EOFError, SyntaxError) as error:
            raise GraphFileError(path, f"not an array that numpy.save wrote: {error}") from error
    if values.ndim != 1:
        raise GraphFileError(path, f"the array has shape {values.shape}; {what} have one dimension")
    if values.size and values.dtype.kind not in "iu":
        raise GraphFileError(path, f"the array has dtype {values.dtype}; {what} are integers")
    return values


def _read_text(path: str, what: str) -> NDArray[Any]:
    import numpy as np

    from clconn.files.streams import shown

    values: list[int] = []
    with open(path, "rb") as stream:
        for number, line in enumerate(stream, 1):
            try:
                value = int(line)
            except ValueError:
                raise GraphFileError(
                    path, f"{shown(line)} is no integer; {what} stand one a line", line=number
                ) from None
            if not -(2**63) <= value < 2**63:
                raise GraphFileError(path, f"{shown(line)} does not fit 64 bits", line=number)
            values.append(value)
    return np.asarray(values, dtype=np.int64)


def _suffix(path: str) -> str:
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in SUFFIXES:
        raise OutputError(
            f"{path}: ends in neither .npy (for numpy.load) nor .txt (one number a line)"
        )
    return suffix
