"""Transpose rows on the device: ``transpose.cl``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.errors import GraphError
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.edge_arrays import edges_of_rows
from clconn.opencl_backend.primitives.radix_sort import MOST_PAIRS, sort_now

__all__ = ["transpose_needs", "transpose_rows"]


def transpose_needs(rows: DeviceCSR) -> dict[str, int]:
    """Bytes that :func:`transpose_rows` takes, by what they hold."""
    count = rows.entry_count
    result_needs = {f"transposed {what}": size for what, size in rows.needs.items()}
    scratch = {"entries' sources": 4 * count, "pairs": 8 * count, "sorted pairs": 8 * count}
    return {**result_needs, **scratch}


def transpose_rows(runtime: Runtime, rows: DeviceCSR, *, needs: Mapping[str, int]) -> DeviceCSR:
    """The rows of the opposite arcs, whose neighbors ascend.

    Parameters
    ----------
    rows
        Valid rows.
    needs
        Bytes that the device already holds, by what they hold.

    Raises
    ------
    GraphError
        If there are more entries than can be sorted.
    DeviceMemoryError
        Before any allocation, if the transpose does not fit.
    """
    count = rows.entry_count
    if count > MOST_PAIRS:
        raise GraphError(
            f"a device transposes at most {MOST_PAIRS} entries and the graph has {count}; "
            "use backend='reference'"
        )
    runtime.check_memory({**needs, **transpose_needs(rows)}, "the transpose of the graph")
    offsets = runtime.allocate(rows.needs["offsets"])
    neighbors = runtime.allocate(rows.needs["neighbors"])
    arrays = edges_of_rows(runtime, rows, symmetric=False, needs=needs)
    pairs, other = (runtime.allocate(8 * count) for _ in range(2))
    number = rows.place(count)

    def run(kernel: str, items: int, *arguments: Any) -> None:
        kernel_object = runtime.kept_kernel("transpose", kernel, {"OFFSET": rows.offset_type})
        runtime.enqueue([Launch(kernel_object, items, runtime.tuning.local_size, *arguments)])

    with runtime.lock:
        run("pair_entries", count, number, arrays.sources, arrays.targets, pairs)
        bits = range(max(rows.n - 1, 0).bit_length())
        sorted_pairs = sort_now(runtime, pairs, other, count, bits)
        run("take_neighbors", count, number, sorted_pairs, neighbors)
        run("find_offsets", rows.n + 1, rows.n, number, sorted_pairs, offsets)
    # The scratch memory returns to the pool, which serves this queue, so in order.
    return DeviceCSR(rows.n, count, offsets, neighbors, rows.offset_type)
