"""Kinds of graphs of which a seed names one: mixtures, structures, R-MAT, practice, odd orders.

Mixtures by chance (``mixed_graphs.py``) have many graphs of two parts and few of one in the order
in which users have it, so structures have a kind of their own: 72 seeds that follow each other are
twelve structures in each of six orders. And chance seldom makes R-MAT whose parameters are not the
usual ones.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import clconn

from .mixed_graphs import STRUCTURES, Mixture, mixture
from .numberings import edges_once, ids_in_order, of_edges
from .odd_digraphs import ODD_DIRECTED, odd_digraph
from .odd_graphs import ODD, odd_graph
from .orientations import orient
from .practice_graphs import FAMILIES, practice, practice_undirected

__all__ = ["KINDS", "directed_graph", "period_of"]

ORDERED = (
    "mesh", "torus", "strip", "near", "near, dense", "small world", "Delaunay", "hexagons",
    "band of 5", "road", "bar", "tree of near",
)  # fmt: skip
"""Structures that have an order."""

ORDERS = ("as is", "reversed", "blocks of 1024", "two sides", "both ends", "stride 7")


def ordered_structure(seed: int, n: int) -> Mixture:
    """One structure of about n vertices in one order; seeds from 72 on repeat all but blocks."""
    name = ORDERED[seed % len(ORDERED)]
    order = ORDERS[seed // len(ORDERED) % len(ORDERS)]
    graph = STRUCTURES[name](n)
    ids = ids_in_order(order, graph.n, np.random.default_rng(seed))
    return Mixture(f"{name}, {order}, {graph.n}", of_edges(graph.n, tuple(ids[edges_once(graph)])))


def rmat_by_chance(seed: int, n: int) -> Mixture:
    """R-MAT of the power of two up to n, parameters by chance, its ids shuffled or not."""
    generator = np.random.default_rng(seed)
    scale = n.bit_length() - 1
    a = generator.uniform(0.3, 0.7)
    b = generator.uniform(0, 1 - a)
    c = generator.uniform(0, 1 - a - b)
    edges = round(2 ** generator.uniform(1, 5) * 2**scale)
    permute = bool(generator.integers(2))
    graph = clconn.generate(
        "rmat", scale=scale, edges=edges, a=a, b=b, c=c, seed=seed, permute=permute
    )
    shuffled = ", shuffled" if permute else ""
    return Mixture(f"R-MAT {a:.2f} {b:.2f} {c:.2f}, {edges} edges{shuffled}, {graph.n}", graph)


KINDS: dict[str, Callable[[int, int], Mixture]] = {
    "mixture": mixture, "structure": ordered_structure, "rmat": rmat_by_chance,
    "practice": practice_undirected, "odd": odd_graph,
}  # fmt: skip
"""From a kind to what makes the graph of a seed, of about so many vertices
(:data:`~asv_benchmarks.benchmarks.mixed_graphs.FEWEST_VERTICES` or more)."""


DIRECTED = {"practice": practice, "odd": odd_digraph}
"""Kinds whose graphs have directions."""


def directed_graph(kind: str, seed: int, n: int) -> Mixture:
    """The graph of a seed: with the directions that it has, or with some by chance."""
    return DIRECTED[kind](seed, n) if kind in DIRECTED else orient(KINDS[kind](seed, n), seed)


def period_of(kind: str) -> int:
    """The number of seeds that follow each other after which all graphs of a kind were made once.

    Of chance there is no end: sizes change with each seed then.
    """
    periods = {
        "structure": len(ORDERED) * len(ORDERS), "practice": len(FAMILIES),
        "odd": max(len(ODD), len(ODD_DIRECTED)),
    }  # fmt: skip
    return periods.get(kind, 1)
