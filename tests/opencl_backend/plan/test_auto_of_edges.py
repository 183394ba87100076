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


def _chosen(order, n=MANY, problem=COMPONENTS, degree=4):
    placed = placed_graph(degree, n=n, rows=False, order=order)
    made = choose_by_sampling(placed, Automatic(problem, {}))
    assert "the graph is an edge list" in made.reason
    assert ("are near the next one" in made.reason) is (order.local < edges.LOCAL_IN_ORDER)
    return made.variant.name


def test_lists_in_no_order_have_rules_of_their_own():
    none = EdgeOrder(local=edges.LOCAL_IN_ORDER - 0.01, shared=0.0)
    hubs = none._replace(shared=edges.SHARED_AT_HUBS)
    fewer, one = none._replace(shared=hubs.shared - 1e-6), edges.SHARED_AT_ONE_HUB
    many = edges.DEGREE_AT_HUBS
    for order, n, degree, expected in (
        (IN_ORDER, MANY, 4, edges.EDGES), (IN_ORDER, 0, 4, edges.EDGES),
        (EdgeOrder(edges.LOCAL_IN_ORDER, 1.0), MANY, 4, edges.EDGES),
        (none, MANY, 4, edges.WALKS), (none, MANY - 1, 4, edges.RANKS),
        (fewer, MANY, 50, edges.WALKS), (fewer, 1000, 50, edges.RANKS),
        (hubs, MANY, many - 0.1, edges.RANKS), (hubs, MANY - 1, many - 0.1, edges.WALKS),
        (hubs, MANY, many, edges.FINDS), (hubs, MANY - 1, many, edges.FINDS),
        (none._replace(shared=one), MANY, 1, edges.FINDS),
        (none._replace(shared=one), 1000, 1, edges.FINDS),
        (none._replace(shared=one - 1e-6), MANY, 1, edges.RANKS),
    ):  # fmt: skip
        with case(order=order, n=n, degree=degree):
            assert _chosen(order, n, degree=degree) == expected
            assert _chosen(order, n, FOREST, degree) == expected


def test_lists_on_a_gpu(device):
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = False
    generator = np.random.default_rng(0)
    path = np.arange(MANY, dtype=np.int32)
    in_order = path[:-1], path[1:]
    no_order = tuple(end[generator.permutation(MANY - 1)] for end in in_order)
    shuffled = generator.permutation(MANY - 1)
    for ends, n, expected in (
        (in_order, MANY, edges.EDGES), (no_order, MANY, edges.WALKS),
        (tuple(end[shuffled] for end in in_order), MANY, edges.WALKS),
        (tuple(end[shuffled] // 2 for end in in_order), MANY // 2, edges.RANKS),
        ((generator.permutation(path), np.where(path % 3, 5, path)), MANY, edges.FINDS),
    ):  # fmt: skip
        with case(expected=expected):
            graph = clconn.Graph.from_edges(*ends, n=n)
            result = clconn.connected_components(graph, device=runtime, verify=True)
            assert result.variant == expected
            assert clconn.spanning_forest(graph, device=runtime, verify=True).count == result.count
