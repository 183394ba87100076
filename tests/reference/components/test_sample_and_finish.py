"""GConn's Algorithm 1: the finish phase sees what the sample left, and no more."""

from types import SimpleNamespace

import numpy as np
import pytest

from clconn.reference.components.finishes import FinishWithUnion
from clconn.reference.components.sample_and_finish import connected_components_sampled
from clconn.reference.union_find.find import split
from clconn.reference.union_find.sampling import k_out_sampling
from clconn.reference.union_find.union_rule import Unite
from clconn.reference.union_find.union_rules import asynchronous
from tests.helpers.graphs import hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.unions import UNITES


def _first_entries(k, finish):
    def sample(parents, offsets, neighbors):
        k_out_sampling(parents, offsets, neighbors, k, finish.union, finish.find)
        return k

    return sample


def _finished_vertices(graph, k, gathering):
    """The vertices that unite edges after the sample, and the roots."""
    begun = []

    def begin(parents, v, find):
        begun.append(v)
        return v

    finish = FinishWithUnion(Unite(begin, asynchronous), split)
    roots = connected_components_sampled(
        graph, _first_entries(k, finish), finish, vertex_gathering=gathering
    )
    # The sample begins each vertex once, in order.
    assert begun[: graph.n] == list(range(graph.n))
    return begun[graph.n :], roots


def test_the_giant_component_is_left_out():
    graph = hand_made("random-one-giant")
    finished, roots = _finished_vertices(graph, 2, True)
    assert 0 < len(finished) < graph.n // 2
    np.testing.assert_array_equal(roots, scipy_roots(graph))


def test_a_bridge_that_no_sample_sees_is_found():
    graph = hand_made("interleaved-cliques-and-a-bridge")
    for gathering in (True, False):
        finished, roots = _finished_vertices(graph, 2, gathering)
        assert 39 in finished
        assert not roots.any()


@pytest.mark.parametrize("gathering", [True, False])
@pytest.mark.parametrize("name", ["random-one-giant", "random-many-components", "heavy-tailed"])
def test_all_that_is_left_out_is_one_component(name, gathering):
    graph = hand_made(name)
    finished, roots = _finished_vertices(graph, 1, gathering)
    left_out = np.setdiff1d(np.arange(graph.n), finished)
    assert left_out.size > 0
    assert np.unique(roots[left_out]).size == 1
    np.testing.assert_array_equal(roots, scipy_roots(graph))


@pytest.mark.parametrize("gathering", [True, False])
def test_edges_at_one_end_are_found_unless_settled_vertices_are_skipped(gathering):
    """A path of ten, whose first vertex alone has the rows of twenty leaves."""
    path = np.arange(9)
    smaller, larger = np.append(path, [0] * 20), np.append(path + 1, np.arange(10, 30))
    order = np.lexsort((larger, smaller))
    offsets = np.append(0, np.cumsum(np.bincount(smaller, minlength=30)))
    rows = SimpleNamespace(offsets=offsets, neighbors=larger[order])
    graph = SimpleNamespace(n=30, adjacency=lambda: rows)
    for skips, components in ((False, 1), (True, 20)):
        finish = FinishWithUnion(Unite(lambda parents, v, find: v, asynchronous), split)
        roots = connected_components_sampled(
            graph, _first_entries(2, finish), finish, vertex_gathering=gathering,
            skip_settled=skips,
        )  # fmt: skip
        assert np.unique(roots).size == components


@pytest.mark.parametrize("union", UNITES.values(), ids=UNITES)
def test_no_vertices(union):
    finish = FinishWithUnion(union, split)
    roots = connected_components_sampled(
        hand_made("empty"), _first_entries(2, finish), finish, vertex_gathering=True
    )
    assert roots.shape == (0,)
    assert roots.dtype == np.int32
