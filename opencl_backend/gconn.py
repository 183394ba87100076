"""The finish phase and the finalization of GConn's Algorithm 1 on the device: ``gconn.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.steps import PARENTS, Step
from clconn.opencl_backend.workspace import Workspace

__all__ = ["finalization", "finish_rows", "finish_switches"]

_FINALIZATIONS = {
    "single": "find_patient_lowering",
    "split": "find_split_lowering",
    "compress": "find_compress",
}


def finish_switches(space: Workspace, unite: dict[str, str | None], skipped: int) -> dict[str, Any]:
    """The switches of ``gconn.cl``.

    Parameters
    ----------
    space : Workspace
    unite : dict
        The switches of the find and the union.
    skipped : int
        Entries at the head of each row that were sampled; 0 without sampling.
    """
    form = _FINALIZATIONS[space.options["finalization"]]
    switches = {**unite, "SKIPPED": skipped, "FINALIZE": form}
    if _smaller_first(space, skipped):
        switches["SMALLER_FIRST"] = None
    return switches


def _smaller_first(space: Workspace, skipped: int) -> bool:
    # Where a work-item takes a row of any degree: finish_larger has no degree classes.
    return not space.graph.symmetric and not skipped and space.runtime.is_cpu


def finish_rows(space: Workspace, unite: dict[str, str | None], skipped: int) -> list[Step]:
    """Steps that unite the ends of all entries that sampling has not settled, and finalize.

    Parameters
    ----------
    space : Workspace
    unite : dict
        The switches of the find and the union.
    skipped : int
        As for :func:`finish_switches`.
    """
    graph, tuning = space.graph, space.runtime.tuning
    n = graph.n
    switches = finish_switches(space, unite, skipped)
    # The most pieces that the rows of high degree can be cut into.
    pieces = graph.entry_count // tuning.piece + graph.entry_count // tuning.high_degree + 1
    lists = (
        space.buffer("worklist", 4 * n),
        space.buffer("pieces", 8 * pieces),
        space.counters,
    )
    rows = (space.n, *space.rows, PARENTS, *lists)
    gather = bool(skipped and space.options["vertex_gathering"])
    steps: list[Step] = []
    if gather:
        arguments = (space.n, graph.offsets, PARENTS, *lists)
        steps.append(space.launch("gconn", "gather_vertices", n, *arguments, **switches))
    else:
        steps.append(space.launch("gconn", "finish_vertices", n, *rows, **switches))
    if gather or tuning.low_degree < n:
        items = tuning.groups * tuning.local_size
        steps.append(space.launch("gconn", "finish_worklist", items, *rows, **switches))
    steps += finalization(space, switches)
    if _smaller_first(space, skipped):
        larger = (space.n, *space.rows, PARENTS, space.counters)
        again = (space.n, PARENTS, space.counters)
        steps.append(space.launch("gconn", "finish_larger", n, *larger, **switches))
        steps.append(space.launch("gconn", "finalize_again", n, *again, **switches))
    return steps


def finalization(space: Workspace, switches: dict[str, Any]) -> list[Step]:
    """A step that points every vertex to its root.

    Parameters
    ----------
    space : Workspace
    switches : dict
        Made by :func:`finish_switches`.
    """
    return [space.launch("gconn", "finalize", space.graph.n, space.n, PARENTS, **switches)]
