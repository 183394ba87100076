"""What every public function does around its algorithm: check, choose a backend, verify.

Invariant: what is wrong with the arguments is said before anything is opened or
computed, and no backend but the one asked for answers; only ``backend=None``
falls back from OpenCL to the reference, with a warning.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from clconn.errors import (
    BackendUnavailableError,
    DeviceError,
    GraphError,
    OptionError,
    ReferenceFallbackWarning,
    UnknownVariantError,
)
from clconn.graph import Graph
from clconn.results import ASKED_FOR
from clconn.variants import AUTOMATIC, Variant, check_options, find_variant, resolve_options

if TYPE_CHECKING:
    from clconn.opencl_backend.graph.device_graph import DeviceGraph

__all__ = [
    "BACKENDS",
    "REFERENCE_VARIANT",
    "as_graph",
    "reference_variant",
    "solve",
    "verifier_name",
]

BACKENDS = ("opencl", "reference")
"""Values of ``backend``, besides None."""

REFERENCE_VARIANT = "csr/ecl/split"
"""What ``variant="auto"`` means for the reference, but for minimum spanning forests."""

REFERENCE_REASON = "the serial reference takes ECL-CC's algorithm, whatever the graph"
"""Why it means that."""

_REFERENCE_CHOICES = {
    "minimum-forest": (
        "csr/ecl-mst/all", "the serial reference takes ECL-MST's algorithm, whatever the graph"
    ),
}  # fmt: skip

Options = Mapping[str, Any] | None


class _Result(Protocol):
    variant: str
    device: str


Result = TypeVar("Result", bound=_Result)


def solve(
    problem: str,
    graph: Any,
    *,
    variant: str | Variant,
    backend: str | None,
    device: Any,
    options: Options,
    verify: bool,
    weighted: bool = False,
    by_opencl: Callable[[Graph | DeviceGraph, str, Options, Any], Result],
    by_reference: Callable[[Graph, str, Options], Result],
) -> Result:
    """Solve a problem of the table of variants; called by its public function, which explains.

    Parameters
    ----------
    problem : str
        As in :func:`clconn.variants`; its verifier in :mod:`clconn.verify` has the
        same name.
    graph, variant, backend, device, options, verify
        As the user gave them.
    weighted : bool, default False
        As for :func:`as_graph`.
    by_opencl : callable
        Given the graph, the name of a variant or ``"auto"``, options and device.
    by_reference : callable
        The same without a device.

    Returns
    -------
    object
        What the backend returned.
    """
    if backend is not None and backend not in BACKENDS:
        raise OptionError(f"unknown backend {backend!r}; expected 'opencl', 'reference' or None")
    if backend == "reference" and device is not None:
        raise DeviceError(
            f"backend='reference' computes on the host, but device is {device!r}; leave one out"
        )
    if not isinstance(variant, str | Variant):
        raise UnknownVariantError(
            f"variant is {variant!r}; expected {AUTOMATIC!r}, a name or a row of "
            f"clconn.variants({problem!r})"
        )
    check_options(options)
    name = str(variant)
    if name != AUTOMATIC:
        resolve_options(find_variant(name, problem), options)
    graph = as_graph(graph, weighted=weighted)
    if not isinstance(graph, Graph):
        _refuse_on_host(problem, backend, verify)

    if backend == "reference":
        result = by_reference(graph, name, options)
    else:
        try:
            result = by_opencl(graph, name, options, device)
        except BackendUnavailableError as error:
            if backend is not None or device is not None or not isinstance(graph, Graph):
                raise
            # The reference needs it anyway. Its import changes the filters of warnings, after
            # which Python would show the warning of a loop, meant to be shown once, again.
            import scipy.sparse  # noqa: F401

            warnings.warn(
                f"{error}; the serial reference answers instead",
                ReferenceFallbackWarning,
                stacklevel=3,
            )
            result = by_reference(graph, name, options)
    if verify:
        _verify(problem, graph, result)
    return result


def as_graph(given: Any, *, weighted: bool = False) -> Graph | DeviceGraph:
    """The graph that a caller means: one of ours as it is, others converted.

    Parameters
    ----------
    given : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.Graph
    weighted : bool, default False
        Whether a converted graph gets weights: the entries of a matrix, the attribute
        ``"weight"`` of a NetworkX graph's edges.

    Raises
    ------
    GraphError
        If it is none of these.
    """
    if isinstance(given, Graph):
        return given
    # Whoever has a DeviceGraph has loaded its module; nobody else should have to.
    module = sys.modules.get("clconn.opencl_backend.graph.device_graph")
    if module is not None and isinstance(given, module.DeviceGraph):
        return given  # type: ignore[no-any-return]
    if hasattr(given, "tocsr"):
        return Graph.from_scipy(given, weighted=weighted)
    if hasattr(given, "nodes") and hasattr(given, "is_directed"):
        return Graph.from_networkx(given, weight="weight" if weighted else None)
    raise GraphError(
        f"expected a graph, got {type(given).__name__}: give a clconn.Graph, a clconn.DeviceGraph, "
        "a scipy sparse matrix or a NetworkX graph"
    )


def reference_variant(name: str, problem: str) -> tuple[Variant, str]:
    """The variant that the reference computes, and why that one.

    Parameters
    ----------
    name : str
        Of a variant, or ``"auto"``.
    problem : str
    """
    if name == AUTOMATIC:
        choice, reason = _REFERENCE_CHOICES.get(problem, (REFERENCE_VARIANT, REFERENCE_REASON))
        return find_variant(choice, problem), reason
    return find_variant(name, problem), ASKED_FOR


def verifier_name(problem: str) -> str:
    """The verifier of a problem in :mod:`clconn.verify`."""
    return problem.replace("-", "_")


def _refuse_on_host(problem: str, backend: str | None, verify: bool) -> None:
    if backend == "reference":
        raise GraphError(
            "backend='reference' needs the graph on the host, but this is a DeviceGraph; "
            "give the clconn.Graph that it was made of, or backend='opencl'"
        )
    if verify:
        raise GraphError(
            "verify=True needs the graph on the host, but this is a DeviceGraph; call "
            f"clconn.verify.{verifier_name(problem)}(graph, result) with the clconn.Graph that "
            "it was made of"
        )


def _verify(problem: str, graph: Graph, result: _Result) -> None:
    from clconn import verify

    verdict = getattr(verify, verifier_name(problem))(graph, result)
    if not verdict:
        raise DeviceError(
            f"the answer of {result.variant} on {result.device} is wrong: {verdict.message}; "
            "please report it, and use another device or backend='reference' meanwhile"
        )
