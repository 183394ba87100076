"""The rounds of a search, one at a time: which way they go and what they leave."""

import itertools

import numpy as np
import pytest

from clconn.design_space import find_variant
from clconn.graph import Graph
from clconn.opencl_backend.device.launches import Loop
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import to_device
from clconn.opencl_backend.union_find.bfs import Search
from clconn.reference.union_find.bfs import choose_source
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.plans import make_builder
from tests.helpers.small_degree_classes import runtime_with_small_classes

RECORD = 16
ROUND, WAY, REACHED = 0, 1, 2
TOP_DOWN, BOTTOM_UP, GATHER, IDLE = range(4)
SOURCE_VERTEX, SMALLEST = 49, 50


@pytest.fixture(scope="module")
def small_classes(device):
    """A runtime of the device with degree classes for small graphs."""
    return runtime_with_small_classes(device, blocks=False)


def _search(graph, runtime, given=None):
    """The source, the way of each round, the levels after each, and the smallest vertex found."""
    row = find_variant("bfs/async/split")
    placed = to_device(graph, runtime, symmetric=True)
    builder = make_builder(placed, row)
    if given is not None:
        given = runtime.upload_writable(np.array([given], dtype=np.int32))
    search = Search.on(builder, given)
    *begin, loop = search.first
    assert isinstance(loop, Loop)
    ways, levels = [], []
    with runtime.lock:
        runtime.enqueue(begin)
        while not ways or ways[-1] != IDLE:
            step = loop.body[len(ways) % 3]
            runtime.enqueue([step])
            fields = runtime.download(search.memory, 64)
            ways.append(int(fields[RECORD * (len(ways) % 3) + WAY]))
            levels.append(runtime.download(search.levels, graph.n))
            assert len(ways) <= 2 * graph.n + 3
    return int(fields[SOURCE_VERTEX]), ways, levels, int(fields[SMALLEST])


def _distances(graph, source):
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    rows = graph.adjacency()
    data = np.ones(rows.neighbors.size, dtype=np.int8)
    matrix = csr_array((data, rows.neighbors, rows.offsets), shape=(graph.n, graph.n))
    order, parents = breadth_first_order(matrix, source, directed=True)
    distances = np.full(graph.n, -1)
    distances[source] = 0
    for v in order[1:]:
        distances[v] = distances[parents[v]] + 1
    return distances


@pytest.mark.parametrize("classes", ["usual", "small"])
@for_each("name", [name for name in HAND_MADE if name != "empty"])
def test_a_search_reaches_the_component_of_its_source(name, classes, device, small_classes):
    graph = hand_made(name)
    runtime = open_runtime(device) if classes == "usual" else small_classes
    source, ways, levels, smallest = _search(graph, runtime)
    rows = graph.adjacency()
    assert source == choose_source(rows.offsets.tolist(), [False] * graph.n)
    roots = scipy_roots(graph)
    np.testing.assert_array_equal(levels[-1] >= 0, roots == roots[source])
    assert smallest == roots[source]
    # No round changes what another one has reached.
    for before, after in itertools.pairwise(levels):
        np.testing.assert_array_equal(after[before >= 0], before[before >= 0])
    # Going down, each round reaches what is one edge further away, neither more nor less.
    down = next((i for i, way in enumerate(ways) if way != TOP_DOWN), len(ways))
    distances = _distances(graph, source)
    for round_, reached in enumerate(levels[:down]):
        seen = (distances >= 0) & (distances <= round_ + 1)
        np.testing.assert_array_equal(reached >= 0, seen)


def test_every_way_is_gone(device, small_classes):
    for runtime in (open_runtime(device), small_classes):
        _, ways, _, _ = _search(hand_made("random-one-giant"), runtime)
        turns = [way for way, before in zip(ways, [None, *ways], strict=False) if way != before]
        assert turns[:4] == [TOP_DOWN, BOTTOM_UP, GATHER, TOP_DOWN]
        assert turns[-1] == IDLE


def test_a_long_path_goes_down_all_the_way_but_for_its_end(device):
    _, ways, _, _ = _search(hand_made("path-shuffled"), open_runtime(device))
    assert ways.count(TOP_DOWN) > 400


def test_more_than_a_group_remembers(small_classes):
    """A hub of 20,000 leaves, beside so many other edges that the search goes down from it."""
    leaves, others = 20_000, 50_000
    hub = np.stack([np.zeros(leaves, dtype=int), np.arange(1, leaves + 1)])
    rest = leaves + 1 + np.random.default_rng(1).integers(0, others, (2, 10 * leaves))
    ends = np.concatenate([hub, rest], axis=1)
    graph = Graph.from_edges(ends[0], ends[1], leaves + 1 + others)
    _, ways, levels, smallest = _search(graph, small_classes, given=0)
    assert smallest == 0
    assert ways[0] == TOP_DOWN
    assert np.count_nonzero(levels[0] >= 0) == leaves + 1
    np.testing.assert_array_equal(levels[-1] >= 0, np.arange(graph.n) <= leaves)


def test_no_vertices_and_one(device):
    runtime = open_runtime(device)
    source, ways, levels, _ = _search(hand_made("empty"), runtime)
    assert (source, ways, levels[-1].size) == (0, [IDLE], 0)
    _, ways, levels, smallest = _search(hand_made("one-vertex"), runtime)
    assert levels[-1].tolist() == [1]
    assert smallest == 0
