"""A driver's errors, told as clconn's.

Whatever fails on a device while clconn uses it becomes a ``DeviceError``, or a
``DeviceMemoryError`` if memory ran out, with the device's name; a caller need not know pyopencl.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from clconn.errors import ClconnError, DeviceError, DeviceMemoryError
from clconn.opencl_backend.device.cl import import_pyopencl

__all__ = ["device_failure", "tells_failures"]

_P = ParamSpec("_P")
_R = TypeVar("_R")


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_N = TypeVar("_N", bound=_Named)


def device_failure(name: str, error: Exception) -> ClconnError:
    """The error to raise in the place of pyopencl's.

    Parameters
    ----------
    name : str
        Of the device.
    error : pyopencl.Error
    """
    message = str(error).strip()
    if isinstance(error, import_pyopencl().MemoryError):
        return DeviceMemoryError(
            f"{name} ran out of memory ({message}); release other graphs and results, or use a "
            "device with more"
        )
    return DeviceError(f"{name} failed: {message}; try another device or backend='reference'")


def tells_failures(
    method: Callable[Concatenate[_N, _P], _R],
) -> Callable[Concatenate[_N, _P], _R]:
    """Let a method of an object with a device's name raise clconn's errors for pyopencl's."""

    @wraps(method)
    def told(self: _N, /, *arguments: _P.args, **options: _P.kwargs) -> _R:
        try:
            return method(self, *arguments, **options)
        except Exception as error:
            cl: Any = import_pyopencl()
            if isinstance(error, cl.Error):
                raise device_failure(self.name, error) from None
            raise

    return told
