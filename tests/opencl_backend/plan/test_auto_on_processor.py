"""What ``"auto"`` chooses on a processor."""

import pytest

from clconn.design_space import Automatic
from clconn.opencl_backend.plan import auto_on_processor as processor
from clconn.opencl_backend.plan.auto_variant import choose_by_sampling
from clconn.problems import COMPONENTS, FOREST
from tests.opencl_backend.plan.placed_graphs import choose, placed_graph

HOOKED = {
    COMPONENTS: processor.HOOKED_ON_PROCESSOR,
    FOREST: processor.HOOKED_FOREST_ON_PROCESSOR,
}


@pytest.mark.parametrize("degree", [1, 3.99, 4, 300])
@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("small", [0.49, 0.5])
def test_a_processor_samples_rows_of_a_large_component_that_are_known(degree, symmetric, small):
    n = 100 * (1 + processor.ENTRIES_TO_SAMPLE_ON_PROCESSOR // 100)
    least = processor.DEGREE_TO_SAMPLE_ON_PROCESSOR
    samples = symmetric and degree >= least and small < 0.5
    hooks = samples and degree * n >= processor.ENTRIES_TO_HOOK_ON_PROCESSOR
    coverage = 0.99 * processor.COVERAGE_TO_HOOK_ON_PROCESSOR if hooks else None
    for problem in (COMPONENTS, FOREST):
        placed = placed_graph(
            degree, is_cpu=True, symmetric=symmetric, small=small, n=n, coverage=coverage
        )
        made = choose_by_sampling(placed, Automatic(problem, {}))
        unsampled = (
            processor.ON_PROCESSOR if problem is COMPONENTS else processor.FOREST_ON_PROCESSOR
        )
        assert made.variant.name == (processor.SAMPLED_ON_PROCESSOR if samples else unsampled)
        if samples:
            assert f"{degree} neighbors a vertex on average are {least} or more" in made.reason
        elif not symmetric:
            assert "one end only" in made.reason
        elif degree < least:
            assert f"{degree} neighbors a vertex on average are fewer than {least}" in made.reason
        else:
            assert "50 % of the vertices are in small components" in made.reason
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


def test_a_processor_hooks_sparse_graphs_where_that_covers_nearly_all():
    covered = processor.COVERAGE_TO_HOOK_SPARSE
    n = processor.ENTRIES_TO_HOOK_SPARSE // 2
    made = choose(placed_graph(2, is_cpu=True, n=n, coverage=covered))
    assert made.variant == processor.HOOKED_ON_PROCESSOR
    assert "joins 95 % of the vertices, 95 % or more" in made.reason
    less = choose(placed_graph(2, is_cpu=True, n=n, coverage=covered - 0.01))
    assert less.variant == processor.ON_PROCESSOR
    # Nobody looks, since nothing follows from it.
    for placed in (
        placed_graph(2, is_cpu=True, n=n - 1),
        placed_graph(2, is_cpu=True, n=n, symmetric=False),
        placed_graph(4, is_cpu=True, n=n, small=1.0),
    ):
        assert choose(placed).variant == processor.ON_PROCESSOR
    forest = choose_by_sampling(placed_graph(2, is_cpu=True, n=n), Automatic(FOREST, {}))
    assert forest.variant.name == processor.FOREST_ON_PROCESSOR
