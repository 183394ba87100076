"""Where the search by one work-item begins, and in which order it takes a row."""

import numpy as np

import clconn
from clconn.opencl_backend.device.launches import bind, execute
from clconn.opencl_backend.device.runtime import import_pyopencl, open_runtime
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import ROOTS
from clconn.opencl_backend.strong_components.pearce import pearce
from clconn.problems import STRONG_COMPONENTS
from tests.helpers.cases import for_each
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import choose

N = 5000
"""More than the vertices that the kernel looks at, and no multiple of them."""

_RANDOM = np.random.default_rng(1)
_BEGINS = _RANDOM.integers(0, N - 9, 2 * N)
_ENDS = _BEGINS + _RANDOM.integers(1, 9, 2 * N)
_CHANCES = _RANDOM.random(2 * N)


def _near(turned):
    """Arcs to larger ids of near vertices, of which this share is turned round."""
    back = turned > _CHANCES
    return np.where(back, _ENDS, _BEGINS), np.where(back, _BEGINS, _ENDS)


def _mirrored(begins, ends):
    return N - 1 - begins, N - 1 - ends


def _deepest(begins, ends, device):
    """The most vertices that wait while others are searched; what is found is compared."""
    graph = clconn.Graph.from_edges(begins, ends, N, directed=True)
    placed = arcs_to_device(graph, open_runtime(device))
    runtime = placed.runtime
    choice = choose("csr/pearce/serial", problem=STRONG_COMPONENTS.name)
    builder = PlanBuilder(runtime, N, placed, choice)
    steps = pearce(builder)
    unused = np.full(N, -1, builder.rows.offset_dtype)
    positions = builder.scratch("positions", unused.nbytes)
    import_pyopencl().enqueue_copy(runtime.queue, positions, unused)
    roots = runtime.allocate(4 * N)
    bind(steps, ROOTS, roots)
    execute(runtime, steps)
    np.testing.assert_array_equal(runtime.download(roots, N), scipy_strong_roots(graph))
    return np.count_nonzero(runtime.download(positions, N, unused.dtype) != -1)


@for_each("arcs", [(np.arange(N - 1), np.arange(1, N)), _near(0)])
def test_nothing_waits_where_all_arcs_lead_one_way(device, arcs):
    assert _deepest(*arcs, device) == 0
    assert _deepest(*_mirrored(*arcs), device) == 0


@for_each("turned", [0.01, 0.2, 0.33, 0.5])
def test_few_wait_where_most_arcs_lead_one_way(device, turned):
    arcs = _near(turned)
    depths = _deepest(*arcs, device), _deepest(*_mirrored(*arcs), device)
    # Up to 17 with a fifth turned; from the other end up to 493 with a hundredth.
    assert turned > 0.2 or max(depths) < N // 50


def test_vertices_without_arcs_say_nothing(device):
    none = np.zeros(0, np.int32)
    assert _deepest(none, none, device) == 0
    # One row of those that are looked at, and its arc leads to a smaller id.
    assert _deepest(np.array([N - 1]), np.array([0]), device) <= 1
