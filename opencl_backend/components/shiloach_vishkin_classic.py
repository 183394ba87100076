"""Shiloach and Vishkin's algorithm as published, on a device: ``shiloach_vishkin_classic.cl``."""

from __future__ import annotations

from clconn.opencl_backend.components.liu_tarjan import alter, scratch_edges
from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.canonical import canonicalize
from clconn.opencl_backend.union_find.edge_map import listed_edges

__all__ = ["finish", "finish_with_update", "rounds", "rounds_with_update"]

_FILE = "shiloach_vishkin_classic"


def finish(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    """Steps of SV."""
    return rounds(builder, arrays) + canonicalize(builder)


def finish_with_update(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    """Steps of SV-updt; they overwrite the edges if ``arrays.scratch``."""
    return rounds_with_update(builder, arrays) + canonicalize(builder)


def rounds(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    """Steps of SV that leave stars, whose roots need not be their smallest vertices."""
    looks = listed_edges(builder, arrays).rounds
    return [*_begin(builder), Loop(_round(builder, arrays), builder.counters, looks)]


def rounds_with_update(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    """Steps of SV-updt that leave stars, whose roots need not be their smallest vertices."""
    looks = listed_edges(builder, arrays).rounds
    edges = arrays if arrays.scratch else scratch_edges(builder, arrays.count)
    body = [*_round(builder, edges), alter(builder, edges, edges)]
    copy = [] if arrays.scratch else [alter(builder, arrays, edges)]
    return [*_begin(builder), *copy, Loop(body, builder.counters, looks)]


def _begin(builder: PlanBuilder) -> list[Step]:
    n = builder.n
    return [builder.launch(_FILE, "no_active", n, builder.n, _active(builder), EDGES=None)]


def _active(builder: PlanBuilder) -> object:
    return builder.scratch("active", 4 * builder.n)


def _round(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    n, entries = builder.n, listed_edges(builder, arrays)
    previous, active = builder.scratch("previous", 4 * n), _active(builder)
    marking = (builder.n, PARENTS, previous, active, builder.counters)
    smaller = (*entries.arguments, PARENTS, previous, active, builder.counters)
    stagnant = (*entries.arguments, PARENTS, active)
    clearing = (builder.n, PARENTS, active)
    switches = entries.switches
    return [
        builder.launch(_FILE, "shortcut_and_mark", n, *marking, **switches),
        builder.launch(_FILE, "hook_smaller", entries.items, *smaller, **switches),
        builder.launch(_FILE, "hook_stagnant", entries.items, *stagnant, **switches),
        builder.launch(_FILE, "shortcut_and_clear", n, *clearing, **switches),
    ]
