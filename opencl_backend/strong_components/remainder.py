"""What is left of a graph to solve, and how much that is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from clconn.opencl_backend.device.launches import Slot, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["Extent", "GiveUp", "Means", "Remainder", "Solve"]


class Means(Enum):
    """What goes before the rounds that solve what is left."""

    CHAINS = "chains are cut"
    SEARCHES = "two searches"
    SHORTCUTS = "shortcuts"
    SHORTCUTS_AND_SEARCHES = "shortcuts, and two searches along them"


class Extent(NamedTuple):
    """How much of a graph there is without shortcuts, and the share of its arcs that lead far."""

    n: int
    entry_count: int
    far: float


@dataclass(frozen=True)
class Remainder:
    """What is left of a graph to solve.

    Attributes
    ----------
    builder
        Of plans on its rows.
    entry_count
        The slot of the number of their entries.
    labels
        Room for its labels.
    origins
        Of each vertex one of the given graph.
    extent
        Called in a run: how much it is.
    """

    builder: PlanBuilder
    entry_count: Slot
    labels: Slot
    origins: Slot
    extent: Callable[[], Extent]


Solve = Callable[[Remainder], list[Step]]
"""Returns steps that finish all labels."""

GiveUp = Callable[[Callable[[Solve], list[Step]]], list[Step]]
"""Takes what takes how to solve a graph and returns the steps that do; returns steps that finish
all labels."""
