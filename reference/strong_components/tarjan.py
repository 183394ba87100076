"""Tarjan's algorithm, with a stack in place of recursion.

R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1, 1972.

Invariant: the stack of open vertices holds those of unfinished components, in the order of their
discovery. low[v] is at most the number of v, and is the number of an open vertex that v reaches.
When the search leaves v and low[v] is still the number of v, no earlier open vertex is reachable
from v or from the open vertices above it. So these and v are a component.
"""

from __future__ import annotations

from collections.abc import Iterator

from clconn.reference.strong_components.arcs import Arcs

__all__ = ["tarjan"]

_UNSEEN = -1


def tarjan(arcs: Arcs) -> Iterator[list[int]]:
    """Yield the strong components, each before those that lead to it."""
    number, low = [_UNSEEN] * arcs.n, [_UNSEEN] * arcs.n
    is_open = [False] * arcs.n
    open_vertices: list[int] = []
    discovered = 0
    path: list[tuple[int, Iterator[int]]] = []  # vertices, and the rest of their rows

    def discover(v: int) -> None:
        nonlocal discovered
        number[v] = low[v] = discovered
        discovered += 1
        open_vertices.append(v)
        is_open[v] = True
        path.append((v, iter(arcs.successors[v])))

    for start in range(arcs.n):
        if number[start] == _UNSEEN:
            discover(start)
        while path:
            v, rest = path[-1]
            w = next(rest, None)
            if w is not None:
                if number[w] == _UNSEEN:
                    discover(w)
                elif is_open[w]:
                    low[v] = min(low[v], number[w])
                continue
            path.pop()
            if path:
                above = path[-1][0]
                low[above] = min(low[above], low[v])
            if low[v] == number[v]:
                place = len(open_vertices) - 1
                while open_vertices[place] != v:
                    place -= 1
                component = open_vertices[place:]
                del open_vertices[place:]
                for w in component:
                    is_open[w] = False
                yield component
