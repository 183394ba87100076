"""Cut graphs of long chains, where searches and signatures would need many rounds. Own.

A vertex with only one predecessor in its region can be on a cycle only if that predecessor is. So
the only predecessors lead up to a vertex that has none or several: the top of a bundle, which is a
tree of vertices. Whatever comes into a bundle from outside comes in at its top. A bundle into which
nothing comes, except from bundles that are cut off, has no cycle in common with any other: it is
cut off. If an arc of it leads back to its top, it becomes a region of its own; if not, its vertices
are components. Then the same with successors.

A device follows chains by pointer jumping, does not read very long rows for it, and stops when a
round cuts off few bundles. So it may leave larger regions than these.

Invariant: each component lies within one region. On a cycle of only predecessors there is no top,
and nothing that such a cycle leads to is cut off.
"""

from __future__ import annotations

from clconn.reference.strong_components.arcs import Arcs, Rows

__all__ = ["chains"]


def chains(arcs: Arcs, regions: list[set[int]]) -> tuple[list[list[int]], list[set[int]]]:
    """Return components of one vertex, and the regions of the other vertices.

    Parameters
    ----------
    regions
        Sets of vertices that are whole components.
    """
    components: list[list[int]] = []
    for rows in (arcs.predecessors, arcs.successors):
        smaller: list[set[int]] = []
        for region in regions:
            bundles = _bundles(rows, region)
            rest = set(region)
            for top in _cut_off(rows, region, bundles):
                vertices = bundles[top]
                rest -= vertices
                if any(v in vertices and v != top for v in rows[top]):
                    smaller.append(vertices)
                else:
                    components += [[v] for v in vertices]
            if rest:
                smaller.append(rest)
        regions = smaller
    return components, regions


def _bundles(rows: Rows, region: set[int]) -> dict[int, set[int]]:
    """Return the vertices of each bundle, by its top."""
    tops: list[int] = []
    below: dict[int, list[int]] = {v: [] for v in region}
    for v in region:
        neighbors = {w for w in rows[v] if w in region and w != v}
        if len(neighbors) == 1:
            below[neighbors.pop()].append(v)
        else:
            tops.append(v)
    bundles = {}
    for top in tops:
        vertices = [top]
        for v in vertices:  # which grows
            vertices += below[v]
        bundles[top] = set(vertices)
    return bundles


def _cut_off(rows: Rows, region: set[int], bundles: dict[int, set[int]]) -> list[int]:
    """Return the tops of the bundles that are cut off."""
    top_of = {v: top for top, vertices in bundles.items() for v in vertices}
    # What leads into a bundle: tops, or a vertex without a top, which is never cut off.
    before = {top: {top_of.get(v, v) for v in rows[top] if v in region} - {top} for top in bundles}
    after: dict[int, list[int]] = {v: [] for v in region}
    for top, others in before.items():
        for other in others:
            after[other].append(top)
    tops = [top for top, others in before.items() if not others]
    for top in tops:  # which grows
        for other in after[top]:
            before[other].remove(top)
            if not before[other]:
                tops.append(other)
    return tops
