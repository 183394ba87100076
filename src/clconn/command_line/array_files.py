"""Files with a number for each vertex, or for each edge of a forest.

``.npy`` is the format of :func:`numpy.save` (NEP 1), never a pickle. ``.txt`` has one
number per line, starting with vertex 0. A file appears under its name only when it is
complete. ``-`` is standard output, which gets text, or standard input.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from clconn.command_line.output import check_outputs
from clconn.command_line.standard_streams import (
    STANDARD,
    input_title,
    open_output,
    regular_input,
)
from clconn.errors import GraphFileError, OutputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_array_paths", "read_integers", "write_array"]

SUFFIXES = (".npy", ".txt")
LINES_AT_ONCE = 1 << 20


def check_array_paths(paths: Iterable[str], *, source: str, or_tables: bool = False) -> None:
    """Raise an :class:`OutputError` if :func:`write_array` could not write one of the paths.

    Each path must differ from the others and from the input `source`. The message names ``.tsv``,
    too, where `or_tables` says that other paths are tables.
    """
    paths = list(paths)
    for path in paths:
        _suffix(path, or_tables)
    check_outputs((path for path in paths if path != STANDARD), source=source)


def write_array(path: str, values: NDArray[Any]) -> None:
    """Write a one-dimensional array to a ``.npy`` or ``.txt`` file.

    Raises
    ------
    OutputError
        If the file is not writable; an existing file then does not change.
    """
    import numpy as np

    suffix = _suffix(path)
    with open_output(path) as stream:
        if suffix == ".npy":
            np.save(stream, values, allow_pickle=False)
            return
        for start in range(0, values.size, LINES_AT_ONCE):
            lines = map(str, values[start : start + LINES_AT_ONCE].tolist())
            stream.write(("\n".join(lines) + "\n").encode("utf-8", "surrogateescape"))


def read_integers(path: str, what: str) -> NDArray[Any]:
    """Read a one-dimensional array of integers from a ``.npy`` file, or from lines of text.

    Parameters
    ----------
    path : str
    what : str
        The plural noun for the integers in messages, such as ``"labels"``.

    Raises
    ------
    GraphFileError
        If the file does not contain such an array.
    OSError
        If the file is not readable.
    """
    if path == STANDARD:
        with regular_input() as copy:
            return _read_by_content(copy, what)
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

    from clconn.files.streams import quote

    values: list[int] = []
    with open(path, "rb") as stream:
        for number, line in enumerate(stream, 1):
            try:
                value = int(line)
            except ValueError:
                raise GraphFileError(
                    path,
                    f"{quote(line)} is not an integer; expected {what}, one per line",
                    line=number,
                ) from None
            if not -(2**63) <= value < 2**63:
                raise GraphFileError(path, f"{quote(line)} does not fit 64 bits", line=number)
            values.append(value)
    return np.asarray(values, dtype=np.int64)


def _read_by_content(path: str, what: str) -> NDArray[Any]:
    with open(path, "rb") as stream:
        is_binary = stream.read(6) == b"\x93NUMPY"
    try:
        return _read_binary(path, what) if is_binary else _read_text(path, what)
    except GraphFileError as error:
        raise GraphFileError(input_title(STANDARD), error.message, line=error.line) from error


def _suffix(path: str, or_tables: bool = False) -> str:
    if path == STANDARD:
        return ".txt"
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in SUFFIXES:
        table = " nor .tsv (a table with the names of the vertices)" if or_tables else ""
        raise OutputError(
            f"{path}: ends in neither .npy (for numpy.load) nor .txt (one number per line){table}; "
            "- is standard output"
        )
    return suffix
