"""Ends: vertices that know at the end of which edge they stand.

An end is an int like any other vertex, so every algorithm takes neighbors that are ends
without knowing it; only :mod:`clconn.reference.spanning_forest.spanning_forest` asks which
edge it was.

Invariant: what is derived from an end on the way, such as its parent where edges are
relabelled, stands for the same edge.
"""

from __future__ import annotations

__all__ = ["End", "other_end"]


class End(int):
    """A vertex at the end of an edge.

    Attributes
    ----------
    edge : int
        The place of the edge in the rows or in the list of edges.
    """

    edge: int

    def __new__(cls, vertex: int, edge: int) -> End:
        made = super().__new__(cls, vertex)
        made.edge = edge
        return made


def other_end(v: int, end: int) -> int:
    """The vertex v, standing for the same edge as an end, if that is one.

    Parameters
    ----------
    v, end : int
    """
    return End(v, end.edge) if isinstance(end, End) else v
