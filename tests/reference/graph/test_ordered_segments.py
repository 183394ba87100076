"""Ids that are cut where all arcs lead across in one direction."""

from hypothesis import given

from clconn.reference.graph.ordered_segments import SHORT, look_at_segments, ordered_segments
from clconn.reference.strong_components.arcs import arcs_of
from clconn.reference.strong_components.tarjan import tarjan
from tests.helpers.directed_graphs import directed_graphs


@given(graph=directed_graphs())
def test_what_is_cut_is_crossed_one_way_and_parts_no_component(graph):
    arcs = arcs_of(graph)
    segments = ordered_segments(arcs.successors)
    assert [v for segment in segments for v in segment] == list(range(graph.n))
    begins = {segment.start for segment in segments}
    pairs = [(v, w) for v, others in enumerate(arcs.successors) for w in others]
    rare = [(v, w) for v, w in pairs if w < v]
    if 2 * len(rare) > sum(v != w for v, w in pairs):
        rare = [(v, w) for v, w in pairs if w > v]
    for cut in range(graph.n):
        is_crossed = any(min(arc) < cut <= max(arc) for arc in rare)
        assert (cut in begins) is not is_crossed
    number = {v: i for i, segment in enumerate(segments) for v in segment}
    assert all(len({number[v] for v in component}) == 1 for component in tarjan(arcs))


def test_without_vertices_without_arcs_and_loops():
    assert ordered_segments([]) == []
    assert look_at_segments([]) == look_at_segments([[1], []]) == (1, 0)
    assert ordered_segments([[], [1]]) == [range(1), range(1, 2)]


def test_a_dag_in_order_is_cut_everywhere_whichever_way_it_goes():
    assert len(ordered_segments([[1, 3], [2, 3], [3], []])) == 4
    assert len(ordered_segments([[], [0], [0, 1], [2, 0]])) == 4
    # One arc back covers what is between its ends.
    assert ordered_segments([[1], [2], [3], [1, 4], []]) == [range(1), range(1, 4), range(4, 5)]


def test_short_segments():
    for length, share in ((SHORT, 1), (SHORT + 1, 0)):
        cycles = [v + 1 if (v + 1) % length else v + 1 - length for v in range(16 * length)]
        short, largest = look_at_segments([[v] for v in cycles])
        assert short == share
        assert 1 / 16 <= largest < 1 / 15


def test_vertices_on_no_cycle_do_not_count():
    cycle = [[(v + 1) % (2 * SHORT)] for v in range(2 * SHORT)]
    isolated, sinks = [[] for _ in range(9000)], [[0], *([] for _ in range(9000))]
    assert look_at_segments([*cycle, *isolated]) == (0, 1)
    assert look_at_segments([*cycle, *sinks]) == (0, 1)
