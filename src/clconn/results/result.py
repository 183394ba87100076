"""What every result tells about itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from clconn.design_space.choice import ASKED_FOR
from clconn.results.timing import Timing

__all__ = ["Result"]


class Result:
    """What every result tells about itself, and the keeping of its arrays."""

    _parts: ClassVar[tuple[str, ...]] = ("count",)

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
        self._kept: dict[str, Any] = {}

    def _keep(self, name: str) -> Any:
        if name not in self._kept:
            self._kept[name] = getattr(self._source, name)()
        return self._kept[name]

    @property
    def count(self) -> int:
        """Number of components."""
        return int(self._keep("count"))

    def __getstate__(self) -> dict[str, Any]:
        # A copy, or what another process gets, has everything on the host.
        for part in self._parts:
            getattr(self, part)
        return {**self.__dict__, "_source": None}

    def _on_device(self, instead: str) -> Any:
        if not hasattr(self._source, "on_device"):
            raise AttributeError(
                "this result is on the host: the reference computed it, or it is a copy; "
                f"use {instead}, or pass backend='opencl'"
            )
        return self._source.on_device()

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(n={self.n}, count={self.count}, variant={self.variant!r}, "
            f"backend={self.backend!r}, device={self.device!r})"
        )
