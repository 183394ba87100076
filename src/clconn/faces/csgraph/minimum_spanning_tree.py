"""A minimum spanning forest with the signature and the result of scipy.

scipy's Kruskal takes the stored entries by weight, in their order where weights are equal: edge
(u, v) and edge (v, u) of a symmetric matrix are two entries, of which the lighter or the first one
enters the forest. That is clconn's forest, too, since edge ids break ties there and the same entry
represents an edge. A forest's entry of weight zero joins two trees and is then not stored.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.csr import offset_dtype
from clconn.faces.csgraph.device_rows import PaysFrom, device_rows, on_device
from clconn.minimum_forests import minimum_spanning_forest

__all__ = ["minimum_spanning_tree"]

PAYS_FROM = PaysFrom(processor=2**19)
"""Two cores with PoCL, random graphs with 2 entries a row, scipy and clconn in ms: 46 and 55 at
393,216 rows and entries, 121 and 84 at twice as many."""


def minimum_spanning_tree(csgraph: Any, overwrite: bool = False) -> Any:
    """Find a minimum spanning forest of a sparse graph, as scipy's function of this name does.

    Parameters
    ----------
    csgraph : array_like or sparse array or matrix, shape (n, n)
        An undirected graph: an entry at either place, or the lighter of both, is the edge.
    overwrite : bool, default False
        Whether parts of the graph may be overwritten, which saves no memory here; a matrix
        in CSR format with float64 entries then holds the forest afterwards, as with scipy.

    Returns
    -------
    scipy.sparse matrix or array in CSR format, shape (n, n), float64
        An entry for each edge of the forest, at the place where the graph has it. Edges of weight
        zero are not stored. Of equal weights the first ones are taken, and NaN is heavier than
        anything.

    Raises
    ------
    ValueError
        As scipy's function, if an argument is wrong.

    Warns
    -----
    ReferenceFallbackWarning
        If there is no device, or too little memory on it; then scipy answers.

    See Also
    --------
    clconn.minimum_spanning_forest : With exact weights of any type, and edges of weight zero.

    Notes
    -----
    scipy itself answers for matrices of up to 2**15 rows and entries together, and of up to 2**19
    where the default device is a processor, unless ``PYOPENCL_CTX`` names a device. The result is
    equal to scipy's, entry by entry.

    Examples
    --------
    >>> import numpy as np
    >>> from clconn import csgraph
    >>> graph = np.array([[0, 8, 0, 3], [0, 0, 2, 5], [0, 0, 0, 6], [0, 0, 0, 0]])
    >>> csgraph.minimum_spanning_tree(graph).toarray().astype(int)
    array([[0, 0, 0, 3],
           [0, 0, 2, 5],
           [0, 0, 0, 0],
           [0, 0, 0, 0]])
    """
    from scipy.sparse import csgraph as scipys

    rows = device_rows(csgraph, PAYS_FROM)
    if rows is None:
        return scipys.minimum_spanning_tree(csgraph, overwrite)
    rows = rows.astype(np.float64, copy=False)
    forest = on_device(minimum_spanning_forest, _without_nan(rows))
    if forest is None:
        return scipys.minimum_spanning_tree(csgraph, overwrite)
    # Older versions of scipy return a matrix for an array, too; this one says it of a small one.
    kind = type(scipys.minimum_spanning_tree(type(rows)((1, 1))))
    build = _written_over if overwrite else _chosen
    return build(kind, rows, forest.edge_ids)


def _without_nan(rows: Any) -> Any:
    """Return a matrix that orders the entries as scipy's sort does, in which NaN comes last."""
    if not np.isnan(rows.data).any():
        return rows
    ranks = np.unique(rows.data, return_inverse=True)[1]
    return type(rows)((ranks, rows.indices, rows.indptr), shape=rows.shape)


def _chosen(kind: type, rows: Any, entries: Any) -> Any:
    entries = entries[rows.data[entries] != 0]
    # Entries ascend, so those of each row are counted by looking for where it ends. scipy returns
    # int32 whatever it gets, and so many fit: a forest has fewer edges than vertices.
    offsets = np.searchsorted(entries, rows.indptr).astype(np.int32)
    columns = rows.indices[entries].astype(np.int32, copy=False)
    return kind((rows.data[entries], columns, offsets), shape=rows.shape)


def _written_over(kind: type, rows: Any, entries: Any) -> Any:
    is_left_out = np.ones(rows.nnz, dtype=np.bool_)
    is_left_out[entries] = False
    rows.data[is_left_out] = 0
    dtype = offset_dtype(rows.nnz)
    indices = (part.astype(dtype, copy=False) for part in (rows.indices, rows.indptr))
    forest = kind((rows.data, *indices), shape=rows.shape)
    forest.eliminate_zeros()
    return forest
