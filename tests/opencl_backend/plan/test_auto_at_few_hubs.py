"""What ``"auto"`` chooses on a GPU where a few percent of the vertices are at hubs."""

from clconn.opencl_backend.plan import auto_at_few_hubs as rules
from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_of_samples as samples
from clconn.opencl_backend.plan import auto_variant as choice
from clconn.opencl_backend.plan.auto_by_hooks import FLAT_SAMPLE
from clconn.opencl_backend.plan.auto_reasons import SCATTERED_TO_MEET, SMALL_NOT_TO_SAMPLE
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
        (FLOW._replace(at_hubs=rules.AT_HUBS_OF_NO_CONTROL_FLOW - 0.001), 2.5, 9, True),
        (FLOW, fewest - 0.1, 1000, False), (FLOW, ids.DEGREE_OF_ROADS, 1000, False),
        (FLOW._replace(at_hubs=FLOW.at_hubs - 0.001), 2.5, 9, False),
        (FLOW._replace(at_hubs=rules.AT_HUBS_OF_NO_CONTROL_FLOW), 2.5, 9, False),
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
        (SHUFFLED._replace(long=ids.LONG_TO_LINK_FAR), 2.5, MANY, False),
        (SHUFFLED._replace(at_hubs=rules.AT_MORE_HUBS), 2.5, MANY, False),
        (SHUFFLED, samples.DEGREE_TO_SAMPLE, MANY, False),
        (SHUFFLED._replace(at_hubs=SHUFFLED.at_hubs - 0.001), 2.5, MANY, False),
    ):  # fmt: skip
        with case(links=links, degree=degree, n=n):
            chosen = choose(placed_graph(degree, n=n, links=links))
            assert (chosen.variant == samples.INTERLEAVED) >= is_sampled
            assert ("which are few" in chosen.reason) is is_sampled
    small = choose(placed_graph(2.5, n=MANY, links=SHUFFLED, small=SMALL_NOT_TO_SAMPLE))
    assert "which are few" not in small.reason


def test_unsorted_rows_at_few_hubs_are_flattened_first():
    for links, n in ((FLOW, 1000), (FLOW, 1 << 22), (SHUFFLED, 1000), (SHUFFLED, 1 << 22)):
        with case(links=links, n=n):
            chosen = choose(placed_graph(2.5, n=n, links=links, is_sorted=False))
            assert chosen.variant == FLAT_SAMPLE
            assert chosen.options["flatten_links"]
            assert "are at hubs" in chosen.reason


def test_what_samples_have_not_is_no_option_of_theirs():
    far = links_with(within=0, long=1)
    for links, degree, n, is_sorted in (
        (SHUFFLED, 2.5, 1000, True), (far, 4, 1 << 22, True), (far, 4, MANY, True),
        (far, 4, 1 << 22, False), (far, 4, MANY, False),
    ):  # fmt: skip
        with case(links=links, n=n, is_sorted=is_sorted):
            placed = placed_graph(degree, n=n, links=links, is_sorted=is_sorted)
            assert choose(placed).variant.startswith("kout")
            assert choose(placed, {"initialization": "self"}).variant.startswith("csr")


def test_what_leads_to_few_near_ids_is_sampled():
    least, n = choice.DEGREE_TO_SAMPLE_SCATTERED, choice.VERTICES_TO_SAMPLE_CHAINS
    near = links_with(within=choice.WITHIN_TO_SAMPLE_CHAINS - 0.01, long=choice.LONG_TO_FLATTEN)
    chains = near._replace(long=ids.LONG_TO_LINK_FAR)
    fewer = chains._replace(within=ids.WITHIN_TO_JOIN_BLOCKS - 0.01)
    fewest = choice.FEWEST_VERTICES_TO_SAMPLE_CHAINS
    more = chains._replace(within=choice.WITHIN_TO_SAMPLE_CHAINS)
    finding, meeting = (choice.FINDING, False), (samples.INTERLEAVED, False)
    flat = FLAT_SAMPLE, True
    for links, degree, vertices, small, expected in (
        (chains, least, n, 0, finding), (chains, 4.9, 4 * n, 0, finding),
        (near, least, n, 0, meeting), (fewer, least, n - 1, 0, flat), (chains, 4, fewest, 0, flat),
        (chains, 4, fewest - 1, 0, None),
        (more, least, n, 0, None), (near, least, n - 1, 0, None), (chains, 2.9, n, 0, None),
        (near, 2.9, n, 0, None), (chains, least, n, 1, None), (fewer, 2.9, MANY, 0, None),
        (fewer._replace(within=fewer.within + 0.01), 4, MANY, 0, None),
        (fewer._replace(at_hubs=choice.AT_HUBS_TO_LINK_FIRST), 4, MANY, 0, None),
        (fewer._replace(scattered=SCATTERED_TO_MEET), 4, MANY, 0, None),
        (near._replace(long=near.long - 0.01), least, n, 0, None),
        (chains._replace(long=ids.LONG_TO_LINK_FAR - 0.01), least, n, 0, meeting),
        (fewer._replace(long=ids.LONG_TO_LINK_FAR - 0.01), least, n - 1, 0, None),
        (chains._replace(scattered=1, at_hubs=choice.AT_HUBS_TO_LINK_FIRST), 4, n, 0, finding),
    ):  # fmt: skip
        with case(links=links, degree=degree, n=vertices, small=small):
            chosen = choose(placed_graph(degree, n=vertices, links=links, small=small))
            assert ("so that a sample pays" in chosen.reason) is (expected is not None)
            if expected is not None:
                assert (chosen.variant, chosen.options["flatten_links"]) == expected
    for links, vertices in ((chains, n), (near, n), (fewer, MANY)):
        with case(links=links, n=vertices):
            chosen = choose(placed_graph(4, n=vertices, links=links, is_sorted=False))
            assert (chosen.variant, chosen.options["flatten_links"]) == flat
