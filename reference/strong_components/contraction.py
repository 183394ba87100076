"""Contract what is strongly connected nearby, by ids or short cycles, level by level. Own.

Where the way from one vertex of a component to another is long, a search takes many steps, and so
do signatures. Most cycles of such a graph are short, though, and their vertices have ids near each
other. So the strong components of the arcs within a block of ids each become one vertex; then the
vertices of cycles of at most four arcs, wherever they are (``graph/short_cycles.py``). What is left
keeps the order of the ids, so that blocks of it reach farther, and is contracted again. Before, if
most vertices are on paths without branches, these are shortened: their cycles may be long.

A device has blocks of 1,024 ids, in each of which a work-group works by itself. It cuts chains
before, or ids that are in order (``graph/ordered_segments.py``), or trims, or tries two searches,
or signatures, or both, which are faster where the way is short, and contracts what they leave; and
it does not contract a graph again that hardly gets smaller. What is left then gets shortcuts
(``shortcuts.py``; on a device only if it is many vertices), and signatures solve it.

Invariant: the vertices that have become one are in one component, but for those on paths, which
are divided in the end. Vertices of a level are in the order of their first vertices.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from clconn.reference.graph.ordered_segments import ordered_segments
from clconn.reference.graph.short_cycles import short_cycles
from clconn.reference.strong_components.arcs import Arcs
from clconn.reference.strong_components.chains import chains
from clconn.reference.strong_components.counted_trimming import counted_trimming
from clconn.reference.strong_components.nonbranching_paths import MANY, divide, nonbranching_paths
from clconn.reference.strong_components.pearce import pearce
from clconn.reference.strong_components.quotient import Quotient
from clconn.reference.strong_components.shortcuts import with_shortcuts
from clconn.reference.strong_components.signatures import signatures
from clconn.reference.strong_components.two_phase import search_both_ways
from clconn.reference.union_find.disjoint_sets import DisjointSets

__all__ = ["FORMS", "contraction"]

FORMS = ("alone", "chains", "segments", "trimming", "searches", "signatures", "two-phase")
"""By what comes before. Serially signatures do not, and searches come to their end."""


def contraction(arcs: Arcs, form: str = "alone", *, block: int = 16) -> Iterator[list[int]]:
    """Yield the strong components.

    Parameters
    ----------
    form : str
        One of :data:`FORMS`.
    block : int, default 16
        Ids of a block.
    """
    regions = [set(range(arcs.n))]
    if form in ("searches", "two-phase") and arcs.n:
        component, regions = search_both_ways(arcs)
        yield component
    if form == "chains":
        components, regions = chains(arcs, regions)
        yield from components
    if form == "segments":
        regions = [set(segment) for segment in ordered_segments(arcs.successors)]
    for region in regions:
        if form == "trimming":
            yield from counted_trimming(arcs, region)
        yield from _contract(arcs, sorted(region), block)


def _contract(arcs: Arcs, region: list[int], block: int) -> Iterator[list[int]]:
    """Yield the strong components of the arcs within a region."""
    level = Quotient(arcs, [[v] for v in region])
    paths = nonbranching_paths(level.arcs)
    if sum(len(path.vertices) for path in paths) < max(1, MANY * level.arcs.n):
        yield from _contract_levels(arcs, level, block)
        return
    on_paths = {v for path in paths for v in path.vertices}
    numbers = {v: [v] for v in range(level.arcs.n) if v not in on_paths}
    for path in paths:
        numbers[path.behind] += path.vertices
    shortened = Quotient(level.arcs, [*numbers.values()])
    for component in divide(_contract_levels(level.arcs, shortened, block), paths):
        yield level.members_of(component)


def _contract_levels(arcs: Arcs, level: Quotient, block: int) -> Iterator[list[int]]:
    """Yield the strong components of sets of vertices that are one each."""
    while level.arcs.n:
        # By root, in the order of the roots; None has what is on no cycle.
        joined: dict[int | None, list[int]] = {None: []}
        for number, root in enumerate(_roots(level.arcs, block)):
            joined.setdefault(root, []).append(number)
        for number in joined.pop(None):
            yield level.members[number]
        if len(joined) == level.arcs.n:
            break
        level = Quotient(arcs, [level.members_of(numbers) for numbers in joined.values()])
    for component in signatures(with_shortcuts(level.arcs)):
        yield level.members_of(component)


def _roots(level: Arcs, block: int) -> list[int | None]:
    """Return the smallest vertex that each has become one with; None for one not on a cycle."""
    sets = DisjointSets(level.n)
    for first in range(0, level.n, block):
        inside = Quotient(level, [[v] for v in range(first, min(first + block, level.n))])
        for component in pearce(inside.arcs):
            for number in component[1:]:
                sets.union(first + component[0], first + number)
    rows = level.successors.__getitem__, level.predecessors.__getitem__
    for v in range(level.n):
        for w in chain.from_iterable(short_cycles(v, *rows)):
            sets.union(v, w)
    is_gone = [not level.successors[v] or not level.predecessors[v] for v in range(level.n)]
    return [None if is_gone[v] else sets.find(v) for v in range(level.n)]
