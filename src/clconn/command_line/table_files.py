"""Tables of vertices in ``.tsv`` files: the edges of a forest, parents, labels.

The first line names the columns, and tabs separate them. Vertices appear by name if the graph has
names. A file appears under its name only when it is complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clconn.errors import OutputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.vertex_names import VertexNames

__all__ = ["is_table", "write_table"]

LINES_AT_ONCE = 1 << 18


def is_table(path: str | None) -> bool:
    """Check whether the suffix of a path asks for a table."""
    return path is not None and path.lower().endswith(".tsv")


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
