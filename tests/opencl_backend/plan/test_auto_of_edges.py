"""What ``"auto"`` chooses for an edge list on a GPU, and that it says why."""

import numpy as np

import clconn
from clconn.design_space import Automatic
from clconn.opencl_backend.plan import auto_of_edges as edges
from clconn.opencl_backend.plan.auto_variant import choose_by_sampling
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case
from tests.helpers.small_degree_classes import runtime_with_small_classes
from tests.opencl_backend.plan.placed_graphs import IN_ORDER, placed_graph

MANY, RANKED = edges.VERTICES_OF_RANKS_AT_HUBS, edges.VERTICES_OF_RANKS
NO_ORDER = IN_ORDER._replace(local=edges.LOCAL_IN_ORDER - 0.01)


def _chosen(order, n=MANY, problem=COMPONENTS, degree=4):
    placed = placed_graph(degree, n=n, rows=False, order=order)
    made = choose_by_sampling(placed, Automatic(problem, {}))
    assert "the graph is an edge list" in made.reason
    assert "are near the next one" in made.reason
    in_blocks = made.options["order"] == "blocks"
    assert ("order=blocks" in made.reason) is in_blocks
    return made.variant.name + " in blocks" * in_blocks


def _check(cases):
    for order, n, degree, expected in cases:
        with case(order=order, n=n, degree=degree):
            assert _chosen(order, n, degree=degree) == expected
            assert _chosen(order, n, FOREST, degree) == expected


def test_lists_in_no_order_have_rules_of_their_own():
    hubs = NO_ORDER._replace(shared=edges.SHARED_AT_HUBS)
    fewer, one = NO_ORDER._replace(shared=hubs.shared - 1e-6), edges.SHARED_AT_ONE_HUB
    many, small = edges.DEGREE_AT_HUBS, edges.VERTICES_OF_RANDOM_ORDER
    few = edges.DEGREE_OF_RANKS - 0.1
    _check((
        (NO_ORDER, RANKED + 1, few, edges.WALKS), (NO_ORDER, RANKED, few, edges.RANKS),
        (NO_ORDER, small + 1, 4, edges.RANKS), (NO_ORDER, small, 4, edges.IN_RANDOM_ORDER),
        (fewer, RANKED + 1, few, edges.WALKS), (fewer, RANKED, 50, edges.RANKS),
        (hubs, MANY, many - 0.1, edges.RANKS), (hubs, MANY - 1, many - 0.1, edges.WALKS),
        (hubs, 1000, 4, edges.WALKS),
        (hubs, MANY, many, edges.FINDS), (hubs, MANY - 1, many, edges.FINDS),
        (NO_ORDER._replace(shared=one), MANY, 1, edges.FINDS),
        (NO_ORDER._replace(shared=one), 1000, 1, edges.FINDS),
        (NO_ORDER._replace(shared=one - 1e-6), MANY, 1, edges.RANKS),
    ))  # fmt: skip


def test_random_ranks_where_many_edges_in_no_order_lead_far():
    far = NO_ORDER._replace(short=edges.SHORT_OF_FAR_ENDS - 0.01)
    near = NO_ORDER._replace(short=edges.SHORT_OF_FAR_ENDS)
    _check((
        (far, RANKED + 1, edges.DEGREE_OF_RANKS, edges.RANKS), (far, 10**7, 50, edges.RANKS),
        (far, 10**7, edges.DEGREE_OF_RANKS - 0.1, edges.WALKS),
        (near, RANKED + 1, edges.DEGREE_OF_RANKS, edges.WALKS), (near, 10**7, 50, edges.WALKS),
        # What else the edges are like matters to lists in order alone.
        (NO_ORDER._replace(short=1.0, parallel=1.0), RANKED + 1, 1, edges.WALKS),
    ))  # fmt: skip


def test_finds_where_a_few_ids_have_most_ends_in_no_order():
    short = edges.SHORT_OF_FAR_ENDS
    skewed = NO_ORDER._replace(local=edges.LOCAL_OF_SKEW, short=short - 0.01)
    hubs = skewed._replace(shared=edges.SHARED_AT_HUBS)
    least, most = edges.VERTICES_OF_SKEW, edges.VERTICES_OF_BLOCKS
    _check((
        (skewed, most, 1, edges.FINDS), (skewed, most, 50, edges.FINDS),
        (hubs, most, 1, edges.FINDS), (hubs, least + 1, 50, edges.FINDS),
        (skewed, least + 1, 50, edges.FINDS), (skewed, least, 50, edges.IN_RANDOM_ORDER),
        (hubs, least, 1, edges.WALKS), (skewed, most + 1, 1, edges.RANKS),
        (skewed._replace(local=edges.LOCAL_OF_MORE_SKEW), most, 50, edges.RANKS),
        (skewed._replace(short=short), most, 50, edges.RANKS),
        (hubs._replace(short=short), most - 1, edges.DEGREE_AT_HUBS - 0.1, edges.WALKS),
    ))  # fmt: skip


def test_walks_of_small_lists_in_no_order_whose_edges_lead_far():
    short = edges.SHORT_OF_FAR_ENDS
    far = NO_ORDER._replace(local=edges.LOCAL_OF_SKEW - 0.01, short=short - 0.01)
    hubs = far._replace(shared=edges.SHARED_AT_HUBS)
    least, small, most = (
        edges.VERTICES_OF_SKEW, edges.VERTICES_OF_WALKS, edges.VERTICES_OF_BLOCKS
    )  # fmt: skip
    for order in (far, hubs):
        _check((
            (order, least + 1, 1, edges.WALKS), (order, small, 50, edges.WALKS),
            (order, small + 1, 1, edges.RANKS), (order, most, 50, edges.RANKS),
        ))  # fmt: skip
    _check((
        (far, least, 1, edges.IN_RANDOM_ORDER), (hubs, least, 50, edges.FINDS),
        (hubs, most + 1, 50, edges.FINDS),
        (far._replace(short=short), small, 1, edges.RANKS),
        (hubs._replace(short=short), small, edges.DEGREE_AT_HUBS, edges.FINDS),
    ))  # fmt: skip


def test_edges_of_one_hub_come_in_blocks_in_any_order():
    most, finds = edges.VERTICES_OF_BLOCKS, f"{edges.FINDS} in blocks"
    for order in (NO_ORDER, IN_ORDER):
        one = order._replace(shared=edges.SHARED_AT_ONE_HUB)
        _check((
            (one, most + 1, 1, finds), (one, 10**7, 50, finds), (one, most, 1, edges.FINDS),
        ))  # fmt: skip


def test_many_edges_of_hubs_in_order_come_in_blocks():
    hubs = IN_ORDER._replace(shared=edges.SHARED_AT_HUBS)
    many = edges.DEGREE_OF_BLOCKS_AT_HUBS
    _check((
        (hubs, MANY, many, f"{edges.FINDS} in blocks"), (hubs, MANY, many - 0.1, edges.FINDS),
        (hubs._replace(shared=hubs.shared - 1e-6), 1000, 4, edges.WALKS),
    ))  # fmt: skip


def test_chains_at_hubs_in_order_come_in_blocks():
    hubs = IN_ORDER._replace(shared=edges.SHARED_AT_HUBS)
    small, finds = edges.VERTICES_OF_HALVING, f"{edges.FINDS} in blocks"
    all_, part = (
        hubs._replace(short=short) for short in (edges.SHORT_ALONG_IDS, edges.SHORT_OF_A_PART)
    )
    no_part = hubs._replace(short=edges.SHORT_OF_A_PART - 0.01)
    few, fewer = edges.DEGREE_OF_CHAINS, edges.DEGREE_OF_PARTS
    _check((
        (all_, small + 1, few - 0.1, finds), (all_, small + 1, few, edges.FINDS),
        (all_, small, 1, edges.FINDS), (part, small + 1, fewer - 0.1, finds),
        (part, small + 1, fewer, edges.FINDS), (no_part, small + 1, 1, edges.FINDS),
    ))  # fmt: skip


def test_walks_meet_where_ids_do_not_follow_a_list_in_order():
    far = IN_ORDER._replace(short=edges.SHORT_ALONG_IDS - 0.01)
    strands = far._replace(parallel=edges.PARALLEL_OF_STRANDS)
    some = far._replace(parallel=strands.parallel - 0.01)
    small, few, part = edges.VERTICES_OF_BLOCKS, edges.DEGREE_OF_STRANDS, edges.DEGREE_OF_PARTS
    finds, walks = f"{edges.FINDS} in blocks", f"{edges.WALKS} in blocks"
    for order in (far, some):
        _check((
            (order, small, part, edges.WALKS), (order, small, 50, edges.WALKS),
            (order, small + 1, part, walks), (order, small + 1, 50, walks),
            # A part that ids follow.
            (order, small, part - 0.1, edges.HALVING), (order, small + 1, part - 0.1, finds),
        ))  # fmt: skip
    none = far._replace(short=edges.SHORT_OF_A_PART - 0.01)
    _check((
        (none, small, part - 0.1, finds), (none, 1000, part - 0.1, finds),
        (none, small, part, edges.WALKS),
        (strands, small, 1, edges.FINDS), (strands, small, 50, edges.FINDS),
        (strands, small + 1, few - 0.1, finds), (strands, small + 1, few, walks),
    ))  # fmt: skip


def test_edges_of_millions_of_vertices_are_taken_as_they_come():
    far = IN_ORDER._replace(short=edges.SHORT_ALONG_IDS - 0.01)
    strands = far._replace(parallel=edges.PARALLEL_OF_STRANDS)
    large, few = edges.VERTICES_OF_GIVEN_ORDER, edges.DEGREE_OF_STRANDS
    walks, finds = f"{edges.WALKS} in blocks", f"{edges.FINDS} in blocks"
    _check((
        (strands, large, few, edges.FINDS), (strands, 2 * large, 50, edges.FINDS),
        (strands, large - 1, 50, walks), (strands, large, few - 0.1, finds),
        (far, large, few, walks),
    ))  # fmt: skip
    placed = placed_graph(4, n=large, rows=False, order=strands)
    made = choose_by_sampling(placed, Automatic(COMPONENTS, {"order": "blocks"}))
    assert (made.variant.name, made.options["order"]) == (edges.WALKS, "blocks")


def test_finds_are_fast_where_ids_follow_a_list_in_order():
    along = IN_ORDER._replace(short=edges.SHORT_ALONG_IDS)
    small, most = edges.VERTICES_OF_HALVING, edges.DEGREE_OF_CHAINS
    _check((
        (along, 0, most, edges.HALVING), (along, small, most, edges.FINDS),
        (along, small + 1, most, f"{edges.FINDS} in blocks"),
        (along, 10**7, 50, f"{edges.FINDS} in blocks"),
    ))  # fmt: skip


def test_so_few_edges_that_they_make_chains():
    few, part = edges.DEGREE_OF_CHAINS - 0.1, edges.DEGREE_OF_PARTS
    beside = IN_ORDER._replace(short=1.0)
    chain, strands, none = (
        beside._replace(parallel=share)
        for share in (edges.PARALLEL_OF_CHAINS, edges.PARALLEL_OF_STRANDS, 0.0)
    )
    least, small, most = (
        edges.VERTICES_OF_HALVING, edges.VERTICES_OF_BLOCKS, edges.VERTICES_OF_CHAINS
    )  # fmt: skip
    halves, finds = f"{edges.HALVING} in blocks", f"{edges.FINDS} in blocks"
    by_chance = edges.IN_RANDOM_ORDER
    for degree in (few, part, part - 0.1):
        for order in (chain, strands, none):
            _check([(order, least, degree, edges.HALVING)])
        _check((
            (chain, small, degree, edges.HALVING), (none, small, degree, by_chance),
            (none, small + 1, degree, by_chance), (none, most, degree, by_chance),
            (none, most + 1, degree, finds), (strands, most + 1, degree, halves),
        ))  # fmt: skip
    _check((
        (strands, least + 1, part, finds), (strands, small, part, finds),
        (strands, most, part, finds),
        (chain, small + 1, part, halves), (chain, most, part, halves),
        (chain, most + 1, part, finds),
    ))  # fmt: skip
    sparse = part - 0.1
    _check((
        (strands, least + 1, sparse, edges.HALVING), (strands, small, sparse, edges.HALVING),
        (strands, small + 1, sparse, by_chance), (strands, most, sparse, by_chance),
        (chain, small + 1, sparse, by_chance), (chain, most, sparse, by_chance),
        (chain, most + 1, sparse, halves),
    ))  # fmt: skip


def test_options_of_the_user_are_kept():
    placed = placed_graph(1, n=RANKED, rows=False, order=NO_ORDER)
    for options, expected in (
        ({}, edges.RANKS), ({"order": "blocks"}, edges.RANKS),
        ({"one_launch": "never"}, edges.WALKS),
    ):  # fmt: skip
        with case(options=options):
            made = choose_by_sampling(placed, Automatic(COMPONENTS, options))
            assert made.variant.name == expected
            assert made.options.items() >= options.items()
    along = IN_ORDER._replace(short=1.0)
    placed = placed_graph(4, n=MANY, rows=False, order=along)
    made = choose_by_sampling(placed, Automatic(COMPONENTS, {"order": "given"}))
    assert made.options["order"] == "given"
    assert "order=blocks" not in made.reason


def test_lists_on_a_gpu(device):
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = False
    generator = np.random.default_rng(0)
    path = np.arange(MANY, dtype=np.int32)
    in_order = path[:-1], path[1:]
    no_order = tuple(end[generator.permutation(MANY - 1)] for end in in_order)
    shuffled = generator.permutation(MANY - 1)
    for ends, n, expected in (
        (in_order, MANY, edges.HALVING), (no_order, MANY, edges.RANKS),
        ((path[:-1], no_order[1]), MANY, edges.FINDS),
        (tuple(end[shuffled] for end in in_order), MANY, edges.RANKS),
        (tuple(end[shuffled] // 8 for end in in_order), MANY // 8, edges.IN_RANDOM_ORDER),
        ((generator.permutation(path), np.where(path % 3, 5, path)), MANY, edges.FINDS),
    ):  # fmt: skip
        with case(expected=expected):
            graph = clconn.Graph.from_edges(*ends, n=n)
            result = clconn.connected_components(graph, device=runtime, verify=True)
            assert result.variant == expected
            assert clconn.spanning_forest(graph, device=runtime, verify=True).count == result.count
