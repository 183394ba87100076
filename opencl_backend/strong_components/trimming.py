"""Trimming on a device: ``trimming.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import Loop, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.reachability import search_switches

__all__ = ["FORMS", "trim_ones", "trim_pairs", "trimming"]

FORMS = ("plain", "trim-one", "trim-two")
"""By the largest components that are trimmed: the third part of the name of a variant."""


def trim_ones(builder: PlanBuilder, labels: Any) -> list[Step]:
    """Steps that finish vertices that are components, as long as there are any."""
    launch = builder.launch(
        "trimming", "trim_ones", builder.n,
        builder.n, *builder.row_arguments, *builder.transposed_rows.arguments,
        labels, builder.counters,
        **search_switches(builder),
    )  # fmt: skip
    return [Loop([launch], builder.counters, 2, 32)]


def trim_pairs(builder: PlanBuilder, labels: Any) -> list[Step]:
    """Steps that finish pairs of vertices that are components, once."""
    return [
        builder.launch(
            "trimming", "trim_pairs", builder.n, builder.n, *rows.arguments, labels,
            **search_switches(builder),
        )
        for rows in (builder.transposed_rows, builder.rows)
    ]  # fmt: skip


def trimming(builder: PlanBuilder, labels: Any) -> list[Step]:
    """The steps that the form of the variant asks for."""
    trim = FORMS.index(builder.variant.compression)
    steps = trim_ones(builder, labels) if trim > 0 else []
    return steps + trim_pairs(builder, labels) if trim > 1 else steps
