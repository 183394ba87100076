"""Inverse throughput of a cluster by the number of its workers, processes of this machine.

``python -m asv_benchmarks.distributed`` measures larger graphs, and says what each level of tasks
took.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import clconn
from clconn.distributed.client import connect

VERTICES, EDGES, PARTS = 1 << 20, 1 << 23, 16
RUNS = 3


def open_client(workers: int) -> AbstractContextManager[Any]:
    """Start so many processes, which share the cores."""
    for library in ("distributed", "pandas"):
        if find_spec(library) is None:
            raise NotImplementedError(f"{library} is not installed")
    return connect(f"local:{workers}")


@cache
def edge_files(folder: Path) -> str:
    """Write a random graph in parts; return the pattern of the files."""
    rng = np.random.default_rng(0)
    for part in range(PARTS):
        pairs = rng.integers(0, VERTICES, (EDGES // PARTS, 2), dtype=np.int32)
        np.save(folder / f"edges-{part}.npy", pairs)
    return str(folder / "edges-*.npy")


class Workers:
    """Edges from files in the page cache to an answer; two cores show no speedup from workers."""

    params = (
        (1, 2, 4),
        ("connected_components", "minimum_spanning_forest", "contracted_components"),
    )
    param_names = ("workers", "function")
    version = "1"
    unit = "ns"

    def setup(self, workers: int, function: str) -> None:
        """Start the workers, and build the kernels by a first call."""
        self.files = edge_files(Path().absolute())
        self.connection = open_client(workers)
        self.client = self.connection.__enter__()
        self.client.wait_for_workers(workers)
        self.solve(function)

    def teardown(self, workers: int, function: str) -> None:
        """End the workers; without Dask there are none."""
        if hasattr(self, "connection"):
            self.connection.__exit__(None, None, None)

    def solve(self, function: str) -> float:
        """Return the seconds of a call."""
        begin = time.perf_counter()
        getattr(clconn.distributed, function)(self.files, VERTICES, self.client)
        return time.perf_counter() - begin

    def track_nanoseconds_per_edge(self, workers: int, function: str) -> float:
        """The best of some runs; asv takes less for better."""
        return 1e9 * min(self.solve(function) for _ in range(RUNS)) / EDGES
