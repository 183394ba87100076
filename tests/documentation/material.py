"""The files that the pages speak of as the reader's own: small ones of the same names."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np

EDGES = np.array([[0, 1], [1, 2], [2, 0], [3, 4], [4, 1], [5, 6], [6, 7], [7, 5]], np.int32)
WEIGHTS = np.array([3, 1, 4, 1, 5, 9, 2, 6], np.int32)


def lay_out(folder: Path) -> None:
    """Write every file that a page names and no block of it makes."""
    lines = "".join(f"{source} {target}\n" for source, target in EDGES)
    (folder / "edges.txt").write_text(lines)
    (folder / "edges.txt.gz").write_bytes(gzip.compress(lines.encode()))
    EDGES.astype("<i4").tofile(folder / "edges.bin")
    np.save(folder / "edges.npy", EDGES)
    np.save(folder / "weights.npy", WEIGHTS)

    weighted = [(*edge, weight) for edge, weight in zip(EDGES, WEIGHTS, strict=True)]
    (folder / "edges.wel").write_text("".join(f"{u} {v} {w}\n" for u, v, w in weighted))
    arcs = "".join(f"a {u + 1} {v + 1} {w}\n" for u, v, w in weighted)
    dimacs = f"p sp {EDGES.max() + 1} {len(EDGES)}\n{arcs}"
    (folder / "edges.gr.gz").write_bytes(gzip.compress(dimacs.encode()))

    entries = "".join(f"{u + 1} {v + 1}\n" for u, v in EDGES)
    banner = "%%MatrixMarket matrix coordinate pattern general\n"
    (folder / "web.mtx").write_text(f"{banner}8 8 {len(EDGES)}\n{entries}")
    (folder / "follows.csv").write_text("follower,followed\nann,bob\nbob,cyd\ndan,eve\n")
