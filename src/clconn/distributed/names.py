"""Names of vertices that are numbered by all workers together.

Each partition numbers its own names, and merges number the union: so names travel once, sorted and
without repetition, and the numbers ascend with the names, as :mod:`clconn.renumbering` has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.id_checks import shown
from clconn.renumbering import number_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["are_contractible", "merge_names", "places_of_names", "refuse_mixed_names"]

Named = tuple[str, "NDArray[Any] | None"]
"""What a part is called, and its names; None if its ids are numbers."""


def merge_names(
    parts: Sequence[Named],
) -> tuple[NDArray[Any] | None, list[NDArray[np.int32]]]:
    """Return the names of the union, ascending, and the places in it of each part's names.

    If no part has names, the first is None, and there are no places.

    Raises
    ------
    GraphError
        If names of one part are integers, and strings in another, or it has none.
    """
    refuse_mixed_names(parts)
    arrays = [names for _, names in parts if names is not None]
    if not arrays:
        return None, []
    union, places = number_names(*arrays)
    ends = np.cumsum([len(each) for each in arrays])
    return union, np.split(places, ends[:-1])


def refuse_mixed_names(parts: Iterable[Named]) -> None:
    """Raise a GraphError if names of one part are of another kind than those of another part.

    Of each part's names the first will do.
    """
    kinds: dict[str, tuple[str, str]] = {}
    for origin, names in parts:
        if names is None:
            kinds.setdefault("numbers of vertices", (origin, ""))
        elif len(names):
            kind = "strings" if isinstance(names[0], str) else "integers"
            kinds.setdefault(kind, (origin, f", such as {shown(names[0])}"))
    if len(kinds) > 1:
        told = [f"{origin} holds {kind}{example}" for kind, (origin, example) in kinds.items()]
        raise GraphError(
            f"{' and '.join(told[:2])}; ids are all of one kind: convert the column, e.g. with "
            ".astype(str), or give renumber=True if all are integers"
        )


def are_contractible(names: NDArray[Any] | None) -> bool:
    """Whether rounds of contraction take these names: integers of 64 bits, or none."""
    return names is None or np.can_cast(names.dtype, np.int64)


def places_of_names(names: NDArray[Any], union: NDArray[Any]) -> NDArray[np.int64]:
    """Return the place of each name in a sorted union that has them all."""
    return np.searchsorted(union, names).astype(np.int64)
