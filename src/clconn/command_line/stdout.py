"""Print results on standard output, as one JSON object or as aligned text."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from clconn.errors import OutputError

if TYPE_CHECKING:
    from clconn.graph import Graph

__all__ = [
    "edges_or_entries",
    "flush_output",
    "name_output_in_errors",
    "print_graph",
    "print_json",
    "print_pairs",
    "print_table",
    "put",
    "seconds",
]


def put(text: str = "") -> None:
    """Print a line on standard output.

    Raises
    ------
    OutputError
        If standard output is not writable, for example because a disk is full.
    BrokenPipeError
        If the reader closed the pipe.
    """
    with name_output_in_errors():
        print(text)


def flush_output() -> None:
    """Write buffered output; the errors are those of :func:`put`."""
    if sys.stdout is not None:
        with name_output_in_errors():
            sys.stdout.flush()


@contextmanager
def name_output_in_errors() -> Iterator[None]:
    """Name standard output in the error of a stream, which has no file name."""
    try:
        yield
    except (BrokenPipeError, OutputError):
        raise
    except OSError as error:
        raise OutputError(f"standard output: {error.strerror}") from error


def print_json(values: dict[str, Any]) -> None:
    """Print one JSON object in one line; the values may contain numpy arrays and numbers."""
    put(json.dumps(values, default=_plain, allow_nan=False))


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no JSON form")


def print_graph(graph: Graph, path: str, as_json: bool, *, remark: str = "", **more: Any) -> None:
    """Print the name of a graph file and its size.

    People also get the `remark`; `more` holds further entries for JSON.
    """
    name, count = edges_or_entries(graph)
    if as_json:
        values = {"count": count, "vertices": graph.n, name: count, "directed": graph.directed}
        print_json({"file": path, **values, "weighted": graph.weights is not None, **more})
    else:
        put(f"{path}: {graph.n:,} vertices, {count:,} {name}{remark}")


def edges_or_entries(graph: Graph) -> tuple[str, int]:
    """Return ``"edges"`` or ``"entries"``, and their number in a graph.

    The function counts entries if it does not know whether the rows store each edge once or
    twice, because the check would take longer than most commands.
    """
    if graph.user_rows is None or graph.directed:
        return "edges", graph.edge_count
    if not graph.symmetric:
        return "entries", graph.edge_count
    sources, targets = graph.edges()
    loops = int((sources == targets).sum())
    return "edges", (graph.edge_count + loops) // 2


def print_pairs(pairs: Iterable[tuple[str, str]], indent: str = "  ") -> None:
    """Print names and values in two columns."""
    print_table([list(pair) for pair in pairs], indent=indent)


def print_table(
    rows: Sequence[Sequence[str]], *, heading: Sequence[str] = (), indent: str = ""
) -> None:
    """Print rows of equal length in aligned columns."""
    lines = [heading, *rows] if heading else rows
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        put((indent + "  ".join(cells)).rstrip())


def seconds(duration: float) -> str:
    """Format a duration in seconds for people, from microseconds to hours."""
    for unit, scale in (("s", 1.0), ("ms", 1e3)):
        if duration * scale >= 1:
            return f"{duration * scale:.3g} {unit}" if duration < 1000 else f"{duration:.0f} s"
    return f"{duration * 1e6:.0f} us"
