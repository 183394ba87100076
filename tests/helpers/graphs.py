"""Hand-made graphs, each for one thing that can go wrong.

``HAND_MADE`` maps a name to a function that makes the graph;
:func:`hand_made` makes each one once and shares it between tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import combinations

import numpy as np
import scipy.sparse

from clconn.graph import Graph

Edge = tuple[int, int]


def from_pairs(pairs: Iterable[Edge], n: int, **options: bool) -> Graph:
    """Make a graph of (source, target) pairs."""
    ends = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
    return Graph.from_edges(ends[:, 0], ends[:, 1], n, **options)


def _path(n: int) -> list[Edge]:
    return [(v, v + 1) for v in range(n - 1)]


def _clique(vertices: Iterable[int]) -> list[Edge]:
    return list(combinations(vertices, 2))


def _shuffled_path(n: int) -> Graph:
    order = np.random.default_rng(1).permutation(n)
    return Graph.from_edges(order[:-1], order[1:], n)


def _zigzag_path(n: int) -> Graph:
    # 0 - n-1 - 1 - n-2 - ...: every other vertex is larger than both its neighbors.
    order = [v // 2 if v % 2 == 0 else n - 1 - v // 2 for v in range(n)]
    return from_pairs([(order[i], order[i + 1]) for i in range(n - 1)], n)


def _star(n: int, center: int) -> Graph:
    return from_pairs([(center, v) for v in range(n) if v != center], n)


def _hub(degree: int) -> Graph:
    # The hub stands in the middle of the ids, among as many vertices that it does not reach.
    n = 2 * degree + 2
    hub = n // 2
    others = [v for v in range(0, n, 2) if v != hub][:degree]
    return from_pairs([(hub, v) for v in others], n)


def _degrees_around_the_classes() -> Graph:
    """Hubs of degree 15 to 18 and 351 to 354, in a row, their leaves shared by none."""
    pairs: list[Edge] = []
    degrees = [15, 16, 17, 18, 351, 352, 353, 354]
    n = len(degrees)
    for hub, degree in enumerate(degrees):
        pairs += [(hub, n + leaf) for leaf in range(degree)]
        n += degree
    return from_pairs(pairs, n)


def _bipartite(left: int, right: int) -> Graph:
    return from_pairs([(u, left + v) for u in range(left) for v in range(right)], left + right)


def _binary_forest(trees: int, size: int) -> Graph:
    pairs = [
        (tree * size + v, tree * size + (v - 1) // 2)
        for tree in range(trees)
        for v in range(1, size)
    ]
    return from_pairs(pairs, trees * size)


def _two_cliques_and_a_bridge(size: int) -> Graph:
    pairs = _clique(range(size)) + _clique(range(size, 2 * size))
    return from_pairs([*pairs, (0, 2 * size - 1)], 2 * size)


def _interleaved_cliques_and_a_bridge(size: int) -> Graph:
    # Even and odd vertices; the bridge is the last entry of both its rows, so that no
    # sample of the first edges finds it.
    evens, odds = range(0, 2 * size, 2), range(1, 2 * size, 2)
    pairs = _clique(evens) + _clique(odds)
    return from_pairs([*pairs, (2 * size - 2, 2 * size - 1)], 2 * size)


def _torus(rows: int, columns: int) -> Graph:
    cells = np.arange(rows * columns).reshape(rows, columns)
    sources = np.concatenate([cells.ravel(), cells.ravel()])
    targets = np.concatenate(
        [np.roll(cells, -1, axis=0).ravel(), np.roll(cells, -1, axis=1).ravel()]
    )
    return Graph.from_edges(sources, targets, rows * columns)


def _random(n: int, edges: int, *, directed: bool = False, seed: int = 7) -> Graph:
    ends = np.random.default_rng(seed).integers(0, n, size=(2, edges))
    return Graph.from_edges(ends[0], ends[1], n, directed=directed)


def _heavy_tailed(n: int, edges: int) -> Graph:
    generator = np.random.default_rng(11)
    ends = (n * generator.random((2, edges)) ** 4).astype(np.int64)
    relabeled = generator.permutation(n)[ends]
    return Graph.from_edges(relabeled[0], relabeled[1], n)


def _matrix() -> scipy.sparse.csr_array:
    made = scipy.sparse.random_array(
        (200, 200), density=0.006, format="csr", rng=np.random.default_rng(3)
    )
    return scipy.sparse.csr_array(scipy.sparse.triu(made, k=1))


def _triangle(which: str) -> Graph:
    upper = _matrix()
    matrices = {"upper": upper, "lower": upper.T.tocsr(), "both": (upper + upper.T).tocsr()}
    return Graph.from_scipy(matrices[which])


def _unsorted_symmetric_rows() -> Graph:
    """Rows that descend, with self loops and a double edge, promised to be symmetric."""
    rows = [[3, 1, 0], [3, 0], [5, 5, 2], [1, 0], [4], [2, 2], [], [8], [7]]
    offsets = np.cumsum([0] + [len(row) for row in rows])
    return Graph.from_csr(offsets, np.concatenate(rows).astype(np.int64), symmetric=True)


HAND_MADE: dict[str, Callable[[], Graph]] = {
    "empty": partial(from_pairs, [], 0),
    "one-vertex": partial(from_pairs, [], 1),
    "one-self-loop": partial(from_pairs, [(0, 0)], 1),
    "one-edge": partial(from_pairs, [(1, 0)], 2),
    "five-alone": partial(from_pairs, [], 5),
    "first-and-last-alone": partial(from_pairs, [(1, 2), (2, 3)], 5),
    "path": partial(lambda n: from_pairs(_path(n), n), 300),
    "path-shuffled": partial(_shuffled_path, 1000),
    "path-zigzag": partial(_zigzag_path, 301),
    "cycle": partial(lambda n: from_pairs([*_path(n), (n - 1, 0)], n), 257),
    "star-from-first": partial(_star, 100, 0),
    "star-from-last": partial(_star, 100, 99),
    "clique": partial(lambda n: from_pairs(_clique(range(n)), n), 40),
    "self-loops": partial(from_pairs, [(0, 0), (1, 1), (1, 2), (2, 2), (4, 4)], 5),
    "parallel-edges": partial(from_pairs, [(0, 1), (1, 0), (0, 1), (3, 2)] * 100, 5),
    "forest": partial(_binary_forest, 7, 31),
    "bipartite": partial(_bipartite, 13, 29),
    "two-cliques-and-a-bridge": partial(_two_cliques_and_a_bridge, 20),
    "interleaved-cliques-and-a-bridge": partial(_interleaved_cliques_and_a_bridge, 20),
    "degrees-around-the-classes": _degrees_around_the_classes,
    "hub-of-17": partial(_hub, 17),
    "hub-of-400": partial(_hub, 400),
    "hub-of-20000": partial(_hub, 20_000),
    "torus": partial(_torus, 25, 40),
    "random-many-components": partial(_random, 3000, 1500),
    "random-one-giant": partial(_random, 2000, 4000),
    "heavy-tailed": partial(_heavy_tailed, 2000, 6000),
    "arcs": partial(_random, 500, 400, directed=True),
    "upper-triangle": partial(_triangle, "upper"),
    "lower-triangle": partial(_triangle, "lower"),
    "both-triangles": partial(_triangle, "both"),
    "unsorted-symmetric-rows": _unsorted_symmetric_rows,
}

SERIAL = tuple(name for name in HAND_MADE if name != "hub-of-20000")
"""Without the one that is large for the devices' sake."""

LARGER = (
    "path-shuffled",
    "degrees-around-the-classes",
    "hub-of-400",
    "torus",
    "random-many-components",
    "random-one-giant",
    "heavy-tailed",
)
"""Those of the serial ones with the most vertices and edges, which take most of the time."""

SMALLER = tuple(name for name in SERIAL if name not in LARGER)
"""The others, for every variant of a serial algorithm."""

REPRESENTATIVE = (
    "heavy-tailed",
    "degrees-around-the-classes",
    "lower-triangle",
    "unsorted-symmetric-rows",
    "interleaved-cliques-and-a-bridge",
    "random-many-components",
    "path-shuffled",
    "empty",
)
"""A few that together reach every branch, where all of them would take too long.

Those for which most kernels are launched come first: then these are built in one program.
"""

SORTED_AND_SYMMETRIC = tuple(
    name for name in REPRESENTATIVE if name not in ("lower-triangle", "unsorted-symmetric-rows")
)
"""Those whose rows are made of edges; for rows of another form most kernels are built anew."""


@cache
def hand_made(name: str) -> Graph:
    """The graph of this name, made once."""
    return HAND_MADE[name]()


def side_by_side(graphs: Iterable[Graph], *, directed: bool = False) -> Graph:
    """All edges of some graphs in one graph, whose components are theirs: one run for all.

    The graphs follow each other in the order of the ids. Rows of the result are sorted, whatever
    theirs are, and symmetric unless it is directed.
    """
    n, sources, targets = 0, [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for graph in graphs:
        for ends, all_ends in zip(graph.edges(), (sources, targets), strict=True):
            all_ends.append(ends.astype(np.int64) + n)
        n += graph.n
    return Graph.from_edges(np.concatenate(sources), np.concatenate(targets), n, directed=directed)


def as_rows(graph: Graph) -> Graph:
    """A graph as sorted rows that store each edge at both ends."""
    rows = graph.adjacency()
    return Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)


def rows_side_by_side(graphs: Iterable[Graph]) -> Graph:
    """The rows of some graphs, as they are, in one graph; not known to be symmetric."""
    degrees, neighbors, n = [np.zeros(1, np.int64)], [np.empty(0, np.int64)], 0
    for graph in graphs:
        rows = graph.rows or graph.adjacency()
        degrees.append(np.diff(rows.offsets))
        neighbors.append(rows.neighbors.astype(np.int64) + n)
        n += graph.n
    return Graph.from_csr(np.cumsum(np.concatenate(degrees)), np.concatenate(neighbors))
