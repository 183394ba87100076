"""The strong components of each partition alone, and the arcs that are left between them.

Two vertices in a strong component of some of the arcs are in one of all of them. So each worker
contracts its own components, and those of all partitions meet as links, vertex and representative,
of which a forest is enough: less than n of them, whatever the number of arcs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.exchange import Pairs
from clconn.distributed.local_numbers import (
    Solver,
    local_components,
    local_strong_roots,
    number_ends,
)
from clconn.distributed.reports import TaskReport
from clconn.distributed.strong.reachability import Arcs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.distributed.partitions import EdgeBlock

__all__ = ["contracted_arcs", "local_links", "merge_links", "representatives", "solve_live"]


def local_links(block: EdgeBlock, solver: Solver) -> tuple[Pairs, TaskReport]:
    """Return the vertices that are in a larger component of this partition, with its smallest.

    The report says what solved it.
    """
    report = TaskReport(0, 0)
    with report.timed("solve_seconds"):
        links = _links(Arcs(block.sources, block.targets), solver, report)
    report.forest_edges = links.keys.size
    report.forest_bytes = links.keys.nbytes + links.values.nbytes
    return links, report


def solve_live(parts: Sequence[Arcs], solver: Solver) -> Pairs:
    """Return the same for all arcs that are left."""
    sources = np.concatenate([part.sources for part in parts])
    return _links(Arcs(sources, np.concatenate([part.targets for part in parts])), solver)


def _links(arcs: Arcs, solver: Solver, report: TaskReport | None = None) -> Pairs:
    vertices, sources, targets = number_ends(arcs.sources, arcs.targets)
    return _below_roots(
        vertices, local_strong_roots(sources, targets, vertices.size, solver, report)
    )


def _below_roots(vertices: NDArray[Any], roots: NDArray[Any]) -> Pairs:
    below = np.flatnonzero(roots != np.arange(roots.size))
    return Pairs(vertices[below], vertices[roots[below]])


def merge_links(parts: Sequence[Pairs], solver: Solver) -> Pairs:
    """Return links that join what the links of some part join, each to the smallest vertex."""
    vertices, sources, targets = number_ends(
        np.concatenate([part.keys for part in parts]),
        np.concatenate([part.values for part in parts]),
    )
    labels = local_components(sources, targets, vertices.size, solver)
    # Labels ascend with the smallest vertices of their components.
    _, first = np.unique(labels, return_index=True)
    return _below_roots(vertices, first[labels])


def representatives(links: Pairs, n: int) -> NDArray[np.int32]:
    """Return the representative of each vertex, itself if no link says otherwise."""
    everyone = np.arange(n, dtype=np.int32)
    everyone[links.keys] = links.values
    return everyone


def contracted_arcs(block: EdgeBlock, of: NDArray[np.int32]) -> Arcs:
    """Return the arcs of a partition between representatives, each once and without loops."""
    sources, targets = of[block.sources].astype(np.int64), of[block.targets].astype(np.int64)
    differ = sources != targets
    pairs = np.unique(sources[differ] << 32 | targets[differ])
    return Arcs((pairs >> 32).astype(np.int32), (pairs & 0xFFFFFFFF).astype(np.int32))
