"""Edges as two arrays on a device, and how rows are made into them: ``edge_arrays.cl``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["EdgeArrays", "RowBlocks", "edges_of_rows", "entries_of_edges", "put_edges"]

_BLOCKS = 65536


@dataclass(frozen=True)
class EdgeArrays:
    """The coordinate form (COO) of a graph, or of a part of it.

    Attributes
    ----------
    sources, targets : pyopencl.Buffer
        Of at least ``count`` int32.
    count : int
        Number of edges.
    scratch : bool
        Whether a finish may change them; not those of a graph.
    """

    sources: Any
    targets: Any
    count: int
    scratch: bool = False


def put_edges(runtime: Runtime, sources: Any, targets: Any) -> EdgeArrays:
    """Put the arrays of a host on a device; on a processor they are used in place.

    Parameters
    ----------
    runtime : Runtime
    sources, targets : numpy.ndarray, shape (m,), int32

    Raises
    ------
    DeviceMemoryError
        Before anything is allocated, if they do not fit.
    """
    size = int(sources.size)
    runtime.check_memory({"sources": 4 * size, "targets": 4 * size}, "the edges of the graph")
    ends = [runtime.upload(np.ascontiguousarray(array)) for array in (sources, targets)]
    return EdgeArrays(ends[0], ends[1], size)


def edges_of_rows(
    runtime: Runtime, n: int, entries: int, offsets: Any, neighbors: Any, offset_type: str,
    *, symmetric: bool, needs: Mapping[str, int],
) -> EdgeArrays:  # fmt: skip
    """The edges of rows on a device: those of ``Graph.undirected_edges``, in its order.

    Parameters
    ----------
    runtime : Runtime
    n, entries : int
    offsets, neighbors : pyopencl.Buffer
        Valid compressed sparse rows.
    offset_type : str
        ``"int"`` or ``"long"``.
    symmetric : bool
        Whether each edge stands at both ends; then it is listed once.
    needs : mapping
        Bytes of what the device holds already.

    Raises
    ------
    DeviceMemoryError
        Before the arrays are allocated, if they do not fit beside the rows.
    """
    if not entries:
        empty = runtime.allocate(4)
        return EdgeArrays(empty, empty, 0)
    with runtime.lock:
        listing = RowBlocks(
            runtime, n, entries, offsets, neighbors, offset_type, symmetric=symmetric
        )
        count = listing.count
        needs = {**needs, "sources": 4 * count, "targets": 4 * count if symmetric else 0}
        runtime.check_memory(needs, "the graph as rows and as an array of edges")
        sources = runtime.allocate(4 * count)
        targets = runtime.allocate(4 * count) if symmetric else neighbors
        listing.list_edges(sources, targets, None)
    return EdgeArrays(sources, targets, count)


def entries_of_edges(
    runtime: Runtime, n: int, entries: int, offsets: Any, neighbors: Any, offset_type: str,
    *, needs: Mapping[str, int],
) -> Any:  # fmt: skip
    """The entry of each edge that :func:`edges_of_rows` lists of symmetric rows.

    Parameters
    ----------
    runtime, n, entries, offsets, neighbors, offset_type, needs
        As for :func:`edges_of_rows`.

    Returns
    -------
    pyopencl.Buffer
        Of the offsets' type.

    Raises
    ------
    DeviceMemoryError
        Before it is allocated, if it does not fit.
    """
    with runtime.lock:
        listing = RowBlocks(runtime, n, entries, offsets, neighbors, offset_type, symmetric=True)
        size = listing.offset_dtype.itemsize * listing.count
        runtime.check_memory({**needs, "entries of edges": size}, "the entries of the edges")
        listed = runtime.allocate(size)
        listing.list_edges(None, None, listed)
    return listed


class RowBlocks:
    """Blocks of entries, a work-item each, and how many edges are in each; the lock is held.

    Parameters
    ----------
    runtime, n, entries, offsets, neighbors, offset_type, symmetric
        As for :func:`edges_of_rows`; one entry or more.

    Attributes
    ----------
    count : int
        Edges in all blocks.
    offset_dtype : numpy.dtype
    """

    def __init__(
        self, runtime: Runtime, n: int, entries: int, offsets: Any, neighbors: Any,
        offset_type: str, *, symmetric: bool,
    ) -> None:  # fmt: skip
        self.offset_dtype = np.dtype(np.int32 if offset_type == "int" else np.int64)
        self._runtime = runtime
        self._rows = (offsets, neighbors)
        block = -(-entries // _BLOCKS)
        self._blocks = -(-entries // block)
        self._switches: dict[str, str | None] = {"OFFSET": offset_type}
        offset = self.offset_dtype.type
        self._sizes = (np.int32(n), offset(entries), offset(block))
        counts = np.full(self._blocks, block, dtype=np.int64)
        counts[-1] = entries - block * (self._blocks - 1)
        if symmetric:
            self._switches["SYMMETRIC"] = None
            counted = runtime.allocate(4 * self._blocks)
            self.launch("edge_arrays", "count_edges", counted)
            counts = runtime.download(counted, self._blocks).astype(np.int64)
        self._begins = np.cumsum(counts) - counts
        self.count = int(counts.sum())

    def begins(self) -> Any:
        """A buffer with the number of edges before each block."""
        return self._runtime.upload_writable(self._begins.astype(self.offset_dtype))

    def launch(self, file: str, name: str, *arguments: Any) -> None:
        """Run a kernel, with a work-item for each block, and wait for it."""
        runtime = self._runtime
        kernel = runtime.kept_kernel(file, name, self._switches)
        local = min(64, runtime.tuning.local_size)
        arguments = (*self._sizes, *self._rows, *arguments)
        runtime.enqueue([Launch(kernel, self._blocks, local, *arguments)])
        # Among the arguments may be memory that is given back next.
        runtime.finish()

    def list_edges(self, *arrays: Any) -> None:
        """List the sources, the targets and the entries; None for those that nobody wants."""
        self.launch("edge_arrays", "list_edges", self.begins(), *arrays)
