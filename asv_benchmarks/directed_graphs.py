"""Directed graphs to measure strong components on: random ones, and those that are deep."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import clconn

__all__ = ["GRAPHS", "SETS"]

NAMED = ("d-random3", "d-rmat3", "d-sparse", "d-grid")
"""The named directed graphs, on which other codes were measured."""


def _deep(n: int) -> dict[str, Callable[[], clconn.Graph]]:
    """Graphs of n vertices, the last of 4 n, that take many rounds without shortcuts."""
    generate = clconn.generate
    length = 1 << (n.bit_length() // 2)
    return {
        "path": partial(generate, "path", n=n, directed=True),
        "path-shuffled": partial(generate, "path", n=n, directed=True, shuffled=True),
        "cycle": partial(generate, "cycle", n=n, directed=True),
        "cycle-shuffled": partial(generate, "cycle", n=n, directed=True, shuffled=True),
        "chains": partial(generate, "directed-chains", chains=n // length, length=length),
        "chains-crossing": partial(
            generate, "directed-chains", chains=n // length, length=length, crossing=n // 8
        ),
        "two-cycles": partial(generate, "cycles-on-path", cycles=2 * n),
        "two-cycles-shuffled": partial(generate, "cycles-on-path", cycles=2 * n, shuffled=True),
    }


DEEP = _deep(1 << 20)
SMALL = {f"small-{name}": make for name, make in _deep(1 << 14).items()}

PROCESSOR: dict[str, Callable[[], clconn.Graph]] = {
    "torus": partial(clconn.generate, "directed-torus", rows=1024, columns=1024),
    "rmat18": partial(clconn.generate, "rmat", scale=18, edges=8 << 18, directed=True),
    "random20": partial(clconn.generate, "uniform-random", n=1 << 20, edges=4 << 20, directed=True),
    "path-million": partial(clconn.generate, "path", n=10**6, shuffled=True, directed=True),
}
"""The directed forms of the graphs on which processors are compared."""

GRAPHS: dict[str, Callable[[], clconn.Graph]] = {
    **{name: partial(clconn.generate, name) for name in NAMED},
    **DEEP,
    **SMALL,
    **PROCESSOR,
}
"""A function for each graph."""

SETS = {
    "all": (*NAMED, *DEEP),
    "named": NAMED,
    "deep": tuple(DEEP),
    "small": tuple(SMALL),
    "processor": tuple(PROCESSOR),
}
"""Sets of graphs, by what a command line calls them."""
