"""Matrix Market coordinate files.

R. F. Boisvert, R. Pozo and K. A. Remington, *The Matrix Market Exchange Formats:
Initial Design*, NISTIR 5935, 1996; https://math.nist.gov/MatrixMarket/formats.html.
A file has a banner, comments, the size line ``rows columns entries``, then one entry
on each line with indices from 1. Edge i is entry i of the file; a stored zero is an
edge.

scipy writes these files, but this module reads them itself. scipy's reader accepts
``3.5`` as 3 in an integer file and ignores extra columns, and clconn must never turn
a damaged file into a wrong graph.
"""

from __future__ import annotations

from typing import Any, BinaryIO, Literal

import numpy as np

from clconn.errors import GraphFileError
from clconn.files.contract import Format, Request, Sample
from clconn.files.edge_columns import EdgeColumns, text_weights
from clconn.files.edges import edges_once
from clconn.files.streams import TextFile, quote
from clconn.graph import Graph

__all__ = ["FORMAT"]

_BANNER = b"%%matrixmarket"
_WEIGHT_TYPES: dict[str, tuple[type[np.generic], ...]] = {
    "pattern": (),
    "integer": (np.int64,),
    "unsigned-integer": (np.uint64,),
    "real": (np.float64,),
    "double": (np.float64,),
}


def read(path: str, request: Request) -> Graph:
    """Read a square sparse matrix; a symmetric matrix stores each edge once."""
    with TextFile(path, request.progress) as text:
        field, symmetry = _banner(text)
        n, entries = _size(text)
        request.vertex_count(path, n, line=text.line)
        size_line = text.line
        types = _WEIGHT_TYPES[field]
        edges = EdgeColumns(
            path,
            first_id=1,
            n=n,
            columns=(3,) if types else (2,),
            weight_types=types,
            comments=b"%",
        )
        edges.read(text)
    if edges.count != entries:
        raise GraphFileError(
            path, f"{entries} entries are announced but {edges.count} are there", line=size_line
        )
    sources, targets, weights = edges.arrays()
    directed = bool(request.directed)
    if directed and symmetry == "symmetric":
        proper = sources != targets
        sources, targets = (
            np.concatenate([sources, targets[proper]]),
            np.concatenate([targets, sources[proper]]),
        )
        weights = None if weights is None else np.concatenate([weights, weights[proper]])
    return Graph.from_edges(
        sources, targets, n, weights=weights if request.weighted else None, directed=directed
    )


def _banner(text: TextFile) -> tuple[str, str]:
    line = text.next_line() or b""
    words = line.decode("latin-1").lower().split()
    if not words or words[0].encode("latin-1") != _BANNER:
        raise GraphFileError(
            text.path, f"expected the banner %%MatrixMarket, found {quote(line)}", line=1
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
            text.path, f"the entries are {field!r}; expected pattern, integer or real", line=1
        )
    if symmetry not in ("general", "symmetric"):
        raise GraphFileError(
            text.path, f"the symmetry is {symmetry!r}; expected general or symmetric", line=1
        )
    return field, symmetry


def _size(text: TextFile) -> tuple[int, int]:
    line = text.header_line(b"%")
    words = line.split()
    if len(words) != 3 or not all(word.isdigit() and len(word) < 19 for word in words):
        raise GraphFileError(
            text.path,
            f"expected the size line 'rows columns entries', found {quote(line)}",
            line=text.line,
        )
    rows, columns, entries = map(int, words)
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
    description="Matrix Market coordinate: pattern, integer or real; general or symmetric",
    read=read,
    write=write,
    sniff=sniff,
    certain=True,
)
