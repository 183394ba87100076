"""Put the graph of components or of a spanning forest where the variant that runs can read it."""

from __future__ import annotations

from clconn.design_space import Automatic, Choice, Request, is_measured
from clconn.errors import GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import offset_type_of
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.placement import inspect_rows, to_device
from clconn.opencl_backend.plan.auto_variant import expect_looks

__all__ = ["place_for", "take_placed"]


def place_for(graph: Graph, runtime: Runtime, request: Request, *, edge_ids: bool) -> DeviceGraph:
    """Put a graph on a device as rows or as edges, whichever a request needs.

    Parameters
    ----------
    edge_ids
        As for :func:`clconn.opencl_backend.graph.placement.to_device`.
    """
    is_new, rows = runtime not in graph.device_copies, graph.user_rows
    if is_new and rows is not None and isinstance(request, Automatic):
        expect_looks(runtime, graph.n, rows.entry_count, offset_type_of(rows.offset_dtype))
    # Rows of an edge list take longer than its components, unless there are some already.
    spares_rows = _leaves_rows_open(request) and is_new
    placed = to_device(
        graph,
        runtime,
        symmetric=_needs_symmetry(request),
        edge_ids=edge_ids,
        arrays=spares_rows or _needs_edges_alone(request),
    )
    may_be_symmetric = graph.user_rows is not None and graph.symmetric is not False
    if is_measured(request) and may_be_symmetric and not placed.symmetric:
        # A processor does not look otherwise, and most variants need each edge at both ends.
        inspect_rows(graph, placed)
    return placed


def take_placed(device_graph: DeviceGraph, request: Request) -> DeviceGraph:
    """Return the device graph unchanged, if it has what a variant needs.

    Raises
    ------
    GraphError
        If each edge must be stored at both ends and one is not.
    """
    if isinstance(request, Choice) and _needs_symmetry(request) and not device_graph.symmetric:
        other = "a csr variant"
        if "skip_settled" in request.options:
            other += ", or this one with skip_settled=false,"
        raise GraphError(
            f"{request.variant} needs each edge at both ends, and an edge of this device graph "
            f"lacks its other direction; use {other} or hand host arrays to "
            "clconn.Graph.from_csr, which adds it"
        )
    return device_graph


def _needs_symmetry(request: Request) -> bool:
    """Whether the variant that was asked for by name needs each edge at both ends."""
    return isinstance(request, Choice) and request.needs_both_ends


def _needs_edges_alone(request: Request) -> bool:
    """Whether the variant that was asked for by name does not read rows."""
    return isinstance(request, Choice) and request.variant.reads == "edges"


def _leaves_rows_open(request: Request) -> bool:
    """Whether ``"auto"`` may choose among all variants.

    Who has variants measured will run the fastest often, which rows of a list are worth, once.
    """
    is_open = isinstance(request, Automatic) and not request.options
    return is_open and not is_measured(request)
