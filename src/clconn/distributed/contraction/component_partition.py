"""A partition of edges under contraction, and one round of it.

Each round contracts the graph as LocalContraction of [1]_ does, but for a hop: in an order that the
round draws at random, every vertex takes the name of the first vertex that it shares a local
component with, in any partition, itself included. Vertices of one name are one vertex then.

Invariants:

* A name is a vertex of the component of those who bear it: it was taken along a path.
* The groups of a partition, its local components, are connected in the original graph; and two
  partitions whose groups share a name are connected by it. So the components of the hypergraph
  whose edges are all groups of all partitions are those of the graph, in every round.
* A name that is alone in its group in every partition is its component's last. Nobody takes it
  anew, and the partitions forget it.

If a group has two names or more, they are live. Let a half of the order be *early*. A name that is
taken is early, or the first neighbor of some live vertex that has no early vertex around it. Half
of the live vertices are early; at most a quarter is late with only late neighbors, since each has a
neighbor. So three quarters of the live vertices remain at most, in expectation, whatever the graph
and its partitions are; the rounds are O(log n), and that many with high probability.

References
----------
.. [1] J. Łącki, V. Mirrokni and M. Włodarczyk, "Connected components at scale via local
   contractions", arXiv:1807.10727, 2018.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clconn.distributed.contraction.rounds import Size
from clconn.distributed.exchange import Pairs, minima_by_key
from clconn.distributed.local_numbers import Solver, local_components, number_ends
from clconn.distributed.mixing import mix, unmix
from clconn.distributed.weighed import Weighed
from clconn.renumbering import number_integers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.distributed.partitions import EdgeBlock
    from clconn.distributed.reports import TaskReport

__all__ = [
    "BYTES_ASKED",
    "Names",
    "Step",
    "adopt",
    "answer_stars",
    "contract_locally",
    "join_names",
    "last_names",
    "measure",
    "propose",
    "smallest_vertices",
    "stars",
]

BYTES_ASKED = 24
"""A key and a value go to a bucket, and a value comes back."""
_BYTES_LIVE = 16
_NOTHING = np.iinfo(np.uint64).max
"""What a name that is alone proposes. No group does: the largest is the first of itself alone."""


@dataclass(frozen=True)
class Names(Weighed):
    """What a partition has to contract, before any round its vertices.

    Attributes
    ----------
    names : numpy.ndarray, shape (d,), int64
        Distinct names, ascending.
    groups : numpy.ndarray, shape (d,), int32
        The local component of each.
    """

    names: NDArray[np.int64]
    groups: NDArray[np.int32]

    def __len__(self) -> int:
        return int(self.names.size)

    def is_live(self) -> NDArray[np.bool_]:
        """Whether each name shares its group with another one."""
        return np.bincount(self.groups)[self.groups] > 1


@dataclass(frozen=True)
class Step(Weighed):
    """What became of the names of a partition in a round.

    Attributes
    ----------
    names : numpy.ndarray, shape (d,), int64
    is_taken : numpy.ndarray, shape (d,), bool
        Whether the vertices of the name take another one, or the same again; the others keep it.
    places : numpy.ndarray, int32
        Where the new name of each that is taken is among the partition's next names.
    """

    names: NDArray[np.int64]
    is_taken: NDArray[np.bool_]
    places: NDArray[np.int32]


def contract_locally(block: EdgeBlock, solver: Solver, report: TaskReport | None = None) -> Names:
    """Find the components of a partition on its worker's device; each vertex has its own name."""
    vertices, sources, targets = number_ends(block.sources, block.targets)
    return Names(vertices, local_components(sources, targets, vertices.size, solver, report))


def join_names(states: Sequence[Names], solver: Solver) -> Names:
    """Return the components of what several states of a partition have."""
    groups, first = [], 0
    for state in states:
        groups.append(state.groups + np.int32(first))
        first += int(state.groups.max(initial=-1)) + 1
    names = np.concatenate([state.names for state in states])
    return _grouped(names, np.concatenate(groups), solver)[0]


def measure(state: Names, salt: int) -> Size:
    """Return how much of a partition is left; the salt of the next round makes no difference."""
    del salt
    live = int(np.count_nonzero(state.is_live()))
    return Size(live, live * _BYTES_LIVE, state.names.size * BYTES_ASKED)


def propose(state: Names, salt: int) -> Pairs:
    """Return each name with the first name of its group."""
    first = np.full(state.names.size, _NOTHING, np.uint64)
    np.minimum.at(first, state.groups, mix(state.names, salt))
    return Pairs(state.names, np.where(state.is_live(), first[state.groups], _NOTHING))


def adopt(
    state: Names, answer: NDArray[np.uint64], salt: int, solver: Solver
) -> tuple[Names, Step]:
    """Return the names that all partitions agreed upon, and how the old ones lead to them."""
    is_taken = answer != _NOTHING
    next_names, places = _grouped(unmix(answer[is_taken], salt), state.groups[is_taken], solver)
    return next_names, Step(state.names, is_taken, places)


def _grouped(
    names: NDArray[np.int64], groups: NDArray[np.int32], solver: Solver
) -> tuple[Names, NDArray[np.int32]]:
    """Return names that may be there again, each in a group, and where each is among the distinct.

    Groups that share a name are one group.
    """
    distinct, places = number_integers(names)
    # The components of names and groups, the latter numbered behind the former: so labels of
    # names are consecutive.
    n = distinct.size + int(groups.max(initial=-1)) + 1
    joined = local_components(places, groups + np.int32(distinct.size), n, solver)[: distinct.size]
    return Names(distinct.astype(np.int64, copy=False), joined), places


def stars(state: Names) -> Pairs:
    """Return an edge from each live name to one of its group, which join the group."""
    is_live = state.is_live()
    center = np.empty(state.names.size, np.int64)
    center[state.groups] = state.names
    return Pairs(state.names[is_live], center[state.groups[is_live]])


def answer_stars(parts: Sequence[Pairs], solver: Solver) -> Pairs:
    """Return the live names, ascending, each with the smallest of its component."""
    names, sources, targets = number_ends(
        np.concatenate([part.keys for part in parts]),
        np.concatenate([part.values for part in parts]),
    )
    labels = local_components(sources, targets, names.size, solver)
    _, first = np.unique(labels, return_index=True)
    return Pairs(names, names[first[labels]])


def last_names(state: Names, answers: Pairs | None, steps: Sequence[Step]) -> NDArray[np.int64]:
    """Return the last name of each vertex of a partition.

    Parameters
    ----------
    answers : Pairs, optional
        What one worker found for the names that were live after the last round.
    steps : sequence of Step
        One a round.
    """
    names = state.names.copy()
    if answers is not None and answers.keys.size:
        places = np.searchsorted(answers.keys, names)
        places[places == answers.keys.size] = 0
        is_answered = answers.keys[places] == names
        names[is_answered] = answers.values[places[is_answered]]
    for step in reversed(steps):
        later, names = names, step.names.copy()
        names[step.is_taken] = later[step.places]
    return names


def smallest_vertices(
    vertices: NDArray[np.int64], names: NDArray[np.int64]
) -> tuple[Pairs, NDArray[np.int32]]:
    """Return the distinct names with the smallest vertex of each, and the place of each vertex."""
    keys, smallest, places = minima_by_key([Pairs(names, vertices)])
    return Pairs(keys, smallest), places
