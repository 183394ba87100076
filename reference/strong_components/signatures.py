"""Maximum signatures (ECL-SCC): no search, no frontier, rounds over all arcs.

G. Alabandi, W. Sands, G. Biros and M. Burtscher, "A GPU algorithm for detecting strongly connected
components", SC 2023.

The signature of a vertex is the largest id that reaches it, and the largest id that it reaches,
along the arcs that are left. Ids go along arcs, and jump: what reaches the vertex that reaches v
also reaches v. If both parts are one id x, then x reaches v and v reaches x. The vertices of one
component have one signature. So an arc between vertices of different signatures joins no component,
and is left out from then on, as are the arcs of finished vertices.

Invariant: every arc within an unfinished component is still there. Each part of a signature only
grows within a phase. Every phase finishes at least the component of the largest vertex of each part
that the arcs left connect.
"""

from __future__ import annotations

from collections.abc import Iterator

from clconn.reference.strong_components.arcs import Arcs

__all__ = ["signatures"]


def signatures(arcs: Arcs) -> Iterator[list[int]]:
    """Yield the strong components."""
    unfinished = list(range(arcs.n))
    arcs_left = [(u, v) for u, row in enumerate(arcs.successors) for v in row if u != v]
    while unfinished:
        reached_by = dict(zip(unfinished, unfinished, strict=True))
        reaches = reached_by.copy()
        _propagate(reached_by, reaches, arcs_left)
        components: dict[int, list[int]] = {}
        for v in unfinished:
            if reached_by[v] == reaches[v]:
                components.setdefault(reaches[v], []).append(v)
        yield from components.values()
        unfinished = [v for v in unfinished if reached_by[v] != reaches[v]]
        arcs_left = [
            (u, v)
            for u, v in arcs_left
            if (reached_by[u], reaches[u]) == (reached_by[v], reaches[v])
            and reached_by[u] != reaches[u]
        ]


def _propagate(
    reached_by: dict[int, int], reaches: dict[int, int], arcs_left: list[tuple[int, int]]
) -> None:
    """Send ids along all arcs until none changes."""
    changed = True
    while changed:
        changed = False
        for u, v in arcs_left:
            # The jump: also what reaches the largest id that reaches u, and so on.
            down = max(reached_by[u], reached_by[reached_by[u]])
            up = max(reaches[v], reaches[reaches[v]])
            if down > reached_by[v]:
                reached_by[v], changed = down, True
            if up > reaches[u]:
                reaches[u], changed = up, True
