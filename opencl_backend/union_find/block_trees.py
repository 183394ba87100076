"""First parents by blocks of neighboring ids on the device, and the rows that leave the blocks.

The kernels are those of ``block_trees.cl``, and ``finish_blocks`` of ``finish_rows.cl``.
"""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["block_switches", "finish_blocks", "joins_blocks", "unite_blocks"]


def joins_blocks(builder: PlanBuilder) -> bool:
    """Whether the option ``initialization`` says so."""
    return bool(builder.options.get("initialization") == "blocks")


def block_switches(bits: int) -> dict[str, str | int | None]:
    """The switches of kernels that know the blocks of ``1 << bits`` ids (``blocks.h``)."""
    return {"INITIALIZATION_blocks": None, "BLOCK_BITS": bits}


def unite_blocks(builder: PlanBuilder) -> list[Step]:
    """A step that points each vertex to the root of its tree of edges within its block.

    It lists the rows that have edges left for :func:`finish_blocks`.
    """
    bits = builder.runtime.tuning.id_block_bits_for(builder.n)
    items = min(builder.runtime.tuning.id_block_items, 1 << bits)
    arguments = (
        builder.n, *builder.row_arguments, PARENTS, *_listed_rows(builder), builder.counters,
        *builder.link_arguments,
    )  # fmt: skip
    switches = {"BLOCK_BITS": bits, "GROUP": items}
    launch = builder.launch_in_groups(
        items, "block_trees", "unite_blocks", _blocks(builder) * items, *arguments, **switches
    )
    return [launch]


def finish_blocks(
    builder: PlanBuilder, lists: tuple[Any, Any], switches: dict[str, Any]
) -> list[Step]:
    """A step that unites what the rows of low degree have left, and lists those that are longer.

    Parameters
    ----------
    lists
        Of the vertices to finish, and of the pieces of rows of high degree.
    switches
        Those of ``finish_rows.cl``, with the blocks'.
    """
    arguments = (
        builder.n, *builder.row_arguments, PARENTS, *_listed_rows(builder), *lists,
        builder.counters, *builder.link_arguments,
    )  # fmt: skip
    items = builder.runtime.tuning.id_block_items
    launch = builder.launch_in_groups(
        items, "finish_rows", "finish_blocks", _blocks(builder) * items, *arguments, **switches
    )
    return [launch]


def _blocks(builder: PlanBuilder) -> int:
    return -(-builder.n >> builder.runtime.tuning.id_block_bits_for(builder.n))


def _listed_rows(builder: PlanBuilder) -> tuple[Any, Any]:
    """The scratch list of the rows that have edges left, by blocks, and how many each block has."""
    return (
        builder.scratch("rows of blocks", 4 * builder.n),
        builder.scratch("rows of each block", 4 * _blocks(builder)),
    )
