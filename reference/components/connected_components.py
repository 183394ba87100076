"""Connected components: from the name of a variant to the algorithm that it names.

The first part of the name chooses the order of the edges. Without sampling: ``csr``,
ECL-CC's three phases. A sample first, GConn's Algorithm 1: ``kout``, ``hb`` and ``bfs``.
From an array of edges: ``coo`` and ``coo-relabel``. The other two parts choose the
finish. Invariant: every variant and every option give the same roots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from clconn.errors import UnknownVariantError
from clconn.reference.components.bfs_cc import connected_components_bfs
from clconn.reference.components.coo import connected_components_coo
from clconn.reference.components.ecl_cc import connected_components_ecl
from clconn.reference.components.finishes import Finish, make_finish
from clconn.reference.components.multistep import connected_components_multistep
from clconn.reference.components.sample_and_finish import Sample, connected_components_sampled
from clconn.reference.union_find.bfs import bfs_sampling
from clconn.reference.union_find.find import Parents
from clconn.reference.union_find.sampling import hook_sampling, k_out_sampling
from clconn.variants import Variant, resolve_options

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["connected_components"]


def connected_components(
    graph: Graph, variant: Variant, options: Mapping[str, Any] | None = None
) -> NDArray[np.int32]:
    """Connected components by the serial reference.

    Parameters
    ----------
    graph : Graph
    variant : Variant
        A row of ``clconn.variants("components")``.
    options : mapping, optional
        Of the variant; those not given take their defaults.

    Returns
    -------
    numpy.ndarray, shape (n,), int32
        The smallest vertex of each vertex's component.

    Raises
    ------
    UnknownVariantError
        If the reference lacks the variant's edge source.
    OptionError
        If an option is unknown or its value is not in the list.

    Examples
    --------
    >>> import clconn
    >>> from clconn.variants import find_variant
    >>> graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
    >>> connected_components(graph, find_variant("csr/ecl/halve"))
    array([0, 0, 0, 3, 3, 5], dtype=int32)
    """
    chosen = resolve_options(variant, options)
    if variant.edges not in EDGE_SOURCES:
        raise UnknownVariantError(
            f"the reference has no edge source {variant.edges!r} of {variant.name}; "
            f"it has {', '.join(EDGE_SOURCES)}"
        )
    if variant.finish == "bfs-cc":
        return connected_components_bfs(graph)
    if variant.finish == "multistep":
        return connected_components_multistep(graph, few=chosen["few"])
    finish = make_finish(variant, chosen, graph.n)
    return EDGE_SOURCES[variant.edges](graph, finish, chosen)


EdgeSource = Callable[["Graph", Finish, Mapping[str, Any]], "NDArray[np.int32]"]
"""Takes a graph, a finish and the options; returns the roots."""


def _csr(graph: Graph, finish: Finish, options: Mapping[str, Any]) -> NDArray[np.int32]:
    return connected_components_ecl(graph, finish, initialization=options["initialization"])


def _kout(graph: Graph, finish: Finish, options: Mapping[str, Any]) -> NDArray[np.int32]:
    k, selection = int(options["k"]), str(options["selection"])
    # The other ways to share the edges out differ on parallel machines alone.
    passes = options["sharing"] == "passes"
    # Of random entries none stands at the head of the row.
    skipped = {"first": k, "first-and-random": 1, "random": 0}[selection]

    def sample(parents: Parents, offsets: list[int], neighbors: list[int]) -> int:
        k_out_sampling(
            parents, offsets, neighbors, k, finish.union, finish.find, selection, passes=passes
        )
        return skipped

    return _sampled(graph, sample, finish, options)


def _hb(graph: Graph, finish: Finish, options: Mapping[str, Any]) -> NDArray[np.int32]:
    def sample(parents: Parents, offsets: list[int], neighbors: list[int]) -> int:
        hook_sampling(parents, offsets, neighbors, options["edges"], finish.union, finish.find)
        return 0

    return _sampled(graph, sample, finish, options)


def _bfs(graph: Graph, finish: Finish, options: Mapping[str, Any]) -> NDArray[np.int32]:
    def sample(parents: Parents, offsets: list[int], neighbors: list[int]) -> int:
        bfs_sampling(parents, offsets, neighbors)
        return 0

    return _sampled(graph, sample, finish, options)


def _sampled(
    graph: Graph, sample: Sample, finish: Finish, options: Mapping[str, Any]
) -> NDArray[np.int32]:
    gathering = options["vertex_gathering"]
    return connected_components_sampled(graph, sample, finish, vertex_gathering=gathering)


def _coo(
    graph: Graph, finish: Finish, options: Mapping[str, Any], *, relabel: bool
) -> NDArray[np.int32]:
    return connected_components_coo(graph, finish, relabel=relabel)


EDGE_SOURCES: Final[dict[str, EdgeSource]] = {
    "csr": _csr,
    "kout": _kout,
    "hb": _hb,
    "bfs": _bfs,
    "coo": partial(_coo, relabel=False),
    "coo-relabel": partial(_coo, relabel=True),
}
"""Each edge source by its name in a variant."""
