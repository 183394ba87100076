"""Answers as bits: bit ``i % 32`` of word ``i // 32`` is answer i."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["unpack"]


def unpack(bits: Any, count: int) -> NDArray[np.bool_]:
    """Make bools of the answers of :meth:`clconn.IncrementalComponents.process`.

    Parameters
    ----------
    bits : numpy.ndarray, uint32
        32 answers in each word, the first one in the lowest bit.
    count : int
        The number of operations.

    Returns
    -------
    numpy.ndarray, shape (count,), bool

    Raises
    ------
    GraphError
        If `bits` is not an array of uint32, or has fewer than `count` bits.

    Examples
    --------
    >>> import numpy as np
    >>> unpack(np.array([5], dtype=np.uint32), 4)
    array([ True, False,  True, False])
    """
    words = np.asarray(bits)
    if words.dtype != np.uint32 or words.ndim != 1:
        raise GraphError(
            f"bits has dtype {words.dtype} and shape {words.shape}; expected the words that "
            "process returned: uint32, in one dimension"
        )
    try:
        size = operator.index(count)
    except TypeError:
        raise GraphError(f"count is {count!r}; expected the number of operations") from None
    if not 0 <= size <= 32 * words.size:
        raise GraphError(f"count is {size}; the {words.size} words hold {32 * words.size} answers")
    octets = words.astype("<u4", copy=False).view(np.uint8)
    return np.unpackbits(octets, count=size, bitorder="little").view(np.bool_)
