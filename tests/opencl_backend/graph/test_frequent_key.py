"""The key of nearly all edges, and which edges have another one."""

import numpy as np
import pytest
from scipy.sparse import csr_array

import clconn
from clconn.errors import GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.frequent_key import (
    frequent_place,
    keys_beside_frequent,
    rare_keys,
)
from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
from clconn.reference.minimum_forest.kruskal import kruskal
from clconn.weight_keys import canonical_edges
from tests.helpers.cases import case, for_each
from tests.helpers.small_degree_classes import runtime_with_small_classes

N = 4000


def _weights(rare, dtype=np.float64):
    generator = np.random.default_rng(7)
    weights = np.full(N, 3, dtype)
    places = generator.choice(np.arange(1, N), rare, replace=False)
    weights[places] = generator.integers(0, 7, rare)
    return weights


@pytest.mark.parametrize("blocks", [True, False])
def test_edges_with_other_keys_are_listed_in_order(blocks, device):
    runtime = open_runtime(runtime_with_small_classes(device, blocks=blocks))
    for count in (0, 1, 2, N // 8, N // 8 + 1):
        keys = np.full(N, 2**31 + 5, np.uint32)
        places = np.random.default_rng(count).permutation(N)[:count]
        keys[places] = np.where(places % 3, 2**31 + 5 - places % 4 - 1, 2**32 - 1 - places % 2)
        found = rare_keys(runtime, runtime.upload_writable(keys), N, 2**31 + 5, {})
        if count > N // 8:
            assert found is None
            continue
        order = np.lexsort([places, keys[places]])
        expected = np.stack([keys[places], places], axis=1)[order]
        lighter = expected[:, 0] < 2**31 + 5
        np.testing.assert_array_equal(found.lighter, expected[lighter])
        np.testing.assert_array_equal(found.heavier, expected[~lighter])


def test_a_few_weights_tell_whether_one_is_frequent():
    ends = np.arange(N), np.arange(1, N + 1)
    for rare, is_frequent in ((0, True), (100, True), (1500, False), (3000, False)):
        for dtype in (np.float64, np.float16, np.int32, np.uint8, object):
            for sources, targets in (ends, ends[::-1]):
                graph = Graph.from_edges(sources, targets, weights=_weights(rare, dtype))
                place = frequent_place(graph)
                assert (place is not None) == is_frequent
                assert (frequent_place(graph, nearly_all=False) is not None) == (rare < 3000)
                assert place is None or graph.weights[place] == 3
    assert frequent_place(Graph.from_edges(*ends)) is None
    assert frequent_place(Graph.from_edges([], [], 3, weights=[])) is None
    # A self loop is no edge.
    assert frequent_place(Graph.from_edges([1, 2], [1, 2], weights=[3.0, 3.0])) is None


def test_the_place_is_above_the_diagonal_if_one_is():
    """Another entry may be dropped for its mirror image, and then it has any key."""
    ends = np.arange(1, N + 1), np.zeros(N, int)
    star = csr_array((_weights(0), ends), shape=(N + 1, N + 1))
    for matrix, is_above in ((star, False), (star + star.T, True)):
        graph = Graph.from_scipy(matrix, weighted=True)
        sources, targets = graph.edges()
        place = frequent_place(graph)
        assert (sources[place] < targets[place]) == is_above


def test_a_graph_knows_its_rare_keys(device):
    ends = np.arange(N), np.arange(1, N + 1)
    for maximum in (False, True):
        placed = put_weighted_graph(
            Graph.from_edges(*ends, weights=_weights(100)), device, maximum=maximum
        )
        weights = placed.origin.weights
        heavier, lighter = np.flatnonzero(weights > 3), np.flatnonzero(weights < 3)
        if maximum:
            heavier, lighter = lighter, heavier
        assert placed.rare_keys is not None
        assert sorted(placed.rare_keys.lighter[:, 1]) == lighter.tolist()
        assert sorted(placed.rare_keys.heavier[:, 1]) == heavier.tolist()
    many = put_weighted_graph(Graph.from_edges(*ends, weights=_weights(3000)), device)
    assert many.rare_keys is None


def test_without_room_there_is_no_list(device):
    runtime = open_runtime(device)
    keys = runtime.upload(np.full(N, 5, np.uint32))
    for room, is_listed in ((N, True), (N - 1, False)):
        with runtime.memory_limited(4 * N + room):
            found = rare_keys(runtime, keys, N, 5, {"keys": 4 * N})
        assert (found is not None) == is_listed


WIDE = {
    "doubles": lambda generator: generator.random(N) / 3,
    "longs": lambda generator: generator.integers(-(2**62), 2**62, N),
    "unsigned": lambda generator: generator.integers(0, 2**64, N, dtype=np.uint64),
    "extended": lambda generator: generator.random(N).astype(np.longdouble) / 3,
    "of any size": lambda generator: generator.integers(0, 9, N).astype(object) * 2**70,
}


@for_each("maximum", [False, True])
@pytest.mark.parametrize("kind", WIDE)
def test_wide_weights_beside_a_frequent_one_are_ranked_by_themselves(kind, maximum):
    weights = WIDE[kind](np.random.default_rng(3))
    place = 17
    for others in (0, 1, N // 8, N // 2, N // 2 + 9):
        some = np.where(np.arange(N) < others, weights, weights[place])
        keys = keys_beside_frequent(some, N - 1, maximum=maximum)
        if np.count_nonzero(some != some[-1]) > N // 2:
            assert keys is None
            continue
        order = np.argsort(some)[:: -1 if maximum else 1]
        steps = np.diff(keys[order].astype(np.int64))
        np.testing.assert_array_equal(steps > 0, some[order][1:] != some[order][:-1])
        assert (steps >= 0).all()


def test_what_is_no_number_is_named_beside_a_frequent_weight(device):
    path = csr_array((_weights(0) / 7, (np.arange(N), np.arange(1, N + 1))), (N + 1, N + 1))
    path.data[N - 5] = np.nan
    with pytest.raises(GraphError, match=f"the weight of (edge|entry) {N - 5} is NaN"):
        clconn.minimum_spanning_forest(path, backend="opencl", device=device)


def test_forests_of_wide_weights_beside_a_frequent_one(device):
    generator = np.random.default_rng(8)
    ends = generator.integers(0, 500, (2, N))
    for kind, make in WIDE.items():
        weights = make(generator)
        weights = np.where(generator.random(N) < 0.05, weights, weights[0])
        graph = Graph.from_edges(*ends, weights=weights)
        for maximum in (False, True):
            edges = canonical_edges(graph, maximum=maximum)
            forest = clconn.minimum_spanning_forest(
                graph, backend="opencl", device=device, maximum=maximum
            )
            with case(kind=kind, maximum=maximum):
                np.testing.assert_array_equal(forest.edge_ids, edges.ids[kruskal(500, edges)])
