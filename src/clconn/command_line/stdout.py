"""Results on standard output: one JSON object for scripts, aligned text for people."""

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
    "as_text",
    "edges_or_entries",
    "flush_output",
    "print_graph",
    "print_json",
    "print_pairs",
    "print_table",
    "put",
    "seconds",
]


def as_text(value: Any) -> str:
    """A parameter's value as it is typed: ``true``, ``2``, ``halve``.

    Parameters
    ----------
    value : object

    Returns
    -------
    str
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def put(text: str = "") -> None:
    """Print a line on standard output.

    Parameters
    ----------
    text : str, optional

    Raises
    ------
    OutputError
        If it cannot be written, say because a disk is full.
    BrokenPipeError
        If nobody reads it any more.
    """
    with _named_output():
        print(text)


def flush_output() -> None:
    """Write what is still buffered; raises what :func:`put` raises."""
    if sys.stdout is not None:
        with _named_output():
            sys.stdout.flush()


@contextmanager
def _named_output() -> Iterator[None]:
    """Say which file it was: an error of a stream has no name."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output: {error.strerror}") from error


def print_json(values: dict[str, Any]) -> None:
    """Print one JSON object in one line.

    Parameters
    ----------
    values : dict
        Of what JSON can say; numbers of numpy too.
    """
    put(json.dumps(values, default=_plain, allow_nan=False))


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no JSON form")


def print_graph(graph: Graph, path: str, as_json: bool, **more: Any) -> None:
    """Print what was written: the file, and how much is in it.

    Parameters
    ----------
    graph : Graph
    path : str
    as_json : bool
        Whether as one JSON object.
    **more
        Further entries of the object.
    """
    name, count = edges_or_entries(graph)
    if as_json:
        values = {"count": count, "vertices": graph.n, name: count, "directed": graph.directed}
        print_json({"file": path, **values, "weighted": graph.weights is not None, **more})
    else:
        put(f"{path}: {graph.n:,} vertices, {count:,} {name}")


def edges_or_entries(graph: Graph) -> tuple[str, int]:
    """What a graph holds, and how many.

    Parameters
    ----------
    graph : Graph

    Returns
    -------
    name : str
        ``"edges"``, or ``"entries"`` for rows of which it is not known whether they hold each
        edge once or twice; finding out would take longer than most commands.
    count : int
    """
    if graph.rows is None or graph.directed:
        return "edges", graph.edge_count
    if not graph.symmetric:
        return "entries", graph.edge_count
    sources, targets = graph.edges()
    loops = int((sources == targets).sum())
    return "edges", (graph.edge_count + loops) // 2


def print_pairs(pairs: Iterable[tuple[str, str]], indent: str = "  ") -> None:
    """Print names and values in two columns.

    Parameters
    ----------
    pairs : iterable of (str, str)
    indent : str, default two spaces
    """
    print_table([list(pair) for pair in pairs], indent=indent)


def print_table(
    rows: Sequence[Sequence[str]], *, heading: Sequence[str] = (), indent: str = ""
) -> None:
    """Print rows in aligned columns.

    Parameters
    ----------
    rows : sequence of sequences of str
        All of one length.
    heading : sequence of str, optional
        A first row.
    indent : str, optional
        Before each row.
    """
    lines = [heading, *rows] if heading else rows
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        put((indent + "  ".join(cells)).rstrip())


def seconds(duration: float) -> str:
    """A duration that reads well, from microseconds to hours.

    Parameters
    ----------
    duration : float
        In seconds.

    Returns
    -------
    str
    """
    for unit, scale in (("s", 1.0), ("ms", 1e3)):
        if duration * scale >= 1:
            return f"{duration * scale:.3g} {unit}" if duration < 1000 else f"{duration:.0f} s"
    return f"{duration * 1e6:.0f} us"
