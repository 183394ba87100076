"""The finish phase and finalization of GConn's Algorithm 1 on the device.

The kernels are those of ``finish_rows.cl`` and ``canonical.cl``.
"""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.counters import own_counters
from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.block_trees import (
    block_switches,
    finish_blocks,
    joins_blocks,
)
from clconn.opencl_backend.union_find.canonical import canonicalize
from clconn.opencl_backend.union_find.given_up_edges import (
    STEPS_OF_LISTED_ROWS,
    STEPS_OF_ROWS,
    are_listed_rows_given_up,
    are_rows_given_up,
)
from clconn.opencl_backend.union_find.given_up_rows import unite_given_up_rows
from clconn.opencl_backend.union_find.jtb import smallest_vertices
from clconn.opencl_backend.union_find.short_rows import (
    finish_listed_rows,
    is_worth_listing,
    links_larger,
)
from clconn.opencl_backend.union_find.unsettled_ends import (
    marks_unsettled,
    unite_unsettled_ends,
    unsettled_switches,
    unsettled_words,
)

__all__ = [
    "FINALIZATIONS",
    "FINISH_COUNTERS",
    "canonical_roots",
    "finalization",
    "finalization_form",
    "finish_rows",
    "finish_switches",
    "flatten",
    "flatten_and_gather",
    "flatten_switch",
    "groups_vote",
    "has_other_trees",
    "keep_labels",
    "long_rows",
    "sampled_switches",
    "shorten_links",
    "worklists",
]

FINISH_COUNTERS = own_counters("UNITED_LATE", "GAVE_UP_ROW")
"""Whether finish_larger united anything, and whether an edge of a row was left for later."""

_GATHERED_BLOCK = 64
"""Vertices that a work-item of a processor flattens and gathers."""

FINALIZATIONS: dict[str, dict[str, str | None]] = {
    "single": {},
    "split": {"FINALIZE": "find_split_lifting"},
    "compress": {"FINALIZE": "find_compress"},
}
"""The switches of each finalization."""


def finish_switches(
    builder: PlanBuilder, unite: dict[str, str | None], skipped: int | None
) -> dict[str, Any]:
    """The switches of ``finish_rows.cl``.

    Parameters
    ----------
    unite
        The switches of the find and the union.
    skipped
        Entries at the head of each row that were sampled; None without sampling.
    """
    switches: dict[str, Any] = {**unite, **FINISH_COUNTERS}
    if joins_blocks(builder):
        return switches | block_switches(builder.runtime.tuning.id_block_bits_for(builder.n))
    if skipped is not None:
        switches |= {"SAMPLED": None} if marks_unsettled(builder) else sampled_switches(builder)
    if _smaller_first(builder, skipped):
        switches["SMALLER_FIRST"] = None
    return switches


def sampled_switches(builder: PlanBuilder) -> dict[str, None]:
    """The switches of kernels that finish rows after a sample."""
    return {"SAMPLED": None, **({} if builder.skips_settled else {"READS_ALL_ROWS": None})}


def _smaller_first(builder: PlanBuilder, skipped: int | None) -> bool:
    # finish_larger has no degree classes, so it needs a work-item that takes a row of any degree.
    # It also needs trees that are those of the parents.
    return (
        not builder.inputs.symmetric
        and not joins_blocks(builder)
        and skipped is None
        and builder.runtime.is_cpu
        and not has_other_trees(builder)
    )


def has_other_trees(builder: PlanBuilder) -> bool:
    """Whether the trees of a variant's union are not those of the parents."""
    rule = builder.variant.rule
    return rule is not None and not rule.trees_are_parents


def finish_rows(
    builder: PlanBuilder, unite: dict[str, str | None], skipped: int | None
) -> list[Step]:
    """Steps that unite the ends of all entries that sampling has not settled, and finalize.

    The parameters are those of :func:`finish_switches`.
    """
    tuning = builder.runtime.tuning
    n = builder.n
    switches = {**finish_switches(builder, unite, skipped), "LANES": tuning.row_lanes}
    lists = (*worklists(builder), builder.counters)
    head = skipped or 0
    rows = (builder.n, head, *builder.row_arguments, PARENTS, *lists, *builder.link_arguments)
    marks = skipped is not None and marks_unsettled(builder)
    leaves_out = skipped is not None and builder.skips_settled
    gather = marks or (leaves_out and bool(builder.options["vertex_gathering"]))
    may_be_long = long_rows(builder)
    if not gather:
        switches |= may_be_long
    steps: list[Step] = [] if skipped is None or gather else flatten(builder)
    lists_rows = is_worth_listing(builder)
    # After finish_larger nothing is left to look at.
    smaller_first = _smaller_first(builder, skipped)
    one_by_one = skipped is None and not joins_blocks(builder) and not smaller_first
    # The edges of a forest do not need final parents.
    final = not builder.variant.keeps_edges
    once_more: list[Step] = []
    if (one_by_one and are_rows_given_up(builder)) or (
        gather and not marks and are_listed_rows_given_up(builder)
    ):
        once_more = unite_given_up_rows(builder, worklists(builder), skipped, switches)
        switches["GIVES_UP"] = STEPS_OF_ROWS if one_by_one else STEPS_OF_LISTED_ROWS
    if gather:
        steps += flatten_and_gather(builder, switches, skipped or 0)
    elif joins_blocks(builder):
        steps += finish_blocks(builder, worklists(builder), switches)
    elif lists_rows:
        # Where larger neighbors are linked, finish_larger unites what is left.
        steps += [] if links_larger(builder) else finish_listed_rows(builder, switches)
    else:
        steps.append(builder.launch("finish_rows", "finish_vertices", n, *rows, **switches))
    items = tuning.groups * tuning.local_size
    if gather or (not lists_rows and may_be_long):
        steps.append(builder.launch("finish_rows", "finish_worklist", items, *rows, **switches))
    if marks:
        steps += unite_unsettled_ends(builder, unite)
    if smaller_first:
        larger = (
            builder.n, *builder.row_arguments, PARENTS, builder.counters, *builder.link_arguments
        )  # fmt: skip
        steps += flatten(builder)
        steps.append(builder.launch("finish_rows", "finish_larger", items, *larger, **switches))
    if final and smaller_first:
        again = (builder.n, PARENTS, builder.counters)
        form = {**FINISH_COUNTERS, **finalization_form(builder)}
        steps.append(builder.launch("canonical", "finalize_again", items, *again, **form))
        return steps + canonical_roots(builder)
    if not final or (once_more and gather):
        return steps + once_more
    # What is united last may be on no list, so that all vertices are flattened.
    listed = switches if gather and not marks else None
    return steps + finalization(builder, listed) + once_more


def long_rows(builder: PlanBuilder) -> dict[str, None]:
    """The switch of kernels that list long rows, if there may be some."""
    # With parallel edges a row may have more than n entries.
    low = builder.runtime.tuning.low_degree
    may_be_long = builder.inputs.has_long_rows and low < builder.entry_count
    return {"LONG_ROWS": None} if may_be_long else {}


def worklists(builder: PlanBuilder) -> tuple[Any, Any]:
    """The scratch lists of the vertices to finish, and of the pieces of rows of high degree."""
    entries, tuning = builder.entry_count, builder.runtime.tuning
    # The most pieces into which the rows of high degree can be cut.
    pieces = entries // tuning.piece + entries // tuning.high_degree + 1
    return builder.scratch("worklist", 4 * builder.n), builder.scratch("pieces", 8 * pieces)


def flatten(builder: PlanBuilder) -> list[Step]:
    """A step that points every vertex to its root, as the option ``finalization`` says."""
    form = finalization_form(builder)
    if not form:
        return _flatten_together(builder)
    arguments = (builder.n, PARENTS)
    switches = {**FINISH_COUNTERS, **form}
    return [builder.launch("canonical", "finalize", builder.n, *arguments, **switches)]


def _flatten_together(builder: PlanBuilder) -> list[Step]:
    items = builder.runtime.tuning.items_to_look(builder.n)
    return [builder.launch("canonical", "flatten", items, builder.n, PARENTS, **FINISH_COUNTERS)]


def shorten_links(builder: PlanBuilder) -> list[Step]:
    """Steps that make paths short after first links, if an option or the device asks for it.

    Where ids follow a graph, or a part of it, first links make long chains. Whoever unites an edge
    walks all of a chain, alone where the edges of the others meet at once. With the option
    ``flatten_links`` each vertex is pointed to its root, in steps that double (``finalize.h``). On
    an H100, us without it and with it: by hooks, 2^20 and 2^22 vertices with ten random neighbors
    among the next 50 ids 5,403 and 123, 8,427 and 275, bands of 9 neighbors on either side 135 and
    108, 380 and 330; but rmat22 172 and 190, delaunay20 260 and 275, web 243 and 241.

    A processor goes through the vertices once, which makes paths almost flat (``halve_paths`` in
    ``canonical.cl``); docs/performance/processor.md has figures.
    """
    if builder.options.get("flatten_links"):
        return _flatten_together(builder)
    are_flat = builder.options.get("initialization") == "self" or joins_blocks(builder)
    # Nothing is united between the links of larger neighbors and a step that flattens all paths.
    are_flat |= links_larger(builder)
    if not builder.runtime.tuning.blocks or are_flat or has_other_trees(builder):
        return []
    switches = {**FINISH_COUNTERS, **finalization_form(builder)}
    return [builder.launch("canonical", "halve_paths", builder.n, builder.n, PARENTS, **switches)]


def flatten_switch(builder: PlanBuilder) -> dict[str, None]:
    """The switch of kernels that make first links, if these are flattened."""
    return {"FLATTENS_LINKS": None} if builder.options.get("flatten_links") else {}


def finalization_form(builder: PlanBuilder) -> dict[str, str | None]:
    """The switches of the option ``finalization``."""
    return FINALIZATIONS[builder.options.get("finalization", "single")]


def groups_vote(builder: PlanBuilder) -> bool:
    """Whether the groups that gather unsettled vertices vote for the label of the settled ones.

    The groups of a processor run one after the other, so one votes for all, in a launch before.
    """
    gathers = bool(builder.options.get("vertex_gathering", True))
    return gathers and not builder.runtime.tuning.blocks


def flatten_and_gather(builder: PlanBuilder, switches: dict[str, Any], skipped: int) -> list[Step]:
    """A step that points every vertex to its root and lists those that sampling has not settled.

    Parameters
    ----------
    switches
        The result of :func:`finish_switches`.
    skipped
        Entries at the head of each row that were sampled.
    """
    arguments: tuple[Any, ...] = (
        builder.n, skipped, builder.rows.offsets, PARENTS, *worklists(builder), builder.counters
    )  # fmt: skip
    if marks_unsettled(builder):
        switches = {**switches, **unsettled_switches(builder)}
        arguments = (*arguments, unsettled_words(builder))
    if builder.runtime.tuning.blocks:
        cores = builder.runtime.tuning.units
        switches = {**switches, "GATHERED_BLOCK": _GATHERED_BLOCK, "CORES": cores}
    items = _items_to_flatten(builder)
    return [builder.launch("finish_rows", "flatten_and_gather", items, *arguments, **switches)]


def _items_to_flatten(builder: PlanBuilder) -> int:
    """Work-items of kernels that go through all vertices: for blocks, or what runs at once."""
    tuning = builder.runtime.tuning
    if tuning.blocks:
        # As many groups for each core as for the others.
        step = tuning.local_size * tuning.units
        return max(1, -(-builder.n // (_GATHERED_BLOCK * step))) * step
    # On an H100 half of the groups have room: with all of them flatten_and_gather takes 40 us in
    # place of 37 on rmat22, 45 in place of 43 on r4-2e23 and 29 in place of 25 on delaunay20.
    return min(tuning.items_to_look(builder.n), max(1, tuning.groups // 2) * tuning.local_size)


def keep_labels(builder: PlanBuilder, switches: dict[str, Any]) -> tuple[Any, list[Step]]:
    """Copy the labels as sampling leaves them.

    Parameters
    ----------
    switches
        The result of :func:`finish_switches`.

    Returns
    -------
    sampled : pyopencl.Buffer
        n int32.
    steps : list of Launch
    """
    n, sampled = builder.n, builder.scratch("sampled", 4 * builder.n)
    return sampled, [
        builder.launch("finish_rows", "keep_labels", n, builder.n, PARENTS, sampled, **switches)
    ]


def finalization(builder: PlanBuilder, gathered: dict[str, Any] | None = None) -> list[Step]:
    """Steps that point every vertex to the smallest vertex of its component.

    Parameters
    ----------
    gathered
        The switches of ``finish_rows.cl``, if unsettled vertices are gathered and listed.
    """
    if has_other_trees(builder):
        return smallest_vertices(builder)
    # The many work-items of a processor would take longer to find nothing to do.
    if gathered is None or finalization_form(builder) or builder.runtime.tuning.blocks:
        return flatten(builder) + canonical_roots(builder)
    lists = (*worklists(builder), builder.counters)
    items = _items_to_flatten(builder)
    launch = builder.launch(
        "finish_rows", "flatten_unsettled", items, builder.n, PARENTS, *lists, **gathered
    )
    return [launch, *canonical_roots(builder)]


def canonical_roots(builder: PlanBuilder) -> list[Step]:
    """Steps that replace roots by smallest vertices; none if they are the same."""
    rule = builder.variant.rule
    return [] if rule is None or rule.orders_by_id else canonicalize(builder)
