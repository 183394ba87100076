"""Liu and Tarjan's labeling algorithms on a device: ``liu_tarjan.cl``.

The steps of :func:`finish`, here and in the modules ``stergiou``, ``shiloach_vishkin`` and
``label_propagation``, start from PARENTS with ``parents[v] <= v`` in the component of v. They point
every vertex to its root. They keep what the first parents say in three cases: the ends of the edges
are roots (at first all vertices are, and relabeled ends are); the edges include all edges that the
parents come from, and none is altered; or the finish is root-based (``shiloach_vishkin``, and a
code with R).
"""

from __future__ import annotations

import numpy as np

from clconn.opencl_backend.device.launches import PARENTS, Launch, Loop, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.edge_map import Entries, listed_edges

__all__ = ["alter", "connect", "finish", "full_shortcut", "labeling", "scratch_edges"]

_CONNECTS = {"C": "connect_ends", "P": "connect_parents", "E": "connect_extended"}
_SHORTCUTS = {"S": "shortcut_once", "F": "shortcut_full"}
# Only the remaining edges decide whether there is another round, not other changes.
_ALTERED: dict[str, None] = {"ALTERED": None}


def finish(builder: PlanBuilder, entries: Entries) -> list[Step]:
    """Steps that join the ends of all edges, and point every vertex to its root.

    Parameters
    ----------
    builder
        The compression of its variant is the code, such as ``"PRSA"``.
    entries
        Arrays, if the code ends in A.
    """
    return labeling(builder, entries, builder.variant.compression)


def labeling(builder: PlanBuilder, entries: Entries, code: str) -> list[Step]:
    """The steps of the algorithm with a code, whatever the variant's name for it."""
    shortcut = _SHORTCUTS[code[2]]
    if not code.endswith("A"):
        body = [connect(builder, entries, code), _shortcut(builder, shortcut, {})]
        return [*entries.preparation, Loop(body, builder.counters, entries.rounds)]

    assert entries.arrays is not None
    arrays = entries.arrays
    edges = arrays if arrays.scratch else scratch_edges(builder, arrays.count)
    body = [
        connect(builder, listed_edges(builder, edges), code),
        _shortcut(builder, shortcut, _ALTERED),
        alter(builder, edges, edges),
    ]
    copy = [] if arrays.scratch else [alter(builder, arrays, edges)]
    rounds = Loop(body, builder.counters, entries.rounds)
    return [*entries.preparation, *copy, rounds, full_shortcut(builder)]


def connect(builder: PlanBuilder, entries: Entries, code: str) -> Launch:
    """A step that connects the ends of each edge and updates, as a code says.

    It sets the counter CHANGED if a parent has changed, unless the code ends in A.
    """
    switches: dict[str, str | int | None] = {**entries.switches, "CONNECT": _CONNECTS[code[0]]}
    if code[1] == "R":
        switches["UPDATE_roots"] = None
    if code.endswith("A"):
        switches |= _ALTERED
    arguments = (*entries.arguments, PARENTS, builder.counters)
    return builder.launch("liu_tarjan", "connect", entries.items, *arguments, **switches)


def scratch_edges(builder: PlanBuilder, count: int) -> EdgeArrays:
    """Arrays for edges that may be altered."""
    sources = builder.scratch("altered-sources", 4 * count)
    targets = builder.scratch("altered-targets", 4 * count)
    return EdgeArrays(sources, targets, count, scratch=True)


def alter(builder: PlanBuilder, source: EdgeArrays, target: EdgeArrays) -> Launch:
    """A step that replaces each edge by the parents of its ends, in place if both are the same.

    It sets the counter CHANGED if the ends of any edge differ afterwards.
    """
    items = listed_edges(builder, source).items
    copies = np.int32(source is not target)
    arguments = (
        source.sources, source.targets, builder.place(source.count), copies,
        target.sources, target.targets, PARENTS, builder.counters,
    )  # fmt: skip
    return builder.launch("liu_tarjan", "alter", items, *arguments, ALTER=None)


def full_shortcut(builder: PlanBuilder) -> Launch:
    """A step that points every vertex to its root, and sets CHANGED if any did not point there."""
    return _shortcut(builder, _SHORTCUTS["F"], {})


def _shortcut(builder: PlanBuilder, form: str, switches: dict[str, None]) -> Launch:
    arguments = (builder.n, PARENTS, builder.counters)
    n = builder.n
    return builder.launch("liu_tarjan", "shortcut", n, *arguments, SHORTCUT=form, **switches)
