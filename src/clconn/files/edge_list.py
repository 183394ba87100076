"""Edge lists as text, in the form that SNAP publishes.

Each line has one edge: two vertex ids from 0 on, and optionally a weight, separated by
blanks, tabs or commas. ``#`` and ``%`` start comments. See J. Leskovec and A. Krevl,
*SNAP Datasets*, https://snap.stanford.edu/data. The first line may name the columns, as
in tables of comma-separated values. The reader accepts the attributes that NetworkX
writes after an edge, ``{}`` or ``{'weight': 3.5}``.

The format has no field for the number of vertices. The writer stores it in SNAP's
comment ``# Nodes: 6 Edges: 3``. The reader uses the comment if its number is larger than
the ids require, which keeps isolated vertices after the largest id.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from clconn.files.contract import Format, Request, Sample
from clconn.files.edge_attributes import plain_block, without_attributes
from clconn.files.edge_columns import (
    EdgeColumns,
    fields_of,
    names_columns,
    text_weights,
    write_columns,
)
from clconn.files.edges import edges_once
from clconn.files.streams import TextFile
from clconn.graph import MAXIMUM_VERTICES, Graph

__all__ = ["FORMAT"]

_COMMENTS = b"#%"
_NODES = re.compile(rb"#\s*Nodes:\s*([0-9]{1,10})\b", re.IGNORECASE)
_NUMBER = re.compile(rb"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+|inf|nan)", re.IGNORECASE)


def read(path: str, request: Request) -> Graph:
    """Read an edge list; edge i is the i-th line that is neither a comment nor a heading."""
    edges = EdgeColumns(path, first_id=0, n=request.n, comments=_COMMENTS)
    nodes = 0
    with TextFile(path, request.progress) as text:
        for block in text.blocks():
            if not edges.count:
                nodes = max([nodes, *(int(count) for count in _NODES.findall(block.data))])
            edges.add(plain_block(path, block, _COMMENTS))
    sources, targets, weights = edges.arrays()
    n = request.n
    if n is None and sources.size + nodes:
        smallest_n = max(int(sources.max()), int(targets.max())) + 1 if sources.size else 0
        # Ignore a number in the comment that is too large for a graph.
        n = max(smallest_n, nodes if nodes <= MAXIMUM_VERTICES else 0)
    return Graph.from_edges(
        sources,
        targets,
        n,
        weights=weights if request.weighted else None,
        directed=bool(request.directed),
    )


def write(graph: Graph, stream: BinaryIO) -> None:
    """Write a line for each edge; the file does not store the direction."""
    sources, targets, weights = edges_once(graph)
    if weights is not None:
        weights = text_weights(weights, "edge-list")
    stream.write(f"# Nodes: {graph.n} Edges: {sources.size}\n".encode("ascii"))
    write_columns(stream, sources, targets, weights, first_id=0)


def sniff(sample: Sample) -> bool:
    """Check for lines of two numbers each, or three; METIS files can look the same."""
    if sample.lines and sample.lines[0].lstrip().startswith(b"#"):
        return True
    lines = without_attributes(b"\n".join(sample.lines)).replace(b"%", b"#").split(b"\n")
    data_lines = [data for line in lines if (data := line.partition(b"#")[0]).strip()]
    rows = [fields_of(line, b"," if b"," in line else None) for line in data_lines]
    has_heading = len(rows) > 1 and names_columns(rows[0])
    return (
        sample.suffix not in (".graph", ".metis")
        and {len(row) for row in rows} in ({2}, {3})
        and all(_NUMBER.match(field) for row in rows[has_heading:] for field in row)
    )


FORMAT = Format(
    name="edge-list",
    suffixes=(".txt", ".el", ".wel", ".edges", ".edgelist", ".tsv"),
    description="text edge list as of SNAP: u v [weight] or u,v[,weight], ids from 0",
    read=read,
    write=write,
    sniff=sniff,
)
