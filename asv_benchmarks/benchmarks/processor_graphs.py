"""Graphs that a processor finishes in 0.01 to 1 s: the families that nobody tuned for, the named.

The named ones are smaller members of the same families, where the named ones themselves are large.
Graphs by chance (``graphs_by_seed.py``) have names, too: ``mixture-7-65536`` is the mixture of seed
7 with about 65,536 vertices, ``unsorted-mixture-7-65536`` the same with its rows in no order, and
``directed-mixture-7-65536`` the same with directions. ``mixture-7-65536-larger-end`` has weights of
that name (``weightings.py``); others have weights by hash.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import numpy as np

import clconn
from clconn.generators import NAMED_GRAPHS
from clconn.generators.weights import with_weights

from . import directed_graphs, numberings, untuned_graphs
from .graphs_by_seed import KINDS, directed_graph
from .mixed_graphs import FEWEST_VERTICES
from .weightings import WEIGHTINGS, weigh

__all__ = ["DIRECTED", "GRAPHS", "is_graph", "matrix"]

_BY_SEED = re.compile(
    rf"(unsorted-|directed-)?({'|'.join(KINDS)})-([0-9]+)-([0-9]+)(?:-({'|'.join(WEIGHTINGS)}))?"
)

SMALLER_NAMED: dict[str, tuple[str, dict[str, Any]]] = {
    "2d-2e20": ("2d-2e20", {}),
    "rmat16": ("rmat16", {}),
    "road-small": ("road-small", {}),
    "delaunay20": ("delaunay20", {}),
    "r4-2e20": ("r4-2e23", {"n": 1 << 20, "edges": 4 << 20}),
    "rmat19": ("rmat22", {"scale": 19, "edges": 8 << 19}),
    "kron17": ("kron21", {"scale": 17, "edges": 48 << 17}),
    "social18": ("social", {"scale": 18, "edges": 30 << 18}),
    "web18": ("web", {"scale": 18, "edges": 20 << 18}),
    "road22": ("road24", {"rows": 800, "columns": 800}),
}
"""The named graph that each resembles, and the parameters that differ."""


def _smaller(name: str) -> clconn.Graph:
    like, parameters = SMALLER_NAMED[name]
    named = NAMED_GRAPHS[like]
    return clconn.generate(named.family, **{**named.parameters, **parameters})


GRAPHS: dict[str, Callable[[], clconn.Graph]] = {
    **{name: make for name, make in untuned_graphs.SMALLER.items() if name != "cliques-2e21"},
    "cliques-2e19": lambda: untuned_graphs.cliques((1 << 19) // 40, shuffled=True),
    "cliques-in-order-2e19": lambda: untuned_graphs.cliques((1 << 19) // 40),
    "grid3d-shuffled-2e21": lambda: untuned_graphs.shuffled_grid(128),
    "path-ascending-2e21": lambda: untuned_graphs.ascending_path(1 << 21),
    **{name: lambda name=name: _smaller(name) for name in SMALLER_NAMED},  # type: ignore[misc]
}
"""From a name to the graph; of those with weights of their own, these are kept."""

DIRECTED: dict[str, Callable[[], clconn.Graph]] = {
    name: partial(clconn.generate, family, **parameters)
    for name, (family, parameters) in directed_graphs.PROCESSOR.items()
}
"""The same of directed graphs."""


def is_graph(name: str, *, directed: bool) -> bool:
    """Whether there is a graph of this name for a problem, which has directions or not.

    One with directions takes each edge of an undirected graph as two arcs.
    """
    found = _BY_SEED.fullmatch(name)
    if found is None:
        return name in GRAPHS or (directed and name in DIRECTED)
    if found[5] and (directed or found[1]):
        return False
    return int(found[4]) >= FEWEST_VERTICES and (directed or found[1] != "directed-")


def _graph(name: str) -> clconn.Graph:
    found = _BY_SEED.fullmatch(name)
    if found is None:
        return (GRAPHS.get(name) or DIRECTED[name])()
    kind, seed, n = found[2], int(found[3]), int(found[4])
    if found[1] == "directed-":
        return directed_graph(kind, seed, n).graph
    graph = KINDS[kind](seed, n).graph
    if found[5]:
        return weigh(graph, found[5])
    return numberings.unsorted(graph, seed) if found[1] else graph


@lru_cache(maxsize=1)
def matrix(name: str, *, weighted: bool = False) -> Any:
    """Make scipy's matrix of a graph, with weights as float64; the last one is kept."""
    import scipy.sparse

    graph = _graph(name)
    if weighted and graph.weights is None:
        graph = with_weights(graph, "hash")
    rows = graph.arcs() if graph.directed else graph.rows
    assert rows is not None
    values = np.asarray(graph.weights, "f8") if weighted else np.ones(rows.neighbors.size, "i1")
    n = rows.offsets.size - 1
    return scipy.sparse.csr_array((values, rows.neighbors, rows.offsets), shape=(n, n))
