"""What ``"auto"`` chooses on a GPU where a few percent of the vertices are at hubs."""

from clconn.opencl_backend.plan import auto_at_few_hubs as rules
from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_of_samples as samples
from clconn.opencl_backend.plan import auto_variant as choice
from clconn.opencl_backend.plan.auto_by_hooks import FLAT_SAMPLE
from clconn.opencl_backend.plan.auto_reasons import SCATTERED_TO_MEET
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import MANY, choose, links_with, placed_graph

LEAST, BEYOND = rules.ENTRIES_OF_CONTROL_FLOW
FLOW = links_with(
    long=ids.LONG_TO_LINK_FAR, slow=ids.DESCENTS_TO_SHUFFLE, at_hubs=rules.AT_FEW_HUBS,
    within=0.97, slow_entries=LEAST, consecutive=1,
)  # fmt: skip
SHUFFLED = links_with(scattered=rules.SCATTERED_AT_FEW_HUBS, at_hubs=rules.AT_FEW_HUBS)
MOST_DEGREE = ids.DEGREE_OF_ROADS - 0.1
BELOW_MORE = rules.AT_MORE_HUBS - 0.001


def test_links_go_further_in_control_flow():
    fewest = rules.DEGREE_OF_CONTROL_FLOW
    for links, degree, n, goes_far in (
        (FLOW, fewest, 1000, True), (FLOW, MOST_DEGREE, MANY, True),
        # A lattice of as many vertices would be joined in blocks.
        (FLOW, MOST_DEGREE, 1 << 22, True),
        (FLOW._replace(slow_entries=BEYOND - 0.1), 2.5, 9, True),
        (FLOW._replace(at_hubs=BELOW_MORE), 2.5, 9, True),
        (FLOW, fewest - 0.1, 1000, False), (FLOW, ids.DEGREE_OF_ROADS, 1000, False),
        (FLOW._replace(at_hubs=FLOW.at_hubs - 0.001), 2.5, 9, False),
        (FLOW._replace(at_hubs=rules.AT_MORE_HUBS), 2.5, 9, False),
        (FLOW._replace(slow_entries=LEAST - 0.1), 2.5, 9, False),
        (FLOW._replace(slow_entries=BEYOND), 2.5, 9, False),
        (FLOW._replace(long=FLOW.long - 0.01), 2.5, 9, False),
        (FLOW._replace(slow=FLOW.slow - 0.01), 2.5, 9, False),
        (FLOW._replace(scattered=rules.SCATTERED_OF_NO_CONTROL_FLOW), 2.5, 9, False),
    ):  # fmt: skip
        with case(links=links, degree=degree, n=n):
            chosen = choose(placed_graph(degree, n=n, links=links))
            is_far = chosen.options.get("initialization") == "far-smaller"
            assert (is_far and "which cut these" in chosen.reason) is goes_far
            assert (chosen.variant == ids.SKIPPING_DOWN) >= goes_far


def test_few_hubs_in_no_order_are_sampled():
    least, most = rules.DEGREE_OF_CONTROL_FLOW, samples.DEGREE_TO_SAMPLE - 0.1
    for links, degree, n, is_sampled in (
        (SHUFFLED, least, 1000, True), (SHUFFLED, most, 1 << 22, True),
        (SHUFFLED._replace(at_hubs=BELOW_MORE), 2.5, MANY, True),
        (SHUFFLED, least - 0.1, 1000, False),
        (SHUFFLED._replace(scattered=SHUFFLED.scattered - 0.01), 2.5, MANY, False),
        (SHUFFLED._replace(at_hubs=SHUFFLED.at_hubs - 0.001), 2.5, MANY, False),
    ):  # fmt: skip
        with case(links=links, degree=degree, n=n):
            chosen = choose(placed_graph(degree, n=n, links=links))
            assert (chosen.variant == samples.INTERLEAVED) is is_sampled
            assert ("ids are in no order" in chosen.reason) is is_sampled


def test_what_leads_to_few_near_ids_is_sampled():
    least, n = choice.DEGREE_TO_SAMPLE_SCATTERED, choice.VERTICES_TO_SAMPLE_CHAINS
    near = links_with(within=choice.WITHIN_TO_SAMPLE_CHAINS - 0.01, long=choice.LONG_TO_FLATTEN)
    chains = near._replace(long=ids.LONG_TO_LINK_FAR)
    fewer = chains._replace(within=ids.WITHIN_TO_JOIN_BLOCKS - 0.01)
    more = chains._replace(within=choice.WITHIN_TO_SAMPLE_CHAINS)
    finding, meeting, flat = choice.FINDING, samples.INTERLEAVED, FLAT_SAMPLE
    for links, degree, vertices, small, expected in (
        (chains, least, n, 0, finding), (chains, 4.9, 4 * n, 0, finding),
        (near, least, n, 0, meeting), (fewer, least, n - 1, 0, flat), (chains, 4, 1000, 0, flat),
        (more, least, n, 0, None), (near, least, n - 1, 0, None), (chains, 2.9, n, 0, None),
        (near, 2.9, n, 0, None), (chains, least, n, 1, None), (fewer, 2.9, 1000, 0, None),
        (fewer._replace(within=fewer.within + 0.01), 4, 1000, 0, None),
        (fewer._replace(at_hubs=choice.AT_HUBS_TO_LINK_FIRST), 4, 1000, 0, None),
        (fewer._replace(scattered=SCATTERED_TO_MEET), 4, 1000, 0, None),
        (near._replace(long=near.long - 0.01), least, n, 0, None),
        (chains._replace(scattered=1, at_hubs=choice.AT_HUBS_TO_LINK_FIRST), 4, n, 0, finding),
    ):  # fmt: skip
        with case(links=links, degree=degree, n=vertices, small=small):
            chosen = choose(placed_graph(degree, n=vertices, links=links, small=small))
            assert ("so that a sample pays" in chosen.reason) is (expected is not None)
            if expected is not None:
                is_flat = chosen.options["flatten_links"]
                assert (chosen.variant, is_flat) == (expected, links is fewer or vertices == 1000)
