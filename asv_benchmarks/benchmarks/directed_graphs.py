"""Directed graphs to measure strong components on: random ones, and those that are deep.

Deep graphs take many rounds if an algorithm goes a step in each. ``GRAPHS`` maps a name to what
``clconn.generate`` takes.
"""

from __future__ import annotations

from typing import Any

__all__ = ["DEEP", "GRAPHS", "NAMED", "PAPER", "PROCESSOR", "SETS"]

Definition = tuple[str, dict[str, Any]]

NAMED = ("d-random3", "d-rmat3", "d-sparse", "d-grid")
"""The named directed graphs, on which other codes were measured."""


def _deep(n: int) -> dict[str, Definition]:
    """Graphs of n vertices; 2-cycles are of 4 n."""
    length = 1 << (n.bit_length() // 2)
    chains: dict[str, Any] = {"chains": n // length, "length": length}
    return {
        "path": ("path", {"n": n, "directed": True}),
        "path-shuffled": ("path", {"n": n, "directed": True, "shuffled": True}),
        "cycle": ("cycle", {"n": n, "directed": True}),
        "cycle-shuffled": ("cycle", {"n": n, "directed": True, "shuffled": True}),
        "chains": ("directed-chains", chains),
        "chains-crossing": ("directed-chains", {**chains, "crossing": n // 8}),
        "two-cycles": ("cycles-on-path", {"cycles": 2 * n}),
        "two-cycles-shuffled": ("cycles-on-path", {"cycles": 2 * n, "shuffled": True}),
    }


DEEP = {f"d-{name}": definition for name, definition in _deep(1 << 20).items()}
_SMALL = {f"small-{name}": definition for name, definition in _deep(1 << 14).items()}

PROCESSOR: dict[str, Definition] = {
    "d-torus20": ("directed-torus", {"rows": 1024, "columns": 1024}),
    "d-rmat18": ("rmat", {"scale": 18, "edges": 8 << 18, "directed": True}),
    "d-random20": ("uniform-random", {"n": 1 << 20, "edges": 4 << 20, "directed": True}),
    "d-path-million": ("path", {"n": 10**6, "shuffled": True, "directed": True}),
}
"""The directed forms of the graphs on which codes for processors are compared."""

PAPER: dict[str, Definition] = {
    "d-random1": ("uniform-random", {"n": 10**6, "edges": 12 * 10**6, "directed": True}),
    "d-rmat1": (
        "rmat",
        {"scale": 20, "edges": 12 * 10**6, "a": 0.45, "b": 0.15, "c": 0.15, "directed": True},
    ),
    "d-ssca1": ("ssca2", {"n": 10**6, "maximum_clique_size": 45, "directed": True}),
}
"""Graphs like the smallest synthetic ones of Li et al., Table 1; d-random3 and d-rmat3 are like the
largest. The paper does not say how large the cliques are; these give as many arcs."""

GRAPHS: dict[str, Definition] = {
    **{name: (name, {}) for name in NAMED},
    **DEEP,
    **_SMALL,
    **PROCESSOR,
    **PAPER,
}

SETS = {
    "all": (*NAMED, *DEEP),
    "directed": NAMED,
    "deep": tuple(DEEP),
    "small-deep": tuple(_SMALL),
    "processor": tuple(PROCESSOR),
    "paper": (*PAPER, "d-random3", "d-rmat3"),
}
"""Sets of graphs, by what a command line calls them."""
