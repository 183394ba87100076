"""Keys that order the edges of a minimum spanning forest: by weight, then by the user's edge id.

A weight of any type becomes a key of 32 bits that compares as the weight does. Narrow types are
mapped bit by bit, and so are wide types whose values fit a narrow one; other weights are ranked.
No weight is ever rounded. Equal weights get equal keys.

Invariant: ``keys[i] < keys[j]`` if and only if the weight of edge i comes before that of edge j.
The edges ascend by id. So (key, position) is a total order, and the lightest forest is unique.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = [
    "CanonicalEdges",
    "canonical_edges",
    "fits_float32",
    "fits_int64",
    "order_keys",
    "ranked_keys",
]

_TOP_BIT = np.uint32(2**31)


@dataclass(frozen=True)
class CanonicalEdges:
    """The edges that a minimum spanning forest chooses from.

    Attributes
    ----------
    sources, targets : numpy.ndarray, shape (m,), int32
        Each undirected edge once, without self loops.
    keys : numpy.ndarray, shape (m,), uint32
        The result of :func:`order_keys`.
    ids : numpy.ndarray, shape (m,), int64
        The user's edge ids, ascending.
    """

    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    keys: NDArray[np.uint32]
    ids: NDArray[np.int64]


def canonical_edges(graph: Graph, *, maximum: bool = False) -> CanonicalEdges:
    """Return the edges of a graph in the order of their ids, with keys instead of weights.

    Without weights all keys are equal; with `maximum` the heaviest edges come first.
    """
    sources, targets, weights, ids = graph.undirected_edges(maximum=maximum)
    order = np.flatnonzero(sources != targets)
    if np.any(ids[1:] < ids[:-1]):
        order = order[np.argsort(ids[order], kind="stable")]
    if order.size < sources.size or np.any(order[1:] < order[:-1]):
        sources, targets, ids = sources[order], targets[order], ids[order]
        weights = None if weights is None else weights[order]
    if weights is None:
        keys = np.zeros(sources.size, dtype=np.uint32)
    else:
        keys = order_keys(weights, maximum=maximum)
    return CanonicalEdges(sources, targets, keys, ids.astype(np.int64, copy=False))


def order_keys(weights: NDArray[Any], *, maximum: bool = False) -> NDArray[np.uint32]:
    """Compute 32-bit keys that compare as the weights do.

    Parameters
    ----------
    weights : numpy.ndarray, shape (m,)
        Booleans, integers or floats, without NaN.
    maximum : bool, default False
        Whether heavier weights come first.

    Returns
    -------
    numpy.ndarray, shape (m,), uint32

    Raises
    ------
    GraphError
        If there are more than 2**32 different weights.
    """
    keys = _narrow_keys(weights, maximum=maximum)
    return ranked_keys(weights, maximum=maximum) if keys is None else keys


def ranked_keys(weights: NDArray[Any], *, maximum: bool = False) -> NDArray[np.uint32]:
    """Compute the keys of :func:`order_keys` for weights of any width, by a sort."""
    order = np.argsort(weights)
    ascending = weights[order]
    # The rank of a weight is how many of the sorted ones up to it are larger than the one before.
    counts = np.zeros(order.size, dtype=np.int64)
    np.cumsum(ascending[1:] != ascending[:-1], out=counts[1:])
    if counts.size and counts[-1] >= 2**32:
        raise GraphError(
            f"the weights have {counts[-1] + 1} different values; expected at most 2**32"
        )
    keys = np.empty(order.size, dtype=np.uint32)
    keys[order] = counts
    return np.invert(keys) if maximum else keys


def fits_float32(weights: NDArray[np.float64]) -> bool:
    """Whether each number is exact as a float32."""
    return _as_float32(weights) is not None


def fits_int64(weights: NDArray[np.float64]) -> bool:
    """Whether each number is whole, and less than 2**62 in absolute value."""
    return _as_int64(weights) is not None


def _narrow_keys(weights: NDArray[Any], *, maximum: bool = False) -> NDArray[np.uint32] | None:
    """Compute the keys of :func:`order_keys` without ranking; None if the weights are too wide."""
    keys = _ascending_keys(weights)
    return np.invert(keys) if maximum and keys is not None else keys


def _ascending_keys(weights: NDArray[Any]) -> NDArray[np.uint32] | None:
    if weights.dtype.kind == "f" and weights.dtype.itemsize == 8:
        weights = _narrow(weights)
    kind, size = weights.dtype.kind, weights.dtype.itemsize
    if kind == "f" and size <= 4:
        # Adding zero turns -0.0 into 0.0.
        floats = weights.astype(np.float32, copy=False) + np.float32(0)
        return _ascending_bits(floats, np.int32, np.uint32)
    if kind in "bu" and size <= 4:
        return weights.astype(np.uint32)
    if kind == "i" and size <= 4:
        return weights.astype(np.int32, copy=False).view(np.uint32) ^ _TOP_BIT
    if kind in "iu" and weights.size:
        least, most = weights.min(), weights.max()
        if int(most) - int(least) < 2**32:
            # Unsigned subtraction wraps around to the right value where signed would overflow.
            above_least: NDArray[np.uint64] = weights.astype(np.uint64) - least.astype(np.uint64)
            return above_least.astype(np.uint32)
    return None


def _ascending_bits(floats: NDArray[Any], signed: Any, unsigned: Any) -> NDArray[Any]:
    """Turn floats in place into unsigned integers that compare as the floats do."""
    bits = floats.view(signed)
    # Invert all bits of a negative number, and only the sign bit of any other.
    flips = bits >> (8 * bits.itemsize - 1)
    flips |= np.iinfo(signed).min
    bits ^= flips
    keys: NDArray[Any] = bits.view(unsigned)
    return keys


def _narrow(weights: NDArray[np.float64]) -> NDArray[Any]:
    """Convert the numbers exactly to a type that needs no ranking, if there is one.

    Matrices usually have float64 entries, even for small whole numbers.
    """
    for convert in (_as_float32, _as_int64):
        # The first few weights usually show that the type does not fit.
        if convert(weights[:1024]) is not None and (narrow := convert(weights)) is not None:
            return narrow
    return weights


def _as_float32(weights: NDArray[np.float64]) -> NDArray[Any] | None:
    with np.errstate(over="ignore"):
        narrow = weights.astype(np.float32)
    return narrow if np.array_equal(narrow, weights) else None


def _as_int64(weights: NDArray[np.float64]) -> NDArray[Any] | None:
    # Larger numbers may not fit int64; this also excludes infinities.
    if not np.all(np.abs(weights) < 2.0**62):
        return None
    whole = weights.astype(np.int64)
    return whole if np.array_equal(whole, weights) else None
