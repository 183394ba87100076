"""Kruskal's algorithm on a device, by one work-item: ``kruskal.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.errors import GraphError
from clconn.opencl_backend.device.launches import FOREST, Step
from clconn.opencl_backend.graph.weighted_graph import WeightedGraph
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.primitives.radix_sort import MOST_PAIRS, sort_pairs

__all__ = ["kruskal"]


def kruskal(builder: PlanBuilder) -> list[Step]:
    """Steps that store in FOREST the edge that made each vertex a child."""
    graph = builder.inputs
    assert isinstance(graph, WeightedGraph)
    n, edges = graph.n, graph.edge_arrays()
    parents, trees_left = builder.scratch("parents", 4 * n), builder.scratch("trees left", 4)

    def take(count: int, order: Any, key: int = 0, **switches: None) -> Step:
        given = (np.int64(count), edges.sources, edges.targets, graph.keys, np.uint32(key), order)
        trees = (parents, FOREST, trees_left)
        return builder.launch_in_groups(
            1, "kruskal", "take_in_order", 1, *given, *trees, **switches
        )

    make = builder.launch("kruskal", "make_trees", n, n, parents, FOREST, trees_left)
    if graph.keys_ascend:
        return [make, take(edges.count, None)]
    # A GPU sorts them all sooner than one of its work-items looks at each.
    rare = graph.rare_keys if builder.runtime.is_cpu else None
    if rare is None:
        sorting, order = _sort(builder, graph.keys, edges.count)
        return [make, *sorting, take(edges.count, order, BY_PAIRS=None)]
    lighter, heavier = (
        [take(len(pairs), builder.runtime.upload(pairs), BY_PAIRS=None)] if pairs.size else []
        for pairs in (rare.lighter, rare.heavier)
    )
    return [make, *lighter, take(edges.count, None, rare.key, ONE_KEY=None), *heavier]


def _sort(builder: PlanBuilder, keys: Any, count: int) -> tuple[list[Step], Any]:
    """Steps that sort pairs of a key and the edge's index, and the buffer that they are in."""
    if count > MOST_PAIRS:
        raise GraphError(
            f"{builder.variant.name} sorts at most {MOST_PAIRS} edges and the graph has {count}; "
            "use variant='auto'"
        )
    pairs, other = (builder.scratch(name, 8 * count) for name in ("pairs", "sorted-pairs"))
    sizes = (count, np.int64(count))
    pair = builder.launch("kruskal", "pair_keys", *sizes, keys, pairs, BY_PAIRS=None)
    steps, order = sort_pairs(builder.runtime, builder.scratch, pairs, other, count, range(32))
    return [pair, *steps], order
