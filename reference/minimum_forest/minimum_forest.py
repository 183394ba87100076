"""Minimum spanning forests, serially: run the algorithm that a variant names.

The table has the variants that devices run. :data:`ALGORITHMS` also has the classic serial
algorithms, because all other algorithms must give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from clconn.design_space import Choice
from clconn.reference.minimum_forest.boruvka import boruvka
from clconn.reference.minimum_forest.ecl_mst import ecl_mst
from clconn.reference.minimum_forest.filter_boruvka import filter_boruvka
from clconn.reference.minimum_forest.filter_kruskal import filter_kruskal
from clconn.reference.minimum_forest.kruskal import kruskal
from clconn.reference.minimum_forest.prim import prim
from clconn.reference.minimum_forest.quick_kruskal import quick_kruskal
from clconn.weight_keys import canonical_edges

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["ALGORITHMS", "minimum_forest"]

Algorithm = Callable[..., "NDArray[np.int64]"]

ALGORITHMS: Final[dict[str, Algorithm]] = {
    "kruskal": kruskal,
    "prim": prim,
    "boruvka": boruvka,
    "quick-kruskal": quick_kruskal,
    "filter-kruskal": filter_kruskal,
    "ecl-mst": ecl_mst,
    "filter-boruvka": filter_boruvka,
}
"""The algorithms by name. Each takes the number of vertices and the edges, and returns the
ascending indices of the forest's edges, shape (k,), int64."""

_ROWS: Final[dict[str, Callable[..., NDArray[np.int64]]]] = {
    "boruvka": lambda n, edges, form, options: boruvka(n, edges),
    "ecl-mst": lambda n, edges, form, options: ecl_mst(n, edges, form, **options),
    "filter-boruvka": lambda n, edges, form, options: filter_boruvka(n, edges, **options),
    "kruskal": lambda n, edges, form, options: kruskal(n, edges),
}
"""Those of the table; each takes the third part of the variant's name and the options as well."""


def minimum_forest(graph: Graph, choice: Choice, *, maximum: bool = False) -> NDArray[np.int64]:
    """Return the minimum spanning forest of a graph by a variant of the table.

    Parameters
    ----------
    graph : Graph
    choice : Choice
        Of ``clconn.variants("minimum-forest")``.
    maximum : bool, default False
        Whether to return the heaviest forest instead.

    Returns
    -------
    numpy.ndarray, shape (k,), int64
        The user's ids of the forest's edges, ascending.
    """
    edges = canonical_edges(graph, maximum=maximum)
    variant, options = choice.variant, dict(choice.options)
    options.pop("int64_atomics", None)  # for devices
    indices = _ROWS[variant.finish](graph.n, edges, variant.compression, options)
    return edges.ids[indices]
