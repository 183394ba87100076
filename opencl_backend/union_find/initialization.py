"""First parents on the device: ECL-CC's ``initialization.cl``, and ``block_unions.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["initialization", "own_parents"]


BLOCK = 1024
"""Vertices of a work-group that unites within its block: 4 KiB of local memory."""


def initialization(builder: PlanBuilder) -> list[Step]:
    """Steps that give each vertex its first parent, by the option of that name."""
    form = builder.options["initialization"]
    return _unite_blocks(builder) if form == "block" else _initialize(builder, form)


def own_parents(builder: PlanBuilder) -> list[Step]:
    """A step that makes each vertex its own parent; it reads no rows, and there may be none."""
    return _initialize(builder, "self")


def _arguments(builder: PlanBuilder) -> tuple[Any, ...]:
    return (
        builder.n, *builder.row_arguments, PARENTS, builder.counters, *builder.link_arguments
    )  # fmt: skip


def _unite_blocks(builder: PlanBuilder) -> list[Step]:
    local = builder.runtime.tuning.local_size
    return [
        builder.launch_in_groups(
            local, "block_unions", "unite_blocks", -(-builder.n // BLOCK) * local,
            *_arguments(builder), BLOCK=BLOCK,
        )
    ]  # fmt: skip


def _initialize(builder: PlanBuilder, form: str) -> list[Step]:
    switch = f"INITIALIZATION_{form.replace('-', '_')}"
    return [
        builder.launch(
            "initialization", "initialize", builder.n, *_arguments(builder), **{switch: None}
        )
    ]
