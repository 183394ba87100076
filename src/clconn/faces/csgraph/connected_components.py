"""Connected components with the signature and the labels of scipy.

Weak components have the same labels in clconn and scipy: both number them by their smallest
vertices. scipy numbers strong components as its serial depth-first search leaves them, which is a
reverse topological order: an arc between two components leads to the smaller label.
"""

from __future__ import annotations

import math
from typing import Any

from clconn.components import connected_components as weak_components
from clconn.dispatch import SMALL_ONCE
from clconn.faces.csgraph.device_rows import PaysFrom, device_rows, on_device
from clconn.strong_components import strongly_connected_components

__all__ = ["connected_components"]

WEAK_PAYS_FROM = PaysFrom(processor=2**17, gpu=SMALL_ONCE + 1)
"""Two cores with PoCL, random graphs with 2 entries a row, scipy and clconn in ms: 2.8 and 3.6 at
98,304 rows and entries, 5.1 and 4.6 at twice as many, 71 and 13 at eight times as many. With 4
entries a row and an H200 0.9 and 1.6 at 41,000, 1.9 and 1.6 at 82,000."""
STRONG_PAYS_FROM = PaysFrom(processor=math.inf, gpu=2**20)
"""On two cores scipy's serial search takes less than the device and the order of the components: 18
and 72 ms at 393,216 rows and entries, 1070 and 2630 at 16 times as many. An H100 was slower at
393,216, and faster from four times as many on: 2.7 times at 16 times as many."""


def connected_components(
    csgraph: Any, directed: bool = True, connection: str = "weak", return_labels: bool = True
) -> Any:
    """Find the connected components of a sparse graph, as scipy's function of this name does.

    Parameters
    ----------
    csgraph : array_like or sparse array or matrix, shape (n, n)
        Every stored entry of a sparse matrix is an edge. In a dense matrix zeros, infinities and
        NaN are none.
    directed : bool, default True
        Whether an entry is an arc. If not, `connection` has no effect.
    connection : {"weak", "strong"}, default "weak"
        Which components of a directed graph.
    return_labels : bool, default True
        Whether to return the labels, too.

    Returns
    -------
    n_components : int
        Number of components.
    labels : numpy.ndarray, shape (n,), int32
        Component of each vertex. Weak components are numbered in the order of their smallest
        vertices. Strong ones are numbered in a reverse topological order.

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
    clconn.connected_components : With variants, devices and results that stay there.
    clconn.strongly_connected_components : The same for strong components.

    Notes
    -----
    scipy itself answers where it is faster: for matrices of up to 2**16 rows and entries together,
    where the default device is a processor for up to 2**17, and for strong components of up to
    2**20 on a GPU and of any size on a processor. ``PYOPENCL_CTX`` names a device that answers in
    any case.

    Labels are equal to scipy's, with one exception: strong components of a graph with a cycle, from
    a device. scipy's order depends on the order in which a serial search meets the vertices within
    a component. These labels are in the order that scipy gives to the components alone, numbered by
    their smallest vertices; it is the same on every device.

    scipy's search may never end if a row of the matrix has an entry twice and components are
    strong. This function merges such entries.

    Examples
    --------
    >>> import numpy as np
    >>> from clconn import csgraph
    >>> graph = np.array([[0, 1, 0, 0], [1, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    >>> csgraph.connected_components(graph)
    (2, array([0, 0, 0, 1], dtype=int32))
    >>> csgraph.connected_components(graph, connection="strong")
    (3, array([1, 1, 0, 2], dtype=int32))
    """
    is_known = isinstance(connection, str) and connection.lower() in ("weak", "strong")
    is_strong = bool(directed) and is_known and connection.lower() == "strong"
    pays_from = STRONG_PAYS_FROM if is_strong else WEAK_PAYS_FROM
    rows = device_rows(csgraph, pays_from) if is_known else None
    function = strongly_connected_components if is_strong else weak_components
    result = None if rows is None else on_device(function, rows)
    if result is None:
        graph = _without_parallel_arcs(csgraph) if is_strong else csgraph
        return _by_scipy(graph, directed, connection, return_labels)
    if not return_labels:
        return result.count
    labels = _in_reverse_topological_order(result, rows) if is_strong else result.labels
    return result.count, labels


def _by_scipy(*arguments: Any) -> Any:
    from scipy.sparse.csgraph import connected_components

    return connected_components(*arguments)


def _in_reverse_topological_order(result: Any, rows: Any) -> Any:
    if result.count == result.n:
        # Only the order is left to find, and scipy's own is to be had.
        return _by_scipy(_without_parallel_arcs(rows), True, "strong")[1]
    if result.count == 1:
        return result.labels
    condensation = result.condensation(on_device=True)
    # Back to the order of the labels, so that scipy's search begins where it does in the graph.
    arcs = condensation.to_scipy()[condensation.ranks]
    arcs.indices = condensation.order[arcs.indices]
    arcs.sort_indices()
    return _by_scipy(arcs, True, "strong")[1][result.labels]


def _without_parallel_arcs(csgraph: Any) -> Any:
    """Return the graph itself if it has no entry twice, or else a copy in which each stands once.

    The order of the entries may decide in which order scipy meets the vertices, so it stays.
    """
    from scipy.sparse import issparse

    if not issparse(csgraph) or csgraph.format not in ("csr", "csc", "bsr"):
        return csgraph  # the conversion of other formats to rows merges such entries
    if csgraph.has_canonical_format:
        return csgraph
    merged = csgraph.tocsr(copy=True)
    entries = merged.nnz
    merged.sum_duplicates()
    return csgraph if merged.nnz == entries else merged
