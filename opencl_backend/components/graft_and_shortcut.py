"""Cong and Muzio's graft-and-shortcut on a device: ``liu_tarjan.cl`` and ``graft_and_shortcut.cl``.

Algorithm 1 (CC) and Algorithm 2 (CC-updt) are among Liu and Tarjan's labeling algorithms: the ends'
parents are connected, only roots take what they are sent, and the shortcut is full; with the
update, every edge is altered.
"""

from __future__ import annotations

from clconn.errors import GraphError
from clconn.opencl_backend.components.liu_tarjan import (
    connect,
    full_shortcut,
    labeling,
    scratch_edges,
)
from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.primitives.radix_sort import DIGIT_BITS, MOST_PAIRS, sort_pairs
from clconn.opencl_backend.union_find.edge_map import listed_edges

__all__ = ["finish", "finish_with_update"]


def finish(space: Workspace, arrays: EdgeArrays) -> list[Step]:
    """Steps of CC, whose graft retrieves components by the option ``coalescing``.

    Parameters
    ----------
    space : Workspace
    arrays : EdgeArrays
    """
    if space.options.get("coalescing") == "sort":
        return _finish_sorting(space, arrays)
    return labeling(space, listed_edges(space, arrays), "PRF")


def finish_with_update(space: Workspace, arrays: EdgeArrays) -> list[Step]:
    """Steps of CC-updt.

    Parameters
    ----------
    space : Workspace
    arrays : EdgeArrays
        Overwritten if ``arrays.scratch``.
    """
    return labeling(space, listed_edges(space, arrays), "CRFA")


def _finish_sorting(space: Workspace, given: EdgeArrays) -> list[Step]:
    count = given.count
    if count > MOST_PAIRS:
        raise GraphError(
            f"{space.variant.name} sorts at most {MOST_PAIRS} edges and the graph has {count}; "
            "leave the option coalescing out"
        )
    number = space.offset(count)
    pairs, other = (space.buffer(name, 8 * count) for name in ("pairs", "sorted-pairs"))
    retrieved = scratch_edges(space, count)

    def launch(kernel: str, *arguments: object) -> Step:
        return space.launch("graft_and_shortcut", kernel, count, number, *arguments)

    # Two vertices of one block of 2**DIGIT_BITS are as good as sorted.
    bits = range(DIGIT_BITS, max(space.graph.n - 1, 0).bit_length())
    by_source, first = sort_pairs(space.runtime, space.buffer, pairs, other, count, bits)
    free = other if first is pairs else pairs
    by_target, second = sort_pairs(space.runtime, space.buffer, first, free, count, bits)
    body = [
        launch("pair_ends", given.sources, given.targets, pairs),
        *by_source,
        launch("retrieve_sources", PARENTS, first),
        *by_target,
        launch("retrieve_targets", second, PARENTS, retrieved.sources, retrieved.targets),
        connect(space, listed_edges(space, retrieved), "CR"),
        full_shortcut(space),
    ]
    return [Loop(body, space.counters, rounds=1)]
