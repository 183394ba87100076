"""What every source of batches has in common."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from clconn.errors import GraphError
from clconn.files.reading import translate_errors

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from clconn.streams.names import Names

__all__ = ["HASHED_BYTES", "Batch", "Batches", "digest"]

HASHED_BYTES = 1 << 16
"""As many bytes of a source's beginning tell it from others."""


class Batch(NamedTuple):
    """Some edges, in the order of their source: arrays on the host.

    Attributes
    ----------
    sources, targets : numpy.ndarray
        The ends, of the integer type of the source, not checked; views of a mapped file if the
        file has them so. They are contiguous, or the columns of contiguous pairs of int32.
    weights : numpy.ndarray or None
        The weights. In a text file they are int64 up to the first that is a real number, and
        float64 in all batches from there on.
    """

    sources: NDArray[Any]
    targets: NDArray[Any]
    weights: NDArray[Any] | None


class Batches(ABC):
    """An iterator of the batches of a source, from a position on.

    It is a context manager, which closes the files that it opened.

    Attributes
    ----------
    is_file : bool
        Whether it is a file or a pipe, which errors name.
    name : str
        What messages call the source.
    format : str
        One of :data:`clconn.streams.STREAM_FORMATS`, or ``"arrays"``.
    n : int or None
        The number of vertices, if the source states it. There may be isolated vertices.
    n_is_certain : bool
        Whether larger ids are errors, which the source then raises. SNAP's comment
        ``# Nodes: n`` counts the vertices that have edges, so there may be larger ones.
    edge_count : int or None
        The number of edges from the beginning to the end, if it is known before all are read.
    position : dict
        Where the next batch begins, for JSON; :func:`open_batches` takes it.
    identity : dict
        What tells the source from others, for JSON.
    names : Names or None
        What numbers the names of vertices, if ids are names; the batches then have numbers.
    """

    is_file = True
    _place_names: tuple[str, ...] = ()

    def __init__(self, name: str, format: str, batch: int) -> None:
        self.name = name
        self.format = format
        self.batch = batch
        self.n: int | None = None
        self.n_is_certain = False
        self.edge_count: int | None = None
        self.position: dict[str, Any] = {"edges": 0}
        self.identity: dict[str, Any] = {}
        self.names: Names | None = None
        self._exits = ExitStack()
        self._batches: Iterator[Batch] | None = None

    @abstractmethod
    def _read(self) -> Iterator[Batch]:
        """Yield the batches from the position on, and move the position before each yield."""

    @property
    def share(self) -> float | None:
        """The part of the source that has been read, from 0 to 1, or None if that is unknown."""
        if self.edge_count is None:
            return None
        return self.position["edges"] / self.edge_count if self.edge_count else 1.0

    def __iter__(self) -> Iterator[Batch]:
        return self

    def __next__(self) -> Batch:
        if self._batches is None:
            self._batches = self._read()
        if not self.is_file:
            return self._numbered(next(self._batches))
        with translate_errors(self.name):
            return self._numbered(next(self._batches))

    def _numbered(self, batch: Batch) -> Batch:
        """Return a batch with numbers in place of names, if ids are names."""
        if self.names is None:
            return batch
        sources, targets = self.names.numbers_of_ends(batch.sources, batch.targets)
        return batch._replace(sources=sources, targets=targets)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the files that were opened here. Batches that are views of a file stay valid."""
        self._exits.close()

    def _place_has(self, position: dict[str, Any]) -> bool:
        """Whether a position has what else is needed to go on there."""
        return True

    def begin_at(self, position: dict[str, Any] | None) -> None:
        """Begin at a position, or raise an error if it cannot be one of this source."""
        if position is None:
            return
        numbers: list[Any] = []
        if isinstance(position, dict):
            wanted = ("edges", *(self._place_names if position.get("edges") else ()))
            numbers = [position.get(name) for name in wanted]
        is_whole = bool(numbers) and (not position.get("edges") or self._place_has(position))
        if not is_whole or not all(isinstance(each, int) and each >= 0 for each in numbers):
            raise GraphError(f"the position {position!r} is none that this source had")
        if self.edge_count is not None and position["edges"] > self.edge_count:
            raise GraphError(
                f"the position is after edge {position['edges']:,}, but there are "
                f"{self.edge_count:,}; is it another source?"
            )
        self.position = dict(position)


def digest(data: bytes | memoryview) -> str:
    """Return what tells one beginning from another."""
    return hashlib.sha256(data).hexdigest()
