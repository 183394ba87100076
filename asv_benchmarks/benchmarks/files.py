"""Graph files: reading and writing a road network of half a million entries, and long texts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

import clconn
from clconn.files import FORMATS

from . import graphs
from .texts import KINDS, write_text

EDGES = 2_000_000
"""Those of a long text, of 30 to 60 MB."""


@cache
def _graph_and_path(format: str) -> tuple[clconn.Graph, Path]:
    """Write the graph to a file in the folder that asv has made for this process."""
    graph = graphs.graph(graphs.SMALL)
    path = Path(f"graph{FORMATS[format].suffixes[0]}").absolute()
    clconn.write(graph, path, format=format)
    return graph, path


class Files:
    """One binary archive, one binary layout and three kinds of text."""

    params = (("npz", "ecl", "matrix-market", "edge-list", "metis"),)
    param_names = ("format",)
    version = "1"
    rounds = 1
    repeat = (3, 10, 1.0)
    number = 1

    def setup(self, format: str) -> None:
        self.graph, self.path = _graph_and_path(format)

    def time_read(self, format: str) -> None:
        clconn.read(self.path, format=format)

    def time_write(self, format: str) -> None:
        clconn.write(self.graph, self.path, format=format)


class LongTexts:
    """Texts as other programs write them; gzip by ISA-L where isal is installed."""

    params = (tuple(KINDS),)
    param_names = ("text",)
    version = "1"
    rounds = 1
    repeat = (3, 10, 2.0)
    number = 1

    def setup(self, text: str) -> None:
        self.path = write_text(Path().absolute(), text, EDGES)

    def time_read(self, text: str) -> None:
        clconn.read(self.path)


@cache
def _binary_file(kind: str) -> Path:
    """Write columns of random edges."""
    folder = Path().absolute()
    sources, targets = np.random.default_rng(1).integers(0, EDGES // 2, (2, EDGES), np.int32)
    if kind == "npz":
        path = folder / "long.npz"
        clconn.write(clconn.Graph.from_edges(sources, targets), path)
    elif kind == "npz of numpy":
        path = folder / "savez.npz"
        np.savez(path, sources=sources, targets=targets)
    else:
        path = folder / "long.sources.npy"
        np.save(path, sources)
        np.save(folder / "long.targets.npy", targets)
    return path


class MappedFiles:
    """Long columns in NumPy's files, which are mapped into memory; those of savez are copied."""

    params = (("npz", "npz of numpy", "npy"),)
    param_names = ("file",)
    version = "1"
    rounds = 1
    repeat = (3, 10, 1.0)
    number = 1

    def setup(self, file: str) -> None:
        self.path = _binary_file(file)

    def time_read(self, file: str) -> None:
        clconn.read(self.path)
