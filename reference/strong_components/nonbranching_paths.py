"""Shorten non-branching paths to one arc each, before a graph is contracted. Own.

R. Chikhi, A. Limasset and P. Medvedev, "Compacting de Bruijn graphs from sequencing data quickly
and in low memory", Bioinformatics 32, 2016, call them unitigs: in assembly graphs nearly all
vertices have one predecessor and one successor, as many have in control flow.

Whoever comes into such a path goes out at its end. So the path is an arc from the vertex before it
to the one behind it, and its vertices are in the component of these two if that is one, or else
each is a component.

A device finds both ends by pointer jumping, and shortens the paths of large graphs alone.

Invariant: the vertex behind a path stands for the vertices on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clconn.reference.strong_components.arcs import Arcs

__all__ = ["MANY", "Path", "divide", "nonbranching_paths"]

MANY = 0.5
"""Share of the vertices from which on paths are shortened."""


@dataclass(frozen=True)
class Path:
    """The vertices on a path, in order, that before it, and that behind it."""

    before: int
    vertices: list[int]
    behind: int


def nonbranching_paths(arcs: Arcs) -> list[Path]:
    """Find the paths of a graph without loops and parallel arcs.

    A cycle of vertices that do not branch has no vertex before it; it is none of them.
    """
    passes = [
        len(successors) == 1 and len(predecessors) == 1
        for successors, predecessors in zip(arcs.successors, arcs.predecessors, strict=True)
    ]
    paths = []
    for before in (v for v in range(arcs.n) if not passes[v]):
        for v in arcs.successors[before]:
            vertices = []
            while passes[v]:
                vertices.append(v)
                (v,) = arcs.successors[v]
            if vertices:
                paths.append(Path(before, vertices, v))
    return paths


def divide(components: Iterable[list[int]], paths: list[Path]) -> Iterator[list[int]]:
    """Yield components, of which those of vertices behind paths had the vertices on these."""
    kept = list(components)
    place = {v: number for number, component in enumerate(kept) for v in component}
    single = {
        v for path in paths if place[path.before] != place[path.behind] for v in path.vertices
    }
    for component in kept:
        yield [v for v in component if v not in single]
    for v in single:
        yield [v]
