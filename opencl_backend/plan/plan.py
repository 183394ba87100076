"""The launches of a variant, created once and run many times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clconn.opencl_backend.device.global_barrier import exclusive_use
from clconn.opencl_backend.device.launches import (
    Loop,
    Slot,
    Step,
    bind,
    expect_loops,
    make_all,
)
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["Outputs", "Plan"]


class Outputs(dict[str, Any]):
    """The buffers that a run returns, by name.

    Attributes
    ----------
    launches
        Kernels that the run enqueued.
    """

    launches = 0


class Plan:
    """The kernels of one variant, arranged for some inputs.

    Attributes
    ----------
    bytes_needed
        Device memory of the inputs, the scratch memory and the outputs together, without what a
        decision takes in a run.
    reports
        What the latest run that came to its end has found out about the inputs, by names of the
        algorithm's own.
    """

    def __init__(self, builder: PlanBuilder, steps: Sequence[Step]) -> None:
        self.runtime = builder.runtime
        self.steps = steps
        self.reports: Mapping[str, int] = {}
        self._found = builder.reports
        self.bytes_needed = sum(builder.needs.values())
        self._outputs = builder.outputs
        self._inputs = builder.run_inputs
        self.scratch = builder.kept_scratch()
        self._always_waits = builder.needs_exclusive_use
        # Or a lock that a run holds anyway, which costs less than a context that does nothing.
        alone = builder.needs_exclusive_use
        self._turn = exclusive_use(self.runtime.device) if alone else self.runtime.lock
        self._bindings: dict[Slot, int] = {}
        if any(isinstance(step, Loop) for step in steps):
            expect_loops(self.runtime)
        # Here the kernels are made, and the programs built that are not there yet.
        self.runtime.kernels.free_after(self, steps)

    def run(self, *, wait: bool = False, **inputs: Any) -> Outputs:
        """Enqueue the kernels.

        Parameters
        ----------
        wait
            Whether to wait for the last kernel. Otherwise only a variant with a loop or a decision
            waits, until the last of these, and one with a barrier across work-groups, until its
            end.
        **inputs : pyopencl.Buffer
            One for each of the plan's inputs.

        Returns
        -------
        Outputs
            The outputs by name, each a pyopencl.Buffer; complete once the queue has reached that
            point.
        """
        runtime = self.runtime
        with runtime.lock, self._turn:
            bound = {slot: inputs[name] for name, slot in self._inputs.items()}
            outputs = Outputs()
            for name, output in self._outputs.items():
                bound[output.slot] = outputs[name] = runtime.allocate(output.size)
            for slot, buffer in bound.items():
                self._bind(slot, buffer)
            before = runtime.launches
            self._found.clear()
            is_done = runtime.enqueue(self.steps, bound)
            self.reports = dict(self._found)
            outputs.launches = runtime.launches - before
            if not is_done and (wait or self._always_waits):
                runtime.finish()
        return outputs

    def make_all(self) -> None:
        """Make the kernels that a run would only make when it needs them, too."""
        with self.runtime.lock:
            make_all(self.steps)

    def _bind(self, slot: Slot, buffer: Any) -> None:
        if self._bindings.get(slot) != buffer.int_ptr:
            bind(self.steps, slot, buffer)
            self._bindings[slot] = buffer.int_ptr
