"""A partition's edges while a minimum spanning forest is found by rounds, and one round of it.

Edges compare by weight, then by key, as in :mod:`partial_forests`; so no two are alike, and there
is one lightest forest F. A spanning forest is that of edges without weights: unlike others it is a
function of the edges alone, so that what a dead worker had is computed again as it was.

A round is one of Boruvka's [1]_, with coins for the sake of distant machines, as Miller and Reif
contract trees [2]_. A coin is thrown for each name, at first each vertex; it is a hash of the name
and the round, so all partitions see the same. A name that shows tails learns the lightest edge that
leaves it, of all partitions, and which name that edge leads to. If that one shows heads, it takes
its name, and the edge is chosen. Heads stay, so they ask for nothing, and no chains of names arise
that someone would have to follow: a partition knows the next names of all of its edges as soon as
it has the answers of a single exchange.

Invariants:

* Chosen edges are in F: each was the lightest edge out of some tree of chosen edges. The vertices
  of a name are such a tree; so a name vanishes with each edge that is chosen.
* The edges of all partitions, with names for ends, have no loops, and together with the chosen
  edges they contain F. For an edge that a partition drops is within a tree, or the heaviest of a
  cycle of its own edges, once trees are single vertices; and F has none such.
* Nothing is dropped that is the lightest edge out of a name, since a cycle has another edge there;
  so the lightest of what the partitions still have is the lightest of all.

A partition drops edges by finding its own lightest forest between names, in each round anew; so it
has fewer edges than names. A name without an edge in any partition is a finished tree.

Every name that has an edge shows tails, and its lightest edge leads to heads, with a chance of one
in four, whatever the graph is. So three quarters of the names are left after a round, in
expectation; the rounds are O(log n), and that many with high probability.

References
----------
.. [1] O. Boruvka, "O jistem problemu minimalnim", Prace moravske prirodovedecke spolecnosti 3,
   1926.
.. [2] G. L. Miller and J. H. Reif, "Parallel tree contraction and its application", FOCS 1985.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.contraction.rounds import Size
from clconn.distributed.exchange import Pairs, minima_by_key
from clconn.distributed.local_numbers import Solver, local_minimum_forest, number_ends
from clconn.distributed.mixing import mix
from clconn.distributed.partial_forests import KEY_BITS
from clconn.distributed.weighed import Weighed
from clconn.distributed.weights import joined_weights
from clconn.renumbering import number_integers
from clconn.weight_keys import order_keys

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.distributed.partitions import EdgeBlock
    from clconn.distributed.reports import TaskReport

__all__ = [
    "ChosenEdges",
    "ForestState",
    "choose",
    "chosen_edges",
    "contract_forest",
    "finish_forest",
    "hook",
    "join_forests",
    "measure_forest",
    "offer",
]

_ANSWER = np.dtype([("key", np.int64), ("other", np.int64)])
"""The lightest edge out of a name, and the name that it leads to."""


@dataclass(frozen=True)
class ForestState(Weighed):
    """The lightest forest of a partition's edges, between names; before any round, vertices.

    Attributes
    ----------
    names : numpy.ndarray, shape (d,), int64
        Distinct, ascending. Before any round they include vertices that only have loops.
    sources, targets : numpy.ndarray, shape (k,), int32
        The ends of each edge as places in `names`.
    keys : numpy.ndarray, shape (k,), int64
        Those of :mod:`partial_forests`, ascending.
    weights : numpy.ndarray, shape (k,), or None
    """

    names: NDArray[np.int64]
    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    keys: NDArray[np.int64]
    weights: NDArray[Any] | None

    def __len__(self) -> int:
        return int(self.keys.size)

    def ends(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the names at both ends of each edge."""
        return self.names[self.sources], self.names[self.targets]

    def is_live(self) -> NDArray[np.bool_]:
        """Whether each name has an edge."""
        found = np.zeros(self.names.size, np.bool_)
        found[self.sources] = found[self.targets] = True
        return found


@dataclass(frozen=True)
class ChosenEdges(Weighed):
    """Edges of a partition that are in the forest of the whole graph.

    Attributes
    ----------
    keys : numpy.ndarray, shape (k,), int64
        Ascending.
    sources, targets : numpy.ndarray, shape (k,), int64
        The vertices that they join.
    weights : numpy.ndarray, shape (k,), or None
    """

    keys: NDArray[np.int64]
    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    weights: NDArray[Any] | None

    def __len__(self) -> int:
        return int(self.keys.size)


def contract_forest(block: EdgeBlock, solver: Solver, report: TaskReport) -> ForestState:
    """Find the lightest forest of a partition or a batch of it, whose number its report has."""
    names, sources, targets = number_ends(block.sources, block.targets)
    first = (report.index << KEY_BITS) + block.first_id
    keys = np.arange(first, first + len(block), dtype=np.int64)
    edges = ForestState(names, sources, targets, keys, block.weights)
    return _lightest_forest(edges, solver, report)


def join_forests(states: Sequence[ForestState], solver: Solver) -> ForestState:
    """Return the lightest forest of what several states have, whose keys ascend; and all names."""
    names, places = number_integers(np.concatenate([state.names for state in states]))
    numbers = np.split(places, np.cumsum([state.names.size for state in states])[:-1])
    pairs = list(zip(states, numbers, strict=True))
    sources = np.concatenate([places[state.sources] for state, places in pairs])
    targets = np.concatenate([places[state.targets] for state, places in pairs])
    keys = np.concatenate([state.keys for state in states])
    weights = joined_weights([state.weights for state in states if len(state)])
    names = names.astype(np.int64, copy=False)
    return _lightest_forest(ForestState(names, sources, targets, keys, weights), solver)


def measure_forest(state: ForestState, salt: int) -> Size:
    """Return how much of a partition is left, and what the next round, of this salt, asks."""
    live = int(np.count_nonzero(state.is_live()))
    # A name goes to its bucket with an edge, a weight and another name, and an answer comes back.
    weight = 0 if state.weights is None else state.weights.itemsize
    asked = _asking(state, salt).size * (24 + weight + _ANSWER.itemsize)
    return Size(live, state.nbytes, asked)


def offer(state: ForestState, salt: int, solver: Solver) -> Pairs:
    """Return each name that asks with the partition's lightest edge of it, and where that leads."""
    order = _by_weight(state.keys, state.weights, solver)
    ranks = _places_in(order)
    lightest = np.full(state.names.size, len(state), np.int64)
    for end in (state.sources, state.targets):
        np.minimum.at(lightest, end, ranks)
    places = _asking(state, salt)
    edges = order[lightest[places]]
    others = np.where(state.sources[edges] == places, state.targets[edges], state.sources[edges])
    fields: list[Any] = _ANSWER.descr
    if state.weights is not None:
        fields = [*fields, ("weight", state.weights.dtype)]
    values = np.empty(places.size, np.dtype(fields))
    values["key"], values["other"] = state.keys[edges], state.names[others]
    if state.weights is not None:
        values["weight"] = state.weights[edges]
    return Pairs(state.names[places], values)


def choose(pieces: Sequence[Pairs], solver: Solver) -> NDArray[Any]:
    """Return the lightest edge of all that are offered for a name, in the place of each offer."""
    offers = [piece.values for piece in pieces]
    keys, others = (np.concatenate([each[name] for each in offers]) for name in ("key", "other"))
    weighted = [each for each in offers if each.size and "weight" in (each.dtype.names or ())]
    weights = joined_weights([each["weight"] for each in weighted])
    order = _by_weight(keys, weights, solver)
    names = np.concatenate([piece.keys for piece in pieces])
    _, lightest, places = minima_by_key([Pairs(names, _places_in(order))])
    edges = order[lightest][places]
    answer = np.empty(keys.size, _ANSWER)
    answer["key"], answer["other"] = keys[edges], others[edges]
    return answer


def hook(
    state: ForestState, answer: NDArray[Any], salt: int, solver: Solver
) -> tuple[ForestState, NDArray[np.int64]]:
    """Return what is left after a round, and the keys of the partition's edges that it chose."""
    hooks = _shows_heads(answer["other"], salt)
    places = _asking(state, salt)[hooks]
    next_names = state.names.copy()
    next_names[places] = answer["other"][hooks]
    lightest = np.full(state.names.size, -1, np.int64)
    lightest[places] = answer["key"][hooks]
    is_chosen = lightest[state.sources] == state.keys
    is_chosen |= lightest[state.targets] == state.keys
    sources, targets = next_names[state.sources], next_names[state.targets]
    stays = sources != targets
    weights = None if state.weights is None else state.weights[stays]
    ends = number_ends(sources[stays], targets[stays])
    edges = ForestState(*ends, state.keys[stays], weights)
    return _lightest_forest(edges, solver), state.keys[is_chosen]


def finish_forest(states: Sequence[ForestState], solver: Solver) -> NDArray[np.int64]:
    """Return the keys of the lightest forest of what all partitions have left, ascending."""
    return join_forests(states, solver).keys


def chosen_edges(
    state: ForestState, chosen: Sequence[NDArray[np.int64]], last: NDArray[np.int64] | None
) -> ChosenEdges:
    """Return the edges of a partition's first state that were chosen.

    Parameters
    ----------
    chosen : sequence of arrays
        What :func:`hook` chose in each round.
    last : numpy.ndarray, optional
        What one worker chose, of all partitions.
    """
    keys = [np.empty(0, np.int64), *chosen]
    if last is not None and len(state):
        begin, end = np.searchsorted(last, [state.keys[0], state.keys[-1] + 1])
        keys.append(last[begin:end])
    wanted = np.sort(np.concatenate(keys))
    rows = np.searchsorted(state.keys, wanted)
    sources, targets = state.names[state.sources[rows]], state.names[state.targets[rows]]
    weights = None if state.weights is None else state.weights[rows]
    return ChosenEdges(wanted, sources, targets, weights)


def _lightest_forest(
    edges: ForestState, solver: Solver, report: TaskReport | None = None
) -> ForestState:
    names, sources, targets, weights = edges.names, edges.sources, edges.targets, edges.weights
    chosen = local_minimum_forest(sources, targets, names.size, weights, solver, report)
    weights = None if weights is None else weights[chosen]
    return ForestState(names, sources[chosen], targets[chosen], edges.keys[chosen], weights)


def _by_weight(
    keys: NDArray[np.int64], weights: NDArray[Any] | None, solver: Solver
) -> NDArray[np.int64]:
    """Return the order of edges, the lightest first."""
    if weights is None:
        return np.argsort(keys)
    return np.lexsort((keys, order_keys(weights, maximum=solver.maximum)))


def _places_in(order: NDArray[np.int64]) -> NDArray[np.int64]:
    places = np.empty_like(order)
    places[order] = np.arange(order.size)
    return places


def _asking(state: ForestState, salt: int) -> NDArray[np.int64]:
    """Return the places of the names that ask in a round: with an edge, and showing tails."""
    return np.flatnonzero(state.is_live() & ~_shows_heads(state.names, salt))


def _shows_heads(names: NDArray[np.int64], salt: int) -> NDArray[np.bool_]:
    shows: NDArray[np.bool_] = mix(names, salt) >= np.uint64(1 << 63)
    return shows
