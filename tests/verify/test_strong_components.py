"""The verifier accepts what is right, and names the first place of what is wrong."""

import importlib
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError
from clconn.results import HostStrongComponents, StrongComponents, Timing
from clconn.verify import components as verify_components
from clconn.verify import strong_components as verify_strong
from tests.helpers.cases import for_each
from tests.helpers.directed_graphs import DIRECTED, directed_graph, directed_graphs
from tests.helpers.graphs import HAND_MADE, from_pairs, hand_made
from tests.helpers.oracles import scipy_roots, strong_roots

# 0 -> 1 -> 2 -> 0, 2 -> 3, 3 <-> 4, 5
GRAPH = from_pairs([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3)], 6, directed=True)
ROOTS = [0, 0, 0, 3, 3, 5]


def _result(graph, answer, **arrays):
    source = HostStrongComponents(graph, np.asarray(answer, dtype=np.int32))
    about = {"variant": "none", "backend": "none", "device": "none", "timing": Timing()}
    result = StrongComponents(graph.n, source, **about)
    result._arrays.update({name: np.asarray(value) for name, value in arrays.items()})
    return result


def test_the_public_name():
    assert clconn.verify.strong_components is verify_strong


@for_each("name", DIRECTED)
def test_right_answers(name):
    graph = directed_graph(name)
    roots = strong_roots(graph)
    result = _result(graph, roots)
    for answer in (result, roots, result.labels, (roots + 1).astype(np.uint64), -roots + 10**9):
        verdict = verify_strong(graph, answer)
        assert verdict, verdict.message
    assert f" {result.count} components" in verdict.message


@for_each("name", HAND_MADE)
def test_an_edge_is_two_arcs(name):
    graph = hand_made(name)
    if not graph.directed:
        assert verify_strong(graph, scipy_roots(graph))
        assert verify_strong(graph, _result(graph, scipy_roots(graph)))
        if graph.edge_count and np.unique(scipy_roots(graph)).size < graph.n:
            assert "joins" in verify_strong(graph, np.arange(graph.n)).message


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([0, 0, 1, 3, 3, 5], r"arc 1 leads from vertex 1 \(label 0\) to vertex 2 \(label 1\), and"),
        ([0, 0, 0, 3, 9, 5], r"arc 4 leads from vertex 3 \(label 3\) to vertex 4 \(label 9\), and"),
        ([7, 7, 7, 7, 7, 5], "vertices 0 and 3 both have label 7, but no path leads from one"),
        ([0, 0, 0, 3, 3, 3], "vertices 3 and 5 both have label 3"),
        ([10**9] * 6, "vertices 0 and 3 both have label 1000000000"),
        ([0, 0, 0, -1, -1, 5], "vertex 3 has label -1; expected 0 or more"),
        (
            np.arange(6),
            r"arc 0 leads from vertex 0 \(label 0\) to vertex 1 \(label 1\), and a path",
        ),
    ],
)
def test_wrong_labels_in_an_array(labels, message):
    verdict = verify_strong(GRAPH, labels)
    assert not verdict
    assert re.match(message, verdict.message), verdict.message


def test_classes_that_a_cycle_joins_though_no_component_is_split():
    """0 -> 1 -> 2, where 0 and 2 have the same label: a cycle of classes without one of arcs."""
    path = from_pairs([(0, 1), (1, 2)], 3, directed=True)
    assert verify_strong(path, [0, 1, 0]).message.startswith("vertices 0 and 2 both have label 0")


@pytest.mark.parametrize("arcs", [[(0, 1)], [(1, 0)], []])
def test_a_path_in_one_direction_alone(arcs):
    graph = from_pairs([*arcs, (2, 0), (0, 2)], 3, directed=True)
    assert verify_strong(graph, [0, 0, 0]).message.startswith("vertices 0 and 1 both")


@pytest.mark.parametrize(
    ("roots", "arrays", "message"),
    [
        ([0, 0, 2, 3, 3, 5], {}, r"arc 1 leads from vertex 1 \(root 0\) to vertex 2 \(root 2\)"),
        ([0, 0, 0, 0, 0, 5], {}, "vertices 0 and 3 both have root 0"),
        ([0, 0, 0, 4, 4, 5], {}, "vertex 3 has root 4, but vertex 3 is the smallest"),
        ([1, 2, 2, 3, 3, 5], {}, "vertex 0 has root 1, whose own root is 2"),
        ([0, 0, 0, 3, 3, 6], {"labels": np.zeros(6, np.int32)}, r"vertex 5 .*root 6.* 0\.\.5"),
        (ROOTS, {"labels": np.array([0, 0, 0, 2, 2, 1], np.int32)}, "vertex 3 .*label 2.* 1"),
        (ROOTS, {"count": 4}, "count is 4; expected 3"),
        (ROOTS, {"labels": np.zeros(5, np.int32)}, r"labels has shape \(5,\)"),
        (ROOTS, {"roots": np.array(ROOTS)}, "roots has shape .* dtype int64"),
    ],
)
def test_wrong_results(roots, arrays, message):
    verdict = verify_strong(GRAPH, _result(GRAPH, roots, **arrays))
    assert not verdict
    assert re.match(message, verdict.message), verdict.message


@given(graph=directed_graphs(), data=st.data())
def test_a_moved_vertex_is_seen_unless_the_partition_stays(graph, data):
    labels = strong_roots(graph).astype(np.int64)
    right = labels.copy()
    for _ in range(data.draw(st.integers(0, 3)) if graph.n else 0):
        moved = data.draw(st.integers(0, graph.n - 1))
        labels[moved] = data.draw(st.integers(0, graph.n + 5))
    pairs = np.unique(np.stack([labels, right]), axis=1).shape[1]
    same = pairs == np.unique(labels).size == np.unique(right).size
    verdict = verify_strong(graph, labels)
    assert bool(verdict) == same
    if not same:
        _check_message(graph, labels, right, verdict.message)


def _check_message(graph, labels, roots, message):
    """What a message says is true."""
    numbers = list(map(int, re.findall(r"\d+", message)))
    if message.startswith("arc "):
        arc, u, label_of_u, v, label_of_v = numbers
        assert [end[arc] for end in graph.edges()] == [u, v]
        assert (labels[u], labels[v]) == (label_of_u, label_of_v)
        assert label_of_u != label_of_v
        assert roots[u] == roots[v]
        # The first of those arcs.
        sources, targets = (end[:arc] for end in graph.edges())
        assert not np.any((roots[sources] == roots[targets]) & (labels[sources] != labels[targets]))
    else:
        u, v, label = numbers
        assert labels[u] == labels[v] == label
        assert roots[u] != roots[v]


@given(graph=directed_graphs(), data=st.data())
def test_a_changed_root_is_always_seen(graph, data):
    roots = strong_roots(graph)
    if graph.n > 1:
        changed = data.draw(st.integers(0, graph.n - 1))
        wrong = roots.copy()
        wrong[changed] = data.draw(
            st.integers(0, graph.n - 1).filter(lambda x: x != roots[changed])
        )
        labels = _result(graph, roots).labels
        assert not verify_strong(graph, _result(graph, wrong, labels=labels))


@pytest.mark.parametrize("count", [2, 256])
def test_parallel_arcs(count):
    """scipy's search for strong components may never end where a row has an arc twice."""
    graph = from_pairs([(0, 1)] * count, 3, directed=True)
    assert verify_strong(graph, [0, 1, 2])
    assert not verify_strong(graph, [0, 0, 2])
    both = from_pairs([(0, 1), (1, 0)] * count, 3, directed=True)
    assert verify_strong(both, [0, 0, 2])
    assert verify_strong(both, [0, 1, 2]).message.startswith("arc 0 leads")


def test_weak_components_are_something_else():
    weak = clconn.connected_components(GRAPH, backend="scipy")
    assert verify_components(GRAPH, weak)
    assert not verify_strong(GRAPH, weak)


# ---------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (ROOTS[:-1], r"shape \(5,\); expected \(6,\)"),
        ([0.0] * 6, "dtype float64; expected integers"),
        ([[1], [2, 3]], "not an array"),
        (None, r"shape \(\)"),
    ],
)
def test_what_is_no_labelling_is_refused(labels, message):
    with pytest.raises(GraphError, match=message):
        verify_strong(GRAPH, labels)


def test_a_result_of_another_graph_is_refused():
    other = from_pairs([], 7, directed=True)
    with pytest.raises(GraphError, match="7 vertices, but this graph has 6"):
        verify_strong(GRAPH, _result(other, range(7)))


def test_more_arcs_than_scipy_can_count(monkeypatch):
    module = importlib.import_module("clconn.verify.strong_components")
    monkeypatch.setattr(module, "MOST_ARCS", 5)
    with pytest.raises(GraphError, match="at most 5 arcs, and there are 6"):
        verify_strong(GRAPH, ROOTS)
