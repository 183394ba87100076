"""Graph files: reading and writing a road network of half a million entries."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import clconn
from clconn.files import FORMATS

from . import graphs


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
