"""What hooking all vertices covers, and what first neighbors say before."""

from clconn.reference.graph.hook_coverage import SAMPLES, hook_coverage
from clconn.reference.graph.hooked_share import first_neighbors, hooked_share
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, from_pairs, hand_made


def _rows(graph):
    rows = graph.adjacency()
    return rows.offsets.tolist(), rows.neighbors.tolist()


def test_without_vertices():
    assert hooked_share([0], []) == 0
    assert first_neighbors([0], []) == (0, 0, 0)


def test_a_path_in_order_is_one_tree_with_one_root():
    n = 4 * SAMPLES
    rows = _rows(from_pairs([(v, v + 1) for v in range(n - 1)], n))
    assert hooked_share(*rows) == 1
    assert first_neighbors(*rows).roots <= 1 / SAMPLES
    assert first_neighbors(*rows).unlike <= 2 / SAMPLES
    assert first_neighbors(*rows).at_hubs == 0


def test_edges_of_a_root_join_trees():
    # 0 - 2, 1 - 3, 1 - 2: hooks make {0, 2} and {1, 3}, and 1 is a root that unites 2.
    assert hooked_share(*_rows(from_pairs([(0, 2), (1, 2), (1, 3)], 4))) == 1
    # Its third edge is one too many: 0 - 4, 1 - 2, 1 - 3, 1 - 4.
    assert hooked_share(*_rows(from_pairs([(0, 4), (1, 2), (1, 3), (1, 4)], 5))) < 0.7


def test_leaves_of_a_star_are_at_its_hub():
    first = first_neighbors(*_rows(hand_made("star-from-first")))
    assert first.at_hubs == 1
    assert first.roots < 0.05
    last = first_neighbors(*_rows(hand_made("star-from-last")))
    assert last.at_hubs == 1
    assert last.roots > 0.95


@for_each("name", HAND_MADE)
def test_walks_from_a_few_vertices_see_no_more(name):
    assert hook_coverage(*_rows(hand_made(name))) <= hooked_share(*_rows(hand_made(name)))
