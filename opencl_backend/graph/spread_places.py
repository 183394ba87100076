"""Places that spread evenly over an array of the host, as ``spread_place`` of ``device/hash.h``.

Evenly spaced ones might all be of one kind: such rows of a grid are all of one column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["spread_places"]


def spread_places(count: int, size: int) -> NDArray[np.uint64]:
    """Return ``count`` places in 0..size-1; some are the same if there are fewer."""
    fractions = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(2654435769)
    return (fractions & np.uint64(0xFFFFFFFF)) * np.uint64(size) >> np.uint64(32)
