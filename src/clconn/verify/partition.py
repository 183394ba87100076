"""What the verifiers of components and of strong components share: labels, and canonical results.

Each of the two has its own check of a partition: a function of labels and their name, which
returns a message that says what is wrong and where, or None. Labels may be any integers of 0 or
more; those of a canonical result follow from its roots, which are labels, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.results import Components, SpanningForest
from clconn.verify.independent import FOR_FORESTS, first_true
from clconn.verify.verification import Verification

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from clconn.graph import Graph

__all__ = ["classes_of", "first_vertices", "verify_partition"]

WrongPartition = Callable[["NDArray[Any]", str], "str | None"]
"""Takes the label of each vertex, and what to call it in messages."""


def verify_partition(
    graph: Graph, result: Components | ArrayLike, wrong_partition: WrongPartition
) -> Verification:
    """Verify a result, which must be canonical, or an array of labels.

    Raises
    ------
    GraphError
        If the result is of another graph, or the array does not have one integer for each vertex.
    """
    if isinstance(result, Components):
        return _verify_canonical(graph, result, wrong_partition)
    if isinstance(result, SpanningForest):
        raise GraphError(f"expected labels, got {type(result).__name__}; {FOR_FORESTS}")
    labels = _label_array(graph.n, result)
    wrong = _negative(labels, "label") or wrong_partition(labels, "label")
    return _verdict(wrong, labels)


def classes_of(labels: NDArray[Any]) -> NDArray[Any]:
    """Return the same classes with numbers below n; a sort if a label is n or more."""
    if labels.max(initial=0) < labels.size:
        return labels
    classes: NDArray[Any] = np.unique(labels, return_inverse=True)[1]
    return classes


def first_vertices(classes: NDArray[Any], count: int) -> NDArray[np.int32]:
    """Return the smallest vertex of each class 0..count-1, or -1 for an empty class."""
    first = np.full(count, -1, dtype=np.int32)
    # numpy keeps the last of several values for one entry, so assign in descending order.
    first[classes[::-1]] = np.arange(classes.size - 1, -1, -1, dtype=np.int32)
    return first


def _verify_canonical(
    graph: Graph, result: Components, wrong_partition: WrongPartition
) -> Verification:
    n = graph.n
    if result.n != n:
        raise GraphError(
            f"the result is of a graph with {result.n} vertices, but this graph has {n}"
        )
    for name in ("roots", "labels"):
        array = getattr(result, name)
        if array.shape != (n,) or array.dtype != np.int32:
            return Verification(
                False,
                f"{name} has shape {array.shape} and dtype {array.dtype}; "
                f"expected ({n},) and int32",
            )
    roots = result.roots
    wrong = (
        _wrong_roots(roots)
        or wrong_partition(roots, "root")
        or _larger_roots(roots)
        or _wrong_labels(result)
        or _wrong_count(result)
    )
    return _verdict(wrong, roots)


def _verdict(wrong: str | None, labels: NDArray[Any]) -> Verification:
    if wrong is not None:
        return Verification(False, wrong)
    count = np.count_nonzero(first_vertices(classes_of(labels), labels.size) >= 0)
    return Verification(True, f"verified: {count} components")


# ------------------------------------------------------------------- the checks
#
# Each check returns a message that says what is wrong and where, or None. A check relies on those
# before it.


def _label_array(n: int, values: ArrayLike) -> NDArray[Any]:
    try:
        labels = np.asarray(values)
    except ValueError as error:
        raise GraphError(f"the labels are not an array: {error}") from None
    if labels.shape != (n,):
        # A forest has fewer edges than vertices.
        advice = f"; {FOR_FORESTS}" if labels.ndim == 1 and labels.size < n else ""
        raise GraphError(
            f"the labels have shape {labels.shape}; expected ({n},), one for each vertex{advice}"
        )
    if labels.size == 0:
        return labels.astype(np.int32)
    if labels.dtype.kind not in "iu":
        raise GraphError(f"the labels have dtype {labels.dtype}; expected integers")
    return labels


def _negative(labels: NDArray[Any], name: str) -> str | None:
    v = first_true(labels < 0)
    return None if v is None else f"vertex {v} has {name} {labels[v]}; expected 0 or more"


def _wrong_roots(roots: NDArray[np.int32]) -> str | None:
    v = first_true((roots < 0) | (roots >= roots.size))
    if v is not None:
        return f"vertex {v} has root {roots[v]}, outside 0..{roots.size - 1}"
    v = first_true(roots[roots] != roots)
    if v is not None:
        return f"vertex {v} has root {roots[v]}, whose own root is {roots[roots[v]]}"
    return None


def _larger_roots(roots: NDArray[np.int32]) -> str | None:
    expected = first_vertices(roots, roots.size)[roots]
    v = first_true(roots != expected)
    if v is None:
        return None
    return (
        f"vertex {v} has root {roots[v]}, but vertex {expected[v]} is the smallest of its component"
    )


def _wrong_labels(result: Components) -> str | None:
    is_root = result.roots == np.arange(result.n, dtype=np.int32)
    number = np.cumsum(is_root, dtype=np.int32) - 1
    expected = number[result.roots]
    v = first_true(result.labels != expected)
    if v is None:
        return None
    return (
        f"vertex {v} has label {result.labels[v]}, but its component is number "
        f"{expected[v]} in the order of smallest vertices"
    )


def _wrong_count(result: Components) -> str | None:
    expected = np.count_nonzero(result.roots == np.arange(result.n, dtype=np.int32))
    return None if result.count == expected else f"count is {result.count}; expected {expected}"
