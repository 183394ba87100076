"""What ``"auto"`` chooses on a processor."""

from clconn.design_space import Automatic
from clconn.opencl_backend.plan import auto_on_processor as processor
from clconn.opencl_backend.plan.auto_variant import choose_by_sampling
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case, for_each
from tests.opencl_backend.plan.placed_graphs import NO_LOOK, choose, placed_graph

HOOKED = {
    COMPONENTS: processor.HOOKED_ON_PROCESSOR,
    FOREST: processor.COVERING_ON_PROCESSOR,
}


@for_each("degree", [1, 3.4, 3.5, 11.9, 12, 300])
@for_each("symmetric", [True, False])
@for_each("small", [0.49, 0.5])
def test_a_processor_samples_rows_of_a_large_component_that_are_known(degree, symmetric, small):
    n = 100 * (1 + processor.ENTRIES_TO_SAMPLE_ON_PROCESSOR // 100)
    least = processor.DEGREE_TO_SAMPLE_ON_PROCESSOR
    samples = symmetric and degree >= least and small < processor.SMALL_NOT_TO_SAMPLE_ON_PROCESSOR
    hooks = samples and degree * n >= processor.ENTRIES_TO_HOOK_ON_PROCESSOR
    coverage = 0.99 * processor.COVERAGE_TO_HOOK_ON_PROCESSOR if hooks else None
    for problem in (COMPONENTS, FOREST):
        placed = placed_graph(
            degree, is_cpu=True, symmetric=symmetric, small=small, n=n, coverage=coverage
        )
        made = choose_by_sampling(placed, Automatic(problem, {}))
        is_dense = symmetric and degree >= processor.DEGREE_OF_DENSE_COMPONENTS
        by_ecl = is_dense or problem is FOREST
        unsampled = processor.FOREST_ON_PROCESSOR if by_ecl else processor.ON_PROCESSOR
        assert made.variant.name == (processor.SAMPLED_ON_PROCESSOR if samples else unsampled)
        if samples:
            assert f"{degree} neighbors a vertex on average are {least} or more" in made.reason
        elif not symmetric:
            assert "one end only" in made.reason
        elif degree < least:
            assert f"{degree} neighbors a vertex on average are fewer than {least}" in made.reason
        else:
            assert "50 % of the vertices with neighbors are in small components" in made.reason
        assert samples or "on a processor" in made.reason


def test_a_processor_does_not_look_at_small_graphs():
    most = processor.ENTRIES_TO_SAMPLE_ON_PROCESSOR
    small = placed_graph(8, is_cpu=True, n=most // 8 - 1)
    del small.small_components
    for problem in (COMPONENTS, FOREST):
        reason = choose_by_sampling(small, Automatic(problem, {})).reason
        assert f"{most - 8} entries are fewer than {most}" in reason
    large = placed_graph(8, is_cpu=True, n=most // 8)
    assert choose(large).variant == processor.SAMPLED_ON_PROCESSOR


def test_components_of_some_thousand_vertices_are_not_sampled():
    least, n = processor.MEDIUM_NOT_TO_SAMPLE, processor.ENTRIES_TO_LOOK_FOR_MEDIUM // 4
    for problem, unsampled in (
        (COMPONENTS, processor.ON_PROCESSOR), (FOREST, processor.FOREST_ON_PROCESSOR),
    ):  # fmt: skip
        for medium, variant in ((least, unsampled), (0.9 * least, processor.SAMPLED_ON_PROCESSOR)):
            made = choose(placed_graph(4, is_cpu=True, n=n, medium=medium), problem=problem)
            assert made.variant == variant
        made = choose(placed_graph(4, is_cpu=True, n=n, medium=least), problem=problem)
        assert "about 50 % of the vertices with neighbors are in components of some" in made.reason
        # Nobody looks for them in smaller graphs.
        smaller = placed_graph(4, is_cpu=True, n=n - 1)
        del smaller.medium_components
        assert choose(smaller, problem=problem).variant == processor.SAMPLED_ON_PROCESSOR


def test_a_processor_hooks_where_that_covers_much():
    covered = processor.COVERAGE_TO_HOOK_ON_PROCESSOR
    for problem in (COMPONENTS, FOREST):
        n = processor.ENTRIES_TO_HOOK_ON_PROCESSOR // 16
        placed = placed_graph(16, is_cpu=True, n=n, coverage=covered)
        made = choose_by_sampling(placed, Automatic(problem, {}))
        assert made.variant.name == HOOKED[problem]
        assert "joins 10 % of the vertices, 10 % or more" in made.reason
        few = choose_by_sampling(placed_graph(16, is_cpu=True, n=n - 1), Automatic(problem, {}))
        assert few.variant.name == processor.SAMPLED_ON_PROCESSOR


def test_a_processor_hooks_where_a_try_covers_nearly_all():
    n = processor.ENTRIES_TO_HOOK_ALL // 3
    enough = processor.SHARE_TO_HOOK
    few_roots = NO_LOOK._replace(roots=processor.ROOTS_TO_HOOK_ALL - 0.001)
    for problem in (COMPONENTS, FOREST):
        placed = placed_graph(3, is_cpu=True, n=n + 1, first=few_roots, share=enough)
        made = choose_by_sampling(placed, Automatic(problem, {}))
        assert made.variant.name == processor.COVERING_ON_PROCESSOR
        assert "join 95 % of the vertices, 95 % or more" in made.reason
    less = placed_graph(3, is_cpu=True, n=n + 1, first=few_roots, share=enough - 0.01)
    assert choose(less).variant == processor.ON_PROCESSOR
    # Where nobody tries, no share is asked for.
    many_roots = NO_LOOK._replace(roots=processor.ROOTS_TO_HOOK_ALL)
    for placed in (
        placed_graph(3, is_cpu=True, n=n, first=few_roots),
        placed_graph(3, is_cpu=True, n=n + 1, first=few_roots, symmetric=False),
        placed_graph(3, is_cpu=True, n=n + 1, first=many_roots),
    ):
        assert choose(placed).variant == processor.ON_PROCESSOR


def test_rows_that_are_alike_are_worth_a_try_only_if_they_are_longer():
    least = processor.DEGREE_TO_HOOK_ON_PROCESSOR
    n = processor.ENTRIES_TO_HOOK_ALL
    alike = NO_LOOK._replace(roots=0.0, unlike=processor.UNLIKE_TO_HOOK_ALL - 0.01)
    unlike = alike._replace(unlike=processor.UNLIKE_TO_HOOK_ALL)
    path = placed_graph(2, is_cpu=True, n=n, first=alike)
    assert choose(path).variant == processor.ON_PROCESSOR
    for placed in (
        placed_graph(2, is_cpu=True, n=n, first=unlike, share=1.0),
        placed_graph(least, is_cpu=True, n=n, first=alike, share=1.0),
    ):
        assert choose(placed).variant == processor.COVERING_ON_PROCESSOR


def test_small_lattices_in_order_are_not_sampled():
    least, most = processor.ENTRIES_TO_SAMPLE_ON_PROCESSOR, processor.ENTRIES_TO_HOOK_ALL
    alike = NO_LOOK._replace(
        roots=processor.ROOTS_TO_HOOK_ALL - 0.001, unlike=processor.UNLIKE_TO_HOOK_ALL - 0.01
    )
    sampled, unsampled = processor.SAMPLED_ON_PROCESSOR, processor.ON_PROCESSOR
    for n in (least // 4, (most - 1) // 4):
        made = choose(placed_graph(4, is_cpu=True, n=n, first=alike))
        assert made.variant == unsampled
        assert "71 % of the vertices are followed by one of as many neighbors" in made.reason
    n = least // 4
    for degree, change, variant in (
        (4.5, {}, unsampled),
        (processor.DEGREE_TO_SAMPLE_LATTICES, {}, sampled),
        (4, {"roots": processor.ROOTS_TO_HOOK_ALL}, sampled),
        (4, {"unlike": processor.UNLIKE_TO_HOOK_ALL}, sampled),
    ):
        placed = placed_graph(degree, is_cpu=True, n=n, first=alike._replace(**change))
        assert choose(placed).variant == variant
    least_degree = processor.DEGREE_TO_SAMPLE_ON_PROCESSOR
    made = choose(placed_graph(least_degree, is_cpu=True, n=2 * n, first=alike))
    assert "as in a lattice in order" in made.reason
    # Nobody looks at fewer entries or neighbors, at edges that may be at one end, for forests, or
    # on many cores.
    for degree, symmetric in ((least_degree - 0.1, True), (4, False)):
        placed = placed_graph(degree, is_cpu=True, n=2 * n, first=None, symmetric=symmetric)
        assert choose(placed).variant == unsampled
    few = placed_graph(4, is_cpu=True, n=n - 1, first=None)
    assert "a look whether sampling pays would take" in choose(few).reason
    assert choose(placed_graph(4, is_cpu=True, n=n, first=None), problem=FOREST).variant == sampled
    many = placed_graph(7, is_cpu=True, n=n, first=None, cores=processor.CORES_TO_SAMPLE_LESS)
    assert choose(many).variant == sampled


def test_what_hooks_leave_of_graphs_in_order_are_other_components():
    n, most = processor.ENTRIES_TO_HOOK_ALL // 4, processor.DEGREE_TO_SAMPLE_PARTS
    few = NO_LOOK._replace(roots=processor.ROOTS_OF_LARGE_TREES - 0.001)
    more = few._replace(roots=processor.ROOTS_OF_LARGE_TREES)
    for share in (0.01, processor.SHARE_TO_HOOK - 0.001):
        made = choose(placed_graph(most - 0.1, is_cpu=True, n=n, first=few, share=share))
        assert made.variant == processor.ON_PROCESSOR
        assert "so that the others are other components" in made.reason
        for degree, first in ((most, few), (most - 0.1, more)):
            sampled = choose(placed_graph(degree, is_cpu=True, n=n, first=first, share=share))
            assert sampled.variant == processor.SAMPLED_ON_PROCESSOR
    at_hubs = processor.FEW_AT_HUBS_ON_PROCESSOR
    differs = few._replace(unlike=processor.UNLIKE_TO_SAMPLE, at_hubs=at_hubs)
    alike = few._replace(unlike=processor.UNLIKE_TO_SAMPLE - 0.01)
    large = processor.SHARE_TO_SAMPLE
    for first, share, variant in (
        (differs, large, processor.SAMPLED_ON_PROCESSOR),
        (differs, large - 0.001, processor.ON_PROCESSOR),
        (alike, large, processor.ON_PROCESSOR),
    ):
        made = choose(placed_graph(most - 0.1, is_cpu=True, n=n, first=first, share=share))
        assert made.variant == variant


def test_one_component_may_be_many_trees_of_hooks():
    n, least = processor.ENTRIES_TO_HOOK_ALL, processor.DEGREE_TO_SAMPLE_TREES
    trees = NO_LOOK._replace(
        roots=processor.ROOTS_OF_LARGE_TREES - 0.001, unlike=processor.UNLIKE_TO_SAMPLE
    )
    for share in (0.01, processor.SHARE_TO_SAMPLE, processor.SHARE_TO_HOOK - 0.001):
        made = choose(placed_graph(least, is_cpu=True, n=n, first=trees, share=share))
        assert made.variant == processor.SAMPLED_ON_PROCESSOR
        assert f"are {least} or more" in made.reason
    for degree, change, small in (
        (least - 0.1, {}, 0.0),
        (least, {"unlike": processor.UNLIKE_TO_SAMPLE - 0.01}, 0.0),
        (least, {"unlike": processor.UNLIKE_OF_TWO}, 0.0),
        (least, {"roots": processor.ROOTS_OF_LARGE_TREES}, 0.0),
        (least, {"at_hubs": processor.FEW_AT_HUBS_ON_PROCESSOR}, 0.0),
        (least, {}, 1.0),
    ):
        first = trees._replace(**change)
        placed = placed_graph(degree, is_cpu=True, n=n, first=first, share=0.5, small=small)
        assert choose(placed).variant == processor.ON_PROCESSOR
    covered = placed_graph(least, is_cpu=True, n=n, first=trees, share=processor.SHARE_TO_HOOK)
    assert choose(covered).variant == processor.COVERING_ON_PROCESSOR


def test_fewer_neighbors_are_sampled_at_hubs():
    n = processor.ENTRIES_TO_HOOK_ALL
    least = processor.DEGREE_TO_SAMPLE_AT_HUBS
    at_hubs = NO_LOOK._replace(at_hubs=processor.AT_HUBS_TO_SAMPLE_ON_PROCESSOR)
    made = choose(placed_graph(least, is_cpu=True, n=n, first=at_hubs))
    assert made.variant == processor.SAMPLED_ON_PROCESSOR
    assert f"are {least} or more" in made.reason
    # Nobody looks at fewer entries, or where edges may be stored at one end only.
    for placed in (
        placed_graph(least, is_cpu=True, n=int((n - 1) / least), first=at_hubs),
        placed_graph(least, is_cpu=True, n=n, first=at_hubs, symmetric=False),
    ):
        assert choose(placed).variant == processor.ON_PROCESSOR
    elsewhere = at_hubs._replace(at_hubs=at_hubs.at_hubs - 0.01)
    for degree, first in ((least, elsewhere), (least - 0.1, at_hubs)):
        unsampled = choose(placed_graph(degree, is_cpu=True, n=n, first=first))
        assert unsampled.variant == processor.ON_PROCESSOR


@for_each("small", [0.49, 0.5])
@for_each("degree", [2.5, 4.9, 5, 11.9, 12, 300])
def test_rows_in_no_order_are_sampled_from_more_neighbors_on(degree, small):
    n = 100 * (1 + processor.ENTRIES_TO_SAMPLE_ON_PROCESSOR // 100)
    at_hubs = NO_LOOK._replace(at_hubs=1.0, roots=0.0)
    below = processor.ASCENDING_IN_ORDER - 0.01
    covered = processor.COVERAGE_TO_HOOK_ON_PROCESSOR
    for problem in (COMPONENTS, FOREST):
        placed = placed_graph(
            degree, is_cpu=True, n=n, small=small, coverage=covered, first=at_hubs, ascending=below
        )
        made = choose_by_sampling(placed, Automatic(problem, {}))
        has_enough = degree >= processor.DEGREE_TO_SAMPLE_UNSORTED
        if has_enough and small < processor.SMALL_NOT_TO_SAMPLE_ON_PROCESSOR:
            if placed.entry_count < processor.ENTRIES_TO_HOOK_ON_PROCESSOR:
                assert made.variant.name == processor.SAMPLED_ON_PROCESSOR
                assert f"average are {processor.DEGREE_TO_SAMPLE_UNSORTED} or more" in made.reason
            else:
                assert made.variant.name == HOOKED[problem]
        elif degree >= processor.DEGREE_OF_DENSE_COMPONENTS:
            assert made.variant.name == processor.COVERING_ON_PROCESSOR
            assert "in no order, so that the first of each vertex and two of" in made.reason
        else:
            assert made.variant.name == processor.FOREST_ON_PROCESSOR
            assert "the neighbors of a vertex are in no order; on a processor" in made.reason
        one_ended = placed_graph(degree, is_cpu=True, n=n, symmetric=False, ascending=below)
        made = choose_by_sampling(one_ended, Automatic(problem, {}))
        assert made.variant.name == processor.FOREST_ON_PROCESSOR
        assert "one end only" in made.reason


def test_nobody_looks_at_the_order_of_few_entries():
    least = processor.ENTRIES_TO_SAMPLE_ON_PROCESSOR
    few = placed_graph(2, is_cpu=True, n=least // 2 - 1)
    del few.ascending_rows
    assert choose(few).variant == processor.ON_PROCESSOR
    for ascending, variant in (
        (processor.ASCENDING_IN_ORDER, processor.ON_PROCESSOR),
        (processor.ASCENDING_IN_ORDER - 0.01, processor.FOREST_ON_PROCESSOR),
    ):
        enough = placed_graph(2, is_cpu=True, n=least // 2, ascending=ascending)
        assert choose(enough).variant == variant


def test_many_cores_sample_more_neighbors():
    many, n = processor.CORES_TO_SAMPLE_LESS, processor.ENTRIES_TO_HOOK_ALL
    least = processor.DEGREE_TO_SAMPLE_ON_MANY_CORES
    covered = NO_LOOK._replace(roots=0.0)
    hubs = covered._replace(at_hubs=processor.AT_HUBS_TO_SAMPLE_ON_PROCESSOR)
    for problem, unsampled in (
        (COMPONENTS, processor.ON_PROCESSOR), (FOREST, processor.FOREST_ON_PROCESSOR),
    ):  # fmt: skip
        for degree, cores, first, share, expected in (
            (least, many, covered, 1.0, processor.COVERING_ON_PROCESSOR),
            (least, many, NO_LOOK, None, processor.SAMPLED_ON_PROCESSOR),
            (least - 0.1, many, covered, None, unsampled),  # nobody hooks all to see that
            (least - 0.1, 64, covered, None, unsampled), (least - 0.1, many, hubs, None, unsampled),
            (least - 0.1, many - 1, covered, 1.0, processor.COVERING_ON_PROCESSOR),
        ):  # fmt: skip
            placed = placed_graph(
                degree, is_cpu=True, n=n, coverage=0.0, cores=cores, first=first, share=share
            )
            with case(problem=problem, degree=degree, cores=cores, first=first):
                made = choose_by_sampling(placed, Automatic(problem, {}))
                assert made.variant.name == expected
                assert made.reason.startswith(f"with {cores} cores, ") == (expected == unsampled)
        one_end = placed_graph(least - 1, is_cpu=True, n=n, symmetric=False, cores=many)
        reason = choose_by_sampling(one_end, Automatic(problem, {})).reason
        assert reason.startswith("an edge of this graph may be stored at one end only")
        rows = placed_graph(5, is_cpu=True, n=n, coverage=0.0, cores=many, ascending=0.0)
        assert choose(rows, problem=problem).variant == processor.SAMPLED_ON_PROCESSOR
