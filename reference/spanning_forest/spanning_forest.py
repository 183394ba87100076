"""Spanning forests: every union that links roots gives one, if it remembers by which edge.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, Algorithm 2: each
edge of the forest is assigned to one vertex, the root that it made a child. The
edges are met and united just as for connected components, so what is new is only
who remembers: vertices that know the edge at whose end they stand, and parents that
see a root become a child.

Invariant: a root becomes a child once and for good, by an edge that joins its tree
to another one. So at most one edge is assigned to each vertex, the edges assigned
have no cycle, and the trees that they span are the trees of the parents. Rem's
unions and the algorithms that go in rounds do not link roots alone, or have no edge
at hand when they do; they give components and no forest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from clconn.design_space import Choice, Variant
from clconn.reference.components.edge_sources import EDGE_SOURCES
from clconn.reference.components.finishes import FinishWithUnion
from clconn.reference.union_find.ends import End, other_end
from clconn.reference.union_find.find import Find, Parents
from clconn.reference.union_find.union_rule import Unite
from clconn.reference.union_find.union_rules import union_and_find

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["ForestFinish", "LinkedParents", "spanning_forest"]

NO_EDGE = -1


class LinkedParents(list[int]):
    """Parents that remember, for each root that becomes a child, the edge that made it one.

    Attributes
    ----------
    edges : list of int
        For each vertex, or -1. (A search reaches all vertices of a tree but its source, which
        need not be the root.)
    at_hand : int
        The edge that is being united, or -1.
    """

    def __init__(self, n: int) -> None:
        super().__init__(range(n))
        self.edges = [NO_EDGE] * n
        self.at_hand = NO_EDGE

    def __getitem__(self, v: Any) -> Any:
        return other_end(super().__getitem__(v), v)

    def __setitem__(self, v: SupportsIndex | slice, parent: Any) -> None:
        assert not isinstance(v, slice)
        if self.at_hand != NO_EDGE:
            if self[v] == v != parent:
                self.edges[v] = self.at_hand
        elif isinstance(v, End):
            self.edges[v] = v.edge  # reached by a search, whatever becomes of it
        elif isinstance(parent, End) and parent != v:
            self.edges[v] = parent.edge  # begins below a neighbor, without a union
        super().__setitem__(v, int(parent))


class ForestFinish(FinishWithUnion):
    """Unite the two ends of each edge, and remember those that linked a root.

    Attributes
    ----------
    linked : LinkedParents
        What :meth:`begin` returned.
    """

    linked: LinkedParents

    def __init__(self, union: Unite, find: Find) -> None:
        def join(parents: Parents, source: int, target: int, find: Find) -> int:
            assert isinstance(parents, LinkedParents)
            assert isinstance(target, End)
            parents.at_hand = target.edge
            source = union.join(parents, source, target, find)
            parents.at_hand = NO_EDGE
            return source

        super().__init__(Unite(union.begin, join), find)

    def begin(self, n: int) -> Parents:
        self.linked = LinkedParents(n)
        return self.linked

    def ends(self, vertices: NDArray[np.int32]) -> list[int]:
        return [End(vertex, place) for place, vertex in enumerate(vertices.tolist())]

    def end(self, parents: Parents) -> None:
        """Nothing: the edges of a forest need no parents that are final."""


def spanning_forest(graph: Graph, choice: Choice) -> NDArray[np.int64]:
    """A spanning forest by the serial reference.

    Parameters
    ----------
    graph : Graph
    choice : Choice
        Of ``clconn.variants("forest")``.

    Returns
    -------
    numpy.ndarray, shape (k,), int64
        The edges in the user's numbering, ascending.

    Examples
    --------
    >>> import clconn
    >>> from clconn.design_space import make_request
    >>> from clconn.problems import FOREST
    >>> graph = clconn.Graph.from_edges([0, 1, 2, 4], [1, 2, 0, 5], n=6)
    >>> spanning_forest(graph, make_request(FOREST, "csr/ecl/halve"))
    array([0, 2, 3])
    """
    variant = choice.variant
    finish = ForestFinish(*union_and_find(variant, graph.n))
    EDGE_SOURCES[variant.edges](graph, finish, choice.options)
    places = np.array([edge for edge in finish.linked.edges if edge != NO_EDGE], dtype=np.int64)
    return np.sort(_edge_ids(graph, variant)[places].astype(np.int64))


def _edge_ids(graph: Graph, variant: Variant) -> NDArray[Any]:
    """The user's edge at each place of what the edge source visits."""
    if variant.reads == "edges":
        if graph.rows is not None and graph.symmetric:
            sources, targets = graph.edges()
            return np.flatnonzero(sources <= targets)
        return np.arange(graph.edge_count)
    rows = graph.adjacency(edge_ids=True)
    return np.arange(graph.edge_count) if rows.edge_ids is None else rows.edge_ids
