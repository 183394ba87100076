"""R-MAT: edges at random places of a recursively quartered adjacency matrix.

At each of `scale` levels an edge enters one of the four quadrants of its current part
of the matrix: the upper left one with probability a, the upper right b, the lower left
c, the lower right d = 1 - a - b - c. The quadrant gives one bit of the row (the source)
and one bit of the column (the target). This is the plain recursion: the probabilities
are the same on all levels, without noise.

D. Chakrabarti, Y. Zhan and C. Faloutsos, "R-MAT: A Recursive Model for Graph
Mining", SIAM International Conference on Data Mining (2004).

Each level compares one random 32-bit word with the three sums a, a + b and a + b + c,
scaled to 32 bits. The generator draws edges in blocks that fit the cache. Each block
has its own random stream (its number is the spawn key of the seed), so any number of
threads can draw the blocks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clconn.errors import GraphError
from clconn.generators import checks
from clconn.generators.parallel import in_parallel
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["rmat"]

BLOCK = 1 << 16
"""Edges of one random stream. Another value would change the graphs."""
LARGEST_SCALE = 30
ROUNDING = 1e-9
"""How much a + b + c may exceed 1 by rounding, as in .5 + .3 + .2."""


def rmat(
    scale: int,
    edges: int,
    a: float = 0.57,
    b: float = 0.19,
    c: float = 0.19,
    seed: int = 0,
    permute: bool = False,
    directed: bool = False,
) -> Graph:
    """R-MAT graph with 2**scale vertices, a few of which have a very high degree.

    Parameters
    ----------
    scale : int
        Binary logarithm of the number of vertices, 0 to 30.
    edges : int
        Number of edges to draw, before dropping self loops and repetitions.
    a : float, default 0.57
        Probability of the upper left quadrant.
    b : float, default 0.19
        Probability of the upper right quadrant.
    c : float, default 0.19
        Probability of the lower left quadrant; the lower right one has the rest.
    seed : int, default 0
        Start of the random numbers.
    permute : bool, default False
        Whether to relabel the vertices at random.
    directed : bool, default False
        Whether to draw arcs.

    Returns
    -------
    Graph
        A graph with ``2**scale`` vertices, many of them without edges, and at most
        `edges` edges.

    Raises
    ------
    GraphError
        If a parameter is outside its range, or a + b + c exceeds 1.

    Notes
    -----
    The probabilities are rounded to multiples of 2**-32.
    """
    scale = checks.integer("scale", scale, 0, LARGEST_SCALE)
    edges = checks.integer("edges", edges, 0)
    sums = np.cumsum([checks.fraction(name, p) for name, p in (("a", a), ("b", b), ("c", c))])
    if sums[-1] > 1 + ROUNDING:
        raise GraphError(f"a + b + c is {sums[-1]}; give probabilities whose sum is at most 1")
    seed = checks.seed_value(seed)
    permute, directed = checks.flag("permute", permute), checks.flag("directed", directed)
    checks.memory(1 << scale, edges)

    words = [round(min(float(share), 1.0) * 2**32) for share in sums]
    relabeling = None
    if permute:
        random = np.random.Generator(np.random.PCG64(seed))
        relabeling = random.permutation(1 << scale).astype(np.int32)
    sources = np.empty(edges, dtype=np.int32)
    targets = np.empty(edges, dtype=np.int32)

    def draw(block: int) -> None:
        part = slice(block * BLOCK, min((block + 1) * BLOCK, edges))
        stream = np.random.SeedSequence(seed, spawn_key=(block,))
        random = np.random.Generator(np.random.PCG64(stream))
        _draw_edges(random, scale, words, sources[part], targets[part])
        if relabeling is not None:
            sources[part] = relabeling[sources[part]]
            targets[part] = relabeling[targets[part]]

    in_parallel(draw, range(-(-edges // BLOCK)))
    return simple_graph(1 << scale, sources, targets, directed=directed)


def _draw_edges(
    random: np.random.Generator,
    scale: int,
    words: list[int],
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
) -> None:
    """Draw an edge for each entry of `sources` and `targets`, and write its ends there."""
    # A sum of 1 does not fit 32 bits; as a 64-bit limit no word reaches it.
    limits: list[Any] = [np.uint32(w) if w < 2**32 else np.uint64(w) for w in words]
    sources[:] = 0
    targets[:] = 0
    for _ in range(scale):
        word = random.integers(0, 2**32, size=sources.size, dtype=np.uint32)
        beyond_a, beyond_b, beyond_c = (word >= limit for limit in limits)
        np.left_shift(sources, 1, out=sources)
        np.bitwise_or(sources, beyond_b, out=sources)
        # The right half is b or d: the word is beyond a only, or beyond all three sums.
        np.logical_xor(beyond_a, beyond_b, out=beyond_a)
        np.logical_xor(beyond_a, beyond_c, out=beyond_a)
        np.left_shift(targets, 1, out=targets)
        np.bitwise_or(targets, beyond_a, out=targets)
