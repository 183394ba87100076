"""The parents of a stream on a device: ``vertices.cl``.

They outlive the batches, as do the state of the union (``union_state.h``) and the forest's edges.
"""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np

from clconn.errors import DeviceMemoryError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.launches import PARENTS, Launch, bind
from clconn.opencl_backend.device.repeated_kernel import RepeatedKernel
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.inputs import EdgeInputs
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.primitives.radix_sort import sort_now
from clconn.opencl_backend.union_find.finish_rows import finalization
from clconn.parallel_passes import converted

__all__ = ["Trees"]

_NO_EDGE = -1

# On the host of an H200 numpy takes 2 s to sort the 16 million links of a forest.
_LEAST_TO_SORT = 2**14
"""Vertices from which a GPU sorts the links of a forest."""

_MOST_TO_SORT = 2**32 - 1
"""The number of edges, and more, of which the host sorts the links."""


class Trees:
    """The trees of n vertices.

    Parameters
    ----------
    room
        Vertices for which there shall be memory, if more than n.

    Attributes
    ----------
    builder
        Makes launches with the switches of the variant; its union state is that of the trees.
    parents, forest, forest_ends : pyopencl.Buffer
        n int32; and for a forest n int64 and 2 n int32, otherwise None.
    """

    def __init__(self, runtime: Runtime, n: int, choice: Any, room: int = 0) -> None:
        self.runtime = runtime
        self.n = n
        self._room = room = max(n, room)
        self._choice = choice
        variant = choice.variant
        has_state = variant.rule is not None and variant.rule.state is not None
        needs = {
            "parents": 4 * room,
            "union state": 4 * room if has_state else 0,
            "edges of the forest": 8 * room if variant.keeps_edges else 0,
            "ends of the edges": 8 * room if variant.keeps_edges else 0,
        }
        runtime.check_memory(needs, f"a stream of edges of {n:,} vertices")
        self.parents = runtime.allocate(4 * room)
        union_state = runtime.allocate(4 * room) if has_state else None
        self.forest = runtime.allocate(8 * room) if variant.keeps_edges else None
        self.forest_ends = runtime.allocate(8 * room) if variant.keeps_edges else None
        self.builder = self._make_builder(union_state)
        self.begin(0)
        self._last_steps: Any = None
        self._flatten: RepeatedKernel | None = None

    def _make_builder(self, union_state: Any) -> PlanBuilder:
        none = EdgeArrays(None, None, 0, scratch=True)
        builder = PlanBuilder(self.runtime, self.n, EdgeInputs(none), self._choice)
        builder.switches["LOCAL_SIZE"] = self.runtime.tuning.local_size
        if self._choice.variant.keeps_edges:
            builder.switches |= {"PLACE": "long", "ENDS": None}
        if self._choice.options.get("vertices") == "lazy":
            builder.switches["LAZY_VERTICES"] = None
        # In place of scratch memory, which does not outlive a run.
        builder.union_state = union_state
        return builder

    def extend(self, n: int) -> bool:
        """Add vertices up to n; return False if there is no room for them."""
        if n > self._room:
            return False
        first, self.n = self.n, n
        self.builder = self._make_builder(self.builder.union_state)
        self._last_steps = None
        self.begin(first)
        return True

    @property
    def _state(self) -> tuple[Any, ...]:
        state = self.builder.union_state
        return () if state is None else (state,)

    @property
    def link_arguments(self) -> tuple[Any, ...]:
        """The last arguments of a kernel that links."""
        forest = () if self.forest is None else (self.forest, self.forest_ends)
        return (*self._state, *forest)

    @property
    def state_arguments(self) -> tuple[Any, ...]:
        """The last arguments of a kernel that finds and does not link."""
        return self._state

    def begin(self, first: int) -> None:
        """Make each vertex from ``first`` on a component of its own."""
        self._run("begin_vertices", self.n - first, first, self.n, self.parents,
                  *self.link_arguments)  # fmt: skip

    def restore(self, roots: Any) -> None:
        """Put each vertex under its root, given by a buffer."""
        self._run("restore_vertices", self.n, self.n, roots, self.parents, *self._state)

    def flatten(self) -> None:
        """Point each vertex to its root, where the trees are those of the parents."""
        with self.runtime.lock:
            if self._flatten is None:
                switches = self.builder.switches
                self._flatten = RepeatedKernel(
                    self.runtime, "vertices", "flatten_vertices", switches
                )
            self._flatten.enqueue(self.n, np.int32(self.n), self.parents)

    def take(self, before: Trees) -> None:
        """Begin with the trees of fewer vertices."""
        copy = import_pyopencl().enqueue_copy
        pairs = zip(
            (self.parents, *self.link_arguments),
            (before.parents, *before.link_arguments),
            (4, *(4 for _ in self._state), 8, 8),
            strict=False,
        )
        with self.runtime.lock:
            for target, source, size in pairs:
                if before.n:
                    copy(self.runtime.queue, target, source, byte_count=size * before.n)
        self.begin(before.n)

    def roots(self) -> Any:
        """The smallest vertex of each vertex's component, in a new buffer."""
        runtime, n = self.runtime, self.n
        roots = runtime.allocate(4 * n)
        if n:
            with runtime.lock:
                self._run("copy_parents", n, n, self.parents, roots)
                if self._last_steps is None:
                    self._last_steps = finalization(self.builder)
                bind(self._last_steps, PARENTS, roots)
                runtime.enqueue(self._last_steps)
        return roots

    def count(self) -> int:
        """Count the trees."""
        runtime, tuning = self.runtime, self.runtime.tuning
        counter = runtime.upload_writable(np.zeros(1, dtype=np.int32))
        items = min(-(-self.n // 32), tuning.groups * tuning.local_size)
        self._run("count_trees", items, self.n, self.parents, counter, *self._state)
        return int(runtime.download(counter, 1)[0])

    def links(self, most: int) -> tuple[Any, Any]:
        """The edge ids, ascending, and their ends, shape (edges, 2), on the host.

        Parameters
        ----------
        most
            All ids are below it.
        """
        if not self.runtime.is_cpu and self.n >= _LEAST_TO_SORT and most < _MOST_TO_SORT:
            with contextlib.suppress(DeviceMemoryError):  # then the host sorts
                return self._sorted_links(most)
        edge_ids = self.runtime.download(self.forest, self.n, np.int64)
        ends = self.runtime.download(self.forest_ends, 2 * self.n).reshape(-1, 2)
        children = np.flatnonzero(edge_ids != _NO_EDGE)
        children = children[np.argsort(edge_ids[children])]  # which are all different
        return edge_ids[children], ends[children]

    def _sorted_links(self, most: int) -> tuple[Any, Any]:
        runtime, n = self.runtime, self.n
        with runtime.lock:
            count = n - self.count()
            pairs, other = (runtime.allocate(8 * n) for _ in range(2))
            ids, ends = runtime.allocate(4 * count), runtime.allocate(8 * count)
            self._run("pair_links", n, n, self.forest, pairs)
            # Above all ids is the number of those that have none.
            pairs = sort_now(runtime, pairs, other, n, range(most.bit_length()))
            self._run("gather_links", count, count, pairs, self.forest_ends, ids, ends)
            edge_ids = converted(runtime.download(ids, count, np.uint32), np.int64)
            return edge_ids, runtime.download(ends, 2 * count).reshape(-1, 2)

    def put_links(self, roots: Any, edge_ids: Any, ends: Any) -> None:
        """Hang each edge of a forest on a vertex that is no root.

        Which one does not matter: a forest has as many edges as vertices that are no roots.
        """
        copy = import_pyopencl().enqueue_copy
        host_ids = np.full(self.n, _NO_EDGE, dtype=np.int64)
        host_ends = np.zeros((self.n, 2), dtype=np.int32)
        children = np.flatnonzero(roots != np.arange(self.n, dtype=np.int32))
        host_ids[children], host_ends[children] = edge_ids, ends
        with self.runtime.lock:
            for buffer, array in ((self.forest, host_ids), (self.forest_ends, host_ends)):
                if array.size:
                    copy(self.runtime.queue, buffer, array)

    def _run(self, kernel: str, items: int, *arguments: Any) -> None:
        if items < 1:
            return
        runtime = self.runtime
        with runtime.lock:
            shared = runtime.kept_kernel("vertices", kernel, self.builder.switches)
            runtime.enqueue([Launch(shared, items, runtime.tuning.local_size, *arguments)])
