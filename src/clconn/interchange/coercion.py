"""Where a graph is expected: tables of edges, and graphs of igraph and of rustworkx.

Only what is unambiguous: a table needs columns of the usual names. What weighs an edge, where the
caller names nothing, is what the library or most of its users call ``weight``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clconn.interchange.constructors import FromOtherLibraries
from clconn.interchange.frame_edges import has_column
from clconn.interchange.igraph_edges import is_igraph
from clconn.interchange.rustworkx_edges import is_rustworkx, usual_weight
from clconn.interchange.tables import is_frame

if TYPE_CHECKING:
    from clconn.graph import Graph

__all__ = ["converter_of"]

Converter = Callable[[Any, Any, bool, bool], "Graph"]


def converter_of(source: Any) -> Converter | None:
    """Return the function that makes a graph of such an object, or None if there is none.

    It takes the object, what weighs an edge or None, whether the graph gets weights, and whether
    a row of a table is an arc; other graphs know that themselves.
    """
    if is_igraph(source):
        return _from_igraph
    if is_rustworkx(source):
        return _from_rustworkx
    return _from_frame if is_frame(source) else None


def _from_igraph(graph: Any, weight: Any, weighted: bool, directed: bool) -> Graph:
    if weighted and weight is None and "weight" in graph.es.attributes():
        weight = "weight"
    return FromOtherLibraries.from_igraph(graph, weight=weight)


def _from_rustworkx(graph: Any, weight: Any, weighted: bool, directed: bool) -> Graph:
    if weighted and weight is None:
        weight = usual_weight(graph)
    return FromOtherLibraries.from_rustworkx(graph, weight=weight)


def _from_frame(frame: Any, weight: Any, weighted: bool, directed: bool) -> Graph:
    if weighted and weight is None and has_column(frame, "weight"):
        weight = "weight"
    return FromOtherLibraries.from_dataframe(frame, weight=weight, directed=directed)
