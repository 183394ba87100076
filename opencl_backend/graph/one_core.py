"""Whether one core of a processor is faster than all of them, where edges are nearly in order."""

from __future__ import annotations

from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["CORES_TO_TAKE_IN_ORDER", "has_few_cores"]

# Two busy cores, PoCL, processor time in ms by the kernels of Filter-Boruvka and of Kruskal, on
# edges in the order of their weights, which are all equal, or all different: a path in order 86 and
# 13, 88 and 14, a grid 89 and 12, 77 and 11, r4 826 and 60, 386 and 76, permuted R-MAT with 77
# neighbors a vertex 214 and 18, 88 and 19, a shuffled tree 348 and 69, 361 and 89, shuffled cliques
# of 40 474 and 62, 222 and 86. So the latter, which has one core, takes 1/14 to 1/2.6 of the time.
CORES_TO_TAKE_IN_ORDER = 4
"""The most cores of which one that joins edges in the order of their weights is faster than all in
rounds."""


def has_few_cores(runtime: Runtime) -> bool:
    """Whether one core may be faster, if Kruskal's algorithm has hardly anything to sort."""
    return runtime.is_cpu and int(runtime.device.max_compute_units) <= CORES_TO_TAKE_IN_ORDER
