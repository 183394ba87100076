"""Maximum signatures (ECL-SCC): no search, no frontier, rounds over all arcs.

G. Alabandi, W. Sands, G. Biros and M. Burtscher, "A GPU algorithm for detecting strongly connected
components", SC 2023.

The signature of a vertex is the largest id that reaches it, and the largest id that it reaches,
along the arcs that are left. Ids go along arcs, and jump: what reaches the vertex that reaches v
also reaches v. If both parts are one id x, then x reaches v and v reaches x. That stays so when
both find larger ids, so v and x share what they find from then on (own). The vertices of one
component have one signature. So an arc between vertices of different signatures joins no component,
and is left out from then on, as are the arcs of finished vertices.

Invariant: every arc within an unfinished component is still there. Each part of a signature only
grows within a phase. Every phase finishes at least the component of the largest vertex of each part
that the arcs left connect.
"""

from __future__ import annotations

from collections.abc import Iterator

from clconn.reference.strong_components.arcs import Arcs
from clconn.reference.strong_components.chains import chains as cut_chains

__all__ = ["signatures", "signatures_after"]


def signatures(arcs: Arcs, *, jump: bool = True, chains: bool = False) -> Iterator[list[int]]:
    """Yield the strong components.

    Parameters
    ----------
    jump : bool, default True
        Whether ids jump, and vertices of one component share theirs, or ids only go along arcs.
    chains : bool, default False
        Whether chains are cut first.
    """
    return signatures_after(arcs, [set(range(arcs.n))], jump=jump, chains=chains)


def signatures_after(
    arcs: Arcs, regions: list[set[int]], *, jump: bool = True, chains: bool = False
) -> Iterator[list[int]]:
    """Yield the strong components within regions, each of which is a set of whole components."""
    if chains:
        components, regions = cut_chains(arcs, regions)
        yield from components
    region_of = {v: i for i, region in enumerate(regions) for v in region}
    unfinished = sorted(region_of)
    known = {v: v for v in unfinished}
    arcs_left = [
        (u, v)
        for u in unfinished
        for v in arcs.successors[u]
        if u != v and region_of[u] == region_of.get(v)
    ]
    while unfinished:
        reached_by = dict(zip(unfinished, unfinished, strict=True))
        reaches = reached_by.copy()
        _propagate(reached_by, reaches, arcs_left, known if jump else {})
        finished: dict[int, list[int]] = {}
        for v in unfinished:
            if reached_by[v] == reaches[v]:
                finished.setdefault(reaches[v], []).append(v)
        yield from finished.values()
        unfinished = [v for v in unfinished if reached_by[v] != reaches[v]]
        known = {v: known[v] for v in unfinished}
        arcs_left = [
            (u, v)
            for u, v in arcs_left
            if (reached_by[u], reaches[u]) == (reached_by[v], reaches[v])
            and reached_by[u] != reaches[u]
        ]


def _propagate(
    reached_by: dict[int, int],
    reaches: dict[int, int],
    arcs_left: list[tuple[int, int]],
    known: dict[int, int],
) -> None:
    """Send ids along all arcs until none changes; if they jump, `known` is not empty.

    It has another vertex of the component of each, or the vertex itself as long as there is none.
    """
    changed = True
    while changed:
        changed = False
        for u, v in arcs_left:
            down, up = reached_by[u], reaches[v]
            if known:
                # Also what reaches the largest id that reaches u, and so on.
                down, up = max(down, reached_by[down]), max(up, reaches[up])
            if down > reached_by[v]:
                reached_by[v], changed = down, True
            if up > reaches[u]:
                reaches[u], changed = up, True
        for v, other in known.items():
            for part in reached_by, reaches:
                if part[v] != part[other]:
                    part[v] = part[other] = max(part[v], part[other])
                    changed = True
            if reached_by[v] == reaches[v]:
                known[v] = reaches[v]
