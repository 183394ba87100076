"""The public function for strongly connected components.

The backends are imported on first use, so importing this module needs neither pyopencl
nor a device.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.design_space import AUTOMATIC, Variant
from clconn.dispatch import solve
from clconn.problems import STRONG_COMPONENTS
from clconn.results import StrongComponents

__all__ = ["strongly_connected_components"]


def strongly_connected_components(
    graph: Any,
    *,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: Any = None,
    options: Mapping[str, Any] | None = None,
    verify: bool = False,
    memory_limit: None = None,
) -> StrongComponents:
    """Find the strongly connected components of a directed graph.

    Two vertices are in the same component if paths lead from each to the other. Weights,
    self loops and parallel arcs have no effect.

    Parameters
    ----------
    graph : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.DiGraph
        A stored entry (u, v) of a matrix is the arc u -> v. A Graph needs
        ``directed=True``, also from :func:`clconn.read`. If it is undirected, each edge
        counts as two arcs; the result is then that of :func:`connected_components`, and
        ``reason`` says so. The rows of :meth:`DeviceGraph.from_csr` are rows of arcs.
        Each call converts a matrix or a NetworkX graph. To use it often, convert it once
        with ``Graph.from_scipy(matrix, directed=True)`` or :meth:`Graph.from_networkx`.
    variant : str or Variant, default "auto"
        A name in ``clconn.variants("strong-components")``, such as
        ``"csr/pearce/serial"``; ``"auto"`` chooses a good one for the device, and
        ``"measured"`` the fastest of some that it runs on the graph, once for each graph
        and device, which pays before many calls.
    backend : {"opencl", "reference", "scipy"}, optional
        As for :func:`connected_components`.
    device : pyopencl.Device or str, optional
        As for :func:`connected_components`.
    options : mapping, optional
        Values of the variant's options by name; ``clconn.variants("strong-components")``
        lists the options.
    verify : bool, default False
        Whether to check the answer with :func:`clconn.verify.strong_components`, on the
        host and in linear time, before returning it.
    memory_limit : None
        For other problems; arcs do not pass through a device in pieces, so the graph must fit it.

    Returns
    -------
    StrongComponents
        ``count``, ``labels`` (shape (n,), int32, in 0..count-1), ``roots`` (shape
        (n,), int32, the smallest vertex of each component), ``sizes()``, ``is_trivial``
        and ``condensation()``. Every variant, backend and device gives the same bits.

    Raises
    ------
    GraphError
        If `graph` is not a graph, or is a DeviceGraph where a graph on the host is
        needed.
    UnknownVariantError
        If the variant does not exist.
    OptionError
        If the backend, an option or the value of an option does not exist.
    BackendUnavailableError
        If the caller asked for OpenCL and no device is usable.
    DeviceError
        If no device matches, the device fails, or verification rejects its answer.
    DeviceMemoryError
        If the device has too little memory for the graph.

    Warns
    -----
    ReferenceFallbackWarning
        If no OpenCL device is usable, the graph is not small, and the caller named
        neither backend nor device.

    See Also
    --------
    connected_components : The components of an undirected graph, or the weak components.
    StrongComponents.condensation : The acyclic graph of the components.
    clconn.verify.strong_components : Check an answer.

    Notes
    -----
    Serial algorithms need one depth-first search, in O(n + m) steps: [1]_, [2]_. Parallel ones
    search from pivots forwards and backwards [3]_, or propagate the largest vertex that reaches
    each vertex and that each vertex reaches [4]_; their rounds depend on the graph, and
    ``work`` counts them.

    References
    ----------
    .. [1] R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on
       Computing 1, 1972.
    .. [2] D. J. Pearce, "A space-efficient algorithm for finding strongly connected
       components", Information Processing Letters 116, 2016.
    .. [3] G. Li, Z. Zhu, Z. Cong and F. Yang, "Efficient decomposition of strongly connected
       components on GPUs", Journal of Systems Architecture 60, 2014.
    .. [4] G. Alabandi, W. Sands, G. Biros and M. Burtscher, "A GPU algorithm for detecting
       strongly connected components", SC 2023.

    Examples
    --------
    >>> import clconn
    >>> graph = clconn.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 2], n=5, directed=True)
    >>> result = clconn.strongly_connected_components(graph, backend="reference")
    >>> result.count
    3
    >>> result.labels
    array([0, 0, 0, 1, 2], dtype=int32)
    >>> result.roots
    array([0, 0, 0, 3, 4], dtype=int32)
    >>> result.sizes()
    array([3, 1, 1])
    >>> result.is_trivial
    array([False,  True,  True])
    """
    result: StrongComponents = solve(
        STRONG_COMPONENTS,
        graph,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        verify=verify,
        memory_limit=memory_limit,
    )
    return result
