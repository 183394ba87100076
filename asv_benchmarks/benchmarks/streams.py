"""Streams of edges made on the device: the two families on which GConn was measured.

Both have 10 edges a vertex; for R-MAT (a, b, c) = (0.5, 0.1, 0.1). Repetitions and self loops
remain, as they do in streams.
"""

from __future__ import annotations

from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["EDGES_PER_VERTEX", "FAMILIES", "Stream"]

FAMILIES = ("rmat", "barabasi-albert")
EDGES_PER_VERTEX = 10
SUMS = (0.5, 0.6, 0.7)
"""a, a + b and a + b + c of R-MAT."""
GROUP = 256


class Stream:
    """The edges of a family, by their numbers.

    Attributes
    ----------
    n : int
        Number of vertices, a power of two.
    edges : int
    """

    def __init__(self, runtime: Runtime, family: str, scale: int, seed: int = 1) -> None:
        assert family in FAMILIES
        assert scale <= 30
        self.n = 1 << scale
        self.edges = EDGES_PER_VERTEX * self.n
        self._scale = scale
        self._family = family
        self._seed = seed
        self._runtime = runtime

    def arrays(self, begin: int = 0, count: int | None = None) -> tuple[Any, Any]:
        """Make the ends of some edges, as arrays of pyopencl; of all by default."""
        count = self.edges - begin if count is None else count
        assert 0 <= begin <= begin + count <= self.edges
        ends = self._empty(count, np.int32), self._empty(count, np.int32)
        if self._family == "rmat":
            limits = [np.uint32(total * 2**32) for total in SUMS]
            self._launch("rmat", *ends, begin=begin, more=(np.int32(self._scale), *limits))
        else:
            more = np.int64(self.edges), np.int32(EDGES_PER_VERTEX)
            self._launch("barabasi_albert", *ends, begin=begin, more=more)
        return ends

    def mixed(
        self, queries: float, begin: int = 0, count: int | None = None
    ) -> tuple[Any, Any, Any]:
        """Make some edges, and put queries of random vertices in the place of a share of them.

        Returns
        -------
        sources, targets, is_query
        """
        ends = self.arrays(begin, count)
        is_query = self._empty(ends[0].size, np.bool_)
        more = np.int32(self.n), np.uint32(queries * 2**32)
        self._launch("mix_queries", *ends, is_query, begin=begin, more=more)
        return *ends, is_query

    def _empty(self, count: int, dtype: Any) -> Any:
        import pyopencl.array

        return pyopencl.array.empty(self._runtime.queue, count, dtype)

    def _launch(self, name: str, *arrays: Any, begin: int, more: tuple[Any, ...]) -> None:
        import pyopencl

        count = arrays[0].size
        if count:
            pyopencl.Kernel(self._program, name)(
                self._runtime.queue, (-(-count // GROUP) * GROUP,), (GROUP,),
                *(array.data for array in arrays),
                np.int64(begin), np.int64(count), np.uint64(self._seed), *more,
            )  # fmt: skip

    @cached_property
    def _program(self) -> Any:
        import pyopencl

        kernels = resources.files("clconn.kernels_cl")
        parts = [
            kernels.joinpath("device", "hash.h").read_text(),
            kernels.joinpath("primitives", "permutation.h").read_text(),
            Path(__file__).with_suffix(".cl").read_text(),
        ]
        return pyopencl.Program(self._runtime.context, "\n".join(parts)).build(
            ["-DOFFSET=long", "-DPERMUTED"]
        )
