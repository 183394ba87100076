"""The finish phase and the finalization of GConn's Algorithm 1 on the device: ``gconn.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device_graph import DeviceGraph
from clconn.opencl_backend.runtime import PARENTS, Launch

__all__ = ["finalization", "finish_defines", "finish_phase", "piece_capacity"]

_FINALIZATIONS = {
    "single": "find_naive",
    "split": "find_split_lowering",
    "compress": "find_compress",
}


def piece_capacity(graph: DeviceGraph) -> int:
    """Most pieces that the rows of high degree can be cut into."""
    tuning = graph.runtime.tuning
    return graph.entry_count // tuning.piece + graph.entry_count // tuning.high_degree + 1


def finish_defines(
    graph: DeviceGraph, skipped: int, form: str, defines: dict[str, Any]
) -> dict[str, Any]:
    """The switches of ``gconn.cl``.

    Parameters
    ----------
    graph : DeviceGraph
    skipped : int
        Entries at the head of each row that were sampled; 0 without sampling.
    form : str
        Of the finalization: ``"single"``, ``"split"`` or ``"compress"``.
    defines : dict
        With the find and the union to use.
    """
    tuning = graph.runtime.tuning
    switches = {
        **defines,
        "SKIPPED": skipped,
        "FINALIZE": _FINALIZATIONS[form],
        "LANES": tuning.lanes,
        "LOW_DEGREE": tuning.low_degree,
        "HIGH_DEGREE": tuning.high_degree,
        "PIECE": tuning.piece,
        **tuning.sharing,
    }
    if _smaller_first(graph, skipped):
        switches["SMALLER_FIRST"] = None
    return switches


def _smaller_first(graph: DeviceGraph, skipped: int) -> bool:
    # Where a work-item takes a row of any degree: finish_larger has no degree classes.
    return not graph.symmetric and not skipped and graph.runtime.is_cpu


def finish_phase(
    graph: DeviceGraph, skipped: int, gather: bool, scratch: tuple[Any, Any, Any],
    defines: dict[str, Any],
) -> list[Launch]:  # fmt: skip
    """Launches that unite the ends of all edges that sampling has not settled.

    Parameters
    ----------
    graph : DeviceGraph
    skipped : int
        As for :func:`finish_defines`.
    gather : bool
        Vertex gathering: first collect the unsettled vertices, then finish them.
    scratch : tuple of pyopencl.Buffer
        Worklist, pieces, counters.
    defines : dict
        Made by :func:`finish_defines`.
    """
    runtime = graph.runtime
    tuning = runtime.tuning
    n, local = np.int32(graph.n), tuning.local_size
    rows = (graph.offsets, graph.neighbors)
    launches = []
    if gather:
        kernel = runtime.kernel("gconn", "gather_vertices", defines)
        launches.append(Launch(kernel, graph.n, local, n, graph.offsets, PARENTS, *scratch))
    else:
        kernel = runtime.kernel("gconn", "finish_vertices", defines)
        launches.append(Launch(kernel, graph.n, local, n, *rows, PARENTS, *scratch))
    if gather or tuning.low_degree < graph.n:
        kernel = runtime.kernel("gconn", "finish_worklist", defines)
        items = tuning.groups * local
        launches.append(Launch(kernel, items, local, n, *rows, PARENTS, *scratch))
    launches += finalization(graph, defines)
    if _smaller_first(graph, skipped):
        counters = scratch[2]
        larger = runtime.kernel("gconn", "finish_larger", defines)
        again = runtime.kernel("gconn", "finalize_again", defines)
        launches.append(Launch(larger, graph.n, local, n, *rows, PARENTS, counters))
        launches.append(Launch(again, graph.n, local, n, PARENTS, counters))
    return launches


def finalization(graph: DeviceGraph, defines: dict[str, Any]) -> list[Launch]:
    """A launch that points every vertex to its root.

    Parameters
    ----------
    graph : DeviceGraph
    defines : dict
        Made by :func:`finish_defines`.
    """
    kernel = graph.runtime.kernel("gconn", "finalize", defines)
    return [Launch(kernel, graph.n, graph.runtime.tuning.local_size, np.int32(graph.n), PARENTS)]
