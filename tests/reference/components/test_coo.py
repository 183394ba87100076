"""Edges in coordinate form: as they are, and in relabeled pieces."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clconn.reference.components.coo import (
    EDGES_OF_BLOCK,
    MOST_PIECES,
    connected_components_coo,
    in_block_order,
    piece_size,
    relabel_rows,
)
from clconn.reference.components.finishes import Finish, FinishWithUnion
from clconn.reference.graph.edge_arrays import edges_of_rows
from clconn.reference.union_find.find import naive, split
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.strategies import graphs
from tests.helpers.unions import UNITES


class Watched(Finish):
    """Takes notes of what it is given."""

    def __init__(self):
        super().__init__(UNITES["async"], split)
        self.given = []
        self._finish = FinishWithUnion(self.union, self.find)

    def unite(self, parents, rows):
        rows = list(rows)
        self.given.append((list(parents), rows))
        self._finish.unite(parents, rows)

    def end(self, parents):
        self._finish.end(parents)


@given(graph=graphs())
def test_each_edge_is_given_once(graph):
    sources, targets, _, _ = graph.undirected_edges()
    finish = Watched()
    np.testing.assert_array_equal(
        connected_components_coo(graph, finish, relabel=False), scipy_roots(graph)
    )
    [(_, rows)] = finish.given
    given = sorted(tuple(sorted((v, u))) for v, [(u, _)] in rows)
    edges = zip(sources.tolist(), targets.tolist(), strict=True)
    assert given == sorted(tuple(sorted(edge)) for edge in edges)


@given(graph=graphs())
def test_pieces_are_small_and_relabeled(graph):
    sources, targets, _, _ = graph.undirected_edges()
    finish = Watched()
    np.testing.assert_array_equal(
        connected_components_coo(graph, finish, relabel=True), scipy_roots(graph)
    )
    size = piece_size(graph.n, sources.size)
    assert [len(rows) for _, rows in finish.given] == [
        min(size, sources.size - begin) for begin in range(0, sources.size, size)
    ]
    begin = 0
    for parents, rows in finish.given:
        for place, (v, [(u, edge)]) in enumerate(rows, begin):
            assert (v, u, edge) == (parents[sources[place]], parents[targets[place]], place)
        begin += len(rows)


@pytest.mark.parametrize(
    ("n", "count", "size"),
    [(10, 100, 5), (11, 100, 6), (1, 0, 1), (0, 0, 1), (2, 1000 * MOST_PIECES, 1000)],
)
def test_the_size_of_a_piece(n, count, size):
    assert piece_size(n, count) == size


def test_the_vertices_of_rows_are_relabeled_and_their_edges_stay():
    rows = [(2, [(3, 7)]), (1, [(0, 8), (2, 9)])]
    assert relabel_rows([0, 0, 1, 3], rows) == [(1, [(3, 7)]), (0, [(0, 8), (1, 9)])]


@for_each("name", HAND_MADE)
def test_the_edges_of_rows_are_the_undirected_ones(name):
    rows = hand_made(name).adjacency()
    for symmetric in (True, False):
        sources, targets = edges_of_rows(rows.offsets, rows.neighbors, symmetric=symmetric)
        assert sources.dtype == targets.dtype == np.int32
        if symmetric:
            assert (sources <= targets).all()
        else:
            assert targets is rows.neighbors
        order = np.diff(sources) >= 0
        assert order.all()


@pytest.mark.parametrize("relabel", [False, True])
@given(graph=graphs(), find=st.sampled_from([naive, split]))
def test_drawn_graphs(relabel, graph, find):
    finish = FinishWithUnion(UNITES["ecl"], find)
    np.testing.assert_array_equal(
        connected_components_coo(graph, finish, relabel=relabel), scipy_roots(graph)
    )


@given(count=st.integers(0, 5 * EDGES_OF_BLOCK + 3), seed=st.integers(0, 3))
def test_blocks_stay_together_in_any_order(count, seed):
    edges = [(v, [(v + 1, v)]) for v in range(count)]
    made = in_block_order(edges, seed)
    assert sorted(made) == edges
    blocks = {v // EDGES_OF_BLOCK for v, _ in made}
    changes = sum(
        one // EDGES_OF_BLOCK != other // EDGES_OF_BLOCK or other != one + 1
        for (one, _), (other, _) in pairwise(made)
    )
    assert changes <= max(len(blocks) - 1, 0)


@given(graph=graphs())
def test_blocks_join_what_edges_as_they_come_join(graph):
    given = []
    for in_blocks in (False, True):
        finish = Watched()
        roots = connected_components_coo(graph, finish, in_blocks=in_blocks)
        np.testing.assert_array_equal(roots, scipy_roots(graph))
        given.append(sorted(finish.given[0][1]))
    assert given[0] == given[1]
