"""Rows of few entries on a processor, listed before they are finished: ``listed_rows.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.steps import PARENTS, Launch, Step
from clconn.opencl_backend.workspace import Workspace

__all__ = ["finish_listed_rows", "is_worth_listing"]

# On two cores of an AMD EPYC listing leaves 0.80 of the time on a path of shuffled ids (2 entries
# a vertex), 0.87 on a torus (4), 1.00 on roads (2 to 3) and R-MAT (15), 1.05 on a random graph (8).
ENTRIES_TO_LIST = 5
"""Entries a vertex below which rows are listed first."""

_BLOCK = 1024
"""Vertices of a work-item; 256 and 2048 were as good."""


def is_worth_listing(space: Workspace, skipped: int | None) -> bool:
    """Whether a finish without sampling is made faster by listing its rows.

    Parameters
    ----------
    space : Workspace
    skipped : int or None
        As for :func:`clconn.opencl_backend.gconn.finish_rows`.
    """
    return (
        space.runtime.is_cpu
        and skipped is None
        # The first smaller neighbor must be joined, in the trees of the parents.
        and space.options.get("initialization") == "first-smaller"
        and space.variant.finish != "jtb"
        and 0 < space.graph.entry_count < ENTRIES_TO_LIST * space.graph.n
    )


def finish_listed_rows(space: Workspace, worklist: Any, switches: dict[str, Any]) -> list[Step]:
    """Steps that unite each vertex with its smaller neighbors but the first.

    Parameters
    ----------
    space : Workspace
    worklist : pyopencl.Buffer
        Of n int32.
    switches : dict
        Made by :func:`clconn.opencl_backend.gconn.finish_switches`.
    """
    n = space.graph.n
    blocks = -(-n // _BLOCK)
    counts = space.buffer("listed-counts", 4 * blocks)
    size, entries = np.int32(_BLOCK), space.offset(space.graph.entry_count)
    rows = (*space.rows, PARENTS, worklist, counts)
    return [
        _launch(space, "list_rows", blocks, (space.n, entries, size, *rows), switches),
        _launch(space, "finish_listed", blocks, (space.n, size, *rows, *space.forest), switches),
    ]


def _launch(
    space: Workspace, kernel: str, blocks: int, arguments: tuple[Any, ...], switches: dict[str, Any]
) -> Launch:
    made = space.runtime.kernel("listed_rows", kernel, {**space.switches, **switches})
    # A group for each block, so that all cores have some.
    return Launch(made, blocks, 1, *arguments)
