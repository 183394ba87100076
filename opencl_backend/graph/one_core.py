"""How many cores a processor has, and whether one is faster than all, where edges are in order."""

from __future__ import annotations

from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["CORES_TO_TAKE_IN_ORDER", "CORES_TO_TAKE_LARGER_ENDS", "cores_of", "has_few_cores"]

# Two busy cores, PoCL, processor time in ms by the kernels of Filter-Boruvka and of Kruskal, on
# edges in the order of their weights, which are all equal, or all different: a path in order 86 and
# 13, 88 and 14, a grid 89 and 12, 77 and 11, r4 826 and 60, 386 and 76, permuted R-MAT with 77
# neighbors a vertex 214 and 18, 88 and 19, a shuffled tree 348 and 69, 361 and 89, shuffled cliques
# of 40 474 and 62, 222 and 86. So the latter, which has one core, takes 1/14 to 1/2.6 of the time.
#
# Sixteen cores of another processor (PoCL, 2026-11-30, ms by the clock), as multiples of
# Filter-Boruvka in the mean, the least and the most of five graphs of 2^18 and 2^20 vertices: equal
# weights 0.82, 0.33 and 1.62, by smaller ends 0.9, 0.42 and 1.87, falling 1.07, 0.64 and 1.75; by
# larger ends, of entries below the diagonal, 0.55, 0.32 and 1.19, falling 0.53, 0.22 and 0.80. With
# eight nothing was measured.
CORES_TO_TAKE_IN_ORDER = 8
"""The most cores of which one that joins edges in the order of their weights is faster than all in
rounds."""
CORES_TO_TAKE_LARGER_ENDS = 16
"""The same where that is the order of the edges' larger ends."""


def cores_of(runtime: Runtime) -> int:
    """The number of a processor's cores, as OpenCL has it; 0 of a GPU."""
    return int(runtime.device.max_compute_units) if runtime.is_cpu else 0


def has_few_cores(runtime: Runtime, most: int = CORES_TO_TAKE_IN_ORDER) -> bool:
    """Whether one core may be faster, if Kruskal's algorithm has hardly anything to sort."""
    return 0 < cores_of(runtime) <= most
