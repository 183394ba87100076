"""On graphs of all kinds, the first links of what ``"auto"`` takes on a GPU leave no long paths.

A GPU links all vertices at once, so whoever walks a path of first links walks all of it. Where the
ids follow a long thin structure, links in their order make one path of the whole graph. (Only in a
graph of one launch such paths may stay, and along the hubs of a caterpillar: they are short, and
halved by all who walk them. And beside a scattered graph, where walks that meet do not walk them,
and flattening takes steps that double.)

Unions may make long paths where first links do not, which no depth of first links shows. So of the
graphs that were cliffs the choice itself is tested.
"""

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import clconn
from asv_benchmarks.benchmarks import untuned_graphs as untuned
from clconn import kernels_cl
from clconn.opencl_backend.plan import auto_by_ids, auto_of_mixtures, auto_variant
from clconn.reference.graph.first_links import HUB
from tests.helpers.cases import case
from tests.helpers.small_degree_classes import runtime_with_small_classes

BLOCKS = auto_by_ids.JOINING, "blocks"
RANDOM = auto_by_ids.IN_CHAINS, "self"
MEETING = auto_of_mixtures.BESIDE_PATHS, "first-smaller"
SKIPPING = auto_by_ids.SKIPPING_DOWN, "self"
LEGS = auto_by_ids.AT_LEGS, "first-smaller"
SAMPLE = auto_variant.INTERLEAVED, None
N = 1 << 14
FAMILIES = {
    "path": lambda: clconn.generate("path", n=N),
    "path-shuffled": lambda: clconn.generate("path", n=N, shuffled=True),
    "path-in-blocks": lambda: untuned.path_in_blocks(N, 256),
    "cycle": lambda: clconn.generate("cycle", n=N),
    "strip": lambda: untuned.strip(N // 8),
    "bar": lambda: untuned.bar(N // 64),
    "band": lambda: untuned.band(N),
    "band-wide": lambda: untuned.band(N, 8),
    "caterpillar": lambda: untuned.caterpillar(N),
    "star-first": lambda: untuned.star(N, 0),
    "star-last": lambda: untuned.star(N, N - 1),
    "tree": lambda: untuned.random_tree(N),
    "tree-shuffled": lambda: untuned.random_tree(N, shuffled=True),
    "cliques": lambda: untuned.cliques(N // 40),
    "cliques-shuffled": lambda: untuned.cliques(N // 40, shuffled=True),
    "mesh": lambda: untuned.mesh(N),
    "grid3d-shuffled": lambda: untuned.shuffled_grid(25),
    "torus": lambda: clconn.generate("torus", rows=128, columns=128),
    "ratings": lambda: untuned.ratings(N, N // 16, 6 * N),
    "small-components": lambda: untuned.sparse_random(N, 0.8),
    "hub-path": lambda: untuned.hub_path(N),
    "path-descending": lambda: untuned.path_in_groups(N, shuffled=False),
    "path-in-groups": lambda: untuned.path_in_groups(N, shuffled=True),
    "path-stride": lambda: untuned.path_with_stride(N),
    "two-diagonals": lambda: untuned.banded_matrix(N, 2),
    "three-diagonals": lambda: untuned.banded_matrix(N, 3),
    "path-beside-random": lambda: untuned.band_beside_random(N),
    "short-path-beside-random": lambda: untuned.band_beside_random(N, 0.1),
    "path-beside-sparse": lambda: untuned.band_beside_random(N, degree=4),
    "band-beside-random": lambda: untuned.band_beside_random(N, 0.3, 3),
    "tree-near": lambda: untuned.tree_of_near(N, 50),
    "long-legs": lambda: untuned.long_legs(N),
    "small-world": lambda: untuned.small_world(N, 0.02),
    "ratings-few": lambda: untuned.ratings(15 * N // 16, N // 16, 3 * N // 2),
    "near-random": lambda: untuned.near_random(N, 50),
    "wheel": lambda: untuned.wheel(N),
    "categories": lambda: untuned.path_with_categories(N, 1000),
    "stencil": lambda: untuned.stencil(25),
    "band-of-nine": lambda: untuned.band(N, 9),
    "random": lambda: untuned.sparse_random(N, 4),
    "rmat": lambda: clconn.generate("rmat", scale=14, edges=8 * N),
}


BLOCK = 8
"""Ids of a block of the runtime with small classes."""


def _first_links(rows, result):
    """The parents that a variant's first kernel gives, where it gives any."""
    own = np.arange(result.n)
    if result.options.get("initialization") == "self" or result.variant.startswith("coo"):
        return own
    sources = rows.sources()
    if result.options.get("initialization") == "blocks":
        within = sources // BLOCK == rows.neighbors // BLOCK
        inner = clconn.Graph.from_edges(sources[within], rows.neighbors[within], result.n)
        return clconn.connected_components(inner, backend="scipy").roots
    smaller = np.flatnonzero(rows.neighbors < sources)
    if not result.variant.startswith("csr"):  # a sample begins with the first entry alone
        smaller = np.intersect1d(smaller, rows.offsets[:-1])
    children, first = np.unique(sources[smaller], return_index=True)
    own[children] = rows.neighbors[smaller[first]]
    return own


def _chosen(result):
    return result.variant, result.options.get("initialization")


def _mean_depth(parents):
    depth = np.zeros(parents.size, dtype=np.int64)
    step, up = parents != np.arange(parents.size), parents
    depth[step] = 1
    while (up[up] != up).any():
        depth, up = depth + depth[up], up[up]
    return depth.mean()


def _number(file, name):
    text = (Path(kernels_cl.__file__).parent / "union_find" / file).read_text()
    return int(re.search(rf"#define {name} (\d+)", text)[1])


ALONE, PATIENCE = _number("finalize.h", "STEPS_ALONE"), _number("find.h", "PATIENCE")


def _steps_to_flatten(parents, alone=ALONE):
    """Steps until all vertices are at their roots, if all take them at once, as finalize.h does."""
    at, steps = parents, 0
    while (parents[at] != at).any():
        at, steps = parents[at], steps + 1
        parents = at if steps > alone else parents
    return steps


def test_first_links_make_no_long_paths(device, monkeypatch):
    # These stand for larger graphs of their families.
    monkeypatch.setattr(auto_variant, "VERTICES_OF_ONE_LAUNCH", 0)
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = False
    for family, make in FAMILIES.items():
        rows = make().adjacency()
        for problem in (clconn.connected_components, clconn.spanning_forest):
            with case(graph=family, problem=problem.__name__):
                graph = clconn.Graph.from_csr(rows.offsets, rows.neighbors)
                result = problem(graph, device=runtime)
                expected = clconn.connected_components(graph, backend="scipy").count
                assert result.count == expected
                parents = _first_links(rows, result)
                assert _steps_to_flatten(parents) <= PATIENCE
                if _chosen(result) in (MEETING, SAMPLE):
                    continue  # nobody else walks these
                # A square grid in order has paths of its side.
                most = math.sqrt(graph.n)
                if _chosen(result) == LEGS:
                    degrees = np.diff(rows.offsets)
                    most = graph.n / degrees[degrees > HUB].mean()
                assert _mean_depth(parents) <= most, result.variant


def test_flattening_takes_few_steps_where_links_make_chains():
    """No more than after which others have to lift what is left (find_split_lifting)."""
    chain = np.maximum(np.arange(1 << 22) - 1, 0)
    assert PATIENCE // 2 < _steps_to_flatten(chain) <= PATIENCE
    assert _steps_to_flatten(chain[:1000], 1000) == 998
    for family in ("short-path-beside-random", "path-beside-sparse", "path", "caterpillar"):
        with case(graph=family):
            rows = FAMILIES[family]().adjacency()
            graph = clconn.Graph.from_csr(rows.offsets, rows.neighbors)
            result = clconn.connected_components(
                graph, variant="csr/interleaved/single", backend="reference"
            )
            assert _steps_to_flatten(_first_links(rows, result)) <= PATIENCE


CLIFFS = {
    "hub-path": BLOCKS, "path-descending": BLOCKS, "path-in-groups": BLOCKS, "tree-near": BLOCKS,
    "small-world": BLOCKS, "two-diagonals": RANDOM, "three-diagonals": RANDOM,
    "path-beside-random": SAMPLE, "short-path-beside-random": SAMPLE,
    "path-beside-sparse": MEETING, "band-beside-random": SKIPPING, "long-legs": LEGS,
    "ratings-few": SAMPLE, "random": SAMPLE, "near-random": BLOCKS, "wheel": BLOCKS,
    "categories": BLOCKS,
}  # fmt: skip


def test_what_is_chosen_of_graphs_that_were_cliffs(device, monkeypatch):
    monkeypatch.setattr(auto_variant, "VERTICES_OF_ONE_LAUNCH", 0)
    runtime = runtime_with_small_classes(device)
    # Blocks and rows as on a GPU.
    runtime.tuning = replace(runtime.tuning, low_degree=16, high_degree=352, id_block_bits=(10, 10))
    runtime.tuning = replace(runtime.tuning, id_block_items=256)
    runtime.is_cpu = False
    for family, variant in CLIFFS.items():
        with case(graph=family):
            rows = FAMILIES[family]().adjacency()
            graph = clconn.Graph.from_csr(rows.offsets, rows.neighbors)
            result = clconn.connected_components(graph, device=runtime, verify=True)
            assert _chosen(result) == variant


@pytest.mark.parametrize("family", ["path", "strip", "caterpillar"])
def test_in_order_links_would_make_them(family):
    rows = FAMILIES[family]().adjacency()
    graph = clconn.Graph.from_csr(rows.offsets, rows.neighbors)
    result = clconn.connected_components(graph, variant="csr/async/single", backend="reference")
    assert _mean_depth(_first_links(rows, result)) > 4 * math.sqrt(graph.n)
