"""Archives of one sparse matrix, written by ``scipy.sparse.save_npz``.

A matrix in COO format is an edge list in its own order, so duplicates are parallel edges, which
:meth:`clconn.Graph.from_scipy` sums; other formats become rows.
Every stored entry is an edge, even a zero, so all entries of a BSR matrix's blocks are
edges. A matrix of bools has no weights; an unweighted graph becomes such a matrix.
"""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np

from clconn.errors import GraphFileError
from clconn.files.contract import Format, Request, Sample
from clconn.files.npz import array_names, native, translate_load_errors
from clconn.graph import Graph

__all__ = ["FORMAT"]


def read(path: str, request: Request) -> Graph:
    """Read a square sparse matrix of any of scipy's formats."""
    matrix = _load(path)
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise GraphFileError(
            path, f"an adjacency matrix is square; this one has shape {matrix.shape}"
        )
    n = request.vertex_count(path, int(matrix.shape[0]))
    directed = request.is_directed()
    weighted = request.weighted and matrix.dtype.kind != "b"
    if matrix.format == "coo":
        return Graph.from_edges(
            matrix.row,
            matrix.col,
            n,
            weights=native(matrix.data) if weighted else None,
            directed=directed,
        )
    with translate_load_errors(path, f"expected a valid {matrix.format} matrix"):
        return Graph.from_scipy(matrix, weighted=weighted, directed=directed)


def _load(path: str) -> Any:
    from scipy.sparse import load_npz

    with translate_load_errors(path, "expected a sparse matrix of scipy.sparse.save_npz"):
        matrix: Any = load_npz(path)
        if matrix.format in ("csc", "bsr"):
            # The conversion trusts the index arrays and could read beyond their ends.
            matrix.check_format(full_check=True)
    return matrix


def write(graph: Graph, stream: BinaryIO) -> None:
    """Write rows as CSR and an edge list as COO; the file does not store the direction."""
    from scipy.sparse import coo_array, csr_array, save_npz

    shape = (graph.n, graph.n)
    data = np.ones(graph.edge_count, dtype=bool) if graph.weights is None else graph.weights
    if graph.rows is not None:
        matrix: Any = csr_array((data, graph.rows.neighbors, graph.rows.offsets), shape=shape)
    else:
        matrix = coo_array((data, graph.edges()), shape=shape)
    save_npz(stream, matrix, compressed=True)


def sniff(sample: Sample) -> bool:
    """Check for a zip archive with the arrays that save_npz always writes."""
    names = array_names(sample)
    return names is not None and {"format", "shape"} <= names


FORMAT = Format(
    name="scipy",
    suffixes=(".npz",),
    description="scipy.sparse.save_npz archive of a matrix of any sparse format",
    read=read,
    write=write,
    sniff=sniff,
    certain=True,
    compressible=False,
)
