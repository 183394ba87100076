"""Where the searches begin, and in what order components come."""

from clconn.reference.strong_components.arcs import arcs_of
from clconn.reference.strong_components.two_phase import FORMS, two_phase
from tests.helpers.graphs import from_pairs


def test_the_pivot_has_the_largest_product_of_degrees():
    """Vertex 0 has the most successors, 1 the most predecessors; 4 and 6 have two of each."""
    pairs = [(0, v) for v in range(1, 8)] + [(v, 1) for v in range(2, 8)]
    pairs += [(4, 5), (5, 4), (6, 7), (7, 6), (6, 4)]
    graph = from_pairs(pairs, 8, directed=True)
    # The products: 4 has 3 * 2, 5 has 2 * 2, 6 has 2 * 3, 7 has 2 * 2.
    for form in FORMS:
        first, *others = two_phase(arcs_of(graph), form)
        assert first == [4, 5]
        assert sorted(map(sorted, others)) == [[0], [1], [2], [3], [6, 7]]


def test_all_three_regions_have_components():
    """Before, behind and beside the component of the pivot."""
    rings = [(3 * i + j, 3 * i + (j + 1) % 3) for i in range(4) for j in range(3)]
    # The pivot is 3, which has a loop: ring 0 leads to its ring, which leads to ring 2.
    graph = from_pairs([*rings, (3, 3), (0, 4), (5, 6)], 12, directed=True)
    for form in FORMS:
        first, *others = two_phase(arcs_of(graph), form)
        assert first == [3, 4, 5]
        assert sorted(map(sorted, others)) == [[0, 1, 2], [6, 7, 8], [9, 10, 11]]


def test_a_graph_without_vertices():
    assert list(two_phase(arcs_of(from_pairs([], 0, directed=True)))) == []
