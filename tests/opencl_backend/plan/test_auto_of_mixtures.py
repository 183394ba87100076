"""What ``"auto"`` chooses on a GPU where a part of a graph is a chain, and that it says why."""

from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_of_mixtures as mixtures
from clconn.opencl_backend.plan import auto_of_samples as samples
from clconn.opencl_backend.plan import auto_reasons
from clconn.opencl_backend.plan import auto_variant as choice
from clconn.opencl_backend.plan.auto_by_hooks import AT_HUBS_BESIDE_CHAINS
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import MANY, choose, links_with, placed_graph

SHORT = links_with(long=0.1, slow=0.1, scattered=0.8, slow_entries=2)
LONG = links_with(long=0.5, slow=0.5, scattered=0.4, slow_entries=2)
SMALL = auto_reasons.SMALL_NOT_TO_SAMPLE
LARGE = 2 * samples.VERTICES_TO_FIND_ROOTS


def _chosen(placed):
    chosen = choose(placed)
    is_flat = chosen.variant in (mixtures.BESIDE_CHAINS, mixtures.SAMPLED_BESIDE_CHAINS)
    assert bool(chosen.options.get("flatten_links")) is is_flat
    assert ("flattened in steps that double" in chosen.reason) is is_flat
    return chosen.variant, chosen.options.get("initialization")


SAMPLED = mixtures.SAMPLED_BESIDE_CHAINS, None
MET = mixtures.BESIDE_CHAINS, "first-smaller"
AVOIDED = ids.IN_CHAINS, "self"


def test_paths_are_united_by_walks_that_meet():
    few, more = (
        mixtures.DEGREE_TO_SAMPLE_BESIDE_CHAINS,
        mixtures.DEGREE_TO_SAMPLE_BESIDE_LONG_CHAINS,
    )
    for degree, links, expected in (
        (few, SHORT, SAMPLED), (few - 0.1, SHORT, MET), (more, LONG, SAMPLED),
        (more - 0.1, LONG, MET), (more - 0.1, LONG._replace(slow=0.25), MET),
        (few, SHORT._replace(slow=mixtures.DESCENTS_OF_MIXTURES), SAMPLED),
        (few, LONG._replace(within=0.8, scattered=mixtures.SCATTERED_BESIDE_CHAINS), MET),
    ):  # fmt: skip
        for n in (1000, MANY, mixtures.VERTICES_TO_AVOID_LONG_CHAINS - 1):
            assert _chosen(placed_graph(degree, n=n, links=links)) == expected
            assert _chosen(placed_graph(degree, n=n, links=links, small=SMALL)) == MET
    hubs = {"at_hubs": mixtures.AT_HUBS_TO_SAMPLE_BESIDE_CHAINS}
    fewest = mixtures.DEGREE_TO_SAMPLE_AT_HUBS_BESIDE_CHAINS
    for degree, links, expected in (
        (fewest, LONG._replace(**hubs), SAMPLED), (fewest - 0.1, LONG._replace(**hubs), MET),
        (fewest, LONG._replace(at_hubs=hubs["at_hubs"] - 0.01), MET),
        (few - 0.1, SHORT._replace(**hubs), MET),
    ):  # fmt: skip
        assert _chosen(placed_graph(degree, links=links)) == expected
    reason = choose(placed_graph(6, links=SHORT)).reason
    assert "from 10 % of the vertices the ids go down a long thin structure" in reason
    assert "80 % are far away" in reason


def test_trees_along_a_chain_are_joined_in_blocks():
    chain = links_with(
        long=mixtures.LONG_OF_WHOLE_CHAINS, slow=ids.DESCENTS_TO_SHUFFLE,
        scattered=mixtures.SCATTERED_BESIDE_CHAINS, within=ids.WITHIN_TO_JOIN_BLOCKS,
    )  # fmt: skip
    n, tree = ids.VERTICES_OF_MANY_BLOCKS, ids.DEGREE_OF_TREES
    for links, size, degree, joins in (
        (chain, n, tree - 0.1, True), (chain, 1000, 1, True), (chain, n, tree, False),
        (chain, n + 1, 2, False), (chain._replace(long=chain.long - 0.01), n, 2, False),
        (chain._replace(slow=chain.slow - 0.01), n, 2, False),
        (chain._replace(within=chain.within - 0.01), n, 2, False),
        (chain._replace(at_hubs=1), n, 2, True),
    ):  # fmt: skip
        with case(links=links, n=size, degree=degree):
            chosen = choose(placed_graph(degree, n=size, links=links))
            assert (chosen.options.get("initialization") == "blocks") is joins


def test_small_graphs_in_blocks_are_joined_so():
    links = links_with(
        slow=ids.DESCENTS_TO_SHUFFLE, scattered=mixtures.SCATTERED_BESIDE_CHAINS,
        within=mixtures.WITHIN_OF_SMALL_CHAINS,
    )  # fmt: skip
    n, most = mixtures.VERTICES_OF_SMALL_CHAINS, ids.DEGREE_TO_JOIN_NO_BLOCKS
    hubs = ids.AT_HUBS_TO_JOIN_FEWER_BLOCKS
    for degree, size, other, joins in (
        (4, n, links, True), (most - 0.1, 1000, links, True), (2, n, links, True),
        (most, n, links, False), (4, n + 1, links, False),
        (4, n, links._replace(within=links.within - 0.01), False),
        (8, n, links._replace(slow=links.slow - 0.01), False),
        (4, n, links._replace(at_hubs=hubs), False), (4, n, links._replace(at_hubs=0.04), True),
    ):  # fmt: skip
        with case(degree=degree, n=size, links=other):
            chosen = choose(placed_graph(degree, n=size, links=other, coverage=0.0))
            in_blocks = chosen.options.get("initialization") == "blocks"
            assert (in_blocks and "long thin" not in chosen.reason) is joins
    assert n == choice.VERTICES_OF_ONE_LAUNCH


def test_many_vertices_avoid_long_paths():
    n, many = mixtures.VERTICES_TO_AVOID_LONG_CHAINS, mixtures.DEGREE_TO_SAMPLE_ALL_THE_SAME
    for degree, links, expected in (
        (many - 0.1, LONG, AVOIDED), (3, LONG, AVOIDED), (2.9, LONG, MET), (many, LONG, SAMPLED),
        (many - 0.1, SHORT, SAMPLED), (2, SHORT, MET),
    ):  # fmt: skip
        assert _chosen(placed_graph(degree, n=n, links=links)) == expected


def test_hubs_of_very_many_vertices_are_sampled_beside_any_chain():
    n, least = mixtures.VERTICES_TO_SAMPLE_AT_HUBS, mixtures.DEGREE_TO_SAMPLE_AT_HUBS_BESIDE_CHAINS
    share = mixtures.AT_HUBS_TO_SAMPLE_BESIDE_CHAINS
    short, long = SHORT._replace(at_hubs=share), LONG._replace(at_hubs=share)
    for links in (short, long, short._replace(slow_entries=4), long._replace(slow_entries=4)):
        with case(links=links):
            assert _chosen(placed_graph(least, n=n, links=links)) == SAMPLED
            for size, degree, others in (
                (n - 1, 2.9, links._replace(slow=0.1)), (n, least - 0.1, links),
                (n, 2.9, links._replace(at_hubs=share - 0.01)),
            ):  # fmt: skip
                assert _chosen(placed_graph(degree, n=size, links=others)) != SAMPLED
            few = placed_graph(least, n=n, links=links, small=SMALL)
            assert _chosen(few) != SAMPLED
    unsorted = placed_graph(
        least, n=n, links=SHORT._replace(at_hubs=AT_HUBS_BESIDE_CHAINS), is_sorted=False
    )
    assert _chosen(unsorted) == SAMPLED


def test_fewer_hubs_of_unsorted_rows_ask_for_a_sample():
    hubs = LONG._replace(at_hubs=AT_HUBS_BESIDE_CHAINS)
    least = mixtures.DEGREE_TO_SAMPLE_AT_HUBS_BESIDE_CHAINS
    fewer = hubs._replace(at_hubs=AT_HUBS_BESIDE_CHAINS - 0.01)
    for links, degree, is_sorted, expected in (
        (hubs, least, False, SAMPLED), (hubs, least, True, MET), (fewer, least, False, MET),
        (hubs, least - 0.1, False, MET),
    ):  # fmt: skip
        assert _chosen(placed_graph(degree, links=links, is_sorted=is_sorted)) == expected


def test_folded_chains_at_hubs_begin_with_first_links():
    folded = links_with(
        long=mixtures.LONG_AT_HUBS_OF_FOLDED_CHAINS, scattered=auto_reasons.SCATTERED_TO_MEET,
        at_hubs=mixtures.AT_HUBS_OF_FOLDED_CHAINS,
    )  # fmt: skip
    for links, sharing in (
        (folded, "vertex"), (folded._replace(long=folded.long - 0.01), "coalesced"),
        (folded._replace(at_hubs=folded.at_hubs - 0.001), "coalesced"),
    ):  # fmt: skip
        with case(links=links):
            chosen = choose(placed_graph(4, n=MANY, links=links))
            assert chosen.variant == mixtures.SAMPLED_BESIDE_FOLDED_CHAINS
            assert chosen.options["sharing"] == sharing
    unsorted = placed_graph(4, n=MANY, links=folded, is_sorted=False)
    assert _chosen(unsorted) == SAMPLED
    assert "turn back" in choose(unsorted).reason
    assert "finds shorten" not in choose(unsorted).reason


def test_chains_whose_ids_turn_back_are_sampled_with_finds():
    folded = links_with(
        long=mixtures.LONG_OF_FOLDED_CHAINS, scattered=auto_reasons.SCATTERED_TO_MEET
    )
    coalesced = mixtures.VERTICES_TO_COALESCE_FINDS
    least, beyond = mixtures.DEGREE_TO_FIND_FOLDED_CHAINS, mixtures.DEGREE_TO_FIND_NO_FOLDED_CHAINS
    for n, sharing in ((coalesced - 1, "vertex"), (coalesced, "coalesced"), (1 << 22, "coalesced")):
        for degree in (least, beyond - 0.1):
            for is_sorted in (True, False):
                placed = placed_graph(degree, n=n, links=folded, is_sorted=is_sorted)
                chosen = choose(placed)
                assert chosen.variant == mixtures.SAMPLED_BESIDE_FOLDED_CHAINS
                assert chosen.options["sharing"] == sharing
                assert ("sharing=coalesced" in chosen.reason) == (sharing == "coalesced")
                assert "from 5 % first links make chains" in chosen.reason
    whole = mixtures.PAIRED_OF_WHOLE_FOLDS
    for links, degree, more in (
        (folded, least - 0.1, {}), (folded, beyond, {}),
        (folded, 4, {"small": SMALL}), (folded._replace(paired=whole), 4, {}),
        (folded._replace(long=mixtures.LONG_OF_FOLDED_CHAINS - 0.001), 4, {}),
        (folded._replace(long=ids.LONG_TO_LINK_FAR), 4, {}),
        (folded._replace(scattered=auto_reasons.SCATTERED_TO_MEET - 0.01), 4, {}),
    ):  # fmt: skip
        with case(links=links, degree=degree, **more):
            chosen = choose(placed_graph(degree, n=coalesced, links=links, **more))
            assert chosen.options.get("sharing") != "coalesced"
            assert "turn back" not in chosen.reason


def test_other_graphs_are_no_mixtures():
    shorter = SHORT._replace(slow=mixtures.DESCENTS_OF_MIXTURES - 0.001)
    assert choose(placed_graph(9, n=LARGE, links=shorter, coverage=0.0)).variant == samples.SAMPLED
    fewer = SHORT._replace(scattered=mixtures.SCATTERED_BESIDE_SHORT_CHAINS - 0.01)
    for links in (fewer, SHORT._replace(long=ids.LONG_TO_LINK_FAR)):
        chosen = choose(placed_graph(6, links=links))
        assert (chosen.variant, chosen.options["flatten_links"]) == (samples.INTERLEAVED, True)
        assert "long thin structure" not in chosen.reason
    near = LONG._replace(scattered=mixtures.SCATTERED_BESIDE_CHAINS - 0.01)
    assert choose(placed_graph(4, n=MANY, links=near)).variant == ids.IN_CHAINS


def test_bands_are_flattened_or_skipped_or_sampled_with_finds():
    band = LONG._replace(slow_entries=mixtures.SLOW_ENTRIES_OF_BANDS)
    short = SHORT._replace(slow_entries=mixtures.SLOW_ENTRIES_OF_BANDS)
    skipped, found = (ids.SKIPPING_DOWN, "self"), (mixtures.SAMPLED_BESIDE_BANDS, None)
    large, dense = mixtures.VERTICES_TO_SKIP_BANDS, ids.DEGREE_OF_LONG_ROWS
    for links, degree, n, expected in (
        (band, 6, 1000, SAMPLED), (band, dense, 1000, SAMPLED), (short, dense, large - 1, SAMPLED),
        (short, 6, large - 1, SAMPLED), (band, 4, large - 1, MET), (short, 2, 1000, MET),
        (band, 6, large, skipped), (short, 6, large, skipped), (band, dense - 0.1, LARGE, skipped),
        (band, dense, large, SAMPLED), (short, dense, large, found), (short, dense, LARGE, found),
    ):  # fmt: skip
        assert _chosen(placed_graph(degree, n=n, links=links)) == expected
    sampled = choose(placed_graph(dense, n=large, links=short))
    assert "finds shorten the chain" in sampled.reason
    assert _chosen(placed_graph(dense, n=large, links=short, small=SMALL)) == MET
    thinner = band._replace(slow_entries=band.slow_entries - 0.1)
    assert _chosen(placed_graph(6, n=1000, links=thinner)) == SAMPLED


def test_small_components_are_looked_for_only_where_a_sample_depends_on_it():
    n, band = mixtures.VERTICES_TO_AVOID_LONG_CHAINS, mixtures.SLOW_ENTRIES_OF_BANDS
    for links in (LONG, LONG._replace(slow_entries=band)):
        placed = placed_graph(4, n=n, links=links)
        del placed.small_components
        assert choose(placed).options["initialization"] == "self"


def test_the_bounds_are_those_of_other_choices():
    assert auto_reasons.SCATTERED_TO_MEET == mixtures.SCATTERED_BESIDE_SHORT_CHAINS
    assert choice.DEGREE_TO_SAMPLE_SCATTERED == mixtures.DEGREE_TO_SAMPLE_BESIDE_CHAINS
    assert choice.MEETING == mixtures.BESIDE_CHAINS
    assert samples.INTERLEAVED == mixtures.SAMPLED_BESIDE_CHAINS
    assert mixtures.DESCENTS_OF_MIXTURES < ids.DESCENTS_TO_SHUFFLE
