"""A weighted graph in a device's memory, for minimum spanning forests.

The forest is the lightest one by (key, index), where the index of an edge is the user's edge or
entry, whichever represents it (:func:`clconn.weight_keys.canonical_edges`). Nobody needs to find
out which entries of the rows belong to one edge: the two entries of an edge are parallel edges as
well, and the lightest of parallel edges, the first of them on a tie, is the one that the forest
can have. So each form of input goes to the device as it is, and there are two forms:

- *rows*, for the variants that read rows: each edge at both ends, and both entries have the edge's
  index and key. Clean rows of the user (:class:`MirrorSearch`) are used unchanged. Others are
  built by a counting sort, when a variant first needs them.
- *arrays* of sources and targets, for the variants that read edges: the user's edge list
  unchanged, or the user's entries, without those that are no lighter than their mirror image. Of
  entries a processor keeps the user's rows, too, for looks at a few vertices, and where nearly all
  weights are equal makes the arrays when a variant first needs them.

Invariant: (key, index) orders the edges totally, so no two edges are equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.cached_properties import cached_property
from clconn.csr import offset_dtype
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.ascending_keys import (
    keys_ascend,
    keys_ascend_below,
    may_ascend,
    may_ascend_below,
)
from clconn.opencl_backend.graph.device_csr import DeviceCSR, offset_type_of
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.graph.frequent_key import (
    RareKeys,
    frequent_place,
    no_rare_keys,
    rare_keys,
)
from clconn.opencl_backend.graph.mirror_entries import list_entries
from clconn.opencl_backend.graph.rows_of_edges import WeightedRows, rows_of_edges, weighted_bytes
from clconn.opencl_backend.graph.some_edges import looks_symmetric
from clconn.opencl_backend.graph.weight_keys import Keys
from clconn.opencl_backend.graph.weights_of_keys import KeyCode

if TYPE_CHECKING:
    from numpy.typing import NDArray


__all__ = ["WeightedGraph"]


class WeightedGraph(DeviceGraph):
    """A weighted graph on an OpenCL device.

    It is a device graph in all other respects, and keeps plans too.

    Attributes
    ----------
    n : int
        Number of vertices.
    edge_count : int
        Number of edges that the forest is chosen from.
    keys : pyopencl.Buffer, of uint32
        The key of each edge in the arrays, or of each entry that may be listed in them.
    key_code : KeyCode or None
        How to turn a key back into a weight, if that is possible.
    is_clean : bool
        Whether the user's rows are clean, so that they are the rows.
    maximum : bool
        Whether the keys are those of a maximum spanning forest.
    rows_at_both_ends : DeviceCSR or None
        The user's rows, if the arrays list their entries above the diagonal, each of which has one
        below it with the same key, and there are no others but self loops; or else do not ascend.
    """

    entries_of_edges = None
    edge_ids = None

    def __init__(
        self, runtime: Runtime, n: int, entry_count: int, keys: Any, *,
        rows: WeightedRows | None = None, edges: EdgeArrays | None = None, kept: int | None = None,
        key_code: KeyCode | None = None, entries_by_row: DeviceCSR | None = None,
        rows_at_both_ends: DeviceCSR | None = None,
    ) -> None:  # fmt: skip
        offset_type = offset_type_of(offset_dtype(entry_count))
        if rows is not None:
            super().__init__(runtime, rows.rows)
        elif edges is not None:
            super().__init__(runtime, None, n=n, edges=edges, offset_type=offset_type)
        else:
            super().__init__(runtime, entries_by_row)
            self.rows, self.offset_type = None, offset_type
        self.keys = keys
        self.key_code = key_code
        self.is_clean = rows is not None
        self.maximum = False
        self.id_bound = entry_count
        self._kept = kept
        self._weighted_rows = rows
        self._entries_by_row = entries_by_row
        self.rows_at_both_ends = rows_at_both_ends
        self.symmetric = rows is not None
        self.is_sorted = rows is not None

    @property
    def edge_count(self) -> int:
        """Number of edges, without self loops; of an edge list with them, until there are rows.

        Where nobody has listed the entries of rows so far, it lists them.
        """
        if self._kept is None:
            self.edge_arrays()
        assert self._kept is not None
        return self._kept

    @property
    def weighted_rows(self) -> WeightedRows:
        """The rows with the key and the index of each entry's edge, made when first asked for.

        From then on they are also the rows of this device graph.

        Raises
        ------
        DeviceMemoryError
            Before they are allocated, if they do not fit.
        """
        with self.runtime.lock:
            if self._weighted_rows is None:
                edges, kept = self.edge_arrays(), self.edge_count
                offset_type = offset_type_of(offset_dtype(2 * kept))
                needs = {f"{what} of rows": size for what, size in
                         weighted_bytes(self.n, 2 * kept, offset_type).items()}  # fmt: skip
                self.runtime.check_memory(
                    {**self.memory_needs, **needs, "free places": 4 * self.n},
                    "the graph with its weights, as arrays of edges and as rows",
                )
                made = rows_of_edges(self.runtime, self.n, edges, self.keys)
                self._weighted_rows = made
                self.rows, self.symmetric = made.rows, True
                self.entry_count, self.offset_type = made.rows.entry_count, made.rows.offset_type
                self._kept = made.rows.entry_count // 2
            return self._weighted_rows

    @property
    def looked_rows(self) -> DeviceCSR | None:
        """Valid rows, or None. They serve to look at a few vertices: an edge may be at one end."""
        return self._entries_by_row if self.rows is None else self.rows

    @property
    def unlisted_rows(self) -> DeviceCSR | None:
        """The user's rows, if their entries are the edges and are not listed in arrays so far."""
        return self._entries_by_row if self._edge_arrays is None else None

    def edge_arrays(self) -> EdgeArrays:
        """Return the edges as two arrays, whose keys are ``keys``; self loops are no edges.

        Of rows they are made on first use.

        Raises
        ------
        DeviceMemoryError
            Before they are allocated, if they do not fit.
        """
        if self._edge_arrays is None:
            rows = self.looked_rows
            assert rows is not None
            self.runtime.check_memory(
                {**self.memory_needs, "sources": 4 * rows.entry_count},
                "the graph with its weights, as rows and as arrays of edges",
            )
            assert self.origin is not None
            keys, has_mirrors = Keys(self.keys, "uint"), looks_symmetric(self.origin)
            listed = list_entries(self.runtime, self.origin, rows, keys, has_mirrors=has_mirrors)
            self._kept = listed.kept
            self._edge_arrays = EdgeArrays(listed.sources, rows.neighbors, rows.entry_count)
        return self._edge_arrays

    @cached_property
    def keys_ascend(self) -> bool:
        """Whether no edge of the arrays has a smaller key than an edge before it.

        It is computed on the device on first use.
        """
        if self.origin is not None and not may_ascend(self.origin, maximum=self.maximum):
            return False
        return keys_ascend(self.runtime, self.edge_arrays(), self.keys)

    @cached_property
    def keys_descend(self) -> bool:
        """Whether no edge of the arrays has a larger key than an edge before it."""
        if self.origin is not None and not may_ascend(self.origin, maximum=not self.maximum):
            return False
        return keys_ascend(self.runtime, self.edge_arrays(), self.keys, falling=True)

    @cached_property
    def keys_ascend_below(self) -> bool:
        """Whether the keys are in the order of the edges' larger ends.

        That is known of :attr:`rows_at_both_ends` alone.
        """
        return self._keys_ascend_below(falling=False)

    @cached_property
    def keys_descend_below(self) -> bool:
        """Whether the keys are in the opposite order of the edges' larger ends."""
        return self._keys_ascend_below(falling=True)

    def _keys_ascend_below(self, *, falling: bool) -> bool:
        rows, graph = self.rows_at_both_ends, self.origin
        if rows is None or graph is None:
            return False
        if not may_ascend_below(graph, maximum=self.maximum, falling=falling):
            return False
        return keys_ascend_below(self.runtime, rows, self.keys, falling=falling)

    @cached_property
    def rare_keys(self) -> RareKeys | None:
        """The edges, or entries, that have not the key of nearly all, if there is such a key.

        It is computed on the device on first use; None for good if there was no room then.
        """
        if self.origin is None or not self.id_bound:
            return None
        place = 0 if self.origin.weights is None else frequent_place(self.origin)
        if place is None:
            return None
        (key,) = _numbers_at(self.runtime, self.keys, np.array([place])).tolist()
        if self.origin.weights is None:
            return no_rare_keys(key)
        return rare_keys(self.runtime, self.keys, self.id_bound, key, self.memory_needs)

    def sample(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Return the keys and the indices of some entries of the rows, on the host.

        Parameters
        ----------
        numbers
            From 0 to edge_count - 1.
        """
        rows = self.weighted_rows
        places = 2 * numbers  # an edge has two entries
        found = [_numbers_at(self.runtime, buffer, places) for buffer in (rows.keys, rows.indices)]
        return found[0], found[1]

    @property
    def memory_needs(self) -> dict[str, int]:
        """Bytes of the graph on the device, by what they hold."""
        needs = {"keys": 4 * self.id_bound}
        if self._weighted_rows is not None:
            rows = self._weighted_rows.rows
            own = weighted_bytes(self.n, rows.entry_count, rows.offset_type)
            needs = (
                own if self.is_clean else {**needs, **{f"{k} of rows": v for k, v in own.items()}}
            )
        if self._edge_arrays is not None:
            needs["sources"] = 4 * self._edge_arrays.count
            if not self.is_clean:
                needs["targets"] = 4 * self._edge_arrays.count
        if self.unlisted_rows is not None:
            needs |= self.unlisted_rows.needs
        elif self._entries_by_row is not None:
            needs["offsets"] = self._entries_by_row.needs["offsets"]
        return needs


def _numbers_at(runtime: Runtime, buffer: Any, places: NDArray[np.int64]) -> NDArray[np.uint32]:
    copy_part = import_pyopencl().enqueue_copy
    numbers = np.empty(places.size, dtype=np.uint32)
    with runtime.lock:
        for number, place in enumerate(places.tolist()):
            part = numbers[number : number + 1]
            copy_part(runtime.queue, part, buffer, src_offset=4 * place)
    return numbers
