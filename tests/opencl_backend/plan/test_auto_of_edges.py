"""What ``"auto"`` chooses for an edge list on a GPU, and that it says why."""

import numpy as np

import clconn
from clconn.design_space import Automatic
from clconn.opencl_backend.graph.edge_order import EdgeOrder
from clconn.opencl_backend.plan import auto_of_edges as edges
from clconn.opencl_backend.plan.auto_variant import choose_by_sampling
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case
from tests.helpers.small_degree_classes import runtime_with_small_classes
from tests.opencl_backend.plan.placed_graphs import IN_ORDER, placed_graph

MANY = edges.VERTICES_TO_MEET


def _chosen(order, n=MANY, problem=COMPONENTS):
    request = Automatic(problem, {})
    made = choose_by_sampling(placed_graph(4, n=n, rows=False, order=order), request)
    assert "the graph is an edge list" in made.reason
    assert ("followed by a near one" in made.reason) is (order.local < edges.LOCAL_IN_ORDER)
    return made.variant.name


def test_lists_in_no_order_are_united_by_walks_that_meet_unless_small_or_at_hubs():
    none = EdgeOrder(local=edges.LOCAL_IN_ORDER - 0.01, shared=0.0)
    hubs, fewer = edges.SHARED_AT_HUBS, edges.SHARED_AT_HUBS - 1e-6
    for order, n, expected in (
        (IN_ORDER, MANY, edges.EDGES), (IN_ORDER, 0, edges.EDGES),
        (EdgeOrder(edges.LOCAL_IN_ORDER, 1.0), MANY, edges.EDGES),
        (none, MANY, edges.EDGES_IN_NO_ORDER), (none, MANY - 1, edges.FEW_EDGES_IN_NO_ORDER),
        (none._replace(shared=hubs), MANY, edges.EDGES_AT_HUBS),
        (none._replace(shared=hubs), 1000, edges.EDGES_AT_HUBS),
        (none._replace(shared=fewer), MANY, edges.EDGES_IN_NO_ORDER),
    ):  # fmt: skip
        with case(order=order, n=n):
            assert _chosen(order, n) == expected
            assert _chosen(order, n, FOREST) == expected


def test_lists_on_a_gpu(device):
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = False
    generator = np.random.default_rng(0)
    path = np.arange(MANY, dtype=np.int32)
    in_order = path[:-1], path[1:]
    no_order = tuple(end[generator.permutation(MANY - 1)] for end in in_order)
    shuffled = generator.permutation(MANY - 1)
    for ends, n, expected in (
        (in_order, MANY, edges.EDGES), (no_order, MANY, edges.EDGES_IN_NO_ORDER),
        (tuple(end[shuffled] for end in in_order), MANY, edges.EDGES_IN_NO_ORDER),
        (tuple(end[shuffled] // 2 for end in in_order), MANY // 2, edges.FEW_EDGES_IN_NO_ORDER),
        ((generator.permutation(path), np.where(path % 3, 5, path)), MANY, edges.EDGES_AT_HUBS),
    ):  # fmt: skip
        with case(expected=expected):
            graph = clconn.Graph.from_edges(*ends, n=n)
            result = clconn.connected_components(graph, device=runtime, verify=True)
            assert result.variant == expected
            assert clconn.spanning_forest(graph, device=runtime, verify=True).count == result.count
