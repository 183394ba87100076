"""Vertices that sampling has settled are neither read nor, if their root stays one, flattened."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from clconn.design_space import find_variant
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import COMPONENTS
from tests.helpers.cases import for_each
from tests.helpers.oracles import scipy_roots
from tests.helpers.small_degree_classes import runtime_with_small_classes

N = 2000
FIVE = (0, 1, 2, 3, N - 1)


def _star_and_five(*further):
    """A wheel around vertex 4, five other vertices that are a clique, and further edges."""
    rim = np.arange(5, N - 10)
    spokes = np.column_stack((np.full(rim.size, 4), rim))
    ring = np.column_stack((rim[:-1], rim[1:]))
    clique = [(u, v) for u in FIVE for v in FIVE if u < v]
    ends = np.concatenate((spokes, ring, clique, np.array(further, dtype=int).reshape(-1, 2)))
    return Graph.from_edges(ends[:, 0], ends[:, 1], n=N)


def _two_stars():
    """A wheel around 0 and a larger star, joined between two that have two lesser neighbors each.

    Of groups that took different labels for settled, each would leave the edge to the other.
    """
    rim, leaves = np.arange(3, 800), np.arange(800, N)
    ends = [(0, v) for v in rim] + [*pairwise(rim)]
    ends += [(1, 2)] + [(center, v) for v in leaves for center in (1, 2)] + [(500, 1500)]
    sources, targets = np.array(ends).T
    return Graph.from_edges(sources, targets, n=N)


def _wheel_and_two_small():
    """A wheel, whose root stays one, and a star and a clique that are joined by no first entry.

    Most of the clique get another root, by rows of middle degree.
    """
    rim = np.arange(40, N)
    ends = [(0, v) for v in rim] + [*pairwise(rim)]
    ends += [(1, v) for v in (2, 3, 4, 30)] + [(2, 30), (14, 30)]
    ends += [(v, w) for v in range(10, 15) for w in range(v + 1, 15)]
    sources, targets = np.array(ends).T
    return Graph.from_edges(sources, targets, n=N)


def _star_with_a_few_leaves():
    """A wheel around vertex 0, and two small stars that are joined to it by no first entry."""
    rim = np.arange(21, N)
    ends = [(0, v) for v in rim] + [*pairwise(rim)]
    ends += [(1, v) for v in range(2, 8)] + [(7, v) for v in range(8, 21)] + [(7, 500)]
    sources, targets = np.array(ends).T
    return Graph.from_edges(sources, targets, n=N)


GRAPHS = {
    # The root of the settled vertices stays one.
    "apart": _star_and_five,
    # It does not: the first entries of 500 and N - 1, which sampling takes, lead elsewhere.
    "root-goes-under-0": lambda: _star_and_five((500, N - 1)),
    # With k=1 nothing is left of the rows of vertices that get another root, and one is in pieces.
    "leaves": _star_with_a_few_leaves,
    "middle-degree": _wheel_and_two_small,
    "two-stars": _two_stars,
    # Most vertices are listed.
    "pairs": lambda: Graph.from_edges(np.arange(0, N, 2), np.arange(1, N, 2), n=N),
    "alone": lambda: Graph.from_edges([], [], n=N),
    "empty": lambda: Graph.from_edges([], [], n=0),
}

VARIANTS = [
    ("kout/async/single", {}),
    ("kout/async/single", {"k": 1}),
    ("kout/interleaved/single", {"sharing": "coalesced"}),
    ("kout/async-random/single", {}),
    ("kout/jtb/naive", {}),
    ("kout/async/single", {"finalization": "split"}),
    ("hb/async/single", {}),
    ("hb/async/naive", {"edges": 1}),
    ("hb/rem-cas/naive+split-one", {}),
    ("bfs/async/single", {}),
    ("kout/async/single", {"vertex_gathering": False}),
]


@pytest.fixture(params=["usual", "small-groups", "small-blocks"])
def runtime(request, device):
    if request.param == "usual":
        return open_runtime(device)
    small = runtime_with_small_classes(device, blocks=request.param == "small-blocks")
    small.tuning = replace(small.tuning, groups=16)  # of which eight gather
    return small


@pytest.mark.parametrize(("variant", "options"), VARIANTS, ids=str)
@for_each("name", GRAPHS)
def test_every_vertex_gets_its_root(name, variant, options, runtime):
    graph = GRAPHS[name]()
    placed = graph.to(runtime)
    if any(option.name == "one_launch" for option in find_variant(variant).options):
        options = {**options, "one_launch": "never"}
    _, plan = plan_variant(COMPONENTS, placed, variant, options)
    for _ in range(2):
        roots = runtime.download(plan.run(wait=True)["roots"], graph.n)
        np.testing.assert_array_equal(roots, scipy_roots(graph))


def test_groups_that_gather_vote_themselves(device):
    runtime = runtime_with_small_classes(device, blocks=False)
    # Where there is one, a second look follows that finalizes, too.
    runtime.__dict__["global_barrier"] = None
    placed = GRAPHS["apart"]().to(runtime)
    options = {"one_launch": "never"}
    for gathers in (True, False):
        _, plan = plan_variant(
            COMPONENTS, placed, "hb/async/single", {**options, "vertex_gathering": gathers}
        )
        names = [step.kernel.function_name for step in plan.steps]
        assert ("vote_for_label" in names) != gathers
        assert (names[-1] == "flatten_unsettled") == gathers
