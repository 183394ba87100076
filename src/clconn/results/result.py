"""The base class of all results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from clconn.design_space.choice import ASKED_FOR
from clconn.html_tables import facts_table
from clconn.results.timing import Timing
from clconn.vertex_names import NamedVertices

__all__ = ["Result"]


class Result(NamedVertices):
    """The properties that all results share, and the cache of their arrays."""

    _parts: ClassVar[tuple[str, ...]] = ("count",)
    _unit: ClassVar[str] = "components"
    report: Any
    """What a cluster took, a :class:`clconn.distributed.Report`; None of other results."""
    is_on_cluster: ClassVar[bool] = False
    """Whether the arrays are Dask arrays: :class:`clconn.distributed.ComponentsOnCluster` are."""

    def __init__(
        self,
        n: int,
        source: Any,
        *,
        variant: str,
        backend: str,
        device: str,
        timing: Timing,
        options: Mapping[str, Any] | None = None,
        reason: str = ASKED_FOR,
    ) -> None:
        self.n = n
        self.variant = variant
        self.options = dict(options or {})
        self.reason = reason
        self.backend = backend
        self.device = device
        self.timing = timing
        self._source = source
        self.nodes = None
        self.report = None
        self._arrays: dict[str, Any] = {}

    def _fetch(self, name: str) -> Any:
        return self._keep(name, lambda: getattr(self._source, name)())

    def _keep(self, name: str, compute: Callable[[], Any]) -> Any:
        """Return the array of a name, computed on first use."""
        if name not in self._arrays:
            self._arrays[name] = compute()
        return self._arrays[name]

    @property
    def count(self) -> int:
        """Number of components."""
        return int(self._fetch("count"))

    def __getstate__(self) -> dict[str, Any]:
        # Copies and pickles hold all arrays on the host, but not what is computed from them.
        for part in self._parts:
            getattr(self, part)
        arrays = {part: self._arrays[part] for part in self._parts}
        return {**self.__dict__, "_source": None, "_arrays": arrays}

    def _on_device(self, instead: str) -> Any:
        if not hasattr(self._source, "on_device"):
            raise AttributeError(
                "this result is on the host: the reference or scipy computed it, or it is a copy; "
                f"use {instead}, or pass backend='opencl'"
            )
        return self._source.on_device()

    def _facts(self) -> list[tuple[str, object]]:
        """Return what a notebook shows; nothing that would have to be computed for it."""
        times = ", ".join(
            f"{step} {1000 * seconds:.3g} ms"
            for step, seconds in vars(self.timing).items()
            if seconds and step != "pieces"
        )
        pieces = f"{self.timing.pieces:,}" if self.timing.pieces else ""
        return [
            ("vertices", self.n),
            (self._unit, self.count),
            ("variant", self.variant),
            ("options", ", ".join(f"{name}={value}" for name, value in self.options.items())),
            ("because", "" if self.reason == ASKED_FOR else self.reason),
            ("backend", self.backend),
            ("device", self.device),
            ("pieces", pieces),
            ("time", times),
        ]

    def _repr_html_(self) -> str:
        return facts_table(type(self).__name__, self._facts())

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(n={self.n}, count={self.count}, variant={self.variant!r}, "
            f"backend={self.backend!r}, device={self.device!r})"
        )
