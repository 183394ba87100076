"""ECL-CC's initialization on the device: ``initialization.cl``; by blocks: ``block_trees.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.block_trees import joins_blocks, unite_blocks

__all__ = ["initialization", "own_parents"]


def initialization(builder: PlanBuilder) -> list[Step]:
    """Steps that give each vertex its first parent, by the option of that name."""
    if joins_blocks(builder):
        return unite_blocks(builder)
    return _initialize(builder, builder.options["initialization"])


def own_parents(builder: PlanBuilder) -> list[Step]:
    """A step that makes each vertex its own parent; it reads no rows, and there may be none."""
    return _initialize(builder, "self")


def _initialize(builder: PlanBuilder, form: str) -> list[Step]:
    arguments = (
        builder.n,
        *builder.row_arguments,
        PARENTS,
        builder.counters,
        *builder.link_arguments,
    )
    switch = f"INITIALIZATION_{form.replace('-', '_')}"
    # Rows take longer to read than a work-item to launch.
    items = builder.runtime.tuning.items_to_look(builder.n) if form == "self" else builder.n
    return [builder.launch("initialization", "initialize", items, *arguments, **{switch: None})]
