"""Sampled edges change nothing along their way; long walks, of lists too, are left for later."""

from itertools import product

import numpy as np
import pytest

import clconn
from asv_benchmarks.benchmarks import untuned_graphs as untuned
from asv_benchmarks.benchmarks.storages import store
from clconn.design_space import find_variant
from clconn.design_space.components import SHARING
from clconn.opencl_backend.components import finishes
from clconn.opencl_backend.device import kernel_text
from clconn.opencl_backend.device.counters import COUNTER_SWITCHES, COUNTERS
from clconn.opencl_backend.device.global_barrier import GlobalBarrier
from clconn.opencl_backend.device.launches import Launch, execute
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import to_device
from clconn.opencl_backend.plan import auto_of_edges
from clconn.opencl_backend.plan.run import plan_variant
from clconn.opencl_backend.union_find import edges_at_once, given_up_edges
from clconn.opencl_backend.union_find.finish_rows import FINISH_COUNTERS
from clconn.opencl_backend.union_find.union_switches import unite_switches
from tests.helpers.cases import case, half_of_product, triples_of_product
from tests.helpers.graphs import as_rows, hand_made, side_by_side
from tests.helpers.small_degree_classes import runtime_with_small_classes

GAVE_UP = COUNTER_SWITCHES["GAVE_UP"]
GAVE_UP_ROW = FINISH_COUNTERS["GAVE_UP_ROW"]
SOLVE = {"components": clconn.connected_components, "forest": clconn.spanning_forest}

UNITES_ONE = """
#include "device/parents.h"
#include "union_find/find.h"
#include "union_find/given_up_edge.h"

__kernel void unite_one(
    __global int *parents, const int source, const int neighbor, __global int *counters)
{
#ifdef SAMPLED
    UNITE_OR_GIVE_UP(parents, source, neighbor, counters);
#else
    UNITE(parents, source, neighbor);
#endif
}
"""


def _gave_up(graph, device, variant, place=GAVE_UP, **options):
    is_list = variant.startswith("coo")
    placed = to_device(_as_list(graph), device, arrays=True) if is_list else graph.to(device)
    placed.plans.clear()
    plan = plan_variant("components", placed, variant, options)[1]
    plan.run(wait=True)
    # The plan's own, since it is there.
    counters = placed.runtime.scratch.take("counters", 4 * COUNTERS)
    assert counters in plan.scratch
    return bool(placed.runtime.download(counters.buffer, place + 1)[place])


def _as_list(graph):
    return clconn.Graph.from_edges(*graph.undirected_edges()[:2], n=graph.n)


GRAPHS = {
    "band, and path in blocks": side_by_side(
        [as_rows(untuned.band(150, 3)), as_rows(untuned.path_in_blocks(256))]
    ),
    **{name: hand_made(name) for name in ("path-zigzag", "heavy-tailed", "random-one-giant")},
}


def _give_up_after(steps, monkeypatch):
    def with_few_steps(variant):
        return {**unite_switches(variant), "BOUNDED_STEPS": steps}

    monkeypatch.setattr(finishes, "unite_switches", with_few_steps)


def _runtimes_with_barriers(device):
    """Runtimes with the device's barrier across work-groups, with none, and with one of a group."""
    # One group waits for nobody, so that any device has such a barrier; a GPU has its own, too.
    for barrier in ("its own", None, GlobalBarrier(1, 8, {"GLOBAL_BARRIER": None})):
        runtime = runtime_with_small_classes(device, blocks=False)
        if barrier != "its own":
            runtime.__dict__["global_barrier"] = barrier
        elif runtime.global_barrier is None:
            continue
        yield barrier, runtime


STEPS = (0, 2)
"""A graph keeps its plans, which know nothing of the patch: half of a product has one of these for
each runtime, problem and way, and elsewhere the graphs are made anew."""


def _check_all(graphs, variant, options, problem, runtime, **about):
    for name, graph in graphs.items():
        with case(graph=name, variant=variant, options=options, problem=problem, **about):
            SOLVE[problem](graph, variant=variant, options=options, device=runtime, verify=True)


def test_nothing_is_lost_of_what_is_given_up(device, monkeypatch):
    ways = [
        *(("kout", {"sharing": value}) for value in SHARING.values),
        ("kout", {"selection": "first-and-random"}),
        *product(("kout", "hb"), ({"one_launch": "always"}, {"vertex_gathering": False})),
    ]
    graphs = {name: as_rows(graph) for name, graph in GRAPHS.items()}
    runtimes = [runtime_with_small_classes(device, blocks=blocks) for blocks in (True, False)]
    for runtime, steps, problem, (edges, options) in half_of_product(runtimes, STEPS, SOLVE, ways):
        _give_up_after(steps, monkeypatch)
        blocks = runtime.tuning.blocks
        variant = f"{edges}/interleaved/single"
        _check_all(graphs, variant, options, problem, runtime, steps=steps, blocks=blocks)


def test_nothing_is_lost_of_a_list(device, monkeypatch):
    monkeypatch.setattr(given_up_edges, "VERTICES_TO_BOUND_FINDS", 0)
    for (barrier, runtime), union, steps, problem, order, launch in triples_of_product(
        _runtimes_with_barriers(device), ("interleaved", "async"), STEPS, SOLVE,
        ("given", "blocks"), ("always", "never"),
    ):  # fmt: skip
        _give_up_after(steps, monkeypatch)
        variant, options = f"coo/{union}/single", {"order": order, "one_launch": launch}
        graphs = {name: _as_list(graph) for name, graph in GRAPHS.items()}
        _check_all(graphs, variant, options, problem, runtime, steps=steps, barrier=barrier)


def _rows_given_up_from(vertices, monkeypatch):
    monkeypatch.setattr(given_up_edges, "VERTICES_TO_GIVE_UP_ROWS", vertices)


def _stored(storage):
    return {name: store(graph, storage) for name, graph in GRAPHS.items()}


def test_nothing_is_lost_of_rows(device, monkeypatch):
    _rows_given_up_from(0, monkeypatch)
    for (barrier, runtime), union, steps, problem, first, storage in triples_of_product(
        _runtimes_with_barriers(device), ("interleaved", "async"), STEPS, SOLVE,
        ("self", "far-smaller"), ("both", "unsorted-either"),
    ):  # fmt: skip
        # A processor looks at rows that hold edges at one end only in a way of its own.
        runtime.is_cpu = False
        _give_up_after(steps, monkeypatch)
        variant, options = f"csr/{union}/single", {"initialization": first, "one_launch": "never"}
        about = {"steps": steps, "storage": storage, "barrier": barrier}
        _check_all(_stored(storage), variant, options, problem, runtime, **about)


def test_rows_of_large_graphs_are_given_up_without_a_sample(device, monkeypatch):
    _give_up_after(0, monkeypatch)
    graph = as_rows(hand_made("heavy-tailed"))
    way = {"initialization": "far-smaller", "one_launch": "never"}
    for variant, vertices, blocks, options, may in (
        ("csr/async/single", graph.n, False, way, True),
        ("csr/interleaved/single", graph.n, False, way, True),
        ("csr/async/single", graph.n + 1, False, way, False),
        ("csr/async/single", graph.n, True, way, False),
        ("csr/async/halve", graph.n, False, way, False),
        ("csr/early/halve", graph.n, False, way, False),
        ("csr/async/single", graph.n, False, {**way, "initialization": "blocks"}, False),
        ("csr/async/single", graph.n, False, {**way, "one_launch": "always"}, False),
    ):
        with case(variant=variant, vertices=vertices, blocks=blocks, options=options):
            _rows_given_up_from(vertices, monkeypatch)
            runtime = runtime_with_small_classes(device, blocks=blocks)
            assert _gave_up(graph, runtime, variant, GAVE_UP_ROW, **options) is may
    # One that has rows of middle degree alone.
    _rows_given_up_from(0, monkeypatch)
    runtime = runtime_with_small_classes(device, blocks=False)
    band = as_rows(untuned.band(150, 3))
    assert _gave_up(band, runtime, "csr/async/single", GAVE_UP_ROW, **way)


ONE_GROUP = GlobalBarrier(1, 8, {"GLOBAL_BARRIER": None})


def test_nothing_is_lost_of_rows_that_are_listed_after_a_sample(device, monkeypatch):
    for (barrier, runtime), edges, steps, union, storage in triples_of_product(
        _runtimes_with_barriers(device), ("kout", "hb"), STEPS, ("async", "interleaved"),
        ("both", "unsorted"),
    ):  # fmt: skip
        _give_up_after(steps, monkeypatch)
        variant, options = f"{edges}/{union}/single", {"one_launch": "never"}
        about = {"steps": steps, "storage": storage, "barrier": barrier}
        _check_all(_stored(storage), variant, options, "components", runtime, **about)


def test_rows_are_given_up_after_a_sample_where_that_takes_no_launch(device, monkeypatch):
    _give_up_after(0, monkeypatch)
    # Two components of the same size, so that one of them is unsettled and listed.
    graph = side_by_side([as_rows(hand_made("path-zigzag")) for _ in range(2)])
    for variant, problem, barrier, way, may in (
        ("kout/async/single", "components", ONE_GROUP, {}, True),
        ("kout/interleaved/single", "components", ONE_GROUP, {}, True),
        ("hb/async/single", "components", ONE_GROUP, {}, True),
        ("kout/async/single", "components", None, {}, False),
        ("kout/async/single", "forest", ONE_GROUP, {}, False),
        ("kout/async/halve", "components", ONE_GROUP, {}, False),
        ("kout/async/single", "components", ONE_GROUP, {"skip_settled": False}, False),
        ("kout/async/single", "components", ONE_GROUP, {"vertex_gathering": False}, False),
        ("kout/async/single", "components", ONE_GROUP, {"finalization": "compress"}, False),
    ):
        with case(variant=variant, problem=problem, barrier=barrier, way=way):
            options = {**way, "one_launch": "never"}
            made, launches = [], []
            for own in (barrier, None):
                runtime = runtime_with_small_classes(device, blocks=False)
                runtime.__dict__["global_barrier"] = own
                made.append(as_rows(graph).to(runtime))
                steps = plan_variant(problem, made[-1], variant, options)[1].steps
                launches.append([step.kernel.function_name for step in steps])
            assert ("unite_given_up_rows" in launches[0]) is may
            assert ("flatten_unsettled" in launches[1]) is (problem == "components" and not way)
            assert len(launches[0]) == len(launches[1])
            # (Two edges of each vertex of a path are all, and nothing is left to give up.)
            if may and variant.startswith("kout"):
                runtime = made[0].runtime
                assert _gave_up(graph, runtime, variant, GAVE_UP_ROW, k=1, **options)


def test_rows_that_may_be_given_up_take_a_second_look(device, monkeypatch):
    graph = as_rows(hand_made("heavy-tailed"))
    for barrier, more in ((None, 2), (ONE_GROUP, 1)):
        for problem in SOLVE:
            runtime = runtime_with_small_classes(device, blocks=False)
            runtime.__dict__["global_barrier"] = barrier
            lengths = []
            for vertices in (graph.n + 1, graph.n):
                _rows_given_up_from(vertices, monkeypatch)
                placed = graph.to(runtime)
                placed.plans.clear()
                options = {"one_launch": "never"}
                plan = plan_variant(problem, placed, "csr/async/single", options)[1]
                lengths.append(len(plan.steps))
            with case(barrier=barrier, problem=problem):
                assert lengths[1] == lengths[0] + more


def test_only_long_walks_are_given_up(device, monkeypatch):
    zigzag = as_rows(hand_made("path-zigzag"))
    runtime = runtime_with_small_classes(device, blocks=False)
    for edges, launch in product(("kout", "hb", "coo"), ("always", "never")):
        with case(edges=edges, launch=launch):
            variant, options = f"{edges}/interleaved/single", {"one_launch": launch}
            # (Where all edges of a torus are in work at once, as on a GPU, chains are long.)
            short_walks = as_rows(hand_made("torus" if edges != "coo" else "clique"))
            assert not _gave_up(short_walks, runtime, variant, **options)
            with monkeypatch.context() as patch:
                _give_up_after(0, patch)
                assert _gave_up(zigzag, runtime, variant, **options)
                # Those of other unions never are.
                other = variant.replace("interleaved", "async")
                assert not _gave_up(zigzag, runtime, other, **options)


def test_finds_of_large_lists_are_bounded_if_edges_come_as_given(device, monkeypatch):
    graph, made = _as_list(hand_made("path-zigzag")), []

    def give_up_switch(builder):
        made.append(edges_at_once.give_up_switch(builder))
        return made[-1]

    monkeypatch.setattr(finishes, "give_up_switch", give_up_switch)
    for least, order, find, blocks in product(
        (graph.n, graph.n + 1), ("given", "blocks"), ("single", "halve"), (False, True)
    ):
        monkeypatch.setattr(given_up_edges, "VERTICES_TO_BOUND_FINDS", least)
        runtime = runtime_with_small_classes(device, blocks=blocks)
        options = {"order": order}
        variant = f"coo/async/{find}"
        clconn.connected_components(graph, variant=variant, options=options, device=runtime)
        is_bounded = (least, order, find, blocks) == (graph.n, "given", "single", False)
        with case(least=least, order=order, find=find, blocks=blocks):
            assert made.pop() == ({"GIVES_UP": 128} if is_bounded else {})
    monkeypatch.undo()
    # Where "auto" relies on them.
    assert auto_of_edges.VERTICES_OF_GIVEN_ORDER == given_up_edges.VERTICES_TO_BOUND_FINDS


def test_nobody_would_unite_an_edge_of_a_piece_later(device, monkeypatch):
    _give_up_after(0, monkeypatch)
    runtime = runtime_with_small_classes(device, blocks=False)
    variant = "coo-relabel/interleaved/single"
    assert not _gave_up(as_rows(hand_made("path-zigzag")), runtime, variant)


def test_a_processor_gives_up_no_edge_of_a_list(device, monkeypatch):
    _give_up_after(0, monkeypatch)
    runtime = runtime_with_small_classes(device, blocks=True)
    zigzag = as_rows(hand_made("path-zigzag"))
    for launch in ("always", "never"):
        assert not _gave_up(zigzag, runtime, "coo/interleaved/single", one_launch=launch)


def test_to_give_up_takes_more_launches(device):
    graph = _as_list(hand_made("path-zigzag"))
    for barrier in (None, ONE_GROUP):
        runtime = runtime_with_small_classes(device, blocks=False)
        runtime.__dict__["global_barrier"] = barrier
        for problem, launch, usual in product(SOLVE, ("always", "never"), ("async", "interleaved")):
            placed = to_device(graph, runtime, arrays=True)
            options = {"one_launch": launch}
            steps = plan_variant(problem, placed, f"coo/{usual}/single", options)[1].steps
            least = 3 if problem == "components" else 2
            if usual == "async":
                expected = 1 if barrier and launch == "always" else least
            elif launch == "always":
                expected = 1 if barrier else least + 2
            else:
                expected = least + (1 if barrier else 2)
            with case(barrier=barrier, problem=problem, launch=launch, usual=usual):
                assert len(steps) == expected


def _unite_one(runtime, parents, source, neighbor, union="interleaved", **switches):
    """Unite one edge; return the new parents of what it changes, and whether it was given up."""
    buffers = [runtime.upload_writable(a) for a in (parents, np.zeros(COUNTERS, np.int32))]
    union = unite_switches(find_variant(f"kout/{union}/single"))
    kernel = runtime.kernel("uniting", "unite_one", {**union, "OFFSET": "int", **switches})
    ends = np.int32(source), np.int32(neighbor)
    with runtime.lock:
        execute(runtime, [Launch(kernel, 1, 1, buffers[0], *ends, buffers[1])])
    after = runtime.download(buffers[0], parents.size)
    gave_up = bool(runtime.download(buffers[1], COUNTERS)[GAVE_UP])
    return {int(v): int(after[v]) for v in np.flatnonzero(after != parents)}, gave_up


def _two_chains(n):
    """A chain of the odd vertices and one of the even ones: each walk skips the other's."""
    return np.maximum(np.arange(n, dtype=np.int32) - 2, np.arange(n) % 2).astype(np.int32)


@pytest.fixture
def uniting(device, monkeypatch):
    """A runtime with a kernel that unites one edge."""
    read = kernel_text.file_text
    monkeypatch.setattr(
        kernel_text, "file_text", lambda name: UNITES_ONE if name == "uniting.cl" else read(name)
    )
    return open_runtime(device)


def test_a_sampled_edge_changes_nothing_along_its_way(uniting):
    n, source, neighbor = 44, 41, 40
    apart = _two_chains(n)
    joined = apart.copy()
    joined[1] = 0
    ends = source, neighbor
    assert _unite_one(uniting, joined, *ends, SAMPLED=None) == ({source: 0}, False)
    assert _unite_one(uniting, apart, *ends, SAMPLED=None) == ({1: 0, source: 0}, False)
    # Other edges halve such paths, those of lists, too.
    assert len(_unite_one(uniting, joined, *ends)[0]) > 10
    assert _unite_one(uniting, apart, *ends)[0].keys() > {1, source}
    changes, gave_up = _unite_one(uniting, joined, *ends, SAMPLED=None, GIVES_UP=128)
    assert len(changes) > 10
    assert not gave_up


def test_walks_end_after_so_many_steps(uniting):
    # After 16 steps those of a list go two vertices at once.
    for switches, longest in (({}, 64), ({"GIVES_UP": 128}, 16 + 2 * (128 - 16))):
        for steps in (longest // 2, longest - 3, longest + 3, 2 * longest):
            with case(switches=switches, steps=steps):
                joined = _two_chains(steps + 3)
                joined[1] = 0
                ends = steps + 2, steps + 1
                _, gave_up = _unite_one(uniting, joined, *ends, SAMPLED=None, **switches)
                assert gave_up is (steps > longest)


def test_finds_end_after_so_many_steps(uniting):
    most = 128
    # Both finds look at two vertices before they take steps, and have so many together.
    for lengths in ((2, 2), (most, 2), (most + 2, 2), (60, 60), (most + 3, 2), (70, 70), (2, 300)):
        with case(lengths=lengths):
            one, other = lengths
            chains = np.maximum(np.arange(one + other, dtype=np.int32) - 1, 0)
            chains[one] = one
            ends = one - 1, one + other - 1
            steps = sum(max(length - 3, 0) for length in lengths)
            switches = {"union": "async", "SAMPLED": None, "GIVES_UP": most}
            changes, gave_up = _unite_one(uniting, chains, *ends, **switches)
            assert gave_up is (steps > most)
            assert (one in changes) is not gave_up
            # What was found so far is kept, and nothing else changes.
            assert changes.keys() <= {one, *ends}
            assert bool(changes.keys() & set(ends)) is (max(lengths) > 3)
            # Nor does a find go on that is given up.
            if gave_up and other > 3:
                assert changes[ends[1]] == max(one, ends[1] - 3 - most + max(one - 3, 0))
