"""The text of kernel files.

The headers are inserted into the text before the compiler gets it. So a driver's cache, which looks
only at the text, can never return a kernel with an old header. A file may hold more kernels than a
plan launches; the others are left out of the text, since most of a build's time goes to kernels.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from clconn.opencl_backend.device.rolled_loops import with_rolled_loops

__all__ = [
    "KernelSet",
    "file_text",
    "kernel_names",
    "kernel_source",
    "relevant_switches",
    "text_of",
]

_INCLUDE = re.compile(r'^#include "(\w+/\w+\.h)"\n', re.MULTILINE)
# ALL_AT_ONCE and the like are attributes.
_KERNEL = re.compile(r"^__kernel [A-Z_ ]*void (\w+)\(.*?^}\n", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class KernelSet:
    """Kernels of one file that one program holds.

    Attributes
    ----------
    file
        As for :func:`kernel_source`.
    switches
        ``-D`` switches; None as value defines only the name. Names and values come from the tables
        of this package, never from the user's text.
    names
        The kernels.
    rolled
        Whether the compiler is told not to write loops out (``rolled_loops.py``).
    """

    file: str
    switches: Mapping[str, str | int | None]
    names: frozenset[str]
    rolled: bool = False

    @property
    def text(self) -> str:
        """The text of the kernels, with their headers."""
        text = text_of(self.file, self.names)
        return with_rolled_loops(text) if self.rolled else text


@cache
def _paths() -> dict[str, str]:
    """The path of each kernel file by its name; file names are unique across rooms."""
    rooms = (room for room in resources.files("clconn.kernels_cl").iterdir() if room.is_dir())
    return {file.name: f"{room.name}/{file.name}" for room in rooms for file in room.iterdir()}


@cache
def file_text(path: str) -> str:
    """The text of a file as it stands there, such as ``"device/opencl_functions.h"``."""
    return (resources.files("clconn.kernels_cl") / path).read_text(encoding="utf-8")


@cache
def kernel_source(name: str) -> str:
    """The text of a kernel file with its headers inserted, each one once.

    Parameters
    ----------
    name
        Such as ``"finish_rows"``, for ``kernels_cl/union_find/finish_rows.cl``.
    """
    inserted_headers: set[str] = set()

    def insert_header(match: re.Match[str]) -> str:
        header = match.group(1)
        if header in inserted_headers:
            return ""
        inserted_headers.add(header)
        return _INCLUDE.sub(insert_header, file_text(header))

    return _INCLUDE.sub(insert_header, file_text(_paths().get(f"{name}.cl", f"{name}.cl")))


@cache
def kernel_names(name: str) -> tuple[str, ...]:
    """The kernels of a file, in their order; a switch may choose between two of one name."""
    return tuple(dict.fromkeys(_KERNEL.findall(kernel_source(name))))


def text_of(name: str, kernels: Collection[str]) -> str:
    """The text of a kernel file without the kernels that are not among those named."""
    return _KERNEL.sub(
        lambda match: match.group() if match.group(1) in kernels else "", kernel_source(name)
    )


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", kernel_source(name)))


def relevant_switches(
    name: str, defines: Mapping[str, str | int | None]
) -> dict[str, str | int | None]:
    """The switches that the text of a kernel file mentions.

    A plan passes all of its switches to all of its files. Dropping the switches that a file does
    not mention lets many variants share one program.
    """
    return {key: value for key, value in defines.items() if key in _words(name)}
