"""Forests of some partitions, and their merges: what travels between workers.

The forest of a union is the forest of the union of the forests, minimum ones too (Eppstein, Galil,
Italiano and Nissenzweig, "Sparsification", Journal of the ACM 44(5), 1997). For components an edge
joins each vertex to the smallest one of its component, which needs no ids of edges.

Invariant: keys ascend, and compare as the ids of edges in the whole graph do. A key is the number
of the partition and, in its low bits, the number of the edge within, so no partition needs to know
how many edges there are before it.
"""

from __future__ import annotations

import contextlib
import resource
import sys
import threading
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.names import are_contractible, merge_names
from clconn.distributed.reports import TaskReport
from clconn.distributed.vertices_room import check_answer, check_merge
from clconn.distributed.weights import joined_weights, refuse_weights_of_some
from clconn.errors import GraphWarning, ReferenceFallbackWarning
from clconn.graph import Graph
from clconn.problems import COMPONENTS, Problem
from clconn.renumbering import joined, number_integers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.interchange.edges import Edges

__all__ = [
    "KEY_BITS",
    "PartialForest",
    "Question",
    "call_on_worker",
    "edge_ids_of_keys",
    "merge",
    "noted_result",
    "peak_bytes",
    "solve_edges",
    "this_worker",
]

KEY_BITS = 40
"""Low bits of a key; a partition has fewer than 2**40 edges, and there are fewer than 2**23."""

SPARSE = 4
"""A graph of so many times fewer edges than vertices is solved on those that have an edge."""

_WARNED: dict[Any, Any] = {}
"""So that a worker says a thing once, and not for each partition."""

_ONE_AT_A_TIME = threading.Lock()
"""A worker's threads share its device, so they read side by side, and solve one after another."""


@dataclass(frozen=True)
class Question:
    """What all tasks of a call solve.

    Attributes
    ----------
    problem : Problem
    method : mapping
        Arguments of the problem's public function.
    device : object
        A selector for all workers, a mapping from names of workers to selectors, or None.
    room : int or None
        The bytes that the smallest worker may take, if it has a limit.
    """

    problem: Problem
    method: Mapping[str, Any]
    device: Any = None
    room: int | None = None

    @property
    def has_ids(self) -> bool:
        """Whether the answer is made of edges, so that their ids travel."""
        return self.problem != COMPONENTS


@dataclass(frozen=True)
class PartialForest:
    """A forest of the edges of some partitions.

    Attributes
    ----------
    origin : str
        What messages call the first of the partitions.
    nodes : numpy.ndarray or None
        The names of the vertices, ascending; None if ids are vertices.
    n : int
        Number of vertices so far: of names, or the largest id plus one.
    sources, targets : numpy.ndarray, shape (k,), int32
    keys : numpy.ndarray, shape (k,), int64, or None
        Ascending; None for components.
    weights : numpy.ndarray, shape (k,), or None
    report : TaskReport
    """

    origin: str
    nodes: NDArray[Any] | None
    n: int
    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    keys: NDArray[np.int64] | None
    weights: NDArray[Any] | None
    report: TaskReport

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays; of names, those of the array alone."""
        arrays = (self.nodes, self.sources, self.targets, self.keys, self.weights)
        return sum(each.nbytes for each in arrays if each is not None)

    def __sizeof__(self) -> int:
        # Dask asks for it, to know when a worker's memory is full.
        return object.__sizeof__(self) + self.nbytes


def solve_edges(
    question: Question, edges: Edges, origin: str, first_key: int, report: TaskReport
) -> PartialForest:
    """Return a forest of edges, which have been checked; the key of the first one is given."""
    keys = None
    if question.has_ids:
        keys = np.arange(first_key, first_key + edges.sources.size, dtype=np.int64)
    n = edges.n or 0
    ends = edges.sources, edges.targets
    return _solved(question, origin, edges.nodes, n, ends, keys, edges.weights, report)


def merge(question: Question, parts: Sequence[PartialForest], report: TaskReport) -> PartialForest:
    """Return a forest of the union of forests, whose keys ascend from part to part.

    Raises
    ------
    GraphError
        If some vertices have names and others have none, or some edges weights.
    NoRoomError
        If a merge of so many vertices does not fit a worker, and rounds may take over.
    """
    # Without an edge neither the type of weights counts, nor whether there are any.
    filled = [part for part in parts if part.sources.size] or list(parts[:1])
    refuse_weights_of_some((part.origin, part.weights is not None) for part in filled)
    room = question.room if all(are_contractible(part.nodes) for part in parts) else None
    edges = sum(part.sources.size for part in parts)
    types = [part.weights.dtype for part in filled if part.weights is not None]
    weight = np.result_type(*types).itemsize if types else 0
    # How many names there are is only known when they are numbered, which takes memory, too.
    check_merge(question.problem, room, max(part.n for part in parts), edges, weight)
    parts = [part for part in parts if part.n] or parts[:1]
    nodes, places = merge_names([(part.origin, part.nodes) for part in parts])
    if nodes is None:
        n = max(part.n for part in parts)
        sources = np.concatenate([part.sources for part in parts])
        targets = np.concatenate([part.targets for part in parts])
    else:
        n = len(nodes)
        check_merge(question.problem, room, n, edges, weight)
        pairs = list(zip(parts, places, strict=True))
        sources = np.concatenate([place[part.sources] for part, place in pairs])
        targets = np.concatenate([place[part.targets] for part, place in pairs])
    keys = None
    if question.has_ids:
        keys = np.concatenate([part.keys for part in parts if part.keys is not None])
    weights = joined_weights([part.weights for part in filled])
    ends = sources, targets
    return _solved(question, parts[0].origin, nodes, n, ends, keys, weights, report)


def edge_ids_of_keys(keys: NDArray[np.int64], counts: Sequence[int]) -> NDArray[np.int64]:
    """Return the ids of edges in the whole graph, given the number of edges of each partition."""
    before = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    ids: NDArray[np.int64] = before[keys >> KEY_BITS] + (keys & ((1 << KEY_BITS) - 1))
    return ids


def _solved(
    question: Question,
    origin: str,
    nodes: NDArray[Any] | list[Any] | None,
    n: int,
    ends: tuple[NDArray[Any], NDArray[Any]],
    keys: NDArray[np.int64] | None,
    weights: NDArray[Any] | None,
    report: TaskReport,
) -> PartialForest:
    check_answer(question.problem, question.room, n, ends[0].size)
    sources, targets = (end.astype(np.int32, copy=False) for end in ends)
    report.edges += sources.size
    report.bytes_in += sum(each.nbytes for each in (*ends, keys, weights) if each is not None)
    vertices = None
    size = n
    if n > SPARSE * max(sources.size, 1024):
        vertices, numbers = number_integers(joined([sources, targets]))
        local = numbers[: sources.size], numbers[sources.size :]
        size = len(vertices)
    else:
        local = sources, targets
    with report.timed("solve_seconds"):
        if question.has_ids:
            chosen = _result(question, local, size, weights, report).edge_ids
            sources, targets = sources[chosen], targets[chosen]
            keys = None if keys is None else keys[chosen]
            weights = None if weights is None else weights[chosen]
        else:
            roots = _result(question, local, size, None, report).roots
            sources = np.flatnonzero(roots != np.arange(size, dtype=np.int32)).astype(np.int32)
            targets, keys, weights = roots[sources], None, None
            if vertices is not None:
                sources, targets = (vertices[end].astype(np.int32) for end in (sources, targets))
    names = None if nodes is None else np.asarray(nodes)
    solved = PartialForest(origin, names, n, sources, targets, keys, weights, report)
    report.forest_edges, report.forest_bytes = int(sources.size), solved.nbytes
    return solved


def _result(
    question: Question,
    ends: tuple[NDArray[np.int32], NDArray[np.int32]],
    n: int,
    weights: NDArray[Any] | None,
    report: TaskReport,
) -> Any:
    """Return the problem's result on the worker's device."""
    graph = Graph.from_edges(*ends, n, weights=weights)
    function = question.problem.load("function")
    return noted_result(function, graph, question.device, question.method, report)


def noted_result(
    function: Any, graph: Graph, device: Any, method: Mapping[str, Any], report: TaskReport
) -> Any:
    """Return a function's result on this worker's device; the report says what solved it."""
    report.worker, _ = this_worker()
    result, caught = call_on_worker(function, graph, device, method)
    for warning in caught:
        if issubclass(warning.category, ReferenceFallbackWarning):
            report.fallback = str(warning.message)
        elif not issubclass(warning.category, GraphWarning):
            warnings.warn_explicit(
                warning.message, warning.category, warning.filename, warning.lineno,
                registry=_WARNED,
            )  # fmt: skip
    for name in ("variant", "options", "reason", "backend", "device"):
        setattr(report, name, getattr(result, name))
    report.peak_bytes = peak_bytes()
    return result


def call_on_worker(
    function: Any, graph: Graph, device: Any, method: Mapping[str, Any]
) -> tuple[Any, list[warnings.WarningMessage]]:
    """Return a function's result on this worker's device, and the warnings that it gave."""
    if isinstance(device, Mapping):
        # A LocalCluster calls its workers 0, 1, 2, and the scheduler's table says "0".
        name = this_worker()[1]
        device = {str(key): value for key, value in device.items()}.get(str(name))
    with _ONE_AT_A_TIME, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = function(graph, device=device, **method)
        _ = result.count
    return result, caught


def this_worker() -> tuple[str, Any]:
    """Return the address and the name of the worker that runs this task."""
    from distributed import get_worker

    try:
        worker = get_worker()
    except ValueError:  # no worker, such as in a test
        return "", None
    return str(worker.address), worker.name


def peak_bytes() -> int:
    """Return the most memory that this process has had."""
    with contextlib.suppress(OSError), open("/proc/self/status", encoding="ascii") as status:
        # Unlike ru_maxrss it does not begin with the memory of the process that started this one.
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) << 10
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
