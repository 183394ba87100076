"""The memory of one merge of minimum forests, each in a fresh process, which Linux tells."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import numpy as np

from clconn.distributed.partial_forests import PartialForest, Question, merge, peak_bytes
from clconn.distributed.reports import TaskReport
from clconn.distributed.vertices_room import merge_bytes
from clconn.problems import MINIMUM_FOREST

__all__ = ["measure_merges"]

CASES = (
    (19, 2, "int32"), (20, 3, "float32"), (19, 4, "int32"), (20, 4, "int32"), (19, 8, "int32"),
    (19, 2, "float64"), (20, 2, "int64"), (19, 4, "float64"), (19, 4, "int64"), (20, 4, "float64"),
    (19, 4, "int16"), (20, 2, None), (20, 4, None),
)  # fmt: skip
"""Vertices as a power of two, forests, and the type of weights."""
METHOD = {"variant": "auto", "backend": None, "options": None}


def measure_merges() -> None:
    """Print the peak of each merge beside what decides whether a worker has room for it."""
    print("| vertices | forests | weights | bytes a vertex | by the constants |")
    print("|---|---|---|---|---|")
    fresh = multiprocessing.get_context("spawn")
    for bits, count, dtype in CASES:
        with fresh.Pool(1) as pool:
            measured = pool.apply(_peak, (1 << bits, count, dtype))
        for_edge, for_vertex = merge_bytes(MINIMUM_FOREST, np.dtype(dtype).itemsize if dtype else 0)
        print(
            f"| 2^{bits} | {count} | {dtype or 'none'} | {measured:.0f} | "
            f"{for_edge * count + for_vertex} |",
            flush=True,
        )


def _peak(n: int, count: int, dtype: str | None) -> float:
    question = Question(MINIMUM_FOREST, METHOD)
    # The first merge loads the library and builds the kernels.
    merge(question, _trees(1 << 16, count, dtype), TaskReport(1, 0))
    before = _resident_bytes()
    trees = _trees(n, count, dtype)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins anew
    merge(question, trees, TaskReport(1, 0))
    return (peak_bytes() - before) / n


def _trees(n: int, count: int, dtype: str | None) -> list[PartialForest]:
    """Return random trees of all vertices, with weights of 30 bits or fewer."""
    rng = np.random.default_rng(0)
    trees = []
    for number in range(count):
        child = np.arange(1, n)
        parent = (rng.random(n - 1) * child).astype(np.int64)
        names = rng.permutation(n).astype(np.int32)
        weights = None if dtype is None else rng.integers(0, 1 << 30, n - 1).astype(dtype)
        keys = (number << 40) + np.arange(n - 1, dtype=np.int64)
        ends = names[child], names[parent]
        report = TaskReport(0, number)
        trees.append(PartialForest(f"tree {number}", None, n, *ends, keys, weights, report))
    return trees


def _resident_bytes() -> int:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) << 10
