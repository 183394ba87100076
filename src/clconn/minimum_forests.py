"""The public function for minimum spanning forests.

The backends are imported when first used, so that neither pyopencl nor a device
is needed before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.design_space import AUTOMATIC, Variant
from clconn.dispatch import solve
from clconn.errors import OptionError
from clconn.problems import MINIMUM_FOREST
from clconn.results import MinimumForest

__all__ = ["minimum_spanning_forest"]


def minimum_spanning_forest(
    graph: Any,
    *,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: Any = None,
    options: Mapping[str, Any] | None = None,
    maximum: bool = False,
    verify: bool = False,
) -> MinimumForest:
    """Find the minimum spanning forest of an undirected graph, the lightest of all.

    Arcs of a directed graph count as edges. A self loop is never in a forest; of parallel
    edges the lightest may be, and of equally light ones the first. Ties between
    other edges go by their ids too, so there is one answer, the same for every variant, on
    every device and every run.

    Parameters
    ----------
    graph : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.Graph
        Weights of any integer or float type are compared exactly; without weights every edge
        weighs 1. The weights of a matrix are its stored entries, zeros among them, those of a
        NetworkX graph the attribute ``"weight"`` of its edges, 1 where there is none. Either is
        converted each time; to use it often convert it once, with
        ``Graph.from_scipy(matrix, weighted=True)`` or
        ``Graph.from_networkx(graph, weight="weight")``. Edge i of a matrix is the i-th stored
        entry of its CSR form, edge i of a NetworkX graph the i-th of its edges. Of the two
        entries of an edge in a symmetric matrix the lighter counts, then the first, also for
        ``maximum``.
    variant : str or Variant, default "auto"
        A name in ``clconn.variants("minimum-forest")``, such as ``"csr/ecl-mst/all"``;
        ``"auto"`` chooses a good one for the device.
    backend : {"opencl", "reference"}, optional
        ``"reference"`` is the serial Python code, a hundred times slower or more.
        Without a choice it is OpenCL, or, where no OpenCL device is usable, the
        reference and a warning.
    device : pyopencl.Device or str, optional
        Where to compute: a device, or a selector as ``clconn devices`` shows
        them. The first choice of :func:`clconn.devices` if not given. A
        DeviceGraph is on its device already.
    options : mapping, optional
        Switches of the variant by name; ``clconn.variants("minimum-forest")`` has them.
    maximum : bool, default False
        Whether to find the heaviest spanning forest instead; ties go by the ids as before.
    verify : bool, default False
        Whether to check the answer with :func:`clconn.verify.minimum_forest`, on the
        host, before it is returned.

    Returns
    -------
    MinimumForest
        ``count`` (trees, an isolated vertex being one), ``edge_ids`` (shape
        (n - count,), int64, ascending, the edges as the user numbered them),
        ``edges`` (their sources and their targets), ``weights``, ``total_weight``,
        ``tree_sizes()`` and ``tree_weights()``.

    Raises
    ------
    GraphError
        If it is not a graph, a weight is NaN, or a DeviceGraph was made of arrays on the
        device, which have no weights.
    UnknownVariantError
        If there is no such variant.
    OptionError
        If there is no such backend or option, an option has no such value, or ``maximum`` is
        no bool.
    BackendUnavailableError
        If OpenCL was asked for and no device is usable.
    DeviceError
        If no device matches, the device fails, or its answer does not verify.
    DeviceMemoryError
        If the device has too little memory for the graph.

    Warns
    -----
    ReferenceFallbackWarning
        If no OpenCL device is usable and neither backend nor device was given.

    Examples
    --------
    >>> import clconn
    >>> graph = clconn.Graph.from_edges([0, 1, 2, 4], [1, 2, 0, 5], n=6, weights=[3, 1, 2, 7])
    >>> forest = clconn.minimum_spanning_forest(graph, backend="reference")
    >>> forest.edge_ids, forest.total_weight
    (array([1, 2, 3]), 10)
    >>> clconn.minimum_spanning_forest(graph, backend="reference", maximum=True).total_weight
    12
    """
    if not isinstance(maximum, bool):
        raise OptionError(f"maximum is {maximum!r}; expected True or False")
    result: MinimumForest = solve(
        MINIMUM_FOREST,
        graph,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        verify=verify,
        maximum=maximum,
    )
    return result
