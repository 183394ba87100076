"""Find the two entries of an edge in rows, on the device: ``mirror_entries.cl``."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

import numpy as np

from clconn.graph import Graph
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.some_edges import are_short_and_near
from clconn.opencl_backend.graph.weight_keys import Keys

__all__ = ["ListedEntries", "MirrorSearch", "expect_mirrors", "list_entries", "list_sources"]


class ListedEntries(NamedTuple):
    """The sources of entries, of which those that no minimum spanning forest needs are dropped.

    Attributes
    ----------
    sources : pyopencl.Buffer
        An int32 for each entry, its target if it was dropped.
    kept
        Entries that are left; the others are self loops now.
    have_equals
        Whether each is above the diagonal, and has an equal one below it that was dropped, if rows
        ascend; they were not looked at.
    """

    sources: Any
    kept: int
    have_equals: bool


def expect_mirrors(runtime: Runtime, offset_type: str, key_type: str, *, as_rows: bool) -> None:
    """Build the kernels of this file that may be launched with the next one."""
    names = ["list_sources"]
    names += ["find_mirrors", "compare_keys"] if as_rows else []
    names += ["list_sources_above"] if runtime.is_cpu else []
    runtime.kernels.expect(
        "mirror_entries", _switches(runtime, offset_type, key_type), tuple(names)
    )


class MirrorSearch:
    """A search for the index of each entry's edge, which goes on beside what the host does next.

    Parameters
    ----------
    rows
        Valid rows of at most 2**32 - 2 entries.
    key_type
        The likely type of the keys, for which the kernels are built at once.
    """

    def __init__(self, runtime: Runtime, rows: DeviceCSR, key_type: str = "uint") -> None:
        self._runtime = runtime
        self._rows = rows
        self._is_hopeless = not rows.entry_count or rows.entry_count % 2 == 1
        if self._is_hopeless:
            return
        self._indices = runtime.allocate(4 * rows.entry_count)
        self._faults, self._searches = (_zero(runtime) for _ in range(2))
        arguments = (self._indices, self._faults, self._searches)
        _visit_entries(runtime, rows, "find_mirrors", key_type, *arguments)

    def indices(self, keys: Keys) -> Any:
        """A buffer with the index of each entry's edge, as uint32, or None unless rows are clean.

        Rows are clean if they ascend strictly, hold each edge at both ends with equal keys, and
        hold no self loop. The index of an edge is the place of its first entry.

        Parameters
        ----------
        keys
            One for each entry.
        """
        if self._is_hopeless:
            return None
        runtime, entries = self._runtime, self._rows.entry_count
        with runtime.lock:
            # Before they are compared, since faulty rows leave indices that are none.
            if 2 * _number(runtime, self._searches) != entries or _number(runtime, self._faults):
                return None
            tuning = runtime.tuning
            switches = _switches(runtime, self._rows.offset_type, keys.key_type)
            kernel = runtime.kept_kernel("mirror_entries", "compare_keys", switches)
            items = min(tuning.groups * tuning.local_size, entries)
            arguments = (np.int64(entries), keys.buffer, self._indices, self._faults)
            runtime.enqueue([Launch(kernel, items, tuning.local_size, *arguments)])
            return None if _number(runtime, self._faults) else self._indices


def list_sources(
    runtime: Runtime,
    rows: DeviceCSR,
    keys: Keys,
    *,
    look_for_mirrors: bool,
    is_search_quick: bool = False,
) -> ListedEntries:
    """List the source of each entry, and drop entries that no minimum spanning forest needs.

    Parameters
    ----------
    look_for_mirrors
        Whether to look for pairs of entries of one edge, to drop one of them.
    is_search_quick
        Whether a processor searches at once. Otherwise it adds up both sides before: from a matrix
        to the edges of a forest takes 0.63 to 0.75 of the time then (two cores, trees, meshes,
        random graphs and R-MAT of 2**18 to 2**21 vertices).
    """
    if not rows.entry_count:
        return ListedEntries(runtime.allocate(16), 0, have_equals=False)
    sources = runtime.allocate(4 * rows.entry_count)
    if look_for_mirrors and runtime.is_cpu and not is_search_quick:
        count = _list_sources_above(runtime, rows, keys, sources)
        if count is not None:
            return ListedEntries(sources, count, have_equals=True)
    totals = runtime.upload_writable(np.zeros(2, dtype=np.uint32))
    arguments = (keys.buffer, np.int32(look_for_mirrors), sources, totals)
    _visit_entries(runtime, rows, "list_sources", keys.key_type, *arguments)
    kept, equal = runtime.download(totals, 2, np.uint32).tolist()
    # In rows that ascend no two entries below the diagonal have the same one above it. So if as
    # many were dropped for an equal one as are left, none of these is below, and each has its own.
    return ListedEntries(sources, kept, have_equals=kept == equal)


def list_entries(
    runtime: Runtime, graph: Graph, rows: DeviceCSR, keys: Keys, *, has_mirrors: bool
) -> ListedEntries:
    """List the entries of the user's rows, as :func:`list_sources` does."""
    is_quick = has_mirrors and runtime.is_cpu and are_short_and_near(graph)
    return list_sources(runtime, rows, keys, look_for_mirrors=has_mirrors, is_search_quick=is_quick)


def _list_sources_above(runtime: Runtime, rows: DeviceCSR, keys: Keys, sources: Any) -> int | None:
    """Drop all entries below the diagonal, if each has an equal one above it, and count the rest.

    Returns
    -------
    int or None
        None if they differ; a difference is overlooked once in 2**64 runs.
    """
    items, kept = _items(runtime, rows), _zero(runtime)
    differences = runtime.allocate(8 * items)
    arguments = (keys.buffer, np.uint64(secrets.randbits(64)), sources, differences, kept)
    _visit_entries(runtime, rows, "list_sources_above", keys.key_type, *arguments)
    if runtime.download(differences, items, np.uint64).sum(dtype=np.uint64):
        return None
    return _number(runtime, kept)


def _items(runtime: Runtime, rows: DeviceCSR) -> int:
    tuning = runtime.tuning
    return int(tuning.groups_for(rows.entry_count) * tuning.local_size)


def _visit_entries(
    runtime: Runtime, rows: DeviceCSR, name: str, key_type: str, *arguments: Any
) -> None:
    """Enqueue a kernel that visits all entries; at least one."""
    tuning = runtime.tuning
    switches = _switches(runtime, rows.offset_type, key_type)
    sizes = (rows.n, rows.place(rows.entry_count))
    items = _items(runtime, rows)
    with runtime.lock:
        kernel = runtime.kept_kernel("mirror_entries", name, switches)
        runtime.enqueue(
            [Launch(kernel, items, tuning.local_size, *sizes, *rows.arguments, *arguments)]
        )


def _switches(runtime: Runtime, offset_type: str, key_type: str) -> dict[str, Any]:
    tuning = runtime.tuning
    of_loop = {"LOCAL_SIZE": tuning.local_size, "PIECE": tuning.piece, **tuning.sharing}
    return {"OFFSET": offset_type, "KEY": key_type, **of_loop}


def _zero(runtime: Runtime) -> Any:
    return runtime.upload_writable(np.zeros(1, dtype=np.uint32))


def _number(runtime: Runtime, buffer: Any) -> int:
    return int(runtime.download(buffer, 1, np.uint32)[0])
