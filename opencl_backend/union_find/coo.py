"""Edges in coordinate form on the device: ``coo.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.counters import own_counters
from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = [
    "MOST_PIECES",
    "PIECE_COUNTERS",
    "edge_block_switches",
    "piece_size",
    "relabeled_pieces",
    "unite_edges",
]

PIECE_COUNTERS = own_counters("EVEN_PIECE", "ODD_PIECE")
"""The number of the next piece of the edges: even pieces read the first counter and write the
second; odd ones do the reverse."""

_EDGES_OF_BLOCK, _EDGES_OF_BLOCK_ON_PROCESSOR = 32, 16
"""Edges of a block: those that a GPU's work-items take in lock step, or a processor's looks at
together."""

MOST_PIECES = 256
"""The most pieces of ``coo-relabel``; with more than 128 n edges they are larger than n/2."""


def edge_block_switches(builder: PlanBuilder, unite: dict[str, str | None]) -> dict[str, Any]:
    """The switches of ``edge_blocks.h``, by the option ``order`` if there is one.

    Parameters
    ----------
    unite
        The switches of the find and the union.
    """
    is_processor = builder.runtime.tuning.blocks
    block = _EDGES_OF_BLOCK_ON_PROCESSOR if is_processor else _EDGES_OF_BLOCK
    permuted = {"PERMUTED": None} if builder.options.get("order") == "blocks" else {}
    return {**unite, **permuted, "EDGES_OF_BLOCK": block}


def unite_edges(builder: PlanBuilder, switches: dict[str, Any], arrays: EdgeArrays) -> list[Step]:
    """A step that unites the two ends of each edge of an array.

    Parameters
    ----------
    switches
        The result of :func:`edge_block_switches`, and perhaps GIVES_UP (``given_up_edge.h``).
    """
    block = switches["EDGES_OF_BLOCK"]
    # The last block, which may be short, need not come last.
    items = builder.runtime.tuning.items_for(-(-arrays.count // block) * block)
    arguments = (
        builder.place(arrays.count), arrays.sources, arrays.targets, PARENTS, builder.counters,
        *builder.link_arguments,
    )  # fmt: skip
    switches = {**PIECE_COUNTERS, **switches}
    return [builder.launch("coo", "unite_edges", items, *arguments, **switches)]


def piece_size(n: int, count: int) -> int:
    """Edges of a piece of ``coo-relabel``: half as many as there are vertices, or more.

    Parameters
    ----------
    n, count
        Number of vertices and of edges.
    """
    return max((n + 1) // 2, -(-count // MOST_PIECES), 1)


def relabeled_pieces(
    builder: PlanBuilder, size: int | None = None, *, permuted: bool = False
) -> tuple[EdgeArrays, list[list[Step]]]:
    """The edges in pieces, with each end replaced by its parent.

    Parameters
    ----------
    size
        Edges of a piece; None for :func:`piece_size`.
    permuted
        Whether the edges come in a random order, the same on every run.

    Returns
    -------
    piece : EdgeArrays
        Scratch memory that holds one piece after the other.
    relabel : list of list of Step
        For each piece the steps that store it there.
    """
    arrays = builder.edge_arrays()
    size = size or piece_size(builder.n, arrays.count)
    switches: dict[str, int | None] = dict(PIECE_COUNTERS)
    if permuted:
        switches["PERMUTED"] = None
    pieces = -(-arrays.count // size)
    sources = builder.scratch("piece-sources", 4 * size)
    targets = builder.scratch("piece-targets", 4 * size)
    steps: list[list[Step]] = []
    for next_piece in PIECE_COUNTERS.values():
        arguments = (
            builder.place(arrays.count), builder.place(size), next_piece,
            arrays.sources, arrays.targets, PARENTS, sources, targets, builder.counters,
        )  # fmt: skip
        steps.append([builder.launch("coo", "relabel_piece", size, *arguments, **switches)])
    relabel = (steps * pieces)[:pieces]
    return EdgeArrays(sources, targets, size, scratch=True), relabel
