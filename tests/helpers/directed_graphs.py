"""Directed graphs, each for one thing that can go wrong with strong components."""

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
    "path-backwards": lambda: ([(v, u) for u, v in _path(200)], 200),
    "path-shuffled": lambda: (
        [(u, v) for u, v in zip(_shuffled(200), _shuffled(200)[1:], strict=False)],
        200,
    ),
    "ring": lambda: (_ring(list(range(200))), 200),
    "ring-shuffled": lambda: (_ring(_shuffled(200)), 200),
    "two-cycle": lambda: ([(0, 1), (1, 0)], 2),
    "pairs-on-a-path": lambda: (_pairs_on_a_path(50), 100),
    "nested-rings": lambda: (_nested_rings(30), 90),
    "bow-tie": lambda: (_bow_tie(), 90),
    "parallel-arcs-and-loops": lambda: ([(0, 1)] * 3 + [(1, 1)] * 2 + [(1, 0), (2, 1)] * 2, 4),
    "complete": lambda: ([(u, v) for u in range(20) for v in range(20)], 20),
    "star-out": lambda: ([(0, v) for v in range(1, 100)], 100),
    "star-in": lambda: ([(v, 99) for v in range(99)], 100),
    "dag": lambda: (_dag(150, 400), 150),
    "tree-on-a-ring": lambda: (_ring(list(range(10))) + [(v // 2, v) for v in range(10, 120)], 120),
    "sparse-random": lambda: (_random(300, 300, 7), 300),
    "denser-random": lambda: (_random(300, 900, 8), 300),
}


@cache
def directed_graph(name: str) -> Graph:
    """Make a graph of the table once."""
    pairs, n = DIRECTED[name]()
    return from_pairs(pairs, n, directed=True)


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
