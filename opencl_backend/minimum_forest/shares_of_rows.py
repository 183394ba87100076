"""How Filter-Boruvka divides the entries of rows among work-items."""

from __future__ import annotations

from math import gcd

from clconn.opencl_backend.device.tuning import Tuning

__all__ = ["entries_of_chunk", "entries_of_section", "hub_row", "share_switches"]

_PIECES = 4
"""Entries that a work-item takes of a chunk, which is a work-group's share; 8 were slower by 5 % on
an H100."""

_SECTION = 128
"""The most entries of the parts in which a GPU takes a longer row in the second phase. On an H200
with 1024, 256 and 128, ms: R-MAT of 2^20 vertices whose weights fall with the ids 0.83, 0.67 and
0.61, diagonals among ratings with weights by ids 0.75, 0.53 and 0.52."""

_SHORT_ROW, _SHORT_PART = 32, 16
"""The most entries of a row in the first round, and of a part of one in the second phase, that one
work-item of a GPU reads; the latter looks up a parent for each. On an H200, us of 2^24 entries by
one and by 8 side by side: the first round 59 and 80 on bands of 28, 58 and 55 on bands of 40; the
second phase 129 and 217 on bands of 12, 196 and 157 on bands of 28, 286 and 238 on random graphs of
12 neighbors each, 970 and 472 on those of 20. By 32 side by side bands of 28 took 154 and 326."""

_LONG_ROW = 8
"""A row that is so many times as long as the mean is a hub's, which chooses nothing in the first
round. With 2, 4 or 30 times rmat22, kron21, social and web took as long to within 8 %
on an H100."""

_LEAST_LONG_ROW = 128
"""The most entries of a row that is no hub's, where rows are short."""

_DENSE, _LONG_IF_DENSE = 128, 512
"""Where rows are longer than the former in the mean, one that is longer than the latter is a hub's:
few vertices are few work-items. By the step model one of them read 2,066 entries of a complete
graph of 2,048 vertices with weights by hash, and 18,072 of 600 vertices joined to 6,000 others with
equal ones. Where all rows are long, half as many entries are read in all."""

_ANY_LENGTH = 2**31 - 1


def entries_of_chunk(tuning: Tuning) -> int:
    """The entries that a work-group takes, wherever rows begin."""
    return _PIECES * tuning.local_size


def entries_of_section(tuning: Tuning) -> int:
    """The entries of a section, of which a chunk has a whole number.

    A longer row is taken in parts in the second phase, one for each section that begins within it.
    """
    chunk = entries_of_chunk(tuning)
    return chunk if tuning.blocks else gcd(_SECTION, chunk)


def hub_row(n: int, entries: int) -> int:
    """More entries than this has the row of a hub."""
    mean = -(-entries // max(n, 1))
    return _LONG_IF_DENSE if mean > _DENSE else max(_LEAST_LONG_ROW, _LONG_ROW * mean)


def share_switches(tuning: Tuning) -> dict[str, int]:
    """The switches of the kernels, by which they take entries."""
    # On a processor one work-item reads any row.
    return {
        "PIECES": _PIECES,
        "CHUNK": entries_of_chunk(tuning),
        "SECTION": entries_of_section(tuning),
        "LANES": tuning.row_lanes,
        "SHORT_ROW": _ANY_LENGTH if tuning.blocks else _SHORT_ROW,
        "SHORT_PART": _ANY_LENGTH if tuning.blocks else _SHORT_PART,
    }
