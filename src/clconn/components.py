"""The public function for connected components.

The backends are imported on first use, so importing this module needs neither pyopencl
nor a device.
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
    memory_limit: int | str | None = None,
) -> Components:
    """Find the connected components of an undirected graph.

    Arcs of a directed graph count as edges, so the result is its weak components.
    Weights, self loops and parallel edges have no effect.

    Parameters
    ----------
    graph : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.Graph
        Each call converts a matrix or a NetworkX graph. To use it often, convert it
        once with :meth:`Graph.from_scipy` or :meth:`Graph.from_networkx`. Vertex i of
        a NetworkX graph is its i-th node. Graphs of igraph and rustworkx are taken, too,
        and data frames whose columns have usual names (:meth:`Graph.from_dataframe`).
    variant : str or Variant, default "auto"
        A name in ``clconn.variants("components")``, such as ``"kout/async/split"``;
        ``"auto"`` chooses a good one for the device by looks at the graph, and
        ``"measured"`` the fastest of some that it runs on the graph, once for each graph
        and device, which pays before many calls.
    backend : {"opencl", "reference", "scipy"}, optional
        ``"reference"`` is the serial Python code, a hundred times slower or more, and
        ``"scipy"`` scipy's own function on one core, without variants. The default is
        OpenCL. If no OpenCL device is usable, it is scipy, or the reference for a
        variant by name, with a warning. A :class:`Graph` of at most 2**15 vertices and
        entries goes to scipy too, which answers sooner than a device, unless a device or a
        variant is named; so does a matrix, a frame or another library's graph, which each
        call uploads anew, of at most 2**16 (of minimum forests 2**15).
    device : pyopencl.Device, str or item of clconn.devices(), or a list of them, optional
        The device to compute on, or a selector as printed by ``clconn devices``. The
        default is the first choice of :func:`clconn.devices`, or the device of a
        DeviceGraph. Several devices share out the edges or rows of a graph on the host: a list
        names each once, ``"gpus"`` means all usable GPUs, and ``"all"`` all usable devices.
    options : mapping, optional
        Values of the variant's options by name; ``clconn.variants("components")``
        lists the options.
    verify : bool, default False
        Whether to check the answer with :func:`clconn.verify.components`, on the
        host and in linear time, before returning it.
    memory_limit : int or str, optional
        Bytes of memory that clconn may plan with on each device, as a number or such as
        ``"2 GiB"``. A graph that does not fit, even without a limit, passes through in
        pieces; 12 bytes for each vertex must fit, beside two small pieces. The default is
        all of the device's memory. As a device, it keeps small graphs from scipy.

    Returns
    -------
    Components
        ``count``, ``labels`` (shape (n,), int32, in 0..count-1), ``roots`` (shape
        (n,), int32, the smallest vertex of each component) and ``sizes()``. Every
        variant, backend and device gives the same bits.

    Raises
    ------
    GraphError
        If `graph` is not a graph, or is a DeviceGraph where a graph on the host is
        needed.
    UnknownVariantError
        If the variant does not exist.
    OptionError
        If the backend, an option or the value of an option does not exist, or a variant is
        named that several devices, or pieces, do not take: they unite edges as they come,
        which ``"coo/async/single"`` and other variants of ``clconn.variants("incremental")`` do.
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
    spanning_forest : A tree of the graph's edges for each component.
    explore : Measure which variant is the fastest for a graph.
    clconn.verify.components : Check an answer.

    Notes
    -----
    Most variants join the two ends of each edge in a forest of parents, in O(n + m)
    memory and, up to the length of the paths to the roots, O(n + m) steps. The design
    space is that of [1]_; the variants ``csr/ecl/*`` follow [2]_.

    References
    ----------
    .. [1] C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
       incremental graph connectivity algorithms on GPUs", PACT 2020.
    .. [2] J. Jaiganesh and M. Burtscher, "A high-performance connected components
       implementation for GPUs", HPDC 2018.

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
        memory_limit=memory_limit,
    )
    return result
