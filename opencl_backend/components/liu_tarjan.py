"""Liu and Tarjan's labeling algorithms on a device: ``liu_tarjan.cl``.

The steps of :func:`finish`, here and in the modules ``stergiou``, ``shiloach_vishkin`` and
``label_propagation``, start from PARENTS with ``parents[v] <= v`` in the component of v and leave
every vertex pointing to its root. What the parents say at first is kept if the ends of the edges
are roots (all vertices are at first, and relabelled ends are), or if the edges include all that
the parents come from and none is altered, or if the finish is root-based (``shiloach_vishkin``,
and a code with R).
"""

from __future__ import annotations

import numpy as np

from clconn.opencl_backend.device.launches import PARENTS, Launch, Loop, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.union_find.edge_map import Entries, listed_edges

__all__ = ["alter", "connect", "finish", "full_shortcut", "labeling", "scratch_edges"]

_CONNECTS = {"C": "connect_ends", "P": "connect_parents", "E": "connect_extended"}
_SHORTCUTS = {"S": "shortcut_once", "F": "shortcut_full"}
# The edges that are left decide whether there is another round, not what else has changed.
_ALTERED: dict[str, None] = {"ALTERED": None}


def finish(space: Workspace, entries: Entries) -> list[Step]:
    """Steps that join the ends of all edges, and point every vertex to its root.

    Parameters
    ----------
    space : Workspace
        The compression of its variant is the code, such as ``"PRSA"``.
    entries : Entries
        Arrays, if the code ends in A.
    """
    return labeling(space, entries, space.variant.compression)


def labeling(space: Workspace, entries: Entries, code: str) -> list[Step]:
    """The steps of the algorithm with a code, whatever the variant calls it."""
    shortcut = _SHORTCUTS[code[2]]
    if not code.endswith("A"):
        body = [connect(space, entries, code), _shortcut(space, shortcut, {})]
        return [*entries.preparation, Loop(body, space.counters, entries.rounds)]

    assert entries.arrays is not None
    given = entries.arrays
    edges = given if given.scratch else scratch_edges(space, given.count)
    body = [
        connect(space, listed_edges(space, edges), code),
        _shortcut(space, shortcut, _ALTERED),
        alter(space, edges, edges),
    ]
    copy = [] if given.scratch else [alter(space, given, edges)]
    rounds = Loop(body, space.counters, entries.rounds)
    return [*entries.preparation, *copy, rounds, full_shortcut(space)]


def connect(space: Workspace, entries: Entries, code: str) -> Launch:
    """A step that connects the ends of each edge and updates, as a code says.

    It sets the counter CHANGED if a parent has changed, unless the code ends in A.
    """
    switches: dict[str, str | int | None] = {**entries.switches, "CONNECT": _CONNECTS[code[0]]}
    if code[1] == "R":
        switches["UPDATE_roots"] = None
    if code.endswith("A"):
        switches |= _ALTERED
    arguments = (*entries.arguments, PARENTS, space.counters)
    return space.launch("liu_tarjan", "connect", entries.items, *arguments, **switches)


def scratch_edges(space: Workspace, count: int) -> EdgeArrays:
    """Arrays for edges that may be altered."""
    sources = space.buffer("altered-sources", 4 * count)
    targets = space.buffer("altered-targets", 4 * count)
    return EdgeArrays(sources, targets, count, scratch=True)


def alter(space: Workspace, given: EdgeArrays, altered: EdgeArrays) -> Launch:
    """A step that replaces each edge by the parents of its ends, in place if both are the same.

    It sets the counter CHANGED if the ends of any edge differ afterwards.
    """
    items = listed_edges(space, given).items
    copies = np.int32(given is not altered)
    arguments = (
        given.sources, given.targets, space.offset(given.count), copies,
        altered.sources, altered.targets, PARENTS, space.counters,
    )  # fmt: skip
    return space.launch("liu_tarjan", "alter", items, *arguments, ALTER=None)


def full_shortcut(space: Workspace) -> Launch:
    """A step that points every vertex to its root, and sets the counter CHANGED if any did not."""
    return _shortcut(space, _SHORTCUTS["F"], {})


def _shortcut(space: Workspace, form: str, switches: dict[str, None]) -> Launch:
    arguments = (space.n, PARENTS, space.counters)
    n = space.graph.n
    return space.launch("liu_tarjan", "shortcut", n, *arguments, SHORTCUT=form, **switches)
