"""Components of rows that pass through a device in pieces, and of rows that several share out.

``python -m asv_benchmarks.several_devices`` has larger graphs, and compares the answers.
"""

from __future__ import annotations

from typing import Any

import clconn
from clconn.errors import ClconnError
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.device.several_devices import open_runtimes
from clconn.user_rows import user_rows

from . import graphs


def devices() -> list[Runtime]:
    """Open all GPUs; skip a benchmark where there are fewer than two."""
    try:
        runtimes = open_runtimes("gpus")
    except ClconnError as error:
        raise NotImplementedError from error
    if len(runtimes) < 2:
        raise NotImplementedError("there is one GPU")
    return runtimes


class _Rows:
    version = "1"
    params = (graphs.NAMES,)
    param_names = ("graph",)

    def setup(self, name: str) -> None:
        """Take the rows of a graph, of which nothing is known."""
        rows = graphs.graph(name).rows
        self.arrays = rows.offsets, rows.neighbors
        self.bytes = sum(array.nbytes for array in self.arrays)

    def labels(self, **options: Any) -> Any:
        """Go from the arrays to the labels."""
        graph = clconn.Graph.of_rows(user_rows(*self.arrays), None, directed=False)
        return clconn.connected_components(graph, **options).labels


class InPieces(_Rows):
    """With a fourth of the arrays as the limit, or what the vertices need."""

    def time_labels(self, name: str) -> None:
        """On the default device."""
        least = 14 * (self.arrays[0].size - 1) + 2**16
        self.labels(device=graphs.runtime(), memory_limit=max(self.bytes // 4, least))


class OnSeveralDevices(_Rows):
    """With all GPUs, where there are two or more."""

    def setup(self, name: str) -> None:
        """Open the devices before the clock starts."""
        self.runtimes = devices()
        super().setup(name)

    def time_labels(self, name: str) -> None:
        """From the arrays to the labels."""
        self.labels(device=self.runtimes)
