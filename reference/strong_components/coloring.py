"""Coloring: the largest id that reaches a vertex is its color.

S. Orzan, "On distributed verification and verified distribution", PhD thesis, Vrije Universiteit
Amsterdam, 2004.

Invariant: when the colors no longer change, the color of a vertex is the largest of the remaining
vertices that reach it. A component has one color, because its vertices reach each other. A vertex
with its own color is reached from its color alone, so the vertices of that color that reach it are
its component. Every round finishes at least the component of the largest vertex left.
"""

from __future__ import annotations

from collections.abc import Iterator

from clconn.reference.strong_components.arcs import Arcs
from clconn.reference.strong_components.reachability import closure
from clconn.reference.strong_components.trimming import trim as trim_subgraph

__all__ = ["coloring"]


def coloring(arcs: Arcs, *, trim: int = 0) -> Iterator[list[int]]:
    """Yield the strong components.

    Parameters
    ----------
    trim : {0, 1, 2}
        The largest components that the graph is trimmed of before each propagation.
    """
    remaining = set(range(arcs.n))
    while remaining:
        yield from trim_subgraph(arcs, remaining, trim)
        colors = _propagate(arcs, remaining)
        of_color: dict[int, set[int]] = {}
        for v, color in colors.items():
            of_color.setdefault(color, set()).add(v)
        for root, vertices in of_color.items():
            component = closure(arcs.predecessors, [root], vertices)
            yield sorted(component)
            remaining -= component


def _propagate(arcs: Arcs, remaining: set[int]) -> dict[int, int]:
    """Return the color of each remaining vertex."""
    colors = {v: v for v in remaining}
    senders = remaining
    while senders:
        next_senders = set()
        for v in senders:
            for w in arcs.successors[v]:
                if w in remaining and colors[w] < colors[v]:
                    colors[w] = colors[v]
                    next_senders.add(w)
        senders = next_senders
    return colors
