"""From a scipy matrix to the answer on graphs of all kinds, of sizes for a processor."""

from __future__ import annotations

from typing import Any

import clconn

from . import measured, processor_graphs


class Components(measured.EndToEnd):
    """To the labels of the components."""

    params = (tuple(processor_graphs.GRAPHS),)

    def make_matrix(self, graph: str) -> Any:
        return processor_graphs.matrix(graph)

    def time_scipy_to_labels(self, graph: str) -> None:
        _ = clconn.connected_components(self.matrix, backend="opencl").labels


class MinimumForests(measured.EndToEnd):
    """To the ids of the edges of a minimum spanning forest, weights by hash."""

    params = (tuple(processor_graphs.GRAPHS),)

    def make_matrix(self, graph: str) -> Any:
        return processor_graphs.matrix(graph, weighted=True)

    def time_scipy_to_edge_ids(self, graph: str) -> None:
        _ = clconn.minimum_spanning_forest(self.matrix, backend="opencl").edge_ids
