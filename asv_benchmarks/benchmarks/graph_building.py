"""Building a graph on the host: from ten million edges, and from scipy's matrices."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import clconn

VERTICES = 1_000_000
EDGES = 10_000_000


@cache
def _edges() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    random = np.random.default_rng(0)
    ends = random.integers(0, VERTICES, size=(2, EDGES), dtype=np.int32)
    return ends[0], ends[1]


@cache
def _matrix(format: str) -> Any:
    import scipy.sparse

    values = np.ones(EDGES, dtype=np.int8)
    return scipy.sparse.coo_array((values, _edges()), shape=(VERTICES, VERTICES)).asformat(format)


class FromEdges:
    """Ten million random edges among a million vertices."""

    version = "1"
    rounds = 1
    repeat = (3, 5, 3.0)
    number = 1

    def setup(self) -> None:
        self.sources, self.targets = _edges()

    def time_from_edges(self) -> None:
        clconn.Graph.from_edges(self.sources, self.targets, VERTICES)

    def time_adjacency(self) -> None:
        """Include the compressed sparse rows, which store each edge at both ends."""
        clconn.Graph.from_edges(self.sources, self.targets, VERTICES).adjacency()


class FromScipy:
    """The same edges as a matrix that stores each edge at one end only."""

    params = (("csr", "coo"),)
    param_names = ("format",)
    version = "1"
    rounds = 1
    repeat = (3, 5, 3.0)
    number = 1

    def setup(self, format: str) -> None:
        self.matrix = _matrix(format)

    def time_from_scipy(self, format: str) -> None:
        clconn.Graph.from_scipy(self.matrix)
