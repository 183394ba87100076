"""Edges within blocks of neighboring ids come first, then those that leave the blocks."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.device.tuning import tuning_of
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import COMPONENTS
from clconn.reference.union_find.block_trees import unite_blocks
from clconn.reference.union_find.disjoint_sets import connected_components_union_find
from clconn.reference.union_find.edge_map import entries_at
from tests.helpers.cases import case, half_of_product
from tests.helpers.graphs import REPRESENTATIVE, hand_made
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets

UNIONS = ("async/single", "async-random/halve", "early/halve", "interleaved/single")
BLOCK = 8


def _runtime(device, *, low_degree=16, **tuning):
    """A runtime of tiny blocks, whose rows are mostly short enough for them."""
    runtime = runtime_with_small_classes(device, blocks=False)
    assert runtime.tuning.id_block_bits == (3, 3)
    runtime.tuning = replace(runtime.tuning, low_degree=low_degree, high_degree=40, **tuning)
    return runtime


@pytest.fixture(scope="module")
def runtime(device):
    return _runtime(device)


def _drawn(seed, n=300, degree=3.0, reach=40):
    """Edges between ids that are near, a tenth of them not."""
    draw = np.random.default_rng(seed)
    sources = draw.integers(0, n, int(n * degree / 2))
    targets = np.clip(sources + draw.integers(-reach, reach + 1, sources.size), 0, n - 1)
    anywhere = draw.random(sources.size) < 0.1
    targets[anywhere] = draw.integers(0, n, anywhere.sum())
    return clconn.Graph.from_edges(sources, targets, n)


def _forms(graph):
    """The rows of a graph: at both ends, at one, unsorted, with offsets of 64 bits."""
    rows = graph.adjacency()
    sources = rows.sources()
    yield "both", clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
    yield "long", with_long_offsets(clconn.Graph.from_csr(rows.offsets, rows.neighbors))
    for end, kept in (("upper", rows.neighbors >= sources), ("lower", rows.neighbors <= sources)):
        offsets = np.concatenate([[0], np.cumsum(np.bincount(sources[kept], minlength=graph.n))])
        yield end, clconn.Graph.from_csr(offsets, rows.neighbors[kept])
    order = np.lexsort((-rows.neighbors, sources))
    yield "descending", clconn.Graph.from_csr(rows.offsets, rows.neighbors[order], symmetric=True)


def _check(graph, runtime, union, **options):
    options = {"initialization": "blocks", **options}
    expected = connected_components_union_find(graph)
    for form, rows in _forms(graph):
        with case(union=union, form=form, options=options):
            result = clconn.connected_components(
                rows, variant=f"csr/{union}", options=options, device=runtime
            )
            np.testing.assert_array_equal(result.roots, expected)


@pytest.mark.parametrize("union", UNIONS)
def test_every_form_of_rows(union, runtime):
    drawn = [_drawn(seed, reach=reach) for reach in (4, 40) for seed in range(6)]
    graphs = [*map(hand_made, REPRESENTATIVE), *drawn]
    for other, launches, graph in half_of_product(UNIONS, ("never", "always"), graphs):
        if other == union:
            _check(graph, runtime, union, one_launch=launches)


def test_rows_of_every_degree_class(device):
    runtime = _runtime(device, low_degree=2)
    for launches in ("never", "always"):
        for name in ("hub-of-400", "star-from-last", "clique", "torus", "heavy-tailed"):
            _check(hand_made(name), runtime, "early/halve", one_launch=launches)
        _check(_drawn(0, degree=8.0), runtime, "early/halve", one_launch=launches)


def test_groups_as_large_as_their_blocks(device):
    runtime = _runtime(device, id_block_items=BLOCK)
    for seed in range(6):
        _check(_drawn(seed), runtime, "async/single", one_launch="never")


def _first_step(graph, runtime, union):
    options = {"initialization": "blocks", "one_launch": "never"}
    placed = graph.to(runtime)
    plan = plan_variant(COMPONENTS, placed, f"csr/{union}", options)[1]
    output, *_ = plan.run(wait=True).values()
    plan.steps, rest = plan.steps[:1], plan.steps[1:]
    assert [step.kernel.function_name for step in rest][:1] == ["finish_blocks"]
    output, *_ = plan.run(wait=True).values()
    return runtime.download(output, graph.n)


@pytest.mark.parametrize("reach", [2, 8, 40])
def test_the_first_launch_joins_what_is_within_blocks(reach, runtime):
    graph = _drawn(1, reach=reach)
    rows = graph.adjacency()
    places = [range(*rows.offsets[v : v + 2]) for v in range(graph.n)]
    entries = [entries_at(rows.neighbors.tolist(), each) for each in places]
    expected = list(range(graph.n))
    unite_blocks(expected, entries, block=BLOCK)
    assert any(parent != v for v, parent in enumerate(expected))
    for form, made in _forms(graph):
        with case(form=form):
            np.testing.assert_array_equal(_first_step(made, runtime, "async/single"), expected)


def test_one_launch_where_the_graph_is_small(device):
    runtime = _runtime(device)
    graph = next(form for _, form in _forms(_drawn(0)))
    options = {"initialization": "blocks"}
    steps = plan_variant(COMPONENTS, graph.to(runtime), "csr/early/halve", options)[1].steps
    names = [step.kernel.function_name for step in steps]
    if runtime.global_barrier is None:
        assert names[:2] == ["unite_blocks", "finish_blocks"]
    else:
        assert names == ["unite_rows"]


def test_the_size_of_a_block():
    gpu = tuning_of(SimpleNamespace(max_work_group_size=1024, max_compute_units=100), is_cpu=False)
    sizes = {n: 1 << gpu.id_block_bits_for(n) for n in (0, 1, 100_000, 204_800, 409_600, 2**30)}
    assert list(sizes.values()) == [1024, 1024, 1024, 2048, 4096, 4096]
    assert 1 << gpu.id_block_bits_for(204_799) == 1024
    # No unit gets a second one.
    at_once = {n: 1 << gpu.id_block_bits_at_once(n) for n in (0, 102_400, 102_401, 204_801, 2**30)}
    assert list(at_once.values()) == [1024, 1024, 2048, 4096, 4096]
    # An int has a bit for each vertex of a work-item, in launches for each phase of one, too.
    assert 1 << gpu.id_block_bits[1] <= 32 * min(gpu.local_size, gpu.id_block_items)
    small = tuning_of(SimpleNamespace(max_work_group_size=64, max_compute_units=1), is_cpu=False)
    assert (1 << small.id_block_bits_for(2**30)) == 2048 == 32 * small.id_block_items
