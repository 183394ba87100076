"""Edges of a list in blocks, and all steps in one launch: each edge is united once."""

from itertools import product

import numpy as np
import pytest

import clconn
from clconn.design_space import find_variant
from clconn.opencl_backend.graph.placement import to_device
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.plan.run import plan_variant
from clconn.opencl_backend.union_find.edges_at_once import (
    MOST_EDGES,
    MOST_VERTICES,
    are_edges_at_once,
)
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case, half_of_product
from tests.helpers.graphs import hand_made
from tests.helpers.one_group import of_one_group
from tests.helpers.plans import make_builder
from tests.helpers.queues import new_runtime
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets

UNIONS = (
    "async/single", "interleaved/single", "early/halve", "async-random/single", "hooks/naive",
    "ecl/single", "afforest/naive",
)  # fmt: skip
REM = ("rem-cas/naive+split-one", "rem-lock/split+splice")
"""Unions that keep no forest."""
ORDERS = [{"order": order} for order in ("given", "blocks")]


def _steps(graph, runtime, problem=COMPONENTS, variant="coo/async/single", **options):
    placed = to_device(graph, runtime, arrays=True)
    placed.plans.clear()
    return plan_variant(problem, placed, variant, options)[1].steps


def _shuffled_path(count, seed=0):
    """A list of which each edge is needed: whoever misses one finds a component too many."""
    ids = np.random.default_rng(seed).permutation(count + 1).astype(np.int32)
    return clconn.Graph.from_edges(ids[:-1], ids[1:], n=count + 1)


# The blocks have 16 or 32 edges, and the permutation works with powers of two of them.
COUNTS = (0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1000, 1023, 1024, 1025, 5000)


@pytest.mark.parametrize("blocks", [True, False], ids=["as a processor", "as a GPU"])
def test_no_edge_is_missed_in_any_order(blocks, device):
    runtime = runtime_with_small_classes(device, blocks=blocks)
    for count, order, launch in product(COUNTS, ORDERS, ("always", "never")):
        graph = _shuffled_path(count)
        options = {**order, "one_launch": launch}
        with case(count=count, options=options):
            for variant in ("coo/async/single", "coo/interleaved/single"):
                result = clconn.connected_components(
                    graph, variant=variant, options=options, device=runtime
                )
                assert result.count == 1
        # Union-JTB has no one launch, since other words are its trees.
        with case(count=count, order=order):
            result = clconn.connected_components(
                graph, variant="coo/jtb/two-try", options=order, device=runtime
            )
            assert result.count == 1


def test_forests_keep_the_edges_of_a_list(device):
    runtime = runtime_with_small_classes(device)
    graphs = [_shuffled_path(100), *map(hand_made, ("heavy-tailed", "torus", "forest", "clique"))]
    settings = zip(ORDERS, ("always", "never"), strict=True)
    for union, graph, (order, launch) in product(UNIONS, graphs, settings):
        options = {**order, "one_launch": launch}
        graph = clconn.Graph.from_edges(*graph.undirected_edges()[:2], n=graph.n)
        with case(options=options, graph=graph, union=union):
            for solve in (clconn.connected_components, clconn.spanning_forest):
                result = solve(
                    graph, variant=f"coo/{union}", options=options, device=runtime, verify=True
                )
                assert result.options["order"] == order["order"]


def test_other_unions_and_finalizations(device):
    runtime = runtime_with_small_classes(device)
    graphs = [_shuffled_path(100), *map(hand_made, ("heavy-tailed", "clique", "forest"))]
    forms = zip(ORDERS, ("split", "compress"), strict=True)
    for union, graph, (order, form) in product((*REM, UNIONS[0]), graphs, forms):
        options = {**order, "one_launch": "always", "finalization": form}
        graph = clconn.Graph.from_edges(*graph.undirected_edges()[:2], n=graph.n)
        with case(options=options, graph=graph, union=union):
            clconn.connected_components(
                graph, variant=f"coo/{union}", options=options, device=runtime, verify=True
            )


def test_long_lists_have_long_places(device):
    runtime = new_runtime(device)
    graph = with_long_offsets(_shuffled_path(1000))
    for order, launch in product(ORDERS, ("always", "never")):
        options = {**order, "one_launch": launch}
        with case(options=options):
            placed = graph.to(runtime)
            assert placed.offset_type == "long"
            _, plan = plan_variant(COMPONENTS, placed, "coo/async/single", options)
            (roots,) = plan.run(wait=True).values()
            assert not runtime.download(roots, graph.n).any()


def test_a_phase_is_a_launch_only_without_a_barrier(device):
    runtime = new_runtime(device)
    graph = _shuffled_path(100)
    alone = runtime.global_barrier is not None
    assert len(_steps(graph, runtime, one_launch="always")) == (1 if alone else 3)
    # The edges of a forest do not need final parents.
    assert len(_steps(graph, runtime, FOREST, one_launch="always")) == (1 if alone else 2)
    assert len(_steps(graph, runtime, one_launch="never")) == 3
    assert len(_steps(graph, runtime, FOREST, one_launch="never")) == 2
    # A random order has smallest vertices to find.
    random = _steps(graph, runtime, variant="coo/async-random/single", one_launch="always")
    assert len(random) == (1 if alone else 3) + 3


def test_one_launch_goes_through_all_phases(device):
    runtime = runtime_with_small_classes(device, blocks=False)
    solves = ((COMPONENTS, clconn.connected_components), (FOREST, clconn.spanning_forest))
    for size, order, union, (problem, solve) in half_of_product(
        (8, 64), ORDERS, UNIONS[2:], solves
    ):
        # Links in a random order have smallest vertices to find.
        launches = 1 + 3 * (union == "async-random/single" and problem == COMPONENTS)
        of_one_group(runtime, size)
        for count in (0, 1, 60, 300):
            graph = _shuffled_path(count)
            options = {**order, "one_launch": "always"}
            with case(count=count, options=options, union=union, size=size, problem=problem):
                steps = _steps(graph, runtime, problem, f"coo/{union}", **options)
                assert len(steps) == launches
                result = solve(
                    graph, variant=f"coo/{union}", options=options, device=runtime, verify=True
                )
                assert result.count == 1


def test_small_lists_are_one_launch(device, monkeypatch):
    runtime = new_runtime(device)
    row = find_variant("coo/async/single")
    for barrier, n, count, wanted, is_one in (
        ("there is one", MOST_VERTICES, MOST_EDGES, "auto", True),
        ("there is one", MOST_VERTICES + 1, MOST_EDGES, "auto", False),
        ("there is one", MOST_VERTICES, MOST_EDGES + 1, "auto", False),
        (None, 10, 10, "auto", False), (None, 10**6, 10**7, "always", True),
        ("there is one", 10, 10, "never", False),
    ):  # fmt: skip
        with case(barrier=barrier, n=n, count=count, wanted=wanted):
            monkeypatch.setattr(type(runtime), "global_barrier", barrier)
            builder = make_builder(to_device(_shuffled_path(3), runtime, arrays=True), row)
            builder.n = n
            builder.options = {**builder.options, "one_launch": wanted}
            assert are_edges_at_once(builder, count) is is_one


def _switches(graph, runtime, variant, monkeypatch, **options):
    """Those with which the kernels of edges were launched, by their names."""
    asked = {}
    for name in ("launch_in_groups", "launch_together"):
        launch = getattr(PlanBuilder, name)

        def watched(self, first, file, kernel, *arguments, launch=launch, **switches):
            asked[kernel] = switches
            return launch(self, first, file, kernel, *arguments, **switches)

        monkeypatch.setattr(PlanBuilder, name, watched)
    _steps(graph, runtime, variant=variant, **options)
    return asked


def test_the_kernels_know_the_options(device, monkeypatch):
    graph, runtime = _shuffled_path(500), new_runtime(device)
    for launch, kernel in (("always", "unite_edges_at_once"), ("never", "unite_edges")):
        for order in ("given", "blocks"):
            options = {"order": order, "one_launch": launch, "finalization": "compress"}
            with case(options=options), monkeypatch.context() as patch:
                asked = _switches(graph, runtime, "coo/async/single", patch, **options)
                assert ("PERMUTED" in asked[kernel]) is (order == "blocks")
                last = asked["finalize" if launch == "never" else kernel]
                assert last["FINALIZE"] == "find_compress"


def test_pieces_are_never_in_blocks(device, monkeypatch):
    """``coo-relabel`` has no such option, and its pieces are gone when the next one comes."""
    variant = "coo-relabel/async/single"
    assert not {"order", "one_launch"} & {option.name for option in find_variant(variant).options}
    asked = _switches(_shuffled_path(500), new_runtime(device), variant, monkeypatch)
    assert "PERMUTED" not in asked["unite_edges"]
