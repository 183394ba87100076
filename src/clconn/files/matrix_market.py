"""Matrix Market coordinate files.

R. F. Boisvert, R. Pozo and K. A. Remington, *The Matrix Market Exchange Formats:
Initial Design*, NISTIR 5935, 1996; https://math.nist.gov/MatrixMarket/formats.html.
A file has a banner, comments, the size line ``rows columns entries``, then one entry
on each line with indices from 1. Edge i is entry i of the file; a stored zero is an
edge.

A symmetric, skew-symmetric or Hermitian file stores one triangle, and edge i has the
weight that is stored there; the opposite arc of a skew-symmetric matrix has the negated
weight, which matters for directed graphs alone. Where the direction matters, the entries of a
general file are arcs, and those of the others are edges. Complex entries are read where only the
edges matter.

A file that lost its banner is read if the format is named, or if its suffix and its size
line ``n n entries`` tell it: as general, with the field that its columns show.

scipy writes these files, but this module reads them itself. scipy's reader accepts
``3.5`` as 3 in an integer file and ignores extra columns, and clconn must never turn
a damaged file into a wrong graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import numpy as np

from clconn.errors import GraphFileError
from clconn.files.complex_entries import ComplexEntries
from clconn.files.contract import Format, Request, Sample, check_announced
from clconn.files.edge_columns import ANY_WEIGHT, EdgeColumns, text_weights
from clconn.files.edges import edges_once
from clconn.files.streams import TextFile, quote
from clconn.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMAT", "begin", "counts_of_size_line"]

_BANNER = b"%%matrixmarket"
_SYMMETRIES = ("general", "symmetric", "skew-symmetric", "hermitian")
_COMPLEX = "complex"
_UNKNOWN = ""
_WEIGHT_TYPES: dict[str, tuple[type[np.generic], ...]] = {
    "pattern": (),
    "integer": (np.int64,),
    "unsigned-integer": (np.uint64,),
    "real": (np.float64,),
    "double": (np.float64,),
    _COMPLEX: (),
    _UNKNOWN: ANY_WEIGHT,
}
_NO_ORDER = (
    "the entries are complex numbers, which have no order and cannot be weights; read the "
    "edges alone (weighted=False, or `clconn convert --no-weights`)"
)


def read(path: str, request: Request) -> Graph:
    """Read a square sparse matrix; one with a symmetry stores each edge once."""
    with TextFile(path, request.progress) as text:
        edges, n, entries, symmetry = begin(text, request)
        size_line = text.line
        edges.read(text)
    check_announced(path, edges.count, entries, "entries", line=size_line)
    sources, targets, weights = edges.arrays()
    directed = request.is_directed(symmetry == "general")
    if not request.weighted:
        weights = None
    if directed and symmetry != "general":
        proper = sources != targets
        sources, targets = (
            np.concatenate([sources, targets[proper]]),
            np.concatenate([targets, sources[proper]]),
        )
        if weights is not None:
            opposite = weights[proper]
            if symmetry == "skew-symmetric":
                opposite = _negated(path, opposite)
            weights = np.concatenate([weights, opposite])
    return Graph.from_edges(sources, targets, n, weights=weights, directed=directed)


def begin(text: TextFile, request: Request) -> tuple[EdgeColumns | ComplexEntries, int, int, str]:
    """Read the header; return what reads the rest, the vertices, the entries and the symmetry."""
    field, symmetry, line = _banner(text)
    if field == _COMPLEX and request.weighted:
        raise GraphFileError(text.path, _NO_ORDER, line=text.line)
    n, entries = _size(text, line)
    request.vertex_count(text.path, n, line=text.line)
    return _entries(text.path, field, n), n, entries, symmetry


def _entries(path: str, field: str, n: int) -> EdgeColumns | ComplexEntries:
    if field == _COMPLEX:
        return ComplexEntries(path, n)
    types = _WEIGHT_TYPES[field]
    columns = (2, 3) if field == _UNKNOWN else (3,) if types else (2,)
    return EdgeColumns(path, first_id=1, n=n, columns=columns, weight_types=types, comments=b"%")


def _negated(path: str, weights: NDArray[Any]) -> NDArray[Any]:
    if weights.dtype.kind != "f" and weights.size:
        smallest = np.iinfo(weights.dtype).min
        if bool((weights == smallest).any()) or weights.dtype.kind == "u":
            raise GraphFileError(
                path,
                "the matrix is skew-symmetric, and its directed graph would have negated "
                f"weights, which {weights.dtype} does not hold; read it without weights",
            )
    return -weights


def _banner(text: TextFile) -> tuple[str, str, bytes | None]:
    """Return the field and the symmetry; without a banner also the size line in its place."""
    line = text.next_line() or b""
    words = line.decode("latin-1").lower().split()
    if not words or words[0].encode("latin-1") != _BANNER:
        if line.lstrip().startswith(b"%") or not line.strip():
            line = text.header_line(b"%")
        if counts_of_size_line(line) is not None:
            return _UNKNOWN, "general", line
        raise GraphFileError(
            text.path, f"expected the banner %%MatrixMarket, found {quote(line)}", line=text.line
        )
    if len(words) != 5 or words[1] != "matrix":
        raise GraphFileError(
            text.path,
            f"expected '%%MatrixMarket matrix coordinate FIELD SYMMETRY', found {quote(line, 80)}",
            line=1,
        )
    _, _, layout, field, symmetry = words
    if layout != "coordinate":
        raise GraphFileError(
            text.path, f"the matrix is {layout!r} (dense); only 'coordinate' holds a graph", line=1
        )
    if field not in _WEIGHT_TYPES:
        raise GraphFileError(
            text.path,
            f"the entries are {field!r}; expected pattern, integer, real or complex",
            line=1,
        )
    if symmetry not in _SYMMETRIES:
        raise GraphFileError(
            text.path,
            f"the symmetry is {symmetry!r}; expected one of {', '.join(_SYMMETRIES)}",
            line=1,
        )
    return field, symmetry, None


def counts_of_size_line(line: bytes) -> tuple[int, int, int] | None:
    """Return the three numbers of a size line, or None if it has other words."""
    words = line.split()
    if len(words) != 3 or not all(word.isdigit() and len(word) < 19 for word in words):
        return None
    rows, columns, entries = map(int, words)
    return rows, columns, entries


def _size(text: TextFile, line: bytes | None) -> tuple[int, int]:
    if line is None:
        line = text.header_line(b"%")
    counts = counts_of_size_line(line)
    if counts is None:
        raise GraphFileError(
            text.path,
            f"expected the size line 'rows columns entries', found {quote(line)}",
            line=text.line,
        )
    rows, columns, entries = counts
    if rows != columns:
        raise GraphFileError(
            text.path,
            f"an adjacency matrix is square; this one is {rows} x {columns}",
            line=text.line,
        )
    return rows, entries


def write(graph: Graph, stream: BinaryIO) -> None:
    """Write an undirected graph as a symmetric matrix with each edge once, others as general.

    Undirected rows that are not symmetric become a general matrix, entry by entry,
    because they do not show which two entries are the directions of one edge.
    """
    sources, targets, weights = edges_once(graph)
    symmetric = not graph.directed and (graph.rows is None or bool(graph.symmetric))
    symmetry: Literal["symmetric", "general"] = "symmetric" if symmetric else "general"
    if not sources.size:
        # scipy would write an empty pattern as real.
        field = "pattern" if weights is None else "integer"
        if weights is not None and weights.dtype.kind == "f":
            field = "real"
        text = f"%%MatrixMarket matrix coordinate {field} {symmetry}\n{graph.n} {graph.n} 0\n"
        stream.write(text.encode("ascii"))
        return
    from scipy.io import mmwrite
    from scipy.sparse import coo_array

    if symmetric:
        # The format stores the lower triangle.
        sources, targets = np.maximum(sources, targets), np.minimum(sources, targets)
    data: Any = np.ones(sources.size, dtype=np.int8)
    if weights is not None:
        data = weights
        if data.dtype != np.uint64:
            data = text_weights(data, "matrix-market")
    mmwrite(
        stream,
        coo_array((data, (sources, targets)), shape=(graph.n, graph.n)),
        field="pattern" if weights is None else None,
        symmetry=symmetry,
    )


def sniff(sample: Sample) -> bool:
    """Check for the banner, in upper or lower case."""
    return sample.text[: len(_BANNER)].lower() == _BANNER


FORMAT = Format(
    name="matrix-market",
    suffixes=(".mtx", ".mm"),
    description="Matrix Market coordinate, of any field and symmetry",
    read=read,
    write=write,
    sniff=sniff,
    certain=True,
)
