"""When to point all vertices of a stream to their roots."""

from __future__ import annotations

from collections.abc import Iterator

from clconn.opencl_backend.incremental.batch import Batch
from clconn.opencl_backend.incremental.trees import Trees

__all__ = ["Flattening"]

# On an H100, ten graphs, one batch beside GConn: after n edges 2.9 times as fast, after n / 2 2.6,
# after n / 4 2.6, never 2.6.
FIRST = 1
"""Edges for each vertex after which the trees are first flattened."""

# On an H100 16 in place of 4 saves two launches of five where a graph has few edges (rmat16 0.19 ms
# to 0.15) and costs nothing elsewhere; with 64 the stream of web takes twice as long in batches.
GROWTH = 16
"""The next time comes after this many times as many edges, so that n vertices cost little."""

LEAST = 4
"""A batch of fewer edges than a fourth of the vertices is not cut for it."""


class Flattening:
    """Flattens trees after some number of edges.

    The first edges make the trees, and the later ones mostly join what is joined already. They show
    it at once where the trees are flat.
    """

    def __init__(self, trees: Trees) -> None:
        rule = trees.builder.variant.rule
        self._applies = rule is not None and rule.trees_are_parents
        self._trees = trees
        self._inserted = 0
        self._next = max(1, FIRST * trees.n)

    def go_on(self, trees: Trees) -> None:
        """Go on with trees that have grown; what was inserted before counts."""
        self._trees = trees

    def cut(self, batch: Batch) -> Iterator[Batch]:
        """Cut a large batch where the trees are to be flattened."""
        begin = 0
        while self._applies and batch.count > self._trees.n // LEAST:
            room = self._next - self._inserted
            if begin + room >= batch.count:
                break
            yield batch.part(begin, room)
            begin += room
        yield batch.part(begin, batch.count - begin)

    def after(self, count: int) -> None:
        """Flatten the trees if it is time after so many more edges."""
        self._inserted += count
        if self._applies and self._inserted >= self._next:
            self._trees.flatten()
            self._next = GROWTH * self._inserted
