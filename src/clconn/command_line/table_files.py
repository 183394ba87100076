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

    columns = [*vertices.values(), *numbers.values()]
    with atomic_output(path) as stream:
        stream.write(("\t".join([*vertices, *numbers]) + "\n").encode("ascii"))
        for start in range(0, len(columns[0]), LINES_AT_ONCE):
            parts = [column[start : start + LINES_AT_ONCE] for column in columns]
            for place in range(len(vertices)):
                parts[place] = names.names(parts[place])
            texts = [map(str, part if isinstance(part, list) else part.tolist()) for part in parts]
            lines = list(map("\t".join, zip(*texts, strict=True)))
            text = "\n".join(lines) + "\n"
            separators = text.count("\t"), text.count("\n"), text.count("\r")
            if separators != (len(lines) * (len(columns) - 1), len(lines), 0):
                raise OutputError(
                    f"{path}: the name of a vertex contains a tab or the end of a line; "
                    "give another suffix, .npy or .txt, to write numbers"
                )
            stream.write(text.encode("utf-8", "surrogateescape"))
