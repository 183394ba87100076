"""ECL graphs: binary compressed sparse rows.

M. Burtscher, *ECLgraph*, https://cs.txstate.edu/~burtscher/research/ECLgraph/.
A file is little-endian and has no magic number. It contains nodes, edges,
nindex[nodes + 1], nlist[edges] and optionally eweight[edges]. nlist and eweight are
int32; the rest is int32 in the first version of the format and int64 in the second.

The reader chooses the version whose sizes add up to the length of the file and whose
nindex begins with 0. At most one version fits, because the second header is longer.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from clconn.errors import GraphFileError, OutputError
from clconn.files.contract import WITHOUT_WEIGHTS, Format, Request, Sample
from clconn.files.rows import undirected_rows
from clconn.files.streams import open_stream
from clconn.graph import MAXIMUM_VERTICES, Graph
from clconn.user_rows import is_checked_later

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMAT"]

_LONGEST_HEADER = 24
_LIMITS = np.iinfo(np.int32)


@dataclass(frozen=True)
class _Layout:
    """The content of a header, read as integers of `width` bytes."""

    width: int
    nodes: int
    edges: int
    first_offset: int

    @classmethod
    def of(cls, head: bytes, width: int) -> _Layout | None:
        if len(head) < 3 * width:
            return None
        layout = cls(width, *struct.unpack_from("<3i" if width == 4 else "<3q", head))
        plausible = 0 <= layout.nodes <= MAXIMUM_VERTICES and layout.edges >= 0
        return layout if plausible and layout.first_offset == 0 else None

    @property
    def neighbors_start(self) -> int:
        return (self.nodes + 3) * self.width

    @property
    def bytes_unweighted(self) -> int:
        return self.neighbors_start + 4 * self.edges

    @property
    def bytes_weighted(self) -> int:
        return self.bytes_unweighted + 4 * self.edges

    def fits(self, size: int) -> bool:
        return size in (self.bytes_unweighted, self.bytes_weighted)


def _layouts(head: bytes) -> list[_Layout]:
    return [layout for width in (4, 8) if (layout := _Layout.of(head, width))]


def read(path: str, request: Request) -> Graph:
    """Read the rows unchanged; an undirected graph has each edge at both ends."""
    with open_stream(path) as stream:
        size = stream.size()
        layouts = _layouts(stream.read(_LONGEST_HEADER))
        layout = next((layout for layout in layouts if layout.fits(size)), None)
        if layout is None:
            _refuse_size(path, layouts, size)
        assert layout is not None
        request.vertex_count(path, layout.nodes)
        stream.size()  # back to the start
        stream.array("<i4" if layout.width == 4 else "<i8", 2)
        offsets = stream.array("<i4" if layout.width == 4 else "<i8", layout.nodes + 1)
        neighbors = stream.array("<i4", layout.edges)
        check = partial(_check_rows, path, layout, offsets, neighbors)
        is_checked = not is_checked_later(offsets, neighbors)
        if is_checked:
            check()
        weights = None
        if layout.edges and size == layout.bytes_weighted and request.weighted:
            weights = stream.array("<i4", layout.edges)
    if not is_checked and offsets[-1] != layout.edges:
        check()
    graph = Graph.from_csr(offsets, neighbors, weights=weights, directed=request.is_directed())
    if not is_checked and graph.user_rows is not None:
        graph.user_rows.check_file = check
    return graph


def _check_rows(
    path: str, layout: _Layout, offsets: NDArray[Any], neighbors: NDArray[np.int32]
) -> None:
    """Raise an error that names the first byte of an offset or a neighbor that is wrong."""
    _check_offsets(path, layout, offsets)
    outside = (neighbors < 0) | (neighbors >= layout.nodes)
    if outside.any():
        entry = int(np.flatnonzero(outside)[0])
        raise GraphFileError(
            path,
            f"entry {entry} of nlist is vertex {neighbors[entry]}, outside 0..{layout.nodes - 1}",
            byte=layout.neighbors_start + 4 * entry,
        )


def _refuse_size(path: str, layouts: list[_Layout], size: int) -> None:
    if not layouts:
        raise GraphFileError(
            path, "expected a header of nodes, edges and nindex[0] = 0, as int32 or int64", byte=0
        )
    # Read with the smaller integers, a header of the second version has no edges.
    layout = max(layouts, key=lambda one: (one.edges > 0, one.width))
    raise GraphFileError(
        path,
        f"expected {layout.bytes_unweighted} bytes for {layout.nodes} nodes and {layout.edges} "
        f"edges ({layout.bytes_weighted} with weights), but the file ends here",
        byte=size,
    )


def _check_offsets(path: str, layout: _Layout, offsets: NDArray[Any]) -> None:
    decreases = np.flatnonzero(offsets[1:] < offsets[:-1])
    place, message = -1, ""
    if decreases.size:
        place = int(decreases[0]) + 1
        message = f"nindex falls from {offsets[place - 1]} to {offsets[place]} at node {place}"
    elif offsets[-1] != layout.edges:
        place = layout.nodes
        message = f"nindex ends with {offsets[-1]}; expected {layout.edges}, the number of edges"
    if message:
        raise GraphFileError(path, message, byte=(2 + place) * layout.width)


def write(graph: Graph, stream: BinaryIO) -> None:
    """Write rows: each edge at both ends, or the arcs of a directed graph.

    Header integers have 32 bits, or 64 bits from 2**31 entries on. Self loops of an
    undirected graph are left out.

    Raises
    ------
    OutputError
        If a weight is not a 32-bit integer.
    """
    weights = graph.weights
    if weights is not None and weights.dtype.kind == "f":
        raise OutputError(
            f"the ecl format holds int32 weights and these are {weights.dtype}; "
            f"write matrix-market, edge-list or npz, or {WITHOUT_WEIGHTS}"
        )
    if (
        weights is not None
        and weights.size
        and not _LIMITS.min <= int(weights.min()) <= int(weights.max()) <= _LIMITS.max
    ):
        raise OutputError(
            f"the ecl format holds int32 weights and these reach from {weights.min()} to "
            f"{weights.max()}; write metis, edge-list or npz, or {WITHOUT_WEIGHTS}"
        )
    offsets, neighbors, weights = (
        _directed_rows(graph) if graph.directed else undirected_rows(graph)
    )
    wide = "<i4" if neighbors.size <= _LIMITS.max else "<i8"
    parts = [
        np.array([graph.n, neighbors.size], dtype=wide),
        offsets.astype(wide, copy=False),
        neighbors.astype("<i4", copy=False),
    ]
    if weights is not None:
        parts.append(weights.astype("<i4", copy=False))
    for part in parts:
        stream.write(np.ascontiguousarray(part).view(np.uint8).data)


def _directed_rows(graph: Graph) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any] | None]:
    if graph.rows is not None:
        return graph.rows.offsets, graph.rows.neighbors, graph.weights
    sources, targets = graph.edges()
    order = np.argsort(sources, kind="stable")
    offsets = np.concatenate([[0], np.cumsum(np.bincount(sources, minlength=graph.n))])
    weights = None if graph.weights is None else graph.weights[order]
    return offsets, targets[order], weights


def sniff(sample: Sample) -> bool:
    """Check for a header that agrees with the size of the file."""
    layouts = _layouts(sample.head)
    if not layouts:
        return False
    with open_stream(sample.path) as stream:
        size = stream.size()
    return any(layout.fits(size) for layout in layouts)


FORMAT = Format(
    name="ecl",
    suffixes=(".egr",),
    description="ECL binary CSR (32-bit or 64-bit header), int32 weights",
    read=read,
    write=write,
    sniff=sniff,
)
