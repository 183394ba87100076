"""Questions that a number of components answers, by the names that users of other libraries know.

Each stands on the public function of its problem and takes the same arguments. Only the number
leaves the device.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.components import connected_components
from clconn.design_space import AUTOMATIC, Variant
from clconn.strong_components import strongly_connected_components

__all__ = [
    "is_connected",
    "is_strongly_connected",
    "number_connected_components",
    "number_strongly_connected_components",
]


def number_connected_components(
    graph: Any,
    *,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: Any = None,
    options: Mapping[str, Any] | None = None,
    verify: bool = False,
    memory_limit: int | str | None = None,
) -> int:
    """Return the number of connected components of an undirected graph.

    Arcs of a directed graph count as edges, so they are its weak components.

    Parameters
    ----------
    graph, variant, backend, device, options, verify, memory_limit
        As for :func:`connected_components`.

    Returns
    -------
    int
        An isolated vertex is a component.

    Raises
    ------
    ClconnError
        As for :func:`connected_components`.

    See Also
    --------
    connected_components : Which vertices are in which component.

    Examples
    --------
    >>> import clconn
    >>> clconn.number_connected_components(clconn.Graph.from_edges([0, 1], [1, 2], n=5))
    3
    """
    result = connected_components(
        graph,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        verify=verify,
        memory_limit=memory_limit,
    )
    return result.count


def is_connected(
    graph: Any,
    *,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: Any = None,
    options: Mapping[str, Any] | None = None,
    verify: bool = False,
    memory_limit: int | str | None = None,
) -> bool:
    """Tell whether a path joins every two vertices, in either direction of arcs.

    Parameters
    ----------
    graph, variant, backend, device, options, verify, memory_limit
        As for :func:`connected_components`.

    Returns
    -------
    bool
        Whether there is exactly one component. A graph without vertices has none, so it is not
        connected, as in igraph; NetworkX raises an error.

    Raises
    ------
    ClconnError
        As for :func:`connected_components`.

    See Also
    --------
    connected_components : ``result.connected(u, v)`` tells it of two vertices.

    Examples
    --------
    >>> import clconn
    >>> clconn.is_connected(clconn.Graph.from_edges([0, 1], [1, 2]))
    True
    """
    count = number_connected_components(
        graph,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        verify=verify,
        memory_limit=memory_limit,
    )
    return count == 1


def number_strongly_connected_components(
    graph: Any,
    *,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: Any = None,
    options: Mapping[str, Any] | None = None,
    verify: bool = False,
    memory_limit: None = None,
) -> int:
    """Return the number of strongly connected components of a directed graph.

    Parameters
    ----------
    graph, variant, backend, device, options, verify, memory_limit
        As for :func:`strongly_connected_components`; each edge of an undirected graph counts as
        two arcs.

    Returns
    -------
    int
        A vertex that is on no cycle is a component.

    Raises
    ------
    ClconnError
        As for :func:`strongly_connected_components`.

    See Also
    --------
    strongly_connected_components : Which vertices are in which component.

    Examples
    --------
    >>> import clconn
    >>> arcs = clconn.Graph.from_edges([0, 1, 1], [1, 0, 2], directed=True)
    >>> clconn.number_strongly_connected_components(arcs)
    2
    """
    result = strongly_connected_components(
        graph,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        verify=verify,
        memory_limit=memory_limit,
    )
    return result.count


def is_strongly_connected(
    graph: Any,
    *,
    variant: str | Variant = AUTOMATIC,
    backend: str | None = None,
    device: Any = None,
    options: Mapping[str, Any] | None = None,
    verify: bool = False,
    memory_limit: None = None,
) -> bool:
    """Tell whether paths along arcs lead from every vertex to every other.

    Parameters
    ----------
    graph, variant, backend, device, options, verify, memory_limit
        As for :func:`strongly_connected_components`; each edge of an undirected graph counts as
        two arcs.

    Returns
    -------
    bool
        Whether there is exactly one strong component; False without vertices.

    Raises
    ------
    ClconnError
        As for :func:`strongly_connected_components`.

    See Also
    --------
    is_connected : The same without directions.

    Examples
    --------
    >>> import clconn
    >>> clconn.is_strongly_connected(clconn.Graph.from_edges([0, 1], [1, 0], directed=True))
    True
    """
    count = number_strongly_connected_components(
        graph,
        variant=variant,
        backend=backend,
        device=device,
        options=options,
        verify=verify,
        memory_limit=memory_limit,
    )
    return count == 1
