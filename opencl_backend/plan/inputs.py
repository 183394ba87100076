"""What a plan reads: a graph on the device, or edges that each run provides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays

__all__ = ["EdgeInputs", "Inputs", "RowInputs"]


class Inputs(Protocol):
    """The inputs that a PlanBuilder reads; a DeviceGraph provides them.

    Attributes
    ----------
    entry_count
        Number of entries of the rows, or the largest number of edges.
    offset_type
        The OpenCL type of an entry's place, ``"int"`` or ``"long"``.
    symmetric, is_sorted
        What is known of the rows.
    has_long_rows
        Whether a vertex may have more than a low degree.
    has_upper_rows, has_empty_rows
        Whether a few rows look like those of an upper triangle of a matrix, and whether most of
        them are empty.
    transpose
        The rows of the opposite arcs, made when first asked for.
    memory_needs
        Bytes on the device, by what they hold.
    """

    @property
    def rows(self) -> DeviceCSR | None: ...
    @property
    def entry_count(self) -> int: ...
    @property
    def offset_type(self) -> str: ...
    @property
    def symmetric(self) -> bool: ...
    @property
    def is_sorted(self) -> bool: ...
    @property
    def has_long_rows(self) -> bool: ...
    @property
    def has_upper_rows(self) -> bool: ...
    @property
    def has_empty_rows(self) -> bool: ...
    @property
    def transpose(self) -> DeviceCSR | None: ...
    @property
    def memory_needs(self) -> dict[str, int]: ...
    def edge_arrays(self) -> EdgeArrays: ...


@dataclass(frozen=True)
class EdgeInputs:
    """Arrays of edges without a graph: two buffers, or slots that each run fills.

    Attributes
    ----------
    arrays
        At most ``arrays.count`` edges; a run with fewer fills the rest with self loops.
    """

    arrays: EdgeArrays
    rows: DeviceCSR | None = None
    transpose: DeviceCSR | None = None
    offset_type: str = "int"
    symmetric: bool = False
    is_sorted: bool = False
    has_long_rows: bool = True
    has_upper_rows: bool = False
    has_empty_rows: bool = False

    @property
    def entry_count(self) -> int:
        """The largest number of edges of a run."""
        return self.arrays.count

    @property
    def memory_needs(self) -> dict[str, int]:
        """Bytes of the two arrays."""
        return {"sources": 4 * self.arrays.count, "targets": 4 * self.arrays.count}

    def edge_arrays(self) -> EdgeArrays:
        """The arrays."""
        return self.arrays


@dataclass(frozen=True)
class RowInputs:
    """Rows that a plan makes itself, in memory of its own."""

    rows: DeviceCSR
    transpose: DeviceCSR | None = None
    symmetric: bool = False
    is_sorted: bool = False
    has_long_rows: bool = True
    has_upper_rows: bool = False
    has_empty_rows: bool = False

    @property
    def entry_count(self) -> int:
        """The largest number of entries."""
        return self.rows.entry_count

    @property
    def offset_type(self) -> str:
        """That of the rows."""
        return self.rows.offset_type

    @property
    def memory_needs(self) -> dict[str, int]:
        """Nothing beyond what the plan has counted."""
        return {}

    def edge_arrays(self) -> EdgeArrays:
        """There are none."""
        raise NotImplementedError
