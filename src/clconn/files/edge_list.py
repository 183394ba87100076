"""Edge lists as text, in the form that SNAP publishes.

Each line has one edge: two vertex ids from 0 on, and optionally a weight, separated by
blanks, tabs, commas or semicolons; fields may be in double quotes. ``#`` and ``%`` start
comments. See J. Leskovec and A. Krevl, *SNAP Datasets*, https://snap.stanford.edu/data. The
first line may name the columns, as in tables of comma-separated values. The reader accepts
the attributes that NetworkX writes after an edge, ``{}`` or ``{'weight': 3.5}``. A fourth
column, such as the time in KONECT's files (:mod:`clconn.files.konect`), is ignored.

The format has no field for the number of vertices. The writer stores it in SNAP's
comment ``# Nodes: 6 Edges: 3``. The reader uses the comment if its number is larger than
the ids require, which keeps isolated vertices after the largest id. Another comment of SNAP's,
``# Directed graph``, counts where the direction matters
(:mod:`clconn.files.stated_direction`).

With ``renumber=True`` ids are names (:mod:`clconn.files.named_edges`).
"""

from __future__ import annotations

import re
from typing import BinaryIO

from clconn.files import metis
from clconn.files.contract import Format, Request, Sample
from clconn.files.edge_attributes import plain_block, without_attributes
from clconn.files.edge_columns import EdgeColumns, text_weights, write_columns
from clconn.files.edges import edges_once
from clconn.files.fields import delimiter_of, fields_of, names_columns
from clconn.files.konect import KonectHeader, graph_of_konect, konect_header
from clconn.files.named_edges import read_named_edges, warn_of_ignored_column
from clconn.files.stated_direction import stated_direction
from clconn.files.streams import TextFile
from clconn.files.word_columns import WIDTHS
from clconn.graph import MAXIMUM_VERTICES, Graph

__all__ = ["COMMENTS", "FORMAT", "columns_of", "stated_nodes"]

COMMENTS = b"#%"
"""The characters that start comments."""

_NODES = re.compile(rb"#\s*Nodes:\s*([0-9]{1,10})\b", re.IGNORECASE)
_NUMBER = re.compile(rb"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+|inf|nan)", re.IGNORECASE)


def read(path: str, request: Request) -> Graph:
    """Read an edge list; edge i is the i-th line that is neither a comment nor a heading."""
    if request.renumber:
        return read_named_edges(path, request, COMMENTS)
    nodes = 0
    konect = edges = None
    with TextFile(path, request.progress) as text:
        for block in text.blocks():
            if edges is None:
                konect = konect_header(block.data)
                edges = columns_of(path, request, konect)
            if not edges.count:
                nodes = max(nodes, stated_nodes(block.data))
            edges.add(plain_block(path, block, COMMENTS))
    if edges is None:
        edges = columns_of(path, request, None)
    if konect is not None:
        return graph_of_konect(konect, edges.arrays(), request)
    if edges.columns == (4,):
        warn_of_ignored_column()
    sources, targets, weights = edges.arrays()
    n = request.n
    # Ignore a number in the comment that is too large for a graph, or too small for the ids.
    if n is None and nodes <= MAXIMUM_VERTICES and not (sources >= nodes).any():
        n = None if (targets >= nodes).any() else nodes
    return Graph.from_edges(
        sources,
        targets,
        n,
        weights=weights if request.weighted else None,
        directed=request.is_directed(stated_direction(path)),
    )


def stated_nodes(text: bytes) -> int:
    """Return the largest number of vertices that comments state, or 0."""
    return max((int(count) for count in _NODES.findall(text)), default=0)


def columns_of(path: str, request: Request, konect: KonectHeader | None) -> EdgeColumns:
    """Return what reads the edges of a file that has a header of KONECT, or None."""
    first_id = 0 if konect is None else 1
    return EdgeColumns(path, first_id=first_id, n=request.n, columns=WIDTHS, comments=COMMENTS)


def write(graph: Graph, stream: BinaryIO) -> None:
    """Write a line for each edge; SNAP's comment says whether it is an arc."""
    sources, targets, weights = edges_once(graph)
    if weights is not None:
        weights = text_weights(weights, "edge-list")
    kind = "Directed" if graph.directed else "Undirected"
    stream.write(f"# {kind} graph\n# Nodes: {graph.n} Edges: {sources.size}\n".encode("ascii"))
    write_columns(stream, sources, targets, weights, first_id=0)


def sniff(sample: Sample) -> bool:
    """Check for lines of two numbers each, or three; METIS files can look the same.

    Or for the first line of KONECT, or for four columns with delimiters or a fitting suffix.
    """
    if sample.lines and sample.lines[0].lstrip().startswith(b"#"):
        return True
    if konect_header(sample.text) is not None:
        return True
    lines = without_attributes(b"\n".join(sample.lines)).replace(b"%", b"#").split(b"\n")
    data_lines = [data for line in lines if (data := line.partition(b"#")[0]).strip()]
    rows = [fields_of(line, delimiter_of(line)) for line in data_lines]
    has_heading = len(rows) > 1 and names_columns(rows[0])
    found = {len(row) for row in rows}
    widths = [{2}, {3}]
    if sample.suffix in FORMAT.suffixes or (rows and delimiter_of(data_lines[0])):
        widths.append({4})  # METIS files have lines of four numbers, too
    return (
        sample.suffix not in (".graph", ".metis")
        # Lines of two and of three numbers lack weights, unless they are METIS's.
        and (found in widths or (found == {2, 3} and not metis.sniff(sample)))
        and all(_NUMBER.match(field) for row in rows[has_heading:] for field in row)
    )


FORMAT = Format(
    name="edge-list",
    suffixes=(".txt", ".el", ".wel", ".edges", ".edgelist", ".tsv", ".csv"),
    description="text edge list as of SNAP or KONECT: u v [weight], also with , or ; between",
    read=read,
    write=write,
    sniff=sniff,
    names_vertices=True,
)
