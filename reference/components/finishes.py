"""The finishes: what goes through the edges that a sample has left, one class for each kind.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, Algorithm 1, keeps
the order in which edges are met and what is done with an edge apart. So does this
module: a finish takes rows, pairs of a vertex and some of its neighbors, and
neither knows nor cares whether they are all the rows of a graph, those that a
sample has left, or one edge each from a list.

Invariant: after :meth:`Finish.unite` the two ends of each edge of the rows, and
all vertices that were in one tree before, are in one tree. After :meth:`Finish.end`
the parent of each vertex is the smallest vertex of its tree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from clconn.design_space import Variant
from clconn.reference.components.edge_list_finishes import edge_list_finish
from clconn.reference.components.rounds_finishes import RoundsFinish, rounds_finish
from clconn.reference.union_find.canonical import canonicalize
from clconn.reference.union_find.edge_map import Row, edges_between_trees, edges_of
from clconn.reference.union_find.find import FINDS, Find, Parents, compress, finalize, single
from clconn.reference.union_find.finish_rows import finish_rows
from clconn.reference.union_find.union_rule import Unite, itself
from clconn.reference.union_find.union_rules import asynchronous, union_and_find

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Finish", "FinishInRounds", "FinishWithUnion", "make_finish"]


class Finish(ABC):
    """A finish, ready for one run.

    Parameters
    ----------
    union : Unite
    find : callable
        With which a sample is united.
    """

    def __init__(self, union: Unite, find: Find) -> None:
        self.union = union
        self.find = find

    def begin(self, n: int) -> Parents:
        """Each vertex its own parent."""
        return list(range(n))

    def ends(self, vertices: NDArray[np.int32]) -> list[int]:
        """The neighbors of all rows, or the targets of all edges, as :meth:`unite` takes them."""
        return list(vertices.tolist())

    @abstractmethod
    def unite(self, parents: Parents, rows: Iterable[Row]) -> None:
        """Join each vertex with its neighbors.

        Parameters
        ----------
        parents : list of int
            What they say already comes from the rows, or the vertices and neighbors in the rows
            are roots. Changed in place.
        rows : iterable of (int, list of int)
            May be made while the parents change.
        """

    def unite_rest(self, parents: Parents, rows: Iterable[Row]) -> None:
        """Join each vertex with its neighbors, after others have been joined.

        Parameters
        ----------
        parents : list of int
            Each vertex points to its root. Changed in place.
        rows : iterable of (int, list of int)
        """
        self.unite(parents, rows)

    @abstractmethod
    def end(self, parents: Parents) -> None:
        """Point every vertex to the smallest vertex of its tree."""


class FinishWithUnion(Finish):
    """Unite the two ends of each edge, one edge after another.

    Parameters
    ----------
    union : Unite
    find : callable
    finalization : callable, default single
        The find of the last phase.
    """

    def __init__(self, union: Unite, find: Find, finalization: Find = single) -> None:
        super().__init__(union, find)
        self._finalization = finalization

    def unite(self, parents: Parents, rows: Iterable[Row]) -> None:
        finish_rows(parents, rows, self.union, self.find)

    def end(self, parents: Parents) -> None:
        finalize(parents, self._finalization)
        canonicalize(parents)  # nothing to do if the union orders by id


class FinishInRounds(Finish):
    """Look at all edges again and again, until a round changes nothing.

    Parameters
    ----------
    rounds : callable
        Takes the parents and a list of edges.
    """

    def __init__(self, rounds: RoundsFinish) -> None:
        super().__init__(Unite(itself, asynchronous), single)
        self._rounds = rounds

    def unite(self, parents: Parents, rows: Iterable[Row]) -> None:
        self._rounds(parents, edges_of(rows))

    def unite_rest(self, parents: Parents, rows: Iterable[Row]) -> None:
        self._rounds(parents, edges_between_trees(parents, rows))

    def end(self, parents: Parents) -> None:
        finalize(parents, compress)


def make_finish(variant: Variant, options: Mapping[str, Any], n: int) -> Finish:
    """The finish of a variant, for one run.

    Parameters
    ----------
    variant : Variant
    options : mapping
    n : int
        Number of vertices.
    """
    match variant.kind:
        case "rounds":
            return FinishInRounds(rounds_finish(variant))
        case "edge list":
            return FinishInRounds(edge_list_finish(variant, options))
        case _:
            union, find = union_and_find(variant, n)
            return FinishWithUnion(union, find, FINDS[options.get("finalization", "single")])
