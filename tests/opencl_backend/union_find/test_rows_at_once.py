"""All steps in one launch: behind barriers across work-groups, or a launch each without them."""

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.device.launches import PARENTS, bind
from clconn.opencl_backend.plan.auto_variant import VERTICES_OF_ONE_LAUNCH
from clconn.opencl_backend.plan.run import plan_variant
from clconn.opencl_backend.union_find.rows_at_once import MOST_ENTRIES
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case
from tests.helpers.graphs import as_rows, hand_made, rows_side_by_side
from tests.helpers.queues import new_runtime
from tests.helpers.small_degree_classes import runtime_with_small_classes

PHASES = {"csr": 4, "kout": 6, "hb": 6}


def _steps(graph, device, variant, **options):
    placed = graph.to(device)
    placed.plans.clear()
    return plan_variant(COMPONENTS, placed, variant, options)[1].steps


@pytest.mark.parametrize("edges", PHASES)
def test_a_phase_is_a_launch_only_without_a_barrier(edges, device):
    runtime = new_runtime(device)
    graph = rows_side_by_side([hand_made("heavy-tailed"), hand_made("torus")])
    alone = 1 if runtime.global_barrier else PHASES[edges]
    for union in ("async", "interleaved"):
        variant = f"{edges}/{union}/single"
        assert len(_steps(graph, runtime, variant, one_launch="always")) == alone
        assert len(_steps(graph, runtime, variant, one_launch="never")) > 1
        flat = _steps(graph, runtime, variant, one_launch="always", flatten_links=True)
        assert len(flat) == (1 if runtime.global_barrier else PHASES[edges] + 1)
    # The edges of a forest do not need final parents.
    placed = graph.to(runtime)
    forest = plan_variant(FOREST, placed, f"{edges}/async/single", {"one_launch": "always"})[1]
    kernels = [step.kernel.function_name for step in forest.steps]
    expected = 1 if runtime.global_barrier else PHASES[edges] - 1
    assert sum("unite_rows" in name for name in kernels) == expected


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
