"""The finish of rows that may hold edges at one end only, after a sample."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import clconn
from asv_benchmarks.benchmarks.storages import store
from clconn.design_space import find_variant, resolve_options
from clconn.errors import GraphError
from clconn.generators.simple import simple_graph
from clconn.opencl_backend.device.counters import COUNTER_SWITCHES, COUNTERS
from clconn.opencl_backend.device.launches import PARENTS, bind
from clconn.opencl_backend.graph.placement import to_device
from clconn.opencl_backend.plan.run import plan_variant
from clconn.opencl_backend.union_find.finish_rows import finish_switches, flatten_and_gather
from clconn.opencl_backend.union_find.sampling import kout_sampling
from clconn.opencl_backend.union_find.union_switches import unite_switches
from clconn.opencl_backend.union_find.unsettled_ends import marks_unsettled, unsettled_words
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case
from tests.helpers.oracles import scipy_roots
from tests.helpers.plans import make_builder
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets

VARIANT = "kout/interleaved/single"
OPTIONS = {"skip_settled": False, "one_launch": "never"}
MOST_FREQUENT = COUNTER_SWITCHES["MOST_FREQUENT"]


@pytest.fixture(scope="module")
def like_a_gpu(device):
    """A runtime that gathers as a GPU does, with tiny classes of degrees."""
    return runtime_with_small_classes(device, blocks=False)


def _with(device, **tuning):
    runtime = runtime_with_small_classes(device, blocks=False)
    runtime.tuning = replace(runtime.tuning, **tuning)
    return runtime


def _hub_of_leaves(leaves):
    """A path of which the first vertex has all leaves, in its own row alone."""
    path = np.arange(9)
    smaller = np.concatenate([path, np.zeros(leaves, int)])
    larger = np.concatenate([path + 1, 10 + np.arange(leaves)])
    return simple_graph(10 + leaves, smaller.astype(np.int32), larger.astype(np.int32))


def _plan(graph, runtime, problem=COMPONENTS):
    placed = to_device(graph, runtime)
    assert not placed.symmetric
    return placed, plan_variant(problem, placed, VARIANT, OPTIONS)[1]


def _roots(plan, placed):
    (parents,) = plan.run(wait=True).values()
    return placed.runtime.download(parents, placed.n)


def test_entries_of_settled_vertices_lead_to_unsettled_ones(like_a_gpu):
    for leaves in (20, 500, 5000):
        with case(leaves=leaves):
            graph = store(_hub_of_leaves(leaves), "smaller")
            placed, plan = _plan(graph, like_a_gpu)
            names = [step.kernel.function_name for step in plan.steps]
            assert names[-2:] == ["unite_unsettled_ends", "flatten"]
            assert not _roots(plan, placed).any()


def test_no_other_launch_unites_these_entries(like_a_gpu):
    """A low tree, of which the last vertex alone has the leaves, behind what is sampled."""
    children = np.arange(1, 3000, dtype=np.int32)
    rows = simple_graph(3000, children // 2, children).adjacency()
    offsets = np.concatenate([rows.offsets, np.full(400, rows.offsets[-1])])
    offsets[3000:] += 400
    neighbors = np.concatenate([rows.neighbors, np.arange(3000, 3400, dtype=np.int32)])
    placed, plan = _plan(clconn.Graph.from_csr(offsets, neighbors, symmetric=False), like_a_gpu)
    assert not _roots(plan, placed).any()
    plan.steps = [*plan.steps[:-2], plan.steps[-1]]
    assert np.unique(_roots(plan, placed)).size == 1 + 399


def test_bits_are_those_of_unsettled_vertices(like_a_gpu):
    row = find_variant(VARIANT)
    for n, leaves in ((31, 20), (32, 20), (33, 20), (1000, 300)):
        with case(n=n, leaves=leaves):
            # A low tree, so that no vote abstains, and vertices alone.
            children = np.arange(1, n - leaves, dtype=np.int32)
            tree = simple_graph(n, children // 2, children)
            placed = to_device(store(tree, "smaller"), like_a_gpu)
            builder = make_builder(placed, row, resolve_options(row, OPTIONS))
            union = unite_switches(row)
            assert marks_unsettled(builder)
            steps = kout_sampling(builder, union)
            steps += flatten_and_gather(builder, finish_switches(builder, union, 2), 2)
            parents = like_a_gpu.allocate(4 * n)
            with like_a_gpu.lock:
                bind(steps, PARENTS, parents)
                like_a_gpu.enqueue(steps)
            counters = like_a_gpu.download(builder.counters, MOST_FREQUENT + 1)
            words = like_a_gpu.download(unsettled_words(builder), -(-n // 32))
            bits = np.unpackbits(words.view(np.uint8), bitorder="little")[:n]
            labels = like_a_gpu.download(parents, n)
            np.testing.assert_array_equal(bits, labels != counters[MOST_FREQUENT])
            assert bits[n - leaves :].all()
            assert not bits.all()


def test_nothing_is_settled_where_no_component_is_large(like_a_gpu):
    smaller = np.arange(0, 1000, 2, dtype=np.int32)
    placed, plan = _plan(store(simple_graph(1000, smaller, smaller + 1), "larger"), like_a_gpu)
    np.testing.assert_array_equal(_roots(plan, placed), np.repeat(smaller, 2))
    counters = next(step for step in plan.scratch if step.buffer.size == 4 * COUNTERS)
    assert like_a_gpu.download(counters.buffer, MOST_FREQUENT + 1)[MOST_FREQUENT] == -1


@pytest.mark.parametrize("local_size", [4, 8, 16, 24])
def test_more_entries_than_a_list_holds(local_size, device):
    """Many groups and few, that mark no whole word, one and more, and offsets of 64 bits."""
    rng = np.random.default_rng(5)
    graph = simple_graph(3000, *rng.integers(0, 3000, (2, 9000)).astype(np.int32))
    leaves = simple_graph(4000, np.zeros(3500, np.int32), np.arange(400, 3900, dtype=np.int32))
    for groups in (1, 3, 64):
        runtime = _with(device, local_size=local_size, groups=groups)
        for made, storage in product((graph, leaves), ("larger", "smaller", "either")):
            stored = store(made, storage, 1)
            with case(storage=storage, groups=groups):
                placed, plan = _plan(stored, runtime)
                names = [step.kernel.function_name for step in plan.steps]
                assert ("unite_unsettled_ends" in names) is (local_size % 8 == 0)
                np.testing.assert_array_equal(_roots(plan, placed), scipy_roots(stored))
                placed, plan = _plan(with_long_offsets(stored), runtime)
                assert placed.offset_type == "long"
                np.testing.assert_array_equal(_roots(plan, placed), scipy_roots(stored))


def test_groups_may_have_voted_before_there_was_a_label(device):
    """Of a long path the first groups abstain: what they mark is not only unsettled."""
    runtime = _with(device, groups=64)
    for n, alone in ((1000, 0), (1000, 300), (5000, 9)):
        ends = np.arange(n - 1, dtype=np.int32)
        path = simple_graph(n + alone, ends, ends + 1)
        for storage in ("larger", "smaller", "either"):
            stored = store(path, storage, 2)
            with case(n=n, alone=alone, storage=storage):
                placed, plan = _plan(stored, runtime)
                for _ in range(5):
                    np.testing.assert_array_equal(_roots(plan, placed), scipy_roots(stored))


def test_a_processor_finishes_all_rows(device):
    placed, plan = _plan(store(_hub_of_leaves(50), "smaller"), _with(device, blocks=True))
    names = {step.kernel.function_name for step in plan.steps}
    assert "finish_vertices" in names
    assert not names & {"flatten_and_gather", "unite_unsettled_ends", "vote_for_label"}
    assert not _roots(plan, placed).any()


def test_forests_have_the_edges_that_are_united_last(like_a_gpu):
    graph = store(_hub_of_leaves(700), "smaller")
    forest = clconn.spanning_forest(
        graph, variant=VARIANT, device=like_a_gpu, options=OPTIONS, verify=True
    )
    assert forest.edge_ids.size == graph.n - 1
    assert _plan(graph, like_a_gpu, FOREST)[1].steps[-1].kernel.function_name == (
        "unite_unsettled_ends"
    )


def test_only_what_leaves_vertices_out_needs_both_ends(device):
    placed = store(_hub_of_leaves(50), "smaller").to(device)
    result = clconn.connected_components(placed, variant=VARIANT, options=OPTIONS)
    assert result.count == 1
    with pytest.raises(GraphError, match="needs each edge at both ends"):
        clconn.connected_components(placed, variant=VARIANT)
    with pytest.raises(GraphError, match="skip_settled=false"):
        clconn.connected_components(placed, variant="hb/async/single")
    with pytest.raises(GraphError) as refused:
        clconn.connected_components(placed, variant="kout/jtb/two-try")
    assert "skip_settled" not in str(refused.value)
