"""All errors that clconn raises on purpose.

Each error is a subclass of :class:`ClconnError` and of the built-in exception that a
caller would expect, so ``except ValueError`` works as well as
``except clconn.errors.GraphError``. A message says what is wrong, where, and what to do.
"""

from __future__ import annotations

import errno
from functools import partial
from typing import Any, ClassVar

__all__ = [
    "BackendUnavailableError",
    "ClconnError",
    "ClusterError",
    "CopyError",
    "DeviceError",
    "DeviceMemoryError",
    "ExplorationError",
    "ForkedProcessError",
    "GraphError",
    "GraphFileAccessError",
    "GraphFileDirectoryError",
    "GraphFileError",
    "GraphFileMissingError",
    "GraphFilePermissionError",
    "GraphFileWarning",
    "GraphWarning",
    "HostMemoryError",
    "KernelBuildError",
    "KernelBuildWarning",
    "MissingLibraryError",
    "OptionError",
    "OutputError",
    "ReferenceFallbackWarning",
    "TimeLimitError",
    "UnknownVariantError",
    "UnreliableDeviceWarning",
    "VerificationError",
]


class ClconnError(Exception):
    """Base class of all errors of clconn."""


class GraphError(ClconnError, ValueError):
    """The arrays, the matrix or the options do not describe a graph."""


class GraphFileError(ClconnError, ValueError):
    """A file cannot be read as a graph.

    Parameters
    ----------
    path : str
        The file.
    message : str
        What was expected and what was found.
    line : int, optional
        Line number, counted from 1.
    byte : int, optional
        Byte offset, counted from 0, for binary files.
    """

    def __init__(
        self, path: object, message: str, *, line: int | None = None, byte: int | None = None
    ) -> None:
        self.path = str(path)
        self.message = message
        self.line = line
        self.byte = byte
        place = self.path or repr("")
        if line is not None:
            place += f", line {line}"
        if byte is not None:
            place += f", byte {byte}"
        super().__init__(f"{place}: {message}")

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.path, self.message, line=self.line, byte=self.byte), ()


class GraphFileAccessError(GraphFileError, OSError):
    """The operating system cannot read the file; also an :class:`OSError`."""

    _number: ClassVar[int | None] = None

    def __init__(
        self, path: object, message: str, *, line: int | None = None, byte: int | None = None
    ) -> None:
        super().__init__(path, message, line=line, byte=byte)
        self.errno = self._number
        self.strerror = message
        self.filename = self.path

    def __str__(self) -> str:
        # OSError would start with "[Errno 2]".
        return str(self.args[0])


class GraphFileMissingError(GraphFileAccessError, FileNotFoundError):
    """No file has that name; also a :class:`FileNotFoundError`."""

    _number = errno.ENOENT


class GraphFileDirectoryError(GraphFileAccessError, IsADirectoryError):
    """The path is a directory, not a file; also an :class:`IsADirectoryError`."""

    _number = errno.EISDIR


class GraphFilePermissionError(GraphFileAccessError, PermissionError):
    """The user has no permission to read the file; also a :class:`PermissionError`."""

    _number = errno.EACCES


class OutputError(ClconnError, OSError):
    """A result or a graph cannot be written to the requested path."""


class UnknownVariantError(ClconnError, ValueError):
    """No variant of that name exists for the problem; the message names the nearest."""


class OptionError(ClconnError, ValueError):
    """A variant's option has an unknown name or a value outside its list."""


class BackendUnavailableError(ClconnError, RuntimeError):
    """The caller asked for OpenCL, but no usable device exists."""


class DeviceError(ClconnError, RuntimeError):
    """No OpenCL device matches, or the device failed."""


class KernelBuildError(DeviceError):
    """The device's compiler rejected a kernel; the message contains its log."""


class ForkedProcessError(DeviceError):
    """A process that was forked after clconn opened a device uses OpenCL, which would hang."""


class DeviceMemoryError(ClconnError, MemoryError):
    """The device has fewer bytes than the graph and the algorithm need."""


class HostMemoryError(ClconnError, MemoryError):
    """The host has fewer bytes available than the graph and the algorithm need."""


class CopyError(ClconnError, TypeError):
    """An object cannot be copied or pickled; the message says what to do instead."""


class ClusterError(ClconnError, RuntimeError):
    """There is no cluster, or a partition cannot be read, or its workers died again and again."""


class VerificationError(ClconnError, RuntimeError):
    """A verified result is wrong, because of a bug in clconn or in the device."""


class ExplorationError(ClconnError, ValueError):
    """Results of an exploration are unreadable, or belong to another graph, device or version."""


class TimeLimitError(ClconnError, TimeoutError):
    """A computation exceeded its time limit and was stopped."""


class RoundLimitError(ClconnError, RuntimeError):
    """A computation on a cluster took more rounds than it was allowed; the message has advice."""


class MissingLibraryError(ClconnError, ImportError):
    """An optional library is missing; the message says how to install it."""


class GraphWarning(UserWarning):
    """The graph is legal, but may not be the one that was meant, for example with sparse ids."""


class GraphFileWarning(GraphWarning):
    """A file was read, but it fits another meaning, too; the message says how to name each."""


class ReferenceFallbackWarning(UserWarning):
    """No OpenCL device is usable, so scipy or the slow serial reference answers instead."""


class KernelBuildWarning(UserWarning):
    """Kernels were built one file at a time, which takes longer; results are the same."""


class UnreliableDeviceWarning(UserWarning):
    """The device was named, although it gave a wrong answer in a trial run."""
