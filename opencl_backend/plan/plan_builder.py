"""What the algorithms of one plan share: the graph, the switches and the scratch memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import COUNTERS, FOREST, Launch
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.union_find.union_switches import AUXILIARIES
from clconn.variants import Variant

__all__ = ["Workspace"]


class Workspace:
    """The place where a variant is laid out on a graph.

    Parameters
    ----------
    graph : DeviceGraph
    variant : Variant
    options : mapping
        A value for each of the variant's options.
    result_bytes : int
        What a run will allocate for its result.

    Attributes
    ----------
    n : numpy.int32
        Number of vertices, as a kernel's argument.
    rows : tuple of pyopencl.Buffer
        Offsets and neighbors.
    counters : pyopencl.Buffer
        ``counters.h``
    switches : dict
        The ``-D`` switches that hold for all kernels of the plan.
    auxiliary : pyopencl.Buffer or None
        What the union keeps beside the parents (``union_state.h``).
    forest : tuple
        The last arguments of every kernel that links: the former, if there is one, and for a
        spanning forest its edges (``forest_edges.h``).
    spans : bool
        Whether a spanning forest is wanted: then nobody needs the parents to be final.
    needs : dict
        Bytes of each buffer so far, by what it holds, the graph's own included.
    """

    def __init__(
        self, graph: DeviceGraph, variant: Variant, options: Mapping[str, Any], result_bytes: int
    ) -> None:
        self.graph = graph
        self.runtime = graph.runtime
        self.variant = variant
        self.options = options
        self.n = np.int32(graph.n)
        self.rows = (graph.offsets, graph.neighbors)
        self.needs = {**graph.memory_needs, "result": result_bytes}
        tuning = self.runtime.tuning
        self.switches: dict[str, str | int | None] = {
            "OFFSET": graph.offset_type,
            "LANES": tuning.lanes,
            "LOW_DEGREE": tuning.low_degree,
            "HIGH_DEGREE": tuning.high_degree,
            "PIECE": tuning.piece,
            **tuning.sharing,
        }
        if graph.symmetric:
            self.switches["SYMMETRIC"] = None
        if graph.is_sorted:
            self.switches["SORTED"] = None
        self.counters = self.buffer("counters", 4 * COUNTERS)
        self.auxiliary: Any = None
        self.forest: tuple[Any, ...] = ()
        if variant.finish in AUXILIARIES:
            self.switches[f"AUXILIARY_{AUXILIARIES[variant.finish]}"] = None
            self.auxiliary = self.buffer("auxiliary", 4 * graph.n)
            self.forest += (self.auxiliary,)
        self.spans = variant.problem == "forest"
        if self.spans:
            self.switches["FOREST"] = None
            self.forest += (FOREST,)

    def offset(self, number: int) -> np.int32 | np.int64:
        """A number of entries, or a place among them, as a kernel's argument."""
        return np.int32(number) if self.graph.offset_type == "int" else np.int64(number)

    def buffer(self, name: str, size: int) -> Any:
        """A scratch buffer; the graph keeps it, and every plan on the graph shares it.

        Raises
        ------
        DeviceMemoryError
            Before it is allocated, if it does not fit beside all the others of this plan.
        """
        self.needs[name] = max(size, self.needs.get(name, 0))
        self.runtime.check_memory(self.needs, f"{self.variant.name} on this graph")
        return self.graph.scratch(name, self.needs[name])

    def launch(
        self, file: str, kernel: str, items: int, *arguments: Any, **switches: str | int | None
    ) -> Launch:
        """A kernel of a file, built with the plan's switches and more of its own.

        Parameters
        ----------
        file : str
            Of ``kernels_cl``, without ``.cl``.
        kernel : str
        items : int
            Work-items wanted; rounded up to whole work-groups.
        *arguments
            numpy scalars, buffers and slots.
        **switches
            ``-D`` switches.
        """
        made = self.runtime.kernel(file, kernel, {**self.switches, **switches})
        return Launch(made, items, self.runtime.tuning.local_size, *arguments)
