"""Rows of few entries on a processor, listed while they are initialized: ``short_rows.cl``.

Those of an upper triangle, or few among empty ones, are linked instead.
"""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import PARENTS, Launch, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.initialization import own_parents

__all__ = [
    "finish_listed_rows",
    "initialize_and_list_rows",
    "is_worth_listing",
    "link_larger",
    "links_larger",
]

# On two cores of an AMD EPYC these kernels took 0.70 of the time of a separate initialization and
# finish on a path of shuffled ids (2 entries per vertex), 0.75 on a torus (4), 0.9 on a random
# graph (8) and 1.05 on R-MAT (16), when the latter did not shorten first links.
ENTRIES_TO_LIST = 12
"""Entries per vertex below which the kernels of ``short_rows.cl`` initialize and finish. They list
the rows of a block if it has at most LISTED_DEGREE entries per vertex."""

_BLOCK = 256
"""Vertices of a work-item: as many as a work-group has elsewhere; 512 and 1024 were as good."""

_LINKED_BLOCK = 4096
"""Vertices of a work-item that links larger neighbors: 1,024 and 16,384 were as good on two cores
(47 graphs of 2^18 vertices); more were not at hand."""

_BATCH = 16
"""Rows of two entries that are read together; 8 and 32 were as good."""


def is_worth_listing(builder: PlanBuilder) -> bool:
    """Whether listing rows makes a finish without sampling faster."""
    return (
        builder.runtime.is_cpu
        # The first smaller neighbor must be joined, by a union whose order is that of the ids.
        and builder.options.get("initialization") == "first-smaller"
        and builder.variant.rule is not None
        and builder.variant.rule.orders_by_id
        and 0 < builder.entry_count < ENTRIES_TO_LIST * builder.n
    )


def initialize_and_list_rows(builder: PlanBuilder, switches: dict[str, Any]) -> list[Step]:
    """Steps that give each vertex its first parent and list the rows with more to unite.

    Parameters
    ----------
    switches
        The switches of the find and the union.
    """
    lists = _lists(builder)
    entries = builder.place(builder.entry_count)
    arguments = (
        builder.n, entries, _BLOCK, *builder.row_arguments, PARENTS, *lists, builder.counters,
        *builder.link_arguments,
    )  # fmt: skip
    return [_launch(builder, "initialize_and_list", arguments, switches)]


def links_larger(builder: PlanBuilder) -> bool:
    """Whether the ends of each edge are linked before anything is united."""
    # What is symmetric has no finish_larger behind it; an inspection may have told since the look.
    inputs = builder.inputs
    if not is_worth_listing(builder) or inputs.symmetric:
        return False
    # Of few rows with entries, as that of a star whose center comes last, one core would unite
    # each, in 1.4 times the time (2^18 vertices); but a forest of eight such rows would take 1.5
    # times as long by links.
    return inputs.has_upper_rows or (inputs.has_empty_rows and not builder.variant.keeps_edges)


def link_larger(builder: PlanBuilder, switches: dict[str, Any]) -> list[Step]:
    """Steps that do for an upper triangle what others do for a lower one.

    Parameters
    ----------
    switches
        The switches of the find and the union.
    """
    rows = (
        builder.n, _LINKED_BLOCK, *builder.row_arguments, PARENTS, *builder.link_arguments
    )  # fmt: skip
    blocks = -(-builder.n // _LINKED_BLOCK)
    return [
        *own_parents(builder),
        builder.launch_in_groups(
            1, "short_rows", "link_larger", blocks, *rows, **_switches(switches)
        ),
    ]


def finish_listed_rows(builder: PlanBuilder, switches: dict[str, Any]) -> list[Step]:
    """Steps that unite each vertex with its smaller neighbors except the first.

    Parameters
    ----------
    switches
        The result of :func:`clconn.opencl_backend.union_find.finish_rows.finish_switches`.
    """
    arguments = (
        builder.n, _BLOCK, *builder.row_arguments, PARENTS, *_lists(builder),
        *builder.link_arguments,
    )  # fmt: skip
    return [_launch(builder, "finish_listed", arguments, switches)]


def _blocks(builder: PlanBuilder) -> int:
    return -(-builder.n // _BLOCK)


def _lists(builder: PlanBuilder) -> tuple[Any, Any]:
    list_ = builder.scratch("worklist", 4 * builder.n)
    return list_, builder.scratch("listed-counts", 4 * _blocks(builder))


def _switches(switches: dict[str, Any]) -> dict[str, Any]:
    return {**switches, "BATCH": _BATCH}


def _launch(
    builder: PlanBuilder, kernel: str, arguments: tuple[Any, ...], switches: dict[str, Any]
) -> Launch:
    # One work-group for each block, so that all cores get some.
    blocks = _blocks(builder)
    return builder.launch_in_groups(
        1, "short_rows", kernel, blocks, *arguments, **_switches(switches)
    )
