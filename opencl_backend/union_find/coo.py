"""Edges in coordinate form on the device: ``coo.cl``."""

from __future__ import annotations

import numpy as np

from clconn.opencl_backend.device.launches import EVEN_PIECE, ODD_PIECE, PARENTS, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import Workspace

__all__ = ["MOST_PIECES", "edges_of", "piece_size", "relabelled_pieces", "unite_edges"]

MOST_PIECES = 256
"""Pieces of ``coo-relabel``; with more than 128 n edges they are larger than n/2."""


def edges_of(space: Workspace) -> EdgeArrays:
    """The edges of the graph as arrays; the graph keeps them.

    Raises
    ------
    DeviceMemoryError
        Before they are allocated, if they do not fit.
    """
    arrays = space.graph.edge_arrays()
    space.needs.update(space.graph.memory_needs)
    return arrays


def unite_edges(space: Workspace, unite: dict[str, str | None], arrays: EdgeArrays) -> list[Step]:
    """A step that unites the two ends of each edge of an array.

    Parameters
    ----------
    space : Workspace
    unite : dict
        The switches of the find and the union.
    arrays : EdgeArrays
    """
    count = space.offset(arrays.count)
    arguments = (count, arrays.sources, arrays.targets, PARENTS, space.counters)
    return [space.launch("coo", "unite_edges", arrays.count, *arguments, *space.forest, **unite)]


def piece_size(n: int, count: int) -> int:
    """Edges of a piece of ``coo-relabel``: half as many as there are vertices.

    Parameters
    ----------
    n, count : int
        Number of vertices and of edges.
    """
    return max((n + 1) // 2, -(-count // MOST_PIECES), 1)


def relabelled_pieces(
    space: Workspace, size: int | None = None, *, permuted: bool = False
) -> tuple[EdgeArrays, list[list[Step]]]:
    """The edges in pieces, each end of which is replaced by its parent.

    Parameters
    ----------
    space : Workspace
    size : int, optional
        Edges of a piece; :func:`piece_size` if not given.
    permuted : bool, default False
        Whether the edges come in a random order, the same on every run.

    Returns
    -------
    piece : EdgeArrays
        Scratch memory that holds one piece after the other.
    relabel : list of list of Step
        For each piece the steps that put it there.
    """
    arrays = edges_of(space)
    size = size or piece_size(space.graph.n, arrays.count)
    switches: dict[str, None] = {"PERMUTED": None} if permuted else {}
    pieces = -(-arrays.count // size)
    sources = space.buffer("piece-sources", 4 * size)
    targets = space.buffer("piece-targets", 4 * size)
    steps: list[list[Step]] = []
    for next_piece in (EVEN_PIECE, ODD_PIECE):
        arguments = (
            space.offset(arrays.count), space.offset(size), np.int32(next_piece),
            arrays.sources, arrays.targets, PARENTS, sources, targets, space.counters,
        )  # fmt: skip
        steps.append([space.launch("coo", "relabel_piece", size, *arguments, **switches)])
    relabel = (steps * pieces)[:pieces]
    return EdgeArrays(sources, targets, size, scratch=True), relabel
