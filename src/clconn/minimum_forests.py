"""The public function for minimum spanning forests.

The backends are imported on first use, so importing this module needs neither pyopencl
nor a device.
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
    weight: str | None = None,
    verify: bool = False,
    memory_limit: int | str | None = None,
) -> MinimumForest:
    """Find the minimum spanning forest of an undirected graph.

    Arcs of a directed graph count as edges. Edges of equal weight are ordered by their ids,
    so there is exactly one answer, the same for every variant, device and run. A forest
    contains no self loop, and at most the lightest of several parallel edges.

    Parameters
    ----------
    graph : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.Graph
        Weights of any integer or float type are compared exactly; without weights every edge
        weighs 1. The weights of a matrix are the stored entries of ``matrix.tocsr()``, including
        zeros; :meth:`Graph.from_scipy` says what duplicates are. The weight
        of a NetworkX edge is its attribute ``"weight"``, or 1 without that attribute. Each call
        converts a matrix or a NetworkX graph. To use it often, convert it once, with
        ``Graph.from_scipy(matrix, weighted=True)`` or
        ``Graph.from_networkx(graph, weight="weight")``. Edge ids are those of
        :func:`spanning_forest`. An edge of a symmetric matrix has two entries; the lighter one
        represents it, or with ``maximum`` the heavier one, or the first one if both weigh the same.
    variant : str or Variant, default "auto"
        A name in ``clconn.variants("minimum-forest")``, such as ``"csr/ecl-mst/all"``;
        ``"auto"`` chooses a good one for the device by looks at the graph, and
        ``"measured"`` the fastest of some that it runs on the graph, once for each graph
        and device, which pays before many calls.
    backend : {"opencl", "reference", "scipy"}, optional
        As for :func:`connected_components`.
    device : pyopencl.Device or str, or a list of them, optional
        As for :func:`connected_components`.
    options : mapping, optional
        Values of the variant's options by name; ``clconn.variants("minimum-forest")`` lists
        the options.
    maximum : bool, default False
        Whether to find the heaviest spanning forest instead; the ids still break ties. The
        answer is the minimum spanning forest of the negated weights.
    weight : str, optional
        For a NetworkX graph, the edge attribute that contains the weight. Edges without it
        weigh 1, but at least one edge must have it. By default ``"weight"``, which no edge
        needs to have. Likewise the attribute of an igraph graph and the column of a data
        frame; rustworkx's payloads as for :meth:`Graph.from_rustworkx`.
    verify : bool, default False
        Whether to check the answer with :func:`clconn.verify.minimum_forest`, on the
        host, before returning it.
    memory_limit : int or str, optional
        As for :func:`connected_components`;
        168 bytes for each vertex, or 296 with a variant that reads rows, must fit.

    Returns
    -------
    MinimumForest
        ``count``, ``edge_ids`` and ``edges`` as for :func:`spanning_forest`, and
        ``weights``, ``total_weight``, ``tree_sizes()`` and ``tree_weights()``.

    Raises
    ------
    GraphError
        If `graph` is not a graph, a weight is NaN, or a DeviceGraph was made from arrays on
        the device, which have no weights.
    OptionError
        If ``maximum`` is not a bool, or as for :func:`connected_components`.
    UnknownVariantError, BackendUnavailableError, DeviceError, DeviceMemoryError
        As for :func:`connected_components`.

    Warns
    -----
    ReferenceFallbackWarning
        As for :func:`connected_components`.

    See Also
    --------
    spanning_forest : Any spanning forest, faster.
    clconn.verify.minimum_forest : Check an answer.

    Notes
    -----
    Up to the length of the paths to the roots, a variant takes O(log n) rounds of O(n + m)
    steps each. The variants ``csr/ecl-mst/*`` follow [1]_.

    References
    ----------
    .. [1] A. Fallin, A. Gonzalez, J. Seo and M. Burtscher, "A high-performance MST
       implementation for GPUs", SC 2023.

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
        memory_limit=memory_limit,
        weight=weight,
        maximum=maximum,
    )
    return result
