"""The edge sources: the order in which a variant visits the edges, and its sample, if any.

Without sampling: ``csr``, ECL-CC's three phases. With a sample first, GConn's Algorithm 1:
``kout``, ``hb`` and ``bfs``. From an array of edges: ``coo`` and ``coo-relabel``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from clconn.reference.components.coo import connected_components_coo
from clconn.reference.components.ecl_cc import connected_components_ecl
from clconn.reference.components.finishes import Finish
from clconn.reference.components.sample_and_finish import Sample, connected_components_sampled
from clconn.reference.union_find.bfs import bfs_sampling
from clconn.reference.union_find.find import Parents
from clconn.reference.union_find.sampling import hook_sampling, k_out_sampling

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["EDGE_SOURCES", "EdgeSource"]

EdgeSource = Callable[["Graph", Finish, Mapping[str, Any]], "NDArray[np.int32]"]
"""Takes a graph, a finish and the options; returns the roots."""


def _csr(graph: Graph, finish: Finish, options: Mapping[str, Any]) -> NDArray[np.int32]:
    return connected_components_ecl(
        graph, finish, initialization=options["initialization"],
        flatten=options.get("flatten_links", False),
    )  # fmt: skip


def _kout(graph: Graph, finish: Finish, options: Mapping[str, Any]) -> NDArray[np.int32]:
    k, selection = int(options["k"]), str(options["selection"])
    # The other ways to share the work differ only on parallel machines.
    sharing = options["sharing"]
    passes = sharing == "passes"
    # The finish may skip sampled entries only at the head of the row; random ones are elsewhere.
    skip = {"first": k, "first-and-random": 1, "random": 0}[selection]

    def sample(parents: Parents, offsets: list[int], neighbors: list[int]) -> int:
        k_out_sampling(
            parents, offsets, neighbors, k, finish.union, finish.find, selection,
            passes=passes, flatten=options.get("flatten_links", False) and sharing == "vertex",
            record=finish.record,
        )  # fmt: skip
        return skip

    return _sampled(graph, sample, finish, options)


def _hb(graph: Graph, finish: Finish, options: Mapping[str, Any]) -> NDArray[np.int32]:
    def sample(parents: Parents, offsets: list[int], neighbors: list[int]) -> int:
        union, find, record = finish.union, finish.find, finish.record
        hook_sampling(
            parents, offsets, neighbors, options["edges"], union, find, record,
            flatten=options.get("flatten_links", False),
        )  # fmt: skip
        return 0

    return _sampled(graph, sample, finish, options)


def _bfs(graph: Graph, finish: Finish, options: Mapping[str, Any]) -> NDArray[np.int32]:
    def sample(parents: Parents, offsets: list[int], neighbors: list[int]) -> int:
        bfs_sampling(parents, offsets, neighbors, finish.record)
        return 0

    return _sampled(graph, sample, finish, options)


def _sampled(
    graph: Graph, sample: Sample, finish: Finish, options: Mapping[str, Any]
) -> NDArray[np.int32]:
    return connected_components_sampled(
        graph, sample, finish, vertex_gathering=options["vertex_gathering"],
        skip_settled=options.get("skip_settled", True),
    )  # fmt: skip


def _coo(graph: Graph, finish: Finish, options: Mapping[str, Any]) -> NDArray[np.int32]:
    return connected_components_coo(graph, finish, in_blocks=options.get("order") == "blocks")


def _coo_relabel(graph: Graph, finish: Finish, options: Mapping[str, Any]) -> NDArray[np.int32]:
    return connected_components_coo(graph, finish, relabel=True)


EDGE_SOURCES: Final[dict[str, EdgeSource]] = {
    "csr": _csr,
    "kout": _kout,
    "hb": _hb,
    "bfs": _bfs,
    "coo": _coo,
    "coo-relabel": _coo_relabel,
}
"""Each edge source by its name in a variant."""
