"""Multistep on a device: ``multistep.cl``, with ``bfs.cl`` and ``label_propagation.cl``."""

from __future__ import annotations

from dataclasses import replace

from clconn.opencl_backend.components import label_propagation
from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.bfs import bfs_sampling
from clconn.opencl_backend.union_find.edge_map import unsettled_rows
from clconn.opencl_backend.union_find.finish_rows import worklists

__all__ = ["multistep_components"]

_UNION: dict[str, str | None] = {"FIND": "find_halve", "UNITE_async": None}


def multistep_components(builder: PlanBuilder) -> list[Step]:
    """Steps that search from the vertex of the largest degree and finish the rest.

    Parameters
    ----------
    builder
        Its graph has each edge at both ends.
    """
    n, few = builder.n, int(builder.options["few"])
    largest, source = builder.scratch("largest-degree", 4), builder.scratch("source", 4)
    degrees = (builder.n, builder.rows.offsets, largest)
    steps = [
        builder.launch("multistep", "begin_source", 1, builder.n, largest, source, **_UNION),
        builder.launch("multistep", "find_largest_degree", n, *degrees, **_UNION),
        builder.launch("multistep", "find_vertex_of_degree", n, *degrees, source, **_UNION),
        *bfs_sampling(builder, source),
    ]
    rest = unsettled_rows(builder, _UNION, 0)
    finish_few = builder.launch(
        "multistep", "finish_few", 1,
        builder.n, few, *builder.row_arguments, PARENTS, *worklists(builder), builder.counters,
        **_UNION,
    )  # fmt: skip
    rest = replace(rest, preparation=[*rest.preparation, finish_few])
    return [*steps, *label_propagation.finish(builder, rest)]
