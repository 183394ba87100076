"""METIS adjacency lists.

G. Karypis, *METIS: A Software Package for Partitioning Unstructured Graphs*,
manual of version 5.1.0, section 4.1.1. The header is ``n m [fmt [ncon]]``. Line v
lists the neighbors of vertex v, with ids from 1 and each edge at both ends. The three
digits of fmt say whether the file has vertex sizes, vertex weights (ncon of them) and
edge weights; the reader skips the first two. A line that starts with ``%`` is a
comment; a blank line is a vertex without neighbors.

Lines differ in width, so the reader parses a block as one sequence of numbers and
counts the words of each line separately. The two totals must agree, which detects words
that are not exactly one number.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from clconn.errors import GraphFileError, OutputError
from clconn.files.contract import WITHOUT_WEIGHTS, Format, Request, Sample
from clconn.files.fields import words_of_lines
from clconn.files.rows import undirected_rows
from clconn.files.streams import Block, TextFile, quote
from clconn.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMAT"]

_FMT = re.compile(rb"[01]{1,3}")
_MOST_DIGITS = 18
_LIMITS = np.iinfo(np.int64)
_WRITTEN_AT_ONCE = 1 << 18


class _Vertices:
    """The vertex lines read so far; the first `skipped` numbers of each are not neighbors."""

    def __init__(self, path: str, n: int, skipped: int, weighted: bool) -> None:
        self.path = path
        self.n = n
        self.skipped = skipped
        self.step = 2 if weighted else 1
        self.count = 0
        self.degrees: list[NDArray[np.int64]] = []
        self.neighbors: list[NDArray[np.int32]] = []
        self.weights: list[NDArray[np.int64]] = []

    def add(self, block: Block) -> None:
        """Add the vertices of one block."""
        data = block.data if block.data.endswith(b"\n") else block.data + b"\n"
        if b"%" in data:
            lines = [line for line in data.split(b"\n") if not line.lstrip().startswith(b"%")]
            data = b"\n".join(lines)
        counts = words_of_lines(data)
        total = int(counts.sum())
        try:
            # fromstring fails on text without numbers.
            values = np.fromstring(data, dtype=np.int64, sep=" ") if total else np.empty(0, int)
        except ValueError:
            return self._refuse(block)
        left = self.n - self.count
        if values.size != total or counts[left:].any():
            return self._refuse(block)
        counts = counts[:left]
        rest = counts - self.skipped
        if rest.size and (int(rest.min()) < 0 or (rest % self.step).any()):
            return self._refuse(block)
        if self.skipped:
            starts = np.cumsum(counts) - counts
            place = np.arange(total) - np.repeat(starts, counts)
            values = values[place >= self.skipped]
        ids = values[:: self.step]
        if ids.size and (int(ids.min()) < 1 or int(ids.max()) > self.n):
            return self._refuse(block)
        if self.step == 2:
            weights = values[1::2].copy()
            # fromstring replaces numbers beyond 64 bits by the limits of int64.
            if np.isin(weights, [_LIMITS.min, _LIMITS.max]).any():
                self._check_lines(block)
            self.weights.append(weights)
        self.count += counts.size
        self.degrees.append(rest // self.step)
        self.neighbors.append((ids - 1).astype(np.int32))
        return None

    def _refuse(self, block: Block) -> None:
        self._check_lines(block)
        raise GraphFileError(
            self.path, "expected vertex lines of integers from here on", line=block.line
        )

    def _check_lines(self, block: Block) -> None:
        vertex = self.count
        for number, line in enumerate(block.data.split(b"\n"), block.line):
            if line.lstrip().startswith(b"%"):
                continue
            words = line.split()
            vertex += 1
            problem = self._problem(vertex, words)
            if problem:
                raise GraphFileError(self.path, problem, line=number)

    def _problem(self, vertex: int, words: list[bytes]) -> str | None:
        if vertex > self.n:
            return f"expected the end after {self.n} vertices, found a line more" if words else None
        for place, word in enumerate(words):
            if not word.removeprefix(b"-").removeprefix(b"+").isdigit():
                return f"expected integers, found {quote(word)}"
            value = int(word[:30])
            is_neighbor = place >= self.skipped and (place - self.skipped) % self.step == 0
            if is_neighbor and not 1 <= value <= self.n:
                return f"neighbor {quote(word)} is outside 1..{self.n}"
            if not _LIMITS.min <= value <= _LIMITS.max:
                return f"weight {quote(word)} does not fit in 64 bits"
        rest = len(words) - self.skipped
        if rest < 0:
            return f"expected {self.skipped} vertex weights or sizes, found {len(words)} numbers"
        if rest % self.step:
            return "expected pairs 'neighbor weight', but the last neighbor has no weight"
        return None


def read(path: str, request: Request) -> Graph:
    """Read adjacency lists; each edge becomes two entries of the rows."""
    with TextFile(path, request.progress) as text:
        n, edge_count, skipped, weighted = _header(text)
        header_line = text.line
        request.vertex_count(path, n, line=header_line)
        vertices = _Vertices(path, n, skipped, weighted)
        for block in text.blocks():
            vertices.add(block)
    if vertices.count != n:
        raise GraphFileError(
            path,
            f"{n} vertices are announced but {vertices.count} vertex lines are there",
            line=header_line,
        )
    neighbors = np.concatenate([np.empty(0, dtype=np.int32), *vertices.neighbors])
    degrees = np.concatenate([np.zeros(1, dtype=np.int64), *vertices.degrees])
    entries = neighbors.size
    if entries != 2 * edge_count:
        loops = np.repeat(np.arange(n, dtype=np.int32), degrees[1:]) == neighbors
        if entries + np.count_nonzero(loops) != 2 * edge_count:
            raise GraphFileError(
                path,
                f"{edge_count} edges are announced, {2 * edge_count} entries, "
                f"but {entries} entries are there",
                line=header_line,
            )
    weights = None
    if weighted and request.weighted:
        weights = np.concatenate([np.empty(0, dtype=np.int64), *vertices.weights])
    return Graph.from_csr(
        np.cumsum(degrees), neighbors, weights=weights, directed=request.is_directed(False)
    )


def _fmt_of(header: list[bytes]) -> bytes:
    return header[2] if len(header) > 2 else b"0"


def _header(text: TextFile) -> tuple[int, int, int, bool]:
    """Read the counts of vertices, edges and numbers to skip, and whether edges have weights."""
    line = text.header_line(b"%")
    words = line.split()
    if not 2 <= len(words) <= 4 or not all(
        word.isdigit() and len(word) <= _MOST_DIGITS for word in words
    ):
        raise GraphFileError(
            text.path,
            f"expected the header 'n m [fmt [ncon]]', found {quote(line)}",
            line=text.line,
        )
    fmt = _fmt_of(words)
    if not _FMT.fullmatch(fmt):
        raise GraphFileError(
            text.path,
            f"fmt is {quote(fmt)}; expected up to three digits of 0 and 1",
            line=text.line,
        )
    n, edge_count = int(words[0]), int(words[1])
    has_sizes, has_vertex_weights, has_edge_weights = (
        digit == "1" for digit in fmt.decode("ascii").rjust(3, "0")
    )
    constraints = int(words[3]) if len(words) == 4 else 1
    return n, edge_count, has_sizes + has_vertex_weights * constraints, has_edge_weights


def write(graph: Graph, stream: BinaryIO) -> None:
    """Write adjacency lists without self loops, which METIS does not allow.

    Raises
    ------
    OutputError
        If the graph is directed or has weights that are not integers.
    """
    if graph.directed:
        raise OutputError("the metis format holds undirected graphs only; write matrix-market")
    if graph.weights is not None:
        if graph.weights.dtype.kind == "f":
            raise OutputError(
                f"the metis format holds integer weights and these are {graph.weights.dtype}; "
                f"write matrix-market, edge-list or npz, or {WITHOUT_WEIGHTS}"
            )
        if graph.weights.size and int(graph.weights.max()) > _LIMITS.max:
            raise OutputError("a weight is beyond int64; write npz, which keeps any type")
    offsets, neighbors, weights = undirected_rows(graph)
    header = f"{graph.n} {neighbors.size // 2}" + ("" if weights is None else " 001")
    stream.write(f"{header}\n".encode("ascii"))
    values: NDArray[Any] = neighbors.astype(np.int64) + 1
    if weights is not None:
        values = np.column_stack([values, weights.astype(np.int64)]).ravel()
        offsets = offsets.astype(np.int64) * 2
    start = 0
    while start < graph.n:
        # Take as many vertices as fit a chunk of numbers, and at least one.
        reach = np.searchsorted(offsets, offsets[start] + _WRITTEN_AT_ONCE, side="right") - 1
        stop = min(max(int(reach), start + 1), start + _WRITTEN_AT_ONCE)
        widths = np.diff(offsets[start : stop + 1]).tolist()
        part = values[offsets[start] : offsets[stop]].tolist()
        stream.write(("".join(map(_template, widths)) % tuple(part)).encode("ascii"))
        start = stop


@lru_cache(maxsize=1024)
def _template(width: int) -> str:
    return " ".join(["%d"] * width) + "\n"


def sniff(sample: Sample) -> bool:
    """Check for a plausible header above lines of integers that differ in width.

    Lines of equal width could also be an edge list; then the suffix decides. So could lines of two
    and three numbers, if an edge lacks its weight: then the lines are counted.
    """
    rows = [line.split() for line in sample.lines if not line.lstrip().startswith(b"%")]
    if not rows or not 2 <= len(rows[0]) <= 4:
        return False
    if not all(word.lstrip(b"-").isdigit() for row in rows for word in row):
        return False
    if sample.suffix in FORMAT.suffixes:
        return True
    widths = {len(row) for row in rows}
    if len(widths) == 1 and len(rows[0]) <= 3:
        return False
    return not widths <= {2, 3} or _fits_header(sample, rows[0])


def _fits_header(sample: Sample, header: list[bytes]) -> bool:
    """Whether a header has a valid fmt, and counts the lines after it, if the file is whole."""
    if not _FMT.fullmatch(_fmt_of(header)):
        return False
    if not sample.is_whole:
        return True
    if not header[0].isdigit() or len(header[0]) > _MOST_DIGITS:
        return False
    lines = sample.text.removesuffix(b"\n").split(b"\n")
    # Blank lines are vertices, too, but for those behind the last vertex.
    data = [bool(line.strip()) for line in lines if not line.lstrip().startswith(b"%")]
    data = data[data.index(True) + 1 :]
    last = len(data) - data[::-1].index(True) if any(data) else 0
    return last <= int(header[0]) <= len(data)


FORMAT = Format(
    name="metis",
    suffixes=(".graph", ".metis"),
    description="METIS adjacency lists: n m [fmt [ncon]], ids from 1, integer weights",
    read=read,
    write=write,
    sniff=sniff,
    holds_arcs=False,
)
