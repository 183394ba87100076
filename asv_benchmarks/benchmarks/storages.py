"""Ways in which users have a graph: rows with each edge at both ends, or at one, or a list."""

from __future__ import annotations

from typing import Any

import numpy as np

import clconn

from .numberings import edges_once, unsorted

__all__ = ["LISTS", "ONE_END", "STORAGES", "UNSORTED", "store"]

ONE_END = ("larger", "smaller", "either", "unsorted-either")
"""Rows with an edge in that of its larger or smaller end, or of either by chance; all but the last
in order."""
UNSORTED = ("unsorted", "unsorted-either")
"""Rows in no order."""
LISTS = ("list", "shuffled-list")
"""Edges in the order of rows of the last kind, and in no order."""
STORAGES = ("both", "unsorted", *ONE_END, *LISTS)
"""The first two are rows with each edge at both ends, in order and not."""


def store(graph: clconn.Graph, storage: str, seed: int = 0) -> clconn.Graph:
    """Return a simple graph in one of the ways; a seed says what comes by chance."""
    if storage in ("both", "unsorted"):
        rows = (unsorted(graph, seed) if storage == "unsorted" else graph).adjacency()
        return clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
    smaller, larger = edges_once(graph)
    generator = np.random.default_rng(seed)
    turned = {"larger": True, "smaller": False}.get(storage, generator.random(smaller.size) < 0.5)
    sources, targets = np.where(turned, larger, smaller), np.where(turned, smaller, larger)
    order = np.lexsort((targets, sources))
    if storage in UNSORTED:
        order = np.lexsort((generator.random(sources.size), sources))
    if storage == "shuffled-list":
        order = generator.permutation(order)
    if storage in LISTS:
        return clconn.Graph.from_edges(sources[order], targets[order], graph.n)
    return _rows(graph.n, sources, targets[order])


def _rows(n: int, sources: Any, neighbors: Any) -> clconn.Graph:
    offsets = np.concatenate([[0], np.cumsum(np.bincount(sources, minlength=n))])
    return clconn.Graph.from_csr(offsets, neighbors, symmetric=False)
