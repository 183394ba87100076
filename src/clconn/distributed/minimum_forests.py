"""Minimum spanning forests of edges that lie on a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.design_space import AUTOMATIC, Variant
from clconn.device_requests import refuse_memory_limit
from clconn.distributed.calls import ON_A_CLUSTER, about, finished
from clconn.distributed.forest_answers import GatheredForest
from clconn.distributed.forest_calls import call_for_forest
from clconn.distributed.forests_on_cluster import ForestArrays, MinimumForestOnCluster
from clconn.distributed.tasks import FAN_IN
from clconn.errors import OptionError
from clconn.problems import MINIMUM_FOREST
from clconn.results import MinimumForest

__all__ = ["minimum_spanning_forest"]


def minimum_spanning_forest(
    edges: Any,
    n: int | None = None,
    client: Any = None,
    *,
    source: str | None = None,
    target: str | None = None,
    weight: str | None = None,
    maximum: bool = False,
    renumber: bool | None = None,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: str | Mapping[Any, str] | None = None,
    options: Mapping[str, Any] | None = None,
    fan_in: int = FAN_IN,
    progress: bool = False,
    retries: int = 0,
    memory_limit: None = None,
) -> MinimumForest | MinimumForestOnCluster:
    """Find the minimum spanning forest of edges that lie on a cluster.

    Parameters
    ----------
    edges, n, client, source, target, renumber
        As for :func:`clconn.distributed.connected_components`.
    weight : str, optional
        The column of weights, of any integer or float type; by default ``weight``, if there is
        one. Texts have weights in their third column, and values of a list as third arrays.
        Without weights every edge weighs 1.
    maximum : bool, default False
        Whether to find the heaviest forest instead of the lightest.
    variant, backend, device, options, fan_in, progress, retries, memory_limit
        As for :func:`clconn.distributed.connected_components`.

    Returns
    -------
    MinimumForest or MinimumForestOnCluster
        As from :func:`clconn.minimum_spanning_forest` for a graph of the same edges, bit for bit.
        ``edge_ids`` number the edges partition by partition, and break ties. ``is_on_cluster``
        tells whether the arrays are Dask arrays on the workers: if rounds took over and the client
        has no room for the forest.

    Raises
    ------
    GraphError
        If a weight is NaN, or only some partitions have weights, beside the reasons of
        :func:`clconn.distributed.connected_components`.
    ClusterError, GraphFileError, OptionError, MissingLibraryError
        As for :func:`clconn.distributed.connected_components`.
    UnknownVariantError, BackendUnavailableError, DeviceError, DeviceMemoryError
        As for :func:`clconn.minimum_spanning_forest`.

    Warns
    -----
    ReferenceFallbackWarning
        Once, if workers have no OpenCL device.

    See Also
    --------
    clconn.streams.minimum_spanning_forest : The same on one machine, for edges larger than memory.

    Notes
    -----
    Each worker finds the forest of its partitions; forests are merged in a tree, `fan_in` at a
    time. If the vertices do not fit one worker so, the partitions are read again and contracted in
    rounds: Boruvka's algorithm [1]_, where each tree throws a coin, and joins the one that its
    lightest edge leads to if it shows tails and the other heads. That leaves three quarters of the
    trees in expectation, so there are O(log n) rounds. Each shuffles 40 bytes and a weight for a
    vertex in a partition, and nothing for an edge. ``reason`` says why rounds took over, and
    ``report.rounds`` what they cost. Names must then be integers of 64 bits.

    References
    ----------
    .. [1] O. Borůvka, "O jistém problému minimálním", Práce moravské přírodovědecké společnosti 3,
       1926.

    Examples
    --------
    >>> from dask import delayed
    >>> from distributed import Client
    >>> import clconn
    >>> parts = [delayed(([0, 1], [1, 2], [3, 1])), delayed(([2, 4], [0, 5], [2, 7]))]
    >>> with Client(processes=False, dashboard_address=None) as client:
    ...     forest = clconn.distributed.minimum_spanning_forest(parts, n=6)
    >>> forest.edge_ids, forest.total_weight
    (array([1, 2, 3]), 10)
    """
    refuse_memory_limit(memory_limit, ON_A_CLUSTER)
    if not isinstance(maximum, bool):
        raise OptionError(f"maximum is {maximum!r}; expected True or False")
    forest, report = call_for_forest(
        MINIMUM_FOREST,
        edges,
        n,
        client,
        source=source,
        target=target,
        weight=weight,
        renumber=renumber,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        fan_in=fan_in,
        progress=progress,
        retries=retries,
        maximum=maximum,
    )
    if isinstance(forest, ForestArrays):
        return forest.minimum_forest(report, about(report), maximum)
    gathered = GatheredForest(forest, report)
    result = MinimumForest(forest.n, gathered, maximum=maximum, **about(report))
    answer: MinimumForest = finished(result, forest.nodes, report, n)
    return answer
