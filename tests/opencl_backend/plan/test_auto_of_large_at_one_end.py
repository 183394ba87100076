"""What ``"auto"`` chooses otherwise of millions of vertices whose edges may be at one end only."""

from clconn.opencl_backend.plan import auto_at_one_end as ends
from clconn.opencl_backend.plan import auto_at_one_end_choices as choices
from clconn.opencl_backend.plan import auto_at_one_end_in_order as order
from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_of_large_at_one_end as large
from clconn.opencl_backend.plan.auto_reasons import VERTICES_OF_LARGE
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import choose, links_with, placed_graph

ALONE, JOINED = (choices.FINDING, "self"), (ids.JOINING, "blocks")


def _check(cases):
    """The last of each case is chosen of so many vertices in place of what is of fewer."""
    for neighbors, links, before, expected in cases:
        with case(neighbors=neighbors, links=links):
            few, many = (
                choose(placed_graph(neighbors / 2, n=n, links=links, symmetric=False))
                for n in (VERTICES_OF_LARGE - 1, VERTICES_OF_LARGE)
            )
            assert few.variant == before
            assert ("so many that what is read" in many.reason) is (expected is not None)
            if expected is None:
                assert (many.variant, many.options) == (few.variant, few.options)
            else:
                assert (many.variant, many.options["initialization"]) == expected


def test_samples_of_few_neighbors_are_links_from_single_vertices():
    few, few_chains = large.DEGREE_TO_SAMPLE, large.DEGREE_TO_FLATTEN_SAMPLE
    scattered, sample = links_with(scattered=1), choices.MEETING_SAMPLE
    least = large.SCATTERED_TO_FIND
    chains = links_with(long=ends.LONG_TO_FLATTEN, scattered=1)
    hubs = links_with(at_hubs=0.2, within=large.WITHIN_TO_JOIN_ALL)
    _check((
        (few - 0.1, scattered, sample, ALONE), (few, scattered, sample, None),
        (few_chains - 0.1, chains, sample, ALONE), (few_chains, chains, sample, None),
        (few_chains - 0.1, chains._replace(scattered=0), sample, ALONE),
        (few_chains - 0.1, hubs._replace(long=choices.LONG_AT_HUBS), sample, ALONE),
        (few - 0.1, scattered._replace(scattered=least), sample, ALONE),
        (few - 0.1, scattered._replace(scattered=least - 0.01), sample, None),
        (4.9, hubs, sample, JOINED), (few, hubs._replace(at_hubs=0.5), sample, None),
        (few - 0.1, hubs._replace(at_hubs=0.5), sample, JOINED),
        (4.9, hubs._replace(within=hubs.within - 0.01), sample, None),
    ))  # fmt: skip


def test_scattered_trees_are_linked_from_single_vertices():
    least, most = large.SCATTERED_TO_FIND, large.AT_HUBS_TO_WALK
    tree = links_with(scattered=least)
    _check((
        (2, tree, choices.MEETING, ALONE),
        (2, tree._replace(scattered=least - 0.01), choices.MEETING, None),
        (2, tree._replace(at_hubs=most), choices.MEETING, None),
        (2, tree._replace(at_hubs=most - 0.01), choices.MEETING, ALONE),
        # Flattened walks stay.
        (2, tree._replace(long=ends.LONG_TO_FLATTEN), choices.MEETING, None),
    ))  # fmt: skip


def test_few_entries_within_blocks_are_no_reason_to_join_them():
    near = links_with(within=large.WITHIN_TO_JOIN_NEAR - 0.01, long=large.LONG_TO_JOIN - 0.01)
    least = large.DEGREE_TO_LINK_NEAR
    _check((
        (least, near, ids.JOINING, ALONE), (least - 0.1, near, ids.JOINING, None),
        (least, near._replace(within=large.WITHIN_TO_JOIN_NEAR), ids.JOINING, None),
        (least, near._replace(long=large.LONG_TO_JOIN), ids.JOINING, None),
    ))  # fmt: skip


def test_meshes_are_joined_in_blocks_all_the_same():
    mesh = links_with(within=large.WITHIN_OF_MESHES)
    least = ends.DEGREE_OF_MESHES
    _check((
        (least, mesh, ids.JOINING, None), (least - 0.1, mesh, ids.JOINING, ALONE),
        (least, mesh._replace(slow=large.SLOW_OF_MESHES), ids.JOINING, ALONE),
        (least, mesh._replace(within=mesh.within - 0.01), ids.JOINING, ALONE),
        (least, mesh._replace(scattered=large.SCATTERED_OF_MESHES), ids.JOINING, ALONE),
    ))  # fmt: skip


def test_tori_that_ids_go_down_are_flattened():
    torus = links_with(
        long=large.LONG_OF_TORI, slow=large.SLOW_OF_TORI, within=large.WITHIN_OF_WHOLE_LATTICES
    )
    n, flat = choices.VERTICES_TO_AVOID_CHAINS, (choices.MEETING, "first-smaller", True)
    alone = (*ALONE, False)
    for degree, links, expected in (
        (order.DEGREE_OF_LATTICES, torus, flat), (order.DEGREE_OF_NO_LATTICES, torus, alone),
        (4, torus._replace(slow=large.SLOW_OF_NO_TORI - 0.01), flat),
        (4, torus._replace(slow=large.SLOW_OF_NO_TORI), alone),
        (4, torus._replace(slow=torus.slow - 0.01), alone),
        (4, torus._replace(long=torus.long - 0.01), alone),
        (4, torus._replace(within=torus.within - 0.01), alone),
        (4, torus._replace(within=large.WITHIN_OF_NO_WHOLE_LATTICES), alone),
        (4, torus._replace(scattered=large.SCATTERED_OF_MESHES), alone),
    ):  # fmt: skip
        chosen = choose(placed_graph(degree / 2, n=n, links=links, symmetric=False))
        with case(degree=degree, links=links):
            options = chosen.options
            is_flat = options["flatten_links"]
            assert (chosen.variant, options["initialization"], is_flat) == expected


def test_what_would_avoid_chains_is_joined_where_ids_go_down_slowly():
    n, least = choices.VERTICES_TO_AVOID_CHAINS, ids.DEGREE_OF_TREES
    slow = links_with(
        long=1, slow=large.SLOW_TO_JOIN, within=large.WITHIN_TO_JOIN,
        scattered=order.SCATTERED_BESIDE_CHAINS,
    )  # fmt: skip
    mesh = links_with(long=order.LONG_OF_MOST, within=large.WITHIN_TO_JOIN)
    torus = slow._replace(
        long=large.LONG_IN_BLOCKS - 0.01, within=large.WITHIN_IN_BLOCKS, scattered=0
    )
    for degree, links, expected in (
        (4, torus, JOINED), (4, torus._replace(long=large.LONG_IN_BLOCKS), ALONE),
        (4, torus._replace(slow=torus.slow - 0.01), ALONE),
        (4, torus._replace(within=torus.within - 0.01), ALONE),
        (4, torus._replace(scattered=large.SCATTERED_OF_MESHES), ALONE),
        (least, slow, JOINED), (least, slow._replace(slow=slow.slow - 0.01), ALONE),
        (least, slow._replace(within=slow.within - 0.01), ALONE),
        (ends.DEGREE_OF_MESHES, mesh, JOINED), (6, mesh, ALONE),
        (ends.DEGREE_OF_MESHES, mesh._replace(within=mesh.within - 0.01), ALONE),
        (ends.DEGREE_OF_MESHES, mesh._replace(scattered=large.SCATTERED_OF_MESHES), ALONE),
    ):  # fmt: skip
        chosen = choose(placed_graph(degree / 2, n=n, links=links, symmetric=False))
        with case(degree=degree, links=links):
            assert (chosen.variant, chosen.options["initialization"]) == expected


def test_options_of_the_user_keep_the_other_rules():
    placed = placed_graph(2, n=VERTICES_OF_LARGE, links=links_with(scattered=1), symmetric=False)
    assert choose(placed).variant == choices.FINDING
    assert choose(placed, {"skip_settled": False}).variant == choices.MEETING_SAMPLE
