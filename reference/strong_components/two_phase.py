"""Two searches from one vertex, then signatures: a largest component first, then all the others.

S. Hong, N. C. Rodia and K. Olukotun, "On fast parallel detection of strongly connected components
(SCC) in small-world graphs", SC 2013 (two phases). The second phase is that of ``signatures.py``,
or the serial algorithm of ``pearce.py``, to which G. M. Slota, S. Rajamanickam and K. Madduri, "BFS
and coloring-based parallel algorithms for strongly connected components and related problems",
IPDPS 2014 (Multistep), leave what is not worth more rounds.

The larger the product of the degrees of a vertex, the likelier is it in the largest component.

A device searches both ways at once. While searches get nowhere they pause, and chains are cut; a
search that takes too many rounds is given up. Here both come to their end first.

Invariant: the component of the pivot is what both searches reach. Each other component lies within
one of three regions: what only the one search reaches, only the other, and neither.
"""

from __future__ import annotations

from collections.abc import Iterator

from clconn.reference.strong_components.arcs import Arcs
from clconn.reference.strong_components.pearce import pearce
from clconn.reference.strong_components.quotient import Quotient
from clconn.reference.strong_components.reachability import closure
from clconn.reference.strong_components.signatures import signatures_after

__all__ = ["FORMS", "search_both_ways", "two_phase"]

FORMS = ("jump", "chains", "serial")
"""Signatures, signatures after chains have been cut, or a serial algorithm."""


def two_phase(arcs: Arcs, form: str = "jump") -> Iterator[list[int]]:
    """Yield the strong components, that of the pivot first.

    Parameters
    ----------
    form : str
        The second phase: one of :data:`FORMS`.
    """
    if arcs.n == 0:
        return
    component, regions = search_both_ways(arcs)
    yield component
    if form != "serial":
        yield from signatures_after(arcs, regions, chains=form == "chains")
        return
    for region in regions:
        rest = Quotient(arcs, [[v] for v in sorted(region)])
        for numbers in pearce(rest.arcs):
            yield rest.members_of(numbers)


def search_both_ways(arcs: Arcs) -> tuple[list[int], list[set[int]]]:
    """Return the component of the pivot, and the regions of the other vertices."""
    pivot = _choose_pivot(arcs)
    vertices = set(range(arcs.n))
    forward = closure(arcs.successors, [pivot], vertices)
    backward = closure(arcs.predecessors, [pivot], vertices)
    regions = [forward - backward, backward - forward, vertices - forward - backward]
    return sorted(forward & backward), regions


def _choose_pivot(arcs: Arcs) -> int:
    """Choose the smallest vertex of those with the largest product of degrees."""
    return max(range(arcs.n), key=lambda v: len(arcs.successors[v]) * len(arcs.predecessors[v]))
