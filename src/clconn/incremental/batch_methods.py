"""What :class:`clconn.IncrementalComponents` does with batches."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from clconn.errors import GraphError
from clconn.graph_checks import vertex_count
from clconn.incremental.batches import (
    Batch,
    checked_batch,
    checked_queries,
    refuse_bad_ends,
)
from clconn.incremental.bits import unpack
from clconn.incremental.engine import BadEnds

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from clconn.incremental.engine import Engine

__all__ = ["BatchMethods"]


class BatchMethods:
    """The methods for insertions and queries.

    Invariant: arguments are checked before anything changes, and calls take turns.
    """

    _engine: Engine
    _growing: bool
    _lock: threading.RLock

    @property
    def n(self) -> int:
        """Number of vertices."""
        return self._engine.n

    @property
    def edge_count(self) -> int:
        """Number of edges so far; the id of the next edge."""
        return self._engine.edge_count

    @property
    def count(self) -> int:
        """Number of components now.

        Raises
        ------
        GraphError
            If edges inserted with ``check_later=True`` had an end that is not a vertex, as from
            every question.
        """
        with self._lock:
            return self._engine.count()

    def insert(self, u: Any, v: Any, *, check_later: bool = False) -> None:
        """Insert an edge, or a batch of edges.

        Parameters
        ----------
        u, v : int, array_like of any integer type, or pyopencl.array.Array of int32
            The ends of each edge. Two arrays have equal sizes; a vertex goes with each item of the
            other array. Self loops and edges that were there before change nothing.
        check_later : bool, default False
            Whether to insert arrays of a device without waiting for a look at their ends, so that
            many batches follow each other closely. An edge with an end that is not a vertex is then
            left out, and the next question (:attr:`count`, :meth:`connected`, :meth:`process`,
            :meth:`components`, :meth:`spanning_forest`, :meth:`save`) raises the error. Arrays of
            the host are checked at once.

        Raises
        ------
        GraphError
            If an end is not a vertex; the message names its place. Nothing has changed then.
        DeviceMemoryError
            If the device has too little memory for the batch or for new vertices.

        Notes
        -----
        It may return before the device is done; the next question waits for it. The arrays may be
        changed as soon as it returns.
        """
        with self._lock:
            batch = self._check(u, v)
            self._make_room(batch)
            self._run(self._engine.insert, batch, bool(check_later))

    def connected(self, u: Any, v: Any) -> Any:
        """Tell whether the edges so far connect two vertices.

        Parameters
        ----------
        u, v
            As for :meth:`insert`.

        Returns
        -------
        bool or numpy.ndarray
            A bool for two vertices, otherwise an array of bools.

        Raises
        ------
        GraphError
            If there is no such vertex; the message names its place. With ``growing=True`` it is
            added instead.
        """
        with self._lock:
            batch = self._check(u, v)
            self._make_room(batch)
            answers = unpack(self._run(self._engine.connected, batch), batch.size)
        return bool(answers[0]) if batch.is_scalar else answers

    def process(self, u: Any, v: Any, is_query: Any) -> NDArray[np.uint32]:
        """Insert edges and answer queries, in one batch and concurrently.

        Parameters
        ----------
        u, v
            As for :meth:`insert`.
        is_query : array_like of bool, or pyopencl.array.Array of bool
            For each pair whether it is a query, and not an edge.

        Returns
        -------
        numpy.ndarray, shape ((size + 31) // 32,), uint32
            Answers as bits: bit ``i % 32`` of word ``i // 32`` is set if pair i is a query and its
            ends are connected. :func:`clconn.incremental.unpack` makes bools of them.

        Raises
        ------
        GraphError
            If an end is not a vertex, or the arrays do not fit. Nothing has changed then.

        Notes
        -----
        A query sees all batches before this one, and possibly some edges of this one, whatever
        their order in the arrays. So the answer is always yes if its ends were connected before,
        and always no if they are not connected even after the batch; in between it may be either,
        and differ from run to run. Answers are those of some serial order of the batch. Variants
        whose row has ``separates_queries`` insert all edges first: there a query sees exactly the
        edges so far and those of its batch.

        Examples
        --------
        >>> import clconn
        >>> from clconn.incremental import unpack
        >>> live = clconn.IncrementalComponents(4, backend="reference")
        >>> live.insert(0, 1)
        >>> bits = live.process([1, 0, 3], [2, 1, 0], [False, True, True])
        >>> unpack(bits, 3).tolist()
        [False, True, False]
        """
        with self._lock:
            batch = self._check(u, v)
            queries = checked_queries(is_query, batch)
            self._make_room(batch)
            bits: NDArray[np.uint32] = self._run(self._engine.process, batch, queries)
        return bits

    def _check(self, u: Any, v: Any) -> Batch:
        engine_checks = None if self._growing else self._engine.checks_ends
        batch = checked_batch(u, v, self.n, growing=self._growing, engine_checks=engine_checks)
        if batch.is_on_device and self._engine.device_name == "host":
            raise GraphError(
                "these are pyopencl arrays, and the reference computes on the host; give .get() "
                "of each"
            )
        return batch

    def _run(self, method: Callable[..., Any], batch: Batch, *more: Any) -> Any:
        try:
            return method(batch.sources, batch.targets, *more)
        except BadEnds:
            refuse_bad_ends(batch.sources, batch.targets, self.n)
            raise

    def _make_room(self, batch: Batch) -> None:
        """Add the vertices that a checked batch needs."""
        if batch.n > self.n:
            self._engine.grow(batch.n)

    def grow(self, n: int) -> None:
        """Add vertices, each a component of its own, so that there are `n` of them.

        Parameters
        ----------
        n : int
            The number of vertices from now on; not less than before.

        Raises
        ------
        GraphError
            If there are more vertices already, or `n` is no number of vertices.
        """
        vertices = vertex_count(n, hint=-1)
        with self._lock:
            if vertices < self.n:
                raise GraphError(
                    f"there are {self.n} vertices already, and grow({vertices}) cannot remove any"
                )
            if vertices > self.n:
                self._engine.grow(vertices)
