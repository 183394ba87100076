"""Labels: number the components once their roots are known.

The serial twin of a prefix sum on the device: mark the roots, count the marks
up to each root, and look every vertex's number up at its root. The numbers
are 0, 1, 2, ... in the order of the components' smallest vertices.

Invariant: a root is the smallest vertex of its component and its own root, so
each component has exactly one mark, and its number is that of the marks before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clconn.results import labels_from_roots

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["labels_and_count"]


def labels_and_count(roots: NDArray[np.int32]) -> tuple[NDArray[np.int32], int]:
    """Canonical labels, and how many there are.

    Parameters
    ----------
    roots : numpy.ndarray, shape (n,), int32
        The smallest vertex of each vertex's component.

    Returns
    -------
    labels : numpy.ndarray, shape (n,), int32
        In 0..count-1.
    count : int
        Number of components.

    Examples
    --------
    >>> import numpy as np
    >>> labels_and_count(np.array([0, 0, 2, 0, 2], dtype=np.int32))
    (array([0, 0, 1, 0, 1], dtype=int32), 2)
    """
    labels = labels_from_roots(roots)
    return labels, int(labels.max(initial=-1)) + 1
