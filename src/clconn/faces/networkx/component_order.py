"""The order in which NetworkX yields strong components.

It is the one in which a depth-first search leaves them: the search starts from the nodes in their
order, takes the successors of each in theirs, and leaves a component when it leaves the vertex by
which it came in. It is a reverse topological order. Which one, depends on the order in which the
search meets the vertices within a component, so no search of the components alone would find it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["order_of_leaving"]


def order_of_leaving(
    n: int, sources: NDArray[Any], targets: NDArray[Any], labels: NDArray[Any], count: int
) -> list[int]:
    """Return the labels of the components in the order in which the search leaves them.

    Parameters
    ----------
    sources, targets : numpy.ndarray, shape (m,)
        The arcs, in ascending order of their sources.
    """
    begins = np.searchsorted(sources, np.arange(n + 1)).tolist()
    successors, label_of = targets.tolist(), labels.tolist()
    unseen = bytearray(b"\1") * n
    entrance = [-1] * count
    order: list[int] = []
    for start in range(n):
        if not unseen[start]:
            continue
        if len(order) == count:
            break
        path: list[int] = []
        rows: list[Any] = []
        row = iter((start,))
        while True:
            for vertex in row:
                if unseen[vertex]:
                    unseen[vertex] = 0
                    if entrance[label_of[vertex]] < 0:
                        entrance[label_of[vertex]] = vertex
                    path.append(vertex)
                    rows.append(row)
                    row = iter(successors[begins[vertex] : begins[vertex + 1]])
                    break
            else:
                if not path:
                    break
                vertex, row = path.pop(), rows.pop()
                if entrance[label_of[vertex]] == vertex:
                    order.append(label_of[vertex])
    return order
