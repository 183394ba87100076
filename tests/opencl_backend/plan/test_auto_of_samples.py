"""How a graph is sampled, and that ``"auto"`` says why."""

from clconn.opencl_backend.plan import auto_of_samples as samples
from clconn.opencl_backend.plan import auto_reasons
from clconn.opencl_backend.plan import auto_variant as choice
from clconn.opencl_backend.plan.auto_by_ids import LONG_TO_LINK_FAR
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
    largest = placed_graph(9, n=LARGEST, links=links_with(long=least), coverage=0.0)
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
