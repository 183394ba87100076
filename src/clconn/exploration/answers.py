"""How answers of different variants are compared when the variants are explored.

Canonical answers are verified once, and all others must equal the first; spanning forests, of which
a graph has many, are verified one by one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.problems import Problem

__all__ = ["Answers", "EdgeAnswers", "RootAnswers"]


class Answers(ABC):
    """The answers of one problem.

    Parameters
    ----------
    problem : Problem
    """

    def __init__(self, problem: Problem) -> None:
        self._verify = problem.load("verifier")

    @abstractmethod
    def array(self, source: Any) -> NDArray[Any]:
        """What a run left, on the host."""

    @abstractmethod
    def difference(self, answer: NDArray[Any], expected: NDArray[Any]) -> str:
        """Where an answer first differs from the right one; empty if nowhere."""

    @abstractmethod
    def count(self, graph: Graph, answer: NDArray[Any]) -> int:
        """Components of the graph, by a right answer."""

    def wrong(self, graph: Graph, answer: NDArray[Any]) -> str:
        """What is wrong with an answer, found independently; empty if it is right."""
        verdict = self._verify(graph, answer)
        return "" if verdict else verdict.message


class RootAnswers(Answers):
    """The smallest vertex of each vertex's component."""

    def array(self, source: Any) -> NDArray[Any]:
        roots: NDArray[Any] = source.roots()
        return roots

    def wrong(self, graph: Graph, answer: NDArray[Any]) -> str:
        message = super().wrong(graph, answer)
        if message:
            return message
        # Each class has a root of its own, so it is the smallest if it is not larger than any.
        own = np.arange(answer.size, dtype=answer.dtype)
        not_smallest = np.flatnonzero((answer > own) | (answer[np.minimum(answer, own)] != answer))
        if not_smallest.size:
            v = not_smallest[0]
            return f"root {answer[v]} of vertex {v} is not its component's smallest"
        return ""

    def difference(self, answer: NDArray[Any], expected: NDArray[Any]) -> str:
        different = np.flatnonzero(answer != expected)
        if not different.size:
            return ""
        v = different[0]
        return (
            f"vertex {v} has root {answer[v]}, but {expected[v]} in the verified one, "
            f"and so {different.size - 1} others"
        )

    def count(self, graph: Graph, answer: NDArray[Any]) -> int:
        return int(np.count_nonzero(answer == np.arange(answer.size, dtype=answer.dtype)))


class EdgeAnswers(Answers):
    """The ids of a forest's edges, ascending."""

    def array(self, source: Any) -> NDArray[Any]:
        ids: NDArray[Any] = source.edge_ids()
        return ids

    def difference(self, answer: NDArray[Any], expected: NDArray[Any]) -> str:
        missing, added = np.setdiff1d(expected, answer), np.setdiff1d(answer, expected)
        if not missing.size and not added.size:
            return ""
        edge, other = (missing, "is not") if missing.size else (added, "is")
        return (
            f"edge {edge[0]} {other} in the forest, unlike the verified one, "
            f"and so {missing.size + added.size - 1} others"
        )

    def count(self, graph: Graph, answer: NDArray[Any]) -> int:
        return graph.n - int(answer.size)
