"""The order of the edges in a minimum spanning forest: by weight, then by the user's edge id.

Whatever the type of the weights, 32 bits say how two of them compare: narrow types are mapped bit
by bit, and so are wide ones whose values are narrow; others are ranked. No weight is ever rounded.
Equal weights get equal keys.

Invariant: ``keys[i] < keys[j]`` if and only if edge i comes before edge j whatever their ids, and
edges ascend by id; so (key, place) orders the edges totally, and there is one lightest forest.
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
    "narrow_keys",
    "order_keys",
    "ranked_keys",
    "wide_keys",
]

_TOP_BIT = np.uint32(2**31)
_TOP_BIT_OF_64 = np.uint64(2**63)


@dataclass(frozen=True)
class CanonicalEdges:
    """The edges that a minimum spanning forest chooses from.

    Attributes
    ----------
    sources, targets : numpy.ndarray, shape (m,), int32
        Each undirected edge once, without self loops.
    keys : numpy.ndarray, shape (m,), uint32
        Made by :func:`order_keys`.
    ids : numpy.ndarray, shape (m,), int64
        The user's numbers of the edges, ascending.
    """

    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    keys: NDArray[np.uint32]
    ids: NDArray[np.int64]


def canonical_edges(graph: Graph, *, maximum: bool = False) -> CanonicalEdges:
    """The edges of a graph, in the order of their ids, with keys in the place of weights.

    Parameters
    ----------
    graph : Graph
        Without weights all edges weigh the same.
    maximum : bool, default False
        Whether the heaviest edges come first.
    """
    sources, targets, weights, ids = graph.undirected_edges()
    chosen = np.flatnonzero(sources != targets)
    if np.any(ids[1:] < ids[:-1]):
        chosen = chosen[np.argsort(ids[chosen], kind="stable")]
    if chosen.size < sources.size or np.any(chosen[1:] < chosen[:-1]):
        sources, targets, ids = sources[chosen], targets[chosen], ids[chosen]
        weights = None if weights is None else weights[chosen]
    if weights is None:
        keys = np.zeros(sources.size, dtype=np.uint32)
    else:
        keys = order_keys(weights, maximum=maximum)
    return CanonicalEdges(sources, targets, keys, ids.astype(np.int64, copy=False))


def order_keys(weights: NDArray[Any], *, maximum: bool = False) -> NDArray[np.uint32]:
    """Numbers of 32 bits that compare as the weights do.

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
    keys = narrow_keys(weights, maximum=maximum)
    return ranked_keys(weights, maximum=maximum) if keys is None else keys


def ranked_keys(weights: NDArray[Any], *, maximum: bool = False) -> NDArray[np.uint32]:
    """The same for weights of any width, by a sort.

    Parameters
    ----------
    weights, maximum
        As for :func:`order_keys`.

    Raises
    ------
    GraphError
        As there.
    """
    different, ranks = np.unique(weights, return_inverse=True)
    if different.size > 2**32:
        raise GraphError(
            f"the weights have {different.size} different values; expected at most 2**32"
        )
    keys = ranks.reshape(-1).astype(np.uint32)
    return np.invert(keys) if maximum else keys


def narrow_keys(weights: NDArray[Any], *, maximum: bool = False) -> NDArray[np.uint32] | None:
    """The keys where each weight has its own, whatever the others are: no ranking, linear time.

    Parameters
    ----------
    weights, maximum
        As for :func:`order_keys`.

    Returns
    -------
    numpy.ndarray, shape (m,), uint32, or None
        None if the weights are too wide.
    """
    keys = _ascending_keys(weights)
    return np.invert(keys) if maximum and keys is not None else keys


def wide_keys(weights: NDArray[Any], *, maximum: bool = False) -> NDArray[np.uint64] | None:
    """Numbers of 64 bits that compare as the weights do.

    Parameters
    ----------
    weights, maximum
        As for :func:`order_keys`.

    Returns
    -------
    numpy.ndarray, shape (m,), uint64, or None
        None unless the weights are integers or floats of 64 bits.
    """
    kind, size = weights.dtype.kind, weights.dtype.itemsize
    if size != 8 or kind not in "iuf":
        return None
    if kind == "f":
        keys = _ascending_bits(weights.astype(np.float64, copy=False) + 0.0, np.int64, np.uint64)
    elif kind == "i":
        keys = weights.astype(np.int64, copy=False).view(np.uint64) ^ _TOP_BIT_OF_64
    else:
        keys = weights.astype(np.uint64)
    return np.invert(keys) if maximum else keys


def _ascending_keys(weights: NDArray[Any]) -> NDArray[np.uint32] | None:
    if weights.dtype.kind == "f" and weights.dtype.itemsize == 8:
        weights = _narrower(weights)
    kind, size = weights.dtype.kind, weights.dtype.itemsize
    if kind == "f" and size <= 4:
        # Adding zero makes -0.0 and 0.0 one number.
        floats = weights.astype(np.float32, copy=False) + np.float32(0)
        return _ascending_bits(floats, np.int32, np.uint32)
    if kind in "bu" and size <= 4:
        return weights.astype(np.uint32)
    if kind == "i" and size <= 4:
        return weights.astype(np.int32, copy=False).view(np.uint32) ^ _TOP_BIT
    if kind in "iu" and weights.size:
        least, most = weights.min(), weights.max()
        if int(most) - int(least) < 2**32:
            # Unsigned subtraction wraps around to the right answer where a signed one overflows.
            above_least: NDArray[np.uint64] = weights.astype(np.uint64) - least.astype(np.uint64)
            return above_least.astype(np.uint32)
    return None


def _ascending_bits(floats: NDArray[Any], signed: Any, unsigned: Any) -> NDArray[Any]:
    """The bits of floats, in place, as unsigned integers that compare as the floats do."""
    bits = floats.view(signed)
    # All bits of a negative number are inverted, the sign of any other.
    flipped = bits >> (8 * bits.itemsize - 1)
    flipped |= np.iinfo(signed).min
    bits ^= flipped
    keys: NDArray[Any] = bits.view(unsigned)
    return keys


def _narrower(weights: NDArray[np.float64]) -> NDArray[Any]:
    """The same numbers in a type that needs no ranking, if there is one.

    Matrices have float64 entries whatever they mean, and often whole numbers.
    """
    for narrow in (_as_float32, _as_int64):
        # Most weights that do not fit show it at once.
        if narrow(weights[:1024]) is not None and (fitting := narrow(weights)) is not None:
            return fitting
    return weights


def _as_float32(weights: NDArray[np.float64]) -> NDArray[Any] | None:
    with np.errstate(over="ignore"):
        narrow = weights.astype(np.float32)
    return narrow if np.array_equal(narrow, weights) else None


def _as_int64(weights: NDArray[np.float64]) -> NDArray[Any] | None:
    # Beyond this a float64 is no int64; an infinity is neither.
    if not np.all(np.abs(weights) < 2.0**62):
        return None
    whole = weights.astype(np.int64)
    return whole if np.array_equal(whole, weights) else None
