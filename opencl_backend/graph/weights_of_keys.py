"""Turn keys of 32 bits back into the weights that they were made of.

A forest's weights are gathered from the keys, which are on the device: the user's weights are in
the host's memory, where as many reads far apart from each other take ten times as long as the way
of the keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.parallel_passes import by_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["KeyCode"]

_TOP_BIT = np.uint32(2**31)
_SIGN_OF_64 = np.uint64(2**63)


@dataclass(frozen=True)
class KeyCode:
    """How ``weight_keys.cl`` made keys, one for each weight.

    Attributes
    ----------
    kind, size
        Of the numbers that the device read, as of a numpy.dtype.
    as_float32
        Whether these were floats of 64 bits that are exact as floats of 32 bits.
    base
        What was subtracted from them in the order of integers of 64 bits.
    maximum
        Whether the heaviest comes first.
    """

    kind: str
    size: int
    as_float32: bool
    base: int
    maximum: bool

    def weights(self, keys: NDArray[np.uint32], dtype: Any) -> NDArray[Any] | None:
        """Return the weights of keys, or None if one is a zero, whose sign no key has.

        Parameters
        ----------
        dtype
            That of the user's weights.
        """
        result: NDArray[Any] = np.empty(keys.size, dtype=dtype)

        def decode(part: tuple[NDArray[Any], NDArray[np.uint32]]) -> bool:
            part[0][:] = self._numbers(np.invert(part[1]) if self.maximum else part[1])
            return self.kind == "f" and not part[0].all()

        return None if any(by_parts(decode, result, keys)) else result

    def _numbers(self, keys: NDArray[np.uint32]) -> NDArray[Any]:
        if self.kind == "f" and (self.size == 4 or self.as_float32):
            is_negative = keys < _TOP_BIT
            return (keys ^ np.where(is_negative, np.uint32(2**32 - 1), _TOP_BIT)).view(np.float32)
        if self.size <= 4:
            return keys if self.kind == "u" else (keys ^ _TOP_BIT).view(np.int32)
        numbers = keys.astype(np.uint64) + np.uint64(self.base)
        return numbers if self.kind == "u" else (numbers ^ _SIGN_OF_64).view(np.int64)
