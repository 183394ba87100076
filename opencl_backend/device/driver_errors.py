"""Translate pyopencl errors into clconn errors.

Any failure of a device in use becomes a ``DeviceError``, or a ``DeviceMemoryError`` if memory ran
out, with the device's name. So a caller need not know pyopencl.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from clconn.errors import ClconnError, DeviceError, DeviceMemoryError
from clconn.opencl_backend.device.cl import import_pyopencl

__all__ = ["device_failure", "translates_errors"]

_P = ParamSpec("_P")
_R = TypeVar("_R")


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_N = TypeVar("_N", bound=_Named)


def device_failure(name: str, error: Exception) -> ClconnError:
    """The clconn error to raise instead of a pyopencl error.

    Parameters
    ----------
    name
        The device's name.
    error : pyopencl.Error
    """
    message = str(error).strip()
    if isinstance(error, import_pyopencl().MemoryError):
        return DeviceMemoryError(
            f"{name} ran out of memory ({message}); release other graphs and results, or use a "
            "device with more"
        )
    return DeviceError(f"{name} failed: {message}; try another device or backend='reference'")


def translates_errors(
    method: Callable[Concatenate[_N, _P], _R],
) -> Callable[Concatenate[_N, _P], _R]:
    """Make a method raise clconn errors for pyopencl errors; its object has a device's name."""

    @wraps(method)
    def translate(self: _N, /, *arguments: _P.args, **options: _P.kwargs) -> _R:
        try:
            return method(self, *arguments, **options)
        except Exception as error:
            cl: Any = import_pyopencl()
            if isinstance(error, cl.Error):
                raise device_failure(self.name, error) from None
            raise

    return translate
