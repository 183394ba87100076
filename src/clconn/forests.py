"""The public function for spanning forests.

The backends are imported on first use, so importing this module needs neither pyopencl
nor a device.
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
    memory_limit: int | str | None = None,
) -> SpanningForest:
    """Find a spanning forest of an undirected graph: a tree for each connected component.

    Arcs of a directed graph count as edges. Weights have no effect. A forest contains
    no self loop, and at most one of several parallel edges.

    Parameters
    ----------
    graph : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.Graph
        As for :func:`connected_components`. Edge i of a matrix is the i-th stored entry
        of ``matrix.tocsr()``; edge i of a NetworkX graph is its i-th edge.
    variant : str or Variant, default "auto"
        A name in ``clconn.variants("forest")``, such as ``"kout/async/split"``;
        ``"auto"`` chooses a good one for the device by looks at the graph, and
        ``"measured"`` the fastest of some that it runs on the graph, once for each graph
        and device, which pays before many calls.
    backend : {"opencl", "reference", "scipy"}, optional
        As for :func:`connected_components`.
    device : pyopencl.Device or str, or a list of them, optional
        As for :func:`connected_components`.
    options : mapping, optional
        Values of the variant's options by name; ``clconn.variants("forest")`` lists the
        options.
    verify : bool, default False
        Whether to check the answer with :func:`clconn.verify.forest`, on the
        host and in linear time, before returning it.
    memory_limit : int or str, optional
        As for :func:`connected_components`;
        20 bytes for each vertex, and 16 more on several devices, must fit.

    Returns
    -------
    SpanningForest
        ``count`` (number of trees; an isolated vertex is a tree), ``edge_ids`` (shape
        (n - count,), int64, ascending, in the user's numbering) and ``edges`` (their
        sources and their targets). A graph has many spanning forests; variants,
        devices and even runs may return different ones.

    Raises
    ------
    GraphError
        If `graph` is not a graph, or is a DeviceGraph where a graph on the host is
        needed.
    UnknownVariantError, OptionError, BackendUnavailableError, DeviceError, DeviceMemoryError
        As for :func:`connected_components`.

    Warns
    -----
    ReferenceFallbackWarning
        As for :func:`connected_components`.

    See Also
    --------
    connected_components : The component of each vertex.
    minimum_spanning_forest : The lightest spanning forest.
    clconn.verify.forest : Check an answer.

    Notes
    -----
    The variants are those of :func:`connected_components` whose unions link only roots.
    They also store the edge of each union, as in Algorithm 2 of [1]_. Their complexity is
    the same.

    References
    ----------
    .. [1] C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
       incremental graph connectivity algorithms on GPUs", PACT 2020.

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
        memory_limit=memory_limit,
    )
    return result
