"""Maximum signatures on the device: ``signatures.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.chains import chains
from clconn.opencl_backend.strong_components.outputs import ROOTS, WORK, WORK_SWITCHES
from clconn.opencl_backend.strong_components.rounds import repeated, round_items

__all__ = ["signatures", "signatures_after"]

_CONTROL_FIELDS = 32
_LIST_LENGTH = 18  # the place in them of the number of vertices on the first list


def signatures(builder: PlanBuilder) -> list[Step]:
    """The steps of the algorithm."""
    return signatures_after(builder, (), {})


def signatures_after(
    builder: PlanBuilder, searches: tuple[Any, ...], switches: dict[str, Any]
) -> list[Step]:
    """The steps of the algorithm after two searches.

    Parameters
    ----------
    searches
        The number of words and the bits of the reached vertices, and the memory of the searches;
        empty if there were none.
    switches
        What describes that memory.
    """
    n = builder.n
    # The largest priority is at least n - 1.
    bits = max(1, (n - 1).bit_length())
    back = builder.transposed_rows.arguments
    vectors = builder.scratch("signatures", 16 * n)
    lists = builder.scratch("lists", 8 * n)
    representatives = builder.scratch("representatives", 4 * n)
    smallest = builder.scratch("smallest", 4 * n)
    control = builder.scratch("signature control", 4 * _CONTROL_FIELDS)
    if builder.variant.compression != "plain":
        switches = {**switches, "JUMP": None}
    switches = {**switches, **WORK_SWITCHES, "LIST_LENGTH": _LIST_LENGTH}
    offsets = (builder.rows.offsets, builder.transposed_rows.offsets)
    memory = searches[2:]

    def launch(kernel: str, items: int, *arguments: Any) -> Step:
        group = builder.runtime.tuning.local_size
        return builder.launch("signatures", kernel, items, *arguments, GROUP=group, **switches)

    if builder.variant.compression == "chains":
        cut = chains(
            builder, searches, switches, signatures=vectors, lists=lists, length=control,
            representatives=representatives,
        )  # fmt: skip
    else:
        cut = []
    return [
        launch("clear_control", _CONTROL_FIELDS, bits, control, builder.counters, *memory),
        launch(
            "begin_signatures", n, n, bits, *offsets, vectors, lists, representatives, smallest,
            control, *searches,
        ),
        *cut,
        *repeated(
            builder, "signatures", "propagate_signatures", round_items(builder),
            (n, bits),
            (*builder.row_arguments, *back, vectors, lists, representatives, control,
             builder.counters, WORK),
            switches,
        ),
        launch("find_smallest", n, n, representatives, smallest, *memory),
        launch("take_roots", n, n, representatives, smallest, ROOTS),
    ]  # fmt: skip
