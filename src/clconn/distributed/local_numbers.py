"""Number the vertices of a part of the edges, so that a part costs its own size and not n."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.components import connected_components
from clconn.design_space import AUTOMATIC, Variant
from clconn.distributed.partial_forests import noted_result
from clconn.distributed.reports import TaskReport
from clconn.graph import Graph
from clconn.minimum_forests import minimum_spanning_forest
from clconn.renumbering import number_integers
from clconn.strong_components import strongly_connected_components

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "ON_OWN_DEVICE",
    "Solver",
    "local_components",
    "local_minimum_forest",
    "local_strong_roots",
    "number_ends",
]


@dataclass(frozen=True)
class Solver:
    """What solves parts on the workers.

    Attributes
    ----------
    backend : str or None
        As for :func:`clconn.connected_components`.
    device : object
        A selector for all workers, a mapping from names of workers to selectors, or None.
    variant, options
        As for :func:`clconn.connected_components`.
    maximum : bool
        Of minimum forests, whether the heaviest one is meant.
    """

    backend: str | None = None
    device: Any = None
    variant: str | Variant = AUTOMATIC
    options: Mapping[str, Any] | None = None
    maximum: bool = False

    def method(self) -> dict[str, Any]:
        """Return the arguments of a public function but for the device."""
        return {"backend": self.backend, "variant": self.variant, "options": self.options}


ON_OWN_DEVICE = Solver()
"""Each worker's own default."""


def number_ends(
    sources: NDArray[Any], targets: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[np.int32], NDArray[np.int32]]:
    """Return the distinct ends of edges, ascending, and both ends of each as places in them."""
    ends = np.concatenate([sources, targets])
    vertices, numbers = number_integers(ends)
    return vertices.astype(ends.dtype, copy=False), numbers[: sources.size], numbers[sources.size :]


def local_components(
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    n: int,
    solver: Solver,
    report: TaskReport | None = None,
) -> NDArray[np.int32]:
    """Return the label of each vertex, by the device of the worker that this runs on.

    If a report is given, it says what solved it.
    """
    graph = Graph.from_edges(sources, targets, n)
    return _solved(connected_components, graph, solver, report).labels  # type: ignore[no-any-return]


def local_strong_roots(
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    n: int,
    solver: Solver,
    report: TaskReport | None = None,
) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's strong component, likewise."""
    graph = Graph.from_edges(sources, targets, n, directed=True)
    return _solved(strongly_connected_components, graph, solver, report).roots  # type: ignore[no-any-return]


def local_minimum_forest(
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    n: int,
    weights: NDArray[Any] | None,
    solver: Solver,
    report: TaskReport | None = None,
) -> NDArray[np.int64]:
    """Return the ids of the edges of the minimum spanning forest, likewise."""
    graph = Graph.from_edges(sources, targets, n, weights=weights)
    more = {"maximum": solver.maximum}
    return _solved(minimum_spanning_forest, graph, solver, report, **more).edge_ids  # type: ignore[no-any-return]


def _solved(
    function: Any, graph: Graph, solver: Solver, report: TaskReport | None, **more: Any
) -> Any:
    method = solver.method() | more
    return noted_result(function, graph, solver.device, method, report or TaskReport(0, 0))
