"""What is joined within blocks of ids, before everything else."""

import pytest
from hypothesis import given

from clconn.reference.union_find.block_trees import unite_blocks
from clconn.reference.union_find.disjoint_sets import connected_components_union_find
from clconn.reference.union_find.edge_map import entries_at
from clconn.reference.union_find.forest_edges import NO_EDGE
from tests.helpers.graphs import from_pairs
from tests.helpers.strategies import graphs


def _rows(graph):
    rows = graph.adjacency()
    places = (range(*rows.offsets[v : v + 2]) for v in range(graph.n))
    return [entries_at(rows.neighbors.tolist(), each) for each in places]


@pytest.mark.parametrize("block", [1, 4, 1024])
@given(graph=graphs())
def test_a_block_is_a_graph_by_itself(block, graph):
    sources = graph.adjacency().sources()
    pairs = zip(sources.tolist(), graph.adjacency().neighbors.tolist(), strict=True)
    inner = [(u, v) for u, v in pairs if u // block == v // block]
    parents = list(range(graph.n))
    edges = {}

    def record(child, edge):
        assert edge != NO_EDGE
        assert edges.setdefault(child, edge) == edge

    unite_blocks(parents, _rows(graph), record, block)
    assert parents == connected_components_union_find(from_pairs(inner, graph.n)).tolist()
    # Each vertex that became a child did so by an edge, once.
    assert sorted(edges) == [v for v, parent in enumerate(parents) if parent != v]
