"""The cut of a graph into pieces, and the forest of their forests."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError
from clconn.graph_pieces import RowPieces, pieces_of
from clconn.reference.pieces.unite_pieces import forest_of_pieces
from clconn.user_rows import user_rows
from tests.helpers.graphs import hand_made
from tests.helpers.strategies import graphs


@given(graph=graphs(), most=st.integers(8, 200))
def test_pieces_cover_all_entries_and_offsets(graph, most):
    pieces = pieces_of(graph, most)
    begin = row = 0
    for number in range(len(pieces)):
        piece = pieces[number]
        assert piece.first == begin
        begin += piece.count
        if pieces.has_rows:
            offsets, neighbors = pieces.arrays(piece)
            assert piece.first_row <= row
            row = piece.first_row + piece.row_count
            assert offsets.size == piece.row_count + 1 >= 2
            assert piece.count == 0 or offsets[0] <= piece.first
            assert offsets[-1] >= piece.first + piece.count
            items = neighbors.size + max(0, offsets.size - 3) * (offsets.dtype.itemsize // 4)
            assert 4 * items <= most + 8
        else:
            assert 8 * piece.count <= most
            row = graph.n
    assert begin == graph.edge_count
    assert row == graph.n or not len(pieces)


@given(
    graph=graphs(), most=st.sampled_from([8, 40, 1000]), devices=st.integers(1, 3), data=st.data()
)
def test_a_forest_of_forests(graph, most, devices, data):
    numbers = data.draw(st.permutations(range(len(pieces_of(graph, most)))))
    edge_ids = forest_of_pieces(graph, most, [numbers[place::devices] for place in range(devices)])
    forest = clconn.spanning_forest(graph, backend="scipy")
    assert edge_ids.size == forest.edge_ids.size
    union = clconn.Graph.from_edges(*(end[edge_ids] for end in graph.edges()), graph.n)
    np.testing.assert_array_equal(
        clconn.connected_components(union, backend="scipy").roots, forest.roots
    )


def test_a_hub_is_in_many_pieces():
    graph = clconn.Graph.from_csr(*_rows(hand_made("star-from-first")))
    pieces = pieces_of(graph, 40)
    with_hub = [number for number in range(len(pieces)) if pieces[number].first_row == 0]
    assert len(with_hub) > 8


def _rows(graph):
    rows = graph.adjacency()
    return rows.offsets, rows.neighbors


@given(
    inner=st.lists(st.integers(-50, 90), min_size=1, max_size=12), most=st.sampled_from([8, 16, 64])
)
def test_wrong_offsets_are_seen_or_cut_within_the_arrays(inner, most):
    """What the cut does not see is in a pair of neighboring offsets that a piece has."""
    offsets = np.array([0, *inner, 40])
    rows = user_rows(offsets, np.zeros(40, dtype=np.int32))
    falls = set(np.flatnonzero(np.diff(offsets) < 0).tolist())
    pieces = RowPieces(rows, most)
    seen: set[int] = set()
    for number in range(len(pieces)):
        try:
            piece = pieces[number]
        except GraphError:
            assert falls
            return
        own, neighbors = pieces.arrays(piece)
        assert neighbors.size == piece.count
        assert own.size == piece.row_count + 1
        seen |= {piece.first_row + place for place in np.flatnonzero(np.diff(own) < 0).tolist()}
    assert seen == falls


def test_faults_that_are_gone_are_told():
    graph = hand_made("both-triangles")
    with pytest.raises(GraphError, match="have changed while they were read"):
        pieces_of(graph, 64).check()
    with pytest.raises(GraphError, match="the arrays have changed since the graph was made"):
        pieces_of(hand_made("path"), 64).check()
