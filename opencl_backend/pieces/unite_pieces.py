"""The trees that a device makes of the pieces that it gets: ``unite_pieces.cl``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from clconn.design_space import Choice
from clconn.graph_pieces import GraphPieces
from clconn.opencl_backend.device.repeated_kernel import RepeatedKernel
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import offset_type_of
from clconn.opencl_backend.incremental.batch import Batch, BatchKernels, make_batch_kernels
from clconn.opencl_backend.incremental.flattening import Flattening
from clconn.opencl_backend.incremental.late_checks import NOWHERE, no_bad_edge
from clconn.opencl_backend.incremental.trees import Trees
from clconn.opencl_backend.pieces.arrivals import Arrival
from clconn.opencl_backend.pieces.exchange import carry
from clconn.opencl_backend.union_find.union_switches import unite_switches

__all__ = ["PieceTrees"]


class PieceTrees:
    """The trees of some pieces of a graph, and of those of other devices that are put in.

    The caller holds the runtime's lock, except when it calls :meth:`put_in`.

    Parameters
    ----------
    forest
        Whether to keep the edges of a spanning forest; their ids are the places of the entries.

    Attributes
    ----------
    trees
    """

    def __init__(
        self, runtime: Runtime, n: int, choice: Choice, pieces: GraphPieces, *, forest: bool
    ) -> None:
        choice = replace(choice, variant=replace(choice.variant, keeps_edges=forest))
        self.runtime = runtime
        self.trees = Trees(runtime, n, choice)
        self._switches = {
            **self.trees.builder.switches,
            **unite_switches(choice.variant),
            "OFFSET": offset_type_of(pieces.dtypes[0]),
        }
        self._unite: RepeatedKernel | None = None
        self._batches: BatchKernels | None = None
        if pieces.has_rows:
            self._unite = self._kernel("unite_rows")
            self._faults = runtime.upload_writable(np.zeros(1, dtype=np.int32))
        else:
            self._batches = make_batch_kernels(self.trees, separates_queries=True)
            self._faults = no_bad_edge(runtime)
        self._forest = forest
        self._flattening = Flattening(self.trees)

    def _kernel(self, name: str) -> RepeatedKernel:
        return RepeatedKernel(self.runtime, "unite_pieces", name, self._switches)

    def unite(self, arrival: Arrival) -> None:
        """Unite the ends of a piece's entries; return before that is done."""
        piece, trees, tuning = arrival.piece, self.trees, self.runtime.tuning
        if self._unite is None:
            assert self._batches is not None
            batch = Batch(piece.count, arrival.first, 0, arrival.second, arrival.begin)
            checks = np.int32(trees.n), np.int32(0), self._faults
            self._batches.insert(batch, piece.first, checks)
        else:
            share = max(piece.count, piece.row_count)
            items = tuning.groups_for(share) * tuning.local_size
            self._unite.enqueue(
                tuning.items_for(share) if tuning.blocks else items,
                np.int32(trees.n), np.int32(piece.first_row), np.int32(piece.row_count),
                np.int64(piece.first), np.int32(piece.count),
                np.int64(piece.first - arrival.begin), arrival.first, arrival.second,
                self._faults, trees.parents, *trees.link_arguments,
            )  # fmt: skip
        self._flattening.after(piece.count)

    def has_fault(self) -> bool:
        """Wait for all pieces, and say whether one of them had an id or an offset that is wrong."""
        none = NOWHERE if self._unite is None else 0
        return bool(self.runtime.download(self._faults, 1)[0] != none)

    def outcome(self) -> list[tuple[Any, int]]:
        """Return the buffers that say what is united, each with its bytes, when they are ready."""
        trees, n = self.trees, self.trees.n
        if self._forest:
            return [(trees.forest, 8 * n), (trees.forest_ends, 8 * n)]
        roots = trees.roots()
        self.runtime.finish()
        return [(roots, 4 * n)]

    def put_in(self, other: PieceTrees, outcome: list[tuple[Any, int]]) -> None:
        """Unite with the trees of another device, which has this outcome."""
        trees = self.trees
        if not trees.n:
            return
        kernel = self._kernel("unite_links" if self._forest else "unite_roots")
        buffers = carry(other.runtime, self.runtime, outcome)
        arguments = (np.int32(trees.n), *buffers, trees.parents, *trees.link_arguments)
        with self.runtime.lock:
            kernel.enqueue(trees.n, *arguments)
            if self.runtime.is_cpu:
                self.runtime.finish()  # it reads them in place
