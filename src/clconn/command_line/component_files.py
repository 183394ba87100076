"""The files of components that need the names of vertices: tables, and the names themselves."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from clconn.command_line.array_files import check_array_paths, write_array
from clconn.command_line.problem_command import Writer
from clconn.command_line.table_files import all_vertices, is_table, write_labels, write_table
from clconn.errors import OptionError

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.results import Components

__all__ = ["WITHOUT_NAMES", "component_writers"]

WITHOUT_NAMES = "--nodes: the vertices have no names, only numbers; give --renumber, too"
"""Why names cannot be written, for an error."""


def component_writers(arguments: argparse.Namespace) -> dict[str, Writer]:
    """Return what writes the files of components that are not arrays of the result.

    Raises
    ------
    OptionError
        If names are wanted of vertices that get none.
    OutputError
        If the names cannot be written where they should be.
    """
    writers: dict[str, Writer] = {}
    if is_table(arguments.labels):
        writers["labels"] = write_labels
    if is_table(arguments.roots):
        writers["roots"] = _write_roots
    if arguments.nodes is not None:
        check_array_paths([arguments.nodes], source=arguments.file)
        writers["nodes"] = _write_nodes
    return writers


def _write_roots(path: str, graph: Graph, components: Components) -> None:
    vertices = {**all_vertices(graph), "root": components.roots}
    write_table(path, graph.vertex_names, vertices, {})


def _write_nodes(path: str, graph: Graph, components: Components) -> None:
    import numpy as np

    nodes = graph.nodes
    if nodes is None:
        raise OptionError(WITHOUT_NAMES)
    names = np.asarray(nodes)
    if names.dtype == object and path.lower().endswith(".npy"):
        names = names.astype(np.str_)  # numpy.load reads no Python objects
    write_array(path, names)
