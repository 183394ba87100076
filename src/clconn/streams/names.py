"""The names of vertices that get numbers as they appear in a stream.

The answer does not depend on where names first appear: it is put into the ascending order of the
names when all are known (:meth:`Names.in_order`), which :mod:`clconn.renumbering` has for graphs in
memory. Integers are kept in a few sorted runs, each at least twice as long as the next, so a name
moves O(log n) times; words in a dictionary.

Invariant: the names that have numbers have those from 0 on, and keep them. A thread may number the
names of the next batches while another one asks for the first of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clconn.errors import GraphError
from clconn.graph_checks import MAXIMUM_VERTICES
from clconn.id_checks import objects_of
from clconn.incremental.engine import Links
from clconn.renumbering import joined, number_integers, number_strings
from clconn.scipy_labels import smallest_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NameOrder", "Names"]

_CODING = ("utf-8", "surrogateescape")


class NameOrder(NamedTuple):
    """Names in ascending order, which makes vertices of them.

    Attributes
    ----------
    nodes : numpy.ndarray
        The names: integers, or strings as objects.
    places : numpy.ndarray, int32
        The vertex of each number.
    """

    nodes: NDArray[Any]
    places: NDArray[np.int32]

    def roots(self, roots: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the smallest vertex of each vertex's component, by the numbers of components."""
        numbers = np.empty_like(self.places)
        numbers[self.places] = np.arange(self.places.size, dtype=np.int32)
        components = roots[numbers]
        return smallest_of(components.size, components)[components]

    def links(self, links: Links) -> Links:
        """Return the same edges between vertices."""
        return Links(links.edge_ids, self.places[links.sources], self.places[links.targets])


class Names:
    """The names so far, all integers or all words, and their numbers.

    :func:`open_batches` makes one if ids are names. The numbers are 0, 1, 2, ...; of the names
    that appear at once, in a batch or in a block of a text, the smaller one has the smaller number.

    Examples
    --------
    >>> from clconn.streams import open_batches
    >>> with open_batches([([70, 5], [5, 70]), ([-8], [5])], batch=2, renumber=True) as batches:
    ...     numbers = [(batch.sources.tolist(), batch.targets.tolist()) for batch in batches]
    >>> numbers
    [([1, 0], [0, 1]), ([2], [0])]
    >>> batches.names.first(3).tolist()
    [5, 70, -8]
    >>> order = batches.names.in_order(3)
    >>> order.nodes.tolist(), order.places.tolist()
    ([-8, 5, 70], [1, 2, 0])
    """

    def __init__(self) -> None:
        self._integers = _Integers()
        self._words = _Words()

    def numbers_of_ends(
        self, sources: NDArray[Any], targets: NDArray[Any]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the numbers of both ends of edges, whose names are integers of any type."""
        self._refuse_both(self._words.count)
        distinct, places = number_integers(joined([sources, targets]))
        numbers = self._integers.numbers(distinct)[places]
        return numbers[: sources.size], numbers[sources.size :]

    def numbers_of_words(self, distinct: list[bytes]) -> NDArray[np.int32]:
        """Return the numbers of words, each of which stands in the list once."""
        self._refuse_both(self._integers.count)
        return self._words.numbers(distinct)

    def _refuse_both(self, others: int) -> None:
        if others:
            raise GraphError(
                "the names so far are of the other kind, integers or words; the checkpoint is "
                "damaged, or of another source"
            )

    def first(self, count: int) -> NDArray[Any]:
        """Return some names in the order of their numbers.

        Parameters
        ----------
        count : int
            Those with numbers below this are returned.

        Returns
        -------
        numpy.ndarray
            Integers, or strings as objects.
        """
        if self._words.count:
            return objects_of([word.decode(*_CODING) for word in self._words.first(count)])
        return self._integers.first(count)

    def in_order(self, count: int) -> NameOrder:
        """Return the same names in ascending order, which makes vertices of them.

        Parameters
        ----------
        count : int
            Those with numbers below this are returned.

        Returns
        -------
        NameOrder
        """
        if self._words.count:
            # Sorted by bytes, UTF-8 is sorted by code point.
            words, places = number_strings(self._words.first(count))
            return NameOrder(objects_of([word.decode(*_CODING) for word in words]), places)
        return self._integers.in_order(count)

    def go_on(self, names: NDArray[Any]) -> None:
        """Begin with the names that :meth:`first` returned."""
        if names.dtype == object and names.size and isinstance(names[0], str):
            self._words.numbers([name.encode(*_CODING) for name in names])
        else:
            self._integers.go_on(names)


class _Run(NamedTuple):
    """Some names in ascending order, and their numbers."""

    names: NDArray[Any]
    numbers: NDArray[np.int32]


class _Integers:
    """Integers of one type: int32, int64, uint64, or Python's where none of these holds all."""

    def __init__(self) -> None:
        self._runs: tuple[_Run, ...] = ()

    @property
    def count(self) -> int:
        return sum(run.names.size for run in self._runs)

    def numbers(self, distinct: NDArray[Any]) -> NDArray[np.int32]:
        """Return the numbers of ascending names, and give those that have none the next ones."""
        distinct = self._of_one_type(distinct)
        numbers = np.full(distinct.size, -1, dtype=np.int32)
        rest = np.arange(distinct.size)
        for run in self._runs:
            places = np.searchsorted(run.names, distinct[rest])
            places[places == run.names.size] = 0
            is_there = run.names[places] == distinct[rest]
            numbers[rest[is_there]] = run.numbers[places[is_there]]
            rest = rest[~is_there]
        if rest.size:
            numbers[rest] = _next_numbers(self.count, rest.size)
            self._add(_Run(distinct[rest], numbers[rest]))
        return numbers

    def first(self, count: int) -> NDArray[Any]:
        runs = self._runs  # of one moment
        names = joined([run.names for run in runs])
        by_number = np.empty_like(names)
        by_number[np.concatenate([np.empty(0, np.int32), *(run.numbers for run in runs)])] = names
        return by_number[:count]

    def in_order(self, count: int) -> NameOrder:
        all_names = _Run(np.empty(0, np.int32), np.empty(0, np.int32))
        for run in reversed(self._runs):
            all_names = _merged(run, all_names)
        self._runs = (all_names,)
        nodes, numbers = all_names
        if count < numbers.size:
            is_wanted = numbers < count
            nodes, numbers = nodes[is_wanted], numbers[is_wanted]
        places = np.empty_like(numbers)
        places[numbers] = np.arange(numbers.size, dtype=np.int32)
        return NameOrder(nodes.astype(np.int64) if nodes.dtype == np.int32 else nodes, places)

    def go_on(self, names: NDArray[Any]) -> None:
        order = np.argsort(names, kind="stable").astype(np.int32)
        self._add(_Run(self._of_one_type(names[order]), order))

    def _of_one_type(self, distinct: NDArray[Any]) -> NDArray[Any]:
        """Return ascending names as the type of all; if they need another one, all get it."""
        if not distinct.size:
            return distinct
        bounds = [names[[0, -1]] for names in (distinct, *(run.names for run in self._runs))]
        dtype = joined(bounds).dtype
        self._runs = tuple(run._replace(names=_as(run.names, dtype)) for run in self._runs)
        return _as(distinct, dtype)

    def _add(self, run: _Run) -> None:
        runs = [*self._runs]
        while runs and runs[-1].names.size < 2 * run.names.size:
            run = _merged(runs.pop(), run)
        self._runs = (*runs, run)


def _as(names: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    return names.astype(dtype, copy=False)


def _merged(one: _Run, other: _Run) -> _Run:
    """Return the names of two runs, which have none in common, as one."""
    places = np.searchsorted(one.names, other.names)
    return _Run(*(np.insert(mine, places, own) for mine, own in zip(one, other, strict=True)))


class _Words:
    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self._words: list[bytes] = []

    @property
    def count(self) -> int:
        return len(self._words)

    def numbers(self, distinct: list[bytes]) -> NDArray[np.int32]:
        new = [word for word in distinct if word not in self._numbers]
        numbers = _next_numbers(self.count, len(new))
        self._numbers.update(zip(new, numbers.tolist(), strict=True))
        self._words += new
        return np.fromiter(map(self._numbers.__getitem__, distinct), np.int32, len(distinct))

    def first(self, count: int) -> list[bytes]:
        return self._words[:count]


def _next_numbers(first: int, count: int) -> NDArray[np.int32]:
    if first + count > MAXIMUM_VERTICES:
        raise GraphError(f"there are more than {MAXIMUM_VERTICES:,} names; clconn takes no more")
    return np.arange(first, first + count, dtype=np.int32)
