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
from tests.helpers.cases import case
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import choose

N, COLUMNS = 1 << 14, 64
"""Vertices, and those of a line: 256 rows at equal distances would all be the first of a line."""

UP, DOWN_FROM_LAST, DOWN = (False, False), (True, True), (True, False)
"""Whether the search begins at the last vertex, and takes rows from their last entries."""

_RANDOM = np.random.default_rng(1)
_NEAR = _RANDOM.integers(0, N - 9, 2 * N), _RANDOM.integers(1, 9, 2 * N)
_CHANCES = _RANDOM.random(2 * N)
_SAMPLED = (2654435769 * N) >> 32
"""The first of the rows that are looked at."""


def _near(turned):
    """Arcs to larger ids of near vertices, of which this share is turned round."""
    begins, steps = _NEAR
    back = turned > _CHANCES
    return begins + np.where(back, steps, 0), begins + np.where(back, 0, steps)


def _steps(turned=0, more=()):
    """Arcs to the next vertex and the next line."""
    begins = np.r_[: N - 1, : N - COLUMNS]
    ends = np.r_[1:N, COLUMNS:N]
    back = turned > _CHANCES[: begins.size]
    begins, ends = np.where(back, ends, begins), np.where(back, begins, ends)
    more = np.array(more, dtype=begins.dtype).reshape(-1, 2)
    return np.append(begins, more[:, 0]), np.append(ends, more[:, 1])


def _lines_that_lead_back():
    """A lattice whose arcs lead up but for those of the first vertex of each line."""
    begins, ends = _steps()
    first = begins % COLUMNS == 0
    return np.where(first, ends, begins), np.where(first, begins, ends)


def _mirrored(arcs):
    return tuple(N - 1 - end for end in arcs)


NONE = np.zeros(0, np.int32), np.zeros(0, np.int32)
CLOSED = _steps(more=[(N - 1, 0)])
CASES = {
    "none": (NONE, DOWN),
    "one arc": (tuple(np.array([end]) for end in (_SAMPLED, 0)), UP),
    "path": ((np.arange(N - 1), np.arange(1, N)), DOWN),
    "path back": (_mirrored((np.arange(N - 1), np.arange(1, N))), UP),
    "a hundredth turned": (_near(0.01), DOWN),
    "all but a hundredth turned": (_mirrored(_near(0.01)), UP),
    "a fifth turned": (_near(0.2), DOWN),
    "half turned": (_steps(0.5), DOWN_FROM_LAST),
    "closed": (CLOSED, DOWN),
    "closed back": (_mirrored(CLOSED), UP),
    "lines": (_lines_that_lead_back(), DOWN),
}


def _expected_depth(graph, down, from_last):
    """The most vertices that wait in a plain search in that order."""
    arcs = graph.arcs()
    rows = np.split(arcs.neighbors, arcs.offsets[1:-1])
    rows = [row[::-1].tolist() if from_last else row.tolist() for row in rows]
    found, deepest = set(), 0
    for start in range(graph.n - 1, -1, -1) if down else range(graph.n):
        waiting, rest = [], iter(()) if start in found else iter(rows[start])
        found.add(start)
        while True:
            w = next((w for w in rest if w not in found), None)
            if w is not None:
                found.add(w)
                waiting.append(rest)
                rest = iter(rows[w])
                deepest = max(deepest, len(waiting))
            elif waiting:
                rest = waiting.pop()
            else:
                break
    return deepest


def _deepest(graph, device):
    """The most vertices that waited on a device; what is found is compared."""
    placed = arcs_to_device(graph, open_runtime(device))
    runtime = placed.runtime
    choice = choose("csr/pearce/serial", problem=STRONG_COMPONENTS.name)
    builder = PlanBuilder(runtime, graph.n, placed, choice)
    steps = pearce(builder)
    unused = np.full(graph.n, -1, builder.rows.offset_dtype)
    positions = builder.scratch("positions", unused.nbytes)
    import_pyopencl().enqueue_copy(runtime.queue, positions, unused)
    roots = runtime.allocate(4 * graph.n)
    bind(steps, ROOTS, roots)
    execute(runtime, steps)
    np.testing.assert_array_equal(runtime.download(roots, graph.n), scipy_strong_roots(graph))
    return np.count_nonzero(runtime.download(positions, graph.n, unused.dtype) != -1)


def test_the_look_chooses_where_the_search_begins(device):
    for name, (arcs, order) in CASES.items():
        with case(name=name):
            # Rows that a GPU makes of a list are in no order.
            rows = clconn.Graph.from_edges(*arcs, N, directed=True).arcs()
            graph = clconn.Graph.from_csr(rows.offsets, rows.neighbors, directed=True)
            assert _deepest(graph, device) == _expected_depth(graph, *order)
