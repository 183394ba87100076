"""The edge sources: the order in which a variant sees the edges, and what it unites first.

Without sampling: ``csr``, all rows. With sampling, after GConn's Algorithm 1: ``kout``, ``hb`` and
``bfs``. From arrays of edges: ``coo`` and, in pieces, ``coo-relabel``.
"""

from __future__ import annotations

from collections.abc import Callable

from clconn.opencl_backend.components.finishes import Finish, make_finish
from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.bfs import bfs_sampling
from clconn.opencl_backend.union_find.coo import relabeled_pieces
from clconn.opencl_backend.union_find.rows_at_once import (
    Sample,
    are_rows_at_once,
    unite_rows_at_once,
)
from clconn.opencl_backend.union_find.sampling import (
    hook_sampling,
    hook_switches,
    kout_sampling,
    kout_switches,
    vote,
)

__all__ = ["EDGE_SOURCES", "lay_out"]


def _csr(builder: PlanBuilder, finish: Finish) -> list[Step]:
    return finish.all_rows()


def _is_at_once(builder: PlanBuilder) -> bool:
    # One launch gathers nothing; whoever wants to know what that costs has several.
    return bool(builder.options["vertex_gathering"]) and are_rows_at_once(builder)


def _kout(builder: PlanBuilder, finish: Finish) -> list[Step]:
    # Random entries are not at the head of the row, so none is skipped.
    heads = {"first": int(builder.options["k"]), "first-and-random": 1, "random": 0}
    skipped = heads[builder.options["selection"]]
    if builder.options["sharing"] == "vertex" and _is_at_once(builder):
        sample = Sample(kout_switches(builder), skipped)
        return unite_rows_at_once(builder, finish.union, sample)
    steps = kout_sampling(builder, finish.union) + vote(builder)
    return steps + finish.rows(skipped)


def _hb(builder: PlanBuilder, finish: Finish) -> list[Step]:
    # If a root was linked in the meantime, its first entry is united from neither end.
    if _is_at_once(builder):
        sample = Sample({**hook_switches(builder), "ROOTS_ONLY": None}, 0)
        return unite_rows_at_once(builder, finish.union, sample)
    steps = hook_sampling(builder, finish.union) + vote(builder)
    return steps + finish.rows(0)


def _bfs(builder: PlanBuilder, finish: Finish) -> list[Step]:
    return bfs_sampling(builder) + finish.rows(0)


def _coo(builder: PlanBuilder, finish: Finish) -> list[Step]:
    return finish.all_edges(builder.edge_arrays())


def _coo_relabel(builder: PlanBuilder, finish: Finish) -> list[Step]:
    piece, relabel = relabeled_pieces(builder)
    unite = finish.edges(piece)
    steps = [step for piece_steps in relabel for step in (*piece_steps, *unite)]
    return finish.first_parents() + steps + finish.end()


EDGE_SOURCES: dict[str, Callable[[PlanBuilder, Finish], list[Step]]] = {
    "csr": _csr,
    "kout": _kout,
    "hb": _hb,
    "bfs": _bfs,
    "coo": _coo,
    "coo-relabel": _coo_relabel,
}
"""Each edge source by its name in a variant."""


def lay_out(builder: PlanBuilder) -> list[Step]:
    """The steps of a variant: its edge source and its finish."""
    return EDGE_SOURCES[builder.variant.edges](builder, make_finish(builder))
