"""Build a simple graph from drawn edges: no self loops, no duplicates, sorted neighbors.

Generators draw edges with repetition, and all families end with this step. It packs an
entry (row, neighbor) into a 64-bit key with the row in the upper half, so sorting the
keys sorts the rows and the neighbors within each row. The sort is a parallel sample
sort: it sorts each piece of the keys separately and cuts all pieces at the same rows.
Then, for each range of rows, it gathers the parts of all pieces, sorts them, and drops
repetitions.

Invariant: a range contains whole rows. So the ranges write disjoint slices of the
degrees, and the result does not depend on the number of ranges.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clconn.errors import GraphError
from clconn.generators import checks
from clconn.generators.parallel import in_parallel
from clconn.graph import Graph
from clconn.parallel_passes import usable_cores

__all__ = ["simple_graph"]

NEIGHBOR_BITS = 32
NEIGHBOR_MASK = np.int64(2**NEIGHBOR_BITS - 1)
SMALLEST_PIECE = 1 << 20
"""Smallest number of edges for which a piece is worth its overhead."""
LARGEST_PIECE = 1 << 22
"""Largest number of edges in a piece, which bounds the temporary memory."""
SAMPLES_PER_PIECE = 256


def simple_graph(
    n: int, sources: NDArray[Any], targets: NDArray[Any], *, directed: bool = False
) -> Graph:
    """Make a graph from drawn edges, without self loops and repetitions.

    The rows store an undirected edge at both ends, and an arc at its source.

    Raises
    ------
    GraphError
        If the machine's memory is too small, or an end is outside ``0..n-1``.
    """
    checks.memory(n, sources.size)
    for ends in (sources, targets):
        if ends.size and (int(ends.min()) < 0 or int(ends.max()) >= n):
            raise GraphError(f"a drawn edge ends outside 0..{n - 1}")
    pieces = max(usable_cores(), -(-sources.size // LARGEST_PIECE))
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
    """Return rows 0 = r0 <= r1 <= ... = n that cut the keys into about equal parts."""
    samples = np.sort(
        np.concatenate([key[:: max(1, key.size // SAMPLES_PER_PIECE)] for key in keys])
    )
    inner = [int(samples[i * samples.size // ranges]) >> NEIGHBOR_BITS for i in range(1, ranges)]
    return [0, *inner, n]
