"""What ``"auto"`` chooses otherwise of millions of vertices, and that it says why."""

from clconn.opencl_backend.plan import auto_by_hooks as hooks
from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_of_large as large
from clconn.opencl_backend.plan import auto_of_samples as samples
from clconn.opencl_backend.plan.auto_reasons import VERTICES_OF_LARGE
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import (
    LONG,
    NEAR,
    SCATTERED,
    SLOW,
    choose,
    links_with,
    placed_graph,
)

LARGE = VERTICES_OF_LARGE
READ_LESS = samples.SAMPLED, {"sharing": "coalesced"}


def _check(cases):
    """Only the last of each case is what is chosen of so many vertices, and never of fewer."""
    for degree, links, is_sorted, expected in cases:
        with case(degree=degree, links=links, is_sorted=is_sorted):
            few, many = (
                choose(placed_graph(degree, n=n, links=links, coverage=0.0, is_sorted=is_sorted))
                for n in (LARGE - 1, LARGE)
            )
            assert "so many that what is read" not in few.reason
            assert ("so many that what is read" in many.reason) is (expected is not None)
            if expected is not None:
                variant, options = expected
                assert many.variant == variant
                assert many.options.items() >= options.items()


def test_dense_graphs_at_hubs_are_read_without_first_links():
    dense = ids.DEGREE_OF_LONG_ROWS
    hubs = links_with(at_hubs=large.AT_HUBS_TO_READ_LESS)
    long = hubs._replace(long=large.LONG_TO_READ_LESS, slow=large.SLOW_TO_READ_LESS - 0.3)
    beside = hubs._replace(long=1, scattered=0.5)
    _check((
        (dense, hubs, True, READ_LESS), (dense - 0.1, hubs, True, None),
        (dense, hubs._replace(at_hubs=hubs.at_hubs - 0.01), True, None),
        (dense, long, True, None), (dense, long._replace(long=long.long - 0.01), True, READ_LESS),
        (dense, beside._replace(slow=large.SLOW_TO_READ_LESS), True, READ_LESS),
        # Of unsorted rows with any number of neighbors.
        (6, hubs, False, READ_LESS), (6, hubs, True, None),
    ))  # fmt: skip
    reason = choose(placed_graph(dense, n=LARGE, links=hubs, coverage=0.0)).reason
    assert reason.startswith("4,000,000 vertices are so many")
    assert "85 % of them are at hubs" in reason


def test_bands_are_read_without_first_links():
    band, dense = SLOW._replace(slow=large.SLOW_OF_WHOLE_BANDS), ids.DEGREE_OF_LONG_ROWS
    _check((
        (dense, band, True, READ_LESS), (dense, band._replace(slow=band.slow - 0.01), True, None),
        (dense, band._replace(within=large.WITHIN_OF_BANDS), True, None),
    ))  # fmt: skip
    near = band._replace(within=large.WITHIN_OF_BANDS)
    assert choose(placed_graph(dense, n=LARGE, links=near)).variant == hooks.FLAT_HOOKS


def test_first_links_are_flattened_where_ids_are_followed():
    within = large.WITHIN_TO_FLATTEN_ALL_THE_SAME
    flat = samples.INTERLEAVED, {"flatten_links": True, "sharing": "vertex"}
    links = SCATTERED._replace(within=within)
    _check((
        (9, links, True, flat), (9, links._replace(within=within - 0.01), True, None),
    ))  # fmt: skip


def test_what_large_graphs_do_not_join_in_blocks():
    fast = LONG._replace(slow=1 - large.FAST_OF_SMALL_WORLDS, within=1)
    least, alone = large.DEGREE_OF_SMALL_WORLDS, (ids.SKIPPING_DOWN, {"initialization": "self"})
    hubs = links_with(at_hubs=large.AT_HUBS_TO_JOIN_NO_LARGE_BLOCKS, long=1, slow=1, within=1)
    _check((
        (least, fast, True, alone), (least - 0.1, fast, True, None),
        (least, fast._replace(slow=fast.slow + 0.01), True, None),
    ))  # fmt: skip
    chains = hubs._replace(within=large.WITHIN_TO_JOIN_NO_HUBS)
    for links, is_sorted, variant in (
        (chains, True, hooks.FLAT_SAMPLE), (chains, False, samples.SAMPLED),
        (chains._replace(within=chains.within - 0.01), True, ids.JOINING),
    ):  # fmt: skip
        ring = placed_graph(4, n=hooks.VERTICES_OF_LARGE_RINGS, links=links, is_sorted=is_sorted)
        assert choose(ring).variant == variant
        assert choose(ring).options.get("flatten_links", False) is (variant == hooks.FLAT_SAMPLE)
    fewer = hubs._replace(at_hubs=hubs.at_hubs - 0.01)
    assert choose(placed_graph(4, n=2 * LARGE, links=fewer, is_sorted=False)).variant == ids.JOINING


def test_ids_that_go_down_slowly_are_joined_in_blocks():
    joined = ids.JOINING, {"initialization": "blocks"}
    dense = ids.DEGREE_OF_LONG_ROWS
    whole = SLOW._replace(slow=large.SLOW_TO_JOIN_ALL, within=large.WITHIN_TO_JOIN_ALL)
    for is_sorted in (True, False):
        _check((
            (dense, whole, is_sorted, joined),
            (dense, whole._replace(slow=whole.slow - 0.01), is_sorted, None),
            (dense, whole._replace(within=whole.within - 0.01), is_sorted, None),
        ))  # fmt: skip
    assert choose(placed_graph(dense, n=LARGE, links=whole._replace(at_hubs=0.01))).options[
        "flatten_links"
    ]
    most = large.DEGREE_TO_JOIN
    thin = LONG._replace(slow=large.SLOW_TO_JOIN, within=large.WITHIN_TO_JOIN)
    for degree, links, expected in (
        (3.5, thin, joined), (most - 0.01, thin, joined), (most, thin, None), (2.5, thin, joined),
        (3.5, thin._replace(slow=thin.slow - 0.01), None),
        (3.5, thin._replace(within=thin.within - 0.01), None),
    ):  # fmt: skip
        chosen = choose(placed_graph(degree, n=LARGE, links=links))
        before = choose(placed_graph(degree, n=LARGE - 1, links=links))
        with case(degree=degree, links=links):
            # A lattice of fewer vertices is a structure of a table (a torus one that begins alone).
            is_lattice = 2.9 <= degree < 3.9
            assert before.options["initialization"] == ("blocks" if is_lattice else "self")
            assert ((chosen.variant, {"initialization": "blocks"}) == joined) is (
                expected is not None
            )


def test_legs_are_sampled():
    within = large.WITHIN_OF_STRIDED_LEGS
    legs = links_with(long=1, at_hubs=ids.AT_HUBS_OF_LEGS, within=within - 0.01)
    _check((
        (2, legs, True, (samples.SAMPLED, {"sharing": "vertex"})),
        (2, legs._replace(within=within), True, None),
    ))  # fmt: skip


def test_some_pairs_are_linked_in_a_random_order():
    pairs = SCATTERED._replace(paired=large.PAIRED_OF_LARGE)
    by_chance = ids.IN_CHAINS, {"initialization": "self"}
    _check((
        (2, pairs, True, by_chance), (2, pairs._replace(paired=0.09), True, None),
        (2, pairs._replace(scattered=0.2), True, None),
    ))  # fmt: skip


def test_options_of_the_user_keep_the_other_rules():
    links = links_with(long=1, slow=1 - large.FAST_OF_SMALL_WORLDS, within=1)
    placed = placed_graph(6, n=LARGE, links=links)
    assert choose(placed).variant == ids.SKIPPING_DOWN
    chosen = choose(placed, {"initialization": "blocks"})
    assert (chosen.variant, chosen.options["initialization"]) == (ids.JOINING, "blocks")
    near = SCATTERED._replace(within=large.WITHIN_TO_FLATTEN_ALL_THE_SAME)
    for degree, links, options, amended in (
        (9, near, {"sharing": "coalesced"}, {"flatten_links": False}),
        (13, links_with(at_hubs=0.9), {"flatten_links": True}, {"sharing": "vertex"}),
    ):
        placed = placed_graph(degree, n=LARGE, links=links, coverage=0.0)
        with case(options=options):
            assert "so many that what is read" in choose(placed).reason
            kept = choose(placed, options)
            assert "so many that what is read" not in kept.reason
            assert kept.options.items() >= {**options, **amended}.items()
    hubs = links_with(at_hubs=1, long=1)
    legs = placed_graph(2, n=LARGE, links=hubs)
    assert choose(legs).variant == samples.SAMPLED
    # And a sample has none like this.
    assert choose(legs, {"initialization": "self"}).variant == ids.AT_LEGS
    assert choose(placed_graph(2, n=LARGE, links=NEAR)).variant == ids.SKIPPING_DOWN


def _chosen(degree, links, n=LARGE, *, is_sorted=False):
    chosen = choose(placed_graph(degree, n=n, links=links, coverage=0.0, is_sorted=is_sorted))
    return chosen.variant, chosen.options


def test_long_walks_of_unsorted_rows_are_flattened_before_a_sample():
    long = links_with(long=large.LONG_TO_FLATTEN_THE_SAMPLE, within=0.2)
    flat, finds = (samples.INTERLEAVED, True), (samples.SAMPLED, False)
    hubs = long._replace(at_hubs=large.AT_HUBS_TO_FLATTEN_NO_SAMPLE)
    for links, is_sorted, expected in (
        (long, False, flat), (long, True, finds),
        (long._replace(long=long.long - 0.01), False, finds),
        (hubs, False, finds), (hubs._replace(at_hubs=hubs.at_hubs - 0.01), False, flat),
    ):  # fmt: skip
        with case(links=links, is_sorted=is_sorted):
            many = samples.VERTICES_TO_FIND_ROOTS
            variant, options = _chosen(7, links, many, is_sorted=is_sorted)
            assert (variant, options["flatten_links"]) == expected


def test_long_walks_of_sorted_rows_are_so_where_ids_are_followed():
    long = links_with(
        long=large.LONG_TO_FLATTEN_THE_SAMPLE, within=large.WITHIN_TO_FLATTEN_THE_SAMPLE,
        scattered=large.SCATTERED_TO_FLATTEN_NO_SAMPLE - 0.01,
    )  # fmt: skip
    flat, finds = (samples.INTERLEAVED, True), (samples.SAMPLED, False)
    for links, expected in (
        (long, flat), (long._replace(within=long.within - 0.01), finds),
        (long._replace(scattered=large.SCATTERED_TO_FLATTEN_NO_SAMPLE), finds),
        (long._replace(at_hubs=large.AT_HUBS_TO_FLATTEN_NO_SAMPLE), finds),
    ):  # fmt: skip
        with case(links=links):
            many = samples.VERTICES_TO_FIND_ROOTS
            variant, options = _chosen(7, links, many, is_sorted=True)
            assert (variant, options["flatten_links"]) == expected


def test_unsorted_small_worlds_are_hooked_where_walks_are_slow():
    world = links_with(
        long=large.LONG_TO_HOOK_SMALL_WORLDS, slow=large.SLOW_TO_HOOK_SMALL_WORLDS, within=0.95
    )
    least, most = large.DEGREE_OF_SMALL_WORLDS, large.DEGREE_OF_NO_SMALL_WORLDS
    for degree, links, is_sorted, is_hooked in (
        (least, world, False, True), (most - 0.1, world, False, True), (least, world, True, False),
        (least - 0.1, world, False, False), (most, world, False, False),
        (6, world._replace(long=world.long - 0.01), False, False),
        (6, world._replace(slow=world.slow - 0.01), False, False),
        (6, world._replace(slow=large.SLOW_TO_HOOK_NO_SMALL_WORLDS), False, False),
        (6, world._replace(slow=large.SLOW_TO_HOOK_NO_SMALL_WORLDS - 0.01), False, True),
    ):  # fmt: skip
        with case(degree=degree, links=links, is_sorted=is_sorted):
            variant, options = _chosen(degree, links, is_sorted=is_sorted)
            assert (variant == hooks.FLAT_HOOKS) is is_hooked
            assert options.get("flatten_links", False) or not is_hooked


def test_unsorted_bands_by_chance_are_hooked_alone():
    band = SLOW._replace(within=large.WITHIN_OF_BANDS, at_hubs=large.AT_HUBS_TO_READ_LESS)
    most = large.WITHIN_BY_CHANCE
    dense = ids.DEGREE_OF_LONG_ROWS
    for links, is_sorted, variant in (
        (band, False, samples.HOOKED), (band, True, hooks.FLAT_HOOKS),
        (band._replace(within=most - 0.01), False, samples.HOOKED),
        (band._replace(within=most), False, hooks.FLAT_HOOKS),
        (band._replace(at_hubs=band.at_hubs - 0.01), False, hooks.FLAT_HOOKS),
        (band._replace(within=band.within - 0.01), False, samples.SAMPLED),
    ):  # fmt: skip
        with case(links=links, is_sorted=is_sorted):
            chosen = _chosen(dense, links, is_sorted=is_sorted)
            assert chosen[0] == variant
            assert chosen[1]["flatten_links"] is (variant == hooks.FLAT_HOOKS)
