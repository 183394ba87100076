"""Build programs from the kernel files.

The headers are inserted into the text before the compiler gets it. So a driver's cache, which looks
only at the text, can never return a kernel with an old header. A file may hold more kernels than a
plan launches; the others are left out of the text, since most of a build's time goes to kernels.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from clconn.errors import KernelBuildError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.counters import COUNTER_SWITCHES
from clconn.opencl_backend.device.program_binaries import build_or_load

__all__ = [
    "KernelSet",
    "build_program",
    "build_programs",
    "kernel_names",
    "kernel_source",
    "relevant_switches",
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
        ``-D`` switches; None as value defines only the name.
    names
        The kernels; empty for all of the file.
    """

    file: str
    switches: Mapping[str, str | int | None]
    names: frozenset[str] = frozenset()


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
def kernel_names(name: str) -> tuple[str, ...]:
    """The kernels of a file, in their order; a switch may choose between two of one name."""
    return tuple(dict.fromkeys(_KERNEL.findall(kernel_source(name))))


def _source_of(name: str, kernels: Collection[str]) -> str:
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


def build_program(
    context: Any,
    name: str,
    defines: Mapping[str, str | int | None],
    kernels: Collection[str] = (),
) -> Any:
    """Compile one kernel file for a context, or load what an earlier process compiled.

    Parameters
    ----------
    context : pyopencl.Context
    name
        As for :func:`kernel_source`.
    defines
        ``-D`` switches; None as value defines only the name. Names and values come from the
        tables of this package, never from the user's text.
    kernels
        The kernels that the program shall hold; empty for all of the file.

    Raises
    ------
    KernelBuildError
        With the compiler's log.
    """
    with warnings.catch_warnings():
        # Some compilers always write a log, and pyopencl warns of each.
        warnings.simplefilter("ignore")
        return _build(context, name, defines, kernels)


def build_programs(context: Any, sets: Sequence[KernelSet], threads: int) -> list[Any]:
    """Compile several programs, or load them, in up to ``threads`` threads.

    Returns
    -------
    list of pyopencl.Program or KernelBuildError
        For each set its program, or why there is none.
    """

    def build(kernels: KernelSet) -> Any:
        try:
            return _build(context, kernels.file, kernels.switches, kernels.names)
        except KernelBuildError as error:
            return error

    with warnings.catch_warnings():
        # The filters are those of the process: the threads must not change them.
        warnings.simplefilter("ignore")
        if min(threads, len(sets)) <= 1:
            return [build(kernels) for kernels in sets]
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(min(threads, len(sets)), "clconn-build") as pool:
            return list(pool.map(build, sets))


def _build(
    context: Any,
    name: str,
    defines: Mapping[str, str | int | None],
    kernels: Collection[str],
) -> Any:
    cl = import_pyopencl()
    options = ["-cl-std=CL1.2"]
    # The places of the shared counters are the same for all programs.
    for key, value in {**relevant_switches(name, COUNTER_SWITCHES), **defines}.items():
        options.append(f"-D{key}" if value is None else f"-D{key}={value}")
    text = _source_of(name, kernels) if kernels else kernel_source(name)
    try:
        return build_or_load(context, text, options)
    except cl.Error as error:
        raise KernelBuildError(
            f"{context.devices[0].name} does not build {name}.cl with {' '.join(options)}:\n{error}"
        ) from None
