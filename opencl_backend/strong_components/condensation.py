"""The condensation on a device: ``condensation.cl``.

The arcs are relabeled, sorted and made unique twice: first with the labels of the components, then
with their places in a topological order. The host finds the order, from the smaller graph of the
first pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from clconn.csr import offset_dtype
from clconn.errors import GraphError
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR, csr_bytes, offset_type_of
from clconn.opencl_backend.graph.edge_arrays import RowBlocks
from clconn.opencl_backend.primitives.prefix_sum import scan_blocks
from clconn.opencl_backend.primitives.radix_sort import MOST_PAIRS, sort_now
from clconn.results.condensation import number_by_order

__all__ = ["DeviceCondensation", "condensation"]

_BLOCKS = 65536


class DeviceCondensation:
    """A condensation whose arrays are on the device.

    Parameters
    ----------
    ranks
        The place of each component in the topological order, on the host.
    sizes : pyopencl.Buffer
        Vertices of each component, ``rows.n`` int32.
    """

    def __init__(self, runtime: Runtime, rows: DeviceCSR, ranks: Any, sizes: Any) -> None:
        self.n = rows.n
        self.arc_count = rows.entry_count
        self._runtime = runtime
        self._rows = rows
        self._ranks = ranks
        self._sizes = sizes

    def offsets(self) -> Any:
        return self._runtime.download(self._rows.offsets, self.n + 1, self._rows.offset_dtype)

    def neighbors(self) -> Any:
        return self._runtime.download(self._rows.neighbors, self.arc_count)

    def sizes(self) -> Any:
        return self._runtime.download(self._sizes, self.n).astype(np.int64)

    def order(self) -> Any:
        return np.argsort(self._ranks).astype(np.int32)

    def ranks(self) -> Any:
        return self._ranks

    def on_device(self) -> Any:
        import pyopencl.array as cl_array

        runtime = self._runtime
        runtime.check_process()

        def array(buffer: Any, size: int, dtype: Any = np.int32) -> Any:
            return cl_array.Array(runtime.queue, (size,), dtype, data=buffer)

        return SimpleNamespace(
            offsets=array(self._rows.offsets, self.n + 1, self._rows.offset_dtype),
            neighbors=array(self._rows.neighbors, self.arc_count),
            sizes=array(self._sizes, self.n),
            order=array(runtime.upload_writable(self.order()), self.n),
            ranks=array(runtime.upload_writable(self._ranks), self.n),
        )


def condensation(
    runtime: Runtime, rows: DeviceCSR, labels: Any, count: int, needs: Mapping[str, int]
) -> DeviceCondensation:
    """Make the condensation of a graph.

    Parameters
    ----------
    labels : pyopencl.Buffer
        The component of each vertex, ``rows.n`` int32 in 0..count - 1.
    needs
        Bytes of the graph on the device, by what they hold.

    Raises
    ------
    GraphError
        If there are more arcs between components than can be sorted.
    DeviceMemoryError
        Before any allocation, if the condensation does not fit.
    VerificationError
        If a cycle leads through two components.
    """
    with runtime.lock:
        by_label = _quotient(runtime, rows, labels, count, needs)
        ranks = number_by_order(_matrix(runtime, by_label))
        on_device = runtime.upload_writable(ranks) if count else runtime.allocate(4)
        numbered = _quotient(runtime, by_label, on_device, count, {**needs, **by_label.needs})
        sizes = _count_vertices(runtime, rows.n, labels, on_device, count)
    return DeviceCondensation(runtime, numbered, ranks, sizes)


def _matrix(runtime: Runtime, rows: DeviceCSR) -> Any:
    from scipy.sparse import csr_array

    offsets = runtime.download(rows.offsets, rows.n + 1, rows.offset_dtype)
    neighbors = runtime.download(rows.neighbors, rows.entry_count)
    ones = np.ones(rows.entry_count, dtype=np.bool_)
    return csr_array((ones, neighbors, offsets), shape=(rows.n, rows.n))


def _quotient(
    runtime: Runtime, rows: DeviceCSR, numbers: Any, count: int, needs: Mapping[str, int]
) -> DeviceCSR:
    """Make one vertex of those with the same number; parallel arcs become one, loops vanish."""
    pairs, pair_count = _pairs_between(runtime, rows, numbers, needs)
    if not pair_count:
        offsets = runtime.upload_writable(np.zeros(count + 1, dtype=np.int32))
        return DeviceCSR(count, 0, offsets, runtime.allocate(4), "int")
    pairs, arc_count = _sort_and_make_unique(runtime, pairs, pair_count, count)
    offset_type = offset_type_of(offset_dtype(arc_count))
    sizes = csr_bytes(count, arc_count, offset_type)
    arcs = DeviceCSR(
        count, arc_count, runtime.allocate(sizes["offsets"]),
        runtime.allocate(sizes["neighbors"]), offset_type,
    )  # fmt: skip
    number = arcs.place(arc_count)
    switches = {"OFFSET": offset_type}
    local = runtime.tuning.local_size
    find = runtime.kept_kernel("transpose", "find_offsets", switches)
    take = runtime.kept_kernel("transpose", "take_neighbors", switches)
    runtime.enqueue(
        [
            Launch(find, count + 1, local, count, number, pairs, arcs.offsets),
            Launch(take, arc_count, local, number, pairs, arcs.neighbors),
        ]
    )
    # The pairs return to the pool, which serves this queue, so in order.
    return arcs


def _pairs_between(
    runtime: Runtime, rows: DeviceCSR, numbers: Any, needs: Mapping[str, int]
) -> tuple[Any, int]:
    """List the entries whose ends have different numbers, as pairs (target, source)."""
    if not rows.entry_count:
        return None, 0
    blocks = RowBlocks(runtime, rows, symmetric=False)
    blocks.count_by("condensation", "count_between", numbers)
    if blocks.count > MOST_PAIRS:
        raise GraphError(
            f"a device sorts at most {MOST_PAIRS} arcs between components and there are "
            f"{blocks.count}; leave on_device out"
        )
    size = 8 * blocks.count
    runtime.check_memory(
        {**needs, "pairs": size, "sorted pairs": size, "arcs": size // 2}, "the condensation"
    )
    pairs = runtime.allocate(size)
    if blocks.count:
        blocks.launch("condensation", "pair_between", numbers, blocks.begins(), pairs)
    return pairs, blocks.count


def _sort_and_make_unique(
    runtime: Runtime, pairs: Any, pair_count: int, count: int
) -> tuple[Any, int]:
    """Sort pairs (target, source) by source and target, and return them once, swapped."""
    bits = range((count - 1).bit_length())
    other = runtime.allocate(8 * pair_count)
    by_target = sort_now(runtime, pairs, other, pair_count, bits)
    switches = {"OFFSET": "int"}
    swap = runtime.kept_kernel("condensation", "swap_ends", switches)
    local = runtime.tuning.local_size
    runtime.enqueue([Launch(swap, pair_count, local, pair_count, by_target)])
    free = other if by_target is pairs else pairs
    ordered = sort_now(runtime, by_target, free, pair_count, bits)
    free = other if ordered is pairs else pairs
    count_first = runtime.kept_kernel("condensation", "count_first", switches)
    scan = scan_blocks(runtime, count_first, pair_count, ordered)
    take_first = runtime.kept_kernel("condensation", "take_first", switches)
    runtime.enqueue([scan.launch(runtime, take_first, free)])
    return free, scan.total(runtime)


def _count_vertices(runtime: Runtime, n: int, labels: Any, ranks: Any, count: int) -> Any:
    sizes = runtime.upload_writable(np.zeros(max(count, 1), dtype=np.int32))
    if n:
        block = max(32, -(-n // _BLOCKS))
        kernel = runtime.kept_kernel("condensation", "count_vertices", {"OFFSET": "int"})
        local = min(64, runtime.tuning.local_size)
        runtime.enqueue([Launch(kernel, -(-n // block), local, n, block, labels, ranks, sizes)])
    return sizes
