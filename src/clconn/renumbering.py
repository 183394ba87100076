"""Number the vertices of a graph whose ids are sparse integers, or strings.

Invariant: vertex i is the i-th of the distinct names in ascending order, integers by value
and strings by code point. So the numbers do not depend on the order of the edges, and the
smallest vertex of a component is the one with its smallest name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.graph_checks import refuse_unequal_ends
from clconn.host_arrays import column_of, host_array
from clconn.id_checks import kind_of_names, objects_of, refuse_missing_ids, refuse_mixed_ids, shown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "joined",
    "names_of",
    "number_by_name",
    "number_integers",
    "number_names",
    "number_strings",
    "refuse_count_of_names",
]

LONGEST_WORD = 64
"""Bytes of the longest words that are numbered by integers; sorts of longer ones cost more."""

_UTF_8 = ("utf-8", "surrogatepass")


def number_by_name(
    sources: ArrayLike, targets: ArrayLike, n: int | None = None
) -> tuple[NDArray[Any], NDArray[np.int32], NDArray[np.int32]]:
    """Return the distinct names of the ends of edges, ascending, and both ends as their places.

    Raises
    ------
    GraphError
        If a name is neither an integer nor a string, or some are integers and some strings, or
        if there is a number of vertices.
    """
    refuse_count_of_names(n)
    ends = names_of(sources, "sources"), names_of(targets, "targets")
    refuse_unequal_ends(*ends)
    edges = ends[0].size
    if edges and isinstance(ends[0][0], str) != isinstance(ends[1][0], str):
        raise GraphError(
            f"edge 0 joins {shown(ends[0][0])} and {shown(ends[1][0])}, an integer and a "
            "string; names are all integers or all strings: convert one of the columns"
        )
    nodes, numbers = number_names(*ends)
    return nodes, numbers[:edges], numbers[edges:]


def number_names(*parts: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Return the distinct names in arrays of one kind of names, ascending, and all names' places.

    The arrays are those of :func:`names_of`; the places are of one array after the other.
    """
    filled = [part for part in parts if part.size]
    if not filled:
        return np.empty(0, np.int64), np.empty(0, np.int32)
    if isinstance(filled[0][0], str):
        words, numbers = number_strings([name.encode(*_UTF_8) for part in filled for name in part])
        return objects_of([word.decode(*_UTF_8) for word in words]), numbers
    nodes, numbers = number_integers(joined(filled))
    return nodes.astype(np.int64) if nodes.dtype == np.int32 else nodes, numbers


def refuse_count_of_names(n: Any) -> None:
    """Reject a number of vertices that is given with names, which tell it."""
    if n is not None:
        raise GraphError(
            f"n is {n!r} with renumber=True, which counts the ids that occur; leave one out"
        )


def number_strings(words: list[bytes]) -> tuple[list[bytes], NDArray[np.int32]]:
    """Return the distinct words, ascending, and the place of each word among them.

    Four bytes at a time are a number, small enough to be sorted with its place, so short words
    are numbered by sorts of integers: of 10^7 words of 11 bytes in a list, that takes 12 s with
    all conversions, where eight bytes at a time take 27 to 32 s. For 10^6 words a dictionary and
    ``sorted`` take 1.8 s. Long words go that way.
    """
    if not words:
        return [], np.empty(0, dtype=np.int32)
    widest = max(map(len, words))
    if widest > LONGEST_WORD or b"\0" in b"".join(words):
        distinct = sorted(set(words))
        place = dict(zip(distinct, range(len(distinct)), strict=True))
        return distinct, np.fromiter(map(place.__getitem__, words), np.int32, len(words))
    width = 4 * max(1, -(-widest // 4))
    chunks = np.array(words, dtype=f"S{width}").view(">u4").reshape(len(words), -1)
    numbers = np.zeros(len(words), dtype=np.int32)
    for column in chunks.T:
        # Both numbers ascend with the words, so the pair of them does, too.
        _, more = number_integers(column.astype(np.uint64))
        pairs = numbers.astype(np.uint64) * np.uint64(int(more.max()) + 1)
        _, numbers = number_integers(pairs + more.astype(np.uint64))
    occurrence = np.empty(int(numbers.max()) + 1, dtype=np.int64)
    occurrence[numbers] = np.arange(len(words))
    # Read from the chunks, which lie in order, and not from objects all over the memory.
    return chunks[occurrence].view(f"S{width}").ravel().tolist(), numbers


def joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Concatenate integers without the float64 in which numpy joins int64 and uint64."""
    filled = [part for part in parts if part.size]
    if all(part.dtype == np.int32 for part in filled):
        return np.concatenate([np.empty(0, np.int32), *filled])
    bounds = [int(bound) for part in filled for bound in (part.min(), part.max())]
    kind: type = object
    for dtype in (np.int64, np.uint64):
        if np.iinfo(dtype).min <= min(bounds) and max(bounds) <= np.iinfo(dtype).max:
            kind = dtype
            break
    return np.concatenate([part.astype(kind, copy=False) for part in filled])


def number_integers(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Return the distinct values, ascending, and the place of each value among them.

    The values are int32, int64, uint64, or Python's integers if there are larger ones.

    For 10^7 values this takes 0.6 s if their range is no larger than their number, 0.8 s if
    a difference and a place fit into 64 bits together, and 4 to 6 s otherwise (two cores,
    numpy 2.4). There np.unique takes 4 to 6 s throughout and pandas.factorize(sort=True) 2 to
    8 s, so pandas is not worth a dependency. A table of 10 times as many values as there are
    is slower than the sort.
    """
    if not values.size:
        return np.empty(0, np.int64), np.empty(0, np.int32)
    if values.dtype == object:
        distinct, inverse = np.unique(values, return_inverse=True)
        return distinct, inverse.astype(np.int32)
    smallest = int(values.min())
    spread = int(values.max()) - smallest
    # Differences modulo 2**64 are exact for int64, too.
    unsigned = values.astype(np.uint64)
    unsigned -= np.uint64(smallest % 2**64)
    if spread < values.size:
        offsets = unsigned.view(np.int64)
        present = np.zeros(spread + 1, dtype=np.bool_)
        present[offsets] = True
        distinct = np.flatnonzero(present).astype(np.uint64)
        numbers = (np.cumsum(present, dtype=np.int32) - 1)[offsets]
    elif spread.bit_length() + values.size.bit_length() <= 64:
        distinct, numbers = _sort_with_places(unsigned, values.size.bit_length())
    else:
        distinct, inverse = np.unique(unsigned, return_inverse=True)
        numbers = inverse.astype(np.int32)
    distinct += np.uint64(smallest % 2**64)
    return distinct.astype(values.dtype), numbers


def _sort_with_places(
    values: NDArray[np.uint64], place_bits: int
) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """Sort small values with their places in the low bits, faster than an indirect sort."""
    shift = np.uint64(place_bits)
    keys = values << shift
    keys |= np.arange(keys.size, dtype=np.uint64)
    keys.sort()
    places = (keys & np.uint64((1 << place_bits) - 1)).view(np.int64)
    keys >>= shift
    is_new = np.empty(keys.size, dtype=np.bool_)
    is_new[0] = True
    np.not_equal(keys[1:], keys[:-1], out=is_new[1:])
    numbers = np.empty(keys.size, dtype=np.int32)
    numbers[places] = np.cumsum(is_new, dtype=np.int32) - 1
    return keys[is_new], numbers


def names_of(values: ArrayLike, what: str) -> NDArray[Any]:
    """Return names as an array of integers or of Python objects, all integers or all strings."""
    values = host_array(values)
    array = column_of(values, what)
    if array.dtype.kind in "Uf" and not hasattr(values, "dtype"):
        # In a list of strings numpy turns None and numbers into strings, and integers into floats
        # if some of them need uint64.
        array = objects_of(list(values))  # type: ignore[arg-type]
    if array.dtype.kind in "iu" or not array.size:
        return array
    if array.dtype.kind == "S":
        try:
            array = objects_of(list(map(bytes.decode, array.tolist())))
        except UnicodeDecodeError as error:
            raise GraphError(f"{what} holds bytes that are not UTF-8: {error}") from None
    elif array.dtype.kind in "UT":
        array = array.astype(object)
    if array.dtype == object:
        kind = kind_of_names(array)
        if kind is str:
            return array
        if kind is int:
            return objects_of(list(map(int, array)))
    refuse_missing_ids(array, what)
    refuse_mixed_ids(array, what)
    raise GraphError(
        f"{what} has dtype {array.dtype}; an id is an integer or a string: "
        "convert with .astype(numpy.int64) or .astype(str) if that is what they are"
    )
