"""The public function for spanning forests.

The backends are imported when first used, so that neither pyopencl nor a device
is needed before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.design_space import AUTOMATIC, Variant
from clconn.dispatch import solve
from clconn.problems import FOREST
from clconn.results import SpanningForest

__all__ = ["spanning_forest"]


def spanning_forest(
    graph: Any,
    *,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: Any = None,
    options: Mapping[str, Any] | None = None,
    verify: bool = False,
) -> SpanningForest:
    """Find a spanning forest of an undirected graph: a tree for each connected component.

    Arcs of a directed graph count as edges. Weights do not matter; a self loop
    is never in a forest, and of parallel edges at most one is.

    Parameters
    ----------
    graph : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.Graph
        A matrix or a NetworkX graph is converted each time; convert it once with
        :meth:`Graph.from_scipy` or :meth:`Graph.from_networkx` to use it often.
        Edge i of a matrix is the i-th stored entry of its CSR form, edge i of a
        NetworkX graph the i-th of its edges.
    variant : str or Variant, default "auto"
        A name in ``clconn.variants("forest")``, such as ``"kout/async/split"``;
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
        Switches of the variant by name; ``clconn.variants("forest")`` has them.
    verify : bool, default False
        Whether to check the answer with :func:`clconn.verify.forest`, on the
        host and in linear time, before it is returned.

    Returns
    -------
    SpanningForest
        ``count`` (trees, an isolated vertex being one), ``edge_ids`` (shape
        (n - count,), int64, ascending, the edges as the user numbered them) and
        ``edges`` (their sources and their targets). A graph has many spanning
        forests; variants, devices and even runs may return different ones.

    Raises
    ------
    GraphError
        If it is not a graph, or a DeviceGraph where a graph on the host is needed.
    UnknownVariantError
        If there is no such variant.
    OptionError
        If there is no such backend or option, or an option has no such value.
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
    >>> graph = clconn.Graph.from_edges([0, 1, 2, 4], [1, 2, 0, 5], n=6)
    >>> forest = clconn.spanning_forest(graph, backend="reference")
    >>> forest.count
    3
    >>> forest.edge_ids
    array([0, 2, 3])
    >>> sources, targets = forest.edges
    >>> sources, targets
    (array([0, 2, 4], dtype=int32), array([1, 0, 5], dtype=int32))
    """
    result: SpanningForest = solve(
        FOREST,
        graph,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        verify=verify,
    )
    return result
