"""Pearce's algorithm: Tarjan's with one number a vertex, and no stack of open vertices on the path.

D. J. Pearce, "A space-efficient algorithm for finding strongly connected components", Information
Processing Letters 116, 2016, algorithm PEA_FIND_SCC2. scipy uses it.

Invariant: index[v] is 0 for an undiscovered vertex, counts up from 1 for an open one, where it only
falls, and counts down from n for a finished component. Finished numbers are above all open ones: a
finished component gives back the numbers of its vertices. So a minimum over successors ignores
finished ones without asking.
"""

from __future__ import annotations

from collections.abc import Iterator

from clconn.reference.strong_components.arcs import Arcs

__all__ = ["pearce"]


def pearce(arcs: Arcs) -> Iterator[list[int]]:
    """Yield the strong components, each before those that lead to it."""
    index = [0] * arcs.n
    is_root = [True] * arcs.n
    # Open vertices that the search has left, none of them the first of its component.
    left: list[int] = []
    next_index, next_component = 1, arcs.n
    for start in range(arcs.n):
        if index[start]:
            continue
        path = [(start, iter(arcs.successors[start]))]
        index[start] = next_index
        next_index += 1
        while path:
            v, rest = path[-1]
            w = next(rest, None)
            if w is not None:
                if index[w] == 0:
                    path.append((w, iter(arcs.successors[w])))
                    index[w] = next_index
                    next_index += 1
                elif index[w] < index[v]:
                    index[v], is_root[v] = index[w], False
                continue
            path.pop()
            if is_root[v]:
                component = [v]
                while left and index[left[-1]] >= index[v]:
                    component.append(left.pop())
                next_index -= len(component)
                for w in component:
                    index[w] = next_component
                next_component -= 1
                yield component
            else:
                left.append(v)
            if path and index[v] < index[path[-1][0]]:
                above = path[-1][0]
                index[above], is_root[above] = index[v], False
