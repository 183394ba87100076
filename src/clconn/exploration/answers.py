"""What differs between problems when their variants are explored.

Each has its copy of the graph on the device, its plans, its answers on the host, and its verifier.
Canonical answers are verified once, and all others must equal the first; spanning forests, of which
a graph has many, are verified one by one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.results import Timing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.opencl_backend.device.runtime import Runtime
    from clconn.opencl_backend.graph.device_graph import DeviceGraph
    from clconn.variants import Variant

__all__ = ["PROBLEMS", "Problem"]


class Problem(ABC):
    """A problem whose variants can be explored."""

    weighted = False
    """Whether weights matter."""

    canonical = True
    """Whether all right answers are the same."""

    @abstractmethod
    def place(self, graph: Graph, runtime: Runtime) -> DeviceGraph:
        """Put the graph where all variants can read it."""

    @abstractmethod
    def plan(self, placed: Any, name: str) -> tuple[Variant, Any]:
        """The variant and its kernels."""

    @abstractmethod
    def answer(self, placed: Any, variant: Variant, output: Any) -> NDArray[Any]:
        """What a run left, on the host."""

    @abstractmethod
    def wrong(self, graph: Graph, answer: NDArray[Any]) -> str:
        """What is wrong with an answer, found independently; empty if it is right."""

    @abstractmethod
    def difference(self, answer: NDArray[Any], expected: NDArray[Any]) -> str:
        """Where an answer first differs from the right one; empty if nowhere."""

    @abstractmethod
    def count(self, graph: Graph, answer: NDArray[Any]) -> int:
        """Components of the graph, by a right answer."""


class _Components(Problem):
    def place(self, graph: Graph, runtime: Runtime) -> DeviceGraph:
        from clconn.opencl_backend.graph.device_graph import to_device

        return to_device(graph, runtime, symmetric=True)

    def plan(self, placed: Any, name: str) -> tuple[Variant, Any]:
        from clconn.opencl_backend.components.connected_components import plan_components

        return plan_components(placed, name)

    def answer(self, placed: Any, variant: Variant, output: Any) -> NDArray[Any]:
        roots: NDArray[Any] = placed.runtime.download(output, placed.n)
        return roots

    def wrong(self, graph: Graph, answer: NDArray[Any]) -> str:
        from clconn import verify

        verdict = verify.components(graph, answer)
        if not verdict:
            return verdict.message
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


class _Forests(Problem):
    canonical = False

    def place(self, graph: Graph, runtime: Runtime) -> DeviceGraph:
        from clconn.opencl_backend.graph.device_graph import to_device

        return to_device(graph, runtime, symmetric=True, edge_ids=True)

    def plan(self, placed: Any, name: str) -> tuple[Variant, Any]:
        from clconn.opencl_backend.spanning_forest.spanning_forest import plan_forest

        return plan_forest(placed, name)

    def answer(self, placed: Any, variant: Variant, output: Any) -> NDArray[Any]:
        from clconn.opencl_backend.spanning_forest.spanning_forest import DeviceForest

        ids: NDArray[Any] = DeviceForest(placed, variant, output, Timing()).edge_ids()
        return ids

    def wrong(self, graph: Graph, answer: NDArray[Any]) -> str:
        from clconn import verify

        verdict = verify.forest(graph, answer)
        return "" if verdict else verdict.message

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


class _MinimumForests(_Forests):
    canonical = True
    weighted = True

    def place(self, graph: Graph, runtime: Runtime) -> DeviceGraph:
        from clconn.opencl_backend.graph.weighted_graph import put_weighted_rows

        return put_weighted_rows(graph, runtime)

    def plan(self, placed: Any, name: str) -> tuple[Variant, Any]:
        from clconn.opencl_backend.minimum_forest.minimum_forest import plan_minimum_forest

        return plan_minimum_forest(placed, name)

    def answer(self, placed: Any, variant: Variant, output: Any) -> NDArray[Any]:
        from clconn.opencl_backend.minimum_forest.minimum_forest import DeviceMinimumForest

        ids: NDArray[Any] = DeviceMinimumForest(placed, variant, output, Timing()).edge_ids()
        return ids

    def wrong(self, graph: Graph, answer: NDArray[Any]) -> str:
        from clconn import verify

        verdict = verify.minimum_forest(graph, answer)
        return "" if verdict else verdict.message


PROBLEMS: dict[str, Problem] = {
    "components": _Components(),
    "forest": _Forests(),
    "minimum-forest": _MinimumForests(),
}
"""The problems whose variants can be explored, by name."""
