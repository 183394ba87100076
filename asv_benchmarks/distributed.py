"""Throughput of a cluster against its workers, and what each level of tasks read, sent and took.

``python -m asv_benchmarks.distributed FOLDER`` writes a random graph to a folder, as parts of
``.npy`` files, unless it is there, and solves it with 1, 2 and 4 processes of this machine. Each
row is the best of the repetitions; the first call of a cluster, which builds the kernels, is not
among them. Seconds of reading and solving are sums over tasks, so those of 4 workers on 2 cores
are longer than the call. ``--json PATH`` writes every level of every row.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

import clconn
from clconn.distributed.client import connect

PARTS = 16


def write_parts(folder: Path, vertices: int, edges: int) -> list[Path]:
    """Write the parts of a random graph with weights, unless they are there."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"edges-{vertices}-{edges}-{part}.npy" for part in range(PARTS)]
    for part, path in enumerate(paths):
        if path.exists():
            continue
        rng = np.random.default_rng(part)
        size = edges // PARTS + (part < edges % PARTS)
        np.save(path, rng.integers(0, vertices, (size, 2), dtype=np.int32))
        np.save(_weights_of(path), rng.integers(0, 1 << 20, size, dtype=np.int32))
    return paths


def _weights_of(path: Path) -> Path:
    return path.with_suffix(".weights.npy")


def _load(path: Path) -> tuple[np.ndarray, ...]:
    pairs = np.load(path)
    return pairs[:, 0], pairs[:, 1], np.load(_weights_of(path))


def _weighted(paths: list[Path]) -> list[Any]:
    from dask import delayed

    return [delayed(_load)(path) for path in paths]


CALLS: dict[str, Callable[[list[Path], int], Any]] = {
    "components": lambda paths, n: clconn.distributed.connected_components(paths, n),
    "forest": lambda paths, n: clconn.distributed.spanning_forest(paths, n),
    "minimum forest": lambda paths, n: clconn.distributed.minimum_spanning_forest(
        _weighted(paths), n
    ),
}


def measure(paths: list[Path], vertices: int, workers: int, repeat: int) -> dict[str, Any]:
    """Return the report of the best call of each problem on so many workers."""
    best = {}
    with connect(f"local:{workers}") as client:
        client.wait_for_workers(workers)
        for name, call in CALLS.items():
            reports = [call(paths, vertices).report for _ in range(repeat + 1)][1:]
            best[name] = min(reports, key=lambda report: report.seconds)
    return best


def row(name: str, workers: int, report: Any) -> str:
    """Return a row of the table."""
    levels = report.levels
    sent = " + ".join(f"{level.forest_bytes / 1e6:.1f}" for level in levels)
    cells = [
        name,
        str(workers),
        f"{report.seconds:.2f}",
        f"{report.edge_count / report.seconds / 1e6:.1f}",
        f"{report.bytes_read / 1e6:.0f}",
        sent,
        f"{sum(level.read_seconds for level in levels):.2f}",
        f"{levels[0].solve_seconds:.2f}",
        f"{sum(level.solve_seconds for level in levels[1:]):.2f}",
        f"{report.peak_bytes / 1e6:.0f}",
    ]
    return f"| {' | '.join(cells)} |"


HEADINGS = (
    "problem", "workers", "s", "M edges/s", "MB read", "MB of forests, level by level", "s to read",
    "s to solve", "s to merge", "MB of a worker",
)  # fmt: skip


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--vertices", type=int, default=1_000_000)
    parser.add_argument("--edges", type=int, default=64_000_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    paths = write_parts(given.folder, given.vertices, given.edges)
    print(f"| {' | '.join(HEADINGS)} |")
    print("|" + "---|" * len(HEADINGS))
    written = []
    for workers in given.workers:
        for name, report in measure(paths, given.vertices, workers, given.repeat).items():
            print(row(name, workers, report), flush=True)
            levels = [asdict(level) for level in report.levels]
            written.append(
                {
                    "problem": name,
                    "workers": workers,
                    "seconds": report.seconds,
                    "answer_bytes": report.answer_bytes,
                    "peak_bytes": report.peak_bytes,
                    "levels": levels,
                }
            )
    if given.json is not None:
        given.json.write_text(json.dumps(written, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
