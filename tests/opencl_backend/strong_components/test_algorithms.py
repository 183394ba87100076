"""The algorithms with labels: what they count, rows of all degree classes, and their limits."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings

import clconn
from clconn.errors import GraphError
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.plan.run import plan_variant
from clconn.opencl_backend.strong_components import subgraph_numbers
from clconn.problems import STRONG_COMPONENTS
from clconn.reference.strong_components.arcs import arcs_of, roots_of
from clconn.reference.strong_components.numbered_forward_backward import numbered_forward_backward
from clconn.reference.strong_components.tarjan import tarjan
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, REPRESENTATIVE, directed_graph, directed_graphs
from tests.helpers.plans import choose, strong_components
from tests.helpers.representative_variants import option_sets
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets

LABELED = ("forward-backward", "coloring", "obf", "numbered")
VARIANTS = [v for v in clconn.variants(STRONG_COMPONENTS.name) if v.finish in LABELED]
EACH = [next(v for v in VARIANTS if v.finish == finish) for finish in LABELED]


@pytest.fixture(scope="module")
def small_classes(device):
    """A runtime of the device with degree classes for small graphs."""
    return runtime_with_small_classes(device)


@cache
def _side_by_side(names):
    """Some graphs side by side, and one with hubs that parallel arcs and loops lengthen."""
    random = np.random.default_rng(4)
    ends = np.hstack([random.integers(0, 80, (2, 160)), np.repeat([[7, 9], [9, 7]], 40, axis=1)])
    ends[0, :50], ends[1, 50:100] = 5, 6
    graphs = [*map(directed_graph, names), clconn.Graph.from_edges(*ends, 80, directed=True)]
    places = np.cumsum([0, *(graph.n for graph in graphs)])
    pairs = [np.add(graph.edges(), place) for graph, place in zip(graphs, places, strict=False)]
    together = clconn.Graph.from_edges(*np.hstack(pairs), places[-1], directed=True)
    return together, roots_of(together.n, tarjan(arcs_of(together)))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_class_of_degrees(variant, small_classes):
    graph, roots = _side_by_side(REPRESENTATIVE)
    for options in ({}, *option_sets(variant)):
        with case(options=options):
            result = strong_components(graph, variant.name, options, device=small_classes)
            np.testing.assert_array_equal(result.roots, roots)


@pytest.mark.parametrize("variant", EACH, ids=str)
def test_long_offsets(variant, small_classes):
    graph, roots = _side_by_side(("nested-rings", "bow-tie", "complete"))
    result = strong_components(with_long_offsets(graph), variant.name, device=small_classes)
    np.testing.assert_array_equal(result.roots, roots)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@settings(max_examples=20)
@given(graph=directed_graphs())
def test_drawn_graphs(variant, small_classes, graph):
    result = strong_components(graph, variant.name, device=small_classes)
    np.testing.assert_array_equal(result.roots, roots_of(graph.n, tarjan(arcs_of(graph))))


def _work(graph, variant, device, options=None):
    result = strong_components(graph, variant, options, device=device)
    work = result._source.work()
    return work.depth, work.rounds


def test_the_depth_is_that_of_the_reference(device):
    """With the smallest vertex as source nothing is left to chance; random vertices are not."""
    for name in DIRECTED:
        graph = directed_graph(name)
        for form in ("partition", "single-source"):
            with case(graph=name, form=form):
                _, depth = numbered_forward_backward(
                    arcs_of(graph), partition=form == "partition", smallest=True
                )
                found = _work(graph, f"csr/numbered/{form}", device, {"election": "off"})
                assert found[0] == depth


def test_what_counts_as_work(device):
    ring, path = directed_graph("ring"), directed_graph("path")
    # 200 levels forward and as many back.
    assert _work(ring, "csr/forward-backward/plain", device) == (1, 400)
    assert _work(ring, "csr/obf/recursive", device)[0] == 1
    # The color of the last vertex goes around; the others have sent their own in vain.
    assert _work(ring, "csr/coloring/plain", device) == (1, 400)
    # Trimming leaves nothing to search; without it every vertex of a path is a component of one.
    assert _work(path, "csr/forward-backward/trim-one", device) == (1, 0)
    backwards = directed_graph("path-backwards")
    assert _work(backwards, "csr/coloring/plain", device)[0] == 200
    assert _work(path, "csr/coloring/plain", device) == (1, 2)
    for variant in VARIANTS:
        with case(variant=variant):
            assert _work(directed_graph("empty"), variant.name, device) == (0, 0)
            assert _work(directed_graph("one-vertex"), variant.name, device)[0] == 1


def test_the_partition_makes_few_iterations_of_many(device):
    random = np.random.default_rng(1)
    graph = clconn.Graph.from_edges(*random.integers(0, 500, (2, 500)), 500, directed=True)
    depth, _ = _work(graph, "csr/numbered/partition", device)
    depth_alone, _ = _work(graph, "csr/numbered/single-source", device)
    assert 2 * depth < depth_alone


@pytest.mark.parametrize("variant", EACH, ids=str)
def test_the_transpose_is_made_once_and_counted(variant, device):
    graph = directed_graph("ring-shuffled")
    placed = arcs_to_device(graph, open_runtime(device)).without_plans()
    _, plan = plan_variant(STRONG_COMPONENTS, placed, variant)
    rows = sum(placed.rows.needs.values())
    assert placed.transpose.arguments == plan_transpose(placed)
    # The rows of both directions, labels, two lists and the roots.
    assert plan.bytes_needed >= 2 * rows + 4 * 4 * graph.n


def plan_transpose(placed):
    """The rows that a new plan reads backwards."""
    choice = choose(EACH[0], {}, STRONG_COMPONENTS.name)
    return PlanBuilder(placed.runtime, placed.n, placed, choice).transposed_rows.arguments


def test_rows_with_both_ends_are_their_own_transpose(device):
    graph = directed_graph("complete")
    placed = DeviceGraph.from_csr(*on_device(device, graph))
    assert placed.symmetric
    assert plan_transpose(placed) == placed.rows.arguments
    for variant in VARIANTS:
        assert strong_components(placed, variant.name).count == 1


def on_device(device, graph):
    """The rows of a graph as pyopencl arrays."""
    import pyopencl.array as cl_array

    queue = open_runtime(device).queue
    rows = graph.arcs()
    return [cl_array.to_device(queue, part) for part in (rows.offsets, rows.neighbors)]


@pytest.mark.parametrize("name", ["csr/numbered/partition", "csr/obf/recursive"])
def test_too_many_vertices_for_numbers(name, device, monkeypatch):
    monkeypatch.setattr(subgraph_numbers, "MOST_VERTICES", 99)
    # A graph that other tests know may have a plan already.
    graph = clconn.Graph.from_edges(*directed_graph("tree-on-a-ring").edges(), 120, directed=True)
    with pytest.raises(GraphError, match=r"takes at most 99 vertices and the graph has 120; use"):
        strong_components(graph, name, device=device)
