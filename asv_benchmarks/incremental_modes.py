"""What ``asv_benchmarks.incremental`` measures of a stream: a function for each of its modes.

A mode prints its lines for a variant, and returns the milliseconds by batch where the peer has
figures for the like.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

import clconn
from asv_benchmarks.benchmarks.incremental import cut, make_engine
from asv_benchmarks.timing import WARM_UP, run_milliseconds
from clconn.command_line.options import parse_options
from clconn.problems import COMPONENTS, INCREMENTAL

__all__ = ["MODES", "EdgeStream", "Session"]

SMALL_BATCHES = (1, 10, 100, 1000)
MOST_SMALL_BATCHES = 1000
INSERTIONS_PER_QUERY = (10.0, 2.0, 1.0, 0.5, 0.1)
MOST_OPERATIONS = 50_000_000
BYTES_OF_EDGE = 8

Batches = list[int | str]
Times = dict[int | str, float]


@dataclass(frozen=True, eq=False)
class EdgeStream:
    """Edges in the order of their arrival; their ends are arrays of NumPy or of pyopencl."""

    name: str
    n: int
    ends: tuple[Any, Any]

    @property
    def edges(self) -> int:
        """Number of edges."""
        return int(self.ends[0].size)

    @cached_property
    def on_host(self) -> tuple[Any, ...]:
        """The ends in plain, pageable memory."""
        return tuple(end if isinstance(end, np.ndarray) else end.get() for end in self.ends)


@dataclass(frozen=True, eq=False)
class Session:
    """A stream on a device, and how to measure there."""

    runtime: Any
    stream: EdgeStream
    runs: int
    check: bool
    _known: dict[int, Any] = field(default_factory=dict)

    @cached_property
    def on_device(self) -> tuple[Any, ...]:
        """The ends in the device's memory."""
        import pyopencl.array

        queue = self.runtime.queue
        return tuple(
            pyopencl.array.to_device(queue, end) if isinstance(end, np.ndarray) else end
            for end in self.stream.ends
        )

    def expected(self, edges: int) -> Any:
        """The components of the first edges, by an algorithm for graphs."""
        if edges not in self._known:
            sources, targets = (end[:edges] for end in self.stream.on_host)
            graph = clconn.Graph.from_edges(sources, targets, n=self.stream.n)
            self._known[edges] = clconn.connected_components(graph, device=self.runtime).roots
        return self._known[edges]

    def engine(self, variant: str) -> Any:
        """Begin with single vertices, without the public class."""
        return make_engine(self.stream.n, variant, self.runtime)

    def live(self, text: str) -> Any:
        """Begin with single vertices."""
        variant, *options = text.split()
        return clconn.IncrementalComponents(
            self.stream.n,
            variant=variant,
            options=parse_options(options, variant, INCREMENTAL),
            device=self.runtime,
        )

    def measure(
        self, begin: Callable[[], Any], work: Callable[[Any], Any], edges: int | None = None
    ) -> tuple[float, str]:
        """Return the median time of `work`, and it with the rest for a line.

        What `begin` makes for each run is given to `work`. Afterwards it has the components of the
        first `edges`, or of all; 0 means that nobody checks.
        """
        initialization, times = [], []

        def run() -> Any:
            start = time.perf_counter()
            made = begin()
            self.runtime.finish()
            middle = time.perf_counter()
            work(made)
            self.runtime.finish()
            times.append(1e3 * (time.perf_counter() - middle))
            initialization.append(1e3 * (middle - start))
            return made

        warm_at = time.perf_counter() + WARM_UP
        while not times or time.perf_counter() < warm_at:
            run()
        del times[:], initialization[:]
        for _ in range(self.runs):
            made = run()
        verdict = "" if edges == 0 else self._verdict(made, edges or self.stream.edges)
        median = float(np.median(times))
        with_vertices = float(np.median(np.add(times, initialization)))
        text = (
            f"{median:9.3f} {min(times):9.3f}  with vertices {with_vertices:9.3f}  "
            f"components {made.count() if callable(made.count) else made.count:,}{verdict}"
        )
        return median, text

    def _verdict(self, made: Any, edges: int) -> str:
        if not self.check:
            return "  not checked"
        components = made.components()
        roots = components.roots
        roots = roots() if callable(roots) else roots
        if not np.array_equal(roots, self.expected(edges)):
            raise SystemExit(f"the components of {self.stream.name} are WRONG")
        return ""


def from_device(
    session: Session, variant: str, batches: Batches, *, check_later: bool = False
) -> Times:
    """Insert edges that are on the device, and look at the ends of each batch before."""
    medians: Times = {}
    for batch in batches:
        parts = cut(session.on_device, batch)

        def insert(engine: Any, parts: list[Any] = parts) -> None:
            for part in parts:
                engine.insert(*part, check_later)

        medians[batch], text = session.measure(lambda: session.engine(variant), insert)
        rate = session.stream.edges / medians[batch] / 1e6
        print(f"  {variant:25} {batch!s:>9} {text}  {rate:7.3f} billion edges/s", flush=True)
    return medians


def checked_later(session: Session, variant: str, batches: Batches) -> Times:
    """Insert edges that are on the device, and look at their ends on the way."""
    return from_device(session, variant, batches, check_later=True)


def static_call(session: Session, variant: str, batches: Batches) -> Times:
    """Compute the components of all edges as those of a graph.

    The first times are of its kernels, with the graph on the device; the last is of a whole call,
    from arrays of edges to roots on the host.
    """
    from clconn.opencl_backend.graph.placement import to_device
    from clconn.opencl_backend.plan.run import plan_variant

    graph = clconn.Graph.from_edges(*session.stream.on_host, n=session.stream.n)
    name, *options = variant.split()
    chosen = parse_options(options, name, COMPONENTS)
    choice, plan = plan_variant(COMPONENTS, to_device(graph, session.runtime), name, chosen)
    times = run_milliseconds(plan, session.runs)
    median = float(np.median(times))
    begin = time.perf_counter()
    graph = clconn.Graph.from_edges(*session.stream.on_host, n=session.stream.n)
    result = clconn.connected_components(
        graph, variant=name, options=chosen, device=session.runtime
    )
    _ = result.roots
    whole = 1e3 * (time.perf_counter() - begin)
    print(
        f"  {choice.variant!s:25} {'graph':>9} {median:9.3f} {min(times):9.3f}  "
        f"{session.stream.edges / median / 1e6:7.3f} billion edges/s  whole call {whole:9.3f}",
        flush=True,
    )
    return {}


def from_host(session: Session, variant: str, batches: Batches) -> Times:
    """Insert numpy arrays in pageable memory, by the public class."""
    for batch in batches:
        parts = cut(session.stream.on_host, batch)

        def insert(live: Any, parts: list[Any] = parts) -> None:
            for part in parts:
                live.insert(*part)

        median, text = session.measure(lambda: session.live(variant), insert)
        print(f"  {variant:25} {batch!s:>9} {text}  {_rate(session, median)}", flush=True)
    return {}


def from_file(session: Session, variant: str, batches: Batches) -> Times:
    """Insert the edges of NumPy files: two columns one after the other, and pairs."""
    from clconn.streams import open_batches

    ends = session.stream.on_host
    for name, make in (("columns", np.stack), ("pairs", np.column_stack)):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{name}.npy"
            # Written just now, it is in the page cache.
            np.save(path, make(ends))
            for batch in batches:
                size = session.stream.edges if batch == "all" else int(batch)

                def insert(live: Any, path: Path = path, size: int = size) -> None:
                    with open_batches(path, batch=size) as opened:
                        for sources, targets, _ in opened:
                            live.insert(sources, targets)

                median, text = session.measure(lambda: session.live(variant), insert)
                print(
                    f"  {variant:25} {name} {batch!s:>9} {text}  {_rate(session, median)}",
                    flush=True,
                )
    return {}


def small_batches(session: Session, variant: str, batches: Batches) -> Times:
    """Insert a few edges at a time, one batch after the other and each one alone."""
    ways = {
        "engine, device": (session.engine, session.on_device),
        "device": (session.live, session.on_device),
        "host": (session.live, session.stream.on_host),
    }
    for size in SMALL_BATCHES:
        for name, (begin, ends) in ways.items():
            edges = min(size * MOST_SMALL_BATCHES, session.stream.edges // size * size)
            parts = cut([end[:edges] for end in ends], size)
            alone: list[float] = []

            def insert(live: Any, parts: list[Any] = parts) -> None:
                for part in parts:
                    live.insert(*part)

            def insert_alone(
                live: Any, parts: list[Any] = parts, alone: list[float] = alone
            ) -> None:
                for part in parts:
                    start = time.perf_counter()
                    live.insert(*part)
                    session.runtime.finish()
                    alone.append(1e6 * (time.perf_counter() - start))

            start = lambda begin=begin: begin(variant)  # noqa: E731
            median, _ = session.measure(start, insert, edges)
            session.measure(start, insert_alone, 0)
            print(
                f"  {variant:25} {size:5} edges, {name:15} {1e3 * median / len(parts):8.1f} us a "
                f"batch one after the other, {np.median(alone):8.1f} us alone",
                flush=True,
            )
    return {}


def with_queries(session: Session, variant: str, batches: Batches) -> Times:
    """Insert edges among queries of random vertices, shuffled together, on the device."""
    import pyopencl.array

    random = np.random.default_rng(1)
    for ratio in INSERTIONS_PER_QUERY:
        edges = min(session.stream.edges, int(MOST_OPERATIONS / (1 + 1 / ratio)))
        is_query = np.zeros(edges + int(edges / ratio), dtype=np.bool_)
        is_query[edges:] = True
        random.shuffle(is_query)
        arrays: list[Any] = []
        for end in session.stream.on_host:
            both = random.integers(0, session.stream.n, is_query.size, dtype=np.int32)
            both[~is_query] = end[:edges]
            arrays.append(pyopencl.array.to_device(session.runtime.queue, both))
        arrays.append(pyopencl.array.to_device(session.runtime.queue, is_query))
        for batch in batches:
            parts = cut(arrays, batch)

            def process(engine: Any, parts: list[Any] = parts) -> None:
                for part in parts:
                    engine.process(*part)

            median, text = session.measure(lambda: session.engine(variant), process, edges)
            rate = is_query.size / median / 1e6
            print(
                f"  {variant:25} {batch!s:>9} {ratio:5} insertions per query {text}  "
                f"{rate:7.3f} billion operations/s",
                flush=True,
            )
    return {}


def _rate(session: Session, milliseconds: float) -> str:
    return f"{BYTES_OF_EDGE * session.stream.edges / milliseconds / 1e6:6.2f} GB/s"


MODES: dict[str, Callable[[Session, str, Batches], Times]] = {
    "device": from_device,
    "later": checked_later,
    "host": from_host,
    "file": from_file,
    "small": small_batches,
    "queries": with_queries,
    "static": static_call,
}
"""The peer was measured as in the first two; it looks at no ends."""
