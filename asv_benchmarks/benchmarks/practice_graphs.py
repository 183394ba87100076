"""Directed graphs like those of which users ask for strong components, with parameters by chance.

Mixtures and structures (``graphs_by_seed.py``) have the edges of undirected graphs, with directions
by chance; but in a program, a circuit or a state space arcs lead on, and few lead back. The same
seed and size make the same graph everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.spatial import KDTree

import clconn

from .mixed_graphs import Mixture
from .numberings import grid, of_edges

__all__ = ["FAMILIES", "practice", "practice_undirected"]

Ends = tuple[int, Any, Any]
"""The number of vertices, and the arrays of the arcs' sources and targets."""

SHUFFLED = 0.3
"""Chance that ids are shuffled in the end."""


def practice(seed: int, n: int) -> Mixture:
    """A graph of about n vertices; as many seeds as there are families make one of each."""
    family = list(FAMILIES)[seed % len(FAMILIES)]
    generator = np.random.default_rng([seed, 2])
    n, sources, targets = FAMILIES[family](n, generator)
    shuffled = ""
    if generator.random() < SHUFFLED:
        ids = generator.permutation(n)
        sources, targets, shuffled = ids[sources], ids[targets], ", shuffled"
    ends = sources.astype(np.int32), targets.astype(np.int32)
    graph = clconn.Graph.from_edges(*ends, n, directed=True)
    return Mixture(f"{family}{shuffled}, {n}", graph)


def practice_undirected(seed: int, n: int) -> Mixture:
    """The same with an edge for each arc, once."""
    name, graph = practice(seed, n)
    return Mixture(name, of_edges(graph.n, graph.edges()))


def _states(n: int, generator: np.random.Generator) -> Ends:
    """States of counters, each of which may go on while another one allows it.

    Some begin again after their last value, and never return otherwise.
    """
    radix = int(generator.choice([2, 3, 10, 64]))
    counters = max(2, round(np.log(n) / np.log(radix)))
    guards = generator.integers(0, counters, counters)
    begins_again = generator.random(counters) < generator.random()
    # If they hold each other up, so that few states are reached, all is allowed.
    for share in (generator.choice([0.7, 0.9]), 1.0):
        allowed = generator.random((counters, radix)) < share
        found = _reached_states(radix, guards, allowed, begins_again)
        if found[0] > n // 8:
            break
    return found


def _reached_states(radix: int, guards: Any, allowed: Any, begins_again: Any) -> Ends:
    """The states that are reached from the first one, numbered level by level."""
    place = radix ** np.arange(guards.size, dtype=np.int64)
    numbers = np.full(int(radix**guards.size), -1, dtype=np.int64)
    numbers[0], count, level = 0, 1, np.zeros(1, dtype=np.int64)
    sources, targets = [], []
    while level.size:
        steps = []
        for own, guard in enumerate(guards):
            value = level // place[own] % radix
            goes = allowed[own, level // place[guard] % radix]
            ups = level[goes & (value < radix - 1)]
            steps.append((ups, ups + place[own]))
            if begins_again[own]:
                tops = level[goes & (value == radix - 1)]
                steps.append((tops, tops - (radix - 1) * place[own]))
        before, after = (np.concatenate(part) for part in zip(*steps, strict=True))
        level = np.unique(after[numbers[after] < 0])
        numbers[level] = count + np.arange(level.size)
        count += level.size
        sources.append(before)
        targets.append(after)
    return count, numbers[np.concatenate(sources)], numbers[np.concatenate(targets)]


def _circuit(n: int, generator: np.random.Generator) -> Ends:
    """Gates of two inputs from the last layers, and flip-flops that lead back."""
    layers = int(2 ** generator.uniform(3, 10))
    gates = np.arange(layers, n)
    reach = max(1, 3 * n // layers)
    inputs = np.maximum(gates - 1 - generator.integers(0, reach, (2, gates.size)), 0)
    back = int(n * 10 ** generator.uniform(-4, -1.5))
    far = np.sort(generator.integers(0, n, (2, back)), axis=0)
    return n, np.concatenate([*inputs, far[1]]), np.concatenate([gates, gates, far[0]])


def _implications(n: int, generator: np.random.Generator) -> Ends:
    """Of clauses of two literals, between these and their opposites."""
    clauses = int(n / 2 * generator.choice([0.8, 1.0, 1.1, 1.5, 2.5]))
    one, other = generator.integers(0, n // 2 * 2, (2, clauses))
    return n // 2 * 2, np.concatenate([one ^ 1, other ^ 1]), np.concatenate([other, one])


def _map(n: int, generator: np.random.Generator) -> Ends:
    """Each vertex leads to one other, as in a random function or a Boolean network."""
    return n, np.arange(n), generator.integers(0, n, n)


def _assembly(n: int, generator: np.random.Generator) -> Ends:
    """Words of a sequence with repeats, each leading to the next word (de Bruijn)."""
    sequence = generator.integers(0, 4, n)
    for _ in range(int(n / 10 ** generator.uniform(3, 5))):
        length = int(10 ** generator.uniform(1.5, 3.3))
        begin, again = generator.integers(0, n - length, 2)
        sequence[again : again + length] = sequence[begin : begin + length]
    letters = 25
    words = np.zeros(n - letters + 1, dtype=np.int64)
    for place in range(letters):
        words = 4 * words + sequence[place : place + words.size]
    _, first, places = np.unique(words, return_index=True, return_inverse=True)
    ids = np.argsort(np.argsort(first))[places]
    return first.size, ids[:-1], ids[1:]


def _citations(n: int, generator: np.random.Generator) -> Ends:
    """Each leads to some that are older, seldom to a newer one."""
    sources = np.repeat(np.arange(1, n), int(generator.integers(2, 12)))
    targets = (sources * generator.random(sources.size) ** generator.uniform(0.3, 2)).astype(int)
    turned = generator.random(sources.size) < generator.choice([0, 1e-4, 1e-2])
    return n, np.where(turned, targets, sources), np.where(turned, sources, targets)


def _mesh(n: int) -> tuple[int, Any, Any]:
    side = int(n**0.5)
    return side * side, *grid(np.arange(side * side).reshape(side, side))


def _maze(n: int, generator: np.random.Generator) -> Ends:
    """A grid of places with doors that open one way, each by chance."""
    n, sources, targets = _mesh(n)
    open_, back = generator.random((2, sources.size)) < generator.uniform(0.35, 0.75)
    return n, np.r_[sources[open_], targets[back]], np.r_[targets[open_], sources[back]]


def _streets(n: int, generator: np.random.Generator) -> Ends:
    """A grid of streets, some of which are one-way, with vertices along them."""
    along = int(generator.choice([0, 1, 5]))
    n, sources, targets = _mesh(n // (1 + 2 * along))
    kept = generator.random(sources.size) < 0.8
    sources, targets = sources[kept], targets[kept]
    turned = generator.random(sources.size) < 0.5
    sources, targets = np.where(turned, targets, sources), np.where(turned, sources, targets)
    inner = n + np.arange(sources.size * along).reshape(sources.size, along)
    ways = np.concatenate([sources[:, None], inner, targets[:, None]], axis=1)
    both = ways[generator.random(sources.size) >= generator.choice([0.1, 0.4, 1.0])]
    begins, ends = ways[:, :-1].ravel(), ways[:, 1:].ravel()
    back = both[:, 1:].ravel(), both[:, :-1].ravel()
    return n + inner.size, np.r_[begins, back[0]], np.r_[ends, back[1]]


def _control_flow(n: int, generator: np.random.Generator) -> Ends:
    """Basic blocks of functions: the next one, branches, loops, and calls without returns."""
    blocks = np.arange(n - 1)
    branches = blocks[generator.random(n - 1) < generator.uniform(0.1, 0.4)]
    loops = blocks[generator.random(n - 1) < generator.uniform(0.01, 0.1)]
    sources = np.concatenate([blocks, branches, loops])
    targets = np.concatenate([
        blocks + 1, branches + generator.geometric(0.1, branches.size),
        np.maximum(loops - generator.geometric(0.03, loops.size), 0),
    ])  # fmt: skip
    targets = np.minimum(targets, n - 1)
    is_first = generator.random(n) < 1 / 500
    is_first[0] = True
    function = np.cumsum(is_first)
    inside = function[sources] == function[targets]
    calls = blocks[generator.random(n - 1) < 0.05]
    called = np.flatnonzero(is_first)
    callees = called[(called.size * generator.random(calls.size) ** 3).astype(int)]
    return n, np.r_[sources[inside], calls], np.r_[targets[inside], callees]


def _timetable(n: int, generator: np.random.Generator) -> Ends:
    """Stations at times: waiting, and trips to others some times later."""
    stations = int(2 ** generator.uniform(4, 0.6 * np.log2(n)))
    waiting = np.arange(n - stations)
    begins = generator.integers(0, n, int(n * generator.uniform(0.5, 2)))
    times = begins // stations + generator.integers(1, 20, begins.size)
    ends = times * stations + generator.integers(0, stations, begins.size)
    arrives = ends < n
    sources = np.concatenate([waiting, begins[arrives]])
    return n, sources, np.concatenate([waiting + stations, ends[arrives]])


def _pipeline(n: int, generator: np.random.Generator) -> Ends:
    """A mesh that leads on, with few arcs back."""
    n, sources, targets = _mesh(n)
    turned = generator.random(sources.size) < 10 ** generator.uniform(-5, -1)
    return n, np.where(turned, targets, sources), np.where(turned, sources, targets)


def _neighbors(n: int, generator: np.random.Generator) -> Ends:
    """Each point leads to its nearest ones; points by chance, or along their first coordinate."""
    count = int(generator.choice([1, 2, 3, 4, 8]))
    points = generator.random((n, int(generator.integers(2, 4))))
    if generator.random() < 0.5:
        points = points[np.argsort(points[:, 0])]
    found = KDTree(points).query(points, count + 1)[1][:, 1:]
    return n, np.repeat(np.arange(n), count), found.ravel()


def _follows(n: int, generator: np.random.Generator) -> Ends:
    """Few lead to many, and some of those lead back: a large component amidst single vertices."""
    arcs = int(n * generator.uniform(1, 6))
    sources = (n * generator.random(arcs) ** generator.uniform(1, 3)).astype(int)
    targets = (n * generator.random(arcs) ** generator.uniform(1, 3)).astype(int)
    ids = generator.permutation(n)
    sources, targets = ids[sources], ids[targets]
    back = generator.random(arcs) < generator.choice([0, 0.2])
    return n, np.r_[sources, targets[back]], np.r_[targets, sources[back]]


FAMILIES: dict[str, Callable[[int, np.random.Generator], Ends]] = {
    "states": _states, "circuit": _circuit, "implications": _implications, "map": _map,
    "assembly": _assembly, "citations": _citations, "maze": _maze, "streets": _streets,
    "control flow": _control_flow, "timetable": _timetable, "pipeline": _pipeline,
    "neighbors": _neighbors, "follows": _follows,
}  # fmt: skip
"""From a family to what makes a graph of about so many vertices."""
