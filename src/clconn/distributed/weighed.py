"""Arrays that tell Dask their size.

By it a worker knows when to move what it holds to disk; of an object that does not tell, it counts
a few bytes, and stops for lack of memory that it cannot account for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["Weighed"]


class Weighed:
    """The base of dataclasses of arrays, or of lists of such."""

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays."""
        return sum(map(_bytes_of, vars(self).values()))

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + self.nbytes


def _bytes_of(value: Any) -> int:
    if isinstance(value, np.ndarray):
        return int(value.nbytes)
    if isinstance(value, list):
        return sum(map(_bytes_of, value))
    return value.__sizeof__() if isinstance(value, Weighed) else 0
