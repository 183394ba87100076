"""The launches of a variant, made once and run many times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clconn.opencl_backend.device.launches import Slot, Step, bind
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["Plan"]


class Plan:
    """The kernels of one variant, laid out for some inputs.

    Parameters
    ----------
    builder : PlanBuilder
    steps : sequence of Launch or Loop

    Attributes
    ----------
    bytes_needed : int
        Device memory of the inputs, the scratch memory and the outputs together.
    """

    def __init__(self, builder: PlanBuilder, steps: Sequence[Step]) -> None:
        self.runtime = builder.runtime
        self.steps = steps
        self.bytes_needed = sum(builder.needs.values())
        self._outputs = builder.outputs
        self._inputs = builder.run_inputs
        self._scratch = builder.kept_scratch()
        self._bound: dict[Slot, int] = {}
        self.runtime.kernels.free_after(self, steps)

    def run(self, *, wait: bool = False, **inputs: Any) -> dict[str, Any]:
        """Enqueue the kernels.

        Parameters
        ----------
        wait : bool, default False
            Whether to wait for the last kernel. Without it only a variant that loops until
            nothing changes waits, and not for what follows its last loop.
        **inputs : pyopencl.Buffer
            One for each of the plan's inputs.

        Returns
        -------
        dict of str to pyopencl.Buffer
            The outputs by name; complete once the queue has come that far.
        """
        runtime = self.runtime
        with runtime.lock:
            for name, slot in self._inputs.items():
                self._bind(slot, inputs[name])
            made = {}
            for name, output in self._outputs.items():
                made[name] = runtime.allocate(output.size)
                self._bind(output.slot, made[name])
            runtime.enqueue(self.steps)
        if wait:
            runtime.finish()
        return made

    def _bind(self, slot: Slot, buffer: Any) -> None:
        if self._bound.get(slot) != buffer.int_ptr:
            bind(self.steps, slot, buffer)
            self._bound[slot] = buffer.int_ptr
