"""Rows whose neighbors have no order: which edge hooks a vertex, and that none is lost by it."""

from itertools import product

import numpy as np

import clconn
from asv_benchmarks.benchmarks.untuned_graphs import unsorted
from clconn.opencl_backend.device.launches import PARENTS, bind
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import COMPONENTS
from tests.helpers.cases import case, for_each
from tests.helpers.graphs import as_rows, from_pairs, hand_made
from tests.helpers.small_degree_classes import runtime_with_small_classes

SOLVE = {"components": clconn.connected_components, "forest": clconn.spanning_forest}
GRAPHS = ("heavy-tailed", "random-one-giant", "torus", "path-zigzag")


@for_each("problem", SOLVE)
def test_no_edge_is_lost(problem, device):
    ways = [
        ("kout", {"one_launch": "always"}), ("kout", {"k": 1}), ("kout", {"k": 3}), ("kout", {}),
        ("kout", {"selection": "first-and-random"}), ("hb", {"one_launch": "always"}), ("hb", {}),
    ]  # fmt: skip
    runtime = runtime_with_small_classes(device)
    for (edges, others), (place, name) in product(ways, enumerate(GRAPHS)):
        options = {"flatten_links": True, **others}
        with case(graph=name, edges=edges, options=options):
            SOLVE[problem](
                unsorted(as_rows(hand_made(name)), place), device=runtime, verify=True,
                variant=f"{edges}/interleaved/single", options=options,
            )  # fmt: skip


def _hooked(placed, variant, **options):
    """The parents after the first launch, which hooks all vertices."""
    placed.plans.clear()
    steps = plan_variant(COMPONENTS, placed, variant, {"one_launch": "never", **options})[1].steps
    runtime, parents = placed.runtime, placed.runtime.allocate(4 * placed.n)
    with runtime.lock:
        bind(steps[:1], PARENTS, parents)
        runtime.enqueue(steps[:1])
        return runtime.download(parents, placed.n)


def test_the_first_smaller_one_of_eight_hooks_where_hooks_are_flattened(device):
    # Vertex 40 + i has i larger neighbors before its smaller one, i.
    pairs = [(40 + i, 100 + j) for i in range(12) for j in range(i)]
    rows = from_pairs([*pairs, *((40 + i, i) for i in range(12))], 120).adjacency()
    neighbors = rows.neighbors.copy()
    for v in range(40, 52):
        own = slice(rows.offsets[v], rows.offsets[v + 1])
        neighbors[own] = neighbors[own][::-1]
    graph = clconn.Graph.from_csr(rows.offsets, neighbors, symmetric=True)
    placed = graph.to(runtime_with_small_classes(device))
    for variant in ("kout/interleaved/single", "hb/interleaved/single"):
        for looks, options in ((8, {"flatten_links": True}), (1, {})):
            with case(variant=variant, looks=looks):
                parents = _hooked(placed, variant, **options)
                expected = np.arange(40, 52)
                expected[:looks] = np.arange(looks)
                assert np.array_equal(parents[40:52], expected)
        in_order = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
        parents = _hooked(in_order.to(placed.runtime), variant, flatten_links=True)
        assert np.array_equal(parents[40:52], np.arange(12))
