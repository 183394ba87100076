"""Rows of few entries on a processor, listed as they are initialized: ``short_rows.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import PARENTS, Launch, Step
from clconn.opencl_backend.plan.plan_builder import Workspace

__all__ = ["finish_listed_rows", "initialize_and_list_rows", "is_worth_listing"]

# On two cores of an AMD EPYC, against an initialization and a finish of their own, kernels take
# 0.70 of the time on a path of shuffled ids (2 entries a vertex), 0.75 on a torus (4), 0.9 on a
# random graph (8) and 1.05 on R-MAT (16).
ENTRIES_TO_LIST = 12
"""Entries a vertex below which the kernels of ``short_rows.cl`` do both; they list the rows of a
block where it has at most LISTED_DEGREE a vertex."""

_BLOCK = 256
"""Vertices of a work-item: as many as a work-group has elsewhere; 512 and 1024 were as good."""

_BATCH = 16
"""Rows of two entries looked at together; 8 and 32 were as good."""


def is_worth_listing(space: Workspace) -> bool:
    """Whether a finish without sampling is made faster by listing its rows.

    Parameters
    ----------
    space : Workspace
    """
    return (
        space.runtime.is_cpu
        and space.variant.edges == "csr"
        # The first smaller neighbor must be joined, in the trees of the parents.
        and space.options.get("initialization") == "first-smaller"
        and space.variant.finish != "jtb"
        and 0 < space.graph.entry_count < ENTRIES_TO_LIST * space.graph.n
    )


def initialize_and_list_rows(space: Workspace, switches: dict[str, Any]) -> list[Step]:
    """Steps that give each vertex its first parent and list the rows with more to unite.

    Parameters
    ----------
    space : Workspace
    switches : dict
        Of the find and the union.
    """
    lists = _lists(space)
    entries = space.offset(space.graph.entry_count)
    arguments = (
        space.n, entries, np.int32(_BLOCK), *space.rows, PARENTS, *lists, space.counters,
        *space.forest,
    )  # fmt: skip
    halve = space.launch(
        "short_rows",
        "halve_paths",
        space.graph.n,
        space.n,
        PARENTS,
        **_switches(switches),
    )
    return [_launch(space, "initialize_and_list", arguments, switches), halve]


def finish_listed_rows(space: Workspace, switches: dict[str, Any]) -> list[Step]:
    """Steps that unite each vertex with its smaller neighbors but the first.

    Parameters
    ----------
    space : Workspace
    switches : dict
        Made by :func:`clconn.opencl_backend.union_find.finish_rows.finish_switches`.
    """
    arguments = (
        space.n, np.int32(_BLOCK), *space.rows, PARENTS, *_lists(space), *space.forest
    )  # fmt: skip
    return [_launch(space, "finish_listed", arguments, switches)]


def _blocks(space: Workspace) -> int:
    return -(-space.graph.n // _BLOCK)


def _lists(space: Workspace) -> tuple[Any, Any]:
    list_ = space.buffer("worklist", 4 * space.graph.n)
    return list_, space.buffer("listed-counts", 4 * _blocks(space))


def _switches(switches: dict[str, Any]) -> dict[str, Any]:
    return {**switches, "BATCH": _BATCH}


def _launch(
    space: Workspace, kernel: str, arguments: tuple[Any, ...], switches: dict[str, Any]
) -> Launch:
    made = space.runtime.kernel("short_rows", kernel, {**space.switches, **_switches(switches)})
    # A group for each block, so that all cores have some.
    return Launch(made, _blocks(space), 1, *arguments)
