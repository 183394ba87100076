"""Filter-Boruvka: rounds in launches of their own and all in one; hubs, long paths, no giant."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.sparse import coo_array, csr_array, triu

import clconn
from asv_benchmarks.benchmarks.weightings import weigh
from clconn.graph import Graph
from clconn.opencl_backend.device import kernel_cache
from clconn.opencl_backend.device.counters import COUNTERS
from clconn.opencl_backend.device.global_barrier import GlobalBarrier
from clconn.opencl_backend.device.programs import build_programs
from clconn.opencl_backend.device.runtime import Runtime, import_pyopencl
from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
from clconn.opencl_backend.minimum_forest import filter_boruvka
from clconn.opencl_backend.minimum_forest.filter_boruvka import _COUNTERS
from clconn.opencl_backend.minimum_forest.shares_of_rows import (
    entries_of_chunk,
    entries_of_section,
    hub_row,
)
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import MINIMUM_FOREST
from clconn.reference.minimum_forest.kruskal import kruskal
from clconn.weight_keys import canonical_edges
from tests.helpers.cases import case, for_each
from tests.helpers.queues import new_runtime
from tests.helpers.small_degree_classes import runtime_with_small_classes
from tests.kernel_work.families import FAMILIES

CHAINS = {
    ("path-among-band", "larger-end", 1 << 11): True,
    ("clique-chain-both-ends", "larger-end", 1 << 11): True,
    ("clique-chain-both-ends", "distance", 1900): True,
    ("twenty-diagonals", "smaller-end-falling", 512): True,
    ("four-diagonals", "larger-end-falling", 1 << 11): False,
    ("mesh", "smaller-end-falling", 1 << 11): False,
    ("path-linked-to-random", "larger-end", 1 << 11): False,
}
"""Graphs and weights of which trees hook each other in long chains, and whether they do so in the
second phase of rows. Of the third one vertices are left after the rounds that lift all paths of
that length but for the steps near their roots; the last two need that no tree hooks while an edge
has not come to its roots."""

VARIANTS = ("csr/filter-boruvka/halve", "coo/filter-boruvka/halve")


class TooLarge(GlobalBarrier):
    """A barrier for which every kernel is too large."""

    def groups(self, kernel: Any, device: Any) -> int:
        return 0


# One group waits for nobody, so it has a barrier on any device.
BARRIERS = {
    "apart": None,
    "together": GlobalBarrier(1, 64, {"GLOBAL_BARRIER": None}),
    "too large": TooLarge(1, 64, {"GLOBAL_BARRIER": None}),
}


@pytest.fixture(scope="module", params=list(BARRIERS))
def runtime(request, device):
    own = new_runtime(device)
    own.__dict__["global_barrier"] = BARRIERS[request.param]
    return own


def _path(weights: Any) -> Graph:
    return Graph.from_edges(np.arange(len(weights)), np.arange(len(weights)) + 1, weights=weights)


def _random(n: int, m: int, hubs: int = 0) -> Graph:
    """Random edges with few weights; the first ones all have an end at one of the hubs."""
    generator = np.random.default_rng(5)
    ends = generator.integers(0, n, (2, m))
    if hubs:
        ends[0, : m // 2] = generator.integers(0, hubs, m // 2)
    return Graph.from_edges(*ends, n, weights=generator.integers(0, 50, m))


HUB, PAIRS = 3000, 3000
"""A hub outside the settled tree, to each vertex of which it has an edge, and the pairs that it
joins."""


def _hub_outside(place: int = 0) -> Graph:
    """Pairs that a hub joins, and to a large tree by heavier edges; one of its row is lightest."""
    large = np.random.default_rng(8).integers(0, HUB, (2, 40_000))
    large = large[:, large[0] != large[1]]
    leaves = HUB + 1 + np.arange(2 * PAIRS)
    ends = np.arange(HUB), np.full(HUB, HUB)
    sources = np.concatenate([large[0], ends[0], np.full(leaves.size, HUB), leaves[::2]])
    targets = np.concatenate([large[1], ends[1], leaves, leaves[1::2]])
    heavy = np.where(ends[0] == place, 2000, 3000)
    weights = large.sum(0) % 50, heavy, 1000 + leaves % 7, np.zeros(PAIRS, int)
    n = HUB + 1 + leaves.size
    matrix = coo_array((np.concatenate(weights) + 1, (sources, targets)), shape=(n, n))
    return Graph.from_scipy((matrix + matrix.T).tocsr(), weighted=True)


def _with_weights(graph: Graph, weights: Any) -> Graph:
    sources, targets = graph.edges()
    return Graph.from_edges(
        sources, targets, graph.n, weights=np.broadcast_to(weights, sources.shape)
    )


def _cliques(count: int, size: int) -> Graph:
    low, high = np.triu_indices(size, 1)
    first = size * np.arange(count)[:, None]
    sources, targets = (first + low).ravel(), (first + high).ravel()
    weights = np.random.default_rng(6).integers(0, 99, sources.size)
    return Graph.from_edges(sources, targets, weights=weights)


GRAPHS = {
    # Each vertex hooks to the one before, or to the one after.
    "ascending": lambda: _path(np.arange(3000)),
    "descending": lambda: _path(np.arange(3000)[::-1]),
    # Pairs first, and then each pair hooks to the one before.
    "pairs": lambda: _path(np.where(np.arange(3000) % 2, np.arange(3000), 0)),
    "filtered": lambda: _random(400, 4000),
    "hubs": lambda: _random(4000, 20000, hubs=3),
    "hub outside": _hub_outside,
    "equal weights": lambda: _with_weights(_random(400, 8000), 1),
    # Three of four vertices have no neighbors.
    "isolated": lambda: Graph.from_edges(*_random(500, 6000).edges(), 2000),
    "no giant": lambda: _cliques(40, 12),
    "nothing": lambda: Graph.from_edges([], [], 5, weights=[]),
}


@pytest.mark.parametrize("name", list(GRAPHS))
def test_forests(name, runtime):
    graph = GRAPHS[name]()
    edges = canonical_edges(graph)
    expected = edges.ids[kruskal(graph.n, edges)]
    for variant in VARIANTS:
        for options in ({}, {"int64_atomics": "off"}, {"c": 0.5}):
            forest = clconn.minimum_spanning_forest(
                graph, variant=variant, backend="opencl", device=runtime, options=options
            )
            np.testing.assert_array_equal(
                forest.edge_ids, expected, err_msg=f"{variant} {options} on {name}"
            )


def test_hubs_have_long_rows():
    rows = GRAPHS["hubs"]().adjacency()
    degrees = np.diff(rows.offsets)
    assert np.count_nonzero(degrees > hub_row(degrees.size, degrees.sum())) == 3


def _runtimes(runtime):
    """A runtime, and one of the same device that has a GPU's kernels and some sections a chunk."""
    as_of_gpu = runtime_with_small_classes(runtime.device, blocks=False)
    as_of_gpu.tuning = replace(as_of_gpu.tuning, local_size=64, row_lanes=8)
    assert entries_of_section(as_of_gpu.tuning) < entries_of_chunk(as_of_gpu.tuning)
    return runtime, as_of_gpu


@pytest.mark.parametrize("options", [{}, {"int64_atomics": "off"}])
def test_a_long_row_outside_the_settled_tree_is_taken_in_parts(options, runtime):
    for own in _runtimes(runtime):
        weighted = put_weighted_graph(_hub_outside(), own, as_rows=True)
        _, plan = plan_variant(MINIMUM_FOREST, weighted, VARIANTS[0], options)
        rows, section = weighted.weighted_rows.rows, entries_of_section(own.tuning)
        offsets = own.download(rows.offsets, weighted.n + 1, rows.offset_dtype)
        begin, end = int(offsets[HUB]), int(offsets[HUB + 1])
        parts = weighted.n + -(-weighted.entry_count // section)
        nothing = np.full(parts, -1, rows.offset_dtype)
        chosen = own.scratch.take("chosen", nothing.nbytes).buffer
        import_pyopencl().enqueue_copy(own.queue, chosen, nothing)
        plan.run(wait=True)
        choices = own.download(chosen, parts, rows.offset_dtype)
        in_sections = choices[(begin <= choices) & (choices < end)] // section
        with case(section=section):
            assert in_sections.size > 1
            np.testing.assert_array_equal(
                np.sort(in_sections), np.arange(begin // section, -(-end // section))
            )


def test_the_lightest_edge_may_be_at_either_end_of_a_part(runtime):
    begin = int(_hub_outside().rows.offsets[HUB])
    for own in _runtimes(runtime):
        section = entries_of_section(own.tuning)
        first = section - begin % section
        for place in (first - 1, first, first + section - 1, first + section):
            graph = _hub_outside(place)
            edges = canonical_edges(graph)
            weighted = put_weighted_graph(graph, own, as_rows=True)
            assert weighted.is_clean
            _, plan = plan_variant(MINIMUM_FOREST, weighted, VARIANTS[0])
            linked = own.download(plan.run(wait=True)["linked"], graph.n)
            with case(section=section, place=place):
                expected = edges.ids[kruskal(graph.n, edges)]
                np.testing.assert_array_equal(np.sort(linked[linked >= 0]), expected)


def test_a_chunk_has_whole_sections(runtime):
    for local_size in (1, 8, 40, 48, 64, 96, 256):
        for blocks in (False, True):
            tuning = replace(runtime.tuning, local_size=local_size, blocks=blocks)
            assert entries_of_chunk(tuning) % entries_of_section(tuning) == 0


def _light_edges_per_vertex(graph: Graph, runtime: Any, variant: str, options: Any) -> float:
    """How many edges come first, by the threshold that a run leaves, divided by the vertices.

    Those that were on the list are no more than that.
    """
    weighted = put_weighted_graph(graph, runtime, as_rows=variant.startswith("csr"))
    _, plan = plan_variant(MINIMUM_FOREST, weighted, variant, options)
    plan.run(wait=True)
    buffer = runtime.scratch.take("counters", 4 * COUNTERS).buffer
    counters = runtime.download(buffer, COUNTERS)
    keys = runtime.download(weighted.keys, graph.edge_count, np.uint32)
    indices = np.arange(keys.size, dtype=np.uint32)
    if weighted.is_clean:
        indices = runtime.download(weighted.weighted_rows.indices, keys.size, np.uint32)
    key, index = (
        counters.view(np.uint32)[_COUNTERS[name]] for name in ("THRESHOLD", "THRESHOLD_INDEX")
    )
    light = np.count_nonzero((keys < key) | ((keys == key) & (indices <= index)))
    light *= canonical_edges(graph).ids.size / keys.size
    assert 0 < counters[_COUNTERS["LIGHT_LIST"]] <= 1.1 * light
    return light / graph.n


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("is_closed", [False, True])
@pytest.mark.parametrize("at_both_ends", [False, True])
def test_more_edges_come_first_where_neighbors_are_neighbors(
    at_both_ends, is_closed, variant, runtime
):
    n = 1000
    sources, targets = (_cliques(50, 20) if is_closed else _random(n, 8000)).edges()
    weights = np.random.default_rng(7).permutation(sources.size) + 1
    matrix = csr_array((weights, (np.minimum(sources, targets), np.maximum(sources, targets))),
                       shape=(n, n))  # fmt: skip
    matrix = matrix + matrix.T if at_both_ends else matrix
    # The rows that a device makes are in any order, so that any edges are drawn: a mean of some.
    draws = 1 if at_both_ends or variant.startswith("coo") else 5
    # A GPU has no rows of edges that the user has stored at one end.
    has_rows = variant.startswith("csr") or runtime.is_cpu
    for c, tolerance in ((1, 0.55), (2, 0.4), (4, 0.3)):
        # By the rank of a key in a sample of 256, which for c=1 is 32 with a deviation of 5.
        graphs = (Graph.from_scipy(matrix, weighted=True) for _ in range(draws))
        light = [_light_edges_per_vertex(graph, runtime, variant, {"c": c}) for graph in graphs]
        found = np.mean(light)
        assert found == pytest.approx(2 * c if is_closed and has_rows else c, rel=tolerance)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("weights", ["equal", "nearly all equal"])
def test_of_equal_weights_few_edges_come_first(weights, variant, runtime):
    edges = triu(csr_array((np.ones(16_000), _random(1000, 16_000).edges())), 1).tocsr()
    chances = np.random.default_rng(9).random(edges.nnz)
    edges.data = np.where(chances < 0.01, 1, 2) if weights != "equal" else np.ones(edges.nnz)
    graph = Graph.from_scipy(edges, weighted=True)
    if variant.startswith("csr"):
        # The rows that a device makes of a list are in any order, so that any edges are drawn.
        graph = Graph.from_scipy((edges + edges.T).tocsr(), weighted=True)
    assert _light_edges_per_vertex(graph, runtime, variant, {}) == pytest.approx(1, rel=0.3)


def test_hubs_do_not_split_equal_keys(runtime):
    """Three of four weights are equal, and three edges a vertex; hubs would bound them by two."""
    n, hubs, chances = 3000, 4, np.random.default_rng(10)
    even, odd = np.arange(hubs, n, 2), np.arange(hubs + 1, n, 2)
    ends = chances.choice(odd, (2, 3000))
    sources = np.concatenate([np.repeat(np.arange(hubs), even.size), ends.min(0)])
    targets = np.concatenate([np.tile(even, hubs), ends.max(0)])
    weights = np.where(chances.random(sources.size) < 0.75, 1, 2)
    edges = csr_array((weights, (sources, targets)), shape=(n, n))
    edges.data = np.where(edges.data == 1, 1, 2)
    graph = Graph.from_scipy((edges + edges.T).tocsr(), weighted=True)
    assert graph.rows.offsets[hubs] > 0.3 * graph.rows.offsets[n]
    light = _light_edges_per_vertex(graph, runtime, VARIANTS[0], {})
    assert light == pytest.approx(0.75 * 3, rel=0.1)


def test_many_edges_come_first_on_a_gpu_where_there_are_very_many(runtime):
    """One in 512 edges would be as many as vertices, by a key that a sample of 256 hardly tells."""
    sizes, as_of_gpu = [], _runtimes(runtime)[1]
    for seed in range(8):
        weights = np.triu(np.random.default_rng(seed).permutation(1024**2).reshape(1024, -1) + 1, 1)
        graph = Graph.from_scipy(csr_array(weights + weights.T), weighted=True)
        sizes.append(_light_edges_per_vertex(graph, as_of_gpu, VARIANTS[0], {}))
    assert min(sizes) > 1.5


@pytest.mark.parametrize("variant", VARIANTS)
def test_runs_again(variant, runtime):
    """The state that the groups of a launch share is clear for the next run."""
    graph = GRAPHS["pairs"]()
    weighted = put_weighted_graph(graph, runtime, as_rows=True)
    _, plan = plan_variant(MINIMUM_FOREST, weighted, variant)
    forests = []
    for _ in range(3):
        linked = runtime.download(plan.run(wait=True)["linked"], graph.n)
        forests.append(np.sort(linked[linked >= 0]))
    assert forests[0].size == graph.n - 1
    for forest in forests[1:]:
        np.testing.assert_array_equal(forest, forests[0])


@pytest.mark.parametrize("name", ["filtered", "ascending"])
def test_the_kernels_of_a_plan_on_rows_are_one_program(name, device, monkeypatch):
    own = Runtime.of_device(device)  # of which nothing is built
    own.__dict__["global_barrier"] = BARRIERS["together"]
    weighted = put_weighted_graph(GRAPHS[name](), own, as_rows=True)
    _ = weighted.weighted_rows
    built = []

    def build(context, sets):
        built.append({kernel for kernels in sets for kernel in kernels.names})
        return build_programs(context, sets)

    monkeypatch.setattr(kernel_cache, "build_programs", build)
    _, plan = plan_variant(MINIMUM_FOREST, weighted, VARIANTS[0])
    plan.run(wait=True)
    (kernels,) = built
    assert {"join_together", "choose_from_rows", "list_light"} <= kernels
    assert ("choose_unsettled" in kernels) == (name == "filtered")
    assert not {"make_trees", "list_arrays"} & kernels


def test_one_launch_for_all_rounds(device):
    launches = {}
    for name, barrier in BARRIERS.items():
        own = new_runtime(device)
        own.__dict__["global_barrier"] = barrier
        weighted = put_weighted_graph(GRAPHS["filtered"](), own, as_rows=True)
        _, plan = plan_variant(MINIMUM_FOREST, weighted, VARIANTS[0])
        launches[name] = plan.run(wait=True).launches
    # A processor guesses the threshold in a launch of its own.
    together = 14 if own.tuning.blocks else 13
    assert launches["together"] == together < launches["apart"] == launches["too large"]


@for_each("chain", CHAINS)
@pytest.mark.parametrize("barrier", ["apart", "together"])
@pytest.mark.parametrize("blocks", [False, True])
def test_long_chains_of_trees(blocks, barrier, chain, device):
    """A GPU's work-items walk a chain in several rounds, and one of a processor walks all of it."""
    family, weights, n = chain
    graph = weigh(FAMILIES[family](n), weights)
    edges = canonical_edges(graph)
    own = runtime_with_small_classes(device, blocks=blocks)
    own.__dict__["global_barrier"] = BARRIERS[barrier]
    is_long = {VARIANTS[0]: CHAINS[chain], VARIANTS[1]: False}
    for variant in VARIANTS:
        for options in ({}, {"int64_atomics": "off"}):
            weighted = put_weighted_graph(graph, own, as_rows=variant.startswith("csr"))
            _, plan = plan_variant(MINIMUM_FOREST, weighted, variant, options)
            linked = own.download(plan.run(wait=True)["linked"], graph.n)
            expected = edges.ids[kruskal(graph.n, edges)]
            with case(variant=variant, options=options):
                np.testing.assert_array_equal(np.sort(linked[linked >= 0]), expected)
                counters = own.download(own.scratch.take("counters", 4 * COUNTERS).buffer, COUNTERS)
                walked = bool(counters[_COUNTERS["LONG_CHAINS"]])
                assert walked is (is_long[variant] and not blocks)


def test_few_trees_of_many_edges(device, monkeypatch):
    """Each work-item of a processor has hundreds of edges, and in the last rounds few trees."""
    monkeypatch.setattr(filter_boruvka, "SHORT_LIST", 64)
    n = 5000
    ends = np.random.default_rng(6).integers(0, n, (2, 2 * n))
    graph = clconn.Graph.from_edges(*ends, n, weights=np.random.default_rng(7).permutation(2 * n))
    canonical = canonical_edges(graph)
    expected = canonical.ids[kruskal(n, canonical)]
    runtime = runtime_with_small_classes(device, blocks=True)
    for minima in ({}, {"int64_atomics": "off"}):
        for variant in VARIANTS:
            with case(variant=variant, options=minima):
                found = clconn.minimum_spanning_forest(
                    graph, variant=variant, options=minima, device=runtime
                )
                np.testing.assert_array_equal(found.edge_ids, expected)
