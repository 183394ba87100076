"""Spanning forests: a union that links only roots gives one if each link records its edge.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, Algorithm 2: each
edge of the forest is assigned to one vertex, the root that it made a child. The
edge sources and unions are those of connected components. Only the recorder is new:
see :mod:`clconn.reference.union_find.forest_edges`.

Invariant: a root becomes a child once and for good, by an edge that joins its tree
to another one. So at most one edge is assigned to each vertex, the assigned edges
have no cycle, and the trees that they span are the trees of the parents. A search
reaches all vertices of a tree but its source by an edge of their own; the source
need not be the root. Rem's unions also link vertices that are not roots, and some
algorithms in rounds do so too or do not know the edge when they link: they give
components and no forest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.design_space import Choice, Variant
from clconn.reference.components.edge_sources import EDGE_SOURCES
from clconn.reference.components.finishes import FinishWithUnion
from clconn.reference.union_find.find import Find, Parents
from clconn.reference.union_find.forest_edges import NO_EDGE
from clconn.reference.union_find.union_rule import Unite
from clconn.reference.union_find.union_rules import union_and_find

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["ForestFinish", "spanning_forest"]


class ForestFinish(FinishWithUnion):
    """Unite the two ends of each edge, and record each edge that links a root.

    Attributes
    ----------
    forest : list of int
        For each vertex the edge that made it a child, or -1.
    """

    def __init__(self, union: Unite, find: Find, n: int) -> None:
        self.forest = [NO_EDGE] * n
        super().__init__(union, find, record=self._assign)

    def _assign(self, child: int, edge: int) -> None:
        self.forest[child] = edge

    def end(self, parents: Parents) -> None:
        """Do nothing: a forest needs no final parents."""


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
    finish = ForestFinish(*union_and_find(variant, graph.n), graph.n)
    EDGE_SOURCES[variant.edges](graph, finish, choice.options)
    places = np.array([edge for edge in finish.forest if edge != NO_EDGE], dtype=np.int64)
    return np.sort(_edge_ids(graph, variant)[places].astype(np.int64))


def _edge_ids(graph: Graph, variant: Variant) -> NDArray[Any]:
    """Return the user's edge at each place of the rows or of the list that the variant reads."""
    if variant.reads == "edges":
        if graph.rows is not None and graph.symmetric:
            sources, targets = graph.edges()
            return np.flatnonzero(sources <= targets)
        return np.arange(graph.edge_count)
    rows = graph.adjacency(edge_ids=True)
    return np.arange(graph.edge_count) if rows.edge_ids is None else rows.edge_ids
