"""Cut graphs of long chains on the device: ``chains.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import WORK
from clconn.opencl_backend.strong_components.rounds import repeated

__all__ = ["SURVIVORS", "chains"]

_CONTROL_FIELDS = 32
SURVIVORS = 24
"""The place in the memory of the chains of the number of vertices that are not cut off."""


def chains(
    builder: PlanBuilder,
    memory_of_searches: tuple[Any, ...],
    switches: dict[str, Any],
    *,
    signatures: Any,
    lists: Any,
    length: Any,
    labels: Any,
) -> tuple[list[Step], Any]:
    """The steps, and the memory of the chains, between the first regions and the first signatures.

    Parameters
    ----------
    memory_of_searches
        One buffer, or none. If both searches came to their end, nothing is done.
    switches
        What describes the memory of the searches and of the signatures.
    signatures, lists, length, labels
        The memory of the signatures; ``length[LIST_LENGTH]`` is the length of the first list.
    """
    n = builder.n
    parents = builder.scratch("parents", 4 * n)
    links = builder.scratch("links", 4 * n)
    marks = builder.scratch("marks", 4 * n)
    tops = builder.scratch("tops", 8 * n)
    control = builder.scratch("chain control", 4 * _CONTROL_FIELDS)
    # Each round of jumps at least doubles the length of a jump, except on cycles.
    most_jumps = n.bit_length() + 1
    switches = {**switches, "SURVIVORS": SURVIVORS}
    steps = [
        builder.launch(
            "chains", "clear_control", _CONTROL_FIELDS, control, builder.counters,
            *memory_of_searches, **switches,
        ),
        *repeated(
            builder, "chains", "cut_chains",
            (n, most_jumps),
            (*builder.row_arguments, *builder.transposed_rows.arguments, signatures, lists, length,
             parents, links, marks, tops, labels, control, builder.counters, WORK),
            switches,
        ),
    ]  # fmt: skip
    return steps, control
