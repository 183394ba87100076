"""Spanning forests of edges that need not fit into memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.design_space import AUTOMATIC, Variant
from clconn.incremental import IncrementalComponents
from clconn.results import SpanningForest
from clconn.sparse_ids import vertices_up_to
from clconn.streams.opening import DEFAULT_BATCH, open_batches
from clconn.streams.progress import each_batch

__all__ = ["spanning_forest"]


def spanning_forest(
    source: Any,
    n: int | None = None,
    *,
    batch: int = DEFAULT_BATCH,
    format: str | None = None,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: Any = None,
    options: Mapping[str, Any] | None = None,
    progress: bool = False,
) -> SpanningForest:
    """Find a spanning forest of edges that come in batches and need not fit into memory.

    Parameters
    ----------
    source : path, file object, array or iterable
        As for :func:`clconn.streams.open_batches`.
    n : int, optional
        Number of vertices; by default the largest id plus one.
    batch : int, default 1_000_000
        As many edges are read and inserted at once.
    format : str, optional
        As for :func:`clconn.streams.open_batches`.
    variant, backend, device, options
        As for :class:`clconn.IncrementalComponents`. The union of the variant links roots only.
    progress : bool, default False
        Whether to show a progress bar, if standard error is a terminal.

    Returns
    -------
    SpanningForest
        Its ``edge_ids`` number the edges of the source, from 0. As a graph has many spanning
        forests, the answer may differ between variants, devices, sizes of batches and runs.

    Raises
    ------
    GraphError
        For the first edge that is none.
    GraphFileError
        If the file cannot be read.
    UnknownVariantError, OptionError, BackendUnavailableError, DeviceError, DeviceMemoryError
        As for :class:`clconn.IncrementalComponents`, before more is read than the beginning.

    See Also
    --------
    clconn.spanning_forest : The same for a graph in memory.
    clconn.IncrementalComponents : What it stands on, with queries between the batches.

    Notes
    -----
    It takes the memory of n vertices and of one batch, and a time linear in the number of edges,
    up to the length of the paths to the roots.

    Examples
    --------
    >>> import clconn.streams
    >>> batches = [([0, 1], [1, 2]), ([2, 4], [0, 5])]
    >>> forest = clconn.streams.spanning_forest(batches, n=6, backend="reference")
    >>> forest.edge_ids.tolist(), forest.count
    ([0, 1, 3], 3)
    """
    method = {"variant": variant, "backend": backend, "device": device, "options": options}
    with open_batches(source, batch=batch, format=format, n=n, weight=False) as batches:
        is_certain = n is not None or batches.n_is_certain
        live = IncrementalComponents(
            batches.n or 0,
            forest=True,
            growing=not is_certain,
            **method,  # type: ignore[arg-type]
        )
        for sources, targets, _ in each_batch(batches, progress):
            live.insert(sources, targets)
    if not is_certain:
        vertices_up_to(live.n - 1, live.edge_count)
    return live.spanning_forest()
