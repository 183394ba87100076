"""How to divide work on a kind of device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Tuning", "tuning_of"]

_EDGES_OF_A_BLOCK = 64
"""Edges that a work-item of a processor takes at least."""


@dataclass(frozen=True)
class Tuning:
    """How to divide work on a kind of device.

    Attributes
    ----------
    local_size
        Work-items of a work-group. clconn always sets it: if the implementation chose it, a prime
        global size would make groups of one.
    lanes
        Work-items that share a vertex of middle degree: on a GPU, those of a warp.
    row_lanes
        Work-items that share a row of middle degree where each loads several entries at a time.
    looks
        Vertices that a work-item takes where most of them need no more than a look.
    low_degree, high_degree
        The largest low degree, and the largest middle degree.
    piece
        Entries of a piece of a row of high degree.
    groups
        Work-groups of a kernel that processes a list.
    blocks
        Whether a work-item takes neighboring positions of a list (``grid_stride.h``).
    """

    local_size: int
    lanes: int
    row_lanes: int
    looks: int
    low_degree: int
    high_degree: int
    piece: int
    groups: int
    blocks: bool = False

    @property
    def sharing(self) -> dict[str, None]:
        """The switch of ``grid_stride.h``."""
        return {"SHARE_BLOCKS": None} if self.blocks else {}

    def items_for(self, count: int) -> int:
        """Work-items for a list of edges: one each, or one a block."""
        if not self.blocks:
            return count
        return min(self.groups * self.local_size, -(-count // _EDGES_OF_A_BLOCK))

    def items_to_look(self, vertices: int) -> int:
        """Work-items that look at so many vertices."""
        return -(-vertices // self.looks)

    def groups_for(self, entries: int) -> int:
        """Work-groups that go through the entries of rows (``entry_loop.h``)."""
        share = self.local_size if self.blocks else self.piece
        return min(self.groups, -(-max(entries, 1) // share))


def tuning_of(device: Any, is_cpu: bool) -> Tuning:
    """The tuning for a device."""
    largest_group = int(device.max_work_group_size)
    units = int(device.max_compute_units)
    if is_cpu:
        # One core of a processor reads a whole row faster than several work-items could share it.
        return Tuning(
            local_size=min(256, largest_group), lanes=1, row_lanes=1, looks=1,
            low_degree=2**31 - 1, high_degree=2**31 - 1, piece=2**30, groups=units * 64,
            blocks=True,
        )  # fmt: skip
    # ECL-CC's degree classes; its paper found that the exact limits matter little. An H100 takes
    # 2.8 us to launch a million work-items, however little they do: the vertices of r4-2e23 are
    # finalized after sampling in 24 us by one work-item each, and in 10 by one for four.
    return Tuning(
        local_size=min(256, largest_group), lanes=min(32, largest_group),
        row_lanes=min(8, largest_group), looks=4,
        low_degree=16, high_degree=352, piece=2048, groups=units * 8,
    )  # fmt: skip
