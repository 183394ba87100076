"""What summaries say of the weights of a minimum forest, also if the graph has none."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

__all__ = ["as_json", "describe_weights", "weight_lines"]


def describe_weights(forest: Any, weighted: bool | None) -> dict[str, Any]:
    """Return the part of a summary that describes a minimum forest's weights.

    Parameters
    ----------
    forest : MinimumForest or MinimumForestOnCluster
    weighted : bool or None
        Whether the graph has weights, or None if nobody looked.
    """
    total = forest.total_weight
    return {"maximum": forest.maximum, "weighted": weighted, "total_weight": total}


def as_json(summary: Mapping[str, Any]) -> dict[str, Any]:
    """Return the summary of any forest without infinity and NaN, which JSON lacks."""
    total = summary.get("total_weight")
    is_number = total is None or math.isfinite(total)
    return {**summary} if is_number else {**summary, "total_weight": None}


def weight_lines(summary: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what the summary of any forest for people says of weights."""
    if "total_weight" not in summary:
        return []
    total = f"{summary['total_weight']:,}"
    if summary["weighted"] is False:
        total += " (there are no weights, so each edge weighs 1)"
    return [("total weight", total)]
