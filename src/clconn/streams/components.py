"""Connected components of a stream of edges that need not fit into memory."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, TypeVar

from clconn.cached_properties import cached_property
from clconn.design_space import AUTOMATIC, Variant
from clconn.device_requests import refuse_memory_limit
from clconn.errors import GraphError, GraphFileError, OptionError
from clconn.files.file_objects import path_of
from clconn.files.reading import check_count
from clconn.graph_checks import MAXIMUM_VERTICES, RENUMBER, RENUMBER_WITHOUT_N, refuse_edge
from clconn.incremental.checkpoint import Checkpoint, checkpoint_arrays
from clconn.incremental.engine import Links
from clconn.incremental.incremental_components import IncrementalComponents
from clconn.incremental.largest_end import largest_end
from clconn.incremental.links import ForestOfLinks
from clconn.results import Components, HostComponents, Result, SpanningForest, Timing
from clconn.sparse_ids import sparse_ids_advice, vertices_up_to
from clconn.streams.batches import Batch, Batches
from clconn.streams.checkpoint import (
    DEFAULT_EVERY,
    CheckpointFile,
    Place,
    check_every,
    write_with_place,
)
from clconn.streams.kept_names import arrays_to_keep, read_names
from clconn.streams.names import NameOrder, Names
from clconn.streams.opening import DEFAULT_BATCH, OF_A_STREAM, open_batches
from clconn.streams.read_ahead import read_ahead
from clconn.streams.stream_bar import StreamBar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["StreamedComponents", "stream_components"]
_Result = TypeVar("_Result", bound=Result)


@dataclass
class StreamedComponents:
    """The components of a stream, and what it took.

    Attributes
    ----------
    live : IncrementalComponents
        To go on with. If the number of vertices was not known, it may have more than `n`, which
        have no edges.
    n : int
        Number of vertices.
    names : Names or None
        With ``renumber=True`` the names of the vertices of `live`, which are numbered in the order
        in which they appeared. The results number them anew, in ascending order.
    format : str
        The format of the source.
    edge_count : int
        Number of edges, those before a checkpoint included.
    resumed_at : int
        As many of them are from the checkpoint, and were not inserted in this run.
    batches : int
        Number of batches, those before a checkpoint included.
    seconds : dict
        The times of this run: to open the source and the device, ``"open"``; to wait for batches to
        be read, ``"read"``, to insert them, ``"insert"``, and to write checkpoints,
        ``"checkpoint"``. A device works while the next batch is read.
    """

    live: IncrementalComponents
    n: int
    format: str
    edge_count: int = 0
    resumed_at: int = 0
    batches: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    names: Names | None = None

    @property
    def count(self) -> int:
        """Number of components."""
        return self.live.count - (self.live.n - self.n)

    @property
    def edges_per_second(self) -> float:
        """Edges that this run inserted, by all times but that to open."""
        total = sum(each for name, each in self.seconds.items() if name != "open")
        return (self.edge_count - self.resumed_at) / total if total else 0.0

    def components(self) -> Components:
        """Return the components, as :meth:`clconn.IncrementalComponents.components` does."""
        components = self.live.components()
        if self.live.n == self.n and self.names is None:
            return components
        # The last vertices have no edges, so no root is among them.
        roots = components.roots[: self.n]
        if self._order is not None:
            roots = self._order.roots(roots)
        return self._of_vertices(components, HostComponents(None, roots))

    def spanning_forest(self) -> SpanningForest:
        """Return the forest, as :meth:`clconn.IncrementalComponents.spanning_forest` does."""
        forest = self.live.spanning_forest()
        if self.live.n == self.n and self.names is None:
            return forest
        links = Links(forest.edge_ids, *forest.edges)
        if self._order is not None:
            links = self._order.links(links)
        return self._of_vertices(forest, ForestOfLinks(self.n, links))

    @cached_property
    def _order(self) -> NameOrder | None:
        return None if self.names is None else self.names.in_order(self.n)

    def _of_vertices(self, result: _Result, source: Any) -> _Result:
        """Return the same result for the vertices that there are."""
        of_these = type(result)(
            self.n,
            source,
            variant=result.variant,
            options=result.options,
            reason=result.reason,
            backend=result.backend,
            device=result.device,
            timing=Timing(compute=result.timing.compute),
        )
        of_these.nodes = None if self._order is None else self._order.nodes
        return of_these


def stream_components(
    source: str | os.PathLike[str] | IO[bytes] | Iterable[Any] | NDArray[Any],
    n: int | None = None,
    *,
    batch: int = DEFAULT_BATCH,
    format: str | None = None,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: Any = None,
    options: Mapping[str, Any] | None = None,
    forest: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    every: int = DEFAULT_EVERY,
    resume: bool = False,
    renumber: bool = False,
    progress: bool = False,
    option: str = "format=",
    memory_limit: None = None,
) -> StreamedComponents:
    """Find the connected components of edges that come in batches and need not fit into memory.

    In memory are n numbers and the batches in use: one on its way to the device, and two that a
    thread reads meanwhile.

    Parameters
    ----------
    source : path, file object, array or iterable
        As for :func:`open_batches`.
    n : int, optional
        Number of vertices; a larger id is an error. By default the largest id plus one, or more if
        the header of a file says so.
    batch : int, default 1_000_000
        Edges that are inserted at once.
    format : str, optional
        As for :func:`open_batches`.
    variant, backend, device, options
        As for :class:`clconn.IncrementalComponents`.
    forest : bool, default False
        Whether to keep a spanning forest, too.
    checkpoint : path, optional
        A file to go on from if the program ends early. It is written each time that `every` batches
        are done, and at the end.
    every : int, default 100
        Batches from one checkpoint to the next.
    resume : bool, default False
        Whether to go on from the checkpoint, if that file exists. Otherwise an existing file is an
        error, because it would be lost.
    renumber : bool, default False
        Whether ids are names: any integers of up to 64 bits, or in an edge list words. The
        vertices are then the names that occur, in ascending order, and ``nodes`` of the results
        lists them. In memory are all names, too: 12 bytes for each integer, and some 350 for a
        word.
    progress : bool, default False
        Whether to show a progress bar, if standard error is a terminal or in a notebook.
    option : str, optional
        What names the format, for messages.
    memory_limit : None
        For graphs in memory, which may pass through a device in pieces; a smaller `batch` takes
        less memory here.

    Returns
    -------
    StreamedComponents

    Raises
    ------
    GraphFileError
        If the source cannot be read, or the checkpoint is damaged or of another source.
    GraphError
        If an id is no vertex, or an argument is wrong.
    OutputError
        If the checkpoint cannot be written, or would replace one that is not resumed.
    UnknownVariantError, OptionError, BackendUnavailableError, DeviceError, DeviceMemoryError
        As for :class:`clconn.IncrementalComponents`.

    Warns
    -----
    GraphWarning
        If `n` is left out and most ids up to the largest have no edge.

    Examples
    --------
    >>> from clconn.streams import stream_components
    >>> batches = [([0, 1], [1, 2]), ([4], [5])]
    >>> streamed = stream_components(batches, backend="reference")
    >>> streamed.n, streamed.count, streamed.components().labels.tolist()
    (6, 3, [0, 0, 0, 1, 2, 2])
    >>> batches = [([10**12, 7], [7, -3]), ([5], [5])]
    >>> components = stream_components(batches, renumber=True, backend="reference").components()
    >>> components.nodes.tolist(), components.labels.tolist()
    ([-3, 5, 7, 1000000000000], [0, 1, 0, 0])
    """
    begin = time.perf_counter()
    refuse_memory_limit(memory_limit, *OF_A_STREAM)
    check_every(every)
    file = None if checkpoint is None else CheckpointFile(path_of(checkpoint), every, resume)
    if resume and file is None:
        raise GraphError("resume=True goes on from a checkpoint; give checkpoint=, too")
    place = None if file is None else file.place
    opened = open_batches(
        source,
        batch=batch,
        format=format,
        n=n,
        weight=False,
        renumber=renumber,
        option=option,
    )
    how: dict[str, Any] = {
        "variant": variant, "backend": backend, "device": device, "options": options,
    }  # fmt: skip
    with opened as batches:
        count = check_count(n)
        if file is not None and place is not None:
            place.check(file.path, batches, count)
            batches.begin_at(place.position)
            live = IncrementalComponents.load(file.path, **how)
            if batches.names is not None:
                batches.names.go_on(read_names(file.path, live.n))
            if forest:
                _check_forest(live, file.path)
            forest = live.has_forest  # a checkpoint keeps what it has
            if live.edge_count != batches.position["edges"]:
                raise GraphFileError(file.path, "counts other edges than those before its place")
        else:
            live = IncrementalComponents(batches.n or 0, forest=forest, **how)
        streamed = StreamedComponents(
            live,
            live.n,
            batches.format,
            edge_count=live.edge_count,
            resumed_at=live.edge_count,
            batches=0 if place is None else place.batches,
            names=batches.names,
        )
        run = _Run(streamed, batches, count, file, progress, forest)
        streamed.seconds = {"open": time.perf_counter() - begin, **run.all_batches()}
    if count is None and not batches.n_is_certain and not renumber:
        vertices_up_to(streamed.n - 1, streamed.edge_count)
    return streamed


def _check_forest(live: IncrementalComponents, path: str) -> None:
    try:
        live.spanning_forest()
    except OptionError as error:
        raise GraphFileError(
            path, "is a checkpoint without a spanning forest; name another one"
        ) from error


class _Run:
    """The insertion of batch after batch."""

    def __init__(
        self,
        streamed: StreamedComponents,
        batches: Batches,
        n: int | None,
        file: CheckpointFile | None,
        progress: bool,
        forest: bool,
    ) -> None:
        self._forest = forest
        self._streamed = streamed
        self._live = streamed.live
        self._batches = batches
        self._n = n
        self._file = file
        self._bar = StreamBar(
            os.path.basename(batches.name), progress, lambda: streamed.count, streamed.edge_count
        )
        self._seconds = {"read": 0.0, "insert": 0.0, "checkpoint": 0.0}
        self._last = time.perf_counter()

    def all_batches(self) -> dict[str, float]:
        """Insert all batches, and return the times that this took."""
        streamed, file = self._streamed, self._file
        position = self._batches.position
        is_saved = file is not None and file.place is not None
        with self._bar, read_ahead(self._batches) as arrivals:
            for batch, position, share in arrivals:
                self._lap("read")
                self._insert(batch)
                self._lap("insert")
                is_saved = file is not None and streamed.batches % file.every == 0
                if is_saved:
                    self._save(position)
                self._bar.move_to(streamed.edge_count, share)
        self._lap("read")
        _ = streamed.count  # waits for the device
        self._lap("insert")
        if file is not None and not is_saved:
            self._save(position)
        return self._seconds

    def _lap(self, name: str) -> None:
        now = time.perf_counter()
        self._seconds[name] += now - self._last
        self._last = now

    def _insert(self, batch: Batch) -> None:
        streamed, live = self._streamed, self._live
        largest = -1
        if self._n is None:
            largest = largest_end(batch.sources, batch.targets)
            if live.n <= largest < MAXIMUM_VERTICES:
                self._grow(largest + 1)
        try:
            live.insert(batch.sources, batch.targets)
        except GraphError:
            self._refuse_first(batch)
            raise
        streamed.n = max(streamed.n, largest + 1)
        streamed.edge_count += batch.sources.size
        streamed.batches += 1

    def _grow(self, needed: int) -> None:
        # To double it makes all the copies that growth takes cost no more than a few of the last.
        capacity = min(max(needed, 2 * self._live.n), MAXIMUM_VERTICES)
        try:
            try:
                self._live.grow(capacity)
            except MemoryError:
                if capacity == needed:
                    raise
                self._live.grow(needed)
        except MemoryError as error:
            advice = sparse_ids_advice(needed, self._streamed.edge_count)
            if not advice:
                raise
            raise type(error)(f"{error}; {advice}") from error

    def _refuse_first(self, batch: Batch) -> None:
        """Name the first edge that has an end that is no vertex, by its number in the stream."""
        limit, remedy = self._n, RENUMBER_WITHOUT_N
        if limit is None:
            limit, remedy = MAXIMUM_VERTICES, RENUMBER
        first = self._streamed.edge_count
        try:
            refuse_edge(batch.sources, batch.targets, limit, first=first, remedy=remedy)
        except GraphError as error:
            if self._batches.is_file:
                raise GraphFileError(self._batches.name, str(error)) from None
            raise

    def _save(self, position: dict[str, Any]) -> None:
        assert self._file is not None
        streamed, live = self._streamed, self._live
        roots: NDArray[np.int32] = live.components().roots[: streamed.n]
        links = None
        if self._forest:
            forest = live.spanning_forest()
            links = Links(forest.edge_ids, *forest.edges)
        state = Checkpoint(roots, streamed.edge_count, links, AUTOMATIC, {}, growing=False)
        arrays = checkpoint_arrays(state)
        names = self._batches.names
        if names is not None:
            arrays |= arrays_to_keep(names, streamed.n)
        place = Place(
            position, self._batches.identity, self._n, streamed.batches, names is not None
        )
        write_with_place(self._file.path, arrays, place)
        self._lap("checkpoint")
