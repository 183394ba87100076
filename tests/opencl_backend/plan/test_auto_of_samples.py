"""How a graph is sampled, and that ``"auto"`` says why."""

from clconn.opencl_backend.plan import auto_of_samples as samples
from clconn.opencl_backend.plan import auto_reasons
from clconn.opencl_backend.plan import auto_variant as choice
from clconn.opencl_backend.plan.auto_by_ids import JOINING, LONG_TO_LINK_FAR
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import (
    MANY,
    NEAR,
    SCATTERED,
    choose,
    links_with,
    placed_graph,
)

LARGE = samples.VERTICES_OF_LARGE_SAMPLES
LARGEST = samples.VERTICES_TO_FIND_ROOTS


def _flat(chosen):
    return chosen.variant, chosen.options.get("flatten_links", False)


def test_many_neighbors_are_sampled():
    least = samples.DEGREE_TO_SAMPLE
    for n in (1000, MANY, LARGE - 1, LARGEST):
        for coverage in (0.0, samples.COVERAGE_TO_HOOK - 0.001):
            # In smaller graphs nobody looks.
            chosen = choose(placed_graph(least, coverage=coverage if n >= LARGE else None, n=n))
            large = n >= LARGEST
            assert chosen.variant == (samples.SAMPLED if large else samples.INTERLEAVED)
            assert f"{least} neighbors a vertex on average are {least} or more" in chosen.reason


def test_what_hooking_covers_of_many_vertices_is_hooked():
    for links in (NEAR, SCATTERED):
        covered = {"coverage": samples.COVERAGE_TO_HOOK, "links": links}
        chosen = choose(placed_graph(50, n=LARGE, **covered))
        assert chosen.variant == samples.HOOKED
        assert "joins 30 % of the vertices, 30 % or more" in chosen.reason
        assert choose(placed_graph(50, n=LARGE - 1, links=links)).variant != samples.HOOKED


def test_the_sample_of_more_neighbors_is_coalesced():
    n, degree = LARGE, samples.DEGREE_TO_COALESCE
    for vertices, variant in ((n, samples.INTERLEAVED), (LARGEST, samples.SAMPLED)):
        many = choose(placed_graph(degree, n=vertices, links=SCATTERED, coverage=0.0))
        assert (many.variant, many.options["sharing"]) == (variant, "coalesced")
        assert many.reason.endswith("(sharing=coalesced)")
    for fewer in (
        placed_graph(degree - 0.001, n=n, links=SCATTERED, coverage=0.0),
        placed_graph(degree, n=n - 1, links=SCATTERED),
        placed_graph(degree, n=LARGEST, links=NEAR, coverage=0.0),
    ):
        assert choose(fewer).options["sharing"] == "vertex"


def test_first_links_of_samples_are_flattened_where_they_make_chains():
    least = samples.LONG_TO_FLATTEN_SAMPLES
    for n in (1000, MANY, LARGE - 1):
        for long in (least, LONG_TO_LINK_FAR):
            chosen = choose(placed_graph(9, n=n, links=links_with(long=long)))
            assert _flat(chosen) == (samples.INTERLEAVED, True)
            assert "first links make chains" in chosen.reason
        short = links_with(long=least - 0.001)
        assert _flat(choose(placed_graph(9, n=n, links=short))) == (samples.INTERLEAVED, False)
    long = links_with(long=least)
    largest = placed_graph(9, n=LARGEST, links=long, coverage=0.0)
    assert _flat(choose(largest)) == (samples.SAMPLED, False)
    # Where ids are scattered they are not.
    scattered = SCATTERED._replace(long=LONG_TO_LINK_FAR - 0.01)
    assert _flat(choose(placed_graph(9, links=scattered))) == (samples.INTERLEAVED, False)


def test_what_stays_within_blocks_of_ids_is_not_sampled():
    blocks = links_with(within=samples.WITHIN_TO_SAMPLE_NO_BLOCKS)
    for n in (1000, MANY, LARGE - 1):
        chosen = choose(placed_graph(9, n=n, links=blocks))
        assert chosen.variant == samples.UNSAMPLED_NEAR
        assert "40 % of the entries lead to a vertex with an id nearby" in chosen.reason
    fewer = blocks._replace(within=blocks.within - 0.01)
    hubs = blocks._replace(at_hubs=samples.AT_HUBS_TO_SAMPLE_BLOCKS)
    for links, degree in (
        (fewer, 9), (hubs, 9), (blocks, samples.DEGREE_TO_SAMPLE_BLOCKS),
        (blocks._replace(scattered=auto_reasons.SCATTERED_TO_MEET), 9),
    ):  # fmt: skip
        assert choose(placed_graph(degree, links=links)).variant == samples.INTERLEAVED
    assert choose(placed_graph(2, links=blocks)).variant == choice.UNSAMPLED


def test_more_is_to_be_hooked_of_millions_of_vertices():
    hubs, large = links_with(at_hubs=samples.AT_HUBS_TO_HOOK_MOST), auto_reasons.VERTICES_OF_LARGE
    fewer = hubs._replace(at_hubs=hubs.at_hubs - 0.01)
    some, more, most = (
        samples.COVERAGE_TO_HOOK, samples.COVERAGE_OF_LARGE, samples.COVERAGE_OF_ALL_AT_HUBS
    )  # fmt: skip
    for n, links, enough in (
        (large - 1, hubs, some), (large, fewer, more), (large, hubs, most), (2 * large, NEAR, more)
    ):  # fmt: skip
        for coverage, hooks in ((enough, True), (enough - 0.001, False)):
            chosen = choose(placed_graph(9, n=n, links=links, coverage=coverage))
            assert (chosen.variant == samples.HOOKED) is hooks


def test_walks_of_millions_of_vertices_meet_where_few_neighbors_are_scattered():
    few = samples.DEGREE_TO_COALESCE - 0.001
    pairs = SCATTERED._replace(paired=samples.PAIRED_TO_FIND_ROOTS)
    for degree, links, variant in (
        (few, SCATTERED, samples.INTERLEAVED), (few + 0.001, SCATTERED, samples.SAMPLED),
        (few, pairs, samples.SAMPLED), (few, pairs._replace(paired=0.09), samples.INTERLEAVED),
        (few, NEAR, samples.SAMPLED),
    ):  # fmt: skip
        chosen = choose(placed_graph(degree, n=LARGEST, links=links, coverage=0.0))
        assert chosen.variant == variant
        assert not chosen.options["flatten_links"]


def test_millions_of_vertices_that_ids_follow_without_chains_are_flattened():
    near = links_with(within=samples.WITHIN_TO_SAMPLE_NO_BLOCKS)
    part = near._replace(long=samples.LONG_TO_FIND_ROOTS)
    most = samples.WITHIN_TO_FIND_ROOTS
    flat, finds, blocks = (samples.INTERLEAVED, True), (samples.SAMPLED, False), (JOINING, False)
    for links, expected in (
        (near, flat), (part, finds),
        (near._replace(within=samples.WITHIN_TO_FLATTEN_MESHES), flat),
        (near._replace(within=samples.WITHIN_TO_FLATTEN_MESHES - 0.01), finds),
        (near._replace(within=most), finds), (near._replace(within=most - 0.01), flat),
        (near._replace(scattered=samples.SCATTERED_TO_FIND_ROOTS), finds),
        (near._replace(at_hubs=samples.AT_HUBS_TO_SAMPLE_BLOCKS), finds),
        (part._replace(within=most), blocks),
        (part._replace(within=most, long=samples.LONG_TO_FIND_ROOTS - 0.01), finds),
        (part._replace(within=most, long=samples.LONG_TO_FIND_ALL_ROOTS, at_hubs=0.6), finds),
        # Such chains are flattened before a sample.
        (part._replace(within=most, long=samples.LONG_TO_FIND_ALL_ROOTS), flat),
    ):  # fmt: skip
        with case(links=links):
            chosen = choose(placed_graph(7, n=LARGEST, links=links, coverage=0.0))
            assert _flat(chosen) == expected
    least, most = samples.DEGREE_TO_FLATTEN_NEAR, samples.DEGREE_TO_FLATTEN_NO_OTHERS
    fewer = near._replace(within=near.within - 0.01)
    for degree, links, expected in (
        (least, near, flat), (least - 0.1, near, finds), (most, near, flat), (least, fewer, flat),
        (most - 0.1, fewer, flat), (most, fewer, finds),
    ):  # fmt: skip
        with case(degree=degree, links=links):
            chosen = choose(placed_graph(degree, n=LARGEST, links=links, coverage=0.0))
            assert _flat(chosen) == expected
