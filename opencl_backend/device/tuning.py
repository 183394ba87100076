"""How to divide work on a kind of device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Tuning", "tuning_of"]

_EDGES_OF_A_BLOCK = 64
"""Edges that a work-item of a processor takes at least."""

_ID_BLOCK_BITS = 10, 12
"""Binary logarithms of the fewest and the most ids in a block of neighboring ones."""

_MOST_VERTICES_OF_ITEM = 32
"""Vertices that a work-item can take of a block of neighboring ids: a bit each of an int."""


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
    units
        Compute units.
    id_block_bits
        Binary logarithms of the fewest and the most ids in a block (``block_trees.cl``).
    id_block_items
        Work-items of the work-group that takes a block.
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
    units: int
    id_block_bits: tuple[int, int]
    id_block_items: int
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

    def id_block_bits_for(self, vertices: int) -> int:
        """The binary logarithm of the ids in a block: the largest of which each unit gets one.

        On an H100, us by that, by 2^11 and by 2^13 ids: roads of New York (264 thousand vertices)
        44, 50 and 78, a strip of 2^20 vertices 50, 51 and 56, a Delaunay triangulation in order of
        2^19 71, 72 and 124, a mesh of 2^20 102, 142 and 129, a hexagonal lattice of 2^21 76, 93 and
        72, a path of 2^24 330, 376 and 301, a torus of 2^24 536, 538 and 464.
        """
        return self._id_block_bits((vertices // self.units).bit_length() - 1)

    def id_block_bits_at_once(self, vertices: int) -> int:
        """The same where a unit takes one block after the other: none gets a second one.

        On an H100, us by that and by 2^9 ids: paths of 2^17 and 2^18 vertices 28 and 56, 36 and
        109, a hexagonal lattice of 2^17 36 and 63.
        """
        return self._id_block_bits((-(-vertices // self.units) - 1).bit_length())

    def _id_block_bits(self, bits: int) -> int:
        fewest, most = self.id_block_bits
        return min(most, max(fewest, bits))

    def groups_for(self, entries: int) -> int:
        """Work-groups that go through the entries of rows (``entry_loop.h``)."""
        share = self.local_size if self.blocks else self.piece
        return min(self.groups, -(-max(entries, 1) // share))


def tuning_of(device: Any, is_cpu: bool) -> Tuning:
    """The tuning for a device."""
    largest_group = int(device.max_work_group_size)
    units = int(device.max_compute_units)
    # On an H100, us by 1024 and by 512: a mesh of 2^20 vertices 102 and 131, a small world 65 and
    # 81, a wide band 171 and 212, a path of 2^24 330 and 304.
    id_block_items = min(1024, largest_group)
    most_bits = (_MOST_VERTICES_OF_ITEM * id_block_items).bit_length() - 1
    fewest, most = _ID_BLOCK_BITS
    id_block_bits = min(fewest, most_bits), min(most, most_bits)
    if is_cpu:
        # One core of a processor reads a whole row faster than several work-items could share it.
        return Tuning(
            local_size=min(256, largest_group), lanes=1, row_lanes=1, looks=1,
            low_degree=2**31 - 1, high_degree=2**31 - 1, piece=2**30, groups=units * 64,
            units=units, id_block_bits=id_block_bits, id_block_items=id_block_items, blocks=True,
        )  # fmt: skip
    # ECL-CC's degree classes; its paper found that the exact limits matter little. An H100 takes
    # 2.8 us to launch a million work-items, however little they do: the vertices of r4-2e23 are
    # finalized after sampling in 24 us by one work-item each, and in 10 by one for four.
    return Tuning(
        local_size=min(256, largest_group), lanes=min(32, largest_group),
        row_lanes=min(8, largest_group), looks=4,
        low_degree=16, high_degree=352, piece=2048, groups=units * 8,
        units=units, id_block_bits=id_block_bits, id_block_items=id_block_items,
    )  # fmt: skip
