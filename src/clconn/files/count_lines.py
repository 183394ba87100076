"""First lines that count vertices and edges, where an edge list would have an edge.

Edge lists of courses and competitions begin with ``n m``, and a Matrix Market file that
lost its banner with ``n n entries``. Both look like edges. Invariant: no file is read
otherwise because of what is found here. A file whose first line fits the rest exactly is
read as it is, with a warning; if a file cannot be read, the error gets a hint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clconn.files.matrix_market import FORMAT as MATRIX_MARKET
from clconn.files.matrix_market import counts_of_size_line
from clconn.files.streams import quote

if TYPE_CHECKING:
    from clconn.files.contract import Sample
    from clconn.graph import Graph

__all__ = ["count_line_hint", "count_line_warning", "lost_its_banner"]

FEWEST_EDGES = 2
"""Fewest edges after a first line that counts them; a single one fits by chance."""


def lost_its_banner(sample: Sample) -> bool:
    """Check for the suffix and the size line of a square matrix, without the banner."""
    if sample.suffix not in MATRIX_MARKET.suffixes:
        return False
    for line in sample.lines:
        if not line.lstrip().startswith(b"%"):
            counts = counts_of_size_line(line)
            return counts is not None and counts[0] == counts[1]
    return False


def count_line_warning(sample: Sample, graph: Graph, option: str) -> str | None:
    """Return a warning if the first edge of a list fits the number of edges after it.

    Most files are told by the first line alone. `option` names the format.
    """
    first = _first_row(sample)
    if first is None:
        return None
    number, line, values = first
    edges = graph.edge_count - 1
    n, is_size_line = values[0], len(values) == 3
    if edges < FEWEST_EDGES or values[-1] != edges or (is_size_line and values[1] != n):
        return None
    smallest, largest = _range_of_ids(graph)
    from_zero, from_one = largest < n, smallest >= 1 and largest <= n
    place = f"{sample.path}, line {number}: {quote(line)} was read as an edge, but "
    if is_size_line:
        if not from_one:
            return None
        return (
            f"{place}fits the size line of a Matrix Market file that lost its banner; if it is "
            f"one, name the format matrix-market with {option}; if it is an edge, name edge-list"
        )
    texts = [f"'# Nodes: {n}' (ids from 0)"] * from_zero
    texts += [f"'p tw {n} {edges}' (ids from 1)"] * from_one
    if not texts:
        return None
    replaced = "it" if number == 1 else "all lines up to it"
    return (
        f"{place}fits the numbers of vertices and edges of what follows; if it counts them, "
        f"replace {replaced} by {' or '.join(texts)}; if it is an edge, name the format "
        f"edge-list with {option}"
    )


def _range_of_ids(graph: Graph) -> tuple[int, int]:
    """Return the smallest and the largest id of all edges but the first."""
    ends = [end[1:] for end in graph.edges()]
    return min(int(end.min()) for end in ends), max(int(end.max()) for end in ends)


def count_line_hint(sample: Sample, option: str) -> str:
    """Return what to do if the first line alone has another width and may count; or nothing."""
    first = _first_row(sample)
    if first is None:
        return ""
    number, line, values = first
    rows = [row for line in sample.lines if (row := _data(line).split())][1:]
    widths = {len(row) for row in rows}
    if len(values) == 2 and widths == {3}:
        return (
            f"; if {quote(line)} in line {number} counts vertices and edges, replace it by "
            f"'# Nodes: {values[0]}'; if it is an edge, it lacks its weight"
        )
    if len(values) == 3 and values[0] == values[1] and widths == {2}:
        return (
            f"; if {quote(line)} in line {number} is the size line of a Matrix Market file that "
            f"lost its banner, name the format matrix-market with {option}"
        )
    return ""


def _data(line: bytes) -> bytes:
    return line.replace(b"%", b"#").partition(b"#")[0].strip()


def _first_row(sample: Sample) -> tuple[int, bytes, list[int]] | None:
    """Return the number, text and values of the first line that is no comment.

    Returns None if it has other words than two or three numbers, or if a comment already
    tells the number of vertices.
    """
    if not sample.lines or b"nodes:" in sample.text[:4096].lower():
        return None
    for number, line in enumerate(sample.text.split(b"\n"), 1):
        words = _data(line).split()
        if words:
            plain = all(word.isdigit() and len(word) < 19 for word in words)
            return (number, line, [*map(int, words)]) if plain and len(words) in (2, 3) else None
    return None
