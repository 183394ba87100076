"""Forward-backward (FW-BW): divide at a pivot and conquer, with or without trimming.

L. K. Fleischer, B. Hendrickson and A. Pinar, "On identifying strongly connected components in
parallel", IPDPS Workshops 2000, as Algorithm 1 of G. Li, Z. Zhu, Z. Cong and F. Yang, "Efficient
decomposition of strongly connected components on GPUs", Journal of Systems Architecture 60, 2014.
The trimming is that of J. Barnat, P. Bauch, L. Brim and M. Ceska, "Computing strongly connected
components in parallel on CUDA", IPDPS 2011. A list of subgraphs takes the place of recursion, which
would be as deep as there are components.

Invariant: each component lies within one of the subgraphs. For the vertices that the pivot reaches
are left by no path that comes back.
"""

from __future__ import annotations

from collections.abc import Iterator

from clconn.reference.primitives.hash import mixed_bits
from clconn.reference.strong_components.arcs import Arcs
from clconn.reference.strong_components.reachability import closure
from clconn.reference.strong_components.trimming import trim as trim_subgraph

__all__ = ["choose_pivot", "forward_backward"]


def forward_backward(arcs: Arcs, *, trim: int = 0) -> Iterator[list[int]]:
    """Yield the strong components.

    Parameters
    ----------
    trim : {0, 1, 2}
        The largest components that each subgraph is trimmed of first.
    """
    subgraphs = [set(range(arcs.n))]
    while subgraphs:
        vertices = subgraphs.pop()
        yield from trim_subgraph(arcs, vertices, trim)
        if not vertices:
            continue
        pivot = choose_pivot(vertices)
        forward = closure(arcs.successors, [pivot], vertices)
        component = closure(arcs.predecessors, [pivot], forward)
        yield sorted(component)
        subgraphs += [forward - component, vertices - forward]


def choose_pivot(vertices: set[int]) -> int:
    """Choose a vertex that looks random and is the same in every run."""
    return min(vertices, key=mixed_bits)
