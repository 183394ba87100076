"""All steps in one launch: behind barriers across work-groups, or a launch each without them."""

from itertools import product

import numpy as np
import pytest

import clconn
from asv_benchmarks.benchmarks.numberings import edges_once, of_edges
from clconn.design_space import find_variant
from clconn.opencl_backend.device.global_barrier import GlobalBarrier
from clconn.opencl_backend.device.launches import PARENTS, bind
from clconn.opencl_backend.plan.auto_variant import VERTICES_OF_ONE_LAUNCH
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.plan.run import plan_variant
from clconn.opencl_backend.union_find.rows_at_once import (
    MOST_ENTRIES,
    VERTICES_OF_ALL_ROWS,
    are_rows_at_once,
)
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case, half_of_product
from tests.helpers.graphs import as_rows, hand_made, rows_side_by_side
from tests.helpers.one_group import of_one_group
from tests.helpers.plans import make_builder
from tests.helpers.queues import new_runtime
from tests.helpers.small_degree_classes import runtime_with_small_classes

PHASES = {"csr": 4, "kout": 6, "hb": 6}
"""Of a graph with rows that may be listed."""


def _steps(graph, device, variant, problem=COMPONENTS, **options):
    placed = graph.to(device)
    placed.plans.clear()
    return plan_variant(problem, placed, variant, options)[1].steps


@pytest.mark.parametrize("edges", PHASES)
def test_a_phase_is_a_launch_only_without_a_barrier(edges, device):
    runtime = runtime_with_small_classes(device)
    for graph, phases in (
        (as_rows(hand_made("heavy-tailed")), PHASES[edges]),
        (as_rows(clconn.generate("path", n=1000)), PHASES[edges] - 1),
    ):
        placed = graph.to(runtime)
        placed.inspect()
        alone = 1 if runtime.global_barrier else phases
        for union in ("async", "interleaved"):
            variant = f"{edges}/{union}/single"
            with case(graph=graph, variant=variant):
                assert len(_steps(graph, runtime, variant, one_launch="always")) == alone
                assert len(_steps(graph, runtime, variant, one_launch="never")) > 1
                flat = _steps(graph, runtime, variant, one_launch="always", flatten_links=True)
                assert len(flat) == (1 if runtime.global_barrier else phases + 1)
        # The edges of a forest do not need final parents.
        options = {"one_launch": "always"}
        forest = plan_variant(FOREST, placed, f"{edges}/async/single", options)[1]
        kernels = [step.kernel.function_name for step in forest.steps]
        expected = 1 if runtime.global_barrier else phases - 1
        assert sum("unite_rows" in name for name in kernels) == expected


def test_fewer_vertices_are_one_launch_if_none_is_left_out(device, monkeypatch):
    runtime = new_runtime(device)
    monkeypatch.setattr(type(runtime), "global_barrier", "there is one")
    row = find_variant("kout/interleaved/single")
    for n, skips, is_one in (
        (VERTICES_OF_ALL_ROWS, False, True), (VERTICES_OF_ALL_ROWS + 1, False, False),
        (VERTICES_OF_ALL_ROWS + 1, True, True), (VERTICES_OF_ONE_LAUNCH, True, True),
        (VERTICES_OF_ONE_LAUNCH + 1, True, False),
    ):  # fmt: skip
        with case(n=n, skips=skips):
            builder = make_builder(as_rows(hand_made("clique")).to(runtime), row)
            builder.n = n
            builder.options = {**builder.options, "skip_settled": skips}
            assert are_rows_at_once(builder) is is_one


def test_all_vertices_are_below_their_roots_then(device):
    runtime = new_runtime(device)
    if runtime.global_barrier is not None:
        pytest.skip("the phases are one launch")
    placed = as_rows(clconn.generate("path", n=1000)).to(runtime)
    for edges in PHASES:
        options = {"one_launch": "always", "flatten_links": True}
        steps = plan_variant(COMPONENTS, placed, f"{edges}/async/single", options)[1].steps
        parents = runtime.allocate(4 * placed.n)
        for count, expected in ((1, np.maximum(np.arange(1000) - 1, 0)), (2, 0)):
            with case(edges=edges, count=count), runtime.lock:
                bind(steps[:count], PARENTS, parents)
                runtime.enqueue(steps[:count])
                assert (runtime.download(parents, placed.n) == expected).all()


def test_links_are_flattened_in_a_phase_of_its_own(device):
    runtime = runtime_with_small_classes(device)
    path = clconn.generate("path", n=1000)
    for edges, more in (*((edges, {}) for edges in PHASES), ("csr", {"initialization": "blocks"})):
        options = {"one_launch": "always", "flatten_links": True, **more}
        for union in ("async/single", "early/halve", "interleaved/single"):
            for graph in (path, *map(hand_made, ("heavy-tailed", "torus", "forest"))):
                with case(variant=f"{edges}/{union}", options=more):
                    result = clconn.connected_components(
                        as_rows(graph), variant=f"{edges}/{union}", options=options, device=runtime,
                        verify=True,
                    )  # fmt: skip
                    assert result.options["flatten_links"]


class _TooLarge(GlobalBarrier):
    """A barrier for which every kernel is too large."""

    def groups(self, kernel, device):
        return 0


def _of_one_group(device, local_size):
    """A runtime with a barrier, and a GPU's ways, on any device: one group waits for nobody."""
    runtime = of_one_group(runtime_with_small_classes(device, blocks=False), local_size)
    runtime.__dict__["crowded_barrier"] = None
    return runtime


def test_one_launch_goes_through_all_phases(device):
    # Shuffled, so that first parents do not join all. A path has no rows that are listed, and a
    # torus none of high degree.
    path, torus, star = (
        of_edges(graph.n, tuple(np.random.default_rng(0).permutation(graph.n)[edges_once(graph)]))
        for graph in (
            clconn.generate("path", n=60), clconn.generate("torus", rows=8, columns=8),
            clconn.generate("star", n=60),
        )
    )  # fmt: skip
    graphs = [path, torus, star, *map(hand_made, ("heavy-tailed", "forest"))]
    flat, blocks = {"flatten_links": True}, {"initialization": "blocks"}
    variants = (
        *product((f"{edges}/async/single" for edges in PHASES), ({},)),
        *product((f"{edges}/interleaved/single" for edges in PHASES), (flat,)),
        ("csr/early/halve", blocks),
    )  # fmt: skip
    # With 64 work-items each vertex of the first three graphs has one of its own.
    solves = [(COMPONENTS, clconn.connected_components), (FOREST, clconn.spanning_forest)]
    of_rows = [made for made in variants if "csr" in made[0]]
    for size, some, of_variants, of_problems in (
        (8, graphs, variants, solves), (64, graphs[:3], of_rows, solves[::-1])
    ):  # fmt: skip
        runtime = _of_one_group(device, size)
        # Rows that may be listed are another program.
        parts = [list(map(as_rows, part)) for part in (some[:1], some[1:])]
        for (variant, more), part, (problem, solve) in half_of_product(
            of_variants, parts, of_problems
        ):
            options = {"one_launch": "always", **more}
            about = {"variant": variant, "options": options, "size": size, "problem": problem}
            for graph in part:
                with case(graph=graph, **about):
                    graph.to(runtime).inspect()
                    assert len(_steps(graph, runtime, variant, problem, **options)) == 1
                    solve(graph, variant=variant, options=options, device=runtime, verify=True)


def test_nobody_lifts_where_all_vertices_are_in_work(device, monkeypatch):
    asked = []
    launch = PlanBuilder.launch_together

    def watched(self, barrier, *names, **switches):
        asked.append((barrier, switches["ALL_IN_WORK"]))
        return launch(self, barrier, *names, **switches)

    monkeypatch.setattr(PlanBuilder, "launch_together", watched)
    runtime = _of_one_group(device, 64)
    one = runtime.global_barrier
    two = _TooLarge(1, 64, {"GLOBAL_BARRIER": None}, per_unit=2)
    runtime.__dict__["crowded_barrier"] = two
    for n, expected in (
        (64, [(one, 1)]), (65, [(two, 1), (one, 0)]), (128, [(two, 1), (one, 0)]),
        (129, [(two, 0), (one, 0)]),
    ):  # fmt: skip
        with case(n=n):
            asked.clear()
            path = as_rows(clconn.generate("path", n=n))
            _steps(path, runtime, "csr/async/single", one_launch="always")
            assert asked == expected


def test_two_groups_a_unit_where_one_has_too_few_work_items(device):
    runtime = _of_one_group(device, 64)
    two = GlobalBarrier(1, 64, {"GLOBAL_BARRIER": None}, per_unit=2)
    runtime.__dict__["crowded_barrier"] = two
    many, few = (as_rows(clconn.generate("path", n=n)) for n in (65, 64))
    for variant, options, expected in (
        ("csr/async/single", {}, 2),
        ("csr/interleaved/single", {"flatten_links": True}, 2),
        ("csr/async/halve", {}, 1),
        ("csr/async/single", {"initialization": "blocks"}, 1),
        ("kout/async/single", {}, 1),
    ):
        with case(variant=variant, options=options):
            (step,) = _steps(many, runtime, variant, one_launch="always", **options)
            assert step.global_[0] == expected * step.local[0] == expected * 64
            (step,) = _steps(few, runtime, variant, one_launch="always", **options)
            assert step.global_ == step.local
    # Where two have no room, or a trial failed, there is one.
    for none in (None, _TooLarge(1, 64, {"GLOBAL_BARRIER": None}, per_unit=2)):
        runtime.__dict__["crowded_barrier"] = none
        (step,) = _steps(many, runtime, "csr/async/single", one_launch="always")
        assert step.global_ == step.local == (64,)


def test_other_ways_to_share_and_to_gather_have_launches_of_their_own(device):
    graph = rows_side_by_side([hand_made("heavy-tailed")])
    for edges, option in (
        *(("kout", {"sharing": sharing}) for sharing in ("passes", "coalesced", "reorganized")),
        ("kout", {"vertex_gathering": False}),
        ("hb", {"vertex_gathering": False}),
    ):
        one, many = (
            [step.kernel.function_name for step in _steps(
                graph, device, f"{edges}/async/single", one_launch=value, **option
            )]
            for value in ("always", "never")
        )  # fmt: skip
        assert one == many


def test_small_graphs_are_one_launch_where_that_is_faster(device):
    runtime = new_runtime(device)
    if runtime.global_barrier is None:
        pytest.skip("this device has no barrier across work-groups")
    small = clconn.generate("uniform-random", n=VERTICES_OF_ONE_LAUNCH // 4, edges=MOST_ENTRIES)
    assert small.to(runtime).entry_count > MOST_ENTRIES
    for variant in ("kout/interleaved/single", "hb/async/single"):
        assert len(_steps(small, runtime, variant)) == 1
    assert len(_steps(small, runtime, "csr/async/single")) > 1
    large = clconn.generate("path", n=VERTICES_OF_ONE_LAUNCH + 1)
    for edges in PHASES:
        assert len(_steps(large, runtime, f"{edges}/async/single")) > 1
