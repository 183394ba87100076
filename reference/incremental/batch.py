"""Incremental connectivity: the finish of a variant takes one batch after another.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and incremental graph
connectivity algorithms on GPUs", PACT 2020, section 3.6 and Algorithm 3; after L. Dhulipala,
C. Hong and J. Shun, "ConnectIt: a framework for static and incremental parallel graph connectivity
algorithms", VLDB 2021. A batch is a list of insertions and queries in coordinate form. An insertion
is a union, and a query is two finds.

Invariant: between two batches the trees of the parents are the components of all edges so far. So
an edge is never looked at again. That holds for every union, and for the root-based algorithms in
rounds: whatever they change, the vertices of a tree stay together.

Within a batch it holds after each operation, unless a splice has cut a tree in two for a while, or
rounds take all edges together. Those variants separate queries: the insertions of a batch come
first, and its queries after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from clconn.design_space import Choice
from clconn.design_space.incremental import IncrementalVariant
from clconn.reference.components.finishes import make_finish
from clconn.reference.incremental.vertices import (
    ABSENT,
    appear,
    first_parents,
    with_own_roots,
)
from clconn.reference.union_find.edge_map import Row
from clconn.reference.union_find.find import Parents
from clconn.reference.union_find.forest_edges import Record, record_nothing

__all__ = ["Batch", "Batches", "Operation"]


class Operation(NamedTuple):
    """An edge to insert, or a query whether two vertices are connected.

    Attributes
    ----------
    source, target : int
    edge : int
        The number of the operation among all so far.
    is_query : bool
    """

    source: int
    target: int
    edge: int
    is_query: bool = False


Batch = list[Operation]
"""Operations that a device may take in any order."""


class Batches:
    """The components of the edges so far.

    Parameters
    ----------
    n : int
        Number of vertices.
    choice : Choice
        Of ``clconn.variants("incremental")``.
    record : Record, default record_nothing
        Receives each root that became a child, and the number of the edge that made it one.

    Examples
    --------
    >>> from clconn.design_space import make_request
    >>> from clconn.problems import INCREMENTAL
    >>> batches = Batches(4, make_request(INCREMENTAL, "coo/async/split"))
    >>> batches.insert([Operation(3, 1, edge=0)])
    >>> batches.process([Operation(1, 2, 1), Operation(2, 3, 2, True), Operation(0, 3, 3, True)])
    [False, True, False]
    >>> batches.roots()
    [0, 1, 1, 1]
    """

    def __init__(self, n: int, choice: Choice, record: Record = record_nothing) -> None:
        assert isinstance(choice.variant, IncrementalVariant)
        self._variant = choice.variant
        self._is_lazy = choice.options.get("vertices") == "lazy"
        self._record = record
        self._begin(first_parents(0, n, lazy=self._is_lazy))

    def _begin(self, parents: Parents) -> None:
        """Take parents of which each is the smallest vertex of its tree.

        A finish may keep more than the parents: hooks, ranks, locks. A new one is right for such
        parents, whatever the order of its union is.
        """
        self._parents = parents
        self._finish = make_finish(self._variant, {}, len(parents), self._record)

    @property
    def n(self) -> int:
        """Number of vertices."""
        return len(self._parents)

    def insert(self, edges: Iterable[Operation]) -> None:
        """Join the two ends of each edge."""
        self._finish.unite(self._parents, self._rows(edges))

    def _rows(self, edges: Iterable[Operation]) -> Iterator[Row]:
        """Make a row of each edge; at the last moment give its ends their first parents."""
        for edge in edges:
            appear(self._parents, edge.source)
            appear(self._parents, edge.target)
            yield edge.source, [(edge.target, edge.edge)]

    def is_connected(self, u: int, v: int) -> bool:
        """Tell whether the edges so far connect two vertices."""
        if ABSENT in (self._parents[u], self._parents[v]):
            return u == v
        find = self._finish.find
        return find(self._parents, u) == find(self._parents, v)

    def process(self, batch: Batch) -> list[bool]:
        """Insert the edges and answer the queries; an insertion has the answer False."""
        if self._variant.separates_queries:
            self.insert(operation for operation in batch if not operation.is_query)
            return [self._answer(operation) for operation in batch]
        answers = []
        for operation in batch:
            if not operation.is_query:
                self.insert([operation])
            answers.append(self._answer(operation))
        return answers

    def _answer(self, operation: Operation) -> bool:
        return operation.is_query and self.is_connected(operation.source, operation.target)

    def roots(self) -> Parents:
        """Return the smallest vertex of each vertex's component."""
        roots = with_own_roots(self._parents)
        self._finish.end(roots)
        return roots

    def grow(self, n: int) -> None:
        """Add vertices up to n, each a component of its own."""
        both = zip(self._parents, self.roots(), strict=True)
        known = [ABSENT if parent == ABSENT else root for parent, root in both]
        self._begin(known + first_parents(len(known), n, lazy=self._is_lazy))

    def restore(self, roots: Parents) -> None:
        """Begin with components, given as the smallest vertex of each vertex's component."""
        self._begin(list(roots))
