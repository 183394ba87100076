"""Arrays of other libraries as arrays of NumPy, by the protocol that they share, DLPack.

An array in host memory is not copied. One on a device is copied to the host, since the libraries
that have such arrays (CuPy, PyTorch, JAX) use other ways to the device than OpenCL, and memory of
the one is not memory of the other. pyopencl's arrays are not meant: what takes them keeps them on
their device.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["column_of", "host_array", "plain_array"]

_ON_HOST = frozenset({1, 3, 11, 13})
"""DLPack's devices whose memory the processor reads: its own, pinned for CUDA and for ROCm, and
CUDA's managed memory."""

_COPIES = ("get", "copy_to_host", "cpu")
"""Methods that copy to the host: of CuPy, of Numba and of PyTorch."""

_REFUSALS = (BufferError, RuntimeError, TypeError, ValueError)


def host_array(values: Any) -> Any:
    """Return an array of another library as one of NumPy, and anything else unchanged.

    Raises
    ------
    GraphError
        If the array cannot be copied to the host, or a number of it is masked.
    """
    if isinstance(values, np.ndarray):
        # Elsewhere in NumPy a masked number is a number as any other.
        if np.ma.is_masked(values):
            place = int(np.flatnonzero(np.ma.getmaskarray(values))[0])
            raise GraphError(
                f"number {place} of a masked array is masked; leave out what is masked in all "
                "arrays of the edges, such as array[~mask]"
            )
        return values
    if hasattr(values, "__dlpack__") and hasattr(values, "__dlpack_device__"):
        if int(values.__dlpack_device__()[0]) in _ON_HOST:
            return _of_host(values)
    elif not hasattr(values, "__cuda_array_interface__"):
        return values
    return _of_device(values)


def plain_array(values: Any, name: str) -> NDArray[Any]:
    """Return what NumPy makes of numbers, in whatever form; `name` is for messages.

    Raises
    ------
    GraphError
        If these are sequences of several lengths, and as for :func:`host_array`.
    """
    values = host_array(values)
    try:
        return np.asarray(values)
    except ValueError as error:
        raise GraphError(f"{name} is no array: {error}") from None


def column_of(values: Any, name: str) -> NDArray[Any]:
    """Return the same of numbers or names that must be in one dimension."""
    array = plain_array(values, name)
    if array.ndim == 0 and array.dtype.kind in "OSU":  # a set, an iterator, None, or a name
        raise GraphError(f"{name} is {type(values).__name__}; expected an array or a list")
    if array.ndim != 1:
        raise GraphError(f"{name} has shape {array.shape}; expected one dimension")
    return array


def _of_host(values: Any) -> Any:
    try:
        return np.from_dlpack(values)
    except _REFUSALS:  # a type that DLPack lacks, missing values, a tensor with a gradient
        pass
    try:
        return np.asarray(values)
    except _REFUSALS as error:
        raise GraphError(
            f"an array of {_library(values)} is not readable: {error}; give a NumPy array"
        ) from None


def _of_device(values: Any) -> Any:
    try:
        # The array API's standard of 2023; older libraries and NumPy before 2.1 do not know it.
        return np.from_dlpack(values, device="cpu")
    except (*_REFUSALS, AttributeError):
        pass
    for name in _COPIES:
        if hasattr(values, name):
            return host_array(getattr(values, name)())
    try:
        return np.asarray(values)  # JAX copies without being asked
    except _REFUSALS as error:
        raise GraphError(
            f"an array of {_library(values)} on a device cannot be copied to the host: {error}; "
            "give a NumPy array"
        ) from None


def _library(values: Any) -> str:
    return type(values).__module__.split(".")[0]
