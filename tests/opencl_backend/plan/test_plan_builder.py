"""Plans without a graph, scratch memory that plans share, outputs by name."""

import gc

import numpy as np
import pyopencl as cl
import pytest

import clconn
from clconn.errors import DeviceMemoryError
from clconn.opencl_backend.device.launches import PARENTS, bind
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.graph.placement import to_device
from clconn.opencl_backend.plan.inputs import EdgeInputs
from clconn.opencl_backend.plan.plan import Plan
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.plan.run import plan_variant
from clconn.opencl_backend.union_find.coo import edge_block_switches, unite_edges
from clconn.opencl_backend.union_find.finish_rows import finalization
from clconn.opencl_backend.union_find.initialization import own_parents
from clconn.opencl_backend.union_find.union_switches import unite_switches
from clconn.reference.union_find.disjoint_sets import connected_components_union_find
from tests.helpers.graphs import hand_made
from tests.helpers.plans import choose
from tests.helpers.queues import new_runtime
from tests.helpers.representative_variants import is_typical

BATCH = 100


@pytest.fixture
def runtime(device):
    return open_runtime(device)


def test_batches_of_edges_without_a_graph(runtime):
    """What a stream does: one plan for all batches, whose edges each run brings along."""
    n = 2000
    parents = runtime.allocate(4 * n)
    choice = choose("coo/async/halve")

    builder = PlanBuilder(runtime, n, EdgeInputs(EdgeArrays(None, None, 0)), choice)
    steps = own_parents(builder)
    bind(steps, PARENTS, parents)
    Plan(builder, steps).run()

    builder = PlanBuilder(runtime, n, EdgeInputs(EdgeArrays(None, None, BATCH)), choice)
    sources, targets = builder.run_input("sources"), builder.run_input("targets")
    union = edge_block_switches(builder, unite_switches(choice.variant))
    steps = unite_edges(builder, union, EdgeArrays(sources, targets, BATCH))
    steps += finalization(builder)
    bind(steps, PARENTS, parents)
    plan = Plan(builder, steps)

    ends = np.random.default_rng(2).integers(0, n, (2, 15 * BATCH), dtype=np.int32)
    for begin in range(0, ends.shape[1], BATCH):
        batch = [
            runtime.upload_writable(np.ascontiguousarray(part[begin : begin + BATCH]))
            for part in ends
        ]
        assert plan.run(wait=True, sources=batch[0], targets=batch[1]) == {}
        seen = clconn.Graph.from_edges(*ends[:, : begin + BATCH], n)
        np.testing.assert_array_equal(
            runtime.download(parents, n), connected_components_union_find(seen)
        )


def test_outputs_have_names_and_are_new_for_each_run(runtime):
    placed = hand_made("torus").to(runtime)
    _, plan = plan_variant("components", placed, "csr/async/halve")
    first, second = plan.run(), plan.run(wait=True)
    assert set(first) == set(second) == {"roots"}
    assert first["roots"].int_ptr != second["roots"].int_ptr
    for made in (first, second):
        assert not runtime.download(made["roots"], placed.n).any()


def test_plans_share_scratch_memory_across_graphs(runtime):
    graphs = [hand_made("heavy-tailed"), hand_made("random-one-giant")]
    assert graphs[0].n == graphs[1].n
    plans = [
        plan_variant("components", graph.to(runtime), "kout/async/halve")[1] for graph in graphs
    ]
    worklists = [runtime.scratch.take("worklist", 4 * graph.n) for graph in graphs]
    assert worklists[0] is worklists[1]
    for _ in range(3):
        for graph, plan in zip(graphs, plans, strict=True):
            roots = runtime.download(plan.run()["roots"], graph.n)
            np.testing.assert_array_equal(roots, connected_components_union_find(graph))


def test_scratch_memory_goes_with_the_last_plan_that_has_it(runtime):
    graph = hand_made("two-cliques-and-a-bridge").to(runtime).without_plans()
    name = "only-here"
    builder = PlanBuilder(runtime, graph.n, graph, choose("csr/async/halve"))
    buffer = builder.scratch(name, 4096)
    plan = Plan(builder, own_parents(builder))
    del builder
    gc.collect()
    assert runtime.scratch.take(name, 4096).buffer is buffer
    assert runtime.scratch.take(name, 4097).buffer is not buffer
    del plan
    gc.collect()
    assert runtime.scratch.take(name, 4096).buffer is not buffer


def test_a_small_graph_does_not_keep_the_memory_of_a_large_one(device):
    runtime = new_runtime(device)
    variant = "kout/async/split"
    large = clconn.Graph.from_edges(np.arange(199_999), np.arange(1, 200_000), 200_000)
    clconn.connected_components(large, variant=variant, device=runtime)
    held = runtime.pool.active_bytes
    small = clconn.Graph.from_edges(*hand_made("torus").edges(), 1000)
    clconn.connected_components(small, variant=variant, device=runtime)
    del large
    gc.collect()
    (placed,) = small.device_copies.values()
    (plan,) = placed.plans.values()
    assert runtime.pool.active_bytes <= 2 * plan.bytes_needed < held / 10


@pytest.mark.parametrize("fill", [0x7B7B7B7B, 0xFFFFFFFF, 3])
def test_a_run_reads_no_scratch_memory_that_it_has_not_written(runtime, fill):
    graph = hand_made("random-many-components")
    expected = connected_components_union_find(graph)
    placed = to_device(graph, runtime, symmetric=True)
    for row in filter(is_typical, clconn.variants("components")):
        _, plan = plan_variant("components", placed, row)
        for scratch in plan.scratch:
            cl.enqueue_fill_buffer(
                runtime.queue, scratch.buffer, np.uint32(fill), 0, scratch.size // 4 * 4
            )
        roots = runtime.download(plan.run()["roots"], graph.n)
        np.testing.assert_array_equal(roots, expected, err_msg=row.name)


def test_what_does_not_fit_is_refused_before_it_is_allocated(runtime):
    placed = hand_made("path").to(runtime)
    builder = PlanBuilder(runtime, placed.n, placed, choose("csr/async/halve"))
    with pytest.raises(DeviceMemoryError, match="csr/async/halve on this graph needs"):
        builder.scratch("worklist", 2**60)
