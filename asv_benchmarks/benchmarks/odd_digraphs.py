"""Directed graphs with names: cycles in cycles, hubs that lead back, tournaments, odd orders.

Arcs of what users have lead on for long, and where they lead back decides what a strong component
is. These are the plainest ways to lead back, and the graphs of ``odd_graphs.py`` with arcs both
ways, one way, or closed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import clconn

from .mixed_graphs import Mixture
from .numberings import Ends, grid, joined
from .odd_graphs import (
    ODD,
    bit_reversed,
    chain_of,
    comb,
    grid_in_order_of_morton,
    hypercube,
    ladder,
    numbered,
    path,
    preorder,
    shuffled,
    spider,
    square,
    tree,
)

__all__ = ["ODD_DIRECTED", "odd_digraph"]


def _generator(bits: int) -> np.random.Generator:
    return np.random.default_rng([bits, 3])


def _both(ends: Ends) -> Ends:
    return joined(ends, ends[::-1])


def _closed(ends: Ends) -> Ends:
    """With an arc from the largest vertex to the first."""
    return joined(ends, (np.array([max(end.max() for end in ends)]), np.zeros(1, dtype=int)))


def _turned(ends: Ends, bits: int, share: float) -> Ends:
    """A share of the arcs by chance lead the other way."""
    turned = _generator(bits).random(ends[0].size) < share
    return np.where(turned, *ends[::-1]), np.where(turned, *ends)


def _random(bits: int, arcs: int) -> Ends:
    n = 1 << bits
    return np.repeat(np.arange(n), arcs), _generator(bits).integers(0, n, n * arcs)


def _permutations(bits: int, count: int) -> Ends:
    ids = np.arange(1 << bits)
    return joined(*((ids, ids[order]) for order in _generator(bits).permuted(
        np.tile(ids, (count, 1)), axis=1
    )))  # fmt: skip


def _tree_to_root(bits: int) -> Ends:
    """A tree of which all leaves lead back to the root."""
    leaves = np.arange(1 << bits - 1, 1 << bits)
    return joined(tree(bits), (leaves, np.zeros_like(leaves)))


def _spider_to_root(bits: int) -> Ends:
    ends = np.arange(512, 1 << bits, 512)
    return joined(spider(bits), (ends, np.zeros_like(ends)))


def _cliques(bits: int) -> Ends:
    """Groups of 64 vertices, a ninth of the arcs within them, and one arc to the next group."""
    ids = np.arange(1 << bits)
    within = ids[:, None] // 64 * 64 + _generator(bits).integers(0, 64, (ids.size, 7))
    return joined((np.repeat(ids, 7), within), (ids[63:-1:64], ids[64::64]))


def _cycles(bits: int, length: int) -> Ends:
    """Cycles of so many vertices, and one arc from each to the next."""
    ids = np.arange(1 << bits)
    is_last = (ids % length == length - 1) | (ids == ids[-1])
    following = np.where(is_last, ids // length * length, ids + 1)
    return joined((ids, following), (ids[length - 1 : -1 : length], ids[length::length]))


def _loop_nest(bits: int) -> Ends:
    """A path of which each even vertex leads back over as many as its lowest bit says."""
    ids = np.arange(2, 1 << bits, 2)
    return joined(path(bits), (ids, ids - (ids & -ids)))


def _two_loops(bits: int) -> Ends:
    """A path with ways back over ten vertices, and over a thousand."""
    ids = np.arange(1 << bits)
    ways = ((ids[length::length], ids[:-length:length]) for length in (10, 1000))
    return joined(chain_of(ids), *ways)


def _torus(bits: int) -> Ends:
    """To the right and down, around."""
    ids = square(bits)
    return joined((ids, np.roll(ids, -1, axis=1)), (ids, np.roll(ids, -1, axis=0)))


def _teeth_to_spine(bits: int) -> Ends:
    ids = square(bits)
    return joined(comb(ids), (ids[:, -1], ids[:, 0]))


def _bow_tie(bits: int) -> Ends:
    """A quarter of the vertices leads into a large component, from which half are reached."""
    quarter, generator = 1 << bits - 2, _generator(bits)
    into, core, out = (np.array(part) * quarter for part in ([0, 1], [1, 2], [2, 4]))
    sizes = 4 * quarter, 8 * quarter, 4 * quarter
    parts = zip(((into, core), (core, core), (core, out)), sizes, strict=True)
    return joined(*(
        (generator.integers(*one, size), generator.integers(*other, size))
        for (one, other), size in parts
    ))  # fmt: skip


def _hub(bits: int) -> Ends:
    """A path of which each vertex leads to the first one, which leads to each hundredth."""
    ids = np.arange(1, 1 << bits)
    far = ids[99::100]
    return joined(chain_of(ids), (ids, np.zeros_like(ids)), (np.zeros_like(far), far))


def _levels(bits: int) -> Ends:
    """Three arcs of each vertex into the next 512, by chance."""
    ids = np.arange((1 << bits) - 512)
    next_level = ids[:, None] // 512 * 512 + 512 + _generator(bits).integers(0, 512, (ids.size, 3))
    return np.repeat(ids, 3), next_level.ravel()


CHAINS = (2, 3, 16, 100, 1000, 10_000)

ODD_DIRECTED: dict[str, Callable[[int], Ends]] = {
    "de Bruijn": ODD["doubling"],
    "Collatz": ODD["Collatz"],
    "times three": ODD["times three"],
    "permutation": lambda bits: _permutations(bits, 1),
    "two permutations": lambda bits: _permutations(bits, 2),
    "two successors by chance": lambda bits: _random(bits, 2),
    "tree, leaves to the root": _tree_to_root,
    "tree, both ways": lambda bits: _both(tree(bits)),
    "tree in preorder, both ways": lambda bits: _both(numbered(preorder(bits), tree(bits))),
    "tree, shuffled, both ways": lambda bits: _both(shuffled(tree(bits), bits)),
    "path, both ways": lambda bits: _both(path(bits)),
    "path, bits reversed, both ways": lambda bits: _both(ODD["path, bits reversed"](bits)),
    "path, shuffled, both ways": lambda bits: _both(shuffled(path(bits), bits)),
    "star, both ways": lambda bits: _both((np.zeros((1 << bits) - 1, int), path(bits)[1])),
    "cycle, bits reversed": lambda bits: numbered(
        bit_reversed(np.arange(1 << bits), bits), _closed(path(bits))
    ),
    "cycle, down the columns": lambda bits: numbered(square(bits).T.ravel(), _closed(path(bits))),
    "spider, both ways": lambda bits: _both(spider(bits)),
    "spider to its body": _spider_to_root,
    "spider to its body, shuffled": lambda bits: shuffled(_spider_to_root(bits), bits),
    "hypercube": hypercube,
    "hypercube, closed": lambda bits: _closed(hypercube(bits)),
    "hypercube by chance": lambda bits: _turned(hypercube(bits), bits, 0.5),
    "hypercube, 1 % back": lambda bits: _turned(hypercube(bits), bits, 0.01),
    "tournament": lambda bits: _turned(ODD["clique"](bits), bits, 0.5),
    "tournament in order": ODD["clique"],
    "tournament, few back": lambda bits: _turned(ODD["clique"](bits), bits, 0.0001),
    "cliques, each to the next": _cliques,
    "cliques, each to the next, shuffled": lambda bits: shuffled(_cliques(bits), bits),
    **{
        f"cycles of {length}, each to the next": lambda bits, length=length: _cycles(bits, length)
        for length in CHAINS
    },
    **{
        f"cycles of {length}, each to the next, shuffled": lambda bits, length=length: shuffled(
            _cycles(bits, length), bits
        )
        for length in CHAINS
    },
    "loop nest": _loop_nest,
    "loop nest, shuffled": lambda bits: shuffled(_loop_nest(bits), bits),
    "loops, two deep": _two_loops,
    "grid, bits reversed, both ways": lambda bits: _both(ODD["grid, bits reversed"](bits)),
    "torus": _torus,
    "torus, shuffled": lambda bits: shuffled(_torus(bits), bits),
    "grid, Morton, by chance": lambda bits: _turned(grid(grid_in_order_of_morton(bits)), bits, 0.5),
    "comb, teeth to the spine": _teeth_to_spine,
    "comb, both ways": lambda bits: _both(comb(square(bits))),
    "ladder, shuffled, closed": lambda bits: shuffled(
        _closed(ladder(*np.arange(1 << bits).reshape(2, -1))), bits
    ),
    "divisors, few back": lambda bits: _turned(ODD["divisors"](bits), bits, 0.001),
    "circulant 1, 512": ODD["circulant 1, 512"],
    "circulant 1, 512, shuffled": lambda bits: shuffled(ODD["circulant 1, 512"](bits), bits),
    "bow tie": _bow_tie,
    "all to a hub, and back to few": _hub,
    "levels, few back": lambda bits: _turned(_levels(bits), bits, 0.002),
}
"""From a name to what makes the arcs of a graph of 2^bits vertices."""


def odd_digraph(seed: int, n: int) -> Mixture:
    """The graph of a seed, of about n vertices; as many seeds as there are names make one each."""
    name = list(ODD_DIRECTED)[seed % len(ODD_DIRECTED)]
    ends = ODD_DIRECTED[name](n.bit_length() - 1)
    size = int(max(end.max() for end in ends)) + 1
    sources, targets = (end.astype(np.int32) for end in ends)
    return Mixture(
        f"{name}, {size}", clconn.Graph.from_edges(sources, targets, size, directed=True)
    )
