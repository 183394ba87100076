"""Maximum signatures on the device: ``signatures.cl``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.chains import chains
from clconn.opencl_backend.strong_components.outputs import WORK, WORK_SWITCHES
from clconn.opencl_backend.strong_components.rounds import repeated
from clconn.opencl_backend.strong_components.smallest_vertices import smallest_vertices

__all__ = ["Searches", "signatures"]

_CONTROL_FIELDS = 32
_LIST_LENGTH = 18  # the place in them of the number of vertices on the first list


@dataclass(frozen=True)
class Searches:
    """Two searches, which begin the first phase of the signatures.

    Attributes
    ----------
    words
        The number of words of the bits of one search.
    reached, control : pyopencl.Buffer
        The bits of the reached vertices, and the memory of the searches.
    switches
        What describes that memory.
    resume
        Takes the memory of the chains, and returns the steps that go on with the searches.
    """

    words: int
    reached: Any
    control: Any
    switches: Mapping[str, Any]
    resume: Callable[[Any], list[Step]]


def signatures(builder: PlanBuilder, searches: Searches | None = None) -> list[Step]:
    """The steps of the algorithm, from the beginning or after two searches."""
    n = builder.n
    # The largest priority is at least n - 1.
    bits = max(1, (n - 1).bit_length())
    vectors = builder.scratch("signatures", 16 * n)
    lists = builder.scratch("lists", 8 * n)
    labels = builder.scratch("labels", 4 * n)
    smallest = builder.scratch("smallest", 4 * n)
    control = builder.scratch("signature control", 4 * _CONTROL_FIELDS)
    switches: dict[str, Any] = {**WORK_SWITCHES, "LIST_LENGTH": _LIST_LENGTH}
    memory: tuple[Any, ...] = ()
    if searches is not None:
        switches |= searches.switches
        memory = (searches.control,)
    if builder.variant.compression != "plain":
        switches["JUMP"] = None
    offsets = (builder.rows.offsets, builder.transposed_rows.offsets)

    def launch(kernel: str, items: int, *arguments: Any) -> Step:
        return builder.launch("signature_regions", kernel, items, *arguments, **switches)

    bits_of_searches = () if searches is None else (searches.words, searches.reached)
    steps = [
        launch("clear_control", _CONTROL_FIELDS, bits, control, builder.counters, *memory),
        launch(
            "begin_signatures", n, n, bits, *offsets, vectors, lists, labels, control,
            *bits_of_searches, *memory,
        ),
    ]  # fmt: skip
    chain_control = None
    if searches is not None:
        steps.append(launch("note_searches", 1, control, *memory, WORK))
    if builder.variant.compression == "chains":
        cut, chain_control = chains(
            builder, memory, switches, signatures=vectors, lists=lists, length=control,
            labels=labels,
        )  # fmt: skip
        steps += cut
    if searches is not None:
        if chain_control is not None:
            steps += searches.resume(chain_control)
        steps.append(
            launch(
                "use_searches", n, n, bits, searches.words, vectors, labels,
                searches.reached, *memory, control, WORK,
            )
        )  # fmt: skip
    return [
        *steps,
        *repeated(
            builder, "signatures", "propagate_signatures",
            (n, bits),
            (*builder.row_arguments, *builder.transposed_rows.arguments, vectors, lists,
             labels, control, builder.counters, WORK),
            switches,
        ),
        *smallest_vertices(builder, labels, n, smallest),
    ]  # fmt: skip
