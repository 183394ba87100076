"""Mixtures by chance: one or two of many structures, numbered and put together in some way.

Nobody tunes for what chance makes, and users' graphs are seldom one structure in one order. The
same seed and size make the same graph everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import clconn
from clconn.generators.simple import simple_graph

from . import untuned_graphs as untuned
from .numberings import edges_once, ids_in_order

__all__ = ["FEWEST_VERTICES", "Mixture", "mixture"]

FEWEST_VERTICES = 4096
"""Of a mixture, so that a part of it, an eighth, has enough for each structure."""


class Mixture(NamedTuple):
    """A graph, and in words how it is made."""

    name: str
    graph: clconn.Graph


def _side(n: int, entries_of_vertex: float) -> int:
    """The side of a square of vertices, each of which stands for a few."""
    return max(int((n / entries_of_vertex) ** 0.5), 4)


STRUCTURES: dict[str, Callable[[int], clconn.Graph]] = {
    "path": lambda n: clconn.generate("path", n=n),
    "band of 2": lambda n: untuned.band(n, 2),
    "band of 5": lambda n: untuned.band(n, 5),
    "band of 9": lambda n: untuned.band(n, 9),
    "band of 14": lambda n: untuned.band(n, 14),
    "strip": lambda n: untuned.strip(n // 8),
    "bar": lambda n: untuned.bar(n // 64),
    "mesh": untuned.mesh,
    "tree": untuned.random_tree,
    "tree of near": lambda n: untuned.tree_of_near(n, 30),
    "cliques": lambda n: untuned.cliques(n // 20, 20),
    "cliques in a row": lambda n: untuned.clique_chain(n, 12),
    "random of 1": lambda n: untuned.sparse_random(n, 1.2),
    "random of 4": lambda n: untuned.sparse_random(n, 4),
    "random of 16": lambda n: untuned.sparse_random(n, 16),
    "star": lambda n: untuned.star(n, n - 1),
    "torus": lambda n: clconn.generate("torus", rows=64, columns=max(n // 64, 3)),
    "legs": lambda n: untuned.long_legs(n, 30),
    "near": lambda n: untuned.near_random(n, 100, 3),
    "near, dense": lambda n: untuned.near_random(n, 60, 12),
    "small world": lambda n: untuned.small_world(n, 0.05, 3),
    "4 diagonals": lambda n: untuned.banded_matrix(n, 4),
    "20 diagonals": lambda n: untuned.banded_matrix(n, 20),
    "categories": lambda n: untuned.path_with_categories(n, 40),
    "ratings": lambda n: untuned.ratings(15 * n // 16, n // 16, 3 * n),
    "R-MAT": lambda n: clconn.generate("rmat", scale=n.bit_length() - 1, edges=6 * n),
    "road": lambda n: clconn.generate("road", rows=_side(n, 3.9), columns=_side(n, 3.9)),
    "hexagons": lambda n: untuned.hexagons(_side(n, 1) // 2 * 2, _side(n, 1) // 2 * 2),
    "Delaunay": lambda n: clconn.generate("delaunay", n=n),
    "preferential": lambda n: clconn.generate("barabasi-albert", n=n, edges_per_vertex=4),
}
"""Structures of about so many vertices."""

ORDERS = ("as is", "as is", "reversed", "blocks", "stride", "both ends", "two sides", "shuffled")
WAYS = ("alone", "alone", "side by side", "linked", "interleaved", "one over the other")
SHARES = ((0.5, 0.5), (0.125, 0.875), (0.875, 0.125))


def mixture(seed: int, n: int) -> Mixture:
    """Make a mixture of about n vertices, :data:`FEWEST_VERTICES` or more."""
    generator = np.random.default_rng(seed)
    way = str(generator.choice(WAYS))
    shares = {"alone": (1.0,), "one over the other": (1.0, 1.0)}.get(way)
    shares = shares or SHARES[generator.integers(len(SHARES))]
    over = way == "one over the other"
    names: list[str] = []
    parts: list[Any] = []
    sizes: list[int] = []
    for share in shares:
        name = str(generator.choice(list(STRUCTURES)))
        graph = STRUCTURES[name](int(n * share))
        order, ids = _number(graph.n, generator)
        names.append(f"{name}, {order}, {graph.n}")
        parts.append(ids[edges_once(graph)] + (0 if over else sum(sizes)))
        sizes.append(graph.n)
    total = max(sizes) if over else sum(sizes)
    ends = np.concatenate(parts, axis=1)
    if way == "linked":
        links = generator.integers(0, total, (2, max(total // 50, 1)))
        ends = np.concatenate([ends, links], axis=1)
    if way == "interleaved":
        ends = _interleave(sizes)[ends]
    ends = ends.astype(np.int32)
    return Mixture(f"{way}: {'; '.join(names)}", simple_graph(total, ends[0], ends[1]))


def _number(n: int, generator: np.random.Generator) -> tuple[str, Any]:
    """An order by chance, and the new id of each vertex."""
    order = str(generator.choice(ORDERS))
    if order == "blocks":
        order = f"blocks of {generator.choice((64, 1024))}"
    elif order == "stride":
        order = f"stride {generator.choice((7, 101, 1001))}"
    return order, ids_in_order(order, n, generator)


def _interleave(sizes: list[int]) -> Any:
    """New ids, by which parts that follow each other are spread evenly among each other."""
    places = np.concatenate([np.arange(size) / size for size in sizes])
    ids = np.empty(places.size, dtype=np.int64)
    ids[np.argsort(places, kind="stable")] = np.arange(places.size)
    return ids
