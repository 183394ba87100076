"""Build programs from the kernel files, and keep them.

The headers are inserted into the text before the compiler gets it. So a driver's cache, which looks
only at the text, can never return a kernel with an old header.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from clconn.errors import KernelBuildError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.counters import COUNTER_SWITCHES

__all__ = ["build_program", "kernel_source", "relevant_switches"]

_INCLUDE = re.compile(r'^#include "(\w+/\w+\.h)"\n', re.MULTILINE)


@cache
def _paths() -> dict[str, str]:
    """The path of each kernel file by its name; file names are unique across rooms."""
    rooms = (room for room in resources.files("clconn.kernels_cl").iterdir() if room.is_dir())
    return {file.name: f"{room.name}/{file.name}" for room in rooms for file in room.iterdir()}


@cache
def _text(path: str) -> str:
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
        return _INCLUDE.sub(insert_header, _text(header))

    return _INCLUDE.sub(insert_header, _text(_paths().get(f"{name}.cl", f"{name}.cl")))


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


def build_program(context: Any, name: str, defines: Mapping[str, str | int | None]) -> Any:
    """Compile one kernel file for a context.

    Parameters
    ----------
    context : pyopencl.Context
    name
        As for :func:`kernel_source`.
    defines
        ``-D`` switches; None as value defines only the name. Names and values come from the
        tables of this package, never from the user's text.

    Raises
    ------
    KernelBuildError
        With the compiler's log.
    """
    cl = import_pyopencl()
    options = ["-cl-std=CL1.2"]
    # The places of the shared counters are the same for all programs.
    for key, value in {**relevant_switches(name, COUNTER_SWITCHES), **defines}.items():
        options.append(f"-D{key}" if value is None else f"-D{key}={value}")
    try:
        with warnings.catch_warnings():
            # Some compilers always write a log, and pyopencl warns of each.
            warnings.simplefilter("ignore")
            return cl.Program(context, kernel_source(name)).build(options)
    except cl.Error as error:
        raise KernelBuildError(
            f"{context.devices[0].name} does not build {name}.cl with {' '.join(options)}:\n{error}"
        ) from None
