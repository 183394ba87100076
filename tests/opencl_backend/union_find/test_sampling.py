"""What the sampling kernels unite, before any finish."""

from dataclasses import replace

import numpy as np
import pytest

import clconn
from asv_benchmarks.benchmarks import untuned_graphs as untuned
from clconn.design_space import find_variant, has_variant
from clconn.design_space.components import SHARING
from clconn.opencl_backend.components.edge_sources import lay_out
from clconn.opencl_backend.device.counters import COUNTER_SWITCHES
from clconn.opencl_backend.device.launches import PARENTS, Launch, bind
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import to_device
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.finish_rows import (
    finish_switches,
    flatten,
    flatten_and_gather,
    shorten_links,
)
from clconn.opencl_backend.union_find.initialization import own_parents
from clconn.opencl_backend.union_find.sampling import hook_sampling, kout_sampling, vote
from clconn.opencl_backend.union_find.union_switches import unite_switches
from clconn.problems import COMPONENTS, FOREST
from clconn.reference.union_find.find import finalize, naive
from clconn.reference.union_find.sampling import SELECTIONS, k_out_sampling
from tests.helpers.cases import for_each, half_of_product
from tests.helpers.graphs import as_rows, hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.plans import choose, make_builder
from tests.helpers.small_degree_classes import runtime_with_small_classes
from tests.helpers.unions import UNITES

MOST_FREQUENT = COUNTER_SWITCHES["MOST_FREQUENT"]

GRAPHS = ("heavy-tailed", "clique", "hub-of-400", "random-one-giant", "unsorted-symmetric-rows")


def _labels(graph, device, variant, options, gathers=False):
    """The labels after sampling, and the most frequent one.

    If unsettled vertices are gathered, the groups that do so vote, as on a GPU.
    """
    row = find_variant(variant)
    runtime = open_runtime(device)
    if gathers:
        runtime = runtime_with_small_classes(device, blocks=False)
        runtime.tuning = replace(runtime.tuning, groups=16)
    placed = to_device(as_rows(graph), runtime, symmetric=True)
    builder = make_builder(placed, row, {**options, "vertex_gathering": gathers})
    sample = {"kout": kout_sampling, "hb": hook_sampling}[row.edges]
    union = unite_switches(row)
    steps = sample(builder, union) + vote(builder)
    if gathers:
        steps += flatten_and_gather(builder, finish_switches(builder, union, 0), 0)
    else:
        steps += flatten(builder)
    parents = runtime.allocate(4 * graph.n)
    with runtime.lock:
        bind(steps, PARENTS, parents)
        runtime.enqueue(steps)
    counters = runtime.download(builder.counters, MOST_FREQUENT + 1)
    return runtime.download(parents, graph.n), int(counters[MOST_FREQUENT])


@for_each("drawn", half_of_product(SELECTIONS, [2, 1, 3, 8], SHARING.values))
def test_every_device_draws_what_the_reference_draws(drawn, device):
    selection, k, sharing = drawn
    for name in GRAPHS:
        graph = hand_made(name)
        adjacency = graph.adjacency()
        rows = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
        how = {"passes": sharing == "passes"}
        for flattens in (False, True) if sharing == "vertex" else (False,):
            expected = list(range(graph.n))
            unite = UNITES["async"]
            k_out_sampling(expected, *rows, k, unite, naive, selection, flatten=flattens, **how)
            finalize(expected, naive)
            options = {
                "k": k,
                "selection": selection,
                "sharing": sharing,
                "flatten_links": flattens,
            }
            labels, most_frequent = _labels(graph, device, "kout/async/split", options)
            np.testing.assert_array_equal(labels, expected, err_msg=name)
            assert most_frequent in expected


@pytest.mark.parametrize("edges", [1, 2, 8])
def test_hook_sampling_is_between_the_hooks_and_the_edges_of_all_roots(edges, device):
    for name in GRAPHS:
        graph = hand_made(name)
        rows = graph.adjacency()
        labels, most_frequent = _labels(graph, device, "hb/ecl/split", {"edges": edges})
        assert most_frequent in labels
        assert (labels <= np.arange(graph.n)).all()
        assert (labels[labels] == labels).all()
        # Nothing is joined that is apart in the graph, and every hook is made.
        np.testing.assert_array_equal(scipy_roots(graph)[labels], scipy_roots(graph))
        begins = rows.offsets[:-1][np.diff(rows.offsets) > 0]
        vertices = np.flatnonzero(np.diff(rows.offsets))
        firsts = rows.neighbors[begins]
        hooked = firsts < vertices
        np.testing.assert_array_equal(labels[vertices[hooked]], labels[firsts[hooked]])


def _path_beside_star(length, leaves):
    """A path in order, and a star whose center comes after it."""
    sources = [*range(length - 1), *[length] * leaves]
    targets = [*range(1, length), *range(length + 1, length + 1 + leaves)]
    return clconn.Graph.from_edges(sources, targets, n=length + 1 + leaves)


LENGTHS = for_each("chain", [(60, 0), (90_000, 90_000)])
"""Chains of hooks, and who wins against a star of a ninth as many vertices: of a long chain nine
tenths of all vertices have no vote."""


@LENGTHS
def test_whoever_is_far_from_a_root_abstains(chain, device):
    length, winner = chain
    graph = _path_beside_star(length, length // 9)
    labels, most_frequent = _labels(graph, device, "hb/async/naive", {"edges": 1}, gathers=True)
    assert set(labels) == {0, length}
    assert most_frequent == winner
    result = clconn.connected_components(graph, device=device, variant="hb/async/naive")
    assert result.count == 2


@LENGTHS
def test_whoever_is_far_from_a_root_abstains_from_the_vote_of_one_group(chain, device):
    length, winner = chain
    runtime = runtime_with_small_classes(device, blocks=True)
    placed = to_device(as_rows(_path_beside_star(length, length // 9)), runtime, symmetric=True)
    builder = make_builder(placed, find_variant("hb/async/naive"), {"edges": 1})
    parents = np.full(placed.n, length, np.int32)
    parents[:length] = np.maximum(np.arange(length) - 1, 0)
    cleared, buffer = runtime.allocate(4 * placed.n), runtime.upload_writable(parents)
    with runtime.lock:
        # The first of these kernels clears the counters, too.
        for steps, bound in ((own_parents(builder), cleared), (vote(builder), buffer)):
            bind(steps, PARENTS, bound)
            runtime.enqueue(steps)
    assert runtime.download(builder.counters, MOST_FREQUENT + 1)[MOST_FREQUENT] == winner


KOUT = ["sample_first", "halve_paths", "sample_rest"]
HOOKS = ["hook_first", "halve_paths", "hook_roots"]
LISTED = ["initialize_and_list", "halve_paths", "finish_listed"]
ROWS = ["initialize", "halve_paths", "finish_vertices"]


@for_each(
    "case_of_plan",
    [
        ("hb/ecl/split", 2, {}, HOOKS), ("kout/ecl/split", 2, {}, KOUT),
        ("kout/rem-cas/naive+halve-one", 2, {}, KOUT), ("csr/ecl/split", 2, {}, LISTED),
        ("csr/ecl/split", 20, {}, ROWS), ("csr/async-random/single", 2, {}, ROWS),
        ("csr/async/single", 2, {"initialization": "far-smaller"}, ROWS),
        ("csr/async/single", 2, {"initialization": "self"}, ROWS[::2]),
        ("csr/async/single", 2, {"initialization": "blocks"}, ["finish_blocks"]),
        ("kout/async/single", 2, {"sharing": "coalesced"}, ["initialize", "sample_shared"]),
        ("kout/async/single", 2, {"flatten_links": True}, [KOUT[0], "flatten", KOUT[2]]),
        ("kout/jtb/two-try", 2, {}, KOUT[::2]),
    ],
)  # fmt: skip
def test_a_processor_shortens_first_links_once_and_before_it_unites(case_of_plan, device):
    variant, neighbors, options, expected = case_of_plan
    runtime = runtime_with_small_classes(device, blocks=True)
    if not runtime.is_cpu:
        pytest.skip("other devices take other steps")
    graph = untuned.band(4096, neighbors // 2)
    for problem in (COMPONENTS, FOREST):
        if not has_variant(problem, variant):
            continue
        placed = to_device(graph, runtime)
        made = choose(variant, options, problem.name)
        steps = lay_out(PlanBuilder(runtime, placed.n, placed, made))
        names = [step.kernel.function_name for step in steps if isinstance(step, Launch)]
        begin = names.index(expected[0])
        assert names[begin : begin + len(expected)] == expected
        assert names.count("halve_paths") == expected.count("halve_paths")


def test_halved_paths_are_no_longer_than_half(device):
    runtime = runtime_with_small_classes(device, blocks=True)
    placed = to_device(clconn.generate("torus", rows=64, columns=64), runtime)
    (halve,) = shorten_links(make_builder(placed, "hb/ecl/split"))
    parents = np.maximum(np.arange(4096, dtype=np.int32) - 1, 0)
    buffer = runtime.upload_writable(parents)
    with runtime.lock:
        bind([halve], PARENTS, buffer)
        runtime.enqueue([halve])
    # Each is at its grandparent or above; a core that goes in order sends all to the root.
    assert (runtime.download(buffer, 4096) <= np.maximum(np.arange(4096) - 2, 0)).all()
    as_gpu = runtime_with_small_classes(device, blocks=False)
    on_gpu = to_device(clconn.generate("torus", rows=64, columns=64), as_gpu)
    assert shorten_links(make_builder(on_gpu, "hb/ecl/split")) == []


@pytest.mark.parametrize("gathers", [False, True])
@pytest.mark.parametrize("variant", ["kout/async/single", "kout/ecl/split"])
def test_enough_vote_on_graphs_that_auto_samples(variant, gathers, device):
    n = 1 << 14
    for graph in (
        untuned.mesh(n),
        untuned.shuffled_grid(25),
        untuned.ratings(n, n // 16, 6 * n),
        clconn.generate("delaunay", n=n),
        clconn.generate("rmat", scale=14, edges=8 * n),
        clconn.generate("torus", rows=128, columns=128),
    ):
        labels, most_frequent = _labels(graph, device, variant, {}, gathers)
        assert (labels == most_frequent).sum() == np.bincount(labels).max()
