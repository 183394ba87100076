"""Tables of vertices in ``.tsv`` files: the edges of a forest, parents, labels.

The first line names the columns, and tabs separate them. Vertices appear by name if the graph has
names. A file appears under its name only when it is complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clconn.errors import GraphError, GraphFileError, OutputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.results.partition import Partition
    from clconn.vertex_names import VertexNames

__all__ = ["all_vertices", "is_table", "read_labels_by_name", "write_labels", "write_table"]

LINES_AT_ONCE = 1 << 18


def is_table(path: str | None) -> bool:
    """Check whether the suffix of a path asks for a table."""
    return path is not None and path.lower().endswith(".tsv")


def all_vertices(graph: Graph) -> dict[str, Any]:
    """Return the first column of a table with a line for each vertex."""
    import numpy as np

    return {"vertex": np.arange(graph.n, dtype=np.int32)}


def write_labels(path: str, graph: Graph, result: Partition) -> None:
    """Write the component, or the tree, of each vertex."""
    write_table(path, graph.vertex_names, all_vertices(graph), {"label": result.labels})


def write_table(
    path: str,
    names: VertexNames,
    vertices: Mapping[str, NDArray[Any]],
    numbers: Mapping[str, NDArray[Any]],
) -> None:
    """Write columns of vertices, then columns of numbers, all of one length.

    Raises
    ------
    OutputError
        If the file is not writable, or a name does not fit into a table; an existing file then
        does not change.
    """
    from clconn.files import atomic_output

    headings = [*vertices, *numbers]
    length = max(len(column) for column in vertices.values())
    with atomic_output(path) as stream:
        stream.write(("\t".join(headings) + "\n").encode("ascii"))
        for start in range(0, length, LINES_AT_ONCE):
            rows = slice(start, start + LINES_AT_ONCE)
            named = [names.names(column[rows]) for column in vertices.values()]
            parts = [*named, *(column[rows] for column in numbers.values())]
            texts = [map(str, part if isinstance(part, list) else part.tolist()) for part in parts]
            lines = list(map("\t".join, zip(*texts, strict=True)))
            text = "\n".join(lines) + "\n"
            separators = text.count("\t"), text.count("\n"), text.count("\r")
            if separators != (len(lines) * (len(headings) - 1), len(lines), 0):
                raise OutputError(
                    f"{path}: the name of a vertex contains a tab or the end of a line; "
                    "give another suffix, .npy or .txt, to write numbers"
                )
            stream.write(text.encode("utf-8", "surrogateescape"))


def read_labels_by_name(path: str, graph: Graph) -> NDArray[Any]:
    """Read a table of vertices and labels, and return the label of each vertex in their order.

    Raises
    ------
    GraphFileError
        If the file is no such table, or does not have each vertex of the graph once.
    OSError
        If the file is not readable.
    """
    import numpy as np

    with open(path, "rb") as stream:
        rows = [line.rstrip(b"\r\n").split(b"\t") for line in stream]
    advice = ""
    if rows and rows[0][:2] == [b"source", b"target"]:
        advice = "; of a forest give the numbers of its edges, in .npy or .txt, and --forest"
    elif rows and rows[0][1:] == [b"parent"]:
        advice = "; parents are no labels, which `clconn forest FILE --labels labels.tsv` writes"
    if not rows or len(rows[0]) != 2 or advice:
        raise GraphFileError(
            path, f"expected two columns, vertex and label, with headings{advice}", line=1
        )
    for number, row in enumerate(rows, 1):
        if len(row) != 2 or (number > 1 and not row[1].removeprefix(b"-").isdigit()):
            raise GraphFileError(path, "expected a vertex, a tab and a label", line=number)
    del rows[0]
    words = [row[0].decode("utf-8", "surrogateescape") for row in rows]
    if len(words) != graph.n:
        raise GraphFileError(path, f"{len(words)} vertices, and the graph has {graph.n}")
    nodes = graph.nodes
    are_strings = nodes is not None and isinstance(nodes[0] if len(nodes) else None, str)
    try:
        names: list[Any] = words if are_strings else [int(word) for word in words]
        places = graph.vertex_names.find(names) if names else np.empty(0, np.int64)
    except (GraphError, ValueError) as error:
        raise GraphFileError(path, str(error)) from None
    if np.unique(places).size != graph.n:
        raise GraphFileError(path, "a vertex occurs twice, so another is missing")
    try:
        labels = np.array([int(row[1]) for row in rows], dtype=np.int64)
    except OverflowError:
        raise GraphFileError(path, "a label does not fit 64 bits") from None
    result = np.empty(graph.n, dtype=np.int64)
    result[places] = labels
    return result
