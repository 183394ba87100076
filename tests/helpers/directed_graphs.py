"""Directed graphs, each for one thing that can go wrong with strong components.

These are small, for every variant and for the serial algorithms, some of which take quadratic time.
``larger_directed_graphs.py`` has larger ones.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from clconn.graph import Graph
from tests.helpers.graphs import Edge, from_pairs


def _ring(vertices: list[int]) -> list[Edge]:
    return list(zip(vertices, vertices[1:] + vertices[:1], strict=True))


def _path(n: int) -> list[Edge]:
    return [(v, v + 1) for v in range(n - 1)]


def _shuffled(n: int, seed: int = 2) -> list[int]:
    order: list[int] = np.random.default_rng(seed).permutation(n).tolist()
    return order


def _pairs_on_a_path(count: int) -> list[Edge]:
    """2-cycles {0, 1}, {2, 3}, ..., each leading to the next."""
    cycles = [(v, v + 1) for v in range(0, 2 * count, 2)]
    return cycles + [(v, u) for u, v in cycles] + [(v, v + 1) for v in range(1, 2 * count - 1, 2)]


def _nested_rings(depth: int) -> list[Edge]:
    """Ring i leads to ring i + 1 from each of its vertices: pivots find one ring at a time."""
    rings = [list(range(3 * i, 3 * i + 3)) for i in range(depth)]
    pairs = [edge for ring in rings for edge in _ring(ring)]
    return pairs + [(v, v + 3) for ring in rings[:-1] for v in ring]


def _bow_tie() -> list[Edge]:
    """A core of 30, an in-side and an out-side of trees, tendrils, and a tube past the core."""
    core = [*_ring(_shuffled(30)), (3, 17), (9, 21), (25, 2)]
    into = [(30 + i, (30 + i // 2) if i > 1 else i) for i in range(1, 20)]
    out = [(i % 30, 50 + i) for i in range(20)] + [(50 + i, 70 + i) for i in range(10)]
    return [*core, *into, *out, (35, 80), (81, 60), (36, 82), (82, 61)]


def _backwards(pairs: list[Edge]) -> list[Edge]:
    return [(v, u) for u, v in pairs]


def _chains(count: int, length: int, crossing: int) -> list[Edge]:
    """Chains, and arcs from one to a later place of another: deep, and without a cycle."""
    pairs = [(c * length + i, c * length + i + 1) for c in range(count) for i in range(length - 1)]
    random = np.random.default_rng(4)
    places = np.sort(random.integers(0, length, (crossing, 2)), axis=1)
    ends = (length * random.integers(0, count, (crossing, 2)) + places).tolist()
    return pairs + [(u, v) for u, v in ends if u % length < v % length]


def _ladder(length: int) -> list[Edge]:
    """Two chains, each step of which also leads to the other: all in-degrees are 2."""
    steps = [(2 * i, 2 * i + 2) for i in range(length - 1)]
    return [(u + a, v + b) for u, v in steps for a in (0, 1) for b in (0, 1)]


def _ladder_of_pairs(length: int) -> list[Edge]:
    """Two chains whose rungs are 2-cycles: no pair but the first and the last can be trimmed."""
    rungs = [edge for i in range(0, 2 * length, 2) for edge in ((i, i + 1), (i + 1, i))]
    return rungs + [(v, v + 2) for v in range(2 * length - 2)]


def _touching_rings(count: int, length: int) -> list[Edge]:
    """Rings, each of which shares a vertex with the next: one component, cut by any of them."""
    rings = [range(i * (length - 1), i * (length - 1) + length) for i in range(count)]
    return [edge for ring in rings for edge in _ring(list(ring))]


def _rings_of_all_sizes(most: int) -> list[Edge]:
    """Rings of 1, 2, ..., each led to by all smaller ones, with shuffled ids."""
    name = _shuffled(most * (most + 1) // 2)
    rings = [name[size * (size - 1) // 2 :][:size] for size in range(1, most + 1)]
    leading = [(a[0], b[-1]) for i, b in enumerate(rings) for a in rings[:i]]
    return [edge for ring in rings for edge in _ring(ring)] + leading


def _hub(degree: int, *, out: bool, into: bool) -> list[Edge]:
    """A hub amidst the ids, with arcs to or from all others."""
    hub = degree // 2
    others = [v for v in range(degree + 1) if v != hub]
    return [(hub, v) for v in others if out] + [(v, hub) for v in others if into]


def _both_ways(pairs: list[Edge]) -> list[Edge]:
    return pairs + _backwards(pairs)


def _dag(n: int, arcs: int) -> list[Edge]:
    random = np.random.default_rng(5)
    name = _shuffled(n)
    ends = np.sort(random.integers(0, n, (arcs, 2)), axis=1).tolist()
    return [(name[u], name[v]) for u, v in ends if u < v]


def _random(n: int, arcs: int, seed: int) -> list[Edge]:
    return list(map(tuple, np.random.default_rng(seed).integers(0, n, (arcs, 2)).tolist()))


DIRECTED: dict[str, Callable[[], tuple[list[Edge], int]]] = {
    "empty": lambda: ([], 0),
    "one-vertex": lambda: ([], 1),
    "one-loop": lambda: ([(0, 0)], 1),
    "isolated": lambda: ([], 7),
    "path": lambda: (_path(200), 200),
    "path-backwards": lambda: (_backwards(_path(200)), 200),
    "path-shuffled": lambda: (
        [(u, v) for u, v in zip(_shuffled(200), _shuffled(200)[1:], strict=False)],
        200,
    ),
    "ring": lambda: (_ring(list(range(200))), 200),
    "ring-shuffled": lambda: (_ring(_shuffled(200)), 200),
    "two-cycle": lambda: ([(0, 1), (1, 0)], 2),
    "pairs-on-a-path": lambda: (_pairs_on_a_path(50), 100),
    "pairs-on-a-path-backwards": lambda: (_backwards(_pairs_on_a_path(50)), 100),
    "nested-rings": lambda: (_nested_rings(30), 90),
    "touching-rings": lambda: (_touching_rings(20, 5), 81),
    "rings-of-all-sizes": lambda: (_rings_of_all_sizes(18), 171),
    "chains": lambda: (_chains(6, 30, 0), 180),
    "chains-crossing": lambda: (_chains(6, 30, 40), 180),
    "ladder": lambda: (_ladder(80), 160),
    "ladder-backwards": lambda: (_backwards(_ladder(80)), 160),
    "ladder-of-pairs": lambda: (_ladder_of_pairs(60), 120),
    "bow-tie": lambda: (_bow_tie(), 90),
    "parallel-arcs-and-loops": lambda: ([(0, 1)] * 3 + [(1, 1)] * 2 + [(1, 0), (2, 1)] * 2, 4),
    "complete": lambda: ([(u, v) for u in range(20) for v in range(20)], 20),
    "star-out": lambda: ([(0, v) for v in range(1, 100)], 100),
    "star-in": lambda: ([(v, 99) for v in range(99)], 100),
    "hub-out": lambda: (_hub(400, out=True, into=False), 401),
    "hub-in": lambda: (_hub(400, out=False, into=True), 401),
    "hub-both-ways": lambda: (_hub(400, out=True, into=True), 401),
    "dag": lambda: (_dag(150, 400), 150),
    "dag-dense": lambda: ([(u, v) for u in range(30) for v in range(u + 1, 30)], 30),
    "tree-on-a-ring": lambda: (_ring(list(range(10))) + [(v // 2, v) for v in range(10, 120)], 120),
    "tree-into-a-ring": lambda: (
        _ring(list(range(10))) + [(v, v // 2) for v in range(10, 120)],
        120,
    ),
    "both-ways": lambda: (_both_ways(_random(200, 120, 9)), 200),
    "sparse-random": lambda: (_random(300, 300, 7), 300),
    "denser-random": lambda: (_random(300, 900, 8), 300),
}


REPRESENTATIVE = (
    "empty",
    "isolated",
    "path-shuffled",
    "nested-rings",
    "rings-of-all-sizes",
    "ladder-of-pairs",
    "bow-tie",
    "parallel-arcs-and-loops",
    "hub-both-ways",
    "denser-random",
)
"""A few that together reach every branch, where all of them would take too long."""


@cache
def directed_graph(name: str) -> Graph:
    """Make a graph of the table once."""
    pairs, n = DIRECTED[name]()
    return from_pairs(pairs, n, directed=True)


def renamed(graph: Graph, seed: int = 0) -> Graph:
    """The graph as arcs in random order, between vertices of random ids."""
    random = np.random.default_rng(seed)
    name = random.permutation(graph.n)
    order = random.permutation(graph.edge_count)
    sources, targets = (name[ends][order] for ends in graph.edges())
    return Graph.from_edges(sources, targets, graph.n, directed=graph.directed)


def subdivided(graph: Graph, length: int) -> Graph:
    """The graph with each arc as a path with so many vertices on it, after those of the graph."""
    sources, targets = graph.edges()
    inner = graph.n + np.arange(sources.size * length).reshape(sources.size, length)
    ways = np.concatenate([sources[:, None], inner, targets[:, None]], axis=1)
    ends = ways[:, :-1].ravel(), ways[:, 1:].ravel()
    return Graph.from_edges(*ends, graph.n + inner.size, directed=True)


@st.composite
def directed_graphs(draw: Any) -> Graph:
    """Directed graphs: small ones arc by arc, larger ones by a seed."""
    if draw(st.booleans()):
        n = draw(st.integers(0, 30))
        vertex = st.integers(0, max(0, n - 1))
        pairs = draw(st.lists(st.tuples(vertex, vertex), max_size=3 * n)) if n else []
        return from_pairs(pairs, n, directed=True)
    n = draw(st.integers(1, 300))
    arcs = draw(st.integers(0, 2 * n))
    ends = np.random.default_rng(draw(st.integers(0, 2**32 - 1))).integers(0, n, (2, arcs))
    return Graph.from_edges(*ends, n, directed=True)


def band(n: int, seed: int = 0, reach: int = 5) -> Graph:
    """Each vertex and the next few, each arc in a direction by chance: long and thin."""
    random = np.random.default_rng(seed)
    ends = np.concatenate([[np.arange(n - i), np.arange(i, n)] for i in range(1, reach)], axis=1)
    turned = random.random(ends.shape[1]) < 0.5
    sources, targets = np.where(turned, ends, ends[::-1])
    return Graph.from_edges(sources, targets, n, directed=True)
