"""DIMACS graphs, in the three dialects that share the suffix ``.gr``.

* shortest paths: ``p sp n m``, then ``a u v w``; C. Demetrescu, A. V. Goldberg
  and D. S. Johnson, *9th DIMACS Implementation Challenge*, 2006,
  http://www.diag.uniroma1.it/challenge9/format.shtml
* coloring: ``p edge n m`` (or ``p col``), then ``e u v``
* treewidth (PACE): ``p tw n m``, then ``u v``;
  https://pacechallenge.org/2017/treewidth/

Lines that begin with ``c`` are comments; ids begin with 1. Edge i is the i-th edge line
after the problem line. Lines with ``a`` are arcs, where the direction matters; the other
dialects have edges. Road maps store each road as two arcs, which become two parallel edges.
"""

from __future__ import annotations

from typing import BinaryIO

import numpy as np

from clconn.errors import GraphFileError
from clconn.files.contract import Format, Request, Sample, check_announced
from clconn.files.edge_columns import EdgeColumns, text_weights, write_columns
from clconn.files.edges import edges_once
from clconn.files.streams import TextFile, quote
from clconn.graph import Graph

__all__ = ["FORMAT", "begin"]

_DIALECTS = {
    b"sp": (b"a", 3),
    b"edge": (b"e", 2),
    b"col": (b"e", 2),
    b"tw": (b"", 2),
    b"td": (b"", 2),
}


def read(path: str, request: Request) -> Graph:
    """Read a graph in any of the dialects."""
    with TextFile(path, request.progress) as text:
        edges, n, edge_count = begin(text, request)
        problem_line = text.line
        edges.read(text)
    check_announced(path, edges.count, edge_count, "edges", line=problem_line)
    sources, targets, weights = edges.arrays()
    return Graph.from_edges(
        sources,
        targets,
        n,
        weights=weights if request.weighted else None,
        directed=request.is_directed(edges.tag == b"a"),
    )


def begin(text: TextFile, request: Request) -> tuple[EdgeColumns, int, int]:
    """Read the header; return what reads the rest, and the numbers of vertices and edges."""
    tag, columns, n, edge_count = _problem_line(text)
    request.vertex_count(text.path, n, line=text.line)
    edges = EdgeColumns(text.path, first_id=1, n=n, tag=tag, columns=(columns,), comments=b"c")
    return edges, n, edge_count


def _problem_line(text: TextFile) -> tuple[bytes, int, int, int]:
    line = text.header_line(b"c")
    words = line.split()
    numbers = words[2:]
    if (
        len(words) != 4
        or words[0] != b"p"
        or words[1] not in _DIALECTS
        or not all(number.isdigit() and len(number) < 19 for number in numbers)
    ):
        raise GraphFileError(
            text.path,
            f"expected the problem line 'p sp n m', 'p edge n m' or 'p tw n m', "
            f"found {quote(line)}",
            line=text.line,
        )
    n, edge_count = map(int, numbers)
    return *_DIALECTS[words[1]], n, edge_count


def write(graph: Graph, stream: BinaryIO) -> None:
    """Write ``p sp`` with one arc for each edge, or ``p edge`` without weights.

    ``p edge`` holds no arcs, so those of a graph without weights get the weight 1. An edge with a
    weight is one arc, so where the direction matters it has the one in which it is stored.
    """
    sources, targets, weights = edges_once(graph)
    if weights is not None:
        weights = text_weights(weights, "dimacs")
    elif graph.directed:
        weights = np.ones(sources.size, dtype=np.int64)
    dialect, tag = ("edge", "e") if weights is None else ("sp", "a")
    stream.write(f"p {dialect} {graph.n} {sources.size}\n".encode("ascii"))
    write_columns(stream, sources, targets, weights, first_id=1, tag=tag)


def sniff(sample: Sample) -> bool:
    """Check for a problem line, possibly after comments."""
    for line in sample.lines:
        word = line.split()[0]
        if word == b"p":
            return True
        if not word.startswith(b"c"):
            return False
    return bool(sample.lines)


FORMAT = Format(
    name="dimacs",
    suffixes=(".gr", ".dimacs", ".col"),
    description="DIMACS: p sp / a u v w, p edge / e u v, or PACE p tw / u v; ids from 1",
    read=read,
    write=write,
    sniff=sniff,
)
