"""The named graphs, which clconn's benchmarks use.

A named graph fixes the family, the parameters and the seed, so it is the same for
everyone. The graphs cover the properties that matter to connectivity: high and low
degrees, hubs, small and large diameters, good and bad orders of the vertices, and four
directed graphs for strongly connected components. Generating the largest one takes
7 GB of memory.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["NAMED_GRAPHS", "NamedGraph"]

SEED = 0


@dataclass(frozen=True)
class NamedGraph:
    """A graph with a name.

    Attributes
    ----------
    family : str
        Key of :data:`clconn.generators.FAMILIES`.
    parameters : dict
        The parameters of the family, except the seed.
    seed : int or None
        None if the family is not random.
    """

    family: str
    parameters: dict[str, Any] = field(default_factory=dict)
    seed: int | None = SEED


def _rmat(scale: int, edges_per_vertex: int, a: float, b: float, permute: bool) -> NamedGraph:
    parameters = {"scale": scale, "edges": edges_per_vertex << scale, "permute": permute}
    return NamedGraph("rmat", {**parameters, "a": a, "b": b, "c": b})


NAMED_GRAPHS: dict[str, NamedGraph] = {
    "2d-2e20": NamedGraph("torus", {"rows": 1024, "columns": 1024}, seed=None),
    "r4-2e23": NamedGraph("uniform-random", {"n": 1 << 23, "edges": 4 << 23}),
    "rmat16": _rmat(16, 8, 0.57, 0.19, permute=False),
    "rmat22": _rmat(22, 8, 0.45, 0.22, permute=False),
    "kron21": _rmat(21, 48, 0.57, 0.19, permute=True),
    "social": _rmat(22, 30, 0.5, 0.2, permute=True),
    "web": _rmat(23, 20, 0.57, 0.19, permute=False),
    "road24": NamedGraph("road", {"rows": 2400, "columns": 2400}),
    "road-small": NamedGraph("road", {"rows": 256, "columns": 256}),
    "delaunay20": NamedGraph("delaunay", {"n": 1 << 20}),
    "d-random3": NamedGraph(
        "uniform-random", {"n": 3_000_000, "edges": 36_000_000, "directed": True}
    ),
    "d-rmat3": NamedGraph(
        "rmat",
        {"scale": 22, "edges": 36_000_000, "a": 0.45, "b": 0.15, "c": 0.15, "directed": True},
    ),
    "d-sparse": NamedGraph("uniform-random", {"n": 1 << 22, "edges": 2 << 22, "directed": True}),
    "d-grid": NamedGraph("directed-torus", {"rows": 1024, "columns": 1024}),
}
"""Every named graph; ``generate(name)`` makes it."""
