"""Compare the answers of different variants in an exploration.

The verifier checks the first canonical answer, and all others must equal it. A graph has many
spanning forests, so the verifier checks each of them.
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
    """The comparison of answers of one problem."""

    def __init__(self, problem: Problem) -> None:
        self._verify = problem.load("verifier")

    @abstractmethod
    def array(self, source: Any) -> NDArray[Any]:
        """Return the answer of a run as an array on the host."""

    @abstractmethod
    def difference(self, answer: NDArray[Any], expected: NDArray[Any]) -> str:
        """Describe the first difference from the right answer; empty if there is none."""

    @abstractmethod
    def count(self, graph: Graph, answer: NDArray[Any]) -> int:
        """Return the number of components, given a right answer."""

    def wrong(self, graph: Graph, answer: NDArray[Any]) -> str:
        """Describe what the verifier finds wrong with an answer; empty if it is right."""
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
        # The classes are right. It remains to check that no root is larger than a vertex of its
        # class, and that each root is its own root.
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
        absent, extra = np.setdiff1d(expected, answer), np.setdiff1d(answer, expected)
        if not absent.size and not extra.size:
            return ""
        edge, other = (absent, "is not") if absent.size else (extra, "is")
        return (
            f"edge {edge[0]} {other} in the forest, unlike the verified one, "
            f"and so {absent.size + extra.size - 1} others"
        )

    def count(self, graph: Graph, answer: NDArray[Any]) -> int:
        return graph.n - int(answer.size)
