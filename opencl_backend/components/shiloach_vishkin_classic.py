"""Shiloach and Vishkin's algorithm as published, on a device: ``shiloach_vishkin_classic.cl``."""

from __future__ import annotations

from clconn.opencl_backend.components.liu_tarjan import alter, scratch_edges
from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.union_find.canonical import canonicalize
from clconn.opencl_backend.union_find.edge_map import listed_edges

__all__ = ["finish", "finish_with_update", "rounds", "rounds_with_update"]

_FILE = "shiloach_vishkin_classic"


def finish(space: Workspace, arrays: EdgeArrays) -> list[Step]:
    """Steps of SV.

    Parameters
    ----------
    space : Workspace
    arrays : EdgeArrays
    """
    return rounds(space, arrays) + canonicalize(space)


def finish_with_update(space: Workspace, arrays: EdgeArrays) -> list[Step]:
    """Steps of SV-updt.

    Parameters
    ----------
    space : Workspace
    arrays : EdgeArrays
        Overwritten if ``arrays.scratch``.
    """
    return rounds_with_update(space, arrays) + canonicalize(space)


def rounds(space: Workspace, arrays: EdgeArrays) -> list[Step]:
    """Steps of SV that leave stars, whose roots are not their smallest vertices yet."""
    looks = listed_edges(space, arrays).rounds
    return [*_begin(space), Loop(_round(space, arrays), space.counters, looks)]


def rounds_with_update(space: Workspace, arrays: EdgeArrays) -> list[Step]:
    """The same of SV-updt."""
    looks = listed_edges(space, arrays).rounds
    updated = arrays if arrays.scratch else scratch_edges(space, arrays.count)
    body = [*_round(space, updated), alter(space, updated, updated)]
    copy = [] if arrays.scratch else [alter(space, arrays, updated)]
    return [*_begin(space), *copy, Loop(body, space.counters, looks)]


def _begin(space: Workspace) -> list[Step]:
    n = space.graph.n
    return [space.launch(_FILE, "no_active", n, space.n, _active(space), EDGES=None)]


def _active(space: Workspace) -> object:
    return space.buffer("active", 4 * space.graph.n)


def _round(space: Workspace, arrays: EdgeArrays) -> list[Step]:
    n, entries = space.graph.n, listed_edges(space, arrays)
    previous, active = space.buffer("previous", 4 * n), _active(space)
    marking = (space.n, PARENTS, previous, active, space.counters)
    smaller = (*entries.arguments, PARENTS, previous, active, space.counters)
    stagnant = (*entries.arguments, PARENTS, active)
    clearing = (space.n, PARENTS, active)
    switches = entries.switches
    return [
        space.launch(_FILE, "shortcut_and_mark", n, *marking, **switches),
        space.launch(_FILE, "hook_smaller", entries.items, *smaller, **switches),
        space.launch(_FILE, "hook_stagnant", entries.items, *stagnant, **switches),
        space.launch(_FILE, "shortcut_and_clear", n, *clearing, **switches),
    ]
