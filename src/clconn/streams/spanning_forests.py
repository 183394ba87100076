"""Spanning forests of edges that need not fit into memory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from clconn.design_space import AUTOMATIC, Variant
from clconn.results import SpanningForest
from clconn.streams.checkpoint import DEFAULT_EVERY
from clconn.streams.components import stream_components
from clconn.streams.opening import DEFAULT_BATCH

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
    checkpoint: str | os.PathLike[str] | None = None,
    every: int = DEFAULT_EVERY,
    resume: bool = False,
    renumber: bool = False,
    progress: bool = False,
    memory_limit: None = None,
) -> SpanningForest:
    """Find a spanning forest of edges that come in batches and need not fit into memory.

    Parameters
    ----------
    source, n, batch, format
        As for :func:`stream_components`.
    variant, backend, device, options
        As for :class:`clconn.IncrementalComponents`. The union of the variant links roots only.
    checkpoint, every, resume, renumber, progress, memory_limit
        As for :func:`stream_components`.

    Returns
    -------
    SpanningForest
        Its ``edge_ids`` number the edges of the source, from 0. A graph has many spanning forests;
        variants, devices, sizes of batches and even runs may return different ones.

    Raises
    ------
    GraphError, GraphFileError, OutputError
        As for :func:`stream_components`.
    UnknownVariantError, OptionError, BackendUnavailableError, DeviceError, DeviceMemoryError
        As for :class:`clconn.IncrementalComponents`.

    See Also
    --------
    clconn.spanning_forest : The same for a graph in memory.
    clconn.IncrementalComponents : What it stands on, with queries between the batches.
    minimum_spanning_forest : The lightest forest of a stream.

    Examples
    --------
    >>> import clconn.streams
    >>> batches = [([0, 1], [1, 2]), ([2, 4], [0, 5])]
    >>> forest = clconn.streams.spanning_forest(batches, n=6, backend="reference")
    >>> forest.edge_ids.tolist(), forest.count
    ([0, 1, 3], 3)
    """
    return stream_components(
        source,
        n,
        batch=batch,
        format=format,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        forest=True,
        checkpoint=checkpoint,
        every=every,
        resume=resume,
        renumber=renumber,
        progress=progress,
        memory_limit=memory_limit,
    ).spanning_forest()
