"""The reachability query on the device: ``reachability.cl``, with lists of ``frontier.h``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clconn.opencl_backend.device.launches import Launch, Loop, Step
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import WORK, WORK_SWITCHES

__all__ = ["Frontier", "closure", "search_switches"]

RECORDS = 4
"""Launches after which the records of the lists' lengths are used again."""

_SEARCH_FIELDS = 16
_ROUNDS, _MOST_ROUNDS = 1, 16


def search_switches(builder: PlanBuilder) -> dict[str, str | int | None]:
    """The ``-D`` switches of all kernels of a search."""
    return {"GROUP_SIZE": builder.runtime.tuning.local_size, **WORK_SWITCHES}


@dataclass(frozen=True)
class Frontier:
    """The lists that a launch reads and appends to; all searches of a plan share them.

    Attributes
    ----------
    lists : tuple of pyopencl.Buffer
        Two of n vertices, which take turns.
    pieces : tuple of pyopencl.Buffer
        Two of the pieces of rows of high degree.
    search : pyopencl.Buffer
        The records of their lengths.
    switches
        The ``-D`` switches of all kernels that are launched with it.
    """

    builder: PlanBuilder
    lists: tuple[Any, Any]
    pieces: tuple[Any, Any]
    search: Any
    switches: Mapping[str, str | int | None]

    @classmethod
    def on(cls, builder: PlanBuilder, **own_switches: int) -> Frontier:
        """Take the memory for the searches of a plan."""
        tuning, entries = builder.runtime.tuning, builder.entry_count
        # The most pieces into which the rows of high degree can be cut, of any direction.
        pieces = entries // tuning.piece + entries // tuning.high_degree + 1
        return cls(
            builder,
            (builder.scratch("frontier", 4 * builder.n), builder.scratch("next", 4 * builder.n)),
            (builder.scratch("pieces", 8 * pieces), builder.scratch("next pieces", 8 * pieces)),
            builder.scratch("search", 4 * _SEARCH_FIELDS),
            {**search_switches(builder), **own_switches},
        )

    def clear(self) -> Step:
        """The step before the first search of a run."""
        return self.launch("reachability", "clear_search", _SEARCH_FIELDS, self.search)

    def begin(self, rows: DeviceCSR) -> tuple[Any, ...]:
        """The last arguments of a kernel that appends the sources of a search of some rows."""
        return rows.offsets, self.lists[0], self.pieces[0], self.search

    def round(
        self, file: str, kernel: str, slot: int, rows: tuple[Any, ...], *arguments: Any
    ) -> Launch:
        """A launch that reads the frontier of a slot and appends to the next.

        Parameters
        ----------
        rows
            The first arguments after the slot.
        """
        builder, tuning = self.builder, self.builder.runtime.tuning
        here, there = slot % 2, (slot + 1) % 2
        items = min(tuning.groups * tuning.local_size, builder.n * tuning.lanes)
        return self.launch(
            file, kernel, items, slot, *rows, self.lists[here], self.pieces[here],
            self.lists[there], self.pieces[there], self.search, WORK, builder.counters, *arguments,
        )  # fmt: skip

    def loop(self, launch: Callable[[int], Launch], first: int = 0) -> Loop:
        """Launches until the frontier is empty, beginning with that of a slot."""
        body = [launch((first + turn) % RECORDS) for turn in range(RECORDS)]
        return Loop(body, self.builder.counters, _ROUNDS, _MOST_ROUNDS)

    def launch(self, file: str, kernel: str, items: int, *arguments: Any) -> Launch:
        """A launch with these switches."""
        return self.builder.launch(file, kernel, items, *arguments, **self.switches)


def closure(frontier: Frontier, rows: DeviceCSR, labels: Any, changes: Any) -> Step:
    """A step that searches from the sources on the frontier, each within its subgraph.

    Parameters
    ----------
    rows
        The rows for the forward closure, those of the transpose for the backward closure.
    labels, changes : pyopencl.Buffer
        As ``labels.h`` describes them.
    """

    def search_round(slot: int) -> Launch:
        return frontier.round("reachability", "search_round", slot, rows.arguments, labels, changes)

    return frontier.loop(search_round)
