"""The finishes: how a variant unites the edges that its sample leaves, one class for each kind.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, Algorithm 1, separates
the order of the edges from the work on one edge. So does this module: a finish takes
rows, pairs of a vertex and some of its entries. The rows may be all those of a graph,
those that a sample leaves, or one edge each from a list.

Invariant: after :meth:`Finish.unite` the two ends of each edge of the rows are in one
tree, and so are all vertices that were in one tree before. After :meth:`Finish.end`
the parent of each vertex is the smallest vertex of its tree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from clconn.design_space import Variant
from clconn.reference.components.edge_list_finishes import edge_list_finish
from clconn.reference.components.rounds_finishes import RoundsFinish, rounds_finish
from clconn.reference.union_find.canonical import canonicalize
from clconn.reference.union_find.edge_map import Row, edges_between_trees, edges_of
from clconn.reference.union_find.find import FINDS, Find, Parents, compress, finalize, single
from clconn.reference.union_find.finish_rows import finish_rows
from clconn.reference.union_find.forest_edges import Record, record_nothing
from clconn.reference.union_find.union_rule import Unite, itself
from clconn.reference.union_find.union_rules import asynchronous, union_and_find

__all__ = ["Finish", "FinishInRounds", "FinishWithUnion", "make_finish"]


class Finish(ABC):
    """A finish, ready for one run.

    Parameters
    ----------
    union : Unite
        The union that a sample uses.
    find : Find
        The find that a sample uses.
    record : Record, default record_nothing
        Receives each vertex that became a child, and the edge that made it one.
    """

    def __init__(self, union: Unite, find: Find, record: Record = record_nothing) -> None:
        self.union = union
        self.find = find
        self.record = record

    @abstractmethod
    def unite(self, parents: Parents, rows: Iterable[Row]) -> None:
        """Join each vertex with its neighbors.

        Parameters
        ----------
        parents : list of int
            Changed in place. Either the rows hold all edges by which vertices got their parents,
            or the vertices and neighbors in the rows are roots.
        rows : iterable of Row
            A generator may read the parents between two rows.
        """

    def unite_rest(self, parents: Parents, rows: Iterable[Row]) -> None:
        """Join each vertex with its neighbors, after a sample has joined others.

        Parameters
        ----------
        parents : list of int
            Each vertex points to its root. Changed in place.
        rows : iterable of Row
        """
        self.unite(parents, rows)

    @abstractmethod
    def end(self, parents: Parents) -> None:
        """Point every vertex to the smallest vertex of its tree."""


class FinishWithUnion(Finish):
    """Unite the two ends of each edge, one edge after another.

    Parameters
    ----------
    union, find, record
        As for :class:`Finish`.
    finalization : Find, default single
        The find of the last phase.
    """

    def __init__(
        self,
        union: Unite,
        find: Find,
        finalization: Find = single,
        record: Record = record_nothing,
    ) -> None:
        super().__init__(union, find, record)
        self._finalization = finalization

    def unite(self, parents: Parents, rows: Iterable[Row]) -> None:
        finish_rows(parents, rows, self.union, self.find, self.record)

    def end(self, parents: Parents) -> None:
        finalize(parents, self._finalization)
        canonicalize(parents)  # nothing to do if the union orders by id


class FinishInRounds(Finish):
    """Look at all edges again and again, until a round changes nothing."""

    def __init__(self, rounds: RoundsFinish) -> None:
        super().__init__(Unite(itself, asynchronous), single)
        self._rounds = rounds

    def unite(self, parents: Parents, rows: Iterable[Row]) -> None:
        self._rounds(parents, edges_of(rows))

    def unite_rest(self, parents: Parents, rows: Iterable[Row]) -> None:
        self._rounds(parents, edges_between_trees(parents, rows))

    def end(self, parents: Parents) -> None:
        finalize(parents, compress)


def make_finish(
    variant: Variant, options: Mapping[str, Any], n: int, record: Record = record_nothing
) -> Finish:
    """Make the finish of a variant for a graph of n vertices; a union calls the recorder."""
    match variant.kind:
        case "rounds":
            return FinishInRounds(rounds_finish(variant))
        case "edge list":
            return FinishInRounds(edge_list_finish(variant, options))
        case _:
            union, find = union_and_find(variant, n)
            finalization = FINDS[options.get("finalization", "single")]
            return FinishWithUnion(union, find, finalization, record)
