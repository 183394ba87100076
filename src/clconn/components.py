"""The public function for connected components.

The backends are imported when first used, so that neither pyopencl nor a device
is needed before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.design_space import AUTOMATIC, Variant
from clconn.dispatch import solve
from clconn.problems import COMPONENTS
from clconn.results import Components

__all__ = ["connected_components"]


def connected_components(
    graph: Any,
    *,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: Any = None,
    options: Mapping[str, Any] | None = None,
    verify: bool = False,
) -> Components:
    """Find the connected components of an undirected graph.

    Arcs of a directed graph count as edges, which gives its weak components.
    Weights, self loops and parallel edges do not matter.

    Parameters
    ----------
    graph : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.Graph
        A matrix or a NetworkX graph is converted each time; convert it once with
        :meth:`Graph.from_scipy` or :meth:`Graph.from_networkx` to use it often.
        Vertex i of a NetworkX graph is the i-th of its nodes.
    variant : str or Variant, default "auto"
        A name in ``clconn.variants("components")``, such as ``"kout/async/split"``;
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
        Switches of the variant by name; ``clconn.variants("components")`` has them.
    verify : bool, default False
        Whether to check the answer with :func:`clconn.verify.components`, on the
        host and in linear time, before it is returned.

    Returns
    -------
    Components
        ``count``, ``labels`` (shape (n,), int32, in 0..count-1), ``roots`` (shape
        (n,), int32, the smallest vertex of each component) and ``sizes()``; the
        same, bit for bit, for every variant, backend and device.

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
    >>> graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
    >>> result = clconn.connected_components(graph, backend="reference")
    >>> result.count
    3
    >>> result.labels
    array([0, 0, 0, 1, 1, 2], dtype=int32)
    >>> result.roots
    array([0, 0, 0, 3, 3, 5], dtype=int32)
    >>> result.sizes()
    array([3, 2, 1])
    """
    result: Components = solve(
        COMPONENTS,
        graph,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        verify=verify,
    )
    return result
