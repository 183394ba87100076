"""Symmetry of rows: check it, create it, and pair each entry with its mirror image.

Entry (v, u) is the mirror image of (u, v). All functions use the counting sorts of
:mod:`clconn.csr`, in linear time; parallel edges keep the user's order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.csr import Adjacency, offset_dtype, rows_from_entries
from clconn.errors import GraphError
from clconn.host_memory import check_host_memory
from clconn.sparse_ids import sparse_ids_advice

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["is_symmetric", "one_entry_per_edge", "rows_of_arcs", "symmetrize"]

BROKEN_PROMISE = (
    "the rows are not symmetric although symmetric=True was promised; "
    "leave the promise out, and clconn checks the rows itself"
)


def is_symmetric(n: int, rows: Adjacency) -> bool:
    """Check exactly whether (u, v) occurs as often as (v, u), by two linear transpositions."""
    from scipy.sparse import csr_array

    data = np.ones(rows.neighbors.size, dtype=np.int8)
    transposed = csr_array((data, rows.neighbors, rows.offsets), shape=(n, n)).T.tocsr()
    if not np.array_equal(transposed.indptr, rows.offsets):
        return False
    again = transposed.T.tocsr()
    return bool(np.array_equal(transposed.indices, again.indices))


def symmetrize(
    n: int, sources: NDArray[np.int32], targets: NDArray[np.int32], edge_ids: bool
) -> Adjacency:
    """Build sorted rows that store each edge at both ends, without self loops.

    With `edge_ids` the result also has the user's edge of each entry.

    Raises
    ------
    HostMemoryError
        Before any allocation, if there is too little memory.
    """
    check_host_memory(
        _bytes_at_least(n, sources.size),
        f"a graph of {n:,} vertices",
        sparse_ids_advice(n, sources.size),
    )
    entries = 2 * sources.size
    id_dtype = np.int32 if sources.size < 2**31 else np.int64
    if edge_ids:
        ids = np.arange(sources.size, dtype=id_dtype)
    proper = sources != targets
    if not proper.all():
        sources, targets = sources[proper], targets[proper]
        if edge_ids:
            ids = ids[proper]
    rows = np.concatenate([sources, targets])
    columns = np.concatenate([targets, sources])
    data = np.concatenate([ids, ids]) if edge_ids else np.ones(rows.size, dtype=np.int8)
    matrix = rows_from_entries(n, rows, columns, data)
    return Adjacency(
        matrix.indptr.astype(offset_dtype(entries), copy=False),
        matrix.indices.astype(np.int32, copy=False),
        matrix.data if edge_ids else None,
    )


def _bytes_at_least(n: int, edge_count: int) -> dict[str, int]:
    """Return the bytes that :func:`symmetrize` takes at least, at one time, by what they hold."""
    offsets = np.dtype(offset_dtype(2 * edge_count)).itemsize * (n + 1)
    # Both ends of each entry, and the columns of the rows; there is a transposed copy of the rows.
    return {"offsets": 2 * offsets, "entries": 12 * 2 * edge_count}


def rows_of_arcs(n: int, sources: NDArray[np.int32], targets: NDArray[np.int32]) -> Adjacency:
    """Build sorted rows of arcs; loops and parallel arcs stay.

    Raises
    ------
    HostMemoryError
        Before any allocation, if there is too little memory.
    """
    check_host_memory(
        _bytes_at_least(n, sources.size),
        f"a graph of {n:,} vertices",
        sparse_ids_advice(n, sources.size),
    )
    matrix = rows_from_entries(n, sources, targets, np.ones(sources.size, dtype=np.int8))
    return Adjacency(
        matrix.indptr.astype(offset_dtype(sources.size), copy=False),
        matrix.indices.astype(np.int32, copy=False),
        None,
    )


def one_entry_per_edge(
    n: int,
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    weights: NDArray[Any] | None,
    *,
    maximum: bool,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any] | None, NDArray[Any]]:
    """Return ends, weights and ids of one entry for each edge of symmetric rows.

    It is the lighter one, or the heavier one with `maximum`.

    Raises
    ------
    GraphError
        If the entries turn out not to be symmetric.
    """
    id_dtype = np.int32 if sources.size < 2**31 else np.int64
    above = sources < targets
    if 2 * np.count_nonzero(above) != np.count_nonzero(sources != targets):
        raise GraphError(BROKEN_PROMISE)
    entries = np.flatnonzero(above | (sources == targets)).astype(id_dtype, copy=False)
    edge_ids = entries
    if weights is not None:
        edge_ids = _first_entries(n, sources, targets, weights, above, maximum)[entries]
        weights = weights[edge_ids]
    return sources[entries], targets[entries], weights, edge_ids


def _first_entries(
    n: int,
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    weights: NDArray[Any],
    above: NDArray[np.bool_],
    maximum: bool,
) -> NDArray[Any]:
    """Return, for each entry above the diagonal, the id of the lighter of it and its mirror image.

    With `maximum` it is that of the heavier one. The function transposes one triangle
    and sorts both by their two ends. Mirror images then have equal positions. Parallel
    edges keep their order, or are sorted by weight where that makes a difference. On
    equal weights the entry above the diagonal wins, because it comes before its mirror
    image.
    """
    ids = np.arange(sources.size, dtype=np.int32 if sources.size < 2**31 else np.int64)

    def mirror_pairs(order: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        upper, lower = order[above[order]], order[(sources > targets)[order]]
        one = rows_from_entries(n, sources[upper], targets[upper], upper)
        other = rows_from_entries(n, targets[lower], sources[lower], lower)
        if not (
            np.array_equal(one.indptr, other.indptr) and np.array_equal(one.indices, other.indices)
        ):
            raise GraphError(BROKEN_PROMISE)
        return one.data, other.data

    upper, lower = mirror_pairs(ids)
    if np.array_equal(weights[upper], weights[lower]):
        return ids
    if maximum:
        # Descending: equal weights are reversed twice, so they keep their order.
        upper, lower = mirror_pairs(ids[::-1][np.argsort(weights[::-1], kind="stable")][::-1])
        lower_is_first = weights[lower] > weights[upper]
    else:
        upper, lower = mirror_pairs(ids[np.argsort(weights, kind="stable")])
        lower_is_first = weights[lower] < weights[upper]
    first = ids.copy()
    first[upper] = np.where(lower_is_first, lower, upper)
    return first
