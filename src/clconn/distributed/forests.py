"""Spanning forests of edges that lie on a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.design_space import AUTOMATIC, Variant
from clconn.device_requests import refuse_memory_limit
from clconn.distributed.calls import ON_A_CLUSTER, about, finished
from clconn.distributed.forest_answers import GatheredForest
from clconn.distributed.forest_calls import call_for_forest
from clconn.distributed.forests_on_cluster import ForestArrays, ForestOnCluster
from clconn.distributed.tasks import FAN_IN
from clconn.problems import FOREST
from clconn.results import SpanningForest

__all__ = ["spanning_forest"]


def spanning_forest(
    edges: Any,
    n: int | None = None,
    client: Any = None,
    *,
    source: str | None = None,
    target: str | None = None,
    renumber: bool | None = None,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: str | Mapping[Any, str] | None = None,
    options: Mapping[str, Any] | None = None,
    fan_in: int = FAN_IN,
    progress: bool = False,
    retries: int = 0,
    memory_limit: None = None,
) -> SpanningForest | ForestOnCluster:
    """Find a spanning forest of edges that lie on a cluster.

    Parameters
    ----------
    edges, n, client, source, target, renumber
        As for :func:`clconn.distributed.connected_components`.
    variant, backend, device, options, fan_in, progress, retries, memory_limit
        As for :func:`clconn.distributed.connected_components`.

    Returns
    -------
    SpanningForest or ForestOnCluster
        Its ``edge_ids`` number the edges partition by partition. A graph has many spanning
        forests; devices, partitions and even runs may give different ones. ``is_on_cluster`` tells
        whether the arrays are Dask arrays on the workers: if rounds took over and the client has
        no room for the forest.

    Raises
    ------
    ClusterError, GraphError, GraphFileError, OptionError, MissingLibraryError
        As for :func:`clconn.distributed.connected_components`.
    UnknownVariantError, BackendUnavailableError, DeviceError, DeviceMemoryError
        As for :func:`clconn.spanning_forest`.

    Warns
    -----
    ReferenceFallbackWarning
        Once, if workers have no OpenCL device.

    See Also
    --------
    clconn.spanning_forest : The same for a graph in memory.

    Notes
    -----
    Each worker finds a forest of its partitions; forests are merged in a tree, `fan_in` at a time.
    If the vertices do not fit one worker so, the partitions are read again, and rounds find the
    one forest whose edges come first, as :func:`clconn.distributed.minimum_spanning_forest` does
    without weights; `variant` and `options` are then not taken. ``reason`` says why, and
    ``report.rounds`` what they cost. Names must then be integers of 64 bits.

    Examples
    --------
    >>> import dask.array
    >>> from distributed import Client
    >>> import clconn
    >>> pairs = dask.array.from_array([[0, 1], [1, 0], [3, 4]], chunks=(2, 2))
    >>> with Client(processes=False, dashboard_address=None) as client:
    ...     forest = clconn.distributed.spanning_forest(pairs, n=6)
    >>> forest.edge_ids, forest.count
    (array([0, 2]), 4)
    """
    refuse_memory_limit(memory_limit, ON_A_CLUSTER)
    forest, report = call_for_forest(
        FOREST,
        edges,
        n,
        client,
        source=source,
        target=target,
        renumber=renumber,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        fan_in=fan_in,
        progress=progress,
        retries=retries,
    )
    if isinstance(forest, ForestArrays):
        return forest.spanning_forest(report, about(report))
    gathered = GatheredForest(forest, report)
    result = SpanningForest(forest.n, gathered, **about(report))
    answer: SpanningForest = finished(result, forest.nodes, report, n)
    return answer
