"""Minimum spanning forests of edges that need not fit into memory."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from clconn.design_space import AUTOMATIC, Variant, make_request, refuse_measured
from clconn.device_requests import refuse_memory_limit
from clconn.errors import GraphError, GraphFileError, OptionError
from clconn.files.file_objects import path_of
from clconn.files.reading import check_count
from clconn.minimum_forests import minimum_spanning_forest as forest_of_graph
from clconn.problems import MINIMUM_FOREST
from clconn.results import MinimumForest
from clconn.sparse_ids import vertices_up_to
from clconn.streams.batches import Batch, Batches
from clconn.streams.checkpoint import DEFAULT_EVERY, CheckpointFile, check_every
from clconn.streams.forest_checkpoint import restore_forest, save_forest
from clconn.streams.forest_so_far import ForestSoFar
from clconn.streams.opening import DEFAULT_BATCH, OF_A_STREAM, open_batches
from clconn.streams.read_ahead import read_ahead
from clconn.streams.stream_bar import StreamBar

__all__ = ["StreamedForest", "minimum_spanning_forest", "stream_minimum_forest"]


def minimum_spanning_forest(
    source: Any,
    n: int | None = None,
    *,
    batch: int = DEFAULT_BATCH,
    format: str | None = None,
    weight: Any = None,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: Any = None,
    options: Mapping[str, Any] | None = None,
    maximum: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    every: int = DEFAULT_EVERY,
    resume: bool = False,
    renumber: bool = False,
    progress: bool = False,
    memory_limit: None = None,
) -> MinimumForest:
    """Find the minimum spanning forest of edges that come in batches and need not fit into memory.

    The answer is that of :func:`clconn.minimum_spanning_forest` for a graph of the same edges,
    whatever the size of the batches.

    Parameters
    ----------
    source : path, file object, array or iterable
        As for :func:`clconn.streams.open_batches`.
    n : int, optional
        Number of vertices; by default the largest id plus one.
    batch : int, default 1_000_000
        As many edges are read at once. A forest is found once as many edges, or as many as there
        are vertices, may still enter it.
    format, weight
        As for :func:`clconn.streams.open_batches`. Without weights every edge weighs 1.
    variant, backend, device, options, maximum
        As for :func:`clconn.minimum_spanning_forest`.
    checkpoint, every, resume, renumber, progress
        As for :func:`stream_components`. The file holds the forest so far and the edges that wait.
    memory_limit : None
        As for :func:`stream_components`.

    Returns
    -------
    MinimumForest
        Its ``edge_ids`` number the edges of the source, from 0. ``timing`` sums up the forests that
        were found on the way.

    Raises
    ------
    GraphError
        For the first edge that is none, or whose weight is NaN, or of a type that does not hold the
        weights before it exactly.
    GraphFileError
        If the file cannot be read.
    OptionError, UnknownVariantError, BackendUnavailableError, DeviceError, DeviceMemoryError
        As for :func:`clconn.minimum_spanning_forest`, before more is read than the beginning.

    See Also
    --------
    clconn.minimum_spanning_forest : The same for a graph in memory.

    Notes
    -----
    The forest of a union is the forest of the union of the forests [1]_, so only the forest so far
    and the edges that wait are in memory. Self loops, and most of the edges that are the heaviest
    of a cycle with edges of the forest so far, are dropped as they come. If the edges come in
    random order, O(log(m / n)) forests are found, otherwise up to m / max(n, batch). Each takes
    the time and memory of a graph of n - 1 + max(n, batch) edges.

    References
    ----------
    .. [1] D. Eppstein, Z. Galil, G. F. Italiano and A. Nissenzweig, "Sparsification: a technique
       for speeding up dynamic graph algorithms", Journal of the ACM 44(5), 1997.

    Examples
    --------
    >>> import clconn.streams
    >>> batches = [([0, 1], [1, 2], [3, 1]), ([2, 4], [0, 5], [2, 7])]
    >>> forest = clconn.streams.minimum_spanning_forest(batches, n=6)
    >>> forest.edge_ids, forest.total_weight
    (array([1, 2, 3]), 10)
    """
    refuse_memory_limit(memory_limit, *OF_A_STREAM)
    return stream_minimum_forest(
        source,
        n,
        batch=batch,
        format=format,
        weight=weight,
        maximum=maximum,
        checkpoint=checkpoint,
        every=every,
        resume=resume,
        renumber=renumber,
        progress=progress,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
    ).forest


@dataclass(frozen=True)
class StreamedForest:
    """The minimum spanning forest of a stream, and what it took.

    Attributes
    ----------
    forest : MinimumForest
    format : str
        The format of the source.
    edge_count : int
        Number of edges, those before a checkpoint included.
    resumed_at : int
        As many of them are from the checkpoint.
    batches : int
        Number of batches, those before a checkpoint included.
    seconds : dict
        The time of this run, ``"total"``, and what of it went into waiting for batches to be read,
        ``"read"``, and into forests, as in :class:`~clconn.Timing`.
    weighted : bool or None
        Whether the edges have weights; None if this run read none.
    """

    forest: MinimumForest
    format: str
    edge_count: int
    resumed_at: int
    batches: int
    seconds: dict[str, float]
    weighted: bool | None


def stream_minimum_forest(
    source: Any,
    n: int | None,
    *,
    batch: int,
    format: str | None,
    weight: Any,
    maximum: bool,
    checkpoint: str | os.PathLike[str] | None,
    every: int,
    resume: bool,
    renumber: bool = False,
    progress: bool,
    option: str = "format=",
    **method: Any,
) -> StreamedForest:
    """Find the minimum spanning forest of a stream; see :func:`minimum_spanning_forest`."""
    begin = time.perf_counter()
    request = make_request(MINIMUM_FOREST, method.get("variant", AUTOMATIC), method.get("options"))
    refuse_measured(request, "edges come in batches")
    if not isinstance(maximum, bool):
        raise OptionError(f"maximum is {maximum!r}; expected True or False")
    if resume and checkpoint is None:
        raise GraphError("resume=True goes on from a checkpoint; give checkpoint=, too")
    check_every(every)
    file = None if checkpoint is None else CheckpointFile(path_of(checkpoint), every, resume)
    place = None if file is None else file.place
    solve = partial(forest_of_graph, maximum=maximum, **method)
    opened = open_batches(
        source,
        batch=batch,
        format=format,
        n=n,
        weight=weight,
        renumber=renumber,
        option=option,
    )
    with opened as batches:
        known = batches.n if batches.n_is_certain else None
        so_far = ForestSoFar(solve, n=known, least=batches.n or 0, batch=batch, maximum=maximum)
        if file is not None and place is not None:
            place.check(file.path, batches, check_count(n))
            batches.begin_at(place.position)
            restore_forest(file.path, so_far, batches, place)
        resumed_at, count = so_far.edge_count, 0 if place is None else place.batches
        bar = StreamBar(os.path.basename(batches.name), progress, so_far.trees, so_far.edge_count)
        position, read = batches.position, 0.0
        weighted = None
        with bar, read_ahead(batches) as arrivals:
            asked = time.perf_counter()
            for each, position, share in arrivals:
                read += time.perf_counter() - asked
                _add(so_far, each, batches)
                weighted = each.weights is not None
                count += 1
                if file is not None and count % file.every == 0:
                    save_forest(file.path, so_far, batches, position, check_count(n), count)
                bar.move_to(so_far.edge_count, share)
                asked = time.perf_counter()
        if file is not None:
            save_forest(file.path, so_far, batches, position, check_count(n), count)
    if known is None and batches.names is None:
        vertices_up_to(so_far.n - 1, so_far.edge_count, stacklevel=4)
    forest = so_far.result(None if batches.names is None else batches.names.in_order(so_far.n))
    total = time.perf_counter() - begin
    steps = asdict(forest.timing)
    del steps["pieces"]
    seconds = {"read": read, **steps, "total": total}
    return StreamedForest(
        forest, batches.format, so_far.edge_count, resumed_at, count, seconds, weighted
    )


def _add(so_far: ForestSoFar, batch: Batch, batches: Batches) -> None:
    try:
        so_far.add(*batch)
    except GraphError as error:
        if batches.is_file:
            raise GraphFileError(batches.name, str(error)) from error
        raise
