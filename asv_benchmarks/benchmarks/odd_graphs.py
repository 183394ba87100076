"""Graphs with names, in orders that no rule was made for: bits reversed, Gray's and Morton's codes.

Chance (``mixed_graphs.py``) puts structures in a few orders, and users have others: trees by levels
or by a search, matrices of a fast Fourier transform, space-filling curves, networks that a formula
defines. A graph has 2^bits vertices, unless its name says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .mixed_graphs import Mixture
from .numberings import Ends, grid, joined, of_edges

__all__ = [
    "ODD",
    "bit_reversed",
    "chain_of",
    "comb",
    "gray",
    "grid_in_order_of_morton",
    "hypercube",
    "ladder",
    "numbered",
    "odd_graph",
    "path",
    "preorder",
    "shuffled",
    "spider",
    "square",
    "tree",
]

# ------------------------------------------------------------------ edges, numbered in order


def chain_of(ids: Any) -> Ends:
    """A path along these ids."""
    return ids[:-1], ids[1:]


def path(bits: int) -> Ends:
    """A path in order."""
    return chain_of(np.arange(1 << bits))


def square(bits: int) -> Any:
    """The ids row by row, as many columns as rows or twice as many."""
    return np.arange(1 << bits).reshape(1 << bits // 2, -1)


def tree(bits: int) -> Ends:
    """A binary tree, level by level."""
    children = np.arange(1, 1 << bits)
    return (children - 1) // 2, children


def spider(bits: int) -> Ends:
    """Legs of 512 vertices from the first one."""
    ids = np.arange(1, 1 << bits)
    return np.where((ids - 1) % 512 == 0, 0, ids - 1), ids


def comb(ids: Any) -> Ends:
    """A path down the first column, and one along each row from there."""
    return joined(chain_of(ids[:, 0]), (ids[:, :-1], ids[:, 1:]))


def ladder(one: Any, other: Any) -> Ends:
    """Two paths, and a rung between each vertex of the one and that of the other."""
    return joined(chain_of(one), chain_of(other), (one, other))


def hypercube(bits: int) -> Ends:
    """Each vertex and those whose number has one more bit."""
    ids = np.arange(1 << bits)
    without = [ids[ids >> bit & 1 == 0] for bit in range(bits)]
    return joined(*((lower, lower | 1 << bit) for bit, lower in enumerate(without)))


def _clique(size: int, first: int = 0) -> Ends:
    one, other = np.triu_indices(size, 1)
    return one + first, other + first


def _fan(center: Any, ids: Any) -> Ends:
    return np.full(ids.size, center), ids


def _stars(bits: int, center: int) -> Ends:
    """Groups of 512, of which one vertex is the center."""
    groups = np.arange(1 << bits).reshape(-1, 512)
    others = np.delete(groups, center, axis=1)
    return np.repeat(groups[:, center], 511), others.ravel()


def _triangles(bits: int) -> Ends:
    ids = np.arange((1 << bits) // 3 * 3).reshape(-1, 3)
    return joined((ids[:, 0], ids[:, 1]), (ids[:, 1], ids[:, 2]), (ids[:, 0], ids[:, 2]))


def _knights(ids: Any) -> Ends:
    """Squares of a board that a knight's move joins."""
    moves = [
        ((ids[:-down, :-right], ids[down:, right:]), (ids[:-down, right:], ids[down:, :-right]))
        for down, right in ((1, 2), (2, 1))
    ]
    return joined(*(way for ways in moves for way in ways))


def _sierpinski(bits: int) -> Ends:
    """Corners of triangles in triangles, of 3^(0.6 bits) triangles: about 2^bits corners."""
    corners = np.zeros((1, 2), dtype=np.int64)
    right, down = np.eye(2, dtype=np.int64)
    for size in 2 ** np.arange(round(0.6 * bits)):
        corners = np.concatenate([corners, corners + size * right, corners + size * down])
    ends = np.concatenate([corners, corners + right, corners + down])
    _, names = np.unique(ends, axis=0, return_inverse=True)
    one, two, three = np.split(names.ravel(), 3)
    return joined((one, two), (two, three), (one, three))


def _clear_lowest_bit(bits: int) -> Ends:
    ids = np.arange(1, 1 << bits)
    return ids & ids - 1, ids


def _clear_highest_bit(bits: int) -> Ends:
    ids = np.arange(1, 1 << bits)
    return ids - (1 << np.log2(ids).astype(int)), ids


def _divisors(bits: int) -> Ends:
    """Numbers and their multiples by 2 and more, for divisors of 2 to 599."""
    of_each = [np.arange(2 * divisor, 1 << bits, divisor) for divisor in range(2, 600)]
    return joined(*(_fan(divisor, ids) for divisor, ids in enumerate(of_each, 2)))


def _map(bits: int, *images: Callable[[Any], Any]) -> Ends:
    ids = np.arange(1 << bits)
    return joined(*((ids, image(ids) % ids.size) for image in images))


def _windmill(center: int, ids: Any) -> Ends:
    """Triangles with one vertex in common."""
    one, other = ids[: ids.size // 2 * 2].reshape(-1, 2).T
    return joined(_fan(center, one), _fan(center, other), (one, other))


# ------------------------------------------------------------------ other numbers


def bit_reversed(ids: Any, bits: int) -> Any:
    """The ids with their bits in the opposite order, as a fast Fourier transform has them."""
    return sum((ids >> bit & 1) << bits - 1 - bit for bit in range(bits))


def gray(ids: Any) -> Any:
    """Gray's code: of ids that follow each other one bit differs."""
    return ids ^ ids >> 1


def grid_in_order_of_morton(bits: int) -> Any:
    """The ids of a grid along a curve that goes through each quarter of it after the other."""
    ids = np.arange(1 << bits)
    row = sum((ids >> bit + 1 & 1) << bit // 2 for bit in range(0, bits - 1, 2))
    column = sum((ids >> bit & 1) << (bit + 1) // 2 for bit in range(0, bits, 2))
    order = np.lexsort((column, row))
    return ids[order].reshape(np.max(row) + 1, -1)


def preorder(bits: int) -> Any:
    """Of the vertices of a binary tree, level by level, their places in a search from its root."""
    n = 1 << bits
    sizes, places = np.ones(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    levels = [np.arange((1 << level) - 1, min((2 << level) - 1, n)) for level in range(bits + 1)]
    for level in levels[:0:-1]:
        np.add.at(sizes, (level - 1) // 2, sizes[level])
    for level in levels[1:]:
        parents = (level - 1) // 2
        # The size of the first child is that of the vertex before a second one.
        before = np.where(level % 2 == 0, sizes[level - 1], 0)
        places[level] = places[parents] + 1 + before
    return places


def numbered(ids: Any, ends: Ends) -> Ends:
    """The same edges with other ids."""
    return ids[ends[0]], ids[ends[1]]


def shuffled(ends: Ends, bits: int) -> Ends:
    """The same edges with ids by chance."""
    return numbered(np.random.default_rng(bits).permutation(1 << bits), ends)


def _reversed(ends: Ends, bits: int) -> Ends:
    last = (1 << bits) - 1
    return last - ends[0], last - ends[1]


# ------------------------------------------------------------------ the graphs


def _ids(bits: int) -> Any:
    return np.arange(1 << bits)


def _broom(bits: int) -> Ends:
    half = 1 << bits - 1
    return joined(path(bits - 1), _fan(half - 1, np.arange(half, 2 * half)))


def _lollipop(bits: int, ids: Any) -> Ends:
    """A clique at the head of a path, of 1,536 vertices if there are 2^18."""
    size = 3 * round(2 ** (bits / 2))
    return joined(numbered(ids, _clique(size)), chain_of(ids[size - 1 :]))


def _halves(ids: Any) -> tuple[Any, Any]:
    return ids[: ids.size // 2], ids[ids.size // 2 :]


def _halves_of_rows(bits: int) -> tuple[Any, Any]:
    rows = square(bits)
    return rows[::2], rows[1::2]


def _snake(bits: int) -> Any:
    rows = square(bits)
    return np.where(np.arange(len(rows))[:, None] % 2 == 0, rows, rows[:, ::-1])


def _ladder_to_and_fro(bits: int) -> Ends:
    one, other = _halves(_ids(bits))
    return ladder(one, other[::-1])


def _wheel(bits: int) -> Ends:
    hub = 1 << bits - 1
    rim = np.delete(_ids(bits), hub)
    return joined(_fan(hub, rim), chain_of(rim))


ODD: dict[str, Callable[[int], Ends]] = {
    "path, bits reversed": lambda bits: numbered(bit_reversed(_ids(bits), bits), path(bits)),
    "path, Gray": lambda bits: numbered(gray(_ids(bits)), path(bits)),
    "path, down the columns": lambda bits: chain_of(square(bits).T.ravel()),
    "path, blocks reversed": lambda bits: chain_of(_ids(bits).reshape(-1, 256)[:, ::-1].ravel()),
    "path, odd stride": lambda bits: chain_of(_ids(bits) * 40503 % (1 << bits)),
    "grid, Morton": lambda bits: grid(grid_in_order_of_morton(bits)),
    "grid, bits reversed": lambda bits: grid(bit_reversed(square(bits), bits)),
    "grid, Gray": lambda bits: grid(gray(square(bits))),
    "grid, even rows first": lambda bits: grid(np.concatenate(_halves_of_rows(bits))),
    "grid, every other row reversed": lambda bits: grid(_snake(bits)),
    "tree by levels": tree,
    "tree by levels, reversed": lambda bits: _reversed(tree(bits), bits),
    "tree in preorder": lambda bits: numbered(preorder(bits), tree(bits)),
    "tree in postorder": lambda bits: _reversed(numbered(preorder(bits), tree(bits)), bits),
    "tree, bits reversed": lambda bits: numbered(bit_reversed(_ids(bits), bits), tree(bits)),
    "tree, shuffled": lambda bits: shuffled(tree(bits), bits),
    "broom": _broom,
    "broom, reversed": lambda bits: _reversed(_broom(bits), bits),
    "comb": lambda bits: comb(square(bits)),
    "comb down the columns": lambda bits: comb(square(bits).T),
    "hypercube": hypercube,
    "lollipop": lambda bits: _lollipop(bits, _ids(bits)),
    "lollipop, reversed": lambda bits: _lollipop(bits, _ids(bits)[::-1]),
    "spider": spider,
    "spider, shuffled": lambda bits: shuffled(spider(bits), bits),
    "spider, reversed": lambda bits: _reversed(spider(bits), bits),
    "stars on a path": lambda bits: joined(chain_of(_ids(bits)[::512]), _stars(bits, 0)),
    "stars, centers last": lambda bits: _stars(bits, 511),
    "matching, shuffled": lambda bits: shuffled((_ids(bits)[::2], _ids(bits)[1::2]), bits),
    "triangles, shuffled": lambda bits: shuffled(_triangles(bits), bits),
    "lowest bit cleared": _clear_lowest_bit,
    "lowest bit cleared, shuffled": lambda bits: shuffled(_clear_lowest_bit(bits), bits),
    "highest bit cleared": _clear_highest_bit,
    "Collatz": lambda bits: _map(bits, lambda v: np.where(v % 2 == 0, v // 2, 3 * v + 1)),
    "divisors": _divisors,
    "doubling": lambda bits: _map(bits, lambda v: 2 * v, lambda v: 2 * v + 1),
    "times three": lambda bits: _map(bits, lambda v: 3 * v + 1),
    "circulant 1, 512": lambda bits: _map(bits, lambda v: v + 1, lambda v: v + 512),
    "circulant 512, 513": lambda bits: _map(bits, lambda v: v + 512, lambda v: v + 513),
    "knight's moves": lambda bits: _knights(square(bits)),
    "Sierpinski": _sierpinski,
    "ladder": lambda bits: ladder(*_halves(_ids(bits))),
    "ladder, shuffled": lambda bits: shuffled(ladder(*_halves(_ids(bits))), bits),
    "ladder, one side reversed": lambda bits: _ladder_to_and_fro(bits),
    "clique": lambda bits: _clique(4 * round(2 ** (bits / 2))),
    "windmill": lambda bits: _windmill(0, _ids(bits)[1:]),
    "windmill, center last": lambda bits: _windmill((1 << bits) - 1, _ids(bits)[:-1]),
    "wheel, hub in the middle": lambda bits: _wheel(bits),
}
"""From a name to what makes the edges of a graph of 2^bits vertices."""


def odd_graph(seed: int, n: int) -> Mixture:
    """The graph of a seed, of about n vertices; as many seeds as there are names make one each."""
    name = list(ODD)[seed % len(ODD)]
    ends = ODD[name](n.bit_length() - 1)
    size = int(max(end.max() for end in ends)) + 1
    return Mixture(f"{name}, {size}", of_edges(size, ends))
