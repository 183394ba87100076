"""What ``"auto"`` chooses on a GPU where the ids of a graph say enough, and that it says why."""

from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_of_samples as samples
from clconn.opencl_backend.plan import auto_on_processor as processor
from clconn.opencl_backend.plan import auto_variant as choice
from clconn.opencl_backend.plan.auto_by_hooks import (
    DEGREE_TO_SAMPLE_PAIRS,
    FLAT_SAMPLE,
    VERTICES_OF_LARGE_RINGS,
)
from tests.helpers.cases import case, for_each
from tests.opencl_backend.plan.placed_graphs import MANY, SLOW, choose, links_with, placed_graph


def test_chains_are_avoided():
    half = links_with(long=1, slow=ids.DESCENTS_TO_SHUFFLE)
    small, large = choice.VERTICES_OF_ONE_LAUNCH, ids.VERTICES_TO_SKIP_DOWN
    path = choose(placed_graph(2, n=small + 1, links=half))
    assert (path.variant, path.options["initialization"]) == (ids.IN_CHAINS, "self")
    assert "25 % of the vertices the ids go down" in path.reason
    path = choose(placed_graph(2, n=small, links=half))
    alone = (ids.IN_SHORT_CHAINS, "far-smaller")
    assert (path.variant, path.options["initialization"]) == alone
    assert "25 % of the vertices the ids go down" in path.reason
    for degree, n, variant in (
        (ids.DEGREE_TO_SKIP_DOWN, large, ids.SKIPPING_DOWN),
        (ids.DEGREE_TO_SKIP_DOWN, large - 1, ids.IN_CHAINS),
        (ids.DEGREE_TO_SKIP_DOWN_EARLIER, large - 1, ids.SKIPPING_DOWN),
        (ids.DEGREE_TO_SKIP_DOWN_EARLIER - 0.1, small, ids.IN_SHORT_CHAINS),
    ):
        assert choose(placed_graph(degree, n=n, links=SLOW)).variant == variant
    fewer = ids.DESCENTS_TO_SHUFFLE - 0.01
    few = choose(placed_graph(2, links=links_with(long=fewer, slow=fewer)))
    assert few.options["initialization"] == "first-smaller"
    assert choose(placed_graph(2, links=SLOW, is_cpu=True)).variant == processor.ON_PROCESSOR


def test_chains_along_hubs_are_shortened():
    legs = links_with(long=ids.LONG_TO_LINK_FAR, at_hubs=ids.AT_HUBS_OF_LEGS, within=1)
    thin, large = legs._replace(slow=1), ids.VERTICES_OF_SHORT_LEGS
    for n, links in ((1000, thin), (large - 1, thin), (1000, legs), (large, legs)):
        chosen = choose(placed_graph(2, n=n, links=links))
        assert (chosen.variant, chosen.options["initialization"]) == (ids.AT_LEGS, "first-smaller")
        assert "from 50 % of the vertices first links make chains, but along hubs" in chosen.reason
    # More edges than a tree has; up to so many vertices a sample is flattened.
    least, most, wheels = ids.DEGREE_OF_TREES, ids.DEGREE_TO_JOIN_NO_BLOCKS, VERTICES_OF_LARGE_RINGS
    within = ids.WITHIN_TO_JOIN_BLOCKS
    for degree, share, n, joins in (
        (least, within, wheels, True), (most - 0.1, within, wheels, True),
        (least, within - 0.01, wheels, False), (most, 1, wheels, False),
        (least, 1, wheels - 1, False), (least, 1, 1000, False),
    ):  # fmt: skip
        with case(degree=degree, share=share, n=n):
            ring = choose(placed_graph(degree, n=n, links=thin._replace(within=share)))
            assert ring.variant == (ids.JOINING if joins else FLAT_SAMPLE)
    assert choose(placed_graph(2, n=large, links=thin)).variant == ids.IN_CHAINS
    shorter = legs._replace(long=ids.LONG_TO_LINK_FAR - 0.01)
    assert choose(placed_graph(2, links=shorter)).variant == choice.UNSAMPLED


@for_each(
    "of_graph",
    [
        (ids.VERTICES_OF_MANY_BLOCKS, 4, ids.LONG_TO_LINK_FAR, ids.WITHIN_TO_JOIN_BLOCKS),
        (
            ids.VERTICES_OF_MANY_BLOCKS + 1,
            ids.DEGREE_OF_TREES,
            ids.LONG_TO_LINK_FAR,
            ids.WITHIN_TO_JOIN_MANY_BLOCKS,
        ),
        (1000, ids.DEGREE_OF_TREES - 0.1, 1, ids.WITHIN_TO_JOIN_TREES),
        (MANY, ids.DEGREE_TO_JOIN_NO_BLOCKS - 0.1, 0, ids.WITHIN_TO_JOIN_ALL_BLOCKS),
        (MANY, ids.DEGREE_TO_JOIN_MORE_BLOCKS - 0.1, 0, ids.WITHIN_TO_JOIN_ALL_BLOCKS),
        (MANY, ids.DEGREE_TO_JOIN_MORE_BLOCKS, 0, ids.WITHIN_TO_JOIN_MORE_BLOCKS),
        (MANY, ids.DEGREE_TO_JOIN_FEWER_BLOCKS - 0.1, 0, ids.WITHIN_TO_JOIN_MORE_BLOCKS),
        (MANY, ids.DEGREE_TO_JOIN_FEWER_BLOCKS, 0, ids.WITHIN_TO_JOIN_ALL_BLOCKS),
    ],
)
def test_blocks_are_joined_where_most_entries_are_within(of_graph):
    n, degree, long, within = of_graph
    links = links_with(long=long, within=within)
    joined = choose(placed_graph(degree, n=n, links=links))
    assert (joined.variant, joined.options["initialization"]) == (ids.JOINING, "blocks")
    assert "lead to one of the same 1024 ids" in joined.reason
    assert ("first links make chains" in joined.reason) == (long > 0)
    for other, others_degree in (
        (links._replace(within=within - 0.001), degree),
        (links._replace(at_hubs=ids.AT_HUBS_TO_JOIN_NO_BLOCKS), degree),
        (links, ids.DEGREE_TO_JOIN_NO_BLOCKS),
    ):
        placed = placed_graph(others_degree, n=n, links=other, coverage=0.0)
        assert choose(placed).options.get("initialization") != "blocks"
    if long:
        # Without chains, but of too many neighbors to be joined all the same.
        shorter = links._replace(long=0)
        placed = placed_graph(max(degree, 5), n=n, links=shorter, coverage=0.0)
        assert choose(placed).options.get("initialization") != "blocks"
    if n > ids.VERTICES_OF_MANY_BLOCKS:
        slow = links._replace(slow=ids.DESCENTS_TO_SHUFFLE)
        most = slow._replace(within=ids.WITHIN_TO_JOIN_ALL_BLOCKS)
        for other, joins in ((slow, False), (most, True)):
            chosen = choose(placed_graph(degree, n=n, links=other))
            assert (chosen.options["initialization"] == "blocks") == joins
    on_processor = placed_graph(2, n=n, links=links, is_cpu=True, coverage=0.0)
    assert choose(on_processor).variant == processor.ON_PROCESSOR


def test_blocks_of_few_neighbors_are_joined_where_ids_follow_them():
    least = ids.DEGREE_TO_JOIN_MORE_BLOCKS
    links = links_with(within=ids.WITHIN_TO_JOIN_MORE_BLOCKS)
    scattered = links._replace(scattered=ids.SCATTERED_TO_JOIN_FEWER_BLOCKS)
    few = ids.VERTICES_OF_MANY_BLOCKS
    most = links._replace(within=ids.WITHIN_TO_JOIN_MORE_OF_MANY_BLOCKS)
    slow = links._replace(
        slow=ids.DESCENTS_TO_SHUFFLE, within=ids.WITHIN_TO_JOIN_MORE_BESIDE_CHAINS
    )
    for n, other, joins in (
        (few, links, True), (few + 1, links, False), (few + 1, most, True), (few, scattered, False),
        (few + 1, most._replace(within=most.within - 0.01), False), (few, most, True),
        (few, slow._replace(within=slow.within - 0.01), False), (few, slow, True),
        (few + 1, slow._replace(within=slow.within - 0.01), False), (few + 1, slow, True),
        (few, links._replace(scattered=ids.SCATTERED_OF_ROADS - 0.01), True),
    ):  # fmt: skip
        chosen = choose(placed_graph(least, n=n, links=other))
        assert (chosen.options.get("initialization") == "blocks") is joins
    # Roads are joined if more is within blocks.
    roads = links._replace(scattered=ids.SCATTERED_OF_ROADS, within=ids.WITHIN_TO_JOIN_ROADS)
    fewer, many = roads._replace(within=roads.within - 0.01), ids.DEGREE_OF_ROADS
    for n, degree, other, joins in (
        (few, least, roads, True), (few, least, fewer, False), (few, many - 0.1, fewer, False),
        (few, many, fewer, True), (few + 1, least, roads, False),
        (few, least, fewer._replace(scattered=scattered.scattered - 0.01), False),
        (few, many, fewer._replace(scattered=scattered.scattered - 0.01), True),
    ):  # fmt: skip
        with case(n=n, degree=degree, links=other):
            chosen = choose(placed_graph(degree, n=n, links=other))
            assert (chosen.options.get("initialization") == "blocks") is joins


def test_hubs_keep_blocks_from_what_may_be_sampled():
    hubs = links_with(long=1, within=1, at_hubs=ids.AT_HUBS_TO_JOIN_FEWER_BLOCKS)
    least, large = ids.DEGREE_TO_JOIN_FEWER_BLOCKS, ids.VERTICES_TO_JOIN_AT_HUBS
    for degree, n, links, joins in (
        (least, large - 1, hubs, False), (least - 0.1, MANY, hubs, True),
        (least, large, hubs, True),
        (least, MANY, hubs._replace(at_hubs=hubs.at_hubs - 0.01), True),
        (least - 0.1, MANY, hubs._replace(at_hubs=ids.AT_HUBS_TO_JOIN_NO_BLOCKS), False),
    ):  # fmt: skip
        placed = placed_graph(degree, n=n, links=links, coverage=0.0)
        assert (choose(placed).options.get("initialization") == "blocks") is joins
    assert large == samples.VERTICES_TO_FIND_ROOTS


def test_blocks_are_joined_where_a_part_is_a_chain():
    least, most = ids.DEGREE_TO_JOIN_BESIDE_CHAINS, ids.DEGREE_TO_JOIN_FEWER_BLOCKS
    slow, shuffled = ids.DESCENTS_TO_JOIN_BLOCKS, ids.DESCENTS_TO_SHUFFLE
    links = links_with(slow=slow, within=ids.WITHIN_TO_JOIN_BESIDE_CHAINS, at_hubs=0.9)
    n = ids.VERTICES_OF_MANY_BLOCKS
    for vertices, degree, other, joins in (
        (n, least, links, True), (1000, most - 0.1, links, True), (n + 1, least, links, False),
        (n, least - 0.1, links, False), (n, most, links, False),
        (n, least, links._replace(slow=slow - 0.01), False),
        (n, least, links._replace(slow=shuffled - 0.01), True),
        (n, least, links._replace(within=links.within - 0.01), False),
        (n, least, links._replace(scattered=ids.SCATTERED_TO_JOIN_FEWER_BLOCKS), False),
    ):  # fmt: skip
        chosen = choose(placed_graph(degree, n=vertices, links=other))
        assert (chosen.options.get("initialization") == "blocks") is joins


def test_slow_walks_keep_blocks_from_many_vertices_alone():
    links = links_with(long=1, slow=1, within=ids.WITHIN_TO_JOIN_BLOCKS)
    few = placed_graph(4, n=ids.VERTICES_OF_MANY_BLOCKS, links=links)
    assert choose(few).options["initialization"] == "blocks"


def test_the_shares_of_blocks_rise():
    shares = (
        ids.WITHIN_TO_JOIN_MORE_BLOCKS, ids.WITHIN_TO_JOIN_BLOCKS, ids.WITHIN_TO_JOIN_MANY_BLOCKS,
        ids.WITHIN_TO_JOIN_TREES, ids.WITHIN_TO_JOIN_ALL_BLOCKS, 1,
    )  # fmt: skip
    assert sorted(set(shares)) == list(shares)
    assert ids.DEGREE_TO_JOIN_FEWER_BLOCKS == samples.DEGREE_TO_SAMPLE


def test_ids_that_follow_the_graph_on_two_sides_make_chains():
    paired = links_with(scattered=1, paired=ids.PAIRED_TO_SHUFFLE)
    most = paired._replace(paired=ids.PAIRED_TO_LINK_FAR)
    some = paired._replace(paired=ids.PAIRED_TO_LINK_FAR - 0.01)
    in_order, far = (ids.IN_CHAINS, "self"), (ids.IN_SHORT_CHAINS, "far-smaller")
    long, found = most._replace(long=ids.LONG_OF_PAIRS), (ids.SKIPPING_DOWN, "far-smaller")
    blocks = ids.JOINING, "blocks"
    few, least, many = MANY - 1, ids.DEGREE_OF_TREES, DEGREE_TO_SAMPLE_PAIRS
    for degree, n, links, expected in (
        (least - 0.1, few, most, blocks), (least, few, most, far), (many - 0.1, few, most, far),
        (least - 0.1, few, some, blocks), (least, few, some, blocks),
        (least - 0.1, few + 1, most, in_order), (least - 0.1, few + 1, some, in_order),
        (many - 0.1, few, paired, blocks), (many - 0.1, few + 1, paired, in_order),
        (least, few + 1, some, in_order), (least, few + 1, most, in_order),
        (least, few, long, found), (least, few, long._replace(paired=ids.PAIRED_OF_LONG), found),
        (least, few, long._replace(paired=ids.PAIRED_OF_LONG - 0.01), blocks),
        (least - 0.1, few, long, blocks), (least, few + 1, long, in_order),
        (least, few, long._replace(long=ids.LONG_OF_PAIRS - 0.01), far),
    ):  # fmt: skip
        with case(degree=degree, n=n, links=links):
            chosen = choose(placed_graph(degree, n=n, links=links))
            assert (chosen.variant, chosen.options["initialization"]) == expected
            assert "near each other" in chosen.reason
    fewer = paired._replace(paired=ids.PAIRED_TO_SHUFFLE - 0.01)
    assert choose(placed_graph(2, links=fewer)).variant == choice.MEETING
