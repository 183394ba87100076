"""The scenarios: who unites what, beginning with which trees."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from tests.races.interleavings import Scenario

__all__ = ["finalizations", "unions"]


def forests(n: int) -> Iterator[tuple[int, ...]]:
    """All parents of n vertices that are no larger than their children."""
    return itertools.product(*(range(v + 1) for v in range(n)))


def unions() -> list[Scenario]:
    """Threads that unite edges.

    First any two edges, between the vertices of any forest of four; then some larger scenarios
    that were thought of, and some that were drawn.
    """
    edges = list(itertools.permutations(range(4), 2))
    pairs = itertools.combinations_with_replacement(edges, 2)
    two_edges = [[[(v, [w])] for v, w in pair] for pair in pairs]
    return [
        *(
            Scenario(parents, threads, delayed=True)
            for parents in forests(4)
            for threads in two_edges
        ),
        *_thought_of(),
        *_drawn(),
    ]


def _thought_of() -> list[Scenario]:
    own = range(4)
    chain = (0, 1, 1, 2, 3, 4)
    return [
        # Both unite the same, from either end.
        Scenario(own, [[(1, [0]), (3, [2])], [(0, [1]), (2, [3])]], delayed=True),
        # Two trees that each thread makes are joined by the other one.
        Scenario(own, [[(3, [1]), (2, [0])], [(3, [2]), (1, [0])]], delayed=True),
        # Three threads, one root.
        Scenario(own[:3], [[(2, [1])], [(1, [0])], [(2, [0])]]),
        Scenario(own, [[(3, [0])], [(3, [1])]], delayed=True),
        # The root of a long path is linked while others walk along it.
        Scenario(chain[:5], [[(4, [0])], [(4, [1]), (3, [0])]], delayed=True),
        Scenario(chain, [[(5, [0])], [(4, [0])]], delayed=True),
        Scenario(chain[:4], [[(3, [0])], [(2, [0])], [(3, [1])]]),
        # Two paths that meet.
        Scenario((0, 1, 0, 1, 2, 3), [[(4, [5])], [(5, [2])]], delayed=True),
        # Rows of several edges, for a union that keeps the root of its source.
        Scenario(own, [[(3, [2, 1, 0])], [(2, [1, 0])]], delayed=True),
        Scenario(own, [[(3, [2, 1])], [(2, [0])], [(1, [0])]]),
    ]


def _drawn() -> Iterator[Scenario]:
    draw = random.Random(20)
    for number in range(100):
        many = number % 4 == 0
        n = 4 if many else draw.randint(5, 6)
        parents = [draw.choice((v, draw.randint(0, v), max(0, v - 1))) for v in range(n)]
        degrees = [1, 1, 1] if many else draw.choice([[1, 1], [1, 2], [2, 1]])
        threads = [[(draw.randrange(n), draw.choices(range(n), k=degree))] for degree in degrees]
        yield Scenario(parents, threads, stale=not many, delayed=number % 2 == 1)


def finalizations() -> list[Scenario]:
    """Every vertex is finalized by a thread of its own, from all forests of five vertices.

    Roots have nothing to do, nor do their children.
    """
    return [
        Scenario(
            parents,
            [[(v, [])] for v in range(5) if parents[parents[v]] != parents[v]],
            delayed=True,
        )
        for parents in forests(5)
    ]


def finalizations_of_pairs() -> list[Scenario]:
    """The same, with a thread for the vertices 2 t and 2 t + 1, and one for the last vertex."""
    return [
        Scenario(parents, [[(t, [])] for t in range(3)], delayed=True) for parents in forests(5)
    ]


def finalizations_of_a_path() -> list[Scenario]:
    """The same on a path of six vertices, from which a lift does not yet lead to the root."""
    return [Scenario((0, 0, 1, 2, 3, 4), [[(v, [])] for v in range(2, 6)], delayed=True)]
