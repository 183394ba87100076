"""Files of edges, which the workers find, cut into pieces and read."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clconn.errors import GraphError, GraphFileError, GraphFileMissingError, MissingLibraryError
from clconn.files.npy import as_columns
from clconn.files.parquet_files import is_parquet
from clconn.files.reading import translate_errors
from clconn.files.streams import HEAD_BYTES

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FilePiece", "find_files", "is_path", "pieces_of_file", "read_piece"]

NPY, PARQUET, TEXT = "npy", "parquet", "text"
_SUFFIXES = {".npy": NPY, ".parquet": PARQUET, ".pq": PARQUET, ".parq": PARQUET}


@dataclass(frozen=True)
class FilePiece:
    """A part of a file, for one task.

    Attributes
    ----------
    path, kind : str
    start, stop : int
        Its rows, or its row groups of Parquet; a text is one piece.
    first_row : int
        The number of its first row in the file.
    """

    path: str
    kind: str
    start: int = 0
    stop: int = 0
    first_row: int = 0


def is_path(value: Any) -> bool:
    """Whether this is a path or a pattern of paths."""
    return isinstance(value, str | os.PathLike)


def find_files(pattern: str) -> list[str]:
    """Return the files that a pattern, a path or a folder names, in natural order: 2 before 10.

    Raises
    ------
    GraphFileMissingError
        If there is none.
    """
    from dask.utils import natural_sort_key

    if "://" in pattern:
        raise GraphError(
            f"{pattern}: is no path that workers can open; for object stores make a data frame: "
            f"dask.dataframe.read_parquet({pattern!r})"
        )
    if os.path.isdir(pattern):
        found = [path for suffix in _SUFFIXES for path in glob.glob(f"{pattern}/*{suffix}")]
    elif os.path.exists(pattern):
        return [pattern]
    else:
        found = [path for path in glob.glob(pattern, recursive=True) if not os.path.isdir(path)]
    if not found:
        raise GraphFileMissingError(
            pattern, "no file matches; a worker looked, and all of them must see the same files"
        )
    return sorted(found, key=natural_sort_key)


def pieces_of_file(path: str, edges: int) -> list[FilePiece]:
    """Cut a file into pieces of about so many edges, by what its head says."""
    kind = _SUFFIXES.get(os.path.splitext(path)[1].lower(), TEXT)
    with translate_errors(path):
        if kind == NPY:
            rows = _map_pairs(path).shape[0]
            starts = range(0, max(rows, 1), edges)
            return [FilePiece(path, NPY, at, min(at + edges, rows), at) for at in starts]
        if kind == TEXT:
            with open(path, "rb") as file:  # says now if it cannot be read
                head = file.read(HEAD_BYTES)
            # The reader of texts refuses Parquet, and says that a cluster reads it.
            if not is_parquet(head):
                return [FilePiece(path, TEXT)]
        return list(_pieces_of_groups(path, edges))


def read_piece(piece: FilePiece, columns: Sequence[str] | None = None) -> Any:
    """Return edges of an array file as pairs in an array, those of Parquet as a table of Arrow."""
    with translate_errors(piece.path):
        if piece.kind == NPY:
            return _map_pairs(piece.path)[piece.start : piece.stop]
        file = _parquet(piece.path)
        groups = list(range(piece.start, piece.stop))
        return file.read_row_groups(groups, columns=columns, use_threads=False)


def column_names(path: str) -> list[str]:
    """Return the names of the columns of a Parquet file."""
    with translate_errors(path):
        return list(_parquet(path).schema_arrow.names)


def _map_pairs(path: str) -> NDArray[Any]:
    from clconn.streams.binary import map_npy

    array = map_npy(path)
    columns = as_columns(array)
    if columns is None or array.dtype.kind not in "iu":
        raise GraphFileError(
            path,
            f"holds {array.dtype} of shape {array.shape}; expected integers of shape (m, 2) or "
            "(2, m)",
        )
    return columns.T


def _pieces_of_groups(path: str, edges: int) -> Iterator[FilePiece]:
    meta = _parquet(path).metadata
    start = rows = first_row = 0
    for group in range(meta.num_row_groups):
        more = meta.row_group(group).num_rows
        if rows and rows + more > edges:
            yield FilePiece(path, PARQUET, start, group, first_row)
            start, first_row, rows = group, first_row + rows, 0
        rows += more
    yield FilePiece(path, PARQUET, start, meta.num_row_groups, first_row)


def _parquet(path: str) -> Any:
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise MissingLibraryError(
            "reading Parquet needs pyarrow on each worker: pip install 'clconn[distributed]'"
        ) from None
    try:
        return parquet.ParquetFile(path)
    except ArrowException as error:
        raise GraphFileError(path, f"is no Parquet file: {error}") from None
