"""Components of edges that arrive in batches: throughput by batch size and by queries.

The edges are on the device, in arrays of pyopencl. asv takes less for better, so the benchmarks
give the inverse of the throughput.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np

from clconn.command_line.options import parse_options
from clconn.design_space import make_request
from clconn.problems import INCREMENTAL

from . import graphs, streams

GPU_SCALE = 27
"""Binary logarithm of the number of vertices, as GConn's paper has it: 1.3 billion edges."""
PROCESSOR_SCALE = 16
BATCHES = (10**3, 10**4, 10**5, 10**6, 10**7, "all")
MOST_BATCHES = 1000
"""Of small batches, only the first ones take part."""
INSERTIONS_PER_QUERY = (10.0, 1.0, 0.1)
BATCH_OF_QUERIES = 10**6
RUNS = 5


def make_engine(n: int, text: str, runtime: Any) -> Any:
    """Begin with n vertices; the text is a variant, with options after it."""
    variant, *options = text.split()
    chosen = parse_options(options, variant, INCREMENTAL)
    return INCREMENTAL.load("engine")(n, make_request(INCREMENTAL, variant, chosen), runtime, False)


def cut(arrays: Any, batch: int | str) -> list[Any]:
    """Cut arrays of equal length into batches of a size, or leave them as one batch."""
    count = arrays[0].size
    size = count if batch == "all" else int(batch)
    return [
        [array[begin : begin + size] for array in arrays] for begin in range(0, count, size or 1)
    ]


@cache
def _stream(family: str) -> streams.Stream:
    runtime = graphs.runtime()
    return streams.Stream(runtime, family, PROCESSOR_SCALE if runtime.is_cpu else GPU_SCALE)


class _Throughput:
    version = "1"
    n: int
    batches: list[Any]

    def nanoseconds_each(self, name: str, **more: Any) -> float:
        """Call the engine's method of that name with each batch; each run begins anew."""
        runtime = graphs.runtime()
        times = []
        for _ in range(RUNS + 1):
            engine = make_engine(self.n, "auto", runtime)
            engine.finish()
            begin = time.perf_counter()
            for batch in self.batches:
                getattr(engine, name)(*batch, **more)
            engine.finish()
            times.append(time.perf_counter() - begin)
        # The first run builds the kernels.
        return float(1e9 * np.median(times[1:]) / sum(batch[0].size for batch in self.batches))


class BatchSizes(_Throughput):
    """Insertions, in batches of each size."""

    params = (streams.FAMILIES, BATCHES)
    param_names = ("stream", "batch")

    def setup(self, family: str, batch: int | str) -> None:
        stream = _stream(family)
        self.n = stream.n
        count = stream.edges if batch == "all" else min(stream.edges, MOST_BATCHES * int(batch))
        self.batches = cut(stream.arrays(count=count), batch)

    def track_nanoseconds_per_edge(self, family: str, batch: int | str) -> float:
        return self.nanoseconds_each("insert")

    track_nanoseconds_per_edge.unit = "ns"  # type: ignore[attr-defined]


class CheckedLater(BatchSizes):
    """The same without a wait for a look at the ends of each batch."""

    def track_nanoseconds_per_edge(self, family: str, batch: int | str) -> float:
        return self.nanoseconds_each("insert", check_later=True)

    track_nanoseconds_per_edge.unit = "ns"  # type: ignore[attr-defined]


class Queries(_Throughput):
    """Insertions among queries of random vertices, in batches of a million operations."""

    params = (streams.FAMILIES, INSERTIONS_PER_QUERY)
    param_names = ("stream", "insertions per query")

    def setup(self, family: str, ratio: float) -> None:
        stream = _stream(family)
        self.n = stream.n
        count = min(stream.edges, 100 * BATCH_OF_QUERIES)
        self.batches = cut(stream.mixed(1 / (1 + ratio), count=count), BATCH_OF_QUERIES)

    def track_nanoseconds_per_operation(self, family: str, ratio: float) -> float:
        return self.nanoseconds_each("process")

    track_nanoseconds_per_operation.unit = "ns"  # type: ignore[attr-defined]
