"""Directed graphs by chance: the edges of an undirected graph, each as an arc or two.

What a strong component is depends on how arcs lie more than on how edges do. The same edges are one
component if each is two arcs, hardly any if all arcs lead to larger ids, and something between if
chance decides.
"""

from __future__ import annotations

import numpy as np

import clconn

from .mixed_graphs import Mixture
from .numberings import edges_once

__all__ = ["orient"]

WAYS = ("by chance", "by chance", "some both", "some both", "forward", "some back", "closed")
BOTH = (0.02, 0.1, 0.3, 0.7, 1.0)
BACK = (0.001, 0.02, 0.2)
SHUFFLED = 0.3
"""Chance that ids are shuffled in the end, so that they do not tell the order of a DAG."""


def orient(made: Mixture, seed: int) -> Mixture:
    """Give the edges of a graph directions by chance.

    "forward" means to the larger id: a DAG. "some back" turns a few of those around; "closed" has
    an arc from the last vertex to the first in addition.
    """
    # Not the numbers that the edges were made of.
    generator = np.random.default_rng([seed, 1])
    way = str(generator.choice(WAYS))
    name, graph = made
    sources, targets = edges_once(graph)
    chances = generator.random(sources.size)
    more = np.zeros(sources.size, dtype=np.bool_)
    turned = chances < 0.5
    if way == "some both":
        share = float(generator.choice(BOTH))
        way = f"{share:g} both"
        more = generator.random(sources.size) < share
    elif way == "some back":
        share = float(generator.choice(BACK))
        way = f"{share:g} back"
        turned = chances < share
    elif way != "by chance":
        turned = np.zeros(sources.size, dtype=np.bool_)
    begins, ends = np.where(turned, targets, sources), np.where(turned, sources, targets)
    begins, ends = np.append(begins, ends[more]), np.append(ends, begins[: more.size][more])
    if way == "closed":
        begins, ends = np.append(begins, graph.n - 1), np.append(ends, 0)
    if generator.random() < SHUFFLED:
        ids = generator.permutation(graph.n)
        begins, ends, way = ids[begins], ids[ends], f"{way}, then shuffled"
    arcs = clconn.Graph.from_edges(
        begins.astype(np.int32), ends.astype(np.int32), graph.n, directed=True
    )
    return Mixture(f"{name}, {way}", arcs)
