"""Kosaraju's algorithm: a search of the graph, then one of its transpose in the opposite order.

S. R. Kosaraju, unpublished, 1978; M. Sharir, "A strong-connectivity algorithm and its applications
in data flow analysis", Computers and Mathematics with Applications 7, 1981.

Invariant: of two components joined by an arc, the one that the arc leaves has the vertex that the
first search leaves last. So when the second search starts at the last vertex left, all components
that lead to its own are done, and it reaches exactly its component.
"""

from __future__ import annotations

from collections.abc import Iterator

from clconn.reference.strong_components.arcs import Arcs, Rows

__all__ = ["kosaraju"]


def kosaraju(arcs: Arcs) -> Iterator[list[int]]:
    """Yield the strong components in topological order."""
    order = [v for tree in _trees(arcs.successors, range(arcs.n)) for v in tree]
    yield from _trees(arcs.predecessors, reversed(order))


def _trees(rows: Rows, starts: Iterator[int] | range) -> Iterator[list[int]]:
    """Yield the vertices of each tree of a depth-first search, in the order of leaving them."""
    is_seen = [False] * len(rows)
    for start in starts:
        if is_seen[start]:
            continue
        is_seen[start] = True
        path, tree = [(start, iter(rows[start]))], []
        while path:
            v, rest = path[-1]
            w = next((w for w in rest if not is_seen[w]), None)
            if w is None:
                path.pop()
                tree.append(v)
            else:
                is_seen[w] = True
                path.append((w, iter(rows[w])))
        yield tree
