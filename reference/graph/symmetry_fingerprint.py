"""A fingerprint that tells, without a transpose, whether rows store each edge at both ends.

R. Freivalds, "Probabilistic machines can use less running time", IFIP Congress 1977, checks
a product of matrices by multiplying with a random vector. Here, for the adjacency A and two
random vectors a and b, all modulo 2**64,

    sum over the entries (v, u) of  a(v) b(u) - b(v) a(u)  =  a'(A - A')b.

Invariant: the number is zero if A is symmetric. Otherwise it is zero with a chance of at most
1.5 * 2**-64, doubled for each factor of 2 that all entries of A - A' have in common. The vectors
are hashes of the vertices' ids under a key that nobody can know in advance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["fingerprint", "vertex_hashes"]


def vertex_hashes(n: int, key: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Make two random numbers for each vertex: twice multiply and fold the high half down.

    Parameters
    ----------
    n : int
    key : int
        In 0..2**64-1.
    """
    # Use arrays of one entry: numpy warns when a scalar passes 2**64, but not when an array does.
    offset, factor = np.array([key], dtype=np.uint64), np.array([key | 1], dtype=np.uint64)
    first = (np.arange(n, dtype=np.uint64) + offset) * np.uint64(0x9E3779B97F4A7C15)
    first = (first ^ (first >> np.uint64(32))) * factor
    first ^= first >> np.uint64(29)
    second = (first ^ (first >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    return first, second


def fingerprint(n: int, offsets: NDArray[np.int32], neighbors: NDArray[np.int32], key: int) -> int:
    """Return the number in 0..2**64-1 that is zero if the adjacency is symmetric.

    Parameters
    ----------
    n : int
    offsets : numpy.ndarray, shape (n + 1,), int32 or int64
    neighbors : numpy.ndarray, shape (m,), int32
    key : int
        Of the hashes; in 0..2**64-1.

    Examples
    --------
    >>> import numpy as np
    >>> offsets = np.array([0, 1, 3, 4])
    >>> fingerprint(3, offsets, np.array([1, 0, 2, 1]), key=7)
    0
    >>> fingerprint(3, offsets, np.array([1, 0, 2, 0]), key=7) == 0
    False
    """
    first, second = vertex_hashes(n, key)
    owners = np.repeat(np.arange(n), np.diff(offsets))
    entries = first[owners] * second[neighbors] - second[owners] * first[neighbors]
    return int(np.add.reduce(entries, initial=np.uint64(0)))
