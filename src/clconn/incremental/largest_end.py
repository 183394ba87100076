"""The largest end of the edges of a batch, as fast as the memory gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.incremental.pairs import are_columns_of_pairs, block_of_pairs
from clconn.parallel_passes import largest_unsigned

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["largest_end"]


def largest_end(sources: NDArray[Any], targets: NDArray[Any]) -> int:
    """Return the largest end, of which a negative one is very large; -1 if there is none.

    Parameters
    ----------
    sources, targets
        Of any integer types.
    """
    if sources.dtype == targets.dtype == np.int32 and are_columns_of_pairs(sources, targets):
        return largest_unsigned(block_of_pairs(sources))
    return max(largest_unsigned(sources), largest_unsigned(targets))
