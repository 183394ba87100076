"""The verifier accepts what is right, and names the first place of what is wrong."""

import importlib
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError
from clconn.results import Components, HostComponents, Timing, labels_from_roots
from clconn.verify import Verification, verification
from clconn.verify import components as verify_components
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, from_pairs, hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.strategies import graphs


class FixedArrays:
    """A source of results that says what it is told to."""

    def __init__(self, roots, labels=None, count=None):
        self._roots = np.asarray(roots)
        self._labels = labels_from_roots(self._roots) if labels is None else np.asarray(labels)
        self._count = HostComponents(None, self._roots).count() if count is None else count

    def count(self):
        return self._count

    def roots(self):
        return self._roots

    def labels(self):
        return self._labels


def _result(roots, labels=None, count=None):
    roots = np.asarray(roots, dtype=np.int32)
    if labels is not None:
        labels = np.asarray(labels, dtype=np.int32)
    return Components(
        roots.size,
        FixedArrays(roots, labels, count),
        variant="none",
        backend="none",
        device="none",
        timing=Timing(),
    )


# 0 - 1 - 2, 3 - 4, 5
GRAPH = from_pairs([(0, 1), (1, 2), (3, 4)], 6)
ROOTS = [0, 0, 0, 3, 3, 5]


def test_the_public_name():
    assert clconn.verify.components is verify_components
    assert clconn.verify.Verification is Verification is verification.Verification


def test_a_verification_is_as_true_as_it_says():
    assert Verification(True, "")
    assert not Verification(False, "wrong")


@for_each("name", HAND_MADE)
def test_right_answers(name):
    graph = hand_made(name)
    roots = scipy_roots(graph)
    for answer in (_result(roots), roots, labels_from_roots(roots), (roots + 1).astype(np.uint64)):
        verdict = verify_components(graph, answer)
        assert verdict, verdict.message
    assert f" {np.unique(roots).size} components" in verdict.message


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([0, 0, 1, 3, 3, 5], "edge 1 .*vertex 1 .*0.*vertex 2 .*1"),
        ([0, 0, 0, 3, 9, 5], "edge 2 .*vertex 3 .*3.*vertex 4 .*9"),
        ([0, 0, 0, 3, 3, 3], "vertices 3 and 5 .*label 3.* no path"),
        ([4, 4, 4, 4, 4, 4], "vertices 0 and 3 .*label 4.* no path"),
        ([10**9] * 6, "vertices 0 and 3 .*label 1000000000.* no path"),
        ([0, 0, 0, -1, -1, 5], "vertex 3 .*label -1"),
    ],
)
def test_wrong_labels_in_an_array(labels, message):
    verdict = verify_components(GRAPH, labels)
    assert not verdict
    assert re.match(message, verdict.message)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (_result([0, 0, 2, 3, 3, 5]), "edge 1 .*vertex 1 .*0.*vertex 2 .*2"),
        (_result([0, 0, 0, 3, 3, 3]), "vertices 3 and 5 .*root 3.* no path"),
        (_result([0, 0, 0, 4, 4, 5]), "vertex 3 .*root 4.*vertex 3 "),
        (_result([1, 2, 2, 3, 3, 5]), "vertex 0 .*root 1.* 2"),
        (_result([0, 0, 0, 3, 3, 6], [0] * 6), r"vertex 5 .*root 6.* 0\.\.5"),
        (_result([0, 0, 0, 3, 3, -1], [0] * 6), r"vertex 5 .*root -1.* 0\.\.5"),
        (_result(ROOTS, [0, 0, 0, 2, 2, 1]), "vertex 3 .*label 2.* 1"),
        (_result(ROOTS, [0, 0, 0, 1, 1, 3]), "vertex 5 .*label 3.* 2"),
        (_result(ROOTS, count=4), "count .*4.*3"),
        (_result(ROOTS, [0, 0, 0, 1, 1]), r"labels .*\(5,\)"),
    ],
)
def test_wrong_results(wrong, message):
    verdict = verify_components(GRAPH, wrong)
    assert not verdict
    assert re.match(message, verdict.message)


def test_a_result_of_another_dtype_is_wrong():
    result = Components(
        6,
        FixedArrays(np.array(ROOTS, dtype=np.int64)),
        variant="none",
        backend="none",
        device="none",
        timing=Timing(),
    )
    verdict = verify_components(GRAPH, result)
    assert not verdict
    assert re.match(r"roots has shape \(6,\) and dtype int64", verdict.message)


@given(graph=graphs(), data=st.data())
def test_a_moved_vertex_is_seen_unless_the_partition_stays(graph, data):
    labels = scipy_roots(graph).astype(np.int64)
    if graph.n:
        moved = data.draw(st.integers(0, graph.n - 1))
        labels[moved] = data.draw(st.integers(0, graph.n + 5))
    _, classes, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    _, true_classes = np.unique(scipy_roots(graph), return_inverse=True)
    # Two partitions are equal if no class of one meets two of the other, either way.
    pairs = np.unique(np.stack([classes, true_classes]), axis=1).shape[1]
    same = pairs == sizes.size == np.unique(true_classes).size
    assert bool(verify_components(graph, labels)) == same


@given(graph=graphs(), data=st.data())
def test_a_changed_root_is_always_seen(graph, data):
    roots = scipy_roots(graph)
    if graph.n > 1:
        changed = data.draw(st.integers(0, graph.n - 1))
        labels = labels_from_roots(roots)
        roots = roots.copy()
        roots[changed] = data.draw(
            st.integers(0, graph.n - 1).filter(lambda x: x != roots[changed])
        )
        assert not verify_components(graph, _result(roots, labels))


@given(graph=graphs())
def test_edges_in_pieces(graph):
    # Pieces of n edges, where the default is one piece for all that tests can hold.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(importlib.import_module("clconn.verify.independent"), "SMALLEST_PIECE", 1)
        roots = scipy_roots(graph)
        verdict = verify_components(graph, _result(roots))
    assert verdict, verdict.message


def test_256_parallel_edges_do_not_vanish():
    graph = from_pairs([(0, 1)] * 256, 2)
    assert verify_components(graph, [0, 0])
    assert not verify_components(graph, [0, 1])


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([0, 0, 0, 3, 3], r"shape \(5,\); expected \(6,\)"),
        ([0] * 7, r"shape \(7,\)"),
        ([[0] * 6], r"shape \(1, 6\)"),
        (3, r"shape \(\)"),
        ([0.0] * 6, "dtype float64; expected integers"),
        ([True] * 6, "dtype bool"),
        (["a"] * 6, "expected integers"),
        ([[1], [2, 3]], "not an array"),
        (None, r"shape \(\)"),
    ],
)
def test_what_is_no_labelling_is_refused(labels, message):
    with pytest.raises(GraphError, match=message):
        verify_components(GRAPH, labels)


def test_a_result_of_another_graph_is_refused():
    with pytest.raises(GraphError, match="7 vertices, but this graph has 6"):
        verify_components(GRAPH, _result([0] * 7))
