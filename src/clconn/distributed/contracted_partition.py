"""A partition of edges under contraction, and one round of it.

Each round contracts the graph as LocalContraction of [1]_ does, but for a hop: in an order that the
round draws at random, every vertex takes the name of the first vertex that it shares a local
component with, in any partition, itself included. Vertices of one name are one vertex then.

Invariants:

* A name is a vertex of the component of those who bear it: it was taken along a path.
* The groups of a partition, its local components, are connected in the original graph; and two
  partitions whose groups share a name are connected by it. So the components of the hypergraph
  whose edges are all groups of all partitions are those of the graph, in every round.
* A name that is alone in its group in every partition is its component's last, and is closed.
  Nobody takes a closed name anew, and nobody asks for it again.

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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.exchange import Pairs, minima_by_key
from clconn.distributed.local_numbers import local_components, number_ends
from clconn.distributed.mixing import mix, unmix
from clconn.renumbering import number_integers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.distributed.partitions import EdgeBlock

__all__ = [
    "ContractedPartition",
    "adopt",
    "answer_stars",
    "contract_locally",
    "measure",
    "propose",
    "rename",
    "smallest_vertices",
    "stars",
]

_NOTHING = np.iinfo(np.uint64).max
"""What a name that is alone proposes. No group does: the largest is the first of itself alone."""


@dataclass(frozen=True)
class ContractedPartition:
    """The vertices of a partition, and the names that they bear by now.

    Attributes
    ----------
    vertices : numpy.ndarray, shape (k,), int64
        The distinct ends of the edges, ascending.
    place : numpy.ndarray, shape (k,), int32
        Where each vertex's name is in `names`.
    names : numpy.ndarray, shape (d,), int64
        The distinct names.
    groups : numpy.ndarray, shape (d,), int32
        The local component of each name.
    is_open : numpy.ndarray, shape (d,), bool
        Whether the name may be given up for another one.
    """

    vertices: NDArray[np.int64]
    place: NDArray[np.int32]
    names: NDArray[np.int64]
    groups: NDArray[np.int32]
    is_open: NDArray[np.bool_]

    def is_live(self) -> NDArray[np.bool_]:
        """Whether each name shares its group with another one."""
        return np.bincount(self.groups)[self.groups] > 1  # type: ignore[no-any-return]


def contract_locally(block: EdgeBlock, solver: Mapping[str, Any]) -> ContractedPartition:
    """Find the components of a partition on its worker's device; each vertex has its own name."""
    vertices, sources, targets = number_ends(block.sources, block.targets)
    groups = local_components(sources, targets, vertices.size, solver)
    everyone = np.arange(vertices.size, dtype=np.int32)
    return ContractedPartition(
        vertices, everyone, vertices, groups, np.ones(vertices.size, np.bool_)
    )


def measure(partition: ContractedPartition) -> tuple[int, int]:
    """Return how many names are open and how many live."""
    return int(np.count_nonzero(partition.is_open)), int(np.count_nonzero(partition.is_live()))


def propose(partition: ContractedPartition, salt: int) -> Pairs:
    """Return the open names, each with the first name of its group."""
    keys = partition.names[partition.is_open]
    groups = partition.groups[partition.is_open]
    first = np.full(partition.names.size, _NOTHING, np.uint64)
    np.minimum.at(first, groups, mix(keys, salt))
    is_live = partition.is_live()[partition.is_open]
    return Pairs(keys, np.where(is_live, first[groups], _NOTHING))


def adopt(
    partition: ContractedPartition, answer: NDArray[np.uint64], salt: int, solver: Mapping[str, Any]
) -> ContractedPartition:
    """Return the partition with the names that all partitions agreed upon."""
    is_taken = answer != _NOTHING
    asked = np.flatnonzero(partition.is_open)[is_taken]
    names = partition.names.copy()
    names[asked] = unmix(answer[is_taken], salt)
    distinct, numbers = number_integers(names)
    is_open = np.zeros(distinct.size, np.bool_)
    is_open[numbers[asked]] = True
    # Groups that share a name are one group now: the components of names and groups, the latter
    # numbered behind the former.
    groups = local_components(
        numbers, partition.groups + np.int32(distinct.size), distinct.size + names.size, solver
    )[: distinct.size]
    return replace(
        partition,
        place=numbers[partition.place],
        names=distinct.astype(np.int64, copy=False),
        groups=groups,
        is_open=is_open,
    )


def stars(partition: ContractedPartition) -> Pairs:
    """Return an edge from each live name to one of its group, which join the group."""
    is_live = partition.is_live()
    center = np.empty(partition.names.size, np.int64)
    center[partition.groups] = partition.names
    return Pairs(partition.names[is_live], center[partition.groups[is_live]])


def answer_stars(parts: Sequence[Pairs], solver: Mapping[str, Any]) -> Pairs:
    """Return the live names, ascending, each with the smallest of its component."""
    names, sources, targets = number_ends(
        np.concatenate([part.keys for part in parts]),
        np.concatenate([part.values for part in parts]),
    )
    labels = local_components(sources, targets, names.size, solver)
    _, first = np.unique(labels, return_index=True)
    return Pairs(names, names[first[labels]])


def rename(partition: ContractedPartition, answers: Pairs) -> ContractedPartition:
    """Return the partition with the names that one worker found for all live ones."""
    if not answers.keys.size:
        return partition
    places = np.searchsorted(answers.keys, partition.names)
    places[places == answers.keys.size] = 0
    is_answered = answers.keys[places] == partition.names
    names = np.where(is_answered, answers.values[places], partition.names)
    distinct, numbers = number_integers(names)
    return replace(
        partition,
        place=numbers[partition.place],
        names=distinct.astype(np.int64, copy=False),
        groups=np.arange(distinct.size, dtype=np.int32),
        is_open=np.zeros(distinct.size, np.bool_),
    )


def smallest_vertices(partition: ContractedPartition) -> Pairs:
    """Return each name with the smallest vertex of this partition that bears it."""
    _, smallest, _ = minima_by_key([Pairs(partition.place.astype(np.int64), partition.vertices)])
    return Pairs(partition.names, smallest)
