"""OBF: one-way-catch-them-young elimination, backward closures, forward seeds; and its recursion.

J. Barnat and P. Moravec, "Parallel algorithms for finding SCCs in implicitly given graphs", PDMC
2006 (OBF); J. Barnat, J. Chaloupka and J. van de Pol, "Distributed algorithms for SCC
decomposition", Journal of Logic and Computation 21, 2011 (the recursive OBFR, of which OBFR-MP is
the maximally parallel form: all subgraphs and slices at once, which makes no difference here).

The vertices that a pivot reaches are cut into slices, each of them the backward closure of seeds.
Vertices without a predecessor are components and are eliminated first. What stops the elimination
are the seeds of a slice; the successors of the slice are the seeds of the next elimination.

Invariant: nothing leads into a slice from the rest of its range, so a slice consists of whole
components. If the pivot is in the first slice, all of it reaches the pivot, and so it is one
component. Any other slice lacks the pivot, so the subgraphs become smaller.
"""

from __future__ import annotations

from collections.abc import Iterator

from clconn.reference.strong_components.arcs import Arcs
from clconn.reference.strong_components.forward_backward import choose_pivot
from clconn.reference.strong_components.reachability import closure

__all__ = ["obf"]


def obf(arcs: Arcs, *, recursive: bool = True) -> Iterator[list[int]]:
    """Yield the strong components.

    Parameters
    ----------
    recursive : bool, default True
        Whether a slice is cut into slices again (OBFR); otherwise it is divided by FW-BW (OBF).
    """
    subgraphs = [(set(range(arcs.n)), True)]
    while subgraphs:
        vertices, cut = subgraphs.pop()
        if not vertices:
            continue
        pivot = choose_pivot(vertices)
        range_ = closure(arcs.successors, [pivot], vertices)
        subgraphs.append((vertices - range_, cut))
        if not cut:
            component = closure(arcs.predecessors, [pivot], range_)
            yield sorted(component)
            subgraphs.append((range_ - component, cut))
            continue
        seeds = {pivot}
        while range_:
            eliminated, seeds = _eliminate(arcs, seeds, range_)
            yield from ([v] for v in eliminated)
            range_.difference_update(eliminated)
            part = closure(arcs.predecessors, seeds, range_)
            if pivot in part:
                yield sorted(part)
            else:
                subgraphs.append((part, recursive))
            range_ -= part
            seeds = {w for v in part for w in arcs.successors[v] if w in range_}


def _eliminate(arcs: Arcs, seeds: set[int], range_: set[int]) -> tuple[list[int], set[int]]:
    """Return vertices without predecessors, from the seeds on, and the vertices that stopped it."""
    candidates, eliminated, stopped = sorted(seeds), set(), set()
    order = []
    for v in candidates:  # which grows
        if v in eliminated:
            continue
        if any(w in range_ and w != v and w not in eliminated for w in arcs.predecessors[v]):
            stopped.add(v)
            continue
        stopped.discard(v)
        eliminated.add(v)
        order.append(v)
        candidates += [w for w in arcs.successors[v] if w in range_ and w not in eliminated]
    return order, stopped
