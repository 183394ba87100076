"""Graphs that nobody used to tune the rules of ``"auto"``: where a cliff would show.

Long thin ones in order, in shuffled blocks and shuffled, cliques, stars, trees, meshes, ratings,
and nothing but small components.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import clconn

from .numberings import (
    edges_once,
    from_both_ends,
    grid,
    in_blocks,
    of_edges,
    reversed_ids,
    strided,
    two_sides,
    unsorted,
)

__all__ = [
    "CLIFFS",
    "GRAPHS",
    "SMALLER",
    "SMALLEST",
    "UNTUNED",
]


def strip(long_side: int, short_side: int = 8) -> clconn.Graph:
    """A grid of a few long rows; ids ascend along the rows."""
    ids = np.arange(long_side * short_side, dtype=np.int32).reshape(short_side, long_side)
    return of_edges(ids.size, grid(ids))


def band(n: int, width: int = 3) -> clconn.Graph:
    """A graph with an edge between any two ids that differ by at most ``width``."""
    ids = np.arange(n, dtype=np.int32)
    return of_edges(n, *((ids[:-step], ids[step:]) for step in range(1, width + 1)))


def cliques(count: int, size: int = 40, *, shuffled: bool = False) -> clconn.Graph:
    """A graph of many components, each a clique."""
    ids = np.arange(count * size, dtype=np.int32)
    if shuffled:
        ids = np.random.default_rng(0).permutation(ids)
    members = ids.reshape(count, size)
    low, high = np.triu_indices(size, 1)
    return of_edges(ids.size, (members[:, low], members[:, high]))


def clique_chain(n: int, size: int = 20) -> clconn.Graph:
    """Cliques in a row, numbered along it, each joined to the next one by an edge."""
    members = np.arange(n // size * size, dtype=np.int32).reshape(-1, size)
    low, high = np.triu_indices(size, 1)
    links = (members[:-1, -1], members[1:, 0])
    return of_edges(members.size, (members[:, low], members[:, high]), links)


def linked(part: clconn.Graph, rest: clconn.Graph) -> clconn.Graph:
    """Two graphs, the ids of ``part`` first, linked by an edge for each eight vertices of it."""
    generator = np.random.default_rng(0)
    links = (generator.integers(0, end, part.n // 8) for end in (part.n, rest.n))
    return of_edges(
        part.n + rest.n,
        tuple(edges_once(part)),
        tuple(part.n + edges_once(rest)),
        (next(links), part.n + next(links)),
    )


def path_linked_to_ratings(n: int) -> clconn.Graph:
    """A path of an eighth, numbered from both ends, linked to ratings."""
    size, others = n // 8, n - n // 8
    path = from_both_ends(clconn.generate("path", n=size))
    return linked(path, ratings(others - others // 16, others // 16, 5 * n // 2))


def torus_linked_to_random(n: int) -> clconn.Graph:
    """A torus of an eighth, numbered from both ends, linked to a random graph."""
    torus = from_both_ends(clconn.generate("torus", rows=64, columns=n // 8 // 64))
    return linked(torus, sparse_random(n - torus.n, 4))


def path_among_band(n: int) -> clconn.Graph:
    """A path numbered from both ends, and a band of 9 neighbors on either side, by turns."""
    path = edges_once(from_both_ends(clconn.generate("path", n=n // 2)))
    return of_edges(n // 2 * 2, tuple(2 * path), tuple(2 * edges_once(band(n // 2, 9)) + 1))


def band_beside_tree(n: int) -> clconn.Graph:
    """A random tree, and a band of 14 neighbors on either side with a stride of 1001."""
    half = n // 2
    tree = edges_once(random_tree(half))
    ends = half + strided(half, 1001)[edges_once(band(half, 14))]
    return of_edges(2 * half, tuple(tree), tuple(ends))


def path_in_blocks(n: int, block: int = 1024) -> clconn.Graph:
    """A path whose ids ascend within blocks; the blocks are shuffled."""
    return in_blocks(clconn.generate("path", n=n), block)


def shuffled_grid(side: int) -> clconn.Graph:
    """A three-dimensional grid with shuffled ids."""
    ids = np.random.default_rng(0).permutation(np.arange(side**3, dtype=np.int32))
    cube = ids.reshape(side, side, side)
    return of_edges(
        ids.size,
        (cube[1:], cube[:-1]),
        (cube[:, 1:], cube[:, :-1]),
        (cube[:, :, 1:], cube[:, :, :-1]),
    )


def ascending_path(n: int) -> clconn.Graph:
    """A path in order; edge (v, v + 1) weighs v + 1."""
    rows = clconn.generate("path", n=n).rows
    assert rows is not None
    sources = np.repeat(np.arange(n, dtype=np.int32), np.diff(rows.offsets))
    weights = np.maximum(sources, rows.neighbors)
    return clconn.Graph.from_csr(rows.offsets, rows.neighbors, weights=weights, symmetric=True)


def bar(long_side: int, side: int = 8) -> clconn.Graph:
    """A grid of three dimensions, one of them long; ids ascend along that one last."""
    ids = np.arange(long_side * side * side, dtype=np.int32).reshape(long_side, side, side)
    return of_edges(
        ids.size, (ids[1:], ids[:-1]), (ids[:, 1:], ids[:, :-1]), (ids[:, :, 1:], ids[:, :, :-1])
    )


def star(n: int, center: int) -> clconn.Graph:
    """A vertex that is joined to all others."""
    others = np.delete(np.arange(n, dtype=np.int32), center)
    return of_edges(n, (others, np.full(n - 1, center, dtype=np.int32)))


def star_beside_path(n: int) -> clconn.Graph:
    """A star of seven eighths of the ids, and a path of the others, numbered from both ends."""
    ids = np.arange(n, dtype=np.int32)
    leaves, rest = ids[1 : 7 * n // 8], ids[7 * n // 8 :]
    order = np.r_[rest[::2], rest[1::2][::-1]]
    return of_edges(n, (np.zeros_like(leaves), leaves), (order[1:], order[:-1]))


def random_tree(n: int, *, shuffled: bool = False) -> clconn.Graph:
    """A tree in which each vertex is joined to a random earlier one."""
    generator = np.random.default_rng(0)
    ids = np.arange(n, dtype=np.int32)
    earlier = (generator.random(n - 1) * ids[1:]).astype(np.int32)
    names = generator.permutation(ids) if shuffled else ids
    return of_edges(n, (names[1:], names[earlier]))


def caterpillar(n: int) -> clconn.Graph:
    """A path in order of the even ids, each with a leaf, the next odd id."""
    ids = np.arange(n, dtype=np.int32)
    return of_edges(n, (ids[2::2], ids[:-2:2]), (ids[1::2], ids[::2]))


def mesh(n: int, neighbors: int = 6) -> clconn.Graph:
    """Random points of a square, ids ascending along one side, each joined to its nearest ones."""
    from scipy.spatial import cKDTree

    points = np.random.default_rng(0).random((n, 2))
    points = points[np.argsort(points[:, 0])]
    nearest = cKDTree(points).query(points, neighbors + 1, workers=-1)[1].astype(np.int32)
    return of_edges(n, *((nearest[:, 0], nearest[:, i]) for i in range(1, neighbors + 1)))


def ratings(users: int, items: int, count: int) -> clconn.Graph:
    """A bipartite graph: every user rates some items, which follow Zipf's law."""
    generator = np.random.default_rng(0)
    raters = generator.integers(0, users, count).astype(np.int32)
    rated = np.minimum(items * generator.random(count) ** 8, items - 1).astype(np.int32)
    return of_edges(users + items, (raters, users + rated))


def complete_bipartite(left: int, right: int) -> clconn.Graph:
    """All pairs of a vertex of one side and a vertex of the other, as of a table of distances."""
    ids = np.arange(left + right, dtype=np.int32)
    return of_edges(ids.size, (np.repeat(ids[:left], right), np.tile(ids[left:], left)))


def sparse_random(n: int, degree: float) -> clconn.Graph:
    """A uniform random graph; below a degree of one it has nothing but small components."""
    ends = np.random.default_rng(0).integers(0, n, (2, int(n * degree / 2))).astype(np.int32)
    return of_edges(n, (ends[0], ends[1]))


def hexagons(rows: int, columns: int) -> clconn.Graph:
    """A hexagonal lattice, in which every second vertex of a row is joined to the next row."""
    ids = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    row, column = np.indices((rows - 1, columns))
    joined = (row + column) % 2 == 0
    return of_edges(
        ids.size, (ids[:, :-1].ravel(), ids[:, 1:].ravel()), (ids[:-1][joined], ids[1:][joined])
    )


def hub_path(n: int) -> clconn.Graph:
    """A path in order; its middle is also joined to every tenth vertex."""
    ids = np.arange(n, dtype=np.int32)
    spokes = ids[::10]
    return of_edges(n, (ids[1:], ids[:-1]), (spokes, np.full(spokes.size, n // 2, dtype=np.int32)))


def path_in_groups(n: int, group: int = 64, *, shuffled: bool) -> clconn.Graph:
    """A path whose ids ascend from group to group, and within them descend or are shuffled."""
    order = np.arange(n, dtype=np.int32).reshape(-1, group)
    generator = np.random.default_rng(0)
    order = generator.permuted(order, axis=1) if shuffled else order[:, ::-1]
    return of_edges(n, (order.ravel()[1:], order.ravel()[:-1]))


def path_with_stride(n: int, stride: int = 1001) -> clconn.Graph:
    """A path whose ids go round and round; n and the stride must have no common factor."""
    order = (np.arange(n) * stride % n).astype(np.int32)
    return of_edges(n, (order[1:], order[:-1]))


def banded_matrix(n: int, width: int) -> clconn.Graph:
    """The rows and columns of a square matrix, joined by its entries, which are near its diagonal.

    Each row has an entry in the column of its number and in the next ones, ``width`` in all; with
    two of them the graph is a path.
    """
    rows = np.arange(n // 2, dtype=np.int32)
    parts = [(rows[: rows.size - step], n // 2 + rows[step:]) for step in range(width)]
    return of_edges(n, *parts)


def band_beside_random(n: int, share: float = 0.5, width: int = 1, degree: int = 8) -> clconn.Graph:
    """A band in order (a path, if it is one wide) and, of the other ids, a random graph."""
    count = int(n * share)
    ids = np.arange(count, dtype=np.int32)
    rest = n - count
    ends = count + np.random.default_rng(0).integers(0, rest, (2, rest * degree // 2))
    steps = ((ids[step:], ids[:-step]) for step in range(1, width + 1))
    return of_edges(n, *steps, (ends[0].astype(np.int32), ends[1].astype(np.int32)))


def two_chains_beside_random(n: int) -> clconn.Graph:
    """A path of a quarter, its two halves numbered by turns, and of the other ids a random graph.

    So its even and its odd ids are chains, joined by one edge.
    """
    size = n // 4
    path = two_sides(size)[edges_once(clconn.generate("path", n=size))]
    return of_edges(n, tuple(path), tuple(size + edges_once(sparse_random(n - size, 8))))


def path_linked_to_random(n: int, share: float = 0.5, degree: int = 4) -> clconn.Graph:
    """The same with a path, and a fiftieth as many edges as vertices lead anywhere."""
    joined = band_beside_random(n, share, degree=degree).edges()
    ends = np.random.default_rng(1).integers(0, n, (2, n // 50)).astype(np.int32)
    return of_edges(n, joined, (ends[0], ends[1]))


def tree_of_near(n: int, reach: int) -> clconn.Graph:
    """A tree in which each vertex is joined to one of the ``reach`` before it."""
    ids = np.arange(1, n)
    steps = np.random.default_rng(0).integers(0, reach, n - 1)
    return of_edges(n, (ids.astype(np.int32), np.maximum(ids - 1 - steps, 0).astype(np.int32)))


def long_legs(n: int, legs: int = 40) -> clconn.Graph:
    """A caterpillar of many legs: a path of every ``legs``-th id, each joined to those up to it."""
    ids = np.arange(n, dtype=np.int32)
    return of_edges(n, (ids[legs::legs], ids[:-legs:legs]), (ids, ids // legs * legs))


def wheel(n: int) -> clconn.Graph:
    """A cycle in order whose vertices are all joined to the last id."""
    rim = np.arange(n - 1, dtype=np.int32)
    return of_edges(n, (rim, np.roll(rim, 1)), (rim, np.full(n - 1, n - 1, dtype=np.int32)))


def path_with_categories(n: int, categories: int) -> clconn.Graph:
    """A path in order, of which each vertex has one of the last ids, which follow Zipf's law."""
    path = np.arange(n - categories, dtype=np.int32)
    chosen = (categories * np.random.default_rng(0).random(path.size) ** 4).astype(np.int32)
    return of_edges(n, (path[1:], path[:-1]), (path, path.size + chosen))


def stencil(side: int) -> clconn.Graph:
    """A grid of three dimensions in which each vertex is joined to all 26 around it."""
    ids = np.arange(side**3, dtype=np.int32).reshape(side, side, side)
    parts = []
    for steps in np.ndindex(3, 3, 3):
        if steps > (1, 1, 1):
            here = tuple(slice(max(0, 1 - step), side - max(0, step - 1)) for step in steps)
            there = tuple(slice(max(0, step - 1), side - max(0, 1 - step)) for step in steps)
            parts.append((ids[here], ids[there]))
    return of_edges(ids.size, *parts)


def near_random(n: int, reach: int, neighbors: int = 2) -> clconn.Graph:
    """A graph in which each vertex is joined to random ids up to ``reach`` away, on a ring."""
    ids, generator = np.arange(n), np.random.default_rng(0)
    steps = generator.integers(-reach, reach + 1, (neighbors, n))
    return of_edges(
        n, *((ids.astype(np.int32), ((ids + step) % n).astype(np.int32)) for step in steps)
    )


def small_world(n: int, rewired: float, neighbors: int = 2) -> clconn.Graph:
    """A ring in which each vertex is joined to the next few; some edges lead anywhere instead."""
    generator = np.random.default_rng(0)
    ids = np.arange(n)
    parts = []
    for step in range(1, neighbors + 1):
        anywhere = generator.random(n) < rewired
        targets = np.where(anywhere, generator.integers(0, n, n), (ids + step) % n)
        parts.append((ids.astype(np.int32), targets.astype(np.int32)))
    return of_edges(n, *parts)


UNTUNED: dict[str, Callable[[], clconn.Graph]] = {
    "path": lambda: clconn.generate("path", n=1 << 24),
    "path-2e20": lambda: clconn.generate("path", n=1 << 20),
    "strip": lambda: strip(1 << 21),
    "band": lambda: band(1 << 23),
    "cliques-shuffled": lambda: cliques(40_000, shuffled=True),
    "cliques": lambda: cliques(40_000),
    "grid3d-shuffled": lambda: shuffled_grid(256),
    "path-ascending": lambda: ascending_path(1 << 24),
}
"""Graphs of the sizes that users have."""

SMALLER: dict[str, Callable[[], clconn.Graph]] = {
    "path-2e21": lambda: clconn.generate("path", n=1 << 21),
    "strip-2e21": lambda: strip(1 << 18),
    "band-2e21": lambda: band(1 << 21),
    "cliques-2e21": lambda: cliques((1 << 21) // 40, shuffled=True),
    "path-blocks-2e21": lambda: path_in_blocks(1 << 21),
    "path-shuffled-2e21": lambda: clconn.generate("path", n=1 << 21, shuffled=True),
    "band-wide-2e21": lambda: band(1 << 21, 8),
    "bar-2e21": lambda: bar(1 << 15),
    "star-first-2e21": lambda: star(1 << 21, 0),
    "star-last-2e21": lambda: star(1 << 21, (1 << 21) - 1),
    "tree-2e21": lambda: random_tree(1 << 21),
    "tree-shuffled-2e21": lambda: random_tree(1 << 21, shuffled=True),
    "caterpillar-2e21": lambda: caterpillar(1 << 21),
    "mesh-2e20": lambda: mesh(1 << 20),
    "ratings-2e21": lambda: ratings(1_900_000, 100_000, 12_000_000),
    "small-components-2e21": lambda: sparse_random(1 << 21, 0.8),
}
"""Graphs of about two million vertices, of more kinds."""

SMALLEST: dict[str, Callable[[], clconn.Graph]] = {
    "path-2e17": lambda: clconn.generate("path", n=1 << 17),
    "strip-2e13": lambda: strip(1 << 10),
    "strip-2e17": lambda: strip(1 << 14),
    "strip-2e20": lambda: strip(1 << 17),
    "band-2e15": lambda: band(1 << 15),
    "caterpillar-2e17": lambda: caterpillar(1 << 17),
    "path-blocks-2e18": lambda: path_in_blocks(1 << 18),
    "hexagons-2e17": lambda: hexagons(256, 512),
    "hexagons-thin-2e17": lambda: hexagons(64, 2048),
    "cliques-2e17": lambda: cliques((1 << 17) // 40, shuffled=True),
}
"""Graphs that a GPU may take in one launch, and strips that are a little larger."""

CLIFFS: dict[str, Callable[[], clconn.Graph]] = {
    "hub-path-2e20": lambda: hub_path(1 << 20),
    "path-descending-2e20": lambda: path_in_groups(1 << 20, shuffled=False),
    "path-in-groups-2e20": lambda: path_in_groups(1 << 20, shuffled=True),
    "path-stride-2e20": lambda: path_with_stride(1 << 20),
    "two-diagonals-2e20": lambda: banded_matrix(1 << 20, 2),
    "three-diagonals-2e20": lambda: banded_matrix(1 << 20, 3),
    "path-beside-random-2e20": lambda: band_beside_random(1 << 20),
    "tree-near-2e20": lambda: tree_of_near(1 << 20, 1000),
    "long-legs-2e20": lambda: long_legs(1 << 20),
    "small-world-2e20": lambda: small_world(1 << 20, 0.02),
    "small-world-2e22": lambda: small_world(1 << 22, 0.1),
    "ratings-few-2e20": lambda: ratings(31 << 15, 1 << 15, 3 << 19),
    "ratings-few-2e22": lambda: ratings(31 << 17, 1 << 17, 3 << 21),
    "near-random-2e21": lambda: near_random(1 << 21, 500),
    "path-beside-random-2e22": lambda: band_beside_random(1 << 22),
    "random-2e18": lambda: sparse_random(1 << 18, 4),
    "wheel-2e20": lambda: wheel(1 << 20),
    "categories-2e20": lambda: path_with_categories(1 << 20, 1000),
    "stencil-2e20": lambda: stencil(101),
    "wheel-2e21": lambda: wheel(1 << 21),
    "short-path-beside-random-2e20": lambda: band_beside_random(1 << 20, 0.2, degree=6),
    "short-path-beside-random-2e22": lambda: band_beside_random(1 << 22, 0.1, degree=6),
    "band-beside-random-2e20": lambda: band_beside_random(1 << 20, 0.3, 3, degree=6),
    "thin-band-beside-random-2e20": lambda: band_beside_random(1 << 20, 0.3, 2, degree=6),
    "path-linked-to-random-2e18": lambda: path_linked_to_random(1 << 18),
    "path-linked-to-random-2e20": lambda: path_linked_to_random(1 << 20),
    "dense-band-beside-random-2e18": lambda: band_beside_random(1 << 18, 0.5, 10),
    "band-of-nine-2e18": lambda: band(1 << 18, 9),
    "band-of-nine-2e20": lambda: band(1 << 20, 9),
    "clique-chain-2e21": lambda: clique_chain(1 << 21),
    "near-random-dense-2e22": lambda: near_random(1 << 22, 50, 10),
    "diagonals-2e17": lambda: banded_matrix(1 << 17, 20),
    "diagonals-2e20": lambda: banded_matrix(1 << 20, 20),
    "band-in-blocks-2e18": lambda: in_blocks(band(1 << 18, 14), 64),
    "diagonals-in-blocks-2e19": lambda: in_blocks(banded_matrix(1 << 19, 20)),
    "four-diagonals-2e22": lambda: banded_matrix(1 << 22, 4),
    "rmat-sparse-2e20": lambda: clconn.generate("rmat", scale=20, edges=6 << 20, permute=True),
    "torus-thin-2e17": lambda: clconn.generate("torus", rows=64, columns=2048),
    "path-among-band-2e20": lambda: path_among_band(1 << 20),
    "clique-chain-both-ends-2e20": lambda: from_both_ends(clique_chain(1 << 20, 12)),
    "band-beside-tree-2e18": lambda: band_beside_tree(1 << 18),
    "path-linked-to-ratings-2e20": lambda: path_linked_to_ratings(1 << 20),
    "two-chains-beside-random-2e20": lambda: two_chains_beside_random(1 << 20),
    "torus-linked-to-random-2e20": lambda: torus_linked_to_random(1 << 20),
    "categories-unsorted-2e20": lambda: unsorted(reversed_ids(path_with_categories(1 << 20, 20))),
    "legs-unsorted-2e18": lambda: unsorted(long_legs(1 << 18, 30)),
    "star-first-unsorted-2e20": lambda: unsorted(star(1 << 20, 0)),
}
"""Graphs on which ``"auto"`` took up to ten times as long as our best when they were new, or by a
rule that was tried for others."""

GRAPHS = {**UNTUNED, **SMALLER, **SMALLEST, **CLIFFS}
"""All of them."""
