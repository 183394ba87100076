"""Sources and targets that alternate in memory, as in a file of pairs.

A device takes them as they are. To take them apart costs a processor longer than their way there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["are_columns_of_pairs", "block_of_pairs"]


def are_columns_of_pairs(sources: Any, targets: Any) -> bool:
    """Whether two arrays of int32 are the columns of one contiguous array of pairs."""
    return bool(
        sources.strides == targets.strides == (8,)
        and sources.size == targets.size > 1
        and targets.ctypes.data - sources.ctypes.data == 4
    )


def block_of_pairs(sources: Any) -> Any:
    """Return both columns as one contiguous array, given the first of them."""
    return np.lib.stride_tricks.as_strided(sources, (2 * sources.size,), (4,), writeable=False)
