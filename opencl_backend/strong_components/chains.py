"""Cut graphs of long chains on the device: ``chains.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import WORK
from clconn.opencl_backend.strong_components.rounds import repeated, round_items

__all__ = ["chains"]

_CONTROL_FIELDS = 32


def chains(
    builder: PlanBuilder,
    searches: tuple[Any, ...],
    switches: dict[str, Any],
    *,
    signatures: Any,
    lists: Any,
    length: Any,
    representatives: Any,
) -> list[Step]:
    """The steps between the first regions and the first signatures.

    Parameters
    ----------
    searches, switches
        As for :func:`~clconn.opencl_backend.strong_components.signatures.signatures_after`. If
        both searches came to their end, nothing is done.
    signatures, lists, length, representatives
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
    return [
        builder.launch(
            "chains", "clear_control", _CONTROL_FIELDS, control, builder.counters, *searches[2:],
            **switches,
        ),
        *repeated(
            builder, "chains", "cut_chains", round_items(builder),
            (n, most_jumps),
            (*builder.row_arguments, *builder.transposed_rows.arguments, signatures, lists, length,
             parents, links, marks, tops, representatives, control, builder.counters, WORK),
            switches,
        ),
    ]  # fmt: skip
