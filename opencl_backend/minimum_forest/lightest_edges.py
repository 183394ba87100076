"""The lightest edge of each component on a device: the host side of ``lightest_edges.h``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["has_wide_minima", "lightest_edges"]


def has_wide_minima(builder: PlanBuilder) -> bool:
    """Whether one atomic function on 64 bits compares a key and an index at once."""
    option_allows = builder.options.get("int64_atomics", "auto") != "off"
    return option_allows and builder.runtime.probe.int64_atomics


def lightest_edges(builder: PlanBuilder) -> Any:
    """A buffer for the minimum of each vertex; sets the plan's switch INT64 if they are wide."""
    if has_wide_minima(builder):
        builder.switches["INT64"] = None
    return builder.scratch("minima", 8 * builder.n)
