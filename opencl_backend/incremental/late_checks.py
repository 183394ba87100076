"""Bad ends that kernels find while they insert, and that the next question tells of.

To look at a batch before it is inserted takes a launch and a wait for the answer: more than the
insertion of a million edges. Here the launches follow each other without a wait.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.errors import GraphError
from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["NOWHERE", "LateChecks", "no_bad_edge"]

NOWHERE = 2**31 - 1
"""The place of the first bad edge where there is none."""


def no_bad_edge(runtime: Runtime) -> Any:
    """Return a buffer for the place of the first bad edge, which kernels lower."""
    return runtime.upload_writable(np.full(1, NOWHERE, dtype=np.int32))


class LateChecks:
    """The first bad edge since the last question."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._first_bad: Any = None
        self._edges = 0

    def arguments(self, n: int, count: int) -> tuple[Any, ...]:
        """Return the arguments of a kernel that inserts so many edges of n vertices.

        Raises
        ------
        GraphError
            If the places would not fit 32 bits, and there is a bad edge.
        """
        if self._edges + count >= NOWHERE:
            self.settle()
        if self._first_bad is None:
            self._first_bad = no_bad_edge(self._runtime)
        before, self._edges = self._edges, self._edges + count
        return np.int32(n), np.int32(before), self._first_bad

    def settle(self) -> None:
        """Look whether an edge was bad.

        Raises
        ------
        GraphError
            If so; the next call knows nothing of it.
        """
        if not self._edges:
            return
        place = int(self._runtime.download(self._first_bad, 1)[0])
        self._edges = 0
        if place != NOWHERE:
            self._first_bad = None
            raise GraphError(
                f"edge {place} of those inserted with check_later=True since the last question has "
                "an end that is no vertex; it was left out, as all such edges were, and the others "
                "are in. Call grow(n) before such edges come, or insert without check_later"
            )
