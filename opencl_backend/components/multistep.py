"""Multistep on a device: ``multistep.cl``, beside ``bfs.cl`` and ``label_propagation.cl``."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from clconn.opencl_backend.components import label_propagation
from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.union_find.bfs import bfs_sampling
from clconn.opencl_backend.union_find.edge_map import unsettled_rows
from clconn.opencl_backend.union_find.finish_rows import worklists

__all__ = ["multistep"]

_UNION: dict[str, str | None] = {"FIND": "find_halve", "UNITE_async": None}


def multistep(space: Workspace) -> list[Step]:
    """Steps that search from the vertex of the largest degree and finish the rest.

    Parameters
    ----------
    space : Workspace
        Of a graph with each edge at both ends.
    """
    n, few = space.graph.n, np.int32(space.options["few"])
    largest, source = space.buffer("largest-degree", 4), space.buffer("source", 4)
    degrees = (space.n, space.graph.offsets, largest)
    steps = [
        space.launch("multistep", "begin_source", 1, space.n, largest, source, **_UNION),
        space.launch("multistep", "find_largest_degree", n, *degrees, **_UNION),
        space.launch("multistep", "find_vertex_of_degree", n, *degrees, source, **_UNION),
        *bfs_sampling(space, source),
    ]
    left = unsettled_rows(space, _UNION, 0)
    finish_few = space.launch(
        "multistep", "finish_few", 1,
        space.n, few, *space.rows, PARENTS, *worklists(space), space.counters, **_UNION,
    )  # fmt: skip
    left = replace(left, preparation=[*left.preparation, finish_few])
    return [*steps, *label_propagation.finish(space, left)]
