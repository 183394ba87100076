"""The lightest edge of each component on a device: the host side of ``lightest_edges.h``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.plan.plan_builder import Workspace

__all__ = ["has_wide_minima", "lightest_edges"]


def has_wide_minima(space: Workspace) -> bool:
    """Whether a key and an index are compared at once, in an atomic function on 64 bits."""
    allowed = space.options.get("int64_atomics", "auto") != "off"
    return allowed and space.runtime.probe.int64_atomics


def lightest_edges(space: Workspace) -> Any:
    """A buffer for the minimum of each vertex; sets the plan's switch INT64 if they are wide."""
    if has_wide_minima(space):
        space.switches["INT64"] = None
    return space.buffer("minima", 8 * space.graph.n)
