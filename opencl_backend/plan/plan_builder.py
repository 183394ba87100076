"""What the steps of one plan share while they are laid out: inputs, switches, scratch memory.

A plan needs no graph: it is laid out for a number of vertices on a runtime, and reads its
:class:`~clconn.opencl_backend.plan.inputs.Inputs`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from clconn.design_space import Choice, Variant
from clconn.opencl_backend.device.counters import COUNTERS
from clconn.opencl_backend.device.launches import FOREST, Launch, Slot
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.device.scratch import Scratch
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.inputs import Inputs

__all__ = ["Output", "PlanBuilder", "variant_switches"]


@dataclass(frozen=True)
class Output:
    """A buffer that each run allocates anew and hands out.

    Attributes
    ----------
    slot : Slot
        Stands for it in the steps.
    size : int
        Bytes.
    """

    slot: Slot
    size: int


def variant_switches(variant: Variant) -> dict[str, str | int | None]:
    """The ``-D`` switches that hold for all kernels of a variant, by its traits.

    Parameters
    ----------
    variant : Variant
    """
    switches: dict[str, str | int | None] = {}
    rule = variant.rule
    if rule is not None and rule.trees_are_parents and not rule.orders_by_id:
        # Of all kernels that move a vertex up a path, not only of those that link.
        switches[f"ORDER_{variant.finish.replace('-', '_')}"] = None
    if rule is not None and rule.state is not None:
        switches[f"STATE_{rule.state}"] = None
    if variant.keeps_edges:
        switches["FOREST"] = None
    return switches


class PlanBuilder:
    """The place where a variant is laid out.

    Parameters
    ----------
    runtime : Runtime
    n : int
        Number of vertices.
    inputs : Inputs
    choice : Choice
        The variant, and a value for each of its options.

    Attributes
    ----------
    row_arguments : tuple of pyopencl.Buffer
        Offsets and neighbors, as a kernel's arguments; None without rows.
    counters : pyopencl.Buffer
        ``counters.h``
    switches : dict
        The ``-D`` switches that hold for all kernels of the plan.
    union_state : pyopencl.Buffer or None
        What the union keeps beside the parents (``union_state.h``).
    link_arguments : tuple
        The last arguments of every kernel that links: the former, if there is one, and for a
        spanning forest its edges (``forest_edges.h``).
    needs : dict
        Bytes of each buffer so far, by what it holds, inputs and outputs included.
    outputs : dict of str to Output
        What each run leaves.
    run_inputs : dict of str to Slot
        What each run brings along.
    """

    def __init__(self, runtime: Runtime, n: int, inputs: Inputs, choice: Choice) -> None:
        self.runtime = runtime
        self.n = n
        self.inputs = inputs
        self.variant = choice.variant
        self.options = choice.options
        self.row_arguments = (None, None) if inputs.rows is None else inputs.rows.arguments
        self.needs = dict(inputs.memory_needs)
        self.outputs: dict[str, Output] = {}
        self.run_inputs: dict[str, Slot] = {}
        self._scratch: dict[str, Scratch] = {}
        tuning = runtime.tuning
        self.switches: dict[str, str | int | None] = {
            "OFFSET": inputs.offset_type,
            "LANES": tuning.lanes,
            "LOW_DEGREE": tuning.low_degree,
            "HIGH_DEGREE": tuning.high_degree,
            "PIECE": tuning.piece,
            **tuning.sharing,
        }
        if inputs.symmetric:
            self.switches["SYMMETRIC"] = None
        if inputs.is_sorted:
            self.switches["SORTED"] = None
        self.counters = self.scratch("counters", 4 * COUNTERS)
        self.union_state: Any = None
        self.link_arguments: tuple[Any, ...] = ()
        self.switches |= variant_switches(self.variant)
        rule = self.variant.rule
        if rule is not None and rule.state is not None:
            self.union_state = self.scratch("union state", 4 * n)
            self.link_arguments += (self.union_state,)
        if self.variant.keeps_edges:
            self.link_arguments += (FOREST,)

    @property
    def rows(self) -> Any:
        """The rows that are read, of a variant that reads rows."""
        assert self.inputs.rows is not None
        return self.inputs.rows

    @property
    def entry_count(self) -> int:
        """Number of entries of the rows, or most edges of a run."""
        return self.inputs.entry_count

    def edge_arrays(self) -> EdgeArrays:
        """The edges as arrays; the inputs keep them.

        Raises
        ------
        DeviceMemoryError
            Before they are allocated, if they do not fit.
        """
        arrays = self.inputs.edge_arrays()
        self.needs.update(self.inputs.memory_needs)
        return arrays

    def place(self, number: int) -> Any:
        """A number of entries, or a place among them, as a kernel's argument."""
        return np.int32(number) if self.inputs.offset_type == "int" else np.int64(number)

    def scratch(self, name: str, size: int) -> Any:
        """A scratch buffer; all plans of the runtime that use one of that name share it.

        Raises
        ------
        DeviceMemoryError
            Before it is allocated, if it does not fit beside all the others of this plan.
        """
        self.needs[name] = max(size, self.needs.get(name, 0))
        self.runtime.check_memory(self.needs, f"{self.variant.name} on this graph")
        self._scratch[name] = self.runtime.scratch.take(name, self.needs[name])
        return self._scratch[name].buffer

    def output(self, name: str, slot: Slot, size: int) -> None:
        """Declare a buffer that each run allocates anew and hands out.

        Parameters
        ----------
        name : str
        slot : Slot
            Stands for it in the steps.
        size : int
            Bytes.
        """
        self.outputs[name] = Output(slot, size)
        self.needs[name] = size

    def run_input(self, name: str) -> Slot:
        """Declare a buffer that each run brings along; the slot stands for it in the steps."""
        return self.run_inputs.setdefault(name, Slot())

    def kept_scratch(self) -> tuple[Scratch, ...]:
        """What keeps the scratch buffers from being given to others than plans."""
        return tuple(self._scratch.values())

    def launch(
        self, file: str, kernel: str, items: int, *arguments: Any, **switches: str | int | None
    ) -> Launch:
        """A kernel of a file, built with the plan's switches and more of its own.

        Parameters
        ----------
        file : str
            Of ``kernels_cl``, without its room and ``.cl``.
        kernel : str
        items : int
            Work-items wanted; rounded up to whole work-groups.
        *arguments
            Numbers, buffers and slots; a Python integer is an int of the kernel.
        **switches
            ``-D`` switches.
        """
        return self.launch_in_groups(
            self.runtime.tuning.local_size, file, kernel, items, *arguments, **switches
        )

    def launch_in_groups(
        self,
        local_size: int,
        file: str,
        kernel: str,
        items: int,
        *arguments: Any,
        **switches: str | int | None,
    ) -> Launch:
        """The same with work-groups of a given size.

        Parameters
        ----------
        local_size : int
        file, kernel, items, *arguments, **switches
            As for :meth:`launch`.
        """
        made = self.runtime.kernel(file, kernel, {**self.switches, **switches})
        return Launch(made, items, local_size, *arguments)
