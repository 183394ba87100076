"""Where ``"auto"`` flattens hooks or samples on a GPU, and that it says why."""

from clconn.opencl_backend.plan import auto_by_hooks as hooks
from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_of_samples as samples
from clconn.opencl_backend.plan import auto_variant as choice
from clconn.opencl_backend.plan.auto_of_large import WITHIN_OF_BANDS
from clconn.opencl_backend.plan.auto_reasons import SMALL_NOT_TO_SAMPLE, VERTICES_OF_LARGE
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import MANY, SLOW, choose, links_with, placed_graph

DENSE, TREE = ids.DEGREE_OF_LONG_ROWS, ids.DEGREE_OF_TREES
AT_HUBS = ids.AT_HUBS_TO_JOIN_NO_BLOCKS
NO_BAND = SLOW._replace(within=WITHIN_OF_BANDS)
LEAST = links_with(long=1, slow=ids.DESCENTS_TO_SHUFFLE)


def _flattened(placed):
    """The variant if its first links are flattened, and None if they are not."""
    chosen = choose(placed)
    is_flat = bool(chosen.options.get("flatten_links"))
    assert ("flattened in steps that double" in chosen.reason) == is_flat
    return chosen.variant if is_flat else None


def test_chains_of_many_neighbors_are_hooked_or_sampled():
    least = hooks.VERTICES_TO_HOOK
    for n, flattened in (
        (1000, hooks.FLAT_SAMPLE), (MANY, hooks.FLAT_SAMPLE), (least - 1, hooks.FLAT_SAMPLE),
        (least, hooks.FLAT_HOOKS), (hooks.VERTICES_OF_LARGE_RINGS, hooks.FLAT_HOOKS),
    ):  # fmt: skip
        # (With all vertices at hubs and none consecutive it is a structure of a table.)
        for degree, links in (
            (DENSE, LEAST), (100, NO_BAND), (DENSE, NO_BAND._replace(at_hubs=0.9)),
            (DENSE, SLOW._replace(within=1)), (DENSE, LEAST._replace(long=hooks.LONG_TO_HOOK)),
        ):  # fmt: skip
            # (Of millions all is joined in blocks then.)
            joins = n >= VERTICES_OF_LARGE and links.within == 1
            with case(n=n, degree=degree, links=links):
                chosen = _flattened(placed_graph(degree, n=n, links=links))
                assert chosen == (None if joins else flattened)
        with case(n=n):
            in_blocks = LEAST._replace(long=hooks.LONG_TO_HOOK - 0.01)
            assert _flattened(placed_graph(DENSE, n=n, links=in_blocks)) == hooks.FLAT_SAMPLE
            fewer = LEAST._replace(slow=ids.DESCENTS_TO_SHUFFLE - 0.01)
            other = choose(placed_graph(DENSE, n=n, links=fewer, coverage=0.0))
            # A sample like others: flattened, unless it is large.
            is_large = n >= samples.VERTICES_TO_FIND_ROOTS
            assert other.variant == (samples.SAMPLED if is_large else samples.INTERLEAVED)
            assert other.options["flatten_links"] is not is_large
            assert "the ids go down" not in other.reason
    reason = choose(placed_graph(DENSE, links=LEAST)).reason
    assert "from 25 % of the vertices the ids go down" in reason
    assert "12 neighbors a vertex on average" in reason


def test_chains_of_some_neighbors_are_sampled_unless_blocks_are_joined():
    least, most = hooks.DEGREE_TO_FLATTEN_SAMPLES, ids.VERTICES_TO_SKIP_DOWN
    within = hooks.WITHIN_TO_FLATTEN_NO_SAMPLES
    for degree, n, links, expected in (
        (least, 1000, LEAST, hooks.FLAT_SAMPLE), (least, most - 1, LEAST, hooks.FLAT_SAMPLE),
        (DENSE - 0.1, MANY, LEAST, hooks.FLAT_SAMPLE), (least - 0.1, MANY, LEAST, None),
        (least, most, LEAST, None), (least, MANY, LEAST._replace(within=within), None),
        (least, MANY, LEAST._replace(within=within - 0.01), hooks.FLAT_SAMPLE),
    ):  # fmt: skip
        with case(degree=degree, n=n, links=links):
            assert _flattened(placed_graph(degree, n=n, links=links)) == expected


def test_thin_chains_with_a_dense_core_are_sampled():
    chain = links_with(
        long=1, slow=hooks.SLOW_BESIDE_A_CORE, at_hubs=ids.AT_ANY_HUBS, within=1,
        slow_entries=2, consecutive=1,
    )  # fmt: skip
    least, large = 2 * hooks.ENTRIES_TO_FIND_A_CORE, hooks.VERTICES_TO_HOOK
    most, thick = DENSE - 0.1, chain._replace(slow_entries=hooks.ENTRIES_OF_THIN)
    thinner = thick._replace(slow_entries=hooks.ENTRIES_OF_THIN - 1.1)
    for links, degree, n, expected in (
        (chain, least, 1000, hooks.FLAT_SAMPLE), (chain, least, MANY, hooks.FLAT_SAMPLE),
        (chain, least, large, hooks.FLAT_HOOKS), (chain, least - 0.1, MANY, None),
        (thinner, most, MANY, hooks.FLAT_SAMPLE), (thick, most, MANY, None),
        (chain._replace(slow=chain.slow - 0.01), least, MANY, None),
        (chain._replace(at_hubs=0), least, MANY, None),
    ):  # fmt: skip
        with case(links=links, degree=degree, n=n):
            placed = placed_graph(degree, n=n, links=links)
            assert _flattened(placed) == expected
            assert ("most entries are at a few hubs" in choose(placed).reason) is bool(expected)


def test_chains_that_far_links_do_not_bear_are_sampled():
    least, small = ids.DEGREE_TO_JOIN_FEWER_BLOCKS, choice.VERTICES_OF_ONE_LAUNCH
    assert small == hooks.VERTICES_OF_FAR_LINKS
    in_blocks = LEAST._replace(within=ids.WITHIN_TO_JOIN_BLOCKS)
    for degree, n, links, expected in (
        (least, small, LEAST, hooks.FLAT_SAMPLE), (least - 0.1, small, LEAST, None),
        (least, small + 1, LEAST, None), (least, small, in_blocks, None),
    ):  # fmt: skip
        with case(degree=degree, n=n, links=links):
            assert _flattened(placed_graph(degree, n=n, links=links)) == expected


def test_chains_beside_hubs_are_sampled():
    beside = SLOW._replace(at_hubs=hooks.AT_HUBS_BESIDE_CHAINS)
    in_blocks = beside._replace(within=ids.WITHIN_TO_JOIN_ALL_BLOCKS)
    for links, expected in (
        (beside, hooks.FLAT_SAMPLE), (beside._replace(at_hubs=AT_HUBS - 0.01), hooks.FLAT_SAMPLE),
        (beside._replace(at_hubs=hooks.AT_HUBS_BESIDE_CHAINS - 0.01), None), (in_blocks, None),
        (in_blocks._replace(within=in_blocks.within - 0.01), hooks.FLAT_SAMPLE),
        (beside._replace(at_hubs=AT_HUBS), None),
    ):  # fmt: skip
        for n in (1000, MANY, ids.VERTICES_TO_SKIP_DOWN):
            with case(n=n, links=links):
                assert _flattened(placed_graph(2, n=n, links=links)) == expected
    # What may be sampled is, however many of its entries are within blocks.
    assert hooks.AT_HUBS_BESIDE_CHAINS == ids.AT_HUBS_TO_JOIN_FEWER_BLOCKS
    few = ids.DEGREE_TO_JOIN_FEWER_BLOCKS
    for degree, expected in ((few, hooks.FLAT_SAMPLE), (few - 0.1, None)):
        assert _flattened(placed_graph(degree, n=MANY, links=in_blocks)) == expected
    assert "at hubs" in choose(placed_graph(2, links=beside)).reason


def test_chains_that_others_cut_are_found_after_a_coalesced_sample():
    cut = LEAST._replace(long=hooks.LONG_OF_CUT_CHAINS, slow=hooks.SLOW_OF_CUT_CHAINS)
    least, large = hooks.DEGREE_OF_CUT_CHAINS, hooks.VERTICES_OF_CUT_CHAINS
    assert large == choice.VERTICES_OF_ONE_LAUNCH + 1
    whole = cut._replace(slow=hooks.SLOW_OF_WHOLE_CHAINS)
    beside, in_blocks = hooks.AT_HUBS_BESIDE_CHAINS, ids.WITHIN_TO_JOIN_BLOCKS
    for degree, n, links, is_cut in (
        (DENSE, large, cut, True), (DENSE, large - 1, cut, False), (DENSE, large, whole, False),
        (DENSE, large, whole._replace(slow=whole.slow - 0.01), True),
        (DENSE, large, cut._replace(slow=cut.slow - 0.01), False),
        (DENSE, large, cut._replace(long=cut.long - 0.01), False),
        # Other reasons to flatten a sample; and what is better hooked, or joined in blocks.
        (hooks.DEGREE_TO_FLATTEN_SAMPLES, large, cut, True),
        (least, large, cut._replace(at_hubs=beside), True),
        (least - 0.1, large, cut._replace(at_hubs=beside), False),
        (DENSE, hooks.VERTICES_TO_HOOK, cut, True),
        (DENSE, hooks.VERTICES_TO_HOOK, cut._replace(long=hooks.LONG_TO_HOOK), False),
        (least, large, cut._replace(within=in_blocks), False),
    ):  # fmt: skip
        with case(degree=degree, n=n, links=links):
            chosen = choose(placed_graph(degree, n=n, links=links))
            assert ("which others cut" in chosen.reason) is is_cut
            is_coalesced = chosen.options.get("sharing") == "coalesced"
            assert (is_coalesced and chosen.variant == hooks.SAMPLE_OF_CUT_CHAINS) is is_cut
            assert not (is_cut and chosen.options["flatten_links"])


def test_rings_at_hubs_are_hooked_or_sampled_unless_they_are_large():
    ring = SLOW._replace(at_hubs=AT_HUBS, within=ids.WITHIN_TO_JOIN_BLOCKS)
    large = hooks.VERTICES_OF_LARGE_RINGS
    few = hooks.DEGREE_TO_FLATTEN_SAMPLES - 0.1
    for degree, n, links, expected in (
        (TREE, 1000, ring, hooks.FLAT_SAMPLE), (TREE, MANY, ring, hooks.FLAT_SAMPLE),
        (TREE, large - 1, ring, hooks.FLAT_HOOKS), (TREE, large, ring, None),
        (TREE - 0.1, MANY, ring, None), (DENSE - 0.1, large - 1, ring, hooks.FLAT_HOOKS),
        (few, MANY, ring._replace(within=ring.within - 0.01), hooks.FLAT_SAMPLE),
        (TREE, large, ring._replace(within=ring.within - 0.01), hooks.FLAT_SAMPLE),
        (TREE - 0.1, MANY, ring._replace(within=ring.within - 0.01), None),
        (TREE, large - 1, ring._replace(long=hooks.LONG_TO_HOOK - 0.01), hooks.FLAT_SAMPLE),
    ):  # fmt: skip
        with case(degree=degree, n=n, links=links):
            assert _flattened(placed_graph(degree, n=n, links=links)) == expected
    assert choose(placed_graph(TREE, n=large, links=ring)).variant == ids.JOINING


def test_neighbors_on_the_other_side_are_sampled():
    paired = links_with(scattered=1, paired=ids.PAIRED_TO_SHUFFLE)
    nearly_all = paired._replace(paired=hooks.PAIRED_TO_SAMPLE)
    least, fewest = hooks.DEGREE_TO_SAMPLE_ANY_PAIRS, hooks.DEGREE_TO_SAMPLE_PAIRS
    small, meeting, found = (
        hooks.VERTICES_TO_FIND_PAIRS - 1, hooks.MEETING_PAIRS, hooks.SAMPLE_OF_PAIRS
    )  # fmt: skip
    assert small + 2 == hooks.VERTICES_TO_SAMPLE_PAIRS == MANY
    for n, degree, links, expected in (
        (1000, least, paired, meeting), (small, 50, nearly_all, meeting),
        (small + 1, least, paired, found), (MANY, 50, nearly_all, found),
        (MANY, fewest, nearly_all, found), (MANY, fewest - 0.1, nearly_all, ids.IN_CHAINS),
        (MANY - 1, least - 0.1, nearly_all, ids.IN_SHORT_CHAINS),
        (1000, least - 0.1, nearly_all, ids.IN_SHORT_CHAINS),
        (MANY, least - 0.1, nearly_all._replace(paired=nearly_all.paired - 0.01), ids.IN_CHAINS),
    ):  # fmt: skip
        with case(n=n, degree=degree, links=links):
            chosen = choose(placed_graph(degree, n=n, links=links))
            assert chosen.variant == expected
            assert not chosen.options["flatten_links"]
            assert "near each other" in chosen.reason
    fewer = paired._replace(paired=ids.PAIRED_TO_SHUFFLE - 0.01)
    assert choose(placed_graph(50, links=fewer)).variant == samples.INTERLEAVED


def test_what_is_paired_beside_scattered_vertices_is_found():
    most = ids.PAIRED_TO_SHUFFLE
    least, at_hubs = hooks.PAIRED_TO_FIND, hooks.PAIRED_TO_FIND_AT_HUBS
    scattered = links_with(scattered=0.9, paired=least)
    hubs = scattered._replace(at_hubs=hooks.AT_HUBS_BESIDE_CHAINS)
    degree, enough = hooks.DEGREE_TO_FIND_PAIRS, hooks.DEGREE_TO_SAMPLE_ANY_PAIRS
    for n, links, neighbors, is_found in (
        (1000, scattered, degree, True), (MANY, scattered, enough - 0.1, True),
        (MANY, scattered, degree - 0.1, False), (MANY, scattered, enough, False),
        (MANY, scattered._replace(paired=least - 0.01), 4, False),
        (MANY, scattered._replace(paired=most), 4, False),
        (MANY, scattered._replace(scattered=0.2), 4, False),
        (MANY, scattered._replace(long=ids.LONG_TO_LINK_FAR), 4, False),
        (MANY - 1, hubs._replace(paired=at_hubs), 4, True),
        (hooks.VERTICES_TO_HOOK, hubs._replace(paired=at_hubs), 4, True),
        (MANY, hubs._replace(paired=most), 4, True),
        (MANY, hubs._replace(paired=at_hubs - 0.01), 4, False),
        (MANY, hubs._replace(paired=at_hubs, at_hubs=hubs.at_hubs - 0.01), 4, False),
    ):  # fmt: skip
        with case(n=n, links=links, neighbors=neighbors):
            chosen = choose(placed_graph(neighbors, n=n, links=links))
            assert (chosen.variant == hooks.SAMPLE_OF_PAIRS) == is_found
            assert ("beside others" in chosen.reason) == is_found
    assert hooks.VERTICES_TO_SAMPLE_PAIRS == MANY
    for n, paired in ((MANY, at_hubs), (hooks.VERTICES_TO_HOOK - 1, most - 0.01)):
        flat = choose(placed_graph(4, n=n, links=hubs._replace(paired=paired)))
        assert (flat.variant, flat.options["flatten_links"]) == (hooks.FLAT_HOOKS, True)
        assert "5 % are at hubs" in flat.reason
    small = placed_graph(4, links=scattered, small=SMALL_NOT_TO_SAMPLE)
    assert choose(small).variant != hooks.SAMPLE_OF_PAIRS
