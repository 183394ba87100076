"""Where ``"auto"`` hooks all vertices and flattens the hooks on a GPU, and that it says why."""

from clconn.opencl_backend.plan import auto_by_hooks as hooks
from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_variant as choice
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import MANY, SLOW, choose, links_with, placed_graph

DENSE, TREE = ids.DEGREE_OF_LONG_ROWS, ids.DEGREE_OF_TREES
AT_HUBS = ids.AT_HUBS_TO_JOIN_NO_BLOCKS


def _is_flat(placed, variant=hooks.FLAT_HOOKS):
    chosen = choose(placed)
    is_flat = bool(chosen.options.get("flatten_links"))
    assert (chosen.variant == variant) == is_flat
    assert ("flattened in steps that double" in chosen.reason) == is_flat
    return is_flat


def test_chains_of_many_neighbors_are_hooked_and_flattened():
    least = links_with(long=1, slow=ids.DESCENTS_TO_SHUFFLE)
    for n in (1000, MANY - 1, MANY, hooks.VERTICES_OF_LARGE_RINGS):
        with case(n=n):
            for degree, links, expected in (
                (DENSE, least, True), (DENSE - 0.1, least, False), (100, SLOW, True),
                (DENSE, links_with(long=1, slow=1, at_hubs=1), True),
                (DENSE, links_with(long=1, slow=1, within=1), True),
            ):  # fmt: skip
                assert _is_flat(placed_graph(degree, n=n, links=links)) is expected
            assert not _is_flat(placed_graph(DENSE, n=n, links=SLOW, symmetric=False))
            fewer = least._replace(slow=ids.DESCENTS_TO_SHUFFLE - 0.01)
            assert not _is_flat(placed_graph(DENSE, n=n, links=fewer, coverage=0.0))
    reason = choose(placed_graph(DENSE, links=least)).reason
    assert "from 25 % of the vertices the ids go down" in reason
    assert "12 neighbors a vertex on average" in reason


def test_rings_at_hubs_are_hooked_unless_they_are_large():
    ring = SLOW._replace(at_hubs=AT_HUBS, within=ids.WITHIN_TO_JOIN_BLOCKS)
    large = hooks.VERTICES_OF_LARGE_RINGS
    for degree, n, links, expected in (
        (TREE, 1000, ring, True), (TREE, large - 1, ring, True), (TREE, large, ring, False),
        (TREE - 0.1, MANY, ring, False), (DENSE - 0.1, MANY, ring, True),
        (TREE, MANY, ring._replace(at_hubs=AT_HUBS - 0.01), False),
        (TREE, MANY, ring._replace(within=ring.within - 0.01), False),
    ):  # fmt: skip
        with case(degree=degree, n=n, links=links):
            assert _is_flat(placed_graph(degree, n=n, links=links)) is expected
    assert choose(placed_graph(TREE, n=large, links=ring)).variant == ids.JOINING


def test_neighbors_on_the_other_side_are_hooked_and_found():
    paired = links_with(scattered=1, paired=ids.PAIRED_TO_SHUFFLE)
    least = hooks.DEGREE_TO_FLATTEN_PAIRS
    for n in (1000, MANY - 1, MANY):
        for degree, expected in ((least, True), (least - 0.1, False), (50, True)):
            with case(degree=degree, n=n):
                placed = placed_graph(degree, n=n, links=paired)
                assert _is_flat(placed, hooks.FLAT_HOOKS_OF_PAIRS) is expected
    fewer = paired._replace(paired=ids.PAIRED_TO_SHUFFLE - 0.01)
    assert choose(placed_graph(50, links=fewer)).variant == choice.INTERLEAVED
    # Fewer are not sampled, where few neighbors are.
    for links, expected in (
        (paired._replace(paired=choice.PAIRED_TO_MEET), choice.MEETING),
        (paired._replace(paired=choice.PAIRED_TO_MEET - 0.01), choice.INTERLEAVED),
        (fewer._replace(at_hubs=choice.AT_HUBS_TO_LINK_FIRST), choice.INTERLEAVED),
    ):
        chosen = choose(placed_graph(choice.DEGREE_TO_SAMPLE_SCATTERED, n=MANY, links=links))
        assert chosen.variant == expected
    assert "near each other" in choose(placed_graph(50, links=paired)).reason
