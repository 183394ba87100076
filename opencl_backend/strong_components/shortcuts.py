"""Shortcuts through a deep graph on a device: ``shortcuts.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import Slot, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["Shortcuts", "most_entries", "shortcuts"]

_SHORTCUTS_OF_A_VERTEX = 2  # at most, one ahead and one back


class Shortcuts:
    """Steps that find the shortcuts of a graph of ``quotient.cl``, and make them arcs of the next.

    Attributes
    ----------
    found : tuple of Slot
        Where the shortcuts of each vertex lead to, and where from.
    """

    def __init__(self, builder: PlanBuilder, sizes: Any, numbers: Any) -> None:
        self.found = (Slot(), Slot())
        self._builder = builder
        self._sizes = sizes
        self._numbers = numbers

    @property
    def rooms(self) -> dict[Slot, int]:
        """The slots, and their bytes."""
        return dict.fromkeys(self.found, 4 * self._builder.n)

    def find(
        self, level: int, rows: tuple[Any, ...], room: tuple[tuple[Any, Any], tuple[Any, Any]]
    ) -> list[Step]:
        """What finds the shortcuts.

        Parameters
        ----------
        level, rows
            The graph, and its rows of both directions.
        room
            For the ends of ways, of which two lengths take turns: a vertex each.
        """
        steps = [self._launch("begin_ways", level, self._sizes, *rows, *room[0], *self.found)]
        # A way of more arcs than there are vertices leads around a cycle.
        for length in range(1, self._builder.n.bit_length()):
            ends, next_ends = room[1 - length % 2], room[length % 2]
            steps.append(
                self._launch(
                    "double_ways", level, length, self._sizes, *ends, *next_ends, *self.found
                )
            )
        return steps

    def count(self, level: int, degrees: Any, back_degrees: Any) -> Step:
        """What adds them to the degrees of the next graph."""
        return self._arcs("count_shortcuts", level, degrees, back_degrees)

    def place(self, level: int, *places_and_neighbors: Any) -> Step:
        """What puts them behind the arcs that have been placed, of both directions."""
        return self._arcs("place_shortcuts", level, *places_and_neighbors)

    def _arcs(self, kernel: str, level: int, *outputs: Any) -> Step:
        return self._launch(kernel, level, self._sizes, *self.found, self._numbers, *outputs)

    def _launch(self, kernel: str, *arguments: Any) -> Step:
        return self._builder.launch("shortcuts", kernel, self._builder.n, *arguments)


def most_entries(n: int, entry_count: int) -> int:
    """The number of entries of a graph with shortcuts, at most."""
    return entry_count + _SHORTCUTS_OF_A_VERTEX * n


def shortcuts(builder: PlanBuilder, *, sizes: Any, numbers: Any) -> Shortcuts:
    """The steps, for graphs of no more vertices than that of the builder.

    Parameters
    ----------
    sizes, numbers
        As in ``quotient.cl``.
    """
    return Shortcuts(builder, sizes, numbers)
