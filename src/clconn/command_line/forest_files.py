"""The files of a forest: its edges, and the tree and the parent of each vertex."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from clconn.command_line.array_files import check_array_paths, write_array
from clconn.command_line.problem_command import Writer
from clconn.command_line.table_files import all_vertices, is_table, write_labels, write_table
from clconn.errors import GraphError, OptionError

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.results import SpanningForest

__all__ = ["forest_writers"]


def forest_writers(arguments: argparse.Namespace) -> dict[str, Writer]:
    """Return what writes the files of a forest that are not arrays of the result.

    Raises
    ------
    OptionError
        If there is a root for parents that nobody wants.
    OutputError
        If the parents cannot be written where they should be.
    """
    writers: dict[str, Writer] = {}
    if is_table(arguments.edge_ids):
        writers["edge_ids"] = _write_edges
    if is_table(arguments.labels):
        writers["labels"] = write_labels
    if arguments.parents is None:
        if arguments.root:
            raise OptionError("--root says where parents lead to; give --parents PATH, too")
        return writers
    if not is_table(arguments.parents):
        check_array_paths([arguments.parents], source=arguments.file, or_tables=True)

    def write_parents(path: str, graph: Graph, forest: SpanningForest) -> None:
        try:
            parents = forest.parents(_roots(graph, arguments.root))
        except GraphError as error:
            raise OptionError(f"--root: {error}") from None
        if is_table(path):
            vertices = {**all_vertices(graph), "parent": parents}
            write_table(path, graph.vertex_names, vertices, {})
        else:
            write_array(path, parents)

    return {**writers, "parents": write_parents}


def _write_edges(path: str, graph: Graph, forest: SpanningForest) -> None:
    """Write the two ends of each edge of a forest, and its weight if there are weights."""
    from clconn.results import MinimumForest, forest_weights

    weights = {}
    if isinstance(forest, MinimumForest):
        weights["weight"] = forest.weights
    elif graph.weights is not None:
        weights["weight"] = forest_weights(graph, forest.edge_ids)
    ends = dict(zip(("source", "target"), forest.edges, strict=True))
    write_table(path, graph.vertex_names, ends, weights)


def _roots(graph: Graph, texts: list[str]) -> list[Any]:
    """Return vertices that were typed as text: integers, unless the names are strings."""
    nodes = graph.nodes
    if nodes is not None and getattr(nodes, "dtype", None) not in ("int64", "uint64"):
        return list(texts)
    return [int(text) if text.removeprefix("-").isdecimal() else text for text in texts]
