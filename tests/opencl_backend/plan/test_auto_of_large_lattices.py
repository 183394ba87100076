"""What ``"auto"`` chooses otherwise of lattices and bands of millions of vertices."""

from clconn.design_space import Automatic
from clconn.opencl_backend.plan import auto_by_hooks as hooks
from clconn.opencl_backend.plan import auto_by_ids as ids
from clconn.opencl_backend.plan import auto_of_large as large
from clconn.opencl_backend.plan import auto_of_large_lattices as lattices
from clconn.opencl_backend.plan.auto_at_few_hubs import AT_FEW_HUBS
from clconn.opencl_backend.plan.auto_reasons import VERTICES_OF_LARGE
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import LONG, choose, links_with, placed_graph

LARGE = VERTICES_OF_LARGE
JOINED = ids.JOINING, "blocks"


def _chosen(degree, links, n=LARGE, *, is_sorted=False):
    chosen = choose(placed_graph(degree, n=n, links=links, coverage=0.0, is_sorted=is_sorted))
    return chosen.variant, chosen.options


def _check(cases):
    """What is chosen of sorted rows, as a variant and its first links."""
    for degree, links, n, expected in cases:
        with case(degree=degree, links=links, n=n):
            variant, options = _chosen(degree, links, n, is_sorted=True)
            assert (variant, options.get("initialization")) == expected


def test_unsorted_lattices_are_joined_in_blocks():
    lattice = LONG._replace(long=lattices.LONG_OF_LATTICES, within=lattices.WITHIN_OF_LATTICES)
    most, hubs = lattices.DEGREE_OF_NO_UNSORTED_LATTICES, AT_FEW_HUBS
    for degree, links, n, is_joined in (
        (4, lattice, LARGE, True), (most - 0.1, lattice, LARGE, True),
        (most, lattice, LARGE, False), (4, lattice, LARGE - 1, False),
        (4, lattice._replace(slow=0.3), LARGE, True),
        (4, lattice._replace(long=lattice.long - 0.01), LARGE, False),
        (4, lattice._replace(within=lattice.within - 0.01), LARGE, False),
        (4, lattice._replace(at_hubs=hubs), LARGE, False),
        (4, lattice._replace(at_hubs=hubs - 0.001), LARGE, True),
    ):  # fmt: skip
        with case(degree=degree, links=links, n=n):
            variant, options = _chosen(degree, links, n)
            is_blocks = (variant, options.get("initialization")) == (ids.JOINING, "blocks")
            assert is_blocks is is_joined
    variant, options = _chosen(4, lattice, is_sorted=True)
    assert options.get("initialization") != "blocks"


def test_forests_of_lattices_are_linked_in_a_random_order():
    lattice = links_with(
        long=lattices.LONG_OF_WHOLE_LATTICES, within=lattices.WITHIN_OF_WHOLE_LATTICES, slow=0.28
    )
    least, most = lattices.DEGREE_OF_LATTICES, lattices.DEGREE_OF_NO_LATTICES
    no_more = lattices.WITHIN_OF_NO_WHOLE_LATTICES
    for problem, degree, links, n, is_sorted, is_shuffled in (
        (FOREST, least, lattice, LARGE, True, True), (COMPONENTS, 4, lattice, LARGE, True, False),
        (FOREST, most - 0.1, lattice._replace(slow=1), LARGE, True, True),
        (FOREST, least - 0.1, lattice, LARGE, True, False),
        (FOREST, most, lattice, LARGE, True, False), (FOREST, 4, lattice, LARGE - 1, True, False),
        (FOREST, 4, lattice, LARGE, False, False),
        (FOREST, 4, lattice._replace(long=lattice.long - 0.01), LARGE, True, False),
        (FOREST, 4, lattice._replace(within=lattice.within - 0.01), LARGE, True, False),
        (FOREST, 4, lattice._replace(within=no_more), LARGE, True, False),
        (FOREST, 4, lattice._replace(at_hubs=0.001), LARGE, True, False),
        (FOREST, 4, lattice._replace(scattered=0.001), LARGE, True, False),
    ):  # fmt: skip
        with case(problem=problem, degree=degree, links=links, n=n, is_sorted=is_sorted):
            placed = placed_graph(degree, n=n, links=links, coverage=0.0, is_sorted=is_sorted)
            chosen = choose(placed, problem=problem)
            assert ("needs no smallest vertices" in chosen.reason) is is_shuffled
            assert chosen.variant == ids.IN_CHAINS or not is_shuffled


def test_large_lattices_are_hooked_where_few_walks_are_slow():
    lattice = links_with(
        long=lattices.LONG_OF_WHOLE_LATTICES, within=lattices.WITHIN_OF_WHOLE_LATTICES,
        slow=lattices.SLOW_TO_HOOK_LATTICES - 0.01,
    )  # fmt: skip
    joined, alone = (ids.JOINING, "blocks"), (ids.SKIPPING_DOWN, "self")
    for links, n, expected in (
        (lattice, LARGE, (hooks.FLAT_HOOKS, None)), (lattice, LARGE - 1, joined),
        (lattice._replace(slow=lattices.SLOW_TO_HOOK_LATTICES), LARGE, alone),
        (lattice._replace(slow=large.SLOW_TO_JOIN, within=large.WITHIN_TO_JOIN), LARGE, joined),
        (lattice._replace(scattered=0.001), LARGE, alone),
    ):  # fmt: skip
        with case(links=links, n=n):
            variant, options = _chosen(4, links, n, is_sorted=True)
            assert (variant, options.get("initialization")) == expected


def test_lattices_from_both_ends_are_linked_in_a_random_order():
    folded = links_with(within=lattices.WITHIN_OF_FOLDED)
    least, n, by_chance = lattices.DEGREE_OF_LATTICES, 2**22, (ids.IN_CHAINS, "self")
    alone = ids.SKIPPING_DOWN, "self"
    _check((
        (least, folded, n, by_chance), (2.99, folded, n, by_chance),
        (least - 0.1, folded, n, alone),
        # With more neighbors none begin alone.
        (3, folded, n, (ids.SKIPPING_DOWN, "first-smaller")),
        (least, folded._replace(within=lattices.WITHIN_OF_NOT_FOLDED - 0.01), n, by_chance),
        (least, folded._replace(within=folded.within - 0.01), n, alone),
        (least, folded._replace(long=lattices.LONG_OF_FOLDED), n, alone),
        (least, folded._replace(scattered=lattices.LONG_OF_FOLDED), n, alone),
    ))  # fmt: skip


def test_tori_in_blocks_are_joined_in_them():
    torus = links_with(
        long=lattices.LONG_IN_BLOCKS - 0.01, slow=lattices.SLOW_IN_BLOCKS,
        within=lattices.WITHIN_IN_BLOCKS,
    )  # fmt: skip
    alone = ids.SKIPPING_DOWN, "self"
    _check((
        (4, torus, LARGE, JOINED), (4, torus, LARGE - 1, JOINED),
        (4, torus._replace(long=lattices.LONG_IN_BLOCKS), LARGE, alone),
        (4, torus._replace(slow=torus.slow - 0.01), LARGE, alone),
        (4, torus._replace(within=torus.within - 0.01), LARGE, alone),
        (4, torus._replace(scattered=0.001), LARGE, alone),
    ))  # fmt: skip


def test_near_hexagons_are_joined_in_blocks():
    hexagons = links_with(long=ids.LONG_TO_LINK_FAR, slow=0.01, within=lattices.WITHIN_TO_JOIN_FAR)
    far, least = (ids.SKIPPING_DOWN, "far-smaller"), ids.DEGREE_OF_TREES
    _check((
        (3, hexagons, LARGE, JOINED), (3, hexagons, LARGE - 1, far),
        (3, hexagons._replace(within=hexagons.within - 0.01), LARGE, far),
        (least, hexagons, LARGE, JOINED), (least - 0.1, hexagons, LARGE, far),
    ))  # fmt: skip


def test_other_choices_of_lattices_stay():
    """Only links from single vertices and to far smaller ones are amended, but of forests."""
    torus = links_with(long=1, slow=0.28, within=0.5)
    folded = links_with(within=lattices.WITHIN_OF_FOLDED)
    blocks = torus._replace(long=0.97, slow=0.97)
    hexagons = links_with(long=1, slow=0.01, within=0.67)
    for links, is_sorted, degree in (
        (torus, True, 4), (folded, True, 2.95), (blocks, True, 4), (hexagons, True, 3),
        (torus, False, 4),
    ):  # fmt: skip
        placed = placed_graph(degree, n=LARGE, links=links, is_sorted=is_sorted)
        for variant, options in (
            ("kout/async/single", {}), ("csr/async/single", {"initialization": "smallest"}),
            ("csr/early/halve", {"initialization": "blocks"}),
        ):  # fmt: skip
            request = Automatic(COMPONENTS, {})
            choice = request.choose(variant, "chosen before", options)
            amended = lattices.amend_lattice(placed, request, choice)
            with case(links=links, is_sorted=is_sorted, variant=variant):
                is_joined = not is_sorted and variant != ids.JOINING
                assert (amended is not None) is is_joined
                assert amended is None or amended[0] == ids.JOINING


def test_bands_from_both_ends_are_hooked():
    band = links_with(
        long=1, slow=lattices.SLOW_OF_BANDS, within=lattices.WITHIN_OF_FOLDED_BANDS - 0.01
    )
    least, alone = lattices.DEGREE_TO_HOOK_BANDS, (ids.SKIPPING_DOWN, "self")
    _check((
        (least, band, LARGE, (hooks.FLAT_HOOKS, None)), (least - 0.1, band, LARGE, alone),
        (least, band._replace(slow=band.slow - 0.01), LARGE, alone),
        (least, band._replace(within=lattices.WITHIN_OF_FOLDED_BANDS), LARGE, alone),
        (least, band._replace(at_hubs=0.001), LARGE, alone),
    ))  # fmt: skip
    assert _chosen(least, band)[0] == ids.SKIPPING_DOWN
