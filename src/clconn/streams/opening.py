"""Find out what a source of edges is, and open it."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping
from typing import IO, TYPE_CHECKING, Any, cast

import numpy as np

from clconn.errors import GraphError, GraphFileError
from clconn.files import edge_list
from clconn.files.contract import Sample
from clconn.files.file_objects import is_file_object, name_of, path_of
from clconn.files.formats import FORMATS
from clconn.files.parquet_files import is_parquet
from clconn.files.reading import check_count, no_names, recognize, translate_errors
from clconn.graph_checks import check_flag
from clconn.host_arrays import host_array
from clconn.nearest_names import did_you_mean
from clconn.renumbering import refuse_count_of_names
from clconn.streams.arrays import ArrayBatches, IteratorBatches, columns_of_array
from clconn.streams.batches import Batch, Batches
from clconn.streams.binary import NPY, RAW_FORMATS, PairBatches, map_npy, mapped_batches
from clconn.streams.bytes_in_order import BytesInOrder
from clconn.streams.names import Names
from clconn.streams.text import TEXT_FORMATS, TextBatches

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DEFAULT_BATCH", "OF_A_STREAM", "STANDARD_INPUT", "STREAM_FORMATS", "open_batches"]

DEFAULT_BATCH = 1_000_000
OF_A_STREAM = "a function of clconn.streams", "here a smaller batch= takes less memory"
"""What messages call those that take no memory_limit, and what to do instead."""
STANDARD_INPUT = "-"
_STANDARD_INPUT_NAME = "standard input"

STREAM_FORMATS = (*TEXT_FORMATS, NPY, *RAW_FORMATS)
"""The formats of files and pipes that are read in batches."""


def open_batches(
    source: str | os.PathLike[str] | IO[bytes] | Iterable[Any] | NDArray[Any],
    *,
    batch: int = DEFAULT_BATCH,
    format: str | None = None,
    n: int | None = None,
    weight: bool | str | os.PathLike[str] | NDArray[Any] | None = None,
    position: dict[str, Any] | None = None,
    renumber: bool = False,
    option: str = "format=",
) -> Batches:
    """Open a source of edges, to be read batch by batch.

    Parameters
    ----------
    source : path, file object, array or iterable
        A path; ``"-"`` for standard input, or an object with ``read``, of bytes; an array or
        ``numpy.memmap`` of shape (m, 2) or (2, m); or an iterable of pairs ``(u, v)`` or triples
        ``(u, v, w)`` of arrays, or of arrays of those shapes.
    batch : int
        Edges in a batch; the last one may have fewer.
    format : str, optional
        One of :data:`STREAM_FORMATS`, for a path or a file object. By default the content decides,
        then the suffix. Raw numbers have to be named.
    n : int, optional
        Number of vertices. In a text, larger ids are errors that name the line; a header that
        states another number is an error. Batches of numbers are not checked.
    weight : bool, path or array, optional
        False to leave weights out; the weights of the edges, or the ``.npy`` file of them, which
        is mapped. By default the weights of the source, if it has any.
    position : dict, optional
        The `position` that the batches of the same source had, to go on there.
    renumber : bool, default False
        Whether ids are names: any integers, or in an edge list words. They get numbers as they
        appear, which the batches have, and ``batches.names`` (:class:`Names`) knows both.
    option : str, optional
        What names the format, for messages.

    Returns
    -------
    Batches

    Raises
    ------
    GraphError
        If the source is none of these, or `batch`, `n`, `position` or `renumber` is wrong.
    GraphFileError
        If a file is missing, damaged or of a format that cannot be read in batches.

    Examples
    --------
    >>> from clconn.streams import open_batches
    >>> with open_batches([([0, 1, 2], [1, 2, 3])], batch=2) as batches:
    ...     for sources, targets, weights in batches:
    ...         print(sources, targets, weights)
    [0 1] [1 2] None
    [2] [3] None
    """
    size = _check_batch(batch)
    count = check_count(n)
    check_flag(renumber, "renumber")
    names = None
    if renumber:
        refuse_count_of_names(count)
        if position is not None:
            raise GraphError(
                "the numbers of names begin with the first edge; leave position out, or renumber"
            )
        names = Names()
    if isinstance(source, Batches):
        raise GraphError("these batches are open already; give their source")
    is_path = isinstance(source, str | bytes | os.PathLike)
    if not is_path and not is_file_object(source):
        if format is not None:
            raise GraphError(
                f"format={format!r} is for a path or a file object, not for {type(source).__name__}"
            )
        batches = _of_arrays(source, size, count, weight)
        batches.names = names
        batches.begin_at(position)
        return batches
    name, opened = _name_and_source(cast(Any, source))
    if format is not None and format not in STREAM_FORMATS:
        raise _unknown_format(format)
    with translate_errors(name, of_graph=True):
        batches = _of_file(opened, name, format, size, count, weight, names, option)
        batches.names = names
        try:
            batches.begin_at(position)
        except BaseException:
            batches.close()
            raise
        return batches


def _check_batch(batch: Any) -> int:
    try:
        size = operator.index(batch)
    except TypeError:
        raise GraphError(f"batch is {batch!r}; expected a number of edges") from None
    if size < 1:
        raise GraphError(f"batch is {size}; expected a number of edges of 1 or more")
    return size


def _of_arrays(source: Any, batch: int, n: int | None, weight: Any) -> Batches:
    weights = _weights(weight)
    source = host_array(source)
    if isinstance(source, np.ndarray):
        columns = Batch(*columns_of_array(source, "the array"), _array_or_none(weights))
        return ArrayBatches(columns, "<array>", "arrays", batch=batch, n=n)
    # A table is an iterable, too: of the names of its columns.
    is_table = isinstance(source, Mapping) or hasattr(source, "columns")
    is_matrix = hasattr(source, "tocoo")
    if is_table or is_matrix or not isinstance(source, Iterable):
        raise GraphError(
            f"{type(source).__name__} is no source of edges; give a path, '-', an open file, an "
            "array of shape (m, 2), or an iterable of arrays (u, v)"
            + (", such as [(table['from'], table['to'])]" if is_table else "")
            + (", such as [(m.row, m.col)] with m = matrix.tocoo()" if is_matrix else "")
        )
    _refuse_own_weights(weights, "an iterable")
    return IteratorBatches(source, batch=batch, n=n, weighted=weights is not False)


def _name_and_source(source: Any) -> tuple[str, str | IO[bytes]]:
    if source == STANDARD_INPUT:
        # Without a buffer, and so without its lock: a thread that waits here stops no exit.
        return _STANDARD_INPUT_NAME, open(0, "rb", buffering=0, closefd=False)
    if is_file_object(source):
        return name_of(source), source
    path = path_of(source)
    return path, path


def _of_file(
    source: str | IO[bytes],
    name: str,
    format: str | None,
    batch: int,
    n: int | None,
    weight: Any,
    names: Names | None,
    option: str,
) -> Batches:
    weights = _weights(weight)
    stream = BytesInOrder(source, name)
    try:
        if not stream.head and format not in RAW_FORMATS:
            raise GraphFileError(name, "is empty; expected edges")
        chosen = format or _recognize(stream, option, renumber=names is not None)
        if names is not None and chosen in FORMATS and not FORMATS[chosen].names_vertices:
            raise GraphFileError(name, no_names(chosen))
        is_binary = chosen == NPY or chosen in RAW_FORMATS
        if is_binary and stream.size is not None and not stream.compressed:
            stream.close()
            return mapped_batches(name, chosen, batch=batch, n=n, weights=weights)
        _refuse_own_weights(weights, f"{chosen} from a pipe" if is_binary else chosen)
        if is_binary:
            return PairBatches(stream, chosen, batch=batch, n=n)
        return TextBatches(
            stream, chosen, batch=batch, n=n, weighted=weights is not False, names=names
        )
    except BaseException:
        stream.close()
        raise


def _recognize(stream: BytesInOrder, option: str, *, renumber: bool) -> str:
    known = ", ".join(STREAM_FORMATS)
    is_table = is_parquet(stream.head)
    # Formats of which only files that are not compressed are recognized stream from both.
    sample = Sample(stream.path, stream.head, compressed=is_table and stream.compressed)
    try:
        entry, _ = recognize(sample, option)
    except GraphFileError as error:
        if is_table:
            raise
        if renumber:
            return edge_list.FORMAT.name  # of words, which no content tells
        raise GraphFileError(
            stream.path,
            f"neither content nor suffix tells the format; name it with {option}, one of {known}",
        ) from error
    if entry.name not in STREAM_FORMATS:
        raise GraphFileError(
            stream.path,
            f"{entry.name} files do not stream, because they are not lists of edges; "
            f"`clconn convert` makes an .npy file of one, or name another format with {option}: "
            f"{known}",
        )
    return entry.name


def _unknown_format(format: str) -> GraphError:
    known = ", ".join(STREAM_FORMATS)
    if format in FORMATS:
        return GraphError(f"{format} files do not stream; these formats do: {known}")
    hint = did_you_mean(format, STREAM_FORMATS)
    return GraphError(f"unknown format of a stream {format!r}; {hint}known: {known}")


def _weights(weight: Any) -> NDArray[Any] | bool | None:
    """Return False for none, True or None for those of the source, or an array of them."""
    if weight is None or isinstance(weight, bool):
        return weight
    array = host_array(weight)
    if isinstance(weight, str | os.PathLike):
        path = path_of(weight)
        with translate_errors(path):
            array = map_npy(path)
    if not isinstance(array, np.ndarray) or array.ndim != 1 or array.dtype.kind not in "iuf":
        raise GraphError(
            "weight is neither False, a .npy file nor a one-dimensional array of numbers"
        )
    return array


def _array_or_none(weights: NDArray[Any] | bool | None) -> NDArray[Any] | None:
    return weights if isinstance(weights, np.ndarray) else None


def _refuse_own_weights(weights: NDArray[Any] | bool | None, what: str) -> None:
    if isinstance(weights, np.ndarray):
        raise GraphError(f"weight= takes no array for {what}, which has its own or none")
