"""Which kernel objects are made, kept, and given to the next plan."""

import gc
import warnings

import numpy as np
import pyopencl as cl
import pytest

import clconn
from clconn.errors import KernelBuildError
from clconn.opencl_backend.device import kernel_cache
from clconn.opencl_backend.device.launches import PARENTS, Launch
from clconn.opencl_backend.device.programs import build_programs
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
from clconn.opencl_backend.primitives.dense_ranks import rank
from tests.helpers.graphs import from_pairs, hand_made, rows_side_by_side
from tests.helpers.one_group import of_one_group
from tests.helpers.oracles import scipy_roots
from tests.helpers.plans import plan_components, plan_minimum_forest


@pytest.fixture
def own(device):
    """A runtime that no other test knows."""
    return Runtime.of_device(device)


def _addresses(plan):
    return {kernel.int_ptr for kernel in _kernels(plan.steps)}


def _kernels(steps):
    for step in steps:
        if isinstance(step, Launch):
            yield step.kernel
        else:
            yield from _kernels(step.body)


@pytest.fixture
def built(monkeypatch):
    """The programs that are built: lists of file and kernels, one for each time."""
    times = []

    def build(context, sets):
        times.append([(kernels.file, set(kernels.names)) for kernels in sets])
        return build_programs(context, sets)

    monkeypatch.setattr(kernel_cache, "build_programs", build)
    return times


@pytest.fixture
def made(monkeypatch):
    """The names of the kernels that are made, in their order."""
    names, make = [], cl.Kernel

    def watched(program, name):
        names.append(name)
        return make(program, name)

    monkeypatch.setattr(cl, "Kernel", watched)
    return names


def test_programs_are_built_once(own, built):
    first = own.kernel("component_labels", "count_roots", {})
    second = own.kernel("component_labels", "count_roots", {})
    assert first is not second, "arguments are the caller's own"
    own.kernel("prefix_sum", "scan_counts", {"SCAN_ITEMS": 8})
    all_of_it = {"count_roots", "rank_roots", "label_vertices"}
    assert built == [[("component_labels", all_of_it)], [("prefix_sum", {"scan_counts"})]]
    beside = Runtime(cl.CommandQueue(own.context))
    beside.kernel("component_labels", "count_roots", {})
    assert len(built) == 2, "queues of one context share programs"
    another = Runtime.of_device(own.device)
    another.kernel("component_labels", "count_roots", {})
    assert len(built) == 3


def test_a_plan_builds_what_it_launches_at_once(own, built):
    graph = hand_made("torus")
    placed = graph.to(own)
    assert own.global_barrier is None or built, "a GPU tries it once, by a kernel of its own"
    built.clear()
    _, plan = plan_components(placed, "csr/ecl/halve")
    (programs,) = built
    labels = {"component_labels", "prefix_sum"}  # which are expected
    names = [names for file, names in programs if file not in labels]
    assert set.union(*names) == {kernel.function_name for kernel in _kernels(plan.steps)}
    np.testing.assert_array_equal(own.download(plan.run()["roots"], graph.n), scipy_roots(graph))


def test_another_plan_builds_the_kernels_that_are_missing(own, built):
    switches = {"OFFSET": "int", "ID": "int"}
    own.planned_kernel("spanning_forest", "clear_marks", switches)
    first = own.planned_kernel("spanning_forest", "mark_edges", switches)
    assert first.get(first).function_name == "mark_edges"
    second = own.planned_kernel("spanning_forest", "list_marks", switches)
    again = own.planned_kernel("spanning_forest", "mark_edges", switches)
    assert again.get(again).function_name == "mark_edges"
    assert second.get(second).function_name == "list_marks"
    assert built == [
        [("spanning_forest", {"mark_edges"})],
        [("spanning_forest", {"list_marks"})],
    ], "nothing is built for a launch that nobody kept"


def test_a_program_that_came_meanwhile_is_not_built_again(own, built):
    first = own.planned_kernel("component_labels", "count_roots", {})
    own.kernel("component_labels", "count_roots", {})
    second = own.planned_kernel("prefix_sum", "scan_counts", {"SCAN_ITEMS": 8})
    assert {each.get(each).function_name for each in (first, second)} == {
        "count_roots",
        "scan_counts",
    }
    assert [[file for file, _ in time] for time in built] == [["component_labels"], ["prefix_sum"]]


def test_what_is_expected_is_built_with_the_next_plan(own, built):
    own.kernels.expect("component_labels", {})
    first = own.planned_kernel("prefix_sum", "scan_counts", {"SCAN_ITEMS": 8})
    second = own.planned_kernel("prefix_sum", "scan_counts", {"SCAN_ITEMS": 16})
    filters = list(warnings.filters)
    assert {each.get(each).function_name for each in (first, second)} == {"scan_counts"}
    assert warnings.filters == filters
    own.kernel("component_labels", "label_vertices", {})
    assert [sorted(file for file, _ in time) for time in built] == [
        ["component_labels", "prefix_sum", "prefix_sum"]
    ]


def test_what_is_expected_twice_is_built_once(own, built):
    own.kernels.expect("component_labels", {}, ("count_roots",))
    own.kernels.expect("component_labels", {}, ("rank_roots", "count_roots"))
    own.kernels.expect("prefix_sum", {"SCAN_ITEMS": 8})
    own.kernels.expect("prefix_sum", {"SCAN_ITEMS": 16})
    own.kept_kernel("launches", "clear_changed", {})
    (sets,) = built
    assert ("component_labels", {"count_roots", "rank_roots"}) in sets
    assert [file for file, _ in sets].count("prefix_sum") == 2


def test_what_is_built_meanwhile_is_expected_no_more(own, built):
    own.kernels.expect("component_labels", {}, ("count_roots", "rank_roots"))
    planned = own.planned_kernel("component_labels", "count_roots", {})
    planned.get(planned)
    assert [("component_labels", {"count_roots"}), ("component_labels", {"rank_roots"})] == built[0]
    own.kernels.expect("component_labels", {}, ("count_roots",))
    own.kept_kernel("launches", "clear_changed", {})
    assert [file for file, _ in built[1]] == ["launches"]


def test_no_kernel_is_built_twice_for_graphs_with_and_without_a_filter(own, monkeypatch):
    of_one_group(own)
    keys = []

    def build(context, sets):
        keys.extend(own.kernels._key(s.file, name, s.switches) for s in sets for name in s.names)
        return build_programs(context, sets)

    monkeypatch.setattr(kernel_cache, "build_programs", build)
    for name in ("clique", "torus"):
        graph = put_weighted_graph(hand_made(name), own, as_rows=True)
        _ = graph.weighted_rows
        keys.clear() if name == "clique" else None
        _, plan = plan_minimum_forest(graph, "csr/filter-boruvka/halve")
        plan.run(wait=True)
    assert keys
    assert len(keys) == len(set(keys))


def test_what_is_expected_is_built_once(own, built):
    own.kernels.expect("component_labels", {})
    own.kept_kernel("component_labels", "count_roots", {})
    assert [[file for file, _ in time] for time in built] == [["component_labels"]]


@pytest.mark.parametrize("is_placed", [False, True])
def test_a_gpu_builds_its_looks_at_a_graph_at_once(is_placed, own, built):
    own.is_cpu = False
    graph = rows_side_by_side([hand_made("clique")])
    if is_placed:
        graph = graph.to(own)
        built.clear()
    result = clconn.connected_components(graph, device=None if is_placed else own)
    assert result.count == 1
    looks = {"first_links", "small_components"}
    first, *others = [{file for file, _ in time} for time in built]
    assert looks | (set() if is_placed else {"adjacency_inspection"}) <= first
    assert not looks & set.union(*others)


@pytest.mark.parametrize("is_cpu", [False, True])
@pytest.mark.parametrize("dtype", ["int16", "int64", "float16", "float32", "float64", "wide"])
def test_what_puts_weights_on_a_device_is_one_program(dtype, is_cpu, own, built):
    own.is_cpu = is_cpu
    rows = rows_side_by_side([hand_made("torus")]).rows
    ends = np.repeat(np.arange(rows.offsets.size - 1), np.diff(rows.offsets)), rows.neighbors
    weights = np.minimum(*ends) + np.maximum(*ends)
    weights = weights / 3 if dtype == "wide" else weights.astype(dtype)
    graph = clconn.Graph.from_csr(rows.offsets, rows.neighbors, weights=weights)
    put_weighted_graph(graph, own)
    first, *others = [{file for file, _ in time} for time in built]
    assert {"mirror_entries", "weight_keys"} <= first
    # Keys of 64 bits are ranked.
    assert not {"mirror_entries", "weight_keys"} & {file for time in others for file in time} or (
        dtype == "wide" and is_cpu
    )


def test_a_plan_gets_the_error_of_its_own_kernels_alone(own):
    wrong = own.planned_kernel("prefix_sum", "scan_counts", {"SCAN_ITEMS": "undeclared_name"})
    right = own.planned_kernel("prefix_sum", "scan_counts", {"SCAN_ITEMS": 8})
    assert right.get(right).function_name == "scan_counts"
    for _ in range(2):
        with pytest.raises(KernelBuildError, match="undeclared_name"):
            wrong.get(wrong)


def test_the_kernels_of_a_ranking_are_used_again(own, made):
    numbers = own.upload(np.arange(100, dtype=np.uint64))
    for _ in range(2):
        rank(own, numbers, 100)
    assert made
    made.clear()
    rank(own, numbers, 100)
    assert made == []


def test_a_new_plan_gets_the_kernels_of_one_that_is_gone(own):
    graph = from_pairs([(v, v + 1) for v in range(40)], 42)
    _, plan = plan_components(graph.to(own), "csr/async/halve")
    first = _addresses(plan)
    _, other = plan_components(hand_made("torus").to(own).without_plans(), "csr/async/halve")
    assert first.isdisjoint(_addresses(other)), "two plans that live share no kernel"
    del plan, graph
    gc.collect()
    bigger = hand_made("cycle")
    placed = bigger.to(own).without_plans()
    _, again = plan_components(placed, "csr/async/halve")
    assert _addresses(again) == first
    for made, expected in ((again, bigger), (other, hand_made("torus"))):
        roots = own.download(made.run()["roots"], expected.n)
        np.testing.assert_array_equal(roots, scipy_roots(expected))


def test_plans_that_loop_give_their_kernels_back(own):
    def plan():
        graph = from_pairs([(0, 1), (1, 2), (3, 4)], 5)
        _, made = plan_minimum_forest(put_weighted_graph(graph, own), "csr/filter-boruvka/halve")
        made.run()
        return _addresses(made)

    first = plan()
    gc.collect()
    assert plan() == first


def test_a_kept_kernel_is_never_free(own):
    kept = own.kept_kernel("component_labels", "count_roots", {})
    assert own.kept_kernel("component_labels", "count_roots", {}) is kept
    own.kernels.give_back([Launch(kept, 1, 1, np.int32(0), np.int32(1), own.allocate(64), PARENTS)])
    assert own.kernel("component_labels", "count_roots", {}) is not kept


def test_graphs_that_come_and_go_make_no_more_kernels(own, made):
    def once():
        result = clconn.connected_components(from_pairs([(0, 1), (3, 2)], 4), device=own)
        return result.labels.tolist()

    assert once() == [0, 0, 1, 1]
    gc.collect()
    assert made
    made.clear()
    for _ in range(5):
        assert once() == [0, 0, 1, 1]
        gc.collect()
    assert made == []
