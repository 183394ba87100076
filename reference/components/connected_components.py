"""Connected components: run the algorithm that a variant names.

The first part of the name chooses the order of the edges, the other two parts the finish.
Invariant: every variant and every option give the same roots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from clconn.design_space import Choice
from clconn.reference.components.bfs_cc import bfs_components
from clconn.reference.components.edge_sources import EDGE_SOURCES
from clconn.reference.components.finishes import make_finish
from clconn.reference.components.multistep import multistep_components

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["connected_components"]


def connected_components(graph: Graph, choice: Choice) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's component, by the serial reference.

    Parameters
    ----------
    graph : Graph
    choice : Choice
        Of ``clconn.variants("components")``.

    Examples
    --------
    >>> import clconn
    >>> from clconn.design_space import make_request
    >>> from clconn.problems import COMPONENTS
    >>> graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
    >>> connected_components(graph, make_request(COMPONENTS, "csr/ecl/halve"))
    array([0, 0, 0, 3, 3, 5], dtype=int32)
    """
    variant, options = choice.variant, choice.options
    if variant.kind == "search":
        return SEARCHES[variant.finish](graph, options)
    finish = make_finish(variant, options, graph.n)
    return EDGE_SOURCES[variant.edges](graph, finish, options)


SEARCHES: Final[dict[str, Callable[[Graph, Mapping[str, Any]], NDArray[np.int32]]]] = {
    "bfs-cc": lambda graph, options: bfs_components(graph),
    "multistep": lambda graph, options: multistep_components(graph, few=options["few"]),
}
"""The algorithms that search first, by the names of their finishes."""
