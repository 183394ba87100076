"""How large the pieces of a graph may be, so that they fit beside what depends on the vertices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clconn.errors import DeviceMemoryError
from clconn.graph import Graph
from clconn.host_memory import check_host_memory
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import csr_bytes, offset_type_of
from clconn.sparse_ids import sparse_ids_advice

__all__ = ["PIECE_BYTES", "Piecework", "piece_bytes", "whole_bytes"]

PIECE_BYTES = 64 << 20
"""The largest piece that is only united: it is 1.3 ms on the way to a GPU at 50 GB/s, and the calls
for it take the interpreter a tenth of that."""

_SHARE_BYTES = 1 << 20
"""Smaller ones are not worth several devices' starts of kernels."""

_LEAST_BYTES = 256
"""The smallest piece. Kernels for such a piece take longer to start than to run."""


@dataclass(frozen=True)
class Piecework:
    """What an algorithm needs on a device for each byte of a piece.

    Attributes
    ----------
    each
        Bytes for each byte of a piece.
    widest
        The same of its largest buffer.
    largest
        Bytes of the largest piece that it takes, or gains from.
    shares
        Pieces for each of several devices, at least, so that none waits long for another one.
    """

    each: float
    widest: float
    largest: int
    shares: int


def piece_bytes(
    runtimes: Sequence[Runtime],
    graph: Graph,
    limit: int | None,
    needs: Mapping[str, int],
    work: Piecework,
    least: int = 0,
) -> int:
    """Return the bytes of a piece that fit each device beside what depends on the vertices.

    Parameters
    ----------
    needs
        Bytes that depend on the vertices, by what they hold.
    least
        Bytes of a piece, at least.

    Raises
    ------
    DeviceMemoryError, HostMemoryError
        If there is no room for the vertices and the smallest piece.
    """
    least = -(-max(least, _LEAST_BYTES) // 8) * 8
    if least > work.largest:
        raise DeviceMemoryError(
            f"{graph.n:,} vertices need pieces of {least:,} bytes, and kernels take at most "
            f"{work.largest:,}; solve parts of the graph, and then their forests together"
        )
    most = min(whole_bytes(graph) + least, work.largest)
    if len(runtimes) > 1:
        share = -(-whole_bytes(graph) // (work.shares * len(runtimes)))
        most = min(most, max(_SHARE_BYTES, share))
    advice = sparse_ids_advice(graph.n, graph.edge_count)
    for runtime in runtimes:
        with runtime.memory_limited(limit):
            smallest = {**needs, "pieces": int(work.each * least)}
            purpose = f"to keep all {graph.n:,} vertices while the edges pass in pieces"
            sizes = ", ".join(f"{what} {size:,}" for what, size in smallest.items() if size)
            try:
                runtime.check_total(sum(smallest.values()), purpose, f" ({sizes})")
            except DeviceMemoryError as error:
                raise DeviceMemoryError(f"{error}; {advice}") if advice else error from None
            # What a piece needs is in several buffers.
            runtime.check_memory({**needs, "a piece": int(work.widest * least)}, purpose)
            if runtime.is_cpu:
                check_host_memory(dict(needs), purpose, advice)
            memory = runtime.memory if limit is not None else runtime.memory * 15 // 16
            largest = int(runtime.device.max_mem_alloc_size / work.widest)
            most = min(most, int((memory - sum(needs.values())) / work.each), largest)
    return max(most, least) // 8 * 8


def whole_bytes(graph: Graph) -> int:
    """Return the fewest bytes that a graph takes as a whole, with its parents and labels."""
    rows = graph.user_rows
    if rows is None:
        return 8 * graph.edge_count + 8 * graph.n
    needs = csr_bytes(rows.n, rows.entry_count, offset_type_of(rows.offset_dtype))
    return sum(needs.values()) + 8 * graph.n
