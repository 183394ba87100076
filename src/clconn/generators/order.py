"""The order of the vertices along a path: that of their ids, or a random one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clconn.generators import checks

__all__ = ["vertex_order"]


def vertex_order(n: int, shuffled: Any, seed: Any) -> NDArray[np.int32]:
    """Return 0..n - 1 in order, or shuffled by the random numbers of a seed."""
    random = np.random.Generator(np.random.PCG64(checks.seed_value(seed)))
    if checks.flag("shuffled", shuffled):
        return random.permutation(n).astype(np.int32)
    return np.arange(n, dtype=np.int32)
