"""Build the kernels that a plan lacks: all at once, as one text where their names differ."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from clconn.errors import KernelBuildError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.counters import COUNTER_SWITCHES
from clconn.opencl_backend.device.kernel_text import KernelSet, relevant_switches, text_of
from clconn.opencl_backend.device.merged_text import merged_text, without_common_names
from clconn.opencl_backend.device.program_binaries import build_or_load

__all__ = ["build_programs"]

_STANDARD = "-cl-std=CL1.2"
_filters = threading.Lock()


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
    """
    sets = [_with_counters(kernels) for kernels in sets]
    built: list[Any] = [None] * len(sets)
    # The filters are those of the process, and several devices have a thread each.
    with _filters, warnings.catch_warnings():
        # Some compilers always write a log, and pyopencl warns of each.
        warnings.simplefilter("ignore")
        for group in without_common_names(sets):
            members = [sets[index] for index in group]
            together = _build_together(context, members) if len(group) > 1 else None
            for index in group:
                built[index] = together or _build_alone(context, sets[index])
    return built


def _with_counters(kernels: KernelSet) -> KernelSet:
    """The set with the places of the shared counters, which are the same for all programs."""
    places = relevant_switches(kernels.file, COUNTER_SWITCHES)
    return replace(kernels, switches={**places, **kernels.switches})


def _build_together(context: Any, sets: Sequence[KernelSet]) -> Any:
    """One program of several sets; None if it does not build, since one of them may be wrong."""
    try:
        return build_or_load(context, merged_text(sets), [_STANDARD])
    except import_pyopencl().Error:
        return None


def _build_alone(context: Any, kernels: KernelSet) -> Any:
    options = [_STANDARD]
    for key, value in kernels.switches.items():
        options.append(f"-D{key}" if value is None else f"-D{key}={value}")
    try:
        return build_or_load(context, text_of(kernels.file, kernels.names), options)
    except import_pyopencl().Error as error:
        return KernelBuildError(
            f"{context.devices[0].name} does not build {kernels.file}.cl with "
            f"{' '.join(options)}:\n{error}"
        )
