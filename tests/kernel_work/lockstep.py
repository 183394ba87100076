"""Run the kernels that walk trees as a GPU does, all work-items in step, and count what they do.

:class:`LockstepRuntime` is a runtime that a plan takes for that of a GPU. What the plan asks of the
device is done by PoCL, but for the launches of kernels that change parents. The texts of these are
compiled as C, with the accesses to parents as calls, and run by ``lockstep.c`` on the same memory:
so what is counted is the work of the kernels themselves, with the choice that ``"auto"`` makes, and
the answer is checked as any other.

What is modelled:

- A GPU has :data:`AT_ONCE` work-items in work, a quarter of an H100's. Work-groups begin in their
  order, and each ends before another one takes its place.
- In a round each of them makes one access to global memory that others change: a load or store of a
  parent, or an atomic function. The loads of a round see what was there before it. So a round is
  what takes half a microsecond on a GPU, and the rounds of a launch are its critical path.
- All else takes no time: the rows, local memory, barriers within a group. But the entries of rows
  that a work-item reads are counted, since one that reads a long row alone takes long.

What is not: stale loads and caches; that atomic functions on one word wait for each other; that a
real GPU is never quite in step. Rounds are no times, but chains that nobody cuts show: a band of
nine neighbors in order took 22,299 rounds in one kernel, and 2.7 ms on an H100, where 43 us are
enough.
"""

from __future__ import annotations

import ctypes
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from clconn.opencl_backend.device import kernel_text
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.counters import CHANGED, COUNTER_SWITCHES
from clconn.opencl_backend.device.launches import Launch, Loop, Step, Values, execute
from clconn.opencl_backend.device.runtime import Runtime
from tests.helpers.kernels_as_c import compile_c, definitions, with_accesses

__all__ = ["AT_ONCE", "LockstepRuntime", "Work"]

FOLDER = Path(__file__).parent

_UNITS = 32
AT_ONCE = _UNITS * 2048
"""Work-items that are in work at once."""

MOST_ROUNDS = 20_000
"""Of a launch, after which it is given up."""

_READ = {
    **dict.fromkeys((
        "block_trees", "canonical", "coo", "edges_at_once", "finish_rows", "given_up_rows",
        "initialization", "jtb", "sampling", "sampling_sharing",
    ), r"(\bneighbors|\(numbers\))(?=\[)"),
    **dict.fromkeys((
        "filter_boruvka", "filter_boruvka_first_round", "filter_boruvka_lists",
        "filter_boruvka_second_phase",
    ), r"\b(neighbors|keys|indices|list)(?=\[)"),
}  # fmt: skip
"""The files of kernels that change parents, of what ``"auto"`` takes on a GPU in several launches,
and what is counted there as the read of an entry: of a row, by its name or by the macro that
streams it; of minimum forests also of keys, indices and the list of edges.

(In one launch groups wait for each other, and read words that are no parents until they change; of
``edges_at_once`` only what follows the launches of a large list is taken.)
"""

_MOST_ARGUMENTS = 18
_SHARED = ("-O2", "-fPIC", "-shared", f"-I{FOLDER}")

SWITCH = "CLCONN_TESTS_SWITCH_BY_SETJMP"
"""A variable of the environment that takes the switch of other machines (``stacks.h``)."""

# A declaration of a variable, not of a parameter.
_LOCAL_VARIABLE = re.compile(r"^( *)__local (?=\w+ \w+(\[[^\]]*\])?(, \w+)*;)", re.MULTILINE)

_ACCESSES = """\
#undef LOAD_PARENT
#undef STORE_PARENT
#define LOAD_PARENT LOAD_IN_LOCKSTEP
#define STORE_PARENT STORE_IN_LOCKSTEP
"""


@dataclass(frozen=True)
class Work:
    """What a launch has done.

    Attributes
    ----------
    kernel : str
    rounds : int
        On its critical path.
    loads : int
        Of parents.
    entries : int
        The most that one work-item reads, of rows or as the file says.
    all_entries : int
        What all work-items read.
    """

    kernel: str
    rounds: int
    loads: int
    entries: int
    all_entries: int


class LockstepRuntime(Runtime):
    """A runtime that runs kernels that change parents in step.

    Parameters
    ----------
    queue : pyopencl.CommandQueue
        Of PoCL on a processor, where kernels and this process share memory.
    folder : Path
        Where the compiled texts are put.

    Attributes
    ----------
    work : list of Work
        Of the launches so far.
    """

    def __init__(self, queue: Any, folder: Path) -> None:
        super().__init__(queue)
        self.is_cpu = False
        # As on an H100, but for the number of its units.
        self.tuning = replace(
            self.tuning, local_size=256, lanes=32, row_lanes=8, looks=4, low_degree=16,
            high_degree=352, piece=2048, groups=8 * _UNITS, units=_UNITS, id_block_bits=(10, 12),
            id_block_items=1024, blocks=False,
        )  # fmt: skip
        self.work: list[Work] = []
        self._folder = folder
        self._built: dict[Any, Any] = {}

    def planned_kernel(self, file: str, name: str, defines: Mapping[str, Any]) -> Any:
        """The kernel for a launch, to be run in step if its file is counted."""
        if file not in _READ:
            return super().planned_kernel(file, name, defines)
        switches = {**COUNTER_SWITCHES, **defines}
        switches = kernel_text.relevant_switches(file, switches)
        key = file, name, *sorted((key, str(value)) for key, value in switches.items())
        if key not in self._built:
            place = self._folder / f"{name}-{len(self._built)}"
            self._built[key] = _build(place, file, name, switches)
        return _Kernel(name, self._built[key])

    def enqueue(self, steps: Sequence[Step], bound: Values = MappingProxyType({})) -> bool:
        """Run steps in order."""
        for step in steps:
            if isinstance(step, Launch) and isinstance(step.kernel, _Kernel):
                self.finish()
                self._run(step.kernel, step.global_[0], step.local[0])
                self.launches += 1
            elif isinstance(step, Loop):
                self._repeat(step, bound)
            elif execute(self, [step], bound=bound):
                return True
        return False

    def _repeat(self, loop: Loop, bound: Values) -> None:
        """Rounds until one changes nothing, with a look after each."""
        copy = import_pyopencl().enqueue_copy
        flag = np.ones(1, dtype=np.int32)
        place = CHANGED * flag.itemsize
        while flag[0]:
            copy(self.queue, loop.counters, np.zeros_like(flag), dst_offset=place)
            self.enqueue(loop.body, bound)
            copy(self.queue, flag, loop.counters, src_offset=place)

    def _run(self, kernel: _Kernel, items: int, group: int) -> None:
        cl = import_pyopencl()
        values = (ctypes.c_long * _MOST_ARGUMENTS)()
        arrays = []
        access = cl.map_flags.READ | cl.map_flags.WRITE
        for index, value in kernel.arguments.items():
            if value is None:
                continue  # a null pointer
            if isinstance(value, np.integer):
                values[index] = int(value)
                continue
            array, _ = cl.enqueue_map_buffer(
                self.queue, value, access, 0, (value.size,), np.uint8, is_blocking=True
            )
            arrays.append(array)
            values[index] = array.ctypes.data
        work = (ctypes.c_long * 4)()
        failure = _executor().run_launch(
            kernel.built, values, items, group, AT_ONCE, ctypes.c_long(MOST_ROUNDS), work
        )
        for array in arrays:
            array.base.release(self.queue)
        self.work.append(Work(kernel.name, *work))
        assert failure != 1, "there is no memory for the work-items"
        assert failure != 2, f"a work-item of {kernel.name} needs a larger stack"
        assert failure == 0, f"{kernel.name} takes more than {MOST_ROUNDS:,} rounds"


class _Kernel:
    """As much of a pyopencl.Kernel as a launch needs."""

    def __init__(self, name: str, built: Any) -> None:
        self.name = name
        self.built = built
        self.arguments: dict[int, Any] = {}
        self.int_ptr = id(self)

    def set_arg(self, index: int, value: Any) -> None:
        self.arguments[index] = value


@cache
def _executor() -> Any:
    """lockstep.c, once for a process: the kernels, libraries of their own, call its functions."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "lockstep.so"
        by_setjmp = ("-DSWITCH_BY_SETJMP",) if os.environ.get(SWITCH) else ()
        compile_c(*_SHARED, *by_setjmp, FOLDER / "lockstep.c", "-o", library)
        return ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)


def _build(place: Path, file: str, name: str, switches: Mapping[str, Any]) -> Any:
    """The address of a kernel in a library of its own, as lockstep.c takes it."""
    text = with_accesses(kernel_text.text_of(file, (name,)), _ACCESSES)
    text = re.sub(_READ[file], r"counted(\1)", text)
    text = _LOCAL_VARIABLE.sub(r'\1static __attribute__((section("local_memory"))) ', text)
    text = re.sub(r"\b__local\b", "", text)
    # On 64-bit Linux each takes a register, or a place of its own on the stack, as a long does.
    types = ", ".join(["long"] * _MOST_ARGUMENTS)
    values = ", ".join(f"arguments[{index}]" for index in range(_MOST_ARGUMENTS))
    behind = f"""
static void run_work_item(const long *arguments) {{ ((void (*)({types})){name})({values}); }}
const Kernel kernel = {{run_work_item, __start_local_memory, __stop_local_memory}};
"""
    source, library = place.with_suffix(".c"), place.with_suffix(".so")
    source.write_text("\n".join([(FOLDER / "lockstep.h").read_text(), text, behind]))
    compile_c(*_SHARED, *definitions(switches), source, "-o", library)
    _executor()
    kernels = ctypes.CDLL(str(library))
    return ctypes.byref(ctypes.c_char.in_dll(kernels, "kernel"))
