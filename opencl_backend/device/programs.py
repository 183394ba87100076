"""Build the kernels that a plan lacks: all at once, as one text where their names differ."""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from clconn.errors import KernelBuildError, KernelBuildWarning
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.counters import COUNTER_SWITCHES
from clconn.opencl_backend.device.kernel_text import KernelSet, relevant_switches
from clconn.opencl_backend.device.merged_text import merged_text, without_common_names
from clconn.opencl_backend.device.program_binaries import build_or_load
from clconn.opencl_backend.device.rolled_loops import ROLLED_FILES
from clconn.opencl_backend.device.short_header import (
    WITHOUT_HEADER,
    reads_long_header,
    with_short_header,
)

__all__ = ["build_programs", "has_nvidias_compiler"]

_STANDARD = "-cl-std=CL1.2"
_REGISTERS = "REGISTERS"
"""The switch that bounds the registers of a work-item. Only an option of the compiler can."""
# Who shows a warning may build, too.
_filters = threading.RLock()
_warned: set[str] = set()
"""The devices that do not build several sets together, of which each was told of once."""


def build_programs(context: Any, sets: Sequence[KernelSet]) -> list[Any]:
    """Compile sets of kernels for a context, or load what an earlier process compiled.

    Parameters
    ----------
    context : pyopencl.Context
    sets
        Several of them may be in one program.

    Returns
    -------
    list of pyopencl.Program or KernelBuildError
        For each set its program, or why there is none, with the compiler's log.

    Warns
    -----
    KernelBuildWarning
        If sets do not build together and each of them does alone, once for each device.
    """
    writes_out = all(map(has_nvidias_compiler, context.devices))
    sets = [_for_compiler(kernels, writes_out) for kernels in sets]
    faults: list[KernelBuildError] = []
    built: list[Any] = [None] * len(sets)
    # The filters are those of the process, and several devices have a thread each.
    with _filters:
        with warnings.catch_warnings():
            # Some compilers always write a log, and pyopencl warns of each.
            warnings.simplefilter("ignore")
            for group in _groups(sets):
                members = [sets[index] for index in group]
                together = _build_together(context, members) if len(group) > 1 else None
                if together is None or _is_fault(together):
                    programs = [_build_alone(context, kernels) for kernels in members]
                    if together is not None and not any(map(_is_fault, programs)):
                        faults.append(together)
                else:
                    programs = [together] * len(members)
                for index, program in zip(group, programs, strict=True):
                    built[index] = program
        # Before another thread ignores warnings again.
        if faults:
            _warn_once(context.devices[0].name, faults[0])
    return built


def _groups(sets: Sequence[KernelSet]) -> list[list[int]]:
    """The sets that may be one program, by index; an option would hold for all of a program."""
    alone = [index for index, kernels in enumerate(sets) if _REGISTERS in kernels.switches]
    others = [index for index in range(len(sets)) if index not in alone]
    groups = without_common_names([sets[index] for index in others])
    return [[others[place] for place in group] for group in groups] + [[index] for index in alone]


def _is_fault(program: Any) -> bool:
    return isinstance(program, KernelBuildError)


def _warn_once(device: str, fault: KernelBuildError) -> None:
    if device in _warned:
        return
    lines = [" ".join(line.split()) for line in str(fault).splitlines()]
    first = next((line for line in lines if "error" in line.lower()), "".join(lines[:1]))
    warnings.warn(
        f"{device} builds its kernels one file at a time, which takes longer, since the files as "
        f"one program do not build; results are the same. Please report it: "
        f"{first[:200] or 'the compiler wrote no log'}",
        KernelBuildWarning,
        stacklevel=3,
    )
    _warned.add(device)


def has_nvidias_compiler(device: Any) -> bool:
    """Whether NVIDIA's compiler builds for a device: it takes a bound on registers."""
    return "cl_nv_compiler_options" in device.extensions


def _for_compiler(kernels: KernelSet, writes_out: bool) -> KernelSet:
    """The set with the places of the shared counters, and with rolled loops if they pay."""
    places = relevant_switches(kernels.file, COUNTER_SWITCHES)
    rolled = writes_out and kernels.file in ROLLED_FILES
    return replace(kernels, switches={**places, **kernels.switches}, rolled=rolled)


def _build_together(context: Any, sets: Sequence[KernelSet]) -> Any:
    """One program of several sets, or why there is none, since one of them may be wrong."""
    try:
        return _build(context, merged_text(sets), [_STANDARD])
    except import_pyopencl().Error as error:
        return KernelBuildError(str(error))


def _build(context: Any, text: str, options: list[str]) -> Any:
    """A program, with a short header if the compiler would read a long one."""
    if reads_long_header(context):
        # The usual way has what is missing, or says what is wrong.
        with contextlib.suppress(import_pyopencl().Error):
            return build_or_load(context, with_short_header(text), [*options, WITHOUT_HEADER])
    return build_or_load(context, text, options)


def _build_alone(context: Any, kernels: KernelSet) -> Any:
    options = [_STANDARD]
    for key, value in kernels.switches.items():
        options.append(f"-D{key}" if value is None else f"-D{key}={value}")
        if key == _REGISTERS:
            options.append(f"-cl-nv-maxrregcount={value}")
    try:
        return _build(context, kernels.text, options)
    except import_pyopencl().Error as error:
        return KernelBuildError(
            f"{context.devices[0].name} does not build {kernels.file}.cl with "
            f"{' '.join(options)}:\n{error}"
        )
