"""Texts of random edges, as users' files are: one for each way in which readers are measured."""

from __future__ import annotations

import gzip
from itertools import chain
from pathlib import Path

import numpy as np

__all__ = ["KINDS", "write_text"]

VERTICES = 4_000_000
_LINES_AT_ONCE = 1 << 18

KINDS = {
    "edge-list": ("%d %d\n", "", ".txt"),
    "csv-weights": ("%d,%d,%d\n", "source,target,weight\n", ".csv"),
    "dimacs": ("a %d %d %d\n", "c roads\np sp {n} {m}\n", ".gr"),
    "mtx-pattern": (
        "%d %d\n",
        "%%MatrixMarket matrix coordinate pattern general\n{n} {n} {m}\n",
        ".mtx",
    ),
    "mtx-real": (
        "%d %d %r\n",
        "%%MatrixMarket matrix coordinate real general\n{n} {n} {m}\n",
        ".mtx",
    ),
    "edge-list-gz": ("%d %d\n", "", ".txt.gz"),
}
"""The line, the header and the suffix of each."""


def write_text(folder: Path, kind: str, edges: int) -> Path:
    """Write a text of a kind, and return its path; one that is there already stays."""
    line, header, suffix = KINDS[kind]
    path = folder / f"{kind}-{edges}{suffix}"
    if path.exists():
        return path
    random = np.random.default_rng(1)
    columns: list[np.ndarray] = [*random.integers(1, VERTICES, (2, edges))]
    if line.endswith("%r\n"):
        columns.append(random.random(edges))
    elif line.count("%") == 3:
        columns.append(random.integers(1, 100_000, edges))
    with (gzip.open if suffix.endswith(".gz") else open)(path, "wb") as stream:
        stream.write(header.format(n=VERTICES, m=edges).encode())
        for begin in range(0, edges, _LINES_AT_ONCE):
            part = [column[begin : begin + _LINES_AT_ONCE].tolist() for column in columns]
            values = tuple(chain.from_iterable(zip(*part, strict=True)))
            stream.write((line * len(part[0]) % values).encode())
    return path
