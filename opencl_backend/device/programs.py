"""Build programs out of the kernel files, and keep them.

The headers are put into the text before it is handed to the compiler, so a driver's cache,
which looks at the text alone, can never serve a kernel with an old header.
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

__all__ = ["build_program", "kernel_source", "relevant_switches"]

_INCLUDE = re.compile(r'^#include "(\w+/\w+\.h)"\n', re.MULTILINE)


@cache
def _paths() -> dict[str, str]:
    """The place of each kernel file by its name, which no two rooms share."""
    rooms = (room for room in resources.files("clconn.kernels_cl").iterdir() if room.is_dir())
    return {file.name: f"{room.name}/{file.name}" for room in rooms for file in room.iterdir()}


@cache
def _text(path: str) -> str:
    return (resources.files("clconn.kernels_cl") / path).read_text(encoding="utf-8")


@cache
def kernel_source(name: str) -> str:
    """The text of a kernel file with its headers put in, each once.

    Parameters
    ----------
    name : str
        Such as ``"finish_rows"``, for ``kernels_cl/union_find/finish_rows.cl``.
    """
    seen: set[str] = set()

    def put_in(match: re.Match[str]) -> str:
        header = match.group(1)
        if header in seen:
            return ""
        seen.add(header)
        return _INCLUDE.sub(put_in, _text(header))

    return _INCLUDE.sub(put_in, _text(_paths().get(f"{name}.cl", f"{name}.cl")))


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", kernel_source(name)))


def relevant_switches(
    name: str, defines: Mapping[str, str | int | None]
) -> dict[str, str | int | None]:
    """The switches that the text of a kernel file mentions.

    A plan hands all of its switches to all of its files; without those that a file knows
    nothing of, many variants share one program.

    Parameters
    ----------
    name : str
        As for :func:`kernel_source`.
    defines : mapping
        As for :func:`build_program`.
    """
    return {key: value for key, value in defines.items() if key in _words(name)}


def build_program(context: Any, name: str, defines: Mapping[str, str | int | None]) -> Any:
    """Compile one kernel file for a context.

    Parameters
    ----------
    context : pyopencl.Context
    name : str
        As for :func:`kernel_source`.
    defines : mapping
        ``-D`` switches; None as value defines the name alone. Names and values come from the
        tables of this package, never from the user's text.

    Returns
    -------
    pyopencl.Program

    Raises
    ------
    KernelBuildError
        With the compiler's log.
    """
    cl = import_pyopencl()
    options = ["-cl-std=CL1.2"]
    for key, value in defines.items():
        options.append(f"-D{key}" if value is None else f"-D{key}={value}")
    try:
        with warnings.catch_warnings():
            # Some compilers' logs are never empty; pyopencl warns of each.
            warnings.simplefilter("ignore")
            return cl.Program(context, kernel_source(name)).build(options)
    except cl.Error as error:
        raise KernelBuildError(
            f"{context.devices[0].name} does not build {name}.cl with {' '.join(options)}:\n{error}"
        ) from None
