"""Minimum spanning forests of edges that need not fit into memory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from clconn.design_space import AUTOMATIC, Variant
from clconn.errors import OptionError
from clconn.minimum_forests import minimum_spanning_forest as forest_of_graph
from clconn.results import MinimumForest
from clconn.sparse_ids import vertices_up_to
from clconn.streams.forest_so_far import ForestSoFar
from clconn.streams.opening import DEFAULT_BATCH, open_batches
from clconn.streams.progress import each_batch

__all__ = ["minimum_spanning_forest"]


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
    progress: bool = False,
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
    progress : bool, default False
        Whether to show a progress bar, if standard error is a terminal.

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
    if not isinstance(maximum, bool):
        raise OptionError(f"maximum is {maximum!r}; expected True or False")
    solve = partial(
        forest_of_graph,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        maximum=maximum,
    )
    with open_batches(source, batch=batch, format=format, n=n, weight=weight) as batches:
        known = batches.n if batches.n_is_certain or n is not None else None
        so_far = ForestSoFar(solve, n=known, least=batches.n or 0, batch=batch, maximum=maximum)
        for each in each_batch(batches, progress):
            so_far.add(*each)
    if known is None:
        vertices_up_to(so_far.n - 1, so_far.edge_count)
    return so_far.result()
