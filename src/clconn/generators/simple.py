"""A simple graph out of drawn edges: no self loops, no duplicates, neighbors sorted.

Generators draw edges with repetition; every family ends here. An entry (row,
neighbor) is packed into one 64-bit key, row above, so that sorting the keys
sorts the rows and, within each, the neighbors. Keys are sorted as in a
parallel sample sort: each piece of the keys is sorted by itself, then cut at
common rows, and the parts of one range of rows, from all pieces, are gathered,
sorted and stripped of repetitions together.

Invariant: a range holds whole rows, so ranges touch disjoint slices of the
degrees, and the outcome does not depend on how many ranges there are.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clconn.errors import GraphError
from clconn.generators import checks
from clconn.generators.parallel import in_parallel, worker_count
from clconn.graph import Graph

__all__ = ["simple_graph"]

NEIGHBOR_BITS = 32
NEIGHBOR_MASK = np.int64(2**NEIGHBOR_BITS - 1)
SMALLEST_PIECE = 1 << 20
"""Edges below which another piece costs more than it saves."""
LARGEST_PIECE = 1 << 22
"""Edges above which a piece is cut up, to bound what is in flight at a time."""
SAMPLES_PER_PIECE = 256


def simple_graph(
    n: int, sources: NDArray[Any], targets: NDArray[Any], *, directed: bool = False
) -> Graph:
    """Make a graph of drawn edges, without self loops and repetitions.

    Parameters
    ----------
    n : int
        Number of vertices; those without edges stay.
    sources, targets : numpy.ndarray, shape (k,), any integer dtype
        The ends of the drawn edges, in ``0..n-1``.
    directed : bool, default False
        Whether to keep arcs as they are; otherwise each edge is stored at both
        ends.

    Returns
    -------
    Graph
        In compressed sparse rows with sorted neighbors.

    Raises
    ------
    GraphError
        If the machine's memory is too small, or an end is not a vertex.
    """
    checks.memory(n, sources.size)
    for ends in (sources, targets):
        if ends.size and (int(ends.min()) < 0 or int(ends.max()) >= n):
            raise GraphError(f"a drawn edge ends outside 0..{n - 1}")
    pieces = max(worker_count(), -(-sources.size // LARGEST_PIECE))
    pieces = max(1, min(pieces, sources.size // SMALLEST_PIECE))
    keys = _sorted_pieces(sources, targets, pieces, directed)
    cuts = _common_rows(n, keys, pieces)
    degrees = np.zeros(n + 1, dtype=np.int64)

    def finish(rows: tuple[int, int]) -> NDArray[np.int32]:
        first, end = (row << NEIGHBOR_BITS for row in rows)
        part = np.concatenate(
            [k[np.searchsorted(k, first) : np.searchsorted(k, end)] for k in keys]
        )
        if pieces > 1:
            part.sort()
        row = part >> NEIGHBOR_BITS
        neighbor = (part & NEIGHBOR_MASK).astype(np.int32)
        keep: NDArray[np.bool_] = row != neighbor
        keep[1:] &= part[1:] != part[:-1]
        counts = np.bincount(row[keep] - rows[0], minlength=rows[1] - rows[0])
        degrees[rows[0] + 1 : rows[1] + 1] = counts
        return neighbor[keep]

    neighbors = np.concatenate(in_parallel(finish, itertools.pairwise(cuts)))
    offsets = np.cumsum(degrees)
    return Graph.from_csr(offsets, neighbors, directed=directed, symmetric=not directed)


def _sorted_pieces(
    sources: NDArray[Any], targets: NDArray[Any], pieces: int, directed: bool
) -> list[NDArray[np.int64]]:
    def pack(piece: int) -> NDArray[np.int64]:
        part = slice(piece * sources.size // pieces, (piece + 1) * sources.size // pieces)
        ends = [sources[part].astype(np.int64), targets[part].astype(np.int64)]
        directions = [ends] if directed else [ends, ends[::-1]]
        keys = np.concatenate([row << NEIGHBOR_BITS | neighbor for row, neighbor in directions])
        keys.sort()
        return keys

    return in_parallel(pack, range(pieces))


def _common_rows(n: int, keys: list[NDArray[np.int64]], ranges: int) -> list[int]:
    """Rows 0 = r0 <= r1 <= ... = n between which about equally many keys lie."""
    samples = np.sort(
        np.concatenate([key[:: max(1, key.size // SAMPLES_PER_PIECE)] for key in keys])
    )
    inner = [int(samples[i * samples.size // ranges]) >> NEIGHBOR_BITS for i in range(1, ranges)]
    return [0, *inner, n]
