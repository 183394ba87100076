"""Long chains, and arcs that cross from one to another: a deep graph without a cycle.

Vertex ``chain * length + place`` has an arc to the next vertex of its chain. A crossing
arc joins two random vertices, from the smaller place to the larger one, so every arc
ascends and each vertex is a strong component by itself. Trimming needs as many rounds
as the chains are long.
"""

from __future__ import annotations

import numpy as np

from clconn.errors import GraphError
from clconn.generators import checks
from clconn.generators.order import vertex_order
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["directed_chains"]


def directed_chains(
    chains: int, length: int, crossing: int = 0, shuffled: bool = False, seed: int = 0
) -> Graph:
    """Directed acyclic graph of long chains.

    Parameters
    ----------
    chains : int
        Number of chains, 0 or more.
    length : int
        Number of vertices in a chain, 1 or more.
    crossing : int, default 0
        Number of arcs between chains to draw, before dropping those that join equal
        places, and repetitions.
    shuffled : bool, default False
        Whether to relabel the vertices at random.
    seed : int, default 0
        Start of the random numbers.

    Returns
    -------
    Graph
        A directed graph with ``chains * length`` vertices.

    Raises
    ------
    GraphError
        If a parameter is outside its range.
    """
    chains = checks.vertex_count(chains, 0, "chains")
    length = checks.vertex_count(length, 1, "length")
    crossing = checks.integer("crossing", crossing, 0)
    n = checks.product("chains", chains, "length", length)
    if crossing and not n:
        raise GraphError(f"crossing is {crossing} but chains is 0; arcs need a vertex to end at")
    checks.memory(n, n + crossing)
    order = vertex_order(n, shuffled, seed).reshape(chains, length)
    random = np.random.Generator(np.random.PCG64([checks.seed_value(seed), 1]))
    places = np.sort(random.integers(0, length, size=(2, crossing)), axis=0)
    ends = order[random.integers(0, max(chains, 1), size=(2, crossing)), places]
    kept = places[0] < places[1]
    return simple_graph(
        n,
        np.concatenate([order[:, :-1].ravel(), ends[0][kept]]),
        np.concatenate([order[:, 1:].ravel(), ends[1][kept]]),
        directed=True,
    )
