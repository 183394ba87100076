"""Connected components of edges that lie on a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.design_space import AUTOMATIC, Variant
from clconn.device_requests import refuse_memory_limit
from clconn.distributed.calls import ON_A_CLUSTER, about, call, finished, reading_of
from clconn.distributed.client import find_client
from clconn.distributed.contraction.components_answer import components_by_rounds
from clconn.distributed.local_numbers import Solver
from clconn.distributed.partial_forests import PartialForest
from clconn.distributed.results_on_cluster import ComponentsOnCluster, components_on_cluster
from clconn.distributed.tasks import FAN_IN
from clconn.distributed.vertices_room import NoRoomError
from clconn.problems import COMPONENTS
from clconn.results import Components, HostComponents

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["connected_components"]


def connected_components(
    edges: Any,
    n: int | None = None,
    client: Any = None,
    *,
    source: str | None = None,
    target: str | None = None,
    renumber: bool | None = None,
    keep_on_cluster: bool = False,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: str | Mapping[Any, str] | None = None,
    options: Mapping[str, Any] | None = None,
    fan_in: int = FAN_IN,
    progress: bool = False,
    retries: int = 0,
    memory_limit: None = None,
) -> Components | ComponentsOnCluster:
    """Find the connected components of edges that lie on a cluster.

    Parameters
    ----------
    edges : Dask data frame, Dask array, list, or path
        A data frame with a column for each end; an array of shape (m, 2); a list of delayed
        values or futures, each an array of shape (m, 2), a pair of arrays, a triple with weights,
        or a data frame; or a path, a pattern or a list of them: Parquet, ``.npy`` of shape
        (m, 2), or text that :func:`clconn.read` takes as a list of edges, ``.gz`` too. Workers
        read them, and never the client. A file of up to 2^24 edges is one partition, if a worker
        has memory for it, and so is each file of ``dask.dataframe.read_parquet``, which cuts files
        if given ``split_row_groups=True``.
    n : int, optional
        Number of vertices; by default the largest id plus one.
    client : distributed.Client, optional
        By default the current client. Within a task use ``distributed.worker_client()``.
    source, target : str, optional
        The columns of both ends. By default the one pair that is there, such as ``source`` and
        ``target``, as for :meth:`clconn.Graph.from_dataframe`.
    renumber : bool, optional
        Whether ids are names: any integers of 64 bits, or strings. The vertices are then the
        names that occur, in ascending order, and ``nodes`` lists them. By default strings are
        names, and integers the numbers of vertices.
    keep_on_cluster : bool, default False
        Whether labels and roots stay on the workers, as Dask arrays.
    variant, backend, options
        As for :func:`clconn.connected_components`.
    device : str or mapping, optional
        A selector that each worker looks up on its own machine, or selectors by names of workers.
        By default each has its own default, such as the one in its ``PYOPENCL_CTX``.
    fan_in : int, default 4
        As many forests are merged at once.
    progress : bool, default False
        Whether to show Dask's own bar.
    retries : int, default 0
        How often a task that failed is tried again, for files that are not always readable. A
        worker that dies needs none: its tasks run again anyway.
    memory_limit : None
        For one machine; on a cluster each worker's device takes a partition as a whole.

    Returns
    -------
    Components or ComponentsOnCluster
        As from :func:`clconn.connected_components` for a graph of the same edges, bit for bit;
        with `report`, which says what each level of tasks read, sent and took. ``is_on_cluster``
        tells whether the arrays are Dask arrays on the workers: if `keep_on_cluster` was given, or
        if rounds took over and the client has no room for labels.

    Raises
    ------
    ClusterError
        If there is no client, or a partition cannot be read or killed its workers; the message
        names the partition.
    GraphError
        If `edges` is none of these, or a partition holds no edges of a graph; the message names
        the partition and the row.
    GraphFileError
        If no file matches, or one is damaged.
    OptionError, UnknownVariantError, BackendUnavailableError, DeviceError, DeviceMemoryError
        As for :func:`clconn.connected_components`.
    MissingLibraryError
        If Dask is missing, or, for Parquet, pyarrow.

    Warns
    -----
    ReferenceFallbackWarning
        Once, if workers have no OpenCL device.

    See Also
    --------
    clconn.streams.stream_components : The same on one machine, for edges larger than memory.

    Notes
    -----
    Each worker finds the components of its partitions. What travels are at most n - 1 pairs of a
    vertex and a root for each partition, which are merged in a tree, `fan_in` at a time. A merge
    needs the memory of `fan_in` (n - 1) edges. If the vertices do not fit one worker so, the
    partitions are read again and contracted in rounds, as
    :func:`clconn.distributed.contracted_components` does; ``reason`` says why, and
    ``report.rounds`` what they cost. Names must then be integers. `fan_in` is for merges alone, and
    the bar of `progress` for the reading.

    Examples
    --------
    >>> import dask.array
    >>> from distributed import Client
    >>> import clconn
    >>> pairs = dask.array.from_array([[0, 1], [1, 2], [3, 4]], chunks=(2, 2))
    >>> with Client(processes=False, dashboard_address=None) as client:
    ...     result = clconn.distributed.connected_components(pairs, n=6)
    >>> result.labels
    array([0, 0, 0, 1, 1, 2], dtype=int32)
    """
    refuse_memory_limit(memory_limit, ON_A_CLUSTER)
    method: dict[str, Any] = {
        "variant": variant,
        "backend": backend,
        "device": device,
        "options": options,
    }
    given: dict[str, Any] = {"source": source, "target": target, "renumber": renumber}
    running: dict[str, Any] = {"progress": progress, "retries": retries}
    try:
        value, report = call(
            COMPONENTS, edges, n, client, _answer,
            **given, **method, **running, fan_in=fan_in, gather=not keep_on_cluster,
        )  # fmt: skip
    except NoRoomError as error:
        because = str(error)
    else:
        if keep_on_cluster:
            kept: ComponentsOnCluster = components_on_cluster(value, report, about(report))
            return kept
        nodes, roots = value
        report.answer_bytes = roots.nbytes + (0 if nodes is None else nodes.nbytes)
        result = Components(roots.size, HostComponents(None, roots), **about(report))
        answer: Components = finished(result, nodes, report, n)
        return answer
    return components_by_rounds(
        edges, reading_of(n, **given), find_client(client), Solver(**method), because,
        keep_on_cluster=keep_on_cluster, **running,
    )  # fmt: skip


def _answer(forest: PartialForest) -> tuple[NDArray[Any] | None, NDArray[np.int32]]:
    """Return the names and the roots of all vertices."""
    roots = np.arange(forest.n, dtype=np.int32)
    roots[forest.sources] = forest.targets
    return forest.nodes, roots
