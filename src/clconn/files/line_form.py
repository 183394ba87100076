"""What the lines of a text of edges consist of, for those who read many of them at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Columns", "LineForm"]

Columns = tuple["NDArray[Any]", "NDArray[Any]", "NDArray[Any] | None"]
"""Sources, targets and weights, or None; ends count from 0 as int32, or are names."""


@dataclass(frozen=True)
class LineForm:
    """What a line consists of.

    Attributes
    ----------
    tag : bytes
        The word at its beginning; empty if there is none.
    width : int
        How many columns follow: two ends, perhaps a weight, perhaps an integer to ignore.
    delimiter : bytes or None
        What separates columns; None for blanks.
    comment : bytes
        The character that begins a comment.
    id_range : tuple of int or None
        The smallest and the largest id; the smallest becomes 0. None if ids are names.
    weight_type : type or None
        The type of weights, if there are any.
    """

    tag: bytes
    width: int
    delimiter: bytes | None
    comment: bytes
    id_range: tuple[int, int] | None
    weight_type: type[np.generic] | None
