"""The graph of sets of vertices that have become one, each. Own.

Invariant: the sets are disjoint, and their arcs are those between vertices of different sets, each
once. A vertex in none of them is left out, with its arcs.
"""

from __future__ import annotations

from clconn.reference.strong_components.arcs import Arcs, Rows

__all__ = ["Quotient"]


class Quotient:
    """Sets of vertices of a graph, and the arcs between them.

    Parameters
    ----------
    members : list of list of int
        The sets; the place of one among them is its number in ``arcs``.

    Attributes
    ----------
    arcs : Arcs
    """

    def __init__(self, arcs: Arcs, members: list[list[int]]) -> None:
        self.members = members
        place = {v: number for number, vertices in enumerate(members) for v in vertices}

        def rows(neighbors: Rows) -> Rows:
            others = [
                {place[w] for v in vertices for w in neighbors[v] if w in place}
                for vertices in members
            ]
            return [sorted(numbers - {own}) for own, numbers in enumerate(others)]

        self.arcs = Arcs(rows(arcs.successors), rows(arcs.predecessors))

    def members_of(self, numbers: list[int]) -> list[int]:
        """Return the vertices of several sets."""
        return [v for number in numbers for v in self.members[number]]
