"""What ``"auto"`` chooses on a GPU for scattered edges that may be stored at one end only."""

from clconn.opencl_backend.plan import auto_at_one_end as ends
from clconn.opencl_backend.plan import auto_by_hooks as hooks
from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_of_samples as samples
from clconn.opencl_backend.plan import auto_variant as choice
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import MANY, choose, links_with, placed_graph

MOST = {"scattered": ends.SCATTERED_AT_ONE_END, "at_hubs": 1}


def test_they_meet_at_hubs_too():
    for links, n, meets in (
        (MOST, MANY, True), ({**MOST, "scattered": MOST["scattered"] - 0.01}, MANY, False),
        ({**MOST, "within": ends.WITHIN_AT_ONE_END}, MANY, False),
        ({**MOST, "within": ends.WITHIN_AT_ONE_END - 0.01}, 1000, True),
        (MOST, 10 * choice.VERTICES_TO_BEGIN_ALONE, True),
        ({**MOST, "long": ids.LONG_TO_LINK_FAR}, MANY, False),
    ):  # fmt: skip
        with case(links=links, n=n):
            shares = links_with(**links)
            chosen = choose(placed_graph(8, n=n, links=shares, symmetric=False))
            assert (chosen.variant == ends.MEETING_AT_ONE_END) is meets
            assert ("walks from both ends soon meet" in chosen.reason) is meets
            assert "one end only" in chosen.reason
            assert not chosen.options["flatten_links"]
            both = choose(placed_graph(8, n=n, links=shares, coverage=0.0))
            assert both.variant.startswith("kout")
            unsorted = choose(placed_graph(8, links=shares, symmetric=False, is_sorted=False))
            assert "one end only" in unsorted.reason
            assert unsorted.options["flatten_links"]


def test_pairs_of_few_neighbors_are_joined_in_blocks():
    few = samples.DEGREE_TO_SAMPLE / 2
    paired = links_with(**MOST, paired=hooks.PAIRED_TO_FIND)
    for degree, links, joins in (
        (few - 0.1, paired, True), (few, paired, False), (0.1, paired, True),
        (few - 0.1, paired._replace(paired=hooks.PAIRED_TO_FIND - 0.01), False),
    ):  # fmt: skip
        with case(degree=degree, links=links):
            chosen = choose(placed_graph(degree, n=MANY, links=links, symmetric=False))
            assert (chosen.variant == ids.JOINING) is joins
            assert (chosen.options["initialization"] == "blocks") is joins
            assert ("near each other" in chosen.reason) is joins
