"""The verifier of spanning forests accepts every one, and names the first wrong edge."""

import re

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError
from clconn.results import SpanningForest, Timing
from clconn.verify import forest as verify_forest
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, from_pairs, hand_made
from tests.helpers.strategies import graphs

# 0 - 1 - 2 - 0, 3 - 4 twice, a self loop at 4, and 5.
GRAPH = from_pairs([(0, 1), (1, 2), (2, 0), (3, 4), (4, 3), (4, 4)], 6)


class FixedArrays:
    """A source of results that says what it is told to."""

    def __init__(self, graph, edge_ids, edges=None, count=None):
        self._edge_ids = np.asarray(edge_ids)
        self._edges = edges or tuple(ends[self._edge_ids] for ends in graph.edges())
        self._count = graph.n - self._edge_ids.size if count is None else count

    def count(self):
        return self._count

    def edge_ids(self):
        return self._edge_ids

    def edges(self):
        return self._edges


def _result(edge_ids, edges=None, count=None, graph=GRAPH, dtype=np.int64):
    source = FixedArrays(graph, np.asarray(edge_ids, dtype=dtype), edges, count)
    told = {"variant": "none", "backend": "none", "device": "none", "timing": Timing()}
    return SpanningForest(graph.n, source, **told)


def _networkx_forest(graph):
    """A spanning forest by NetworkX's Kruskal, as edge ids."""
    made = networkx.empty_graph(graph.n)
    for edge, (u, v) in enumerate(zip(*(ends.tolist() for ends in graph.edges()), strict=True)):
        made.add_edge(u, v, edge=edge)  # of parallel edges the last one counts
    chosen = networkx.minimum_spanning_edges(made, weight=None, data=True)
    return np.array([data["edge"] for *_, data in chosen], dtype=np.int64)


def test_the_public_name():
    assert clconn.verify.forest is verify_forest


@for_each("name", HAND_MADE)
def test_right_answers(name):
    graph = hand_made(name)
    ids = _networkx_forest(graph)
    trees = graph.n - ids.size
    for answer in (_result(np.sort(ids), graph=graph), ids, ids[::-1], ids.astype(np.uint64)):
        verdict = verify_forest(graph, answer)
        assert verdict, verdict.message
    assert re.search(rf"\b{trees} trees\b.*\b{ids.size} edges\b", verdict.message)


@pytest.mark.parametrize("ids", [[0, 1, 3], [0, 2, 4], [4, 2, 1], np.array([1, 0, 3], np.int8)])
def test_any_forest_in_any_order_is_right(ids):
    assert verify_forest(GRAPH, ids)


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([0, 1, 6], r"entry 2 .*\b6\b.* 0\.\.5"),
        ([0, -1, 3], r"entry 1 .*-1\b.* 0\.\.5"),
        ([0, 3, 0], "edge 0 .* more than once"),
        (
            [3, 0, 2, 1],
            "edge 1 .* 1 and 2.* cycle",
        ),
        ([3, 4], "edge 4 .* 4 and 3.* cycle"),
        ([0, 1, 3, 5], "edge 5 .*self loop.* 4"),
        ([0, 3], "edge 1 .* 1 and 2.* no path"),
        ([0, 1], "edge 3 .* 3 and 4.* no path"),
        ([], "edge 0 .* 0 and 1.* no path"),
        # As many edges as a forest has, and still none.
        ([0, 1, 2], "edge 2 .* 2 and 0.* cycle"),
    ],
)
def test_wrong_ids(ids, message):
    for answer in (ids, _result(ids)) if max(ids, default=0) < 6 else (ids,):
        verdict = verify_forest(GRAPH, answer)
        assert not verdict
        assert re.match(message, verdict.message)


def _ends(*ends):
    return tuple(np.array(part, dtype=np.int32) for part in ends)


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (_result([1, 0, 3]), "edge 1 stands before edge 0"),
        (_result([0, 1, 3], dtype=np.int32), r"edge_ids has shape \(3,\) and dtype int32"),
        (_result([0, 1, 3], _ends([0, 1, 4], [1, 2, 4])), "edge 3 has source 4; expected 3"),
        (_result([0, 1, 3], _ends([0, 1, 3], [1, 0, 4])), "edge 1 has target 0; expected 2"),
        (_result([0, 1, 3], _ends([0, 1], [1, 2])), r"the sources have shape \(2,\)"),
        (_result([0, 1, 3], count=4), "count is 4; expected 3"),
    ],
)
def test_wrong_results(result, message):
    verdict = verify_forest(GRAPH, result)
    assert not verdict
    assert re.match(message, verdict.message)


@given(graph=graphs(), data=st.data())
def test_any_set_of_edges_against_networkx(graph, data):
    count = graph.edge_count
    if data.draw(st.booleans()):
        ids = _networkx_forest(graph).tolist()
        if ids and data.draw(st.booleans()):
            ids[data.draw(st.integers(0, len(ids) - 1))] = data.draw(st.integers(0, count - 1))
    else:
        ids = data.draw(st.lists(st.integers(0, count - 1), max_size=20) if count else st.just([]))
    sources, targets = graph.edges()
    made = networkx.empty_graph(graph.n, networkx.MultiGraph)
    made.add_edges_from((int(sources[edge]), int(targets[edge])) for edge in ids)
    whole = networkx.empty_graph(graph.n)
    whole.add_edges_from(zip(sources.tolist(), targets.tolist(), strict=True))
    components = networkx.number_connected_components
    right = graph.n == 0 or (networkx.is_forest(made) and components(made) == components(whole))
    assert bool(verify_forest(graph, ids)) == right


@given(graph=graphs())
def test_edges_in_pieces(graph):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clconn.verify.independent.SMALLEST_PIECE", 1)
        ids = _networkx_forest(graph)
        assert verify_forest(graph, ids)
        if ids.size:
            assert not verify_forest(graph, ids[1:])


@pytest.mark.parametrize("graph", [from_pairs([], 0), from_pairs([], 3)])
def test_graphs_without_edges(graph):
    assert verify_forest(graph, [])
    verdict = verify_forest(graph, [0])
    assert not verdict
    assert re.search("entry 0 .* no edges", verdict.message)


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([[0, 1, 3]], r"shape \(1, 3\); expected one dimension"),
        (3, r"shape \(\)"),
        ([0.0, 1.0, 3.0], "dtype float64; expected integers"),
        ([True] * 3, "dtype bool"),
        (["a"], "expected integers"),
        ([[1], [2, 3]], "not an array"),
        (None, r"shape \(\)"),
    ],
)
def test_what_are_no_ids_is_refused(ids, message):
    with pytest.raises(GraphError, match=message):
        verify_forest(GRAPH, ids)


def test_labels_are_told_where_they_belong():
    advice = "; a label for each vertex is for clconn.verify.components .* without --forest"
    components = clconn.connected_components(GRAPH, backend="reference")
    strong = clconn.strongly_connected_components(GRAPH, backend="reference")
    forest = clconn.spanning_forest(GRAPH, backend="reference")
    for verify in (verify_forest, clconn.verify.minimum_forest):
        for labels in (components.labels, components.roots, np.arange(GRAPH.n), [9] * GRAPH.n):
            verdict = verify(GRAPH, labels)
            assert not verdict
            assert re.search(rf"; if these are labels: {advice[2:]}", verdict.message), verdict
        for result in (components, strong):
            with pytest.raises(GraphError, match=rf"ids of edges, got \w*Components{advice}"):
                verify(GRAPH, result)
        assert "label" not in verify(GRAPH, forest.edge_ids).message
        assert "label" not in verify(GRAPH, forest.edge_ids[1:]).message
    advice = "; the ids of a forest's edges are for clconn.verify.forest .* --forest or --msf"
    for verify in (clconn.verify.components, clconn.verify.strong_components):
        with pytest.raises(GraphError, match=rf"expected labels, got SpanningForest{advice}"):
            verify(GRAPH, forest)
        with pytest.raises(GraphError, match=rf"expected \(6,\), one for each vertex{advice}"):
            verify(GRAPH, forest.edge_ids)
        # So many are no forest's edges.
        with pytest.raises(GraphError, match=r"expected \(6,\), one for each vertex$"):
            verify(GRAPH, [0] * 100)
    assert clconn.verify.forest(from_pairs([], 0), [])


def test_a_result_of_another_graph_is_refused():
    with pytest.raises(GraphError, match="2 vertices, but this graph has 6"):
        verify_forest(GRAPH, _result([0], graph=from_pairs([(0, 1)], 2)))
