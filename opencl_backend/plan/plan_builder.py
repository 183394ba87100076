"""What the steps of one plan share while they are built: inputs, switches, scratch memory.

A plan needs no graph: it is built for a number of vertices on a runtime, and reads its
:class:`~clconn.opencl_backend.plan.inputs.Inputs`.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from clconn.cached_properties import cached_property
from clconn.design_space import Choice, Variant
from clconn.opencl_backend.device.counters import COUNTERS
from clconn.opencl_backend.device.global_barrier import GlobalBarrier
from clconn.opencl_backend.device.launches import FOREST, Launch, Slot
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.device.scratch import Scratch
from clconn.opencl_backend.graph.device_csr import DeviceCSR, dtype_of
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.graph.transpose import transpose_needs
from clconn.opencl_backend.plan.inputs import Inputs, RowInputs

__all__ = ["Output", "PlanBuilder", "variant_switches"]


@dataclass(frozen=True)
class Output:
    """A buffer that each run allocates anew and returns.

    Attributes
    ----------
    slot
        Its placeholder in the steps.
    size
        Bytes.
    """

    slot: Slot
    size: int


def variant_switches(variant: Variant) -> dict[str, str | int | None]:
    """The ``-D`` switches for all kernels of a variant, which follow from its traits."""
    switches: dict[str, str | int | None] = {}
    rule = variant.rule
    if rule is not None and rule.trees_are_parents and not rule.orders_by_id:
        # For all kernels that move a vertex up a path, not only for those that link.
        switches[f"ORDER_{variant.finish.replace('-', '_')}"] = None
    if rule is not None and rule.state is not None:
        switches[f"STATE_{rule.state}"] = None
    if variant.keeps_edges:
        switches["FOREST"] = None
    return switches


class PlanBuilder:
    """Builds the launches of a variant, and collects the memory that they need.

    Parameters
    ----------
    n
        Number of vertices.
    choice
        The variant, and a value for each of its options.

    Attributes
    ----------
    row_arguments : tuple of pyopencl.Buffer
        Offsets and neighbors, as a kernel's arguments; a pair of None without rows.
    switches
        The ``-D`` switches for all kernels of the plan.
    needs
        Bytes of each buffer so far, by what it holds, including inputs and outputs.
    outputs
        What each run returns.
    run_inputs
        What each run provides.
    reports
        What a run finds out about the inputs, by names of the algorithm's own.
    needs_exclusive_use
        Whether work-groups wait for each other, so that no other such kernel may run.
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
        self.needs_exclusive_use = False
        self.reports: dict[str, int] = {}
        self._scratch: dict[str, Scratch] = {}
        tuning = runtime.tuning
        self.switches: dict[str, str | int | None] = {
            "OFFSET": inputs.offset_type,
            "LANES": tuning.lanes,
            "LOW_DEGREE": tuning.low_degree,
            "HIGH_DEGREE": tuning.high_degree,
            "PIECE": tuning.piece,
            "LOOKS": tuning.looks,
            **tuning.sharing,
        }
        if inputs.symmetric:
            self.switches["SYMMETRIC"] = None
        if inputs.is_sorted:
            self.switches["SORTED"] = None
        self.switches |= variant_switches(self.variant)

    # Allocated when first asked for, after the outputs have been declared.
    @cached_property
    def counters(self) -> Any:
        """The buffer of ``counters.h``."""
        return self.scratch("counters", 4 * COUNTERS)

    @cached_property
    def union_state(self) -> Any:
        """What the union keeps beside the parents (``union_state.h``), a buffer or None."""
        rule = self.variant.rule
        if rule is None or rule.state is None:
            return None
        return self.scratch("union state", 4 * self.n)

    @property
    def link_arguments(self) -> tuple[Any, ...]:
        """The last arguments of every kernel that links.

        The union's state, if it has one, and the edges of a spanning forest, if the variant keeps
        them (``forest_edges.h``).
        """
        state = () if self.union_state is None else (self.union_state,)
        return (*state, FOREST) if self.variant.keeps_edges else state

    @property
    def skips_settled(self) -> bool:
        """Whether the finish leaves out the vertices that a sample has settled."""
        return self.variant.samples and bool(self.options.get("skip_settled", True))

    @property
    def reads_all_rows(self) -> bool:
        """Whether a sample leaves no vertex out, so that rows may hold edges at one end only."""
        return self.variant.samples and not self.skips_settled

    @property
    def rows(self) -> Any:
        """The rows of the inputs, for a variant that reads rows."""
        assert self.inputs.rows is not None
        return self.inputs.rows

    @cached_property
    def transposed_rows(self) -> DeviceCSR:
        """The rows of the opposite arcs; the inputs keep them.

        Raises
        ------
        DeviceMemoryError
            Before they are allocated, if they do not fit.
        """
        if not self.inputs.symmetric:
            # With what this plan holds already.
            needs = {**self.needs, **transpose_needs(self.rows)}
            self.runtime.check_memory(needs, "the transpose of the graph")
        transpose = self.inputs.transpose
        assert transpose is not None
        self.needs.update(self.inputs.memory_needs)
        return transpose

    @property
    def entry_count(self) -> int:
        """Number of entries of the rows, or the largest number of edges of a run."""
        return self.inputs.entry_count

    def on_rows(self, rows: DeviceCSR, transposed_rows: DeviceCSR) -> PlanBuilder:
        """A builder of further steps of this plan, which does not keep the plan's inputs alive.

        Parameters
        ----------
        rows, transposed_rows
            Of no more vertices and entries than those of the inputs, or of so many more entries as
            whoever sizes memory by them knows. Their ``n``, which kernels receive, and their arrays
            may be slots.
        """
        other = copy.copy(self)
        other.inputs = RowInputs(rows)
        other.row_arguments = rows.arguments
        other.switches = {
            name: value for name, value in self.switches.items()
            if name not in ("SYMMETRIC", "SORTED")
        }  # fmt: skip
        vars(other)["transposed_rows"] = transposed_rows
        return other

    def edge_arrays(self) -> EdgeArrays:
        """Return the edges as arrays; the inputs keep them.

        Raises
        ------
        DeviceMemoryError
            Before they are allocated, if they do not fit.
        """
        arrays = self.inputs.edge_arrays()
        self.needs.update(self.inputs.memory_needs)
        return arrays

    def place(self, number: int) -> Any:
        """Convert a number of entries, or a place among them, to a kernel's argument."""
        return dtype_of(self.inputs.offset_type).type(number)

    def scratch(self, name: str, size: int) -> Any:
        """Return a scratch buffer, which all plans of the runtime share that use its name.

        Raises
        ------
        DeviceMemoryError
            Before it is allocated, if it does not fit in addition to all the others of this plan.
        """
        if name not in self._scratch:
            self.needs[name] = size
            self.runtime.check_memory(self.needs, f"{self.variant.name} on this graph")
            self._scratch[name] = self.runtime.scratch.take(name, size)
        # Earlier launches keep the buffer that they got.
        assert size <= self.needs[name], f"{name} is needed larger than before"
        return self._scratch[name].buffer

    def output(self, name: str, slot: Slot, size: int) -> None:
        """Declare a buffer that each run allocates anew and returns.

        Parameters
        ----------
        slot
            Its placeholder in the steps.
        size
            Bytes.
        """
        self.outputs[name] = Output(slot, size)
        self.needs[name] = size

    def run_input(self, name: str) -> Slot:
        """Declare a buffer that each run provides; the slot is its placeholder in the steps."""
        return self.run_inputs.setdefault(name, Slot())

    def kept_scratch(self) -> tuple[Scratch, ...]:
        """The scratch buffers; whoever holds them keeps them from returning to the pool."""
        return tuple(self._scratch.values())

    def launch(
        self, file: str, kernel: str, items: int, *arguments: Any, **switches: str | int | None
    ) -> Launch:
        """A launch of a kernel, built with the plan's switches and its own.

        Parameters
        ----------
        file
            A file of ``kernels_cl``, without its room and ``.cl``.
        items
            Number of work-items; rounded up to whole work-groups.
        *arguments
            Numbers, buffers and slots; the kernel receives a Python integer as an int.
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
        """A launch as by :meth:`launch`, with work-groups of ``local_size``."""
        kernel_object = self.runtime.planned_kernel(file, kernel, {**self.switches, **switches})
        return Launch(kernel_object, items, local_size, *arguments)

    def launch_together(
        self,
        barrier: GlobalBarrier,
        file: str,
        kernel: str,
        *arguments: Any,
        **switches: str | int | None,
    ) -> Launch | None:
        """A launch whose work-groups all run at once; None if the kernel is too large for that."""
        kernel_object = self.runtime.kernel(file, kernel, {**self.switches, **switches})
        groups = barrier.groups(kernel_object, self.runtime.device)
        if groups == 0:
            return None
        self.needs_exclusive_use = True
        items = groups * barrier.local_size
        return Launch(kernel_object, items, barrier.local_size, *arguments)
