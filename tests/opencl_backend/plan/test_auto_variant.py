"""What ``"auto"`` chooses, and that it says why."""

import contextlib
from types import SimpleNamespace

import numpy as np
import pytest

import clconn
from clconn.design_space import Automatic
from clconn.errors import OptionError
from clconn.opencl_backend.plan import auto_by_hooks as hooks
from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_of_edges as edges
from clconn.opencl_backend.plan import auto_of_samples as samples
from clconn.opencl_backend.plan import auto_on_processor as processor
from clconn.opencl_backend.plan import auto_reasons
from clconn.opencl_backend.plan import auto_variant as choice
from clconn.opencl_backend.plan.auto_variant import choose_by_sampling
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case, for_each
from tests.helpers.graphs import from_pairs, hand_made, rows_side_by_side, side_by_side
from tests.helpers.oracles import scipy_roots
from tests.helpers.queues import new_runtime
from tests.helpers.small_degree_classes import runtime_with_small_classes
from tests.opencl_backend.plan.placed_graphs import (
    LONG,
    MANY,
    NEAR,
    SCATTERED,
    SLOW,
    choose,
    links_with,
    placed_graph,
)

LARGE = samples.VERTICES_OF_LARGE_SAMPLES
NAMES = {row.name for row in clconn.variants("components")}


def _all_choices():
    return [
        choose(
            placed_graph(
                degree,
                is_cpu=is_cpu,
                symmetric=symmetric,
                coverage=coverage,
                n=n,
                rows=rows,
                links=links,
            )
        )
        for rows in (True, False)
        for n in (0, 1000, MANY)
        for links in (NEAR, SCATTERED, LONG, SLOW)
        for degree in (0, 2, 4.999, 5, 8, 11.99, 12, 300)
        for is_cpu in (True, False)
        for symmetric in (True, False)
        for coverage in (0.0, 0.29, 0.3, 0.95, 1.0)
    ]


def test_every_choice_is_a_row_of_the_table_and_has_a_reason():
    chosen = _all_choices()
    assert {entry.variant for entry in chosen} <= NAMES
    for entry in chosen:
        assert len(entry.reason.split()) > 5
        assert not entry.reason[0].isupper()
        assert not entry.reason.endswith(".")
        assert "\n" not in entry.reason


@pytest.mark.parametrize("is_cpu", [True, False])
def test_an_edge_list_stays_one(is_cpu):
    for problem, on_processor in (
        (COMPONENTS, processor.EDGES_ON_PROCESSOR), (FOREST, processor.FOREST_OF_EDGES_ON_PROCESSOR)
    ):  # fmt: skip
        placed = placed_graph(300, is_cpu=is_cpu, rows=False)
        made = choose_by_sampling(placed, Automatic(problem, {}))
        assert made.variant.name == (on_processor if is_cpu else edges.WALKS)
        assert made.variant.reads == "edges"
        assert "edge list" in made.reason


def test_few_neighbors_are_not_sampled():
    chosen = choose(placed_graph(samples.DEGREE_TO_SAMPLE - 0.001))
    assert chosen.variant == choice.UNSAMPLED
    assert (
        f"{samples.DEGREE_TO_SAMPLE - 0.01:g} neighbors a vertex on average are fewer than "
        f"{samples.DEGREE_TO_SAMPLE}"
    ) in chosen.reason
    assert "2.5 neighbors a vertex" in choose(placed_graph(2.5)).reason


def test_walks_meet_where_few_vertices_are_scattered():
    few = samples.VERTICES_TO_FIND_ROOTS - 1
    # After a sample they meet wherever ids are, but for the largest graphs.
    for degree, meeting, finding, near in (
        (samples.DEGREE_TO_SAMPLE, samples.INTERLEAVED, samples.SAMPLED, samples.INTERLEAVED),
        (
            choice.DEGREE_TO_SAMPLE_SCATTERED - 0.1, choice.MEETING, choice.UNSAMPLED,
            choice.UNSAMPLED,
        ),
    ):  # fmt: skip
        chosen = choose(placed_graph(degree, n=1000, links=SCATTERED))
        assert chosen.variant == meeting
        assert "the neighbors of 30 % of the vertices are all far away" in chosen.reason
        more = max(degree, samples.DEGREE_TO_COALESCE) if finding == samples.SAMPLED else degree
        many = placed_graph(more, coverage=0.0, n=few + 1, links=SCATTERED)
        assert choose(many).variant == finding
        nearer = links_with(scattered=auto_reasons.SCATTERED_TO_MEET - 0.001)
        chosen = choose(placed_graph(degree, n=1000, links=nearer))
        assert chosen.variant == near
        assert "far away" not in chosen.reason
    chains = links_with(long=ids.LONG_TO_LINK_FAR, scattered=1)
    in_chains = choose(placed_graph(samples.DEGREE_TO_SAMPLE, n=1000, links=chains))
    assert (in_chains.variant, in_chains.options["flatten_links"]) == (samples.INTERLEAVED, True)
    assert "far away" not in in_chains.reason
    at_most = placed_graph(samples.DEGREE_TO_SAMPLE, n=few, links=SCATTERED, coverage=0.0)
    assert choose(at_most).variant == samples.INTERLEAVED


def test_few_neighbors_are_sampled_where_they_are_scattered():
    least, many = choice.DEGREE_TO_SAMPLE_SCATTERED, choice.VERTICES_TO_BEGIN_ALONE
    for n in (1000, MANY, many - 1):
        sampled = choose(placed_graph(least, n=n, links=SCATTERED))
        assert (sampled.variant, sampled.options["sharing"]) == (samples.INTERLEAVED, "vertex")
        assert f"{least} neighbors a vertex on average are {least} or more" in sampled.reason
        assert "the neighbors of 30 % of the vertices are all far away" in sampled.reason
    for other in (
        placed_graph(least - 0.01, links=SCATTERED),
        placed_graph(least, n=many, links=SCATTERED),
        placed_graph(least, links=NEAR),
        placed_graph(least, links=SCATTERED, small=auto_reasons.SMALL_NOT_TO_SAMPLE),
    ):
        assert choose(other).variant.startswith("csr/")
    small = choose(placed_graph(least, links=SCATTERED, small=0.8))
    assert "80 % of the vertices with neighbors are in small components" in small.reason


def test_hubs_are_sampled_with_any_number_of_neighbors():
    hubs = links_with(at_hubs=choice.AT_HUBS_TO_SAMPLE, scattered=choice.SCATTERED_AT_HUBS)
    for degree in (0.5, 2, samples.DEGREE_TO_SAMPLE - 0.1):
        for n in (1000, MANY, 2**24):
            sampled = choose(placed_graph(degree, n=n, links=hubs, small=1.0))
            assert sampled.variant == samples.INTERLEAVED
            assert "10 % of the vertices are at hubs" in sampled.reason
    for links in (
        hubs._replace(at_hubs=choice.AT_HUBS_TO_SAMPLE - 0.01),
        hubs._replace(at_hubs=choice.AT_HUBS_ALONE),
        hubs._replace(scattered=choice.SCATTERED_AT_HUBS - 0.01),
        hubs._replace(long=ids.LONG_TO_LINK_FAR),
    ):
        assert choose(placed_graph(2, links=links)).variant == choice.UNSAMPLED
    alone = hubs._replace(at_hubs=choice.AT_HUBS_ALONE)
    for degree, variant in (
        (choice.DEGREE_BEYOND_STARS - 0.001, choice.UNSAMPLED),
        (choice.DEGREE_BEYOND_STARS, samples.INTERLEAVED),
    ):
        assert choose(placed_graph(degree, n=MANY, links=alone)).variant == variant


def test_the_words_of_the_user_come_first():
    placed = placed_graph(samples.DEGREE_TO_COALESCE, n=LARGE, links=SCATTERED, coverage=0.0)
    own = {"sharing": "vertex", "k": 3}
    assert choose(placed, own).options.items() >= own.items()
    assert choose(placed).options.items() >= {"sharing": "coalesced", "k": 2}.items()
    with pytest.raises(OptionError, match="has no option 'colour'"):
        choose(placed, {"colour": 1})


@for_each("own", [{}, {"sharing": "vertex"}, {"k": 3}])
def test_the_options_of_a_choice_are_used_unless_the_user_has_others(own, device, monkeypatch):
    monkeypatch.setattr(samples, "VERTICES_OF_LARGE_SAMPLES", 0)
    monkeypatch.setattr(auto_reasons, "SCATTERED_TO_MEET", 0)
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = False
    # Two halves, joined by no edge to a first neighbor, so that hooking covers few.
    pairs = [(u, v) for u in range(70) for v in range(70, 140) if (u + v) % 3]
    placed = side_by_side([from_pairs(pairs, 140)] * 8).to(runtime)
    assert choose(placed).options["sharing"] == "coalesced"
    used = clconn.connected_components(placed, options=own).options
    assert used.items() >= {"sharing": "coalesced", **own}.items()


def test_chains_that_are_walked_fast_are_shortened():
    links = links_with(long=0.5, slow=ids.DESCENTS_TO_SHUFFLE - 0.01, scattered=1)
    grid = choose(placed_graph(4, links=links))
    assert (grid.variant, grid.options["initialization"]) == (choice.UNSAMPLED, "far-smaller")
    assert "from 50 % of the vertices first links make chains" in grid.reason
    hubs = links_with(long=1, at_hubs=choice.AT_HUBS_TO_LINK_FIRST)
    assert choose(placed_graph(4, links=hubs)).options["initialization"] == "first-smaller"
    roads = choose(placed_graph(2.9, links=links_with(long=0.5)))
    assert (roads.variant, roads.options["initialization"]) == (choice.UNSAMPLED, "far-smaller")
    cliques = choose(placed_graph(300, links=LONG, small=1.0))
    assert cliques.options["initialization"] == "far-smaller"
    assert choose(placed_graph(4, links=links_with(long=0.49))).options == {
        **choose(placed_graph(4)).options, "initialization": "first-smaller"
    }  # fmt: skip


def test_many_vertices_begin_alone_but_for_hubs():
    n, few = choice.NEAR_VERTICES_TO_BEGIN_ALONE, choice.DEGREE_TO_LINK_FIRST - 0.001
    roads = choose(placed_graph(few, n=n))
    assert (roads.variant, roads.options["initialization"]) == (choice.UNSAMPLED, "self")
    assert "few of them at hubs" in roads.reason
    scattered, hubs = choice.VERTICES_TO_BEGIN_ALONE, choice.AT_HUBS_TO_LINK_FIRST
    alone = choose(placed_graph(2.9, n=scattered, links=SCATTERED))
    assert (alone.variant, alone.options["initialization"]) == (choice.UNSAMPLED, "self")
    for other in (
        placed_graph(few, n=n - 1),
        placed_graph(few + 0.001, n=n),
        placed_graph(few, n=n, links=links_with(at_hubs=hubs)),
        placed_graph(2.9, n=scattered - 1, links=SCATTERED),
        placed_graph(2.9, n=scattered, links=links_with(at_hubs=hubs, scattered=1)),
    ):
        assert choose(other).options["initialization"] == "first-smaller"


def test_nothing_is_sampled_of_small_components():
    most = auto_reasons.SMALL_NOT_TO_SAMPLE
    chosen = choose(placed_graph(50, small=most))
    assert chosen.variant == choice.UNSAMPLED
    assert "75 % of the vertices with neighbors are in small components" in chosen.reason
    assert choose(placed_graph(50, small=most - 0.01)).variant == samples.INTERLEAVED


def test_chains_beside_small_components_are_flattened():
    most, least = auto_reasons.SMALL_NOT_TO_SAMPLE, choice.LONG_TO_FLATTEN
    for long, small, expected, is_flat in (
        (least, most, choice.MEETING, True),
        (ids.LONG_TO_LINK_FAR - 0.01, 1.0, choice.MEETING, True),
        (least - 0.01, most, choice.UNSAMPLED, False),
        (ids.LONG_TO_LINK_FAR, most, choice.UNSAMPLED, False),
        (least, most - 0.01, samples.INTERLEAVED, True),
        (samples.LONG_TO_FLATTEN_SAMPLES - 0.01, most - 0.01, samples.INTERLEAVED, False),
    ):
        with case(long=long, small=small):
            chosen = choose(placed_graph(50, links=links_with(long=long), small=small))
            assert chosen.variant == expected
            assert chosen.options.get("flatten_links", False) is is_flat
            assert ("flattened in steps that double" in chosen.reason) is is_flat


@for_each(
    "graph",
    [
        (choice.VERTICES_OF_ONE_LAUNCH, 2, {"first_links", "barrier"}),
        (choice.VERTICES_OF_ONE_LAUNCH, 3, {"first_links", "small_components", "barrier"}),
        (MANY, 2, {"first_links"}),
        (MANY, 4, {"first_links", "small_components", "barrier"}),
        (choice.VERTICES_TO_BEGIN_ALONE, 4, {"first_links"}),
        (choice.VERTICES_OF_LARGE, 4, {"first_links", "barrier"}),
        (MANY, 5, {"first_links", "small_components", "barrier"}),
        (LARGE - 1, 5, {"first_links", "small_components", "barrier"}),
        (LARGE, 5, {"first_links", "small_components", "hook_coverage", "barrier"}),
    ],
)
def test_the_looks_that_a_gpu_expects(graph, monkeypatch):
    n, degree, looks = graph
    expected = []
    monkeypatch.setattr(choice, "expect_barrier", lambda runtime: expected.append("barrier"))
    runtime = SimpleNamespace(
        is_cpu=False,
        lock=contextlib.nullcontext(),
        tuning=SimpleNamespace(local_size=64),
        kernels=SimpleNamespace(expect=lambda file, switches: expected.append(file)),
    )
    choice.expect_looks(runtime, n, degree * n, "int")
    assert set(expected) == looks
    runtime.is_cpu = True
    expected.clear()
    choice.expect_looks(runtime, n, degree * n, "int")
    assert not expected


def test_long_thin_graphs_on_a_gpu(device):
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = False
    path = clconn.generate("path", n=4000)
    ladder = [(v, v + step) for step in (1, 2, 3) for v in range(4000 - step)]
    for graph, of_list in ((path, edges.HALVING), (from_pairs(ladder, 4000), edges.FINDS)):
        rows = graph.adjacency()
        for given in (graph, clconn.Graph.from_csr(rows.offsets, rows.neighbors)):
            result = clconn.connected_components(given, device=runtime, verify=True)
            assert clconn.spanning_forest(given, device=runtime, verify=True).count == 1
            expected = of_list if given.rows is None else ids.JOINING
            assert (result.count, result.variant) == (1, expected)


@pytest.mark.parametrize("is_cpu", [True, False])
@pytest.mark.parametrize("name", ["empty", "five-alone", "clique", "star-from-first", "torus"])
def test_the_result_says_what_was_chosen_and_why(name, is_cpu, device):
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = is_cpu
    graph = rows_side_by_side([hand_made(name)])
    result = clconn.connected_components(graph, device=runtime)
    chosen = choose(graph.device_copies[runtime])
    assert (result.variant, result.options) == (chosen.variant, chosen.options)
    assert result.reason == chosen.reason
    np.testing.assert_array_equal(result.roots, scipy_roots(graph))
    del graph.device_copies[runtime]


@pytest.mark.parametrize("function", [clconn.connected_components, clconn.spanning_forest])
@pytest.mark.parametrize("is_cpu", [True, False])
def test_no_rows_are_made_of_an_edge_list_that_nobody_asked_for(function, is_cpu, device):
    runtime = new_runtime(device)
    runtime.is_cpu = is_cpu
    graph = clconn.Graph.from_edges([4, 1, 5, 5], [1, 0, 5, 3], 7)
    result = function(graph, device=runtime, verify=True)
    assert result.variant.startswith("coo/")
    assert "edge list" in result.reason
    assert runtime not in graph.device_copies
    # Where there are rows, they are used; and variants that need them get them.
    rows = graph.to(runtime)
    assert function(graph, device=runtime).variant == function(rows).variant != result.variant
    assert function(graph, variant="csr/ecl/split", device=runtime, verify=True).count
    # An option is one of a certain variant.
    fresh = clconn.Graph.from_edges([4, 1, 5, 5], [1, 0, 5, 3], 7)
    function(fresh, device=runtime, options={"initialization": "self"})
    assert runtime in fresh.device_copies


def test_a_clique_is_hooked(device, monkeypatch):
    monkeypatch.setattr(samples, "VERTICES_OF_LARGE_SAMPLES", 0)
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = False
    clique = rows_side_by_side([from_pairs([(u, v) for v in range(30) for u in range(v)], 30)])
    placed = clique.to(runtime)
    assert placed.hook_coverage == 1
    assert clconn.connected_components(placed).variant == samples.HOOKED


def test_the_reason_of_a_variant_by_name(device):
    graph = from_pairs([(0, 1)], 3)
    result = clconn.connected_components(graph, variant="csr/async/halve", device=device)
    assert result.reason == "it was asked for by name"


def test_the_coverage_is_looked_for_once(device, monkeypatch):
    placed = hand_made("star-from-first").to(device).without_plans()
    placed.__dict__.pop("hook_coverage", None)
    before = placed.runtime.launches
    assert placed.hook_coverage == 1
    assert placed.hook_coverage == 1
    assert placed.runtime.launches == before + 1
    assert placed.without_plans().hook_coverage == 1
    assert placed.runtime.launches == before + 1


def test_a_graph_without_plans_shares_the_rows_and_nothing_else(device):
    graph = hand_made("heavy-tailed")
    placed = graph.to(device)
    expected = clconn.connected_components(placed, variant="kout/async/halve").roots
    bare = placed.without_plans()
    assert (bare.offsets, bare.neighbors) == (placed.offsets, placed.neighbors)
    assert bare.plans == {}
    kept = set(placed.plans)
    assert kept
    result = clconn.connected_components(bare, variant="kout/ecl/halve")
    np.testing.assert_array_equal(result.roots, expected)
    assert set(placed.plans) == kept
    assert len(bare.plans) == 1


def test_hubs_of_unsorted_rows_are_linked_flat():
    hubs = links_with(at_hubs=choice.AT_HUBS_TO_LINK_FIRST)
    tree, meets, samples_flat = ids.DEGREE_OF_TREES, choice.MEETING, hooks.FLAT_SAMPLE
    small = auto_reasons.SMALL_NOT_TO_SAMPLE
    for degree, others, expected in (
        (tree - 0.1, {}, meets), (tree, {}, samples_flat), (tree, {"small": small}, meets),
        (19, {"small": small}, meets),
    ):  # fmt: skip
        with case(degree=degree, others=others):
            chosen = choose(placed_graph(degree, links=hubs, is_sorted=False, **others))
            assert (chosen.variant, chosen.options["flatten_links"]) == (expected, True)
            assert "in no order" in chosen.reason
            in_order = choose(placed_graph(degree, links=hubs, **others))
            assert in_order.variant == choice.UNSAMPLED
    alone = links_with(at_hubs=choice.AT_HUBS_TO_LINK_FIRST - 0.001)
    assert choose(placed_graph(4, links=alone, is_sorted=False)).variant == choice.UNSAMPLED
    # A large star is sampled, whose leaves are not near its center.
    star = links_with(at_hubs=choice.AT_HUBS_ALONE, scattered=choice.SCATTERED_OF_STARS)
    for n, links, others, expected in (
        (MANY, star, {}, samples_flat), (MANY - 1, star, {}, meets),
        (MANY, star, {"small": small}, meets),
        (MANY, star._replace(scattered=star.scattered - 0.01), {}, meets),
    ):  # fmt: skip
        with case(n=n, links=links):
            chosen = choose(placed_graph(2, n=n, links=links, is_sorted=False, **others))
            assert (chosen.variant, chosen.options["flatten_links"]) == (expected, True)
