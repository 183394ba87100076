"""What ``"auto"`` chooses on a GPU where all vertices are at hubs, and that it says why."""

from clconn.opencl_backend.plan import auto_at_hubs as rules
from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_of_samples as samples
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import MANY, choose, links_with, placed_graph


def test_hubs_that_hooks_join_are_hooked_in_a_graph_of_any_size():
    hubs = links_with(at_hubs=rules.ALL_AT_HUBS, scattered=1)
    fewer = hubs._replace(at_hubs=rules.ALL_AT_HUBS - 0.01)
    covered, large = rules.COVERAGE_AT_HUBS, samples.VERTICES_OF_LARGE_SAMPLES
    for degree, n, links, coverage, hooks in (
        (ids.DEGREE_OF_TREES, 1000, hubs, covered, True), (50, MANY, hubs, covered, True),
        (ids.DEGREE_OF_TREES, 1000, hubs, covered - 0.01, False), (50, large, hubs, covered, True),
        # Nobody looks.
        (ids.DEGREE_OF_TREES - 0.1, 1000, hubs, None, False), (9, 1000, fewer, None, False),
    ):  # fmt: skip
        with case(degree=degree, n=n, links=links, coverage=coverage):
            chosen = choose(placed_graph(degree, n=n, links=links, coverage=coverage))
            assert (chosen.variant == samples.HOOKED) is hooks
            assert ("joins 98 % of the vertices, 98 % or more" in chosen.reason) is hooks


def test_blocks_are_joined_where_hubs_come_first():
    hubs = links_with(at_hubs=rules.ALL_AT_HUBS, within=rules.WITHIN_TO_JOIN_BLOCKS_AT_HUBS)
    few, most = ids.DEGREE_TO_JOIN_MORE_BLOCKS, ids.DEGREE_TO_JOIN_FEWER_BLOCKS
    for links, n, degree, joins in (
        (hubs, MANY, few, True), (hubs, rules.FEWEST_VERTICES_AT_FIRST_HUBS, most - 0.1, True),
        (hubs, rules.FEWEST_VERTICES_AT_FIRST_HUBS - 1, few, False), (hubs, MANY, few - 0.1, False),
        (hubs, MANY, most, False), (hubs, rules.MOST_VERTICES_AT_FIRST_HUBS, few, False),
        (hubs._replace(long=ids.LONG_TO_LINK_FAR), MANY, few, False),
        (hubs._replace(at_hubs=hubs.at_hubs - 0.01), MANY, few, False),
        (hubs._replace(within=hubs.within - 0.01), MANY, few, False),
    ):  # fmt: skip
        with case(links=links, n=n, degree=degree):
            chosen = choose(placed_graph(degree, n=n, links=links, coverage=0.0))
            assert (chosen.options.get("initialization") == "blocks") is joins
    covered = choose(placed_graph(few, n=MANY, links=hubs, coverage=1.0))
    assert covered.variant == samples.HOOKED


def test_what_hooks_have_not_is_no_option_of_theirs():
    hubs = links_with(at_hubs=1, scattered=1)
    placed = placed_graph(9, links=hubs, coverage=1.0)
    for options, is_hooked in (({}, True), ({"edges": 3}, True), ({"k": 3}, False)):
        assert (choose(placed, options).variant == samples.HOOKED) is is_hooked
