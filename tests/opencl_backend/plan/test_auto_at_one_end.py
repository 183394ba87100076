"""What ``"auto"`` chooses on a GPU for edges that may be stored at one end only."""

import re

import pytest

from clconn.errors import OptionError
from clconn.opencl_backend.plan import auto_at_one_end as ends
from clconn.opencl_backend.plan import auto_at_one_end_choices as choices
from clconn.opencl_backend.plan import auto_at_one_end_in_order as order
from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan.auto_variant import VERTICES_OF_ONE_LAUNCH
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import MANY, choose, links_with, placed_graph

SAMPLED, FLAT_SAMPLE = (
    (choices.MEETING_SAMPLE, "unskipped"),
    (choices.MEETING_SAMPLE, "unskipped flat"),
)
BLOCKS, FLAT, MET = (ids.JOINING, "blocks"), (choices.MEETING, "flat"), (choices.MEETING, "")
FOUND, ALONE, EARLY = (choices.FINDING, ""), (choices.FINDING, "self"), (choices.WALKING_EARLY, "")
SHUFFLED = ids.IN_CHAINS, "self"
SMALL = choices.VERTICES_OF_SMALL


def _chosen(neighbors, n, links, **more):
    """The variant, and in a word those of its options that are not usual."""
    chosen = choose(placed_graph(neighbors / 2, n=n, links=links, symmetric=False, **more))
    assert "one end only" in chosen.reason or chosen.options.get("initialization") == "blocks"
    words = []
    if chosen.options.get("initialization", "first-smaller") != "first-smaller":
        words.append(chosen.options["initialization"])
    if not chosen.options.get("skip_settled", True):
        words.append("unskipped")
    if chosen.options.get("flatten_links"):
        words.append("flat")
    assert ("skip_settled=false" in chosen.reason) == ("unskipped" in words)
    assert ("flatten_links=true" in chosen.reason) == ("flat" in words)
    return chosen.variant, " ".join(words)


def _check(expectations):
    for neighbors, n, links, expected in expectations:
        with case(neighbors=neighbors, n=n, links=links):
            assert _chosen(neighbors, n, links) == expected


def test_ids_in_order_are_joined_in_blocks_unless_chains_are_a_part():
    within = links_with(within=ends.WITHIN)
    part = within._replace(long=order.LONG_OF_A_PART)
    most = within._replace(long=order.LONG_OF_MOST)
    beside = order.SCATTERED_BESIDE_CHAINS
    _check((
        (1, 1000, within, BLOCKS), (30, SMALL, within, BLOCKS), (6, MANY, within, BLOCKS),
        (5, 2**23, within, BLOCKS), (6, MANY, part, BLOCKS), (2, 1000, part, BLOCKS),
        (6, MANY, part._replace(scattered=beside), FLAT),
        (6, 1000, part._replace(scattered=beside), FLAT),
        (6, MANY, part._replace(scattered=beside - 0.01), BLOCKS), (6, SMALL, most, BLOCKS),
        (6, SMALL + 1, most, FLAT), (6, SMALL + 1, most._replace(long=most.long - 0.01), BLOCKS),
        (6, SMALL + 1, most._replace(within=order.WITHIN_OF_MOST), BLOCKS),
        (6, SMALL + 1, most._replace(within=order.WITHIN_OF_MOST - 0.01), FLAT),
        (6, SMALL, most._replace(scattered=beside), FLAT),
    ))  # fmt: skip


def test_lattices_are_joined_in_blocks_unless_they_are_trees_or_large():
    lattice = links_with(within=order.WITHIN_OF_ALL, long=order.LONG_OF_ALL)
    few = ids.DEGREE_OF_TREES
    _check((
        (few, MANY, lattice, BLOCKS), (30, choices.VERTICES_TO_AVOID_CHAINS - 1, lattice, BLOCKS),
        (few - 0.1, MANY, lattice, FLAT), (few, choices.VERTICES_TO_AVOID_CHAINS, lattice, ALONE),
        (few, MANY, lattice._replace(long=lattice.long - 0.01), FLAT),
        (few, MANY, lattice._replace(within=lattice.within - 0.01), FLAT),
        (few, MANY, lattice._replace(scattered=order.SCATTERED_BESIDE_CHAINS), FLAT),
    ))  # fmt: skip


def test_walks_halve_paths_where_vertices_beside_blocks_are_scattered():
    scattered = links_with(within=ends.WITHIN, scattered=order.SCATTERED_BESIDE_BLOCKS)
    in_blocks = scattered._replace(within=order.WITHIN_TO_JOIN_SCATTERED)
    some = links_with(within=ends.WITHIN, scattered=order.SCATTERED_TO_WALK_EARLY)
    paired, large = some._replace(paired=order.PAIRED_IN_BLOCKS), choices.VERTICES_TO_AVOID_CHAINS
    roads = links_with(within=ids.WITHIN_TO_JOIN_ROADS - 0.01, scattered=ids.SCATTERED_OF_ROADS)
    few, many = ids.DEGREE_OF_TREES, ids.DEGREE_OF_ROADS
    _check((
        (6, MANY, scattered, EARLY), (few, 1000, scattered._replace(scattered=0.9), EARLY),
        (few - 0.1, 1000, scattered, ALONE), (order.DEGREE_TO_LINK_ALONE, MANY, some, ALONE),
        (order.DEGREE_TO_LINK_ALONE - 0.01, MANY, some, BLOCKS), (6, MANY, in_blocks, BLOCKS),
        (6, MANY, in_blocks._replace(within=in_blocks.within - 0.01), EARLY),
        (6, MANY, scattered._replace(scattered=scattered.scattered - 0.01), BLOCKS),
        (6, MANY, some, BLOCKS), (6, 1000, paired, MET), (6, large, some, ALONE),
        (5, large - 1, some, BLOCKS), (6, large, paired, MET), (6, large, scattered, EARLY),
        (6, MANY, paired._replace(paired=paired.paired - 0.01), BLOCKS),
        (6, MANY, paired._replace(scattered=some.scattered - 0.001), BLOCKS),
        (6, MANY, paired._replace(within=order.WITHIN_TO_JOIN_ALL), BLOCKS),
        (6, MANY, paired._replace(within=order.WITHIN_TO_JOIN_ALL - 0.01), MET),
        (6, MANY, scattered._replace(long=order.LONG_OF_A_PART), FLAT),
        (few, 10**5, roads, FOUND), (many - 0.1, 10**5, roads, FOUND), (many, 10**5, roads, BLOCKS),
        (few - 0.1, 10**5, roads, BLOCKS), (few, 10**5, scattered, FOUND),
        (few, 10**5, scattered._replace(scattered=order.SCATTERED_OF_NO_ROADS - 0.01), FOUND),
        (few, 10**5, scattered._replace(scattered=order.SCATTERED_OF_NO_ROADS), EARLY),
        (few, 10**5, roads._replace(within=ids.WITHIN_TO_JOIN_ROADS), BLOCKS),
        (few, 10**5, roads._replace(scattered=roads.scattered - 0.01), BLOCKS),
    ))  # fmt: skip


def test_hubs_beside_blocks_are_sampled():
    hubs = links_with(within=order.WITHIN_TO_SAMPLE_NONE - 0.01, at_hubs=order.AT_FEW_HUBS)
    few, chains = (
        hubs._replace(at_hubs=hubs.at_hubs - 0.01),
        hubs._replace(long=choices.LONG_AT_HUBS),
    )
    least = order.DEGREE_TO_SAMPLE_IN_BLOCKS
    _check((
        (least, SMALL, hubs, SAMPLED), (least - 0.1, SMALL, hubs, BLOCKS),
        (least - 0.1, SMALL + 1, hubs, SAMPLED), (30, MANY, hubs, SAMPLED),
        (30, SMALL, few, BLOCKS), (30, MANY, few, SAMPLED),
        (9, MANY, hubs._replace(at_hubs=ids.AT_ANY_HUBS), SAMPLED),
        (9, MANY, hubs._replace(at_hubs=0), BLOCKS), (9, MANY, chains, FLAT_SAMPLE),
        (1, 1000, chains, FLAT_SAMPLE), (9, MANY, chains._replace(long=1), FLAT_SAMPLE),
        (9, MANY, chains._replace(long=chains.long - 0.001), SAMPLED),
    ))  # fmt: skip


def test_small_worlds_are_linked_from_single_vertices():
    world = links_with(
        long=order.LONG_OF_ALL, slow=order.LONG_OF_ALL - order.FAST_OF_SMALL_WORLDS - 0.001,
        within=order.WITHIN_OF_SMALL_WORLDS,
    )  # fmt: skip
    least, most = order.DEGREE_OF_SMALL_WORLDS, order.DEGREE_OF_NO_SMALL_WORLDS
    _check((
        (least, MANY, world, ALONE), (most - 0.1, SMALL, world, ALONE),
        (least, choices.VERTICES_TO_AVOID_CHAINS, world, ALONE), (most, MANY, world, BLOCKS),
        (least - 0.1, MANY, world, BLOCKS),
        (least, MANY, world._replace(slow=world.slow + 0.01), BLOCKS),
        (least, MANY, world._replace(long=world.long - 0.01, slow=0), BLOCKS),
        (least, MANY, world._replace(within=world.within - 0.01), BLOCKS),
    ))  # fmt: skip


def test_lattices_of_larger_neighbors_are_linked_in_a_random_order():
    lattice = links_with(within=order.WITHIN_OF_NO_LATTICES - 0.01)
    least, most = order.DEGREE_OF_LATTICES, order.DEGREE_OF_NO_LATTICES
    _check((
        (least, MANY, lattice, SHUFFLED), (most - 0.1, MANY, lattice, SHUFFLED),
        (4, choices.VERTICES_TO_AVOID_CHAINS, lattice, SHUFFLED),
        (least - 0.1, MANY, lattice, BLOCKS),
        (most, MANY, lattice, BLOCKS),
        (4, MANY, lattice._replace(within=order.WITHIN_OF_NO_LATTICES), BLOCKS),
        (4, MANY, lattice._replace(slow=0.001, slow_entries=1), BLOCKS),
        (4, MANY, lattice._replace(long=choices.LONG_AT_HUBS), BLOCKS),
        (4, MANY, lattice._replace(scattered=order.SCATTERED_TO_WALK_EARLY), BLOCKS),
    ))  # fmt: skip


def test_near_rows_of_larger_neighbors_are_not_sampled():
    dense = links_with(
        within=order.WITHIN_TO_SAMPLE_NONE, at_hubs=order.AT_HUBS_TO_SAMPLE - 0.01,
        scattered=order.SCATTERED_TO_SAMPLE - 0.01,
    )  # fmt: skip
    least, few = order.DEGREE_TO_SAMPLE_NONE, dense._replace(at_hubs=order.AT_HUBS_TO_JOIN - 0.01)
    _check((
        (least, MANY, dense, EARLY), (least - 0.1, MANY, dense, SAMPLED),
        (least - 0.1, MANY, few, BLOCKS), (least - 0.1, SMALL - 1, few, SAMPLED),
        (least - 0.1, MANY, few._replace(at_hubs=order.AT_HUBS_TO_JOIN), SAMPLED),
        (least - 0.1, MANY, few._replace(within=few.within - 0.01), SAMPLED),
        (least - 0.1, MANY, few._replace(slow=0.001, slow_entries=2), SAMPLED),
        (least, MANY, few, EARLY),
        (30, SMALL, dense, EARLY), (30, SMALL - 1, dense, SAMPLED),
        (30, MANY, dense._replace(at_hubs=order.AT_HUBS_TO_SAMPLE), SAMPLED),
        (30, MANY, dense._replace(within=dense.within - 0.01), SAMPLED),
        (30, MANY, dense._replace(scattered=order.SCATTERED_TO_SAMPLE), SAMPLED),
        (30, MANY, dense._replace(slow=0.001, slow_entries=4), SAMPLED),
        (30, MANY, dense._replace(long=choices.LONG_AT_HUBS), FLAT_SAMPLE),
    ))  # fmt: skip


def test_chains_beside_hubs_are_linked_in_a_random_order_or_sampled():
    dense = links_with(within=order.WITHIN_TO_SAMPLE_NONE, at_hubs=ids.AT_ANY_HUBS)
    chain = dense._replace(consecutive=choices.CONSECUTIVE_OF_PATHS)
    part = dense._replace(consecutive=order.CONSECUTIVE_AT_A_CORE)
    wheel, least = chain._replace(at_hubs=order.AT_HUBS_TO_JOIN), order.DEGREE_TO_SAMPLE_NONE
    _check((
        (9, MANY, dense, EARLY), (9, MANY, part, SAMPLED), (least, MANY, chain, SHUFFLED),
        (9, MANY, part._replace(consecutive=part.consecutive - 0.01), EARLY),
        (9, MANY, part._replace(at_hubs=order.AT_HUBS_OF_A_CORE), EARLY),
        (9, MANY, part._replace(scattered=0.001), EARLY),
        (9, MANY, chain._replace(consecutive=chain.consecutive - 0.01), SAMPLED),
        (9, MANY, chain._replace(at_hubs=order.AT_HUBS_TO_SAMPLE), SAMPLED),
        (9, MANY, chain._replace(at_hubs=0), BLOCKS),
        (9, MANY, chain._replace(slow=0.001, slow_entries=4), SAMPLED),
        (9, MANY, chain._replace(long=choices.LONG_AT_HUBS), FLAT_SAMPLE),
        (4, MANY, wheel, SHUFFLED), (4, MANY, wheel._replace(at_hubs=1), SHUFFLED),
        (4, MANY, wheel._replace(consecutive=chain.consecutive - 0.01), SAMPLED),
        (4, MANY, wheel._replace(at_hubs=wheel.at_hubs - 0.01), BLOCKS),
        (4, MANY, wheel._replace(within=wheel.within - 0.01), SAMPLED),
    ))  # fmt: skip


def test_options_of_a_sample_keep_it():
    near = links_with(within=order.WITHIN_TO_SAMPLE_NONE, at_hubs=0.1)
    chain = near._replace(consecutive=1)
    wheel = chain._replace(at_hubs=0.5)
    board = links_with(within=ends.WITHIN_OF_ALL_NEAR)
    for neighbors, links, variant in (
        (6, near, choices.WALKING_EARLY), (4, near, ids.JOINING), (6, chain, ids.IN_CHAINS),
        (4, wheel, ids.IN_CHAINS), (8, board, ids.JOINING),
    ):  # fmt: skip
        placed = placed_graph(neighbors / 2, n=MANY, links=links, symmetric=False)
        assert choose(placed).variant == variant
        for options in ({"k": 3}, {"skip_settled": False}):
            with case(neighbors=neighbors, links=links, options=options):
                assert choose(placed, options).variant == choices.MEETING_SAMPLE


def test_chains_that_rows_hide_are_named():
    hidden = links_with(within=ends.WITHIN_OF_HIDDEN_CHAINS)
    reason = choose(placed_graph(0.7, n=MANY, links=hidden, symmetric=False)).reason
    assert "15 % of the entries lead to ids nearby" in reason


def test_what_is_elsewhere_is_sampled_unless_there_are_few_edges():
    scattered = links_with(scattered=1, within=ends.WITHIN_OF_HIDDEN_CHAINS - 0.01)
    hidden, large = scattered._replace(within=ends.WITHIN - 0.01), choices.VERTICES_TO_AVOID_CHAINS
    chains = scattered._replace(long=ends.LONG_TO_FLATTEN)
    pairs = scattered._replace(paired=ends.PAIRED_OF_FORESTS)
    least, forest = ids.DEGREE_OF_TREES, ends.DEGREE_OF_FORESTS
    _check((
        (least, 1000, scattered, SAMPLED), (100, SMALL, scattered, SAMPLED),
        (least, MANY, scattered, SAMPLED), (8, 2**21, scattered, SAMPLED),
        (100, 2**24, scattered._replace(at_hubs=1), SAMPLED), (forest, MANY, scattered, ALONE),
        (least - 0.01, MANY, scattered, ALONE), (forest - 0.01, MANY, scattered, MET),
        (forest - 0.01, MANY, hidden, EARLY), (forest, MANY, hidden, ALONE),
        (1, 1000, hidden._replace(within=ends.WITHIN_OF_HIDDEN_CHAINS), EARLY),
        (1, large - 1, hidden, EARLY), (1, large, hidden, ALONE), (least, MANY, hidden, SAMPLED),
        (0, 1000, scattered, MET), (100, 9, chains, FLAT_SAMPLE), (1, MANY, chains, FLAT),
        (least, MANY, chains, FLAT_SAMPLE), (least - 0.01, MANY, chains, FLAT),
        (least, MANY, chains._replace(long=chains.long - 0.001), SAMPLED),
        (forest - 0.01, MANY, pairs, BLOCKS), (forest, MANY, pairs, ALONE),
        (2, 1000, pairs._replace(paired=pairs.paired - 0.01), MET),
    ))  # fmt: skip


def test_near_neighbors_of_all_vertices_are_joined_in_blocks_elsewhere():
    near = links_with(within=ends.WITHIN_OF_ALL_NEAR)
    least = ids.DEGREE_OF_TREES
    _check((
        (8, SMALL, near, BLOCKS), (8, 2**21, near, BLOCKS), (least, MANY, near, BLOCKS),
        (8, SMALL, near._replace(within=near.within - 0.01), SAMPLED),
        (8, SMALL, near._replace(at_hubs=0.001), SAMPLED),
        (8, SMALL, near._replace(scattered=0.001), SAMPLED),
        (8, SMALL, near._replace(paired=0.001), SAMPLED),
        (8, SMALL, near._replace(long=ends.LONG_TO_FLATTEN), FLAT_SAMPLE),
    ))  # fmt: skip


def test_forests_with_hubs_of_which_nothing_is_scattered_may_be_chains():
    hidden = links_with(at_hubs=0.04, scattered=ends.SCATTERED_OF_NO_CHAINS - 0.01)
    forest, large = ends.DEGREE_OF_FORESTS - 0.01, ends.VERTICES_TO_LINK_AT_RANDOM
    pairs = hidden._replace(paired=ends.PAIRED_OF_FORESTS)
    _check((
        (forest, large, hidden, SHUFFLED), (forest, large - 1, hidden, EARLY),
        (1, 2**22, hidden, SHUFFLED), (1, MANY, hidden._replace(at_hubs=0), MET),
        (forest + 0.01, large, hidden, ALONE),
        (forest, large, hidden._replace(scattered=ends.SCATTERED_OF_NO_CHAINS), MET),
        (forest, large, hidden._replace(within=ends.WITHIN_OF_HIDDEN_CHAINS), EARLY),
        (forest, large, hidden._replace(slow=0.001, slow_entries=2), MET),
        (forest, large, hidden._replace(long=choices.LONG_AT_HUBS), MET),
        (forest, large, pairs, BLOCKS),
    ))  # fmt: skip


def test_legs_beside_others_are_linked_in_a_random_order():
    legs = links_with(
        at_hubs=ends.AT_HUBS_OF_LARGE, scattered=ends.SCATTERED_BESIDE_LEGS - 0.01,
        within=ends.WITHIN_OF_HIDDEN_CHAINS - 0.01,
    )  # fmt: skip
    few, least = ends.DEGREE_BESIDE_LEGS - 0.1, ends.VERTICES_TO_LINK_AT_RANDOM
    _check((
        (few, least, legs, SHUFFLED), (ids.DEGREE_OF_TREES, 2**22, legs, SHUFFLED),
        (few + 0.1, least, legs, SAMPLED), (few, least - 1, legs, SAMPLED),
        (few, MANY, legs._replace(at_hubs=legs.at_hubs - 0.001), EARLY),
        (few, MANY, legs._replace(scattered=ends.SCATTERED_BESIDE_LEGS), SAMPLED),
        (few, MANY, legs._replace(long=choices.LONG_AT_HUBS), SAMPLED),
        (few, MANY, legs._replace(within=ends.WITHIN_OF_HIDDEN_CHAINS), SAMPLED),
        (few, MANY, legs._replace(long=ends.LONG_TO_FLATTEN), FLAT_SAMPLE),
    ))  # fmt: skip


def test_large_graphs_without_hubs_are_sampled_where_ids_scatter():
    few = links_with(scattered=ends.SCATTERED_TO_MEET - 0.01)
    halved = choices.HALVING, "far-smaller"
    some = links_with(scattered=0.9, paired=ends.PAIRED_OF_A_PART)
    most = links_with(scattered=0.9, paired=ends.PAIRED_OF_MOST)
    hubs, many = ends.AT_HUBS_OF_LARGE, ends.DEGREE_OF_FEW_PAIRS
    _check((
        (ends.DEGREE_OF_MESHES - 0.1, SMALL + 1, few, EARLY), (6, SMALL, few, SAMPLED),
        (ends.DEGREE_OF_MESHES, SMALL + 1, few, SAMPLED),
        (6, MANY, few._replace(scattered=ends.SCATTERED_TO_MEET), SAMPLED),
        (6, MANY, few._replace(at_hubs=hubs), SAMPLED),
        (6, MANY, few._replace(at_hubs=hubs - 0.001), EARLY), (9, SMALL + 1, some, MET),
        (9, SMALL, some, SAMPLED), (9, MANY, some._replace(paired=some.paired - 0.01), SAMPLED),
        (9, MANY, some._replace(at_hubs=hubs), SAMPLED), (9, MANY, most, SAMPLED),
        (9, MANY, most._replace(paired=most.paired - 0.01), MET), (many - 0.1, SMALL, most, halved),
        (many, SMALL, most, SAMPLED), (4, SMALL, most._replace(paired=0.29), SAMPLED),
        (4, SMALL + 1, most, SAMPLED),
    ))  # fmt: skip


def test_very_many_vertices_avoid_chains():
    n, least = choices.VERTICES_TO_AVOID_CHAINS, ids.DEGREE_OF_TREES
    elsewhere = links_with(long=ends.LONG_TO_FLATTEN, scattered=1)
    part = links_with(
        long=order.LONG_OF_A_PART, within=ends.WITHIN, scattered=order.SCATTERED_BESIDE_CHAINS
    )
    _check((
        (least, n, elsewhere, ALONE), (30, n, elsewhere, ALONE),
        (30, n, elsewhere._replace(at_hubs=ends.AT_HUBS_TO_FLATTEN - 0.01), ALONE),
        (30, n, elsewhere._replace(at_hubs=ends.AT_HUBS_TO_FLATTEN), FLAT_SAMPLE),
        (30, n - 1, elsewhere, FLAT_SAMPLE), (least - 0.1, n, elsewhere, FLAT),
        (least, n, part, ALONE), (least, n - 1, part, FLAT), (least - 0.1, n, part, FLAT),
        (30, n, part._replace(at_hubs=0.5), FLAT_SAMPLE),
        (least, n, part._replace(scattered=part.scattered - 0.01), BLOCKS),
    ))  # fmt: skip


def test_chains_are_named_by_what_makes_them():
    long, pairs = links_with(long=0.5, scattered=1), links_with(scattered=0.9, paired=0.3)
    for links, neighbors, words in (
        (long, 9, "from 50 % of the vertices first links make chains"),
        (pairs, 4, "the neighbors of 30 % of the vertices are near each other and far away"),
    ):
        placed = placed_graph(neighbors / 2, links=links, symmetric=False)
        assert words in choose(placed).reason


def test_vertices_may_not_be_left_out():
    placed = placed_graph(9, links=links_with(scattered=1), symmetric=False)
    with pytest.raises(OptionError, match=re.escape("stored at one end only; drop the option")):
        choose(placed, {"skip_settled": True})
    assert not choose(placed, {"skip_settled": False, "k": 4}).options["skip_settled"]
    both = choose(placed_graph(9, links=links_with(scattered=1), coverage=0.0), {"k": 4})
    assert both.options["skip_settled"]


def test_the_bounds_are_those_of_other_choices():
    assert VERTICES_OF_ONE_LAUNCH == choices.VERTICES_OF_SMALL
    assert order.LONG_OF_MOST == ids.LONG_TO_LINK_FAR
