"""Edges as two arrays on a device, and their extraction from rows: ``edge_arrays.cl``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR

__all__ = ["EdgeArrays", "RowBlocks", "edges_of_rows", "entries_of_edges", "put_edges"]

_BLOCKS = 65536


@dataclass(frozen=True)
class EdgeArrays:
    """The coordinate form (COO) of a graph, or of a part of it.

    Attributes
    ----------
    sources, targets : pyopencl.Buffer
        At least ``count`` int32 each.
    count
        Number of edges.
    scratch
        Whether a finish may change the arrays; false for those of a graph.
    """

    sources: Any
    targets: Any
    count: int
    scratch: bool = False


def put_edges(runtime: Runtime, sources: Any, targets: Any) -> EdgeArrays:
    """Put host arrays of int32 on a device; a processor uses them in place.

    Raises
    ------
    DeviceMemoryError
        Before any allocation, if the arrays do not fit.
    """
    size = int(sources.size)
    runtime.check_memory({"sources": 4 * size, "targets": 4 * size}, "the edges of the graph")
    ends = [runtime.upload(np.ascontiguousarray(array)) for array in (sources, targets)]
    return EdgeArrays(ends[0], ends[1], size)


def edges_of_rows(
    runtime: Runtime, rows: DeviceCSR, *, symmetric: bool, needs: Mapping[str, int]
) -> EdgeArrays:
    """The edges of rows on a device: those of ``Graph.undirected_edges``, in its order.

    Parameters
    ----------
    rows
        Valid rows.
    symmetric
        Whether each edge is stored at both ends; then it is listed once.
    needs
        Bytes that the device already holds, by what they hold.

    Raises
    ------
    DeviceMemoryError
        Before the arrays are allocated, if they do not fit next to the rows.
    """
    if not rows.entry_count:
        empty = runtime.allocate(4)
        return EdgeArrays(empty, empty, 0)
    with runtime.lock:
        listing = RowBlocks(runtime, rows, symmetric=symmetric)
        count = listing.count
        needs = {**needs, "sources": 4 * count, "targets": 4 * count if symmetric else 0}
        runtime.check_memory(needs, "the graph as rows and as an array of edges")
        sources = runtime.allocate(4 * count)
        targets = runtime.allocate(4 * count) if symmetric else rows.neighbors
        listing.list_edges(sources, targets, None)
    return EdgeArrays(sources, targets, count)


def entries_of_edges(runtime: Runtime, rows: DeviceCSR, *, needs: Mapping[str, int]) -> Any:
    """A buffer with the entry of each edge that :func:`edges_of_rows` lists of symmetric rows.

    Its numbers have the offsets' type.

    Raises
    ------
    DeviceMemoryError
        Before the buffer is allocated, if it does not fit.
    """
    with runtime.lock:
        listing = RowBlocks(runtime, rows, symmetric=True)
        size = rows.offset_dtype.itemsize * listing.count
        runtime.check_memory({**needs, "entries of edges": size}, "the entries of the edges")
        entries = runtime.allocate(size)
        listing.list_edges(None, None, entries)
    return entries


class RowBlocks:
    """Blocks of entries, one per work-item, and the number of edges in each block.

    The rows have at least one entry. The caller holds the runtime's lock.

    Attributes
    ----------
    count
        Edges in all blocks.
    """

    def __init__(
        self, runtime: Runtime, rows: DeviceCSR, *, symmetric: bool, **switches: str | None
    ) -> None:
        self._runtime = runtime
        self._rows = rows
        entry_count = rows.entry_count
        block = -(-entry_count // _BLOCKS)
        self._blocks = -(-entry_count // block)
        self._switches: dict[str, str | None] = {"OFFSET": rows.offset_type, **switches}
        self._sizes = (rows.n, rows.place(entry_count), rows.place(block))
        counts = np.full(self._blocks, block, dtype=np.int64)
        counts[-1] = entry_count - block * (self._blocks - 1)
        self._add_up(counts)
        if symmetric:
            self._switches["SYMMETRIC"] = None
            self.count_by("edge_arrays", "count_edges")

    def _add_up(self, counts: Any) -> None:
        self._begins = np.cumsum(counts) - counts
        self.count = int(counts.sum())

    def count_by(self, file: str, name: str, *arguments: Any) -> None:
        """Count with a kernel; its last argument gets an int32 for each block."""
        buffer = self._runtime.allocate(4 * self._blocks)
        self.launch(file, name, *arguments, buffer)
        self._add_up(self._runtime.download(buffer, self._blocks).astype(np.int64))

    def begins(self) -> Any:
        """Upload the number of edges before each block to a buffer."""
        return self._runtime.upload_writable(self._begins.astype(self._rows.offset_dtype))

    def launch(self, file: str, name: str, *arguments: Any) -> None:
        """Run a kernel, with a work-item for each block, and wait for it."""
        runtime = self._runtime
        kernel = runtime.kept_kernel(file, name, self._switches)
        local = min(64, runtime.tuning.local_size)
        arguments = (*self._sizes, *self._rows.arguments, *arguments)
        runtime.enqueue([Launch(kernel, self._blocks, local, *arguments)])
        # The arguments may include memory that is given back next.
        runtime.finish()

    def list_edges(self, *arrays: Any) -> None:
        """List the sources, the targets and the entries; None leaves an array out."""
        self.launch("edge_arrays", "list_edges", self.begins(), *arrays)
