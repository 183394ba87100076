"""Rows whose neighbors have no order: which edge hooks a vertex, and that none is lost by it."""

from itertools import pairwise, product

import numpy as np

import clconn
from asv_benchmarks.benchmarks.numberings import unsorted
from clconn.opencl_backend.device.launches import PARENTS, bind
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import COMPONENTS
from clconn.reference.union_find import sampling
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


def _rows_whose_hooks_lie_beyond_their_sample(first_entries):
    """Row 1 begins with three entries, of which only the third leads down, to vertex 0.

    Of the others one leads to a clique, which is settled, by an entry at the end of its row, and
    one to a vertex that has no other.
    """
    clique = range(10, 300)
    rows = [[v for v in clique if v != u] if u in clique else [] for u in range(300)]
    rows[50].append(1)
    rows[0], rows[1], rows[2] = [1], first_entries, [1]
    offsets = np.cumsum([0, *map(len, rows)])
    return clconn.Graph.from_csr(offsets, np.concatenate(rows).astype(np.int32), symmetric=True)


@for_each("problem", SOLVE)
def test_entries_before_a_hook_are_united(problem, device):
    for entries in ([50, 2, 0], [2, 50, 0]):
        graph = _rows_whose_hooks_lie_beyond_their_sample(entries)
        for edges, k, one_launch in product(("kout", "hb"), (1, 2, 3), ("always", "never")):
            options = {"flatten_links": True, "one_launch": one_launch}
            options["k" if edges == "kout" else "edges"] = k
            with case(entries=entries, edges=edges, options=options):
                SOLVE[problem](
                    graph, device=device, variant=f"{edges}/interleaved/single", options=options,
                    verify=True,
                )  # fmt: skip


def test_the_reference_hooks_as_the_device_does(device):
    graph = unsorted(as_rows(clconn.generate("path", n=200, shuffled=True)))
    rows = graph.adjacency()
    offsets, neighbors = rows.offsets.tolist(), rows.neighbors.tolist()
    placed = graph.to(runtime_with_small_classes(device))
    hooked = _hooked(placed, "kout/interleaved/single", flatten_links=True)
    expected = list(range(graph.n))
    firsts = [range(*ends)[: sampling.HOOK_LOOKS] for ends in pairwise(offsets)]
    sampling._hook_and_flatten(expected, neighbors, firsts, lambda v, entry: None)
    roots = hooked
    while not np.array_equal(roots, roots[roots]):
        roots = roots[roots]
    assert np.array_equal(roots, expected)
    assert len(set(expected)) < graph.n / 2


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
