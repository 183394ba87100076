"""NumPy archives with named arrays, the format that loses no information.

An archive contains ``sources`` and ``targets``, or ``offsets`` and ``neighbors``, and
optionally ``weights``, ``n``, ``directed`` and the names of the vertices
(:mod:`clconn.files.stored_names`). The reader ignores other arrays. The writer
stores the pair of the graph's own form, ``n``, ``directed``, and weights and names, if there
are any. So edges keep the user's order, on which edge ids depend, rows stay rows, and weights
keep their dtype.

Arrays that are not compressed are mapped into memory (:mod:`clconn.files.mapped_arrays`). The
writer aligns them for that; those of ``np.savez`` seldom are, and so are copied. Nobody compares
the checksums of mapped arrays.

The archive does not store whether rows are symmetric. clconn checks this in linear time,
and a wrong statement in a file would cause wrong answers.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from clconn.errors import GraphError, GraphFileError, GraphFileMissingError
from clconn.files.contract import Format, Request, Sample
from clconn.files.mapped_arrays import ALIGNMENT, mapped_member
from clconn.files.stored_names import (
    NAME_ARRAYS,
    arrays_of_names,
    refuse_names_of_rows,
    stored_names,
)
from clconn.graph import Graph
from clconn.graph_checks import EdgeOutsideError
from clconn.user_rows import UserRows

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMAT", "array_names", "native", "translate_load_errors"]

_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_LOCAL_HEADER_BYTES = 30 + 20
"""Those of a local file header and of the sizes of Zip64 that zipfile adds to it."""

_EXTRA = struct.Struct("<HHH")
_ALIGNMENT_EXTRA = 0xD935
"""The extra field for alignment, which Android's zipalign uses."""

_KINDS = (("sources", "targets"), ("offsets", "neighbors"))


def read(path: str, request: Request) -> Graph:
    """Read an archive of named arrays."""
    with (
        translate_load_errors(path, "expected a NumPy archive"),
        open(path, "rb") as file,
        np.load(file, allow_pickle=False) as archive,
    ):
        if not hasattr(archive, "files"):
            raise GraphFileError(path, "expected an archive of arrays, found a single one")
        names = set(archive.files)
        pair = next((kind for kind in _KINDS if names.issuperset(kind)), None)
        if pair is None:
            present = ", ".join(sorted(names)) or "none"
            raise GraphFileError(
                path,
                "expected arrays 'sources' and 'targets', or 'offsets' and 'neighbors', "
                f"found {present[:200]}",
            )
        required = [*pair, "n", "directed", *NAME_ARRAYS] + ["weights"] * request.weighted
        arrays = {name: _array(file, archive, name) for name in required if name in names}
    stored_n = _scalar(path, arrays, "n", "iu")
    stored_directed = _scalar(path, arrays, "directed", "b")
    directed = request.directed
    if directed is None:
        directed = request.is_directed() if stored_directed is None else bool(stored_directed)
    names_of_edges = pair == _KINDS[0] and "nodes" not in arrays
    if request.renumber and names_of_edges:
        return Graph.from_edges(
            arrays[pair[0]],
            arrays[pair[1]],
            weights=arrays.get("weights"),
            directed=directed,
            renumber=True,
        )
    if request.renumber:
        refuse_names_of_rows(path)
    n = request.n if stored_n is None else request.vertex_count(path, int(stored_n))
    make = Graph.from_edges if pair == _KINDS[0] else Graph.from_csr
    try:
        graph = make(
            arrays[pair[0]], arrays[pair[1]], n, weights=arrays.get("weights"), directed=directed
        )
    except EdgeOutsideError as error:
        if stored_n is None:
            raise
        # The user cannot give another number, and leaves it out already.
        raise GraphFileError(path, f"{error.fault}; the file says n = {n}") from error
    graph.nodes = stored_names(path, arrays, graph.n)
    if graph.user_rows is not None and not graph.user_rows.are_valid:
        graph.user_rows.check_file = partial(_check_rows, path, graph.user_rows)
    return graph


def _check_rows(path: str, rows: UserRows) -> None:
    """Check rows later than at the reading of their file."""
    try:
        UserRows(rows.offsets, rows.neighbors).check()
    except GraphError as error:
        raise GraphFileError(path, str(error)) from error


def _array(file: BinaryIO, archive: Any, name: str) -> NDArray[Any]:
    if f"{name}.npy" in archive.zip.namelist():
        array = mapped_member(file, archive.zip, name)
        if array is not None:
            return array
    return native(archive[name])


@contextmanager
def translate_load_errors(path: str, expected: str) -> Iterator[None]:
    """Translate any exception that a library raises while loading a file into GraphFileError.

    NumPy evaluates headers as Python and scipy trusts the members of archives, so
    damaged files can raise almost anything, from TokenError to AttributeError.
    """
    try:
        yield
    except (GraphError, GraphFileError):
        raise
    except FileNotFoundError:
        raise GraphFileMissingError(path, "no such file") from None
    except Exception as error:
        reason = " ".join(str(error).split())[:200]
        if "allow_pickle" in reason:  # NumPy's advice to load it unsafely
            reason = "it is no file of NumPy's, or holds Python objects as a pickle"
        if "mmap length" in reason:
            reason = "the file ends before its last number, as one that was copied in part"
        raise GraphFileError(path, f"{expected}; {reason or type(error).__name__}") from error


def native(array: object) -> NDArray[Any]:
    """Convert an array to the byte order of this machine.

    Raises
    ------
    ValueError
        If it is not an array; a member of an archive may be something else.
    """
    if not isinstance(array, np.ndarray):
        raise ValueError(f"a member holds {type(array).__name__}, not an array")
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _scalar(path: str, arrays: dict[str, NDArray[Any]], name: str, kinds: str) -> Any:
    if name not in arrays:
        return None
    value = arrays[name]
    if value.size != 1 or value.dtype.kind not in kinds:
        expected = "one integer" if "i" in kinds else "one bool"
        raise GraphFileError(
            path, f"expected {name!r} to be {expected}, found {value.dtype} of shape {value.shape}"
        )
    return value.item()


def array_names(sample: Sample) -> set[str] | None:
    """Return the names of the arrays in a zip archive; None for other files, empty if damaged."""
    if not sample.head.startswith(_ZIP_MAGIC) or sample.compressed:
        return None
    try:
        with zipfile.ZipFile(sample.path) as archive:
            return {name.removesuffix(".npy") for name in archive.namelist()}
    except Exception:  # damaged files raise BadZipFile, NotImplementedError, ValueError, ...
        return set()


def write(graph: Graph, stream: BinaryIO) -> None:
    """Write the edge list or the rows with all their properties, without compression."""
    rows = graph.rows
    names = _KINDS[0] if rows is None else _KINDS[1]
    pair = graph.edges() if rows is None else (rows.offsets, rows.neighbors)
    arrays: dict[str, NDArray[Any]] = {
        **dict(zip(names, pair, strict=True)),
        "n": np.array(graph.n, dtype=np.int64),
        "directed": np.array(graph.directed),
    }
    if graph.weights is not None:
        arrays["weights"] = graph.weights
    arrays.update(arrays_of_names(graph.nodes))
    with zipfile.ZipFile(stream, "w", allowZip64=True) as archive:
        for name, array in arrays.items():
            _write_aligned(archive, name, array)


def _write_aligned(archive: zipfile.ZipFile, name: str, array: NDArray[Any]) -> None:
    """Write a member as np.savez does, but at a place from which its array can be mapped."""
    member = zipfile.ZipInfo(f"{name}.npy")
    assert archive.fp is not None
    begin = archive.fp.tell() + _LOCAL_HEADER_BYTES + len(member.filename)
    padding = -(begin + _EXTRA.size) % ALIGNMENT
    member.extra = _EXTRA.pack(_ALIGNMENT_EXTRA, 2 + padding, ALIGNMENT) + bytes(padding)
    with archive.open(member, "w", force_zip64=True) as stream:
        np.lib.format.write_array(stream, np.asanyarray(array), allow_pickle=False)


def sniff(sample: Sample) -> bool:
    """Check for a zip archive that scipy did not write."""
    names = array_names(sample)
    return names is not None and not {"format", "shape"} <= names


FORMAT = Format(
    name="npz",
    suffixes=(".npz",),
    description="NumPy archive: sources, targets or offsets, neighbors[, weights]; loses nothing",
    read=read,
    write=write,
    sniff=sniff,
    compressible=False,
    names_vertices=True,
    keeps_names=True,
)
