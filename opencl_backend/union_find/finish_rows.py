"""The finish phase and finalization of GConn's Algorithm 1 on the device: ``finish_rows.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.union_find.jtb import smallest_vertices
from clconn.opencl_backend.union_find.short_rows import finish_listed_rows, is_worth_listing

__all__ = [
    "finalization",
    "finish_rows",
    "finish_switches",
    "keep_labels",
    "vertex_gathering",
    "worklists",
]

_FINALIZATIONS = {
    "single": "find_patient_lowering",
    "split": "find_split_lowering",
    "compress": "find_compress",
}


def finish_switches(
    space: Workspace, unite: dict[str, str | None], skipped: int | None
) -> dict[str, Any]:
    """The switches of ``finish_rows.cl``.

    Parameters
    ----------
    space : Workspace
    unite : dict
        The switches of the find and the union.
    skipped : int or None
        Entries at the head of each row that were sampled; None without sampling.
    """
    form = _FINALIZATIONS[space.options.get("finalization", "single")]
    switches = {**unite, "FINALIZE": form}
    if skipped is not None:
        switches["SAMPLED"] = None
    if _smaller_first(space, skipped):
        switches["SMALLER_FIRST"] = None
    return switches


def _smaller_first(space: Workspace, skipped: int | None) -> bool:
    # Where a work-item takes a row of any degree: finish_larger has no degree classes. Nor does
    # it know trees that are not those of the parents.
    return (
        not space.graph.symmetric
        and skipped is None
        and space.runtime.is_cpu
        and space.variant.finish != "jtb"
    )


def finish_rows(space: Workspace, unite: dict[str, str | None], skipped: int | None) -> list[Step]:
    """Steps that unite the ends of all entries that sampling has not settled, and finalize.

    Parameters
    ----------
    space : Workspace
    unite : dict
        The switches of the find and the union.
    skipped : int or None
        As for :func:`finish_switches`.
    """
    tuning = space.runtime.tuning
    n = space.graph.n
    switches = finish_switches(space, unite, skipped)
    lists = (*worklists(space), space.counters)
    head = np.int32(skipped or 0)
    rows = (space.n, head, *space.rows, PARENTS, *lists, *space.forest)
    gather = skipped is not None and bool(space.options["vertex_gathering"])
    steps: list[Step] = []
    listed = is_worth_listing(space)
    if gather:
        steps += vertex_gathering(space, switches, skipped or 0)
    elif listed:
        steps += finish_listed_rows(space, switches)
    else:
        steps.append(space.launch("finish_rows", "finish_vertices", n, *rows, **switches))
    # With parallel edges a row may have more than n entries.
    items = tuning.groups * tuning.local_size
    if gather or (not listed and tuning.low_degree < space.graph.entry_count):
        steps.append(space.launch("finish_rows", "finish_worklist", items, *rows, **switches))
    # The edges of a forest need no parents that are final.
    smaller_first, final = _smaller_first(space, skipped), not space.spans
    if final or smaller_first:
        steps += finalization(space, switches)
    if smaller_first:
        larger = (space.n, *space.rows, PARENTS, space.counters, *space.forest)
        steps.append(space.launch("finish_rows", "finish_larger", items, *larger, **switches))
    if final and smaller_first:
        again = (space.n, PARENTS, space.counters)
        steps.append(space.launch("finish_rows", "finalize_again", items, *again, **switches))
    return steps


def worklists(space: Workspace) -> tuple[Any, Any]:
    """The lists of vertices to finish, and of the pieces of rows of high degree.

    Parameters
    ----------
    space : Workspace
    """
    entries, tuning = space.graph.entry_count, space.runtime.tuning
    # The most pieces that the rows of high degree can be cut into.
    pieces = entries // tuning.piece + entries // tuning.high_degree + 1
    return space.buffer("worklist", 4 * space.graph.n), space.buffer("pieces", 8 * pieces)


def vertex_gathering(space: Workspace, switches: dict[str, Any], skipped: int) -> list[Step]:
    """A step that lists the vertices which sampling has not settled, by their degrees.

    Parameters
    ----------
    space : Workspace
    switches : dict
        Made by :func:`finish_switches`.
    skipped : int
        Entries at the head of each row that were sampled.
    """
    arguments = (
        space.n, np.int32(skipped), space.graph.offsets, PARENTS, *worklists(space), space.counters
    )  # fmt: skip
    return [space.launch("finish_rows", "gather_vertices", space.graph.n, *arguments, **switches)]


def keep_labels(space: Workspace, switches: dict[str, Any]) -> tuple[Any, list[Step]]:
    """A copy of the labels as sampling leaves them.

    Parameters
    ----------
    space : Workspace
    switches : dict
        Made by :func:`finish_switches`.

    Returns
    -------
    sampled : pyopencl.Buffer
        Of n int32.
    steps : list of Launch
    """
    n, sampled = space.graph.n, space.buffer("sampled", 4 * space.graph.n)
    return sampled, [
        space.launch("finish_rows", "keep_labels", n, space.n, PARENTS, sampled, **switches)
    ]


def finalization(space: Workspace, switches: dict[str, Any]) -> list[Step]:
    """Steps that point every vertex to its root, the smallest vertex of its component.

    Parameters
    ----------
    space : Workspace
    switches : dict
        Made by :func:`finish_switches`.
    """
    if space.variant.finish == "jtb":
        return smallest_vertices(space)
    return [space.launch("finish_rows", "finalize", space.graph.n, space.n, PARENTS, **switches)]
