"""Directed graphs of thousands of vertices: the families that strong components are measured on.

``SHALLOW`` are the families of Li et al. (random, R-MAT, SSCA#2), webs, grids and hubs. ``DEEP``
take as many rounds as they have vertices, if an algorithm finds no shortcut.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from clconn import generators
from clconn.graph import Graph
from tests.helpers.directed_graphs import renamed


def _directed(n: int, *parts: Any) -> Graph:
    sources, targets = (np.concatenate([np.ravel(part[end]) for part in parts]) for end in (0, 1))
    return Graph.from_edges(sources, targets, n, directed=True)


def _hub(n: int, *, out: bool, into: bool) -> Graph:
    """A hub with arcs to or from all others, which are on a path."""
    order = np.random.default_rng(3).permutation(n)
    hub, others = order[:1].repeat(n - 1), order[1:]
    parts = [(others[:-1], others[1:])]
    parts += [(hub, others)] if out else []
    parts += [(others, hub)] if into else []
    return _directed(n, *parts)


def _web(n: int) -> Graph:
    """A bow tie: a third is a random core, what leads to it, and what it leads to; and tendrils."""
    random = np.random.default_rng(12)
    third = n // 3
    core, early, late = (np.arange(third) + i * third for i in range(3))
    draw = partial(random.choice, size=2 * third)
    forest = (late[1:], late[random.integers(0, np.arange(1, third))])
    return renamed(
        _directed(
            n,
            (draw(core), draw(core)),
            (early, random.choice(core, third)),
            (random.choice(core, third), late),
            (forest[1], forest[0]),
            (early[::50], late[: early[::50].size]),
        ),
        seed=1,
    )


def _trees_on_a_cycle(n: int) -> Graph:
    """A cycle of a tenth of the vertices; half of the others lead to it in trees, half away."""
    cycle = n // 10
    ids = np.arange(n)
    others = ids[cycle:]
    parents = (np.random.default_rng(8).random(others.size) * others).astype(int)
    # Trees that lead to the cycle hang on trees that do.
    parents = np.where((parents >= cycle) & (parents % 2 != others % 2), parents - 1, parents)
    lead = np.where(others % 2, [others, parents], [parents, others])
    return _directed(n, (ids[:cycle], np.roll(ids[:cycle], -1)), (lead[0], lead[1]))


def _both_ways(n: int) -> Graph:
    """A road network whose edges are arcs both ways."""
    side = math.isqrt(n // 4)
    rows = generators.road(side, side, seed=7).rows
    assert rows is not None
    return Graph.from_csr(rows.offsets, rows.neighbors, directed=True)


def _rmat(n: int, degree: int, *, permute: bool = False) -> Graph:
    scale = n.bit_length() - 1
    return generators.rmat(scale, degree << scale, seed=2, directed=True, permute=permute)


def _torus(n: int, both: float) -> Graph:
    side = math.isqrt(n)
    return generators.directed_torus(side, side, both, seed=5)


def _random(degree: float) -> Callable[[int], Graph]:
    return lambda n: generators.uniform_random(n, int(degree * n), seed=1, directed=True)


SHALLOW: dict[str, Callable[[int], Graph]] = {
    **{f"random-{degree}": _random(degree) for degree in (0.8, 1.0, 1.5, 3.0, 8.0)},
    "rmat": partial(_rmat, degree=8),
    "rmat-sparse-permuted": partial(_rmat, degree=2, permute=True),
    "ssca2": lambda n: generators.ssca2(n, 12, 0.1, seed=4, directed=True),
    "web": _web,
    "trees-on-a-cycle": _trees_on_a_cycle,
    "torus": partial(_torus, both=0.3),
    "torus-one-way": partial(_torus, both=0.0),
    "hub-out": partial(_hub, out=True, into=False),
    "hub-in": partial(_hub, out=False, into=True),
    "hub-both-ways": partial(_hub, out=True, into=True),
    "both-ways": _both_ways,
}
"""From a number of vertices to a graph of about as many."""


def _nested_rings(n: int) -> Graph:
    """Rings of three; each vertex leads to one of the next ring."""
    ids = np.arange(n - n % 3)
    ring = ids.reshape(-1, 3)
    return _directed(n, (ring, np.roll(ring, 1, axis=1)), (ids[:-3], ids[3:]))


def _ladder(n: int, *, rungs: bool) -> Graph:
    """Two chains. They cross at every step, or their rungs are 2-cycles."""
    ids = np.arange(n - n % 2)
    parts = [(ids[:-2], ids[2:])]
    if rungs:
        parts += [(ids[::2], ids[1::2]), (ids[1::2], ids[::2])]
    else:
        parts += [(ids[:-2:2], ids[3::2]), (ids[1:-2:2], ids[2::2])]
    return _directed(n, *parts)


DEEP: dict[str, Callable[[int], Graph]] = {
    "path": partial(generators.path, directed=True),
    "path-shuffled": partial(generators.path, directed=True, shuffled=True),
    "cycle": partial(generators.cycle, directed=True),
    "cycle-shuffled": partial(generators.cycle, directed=True, shuffled=True),
    "chains": lambda n: generators.directed_chains(10, n // 10),
    "chains-crossing": lambda n: generators.directed_chains(10, n // 10, n // 8),
    "chains-crossing-shuffled": lambda n: generators.directed_chains(10, n // 10, n // 8, True),
    "two-cycles": lambda n: generators.cycles_on_path(n // 2),
    "two-cycles-shuffled": lambda n: generators.cycles_on_path(n // 2, shuffled=True),
    "cycles-of-five": lambda n: generators.cycles_on_path(n // 5, 5, shuffled=True),
    "nested-rings": _nested_rings,
    "nested-rings-shuffled": lambda n: renamed(_nested_rings(n)),
    "ladder": partial(_ladder, rungs=False),
    "ladder-shuffled": lambda n: renamed(_ladder(n, rungs=False)),
    "ladder-of-pairs": partial(_ladder, rungs=True),
    "ladder-of-pairs-shuffled": lambda n: renamed(_ladder(n, rungs=True)),
}


@cache
def larger_graph(name: str, n: int) -> Graph:
    """Make a graph of about n vertices of one of the tables once."""
    return {**SHALLOW, **DEEP}[name](n)
