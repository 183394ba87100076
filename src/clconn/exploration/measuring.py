"""Run the variants of a problem on a graph, one after the other, and verify each.

All variants read the same rows on the device, with each edge at both ends, or arcs where the
direction matters. Each gets a device graph of its own, so its plan goes with it. A variant's first
run compiles its kernels. The answer of this run is verified before the timed runs, and the answer
of the last run after them. :mod:`clconn.verify`, which shares no code with the kernels, verifies
the first answer. If answers are canonical, the others must equal it bit for bit
(:mod:`clconn.exploration.answers`). Invariant: any error of a variant is stored in its row, and
the other variants are still measured.
"""

from __future__ import annotations

import hashlib
import math
import operator
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.design_space import CHOOSERS, Variant, find_variant, make_request
from clconn.design_space import variants as all_variants
from clconn.device_requests import refuse_memory_limit
from clconn.errors import (
    ExplorationError,
    OptionError,
    TimeLimitError,
    UnknownVariantError,
)
from clconn.exploration.results import Exploration, Measurement
from clconn.graph import Graph
from clconn.graph_conversion import as_host_graph
from clconn.problems import COMPONENTS, Problem, find_problem
from clconn.results import Timing
from clconn.weight_keys import canonical_edges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.opencl_backend.device.runtime import Runtime
    from clconn.opencl_backend.graph.device_graph import DeviceGraph

__all__ = [
    "REPEATS",
    "TIME_LIMIT",
    "check_repeats",
    "check_time_limit",
    "explore",
    "select_variants",
]

REPEATS = 5
"""Default number of timed runs of a variant."""

TIME_LIMIT = 10.0
"""Default number of seconds after which no other run of a variant starts."""

_LONGEST_ERROR = 2000


def select_variants(
    patterns: str | Variant | Iterable[str | Variant] | None,
    problem: str | Problem = COMPONENTS.name,
) -> tuple[Variant, ...]:
    """Return the variants whose names match any of the patterns, in the order of the table.

    Parameters
    ----------
    patterns : str, Variant, iterable of them, or None
        Names, or shell patterns such as ``"kout/*/*"`` and ``"*/async/[hs]*"``; None for all
        variants.
    problem : str or Problem, default "components"

    Raises
    ------
    UnknownVariantError
        If a pattern matches nothing; for a name, the message suggests the nearest one.
    OptionError
        If there is no pattern.
    """
    rows = all_variants(problem)
    if patterns is None:
        return rows
    if isinstance(patterns, (str, Variant)):
        patterns = [patterns]
    if not isinstance(patterns, Iterable):
        raise OptionError(
            f"variants is {patterns!r}; expected names, patterns such as 'kout/*/*', or None for "
            "all"
        )
    names = [str(pattern) for pattern in patterns]
    if not names:
        raise OptionError("variants is empty; give patterns such as 'kout/*/*', or None for all")
    for pattern in names:
        if pattern in CHOOSERS:
            raise UnknownVariantError(
                f"{pattern!r} chooses a variant and is none itself; leave the variants out to take "
                "all, or give names or patterns such as 'kout/*/*'"
            )
        if not any(fnmatchcase(row.name, pattern) for row in rows):
            if not any(character in pattern for character in "*?["):
                find_variant(pattern, problem)  # raises an error with the nearest name
            raise UnknownVariantError(
                f"no variant for {problem} matches {pattern!r}; `clconn variants {problem}` "
                f"lists all {len(rows)}"
            )
    return tuple(row for row in rows if any(fnmatchcase(row.name, name) for name in names))


def explore(
    graph: Any,
    *,
    problem: str | Problem = COMPONENTS.name,
    variants: str | Variant | Iterable[str | Variant] | None = None,
    device: Any = None,
    repeats: int = REPEATS,
    time_limit: float = TIME_LIMIT,
    previous: Exploration | None = None,
    progress: bool = False,
    record: Callable[[Exploration], object] | None = None,
    memory_limit: None = None,
) -> Exploration:
    """Measure, verify and rank the variants of a problem on a graph.

    Parameters
    ----------
    graph : Graph, scipy sparse matrix or array, or networkx.Graph
        A graph on the host, where answers are verified. Only minimum spanning forests use the
        weights, which are those of :func:`clconn.minimum_spanning_forest`.
    problem : str or Problem, default "components"
        As for :func:`clconn.variants`.
    variants : str, Variant or iterable of them, optional
        Names or patterns such as ``"kout/*/*"``; by default all variants, or none if no edge
        joins two vertices. Options have their default values.
    device : pyopencl.Device or str, optional
        As for :func:`clconn.connected_components`.
    repeats : int, default 5
        Number of timed runs of each variant, after one untimed run.
    time_limit : float, default 10
        Seconds for all runs of one variant. A kernel cannot be interrupted, so a variant whose
        first run takes longer is measured by that run. A variant that works in rounds is stopped
        between them.
    previous : Exploration, optional
        Results of the same graph, device and version of clconn. Their variants are not measured
        again, and their rows come first in the new results.
    progress : bool, default False
        Whether to show a progress bar, on standard error or as a notebook's widget.
    record : callable, optional
        Function that gets the results so far after each variant, for example to save them.
    memory_limit : None
        A graph that is explored is on the device as a whole.

    Returns
    -------
    Exploration
        ``ranking()``, ``heat_map()``, ``to_html()``, ``to_json()``. A variant that fails or gives
        a wrong answer has a row with the error. Without edges there is nothing to compare, so
        there are no rows unless `variants` says which.

    Raises
    ------
    GraphError
        If `graph` is not a graph, or not on the host.
    UnknownVariantError
        If the problem does not exist or a pattern matches no variant.
    OptionError
        If there is no pattern, or ``repeats``, ``time_limit`` or ``previous`` is not valid.
    ExplorationError
        If ``previous`` belongs to another graph, device or version.
    BackendUnavailableError, DeviceError
        If no device is usable, or none matches.
    DeviceMemoryError
        If the graph does not fit the device.

    See Also
    --------
    variants : The variants of a problem.

    Notes
    -----
    The graph is on the device and the kernels are built before the timed runs, so the times are
    those of repeated calls with a :class:`clconn.DeviceGraph`.

    Examples
    --------
    >>> import clconn
    >>> graph = clconn.generate("torus", rows=30, columns=30)
    >>> result = clconn.explore(graph, variants="csr/ecl/*")  # doctest: +SKIP
    >>> [row.variant for row in result.ranking()]  # doctest: +SKIP
    ['csr/ecl/split', 'csr/ecl/halve', 'csr/ecl/single', 'csr/ecl/compress', 'csr/ecl/naive']
    """
    refuse_memory_limit(memory_limit, "explore")
    selection = select_variants(variants, problem)
    repeats = check_repeats(repeats)
    time_limit = check_time_limit(time_limit)
    if previous is not None and not isinstance(previous, Exploration):
        raise OptionError(
            f"previous is a {type(previous).__name__}; expected an Exploration, as "
            "Exploration.read(path) returns it"
        )
    if record is not None and not callable(record):
        raise OptionError(f"record is {record!r}; expected a function that takes the Exploration")
    kind = find_problem(problem)
    host = as_host_graph(graph, "explore", weighted=kind.weighted, directed=kind.directed)

    from clconn.opencl_backend.device.runtime import open_runtime

    runtime = open_runtime(device)
    if previous is not None:
        _refuse(previous, _device_facts(runtime, kind))
    graph_facts = _graph_facts(host, kind)
    result = Exploration(**_device_facts(runtime, kind), **graph_facts)
    if previous is not None:
        _refuse(previous, graph_facts)
        result = replace(result, count=previous.count, rows=previous.rows)
    if variants is None and not result.entries:
        # Hundreds of times of almost nothing would be a ranking by chance.
        return replace(result, count=host.n)
    device_graph = _place(kind, host, runtime)
    old_names = {row.variant for row in result.rows}
    measuring = _Measurer(kind, host, device_graph, repeats, time_limit)
    for variant in _with_progress(
        [row for row in selection if row.name not in old_names], progress
    ):
        row = measuring.measure(variant)
        count = result.count if measuring.count is None else measuring.count
        result = replace(result, count=count, rows=(*result.rows, row))
        if record is not None:
            record(result)
    return result


class _Measurer:
    """The graph on the device, and the answer that all variants must give, if it is unique."""

    def __init__(
        self,
        problem: Problem,
        graph: Graph,
        device_graph: DeviceGraph,
        repeats: int,
        time_limit: float,
    ) -> None:
        self._problem = problem
        self._solver = problem.load("solver")
        self._answers = problem.load("answers")(problem)
        self._graph = graph
        self._device_graph = device_graph
        self._repeats = repeats
        self._time_limit = time_limit
        self._expected: NDArray[Any] | None = None
        self.count: int | None = None

    def measure(self, variant: Variant) -> Measurement:
        """Measure one variant; the row contains any error."""
        try:
            return self._measure_runs(variant.name)
        except TimeLimitError:
            limit = f"the time limit of {self._time_limit:g} s"
            return Measurement(variant.name, error=f"not done within {limit}")
        # Catch everything: drivers, and table rows without kernels, can raise any exception.
        except Exception as error:
            text = " ".join(f"{type(error).__name__}: {error}".split())
            return Measurement(variant.name, error=text[:_LONGEST_ERROR])

    def _measure_runs(self, name: str) -> Measurement:
        start = time.perf_counter()
        # A device graph keeps its plans, and they keep scratch memory: hundreds would fill the
        # device. So each variant gets its own device graph, which lives as long as this call.
        from clconn.opencl_backend.plan.run import plan_variant

        device_graph = self._device_graph.without_plans()
        choice, plan = plan_variant(self._problem, device_graph, name)

        def run() -> tuple[NDArray[Any], float]:
            outputs, duration = self._run(plan)
            source = self._solver.source(device_graph, choice, outputs, Timing())
            return self._answers.array(source), duration

        with self._device_graph.runtime.limited(self._time_limit):
            answer, first = run()
        ready = time.perf_counter() - start
        wrong = self._wrong(answer)
        if wrong:
            return _row(name, [first], error=wrong)
        times: list[float] = []
        while len(times) < self._repeats and first + sum(times) < self._time_limit:
            answer, duration = run()
            times.append(duration)
        if times:
            wrong = self._wrong(answer)
            build = max(0.0, ready - statistics.median(times))
            return _row(name, times, build=build, error=wrong, remark=self._remark(len(times)))
        return _row(name, [first], build=ready - first, remark=self._remark(0))

    def _run(self, plan: Any) -> tuple[Any, float]:
        start = time.perf_counter()
        outputs = plan.run(wait=True)
        return outputs, time.perf_counter() - start

    def _remark(self, runs: int) -> str:
        if runs == self._repeats:
            return ""
        limit = f"the time limit of {self._time_limit:g} s"
        if runs:
            return f"{runs} of {self._repeats} runs, for {limit}"
        return f"the first run alone, which may have compiled, for {limit}"

    def _wrong(self, answer: NDArray[Any]) -> str:
        """Describe what is wrong with an answer; empty if it is right."""
        answers = self._answers
        if self._expected is not None:
            wrong = answers.difference(answer, self._expected)
        else:
            wrong = answers.wrong(self._graph, answer)
            if not wrong:
                self.count = answers.count(self._graph, answer)
                self._expected = answer if self._problem.canonical else None
        return f"wrong answer: {wrong}" if wrong else ""


def _row(
    name: str, times: Sequence[float], *, build: float = 0.0, error: str = "", remark: str = ""
) -> Measurement:
    # Ratios divide by these times, so none may be zero, even with a coarse clock.
    median, minimum = (
        max(round(1e3 * seconds, 6), 1e-6) for seconds in (statistics.median(times), min(times))
    )
    return Measurement(
        name,
        median,
        minimum,
        len(times),
        round(build, 6),
        verified=not error,
        error=error,
        remark=remark,
    )


def _with_progress(rows: list[Variant], progress: bool) -> Iterable[Variant]:
    if not progress:
        yield from rows
        return
    from tqdm.auto import tqdm

    with tqdm(total=len(rows), unit="variant", leave=False) as bar:
        for row in rows:
            bar.set_description(row.name)
            yield row
            bar.update()


# ------------------------------------------------------------- checks of the arguments


def check_repeats(value: Any) -> int:
    """Return the number of runs, or raise an :class:`OptionError`."""
    try:
        repeats = operator.index(value)
    except TypeError:
        repeats = 0
    if repeats < 1:
        raise OptionError(f"repeats is {value!r}; expected a whole number, 1 or more")
    return repeats


def check_time_limit(value: Any) -> float:
    """Return the seconds, or raise an :class:`OptionError`."""
    try:
        limit = float(value)
    except (TypeError, ValueError, OverflowError):
        limit = math.nan
    if not limit > 0:
        raise OptionError(f"time_limit is {value!r}; expected seconds, more than 0")
    return limit


# ------------------------------------------------------------- the graph and the device


def _place(problem: Problem, graph: Graph, runtime: Runtime) -> DeviceGraph:
    """Copy the graph to the device; it has each edge at both ends if any variant needs that."""
    rows = all_variants(problem)
    strictest = next((row for row in rows if row.reads == "rows with both ends"), rows[0])
    request = make_request(problem, strictest)
    device_graph: DeviceGraph = problem.load("solver").place(graph, runtime, request)
    return device_graph


def _device_facts(runtime: Runtime, problem: Problem) -> dict[str, Any]:
    from clconn import __version__

    device = runtime.device
    driver = f"{device.platform.name.strip()} {device.driver_version.strip()}"
    return {
        "problem": problem.name,
        "device": runtime.name,
        "driver": driver,
        "version": __version__,
    }


def _graph_facts(graph: Graph, problem: Problem) -> dict[str, Any]:
    rows = graph.arcs() if problem.directed and graph.directed else graph.adjacency()
    parts = [rows.offsets, rows.neighbors]
    if problem.weighted:
        edges = canonical_edges(graph)
        parts += [edges.sources, edges.targets, edges.keys, edges.ids]
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(np.ascontiguousarray(part).data)
    return {
        "vertices": graph.n,
        "entries": int(rows.neighbors.size),
        "checksum": digest.hexdigest(),
    }


_NAMES = {
    "vertices": "graph (vertices)",
    "entries": "graph (entries)",
    "checksum": "graph (checksum)",
    "version": "version of clconn",
}


def _refuse(previous: Exploration, now: dict[str, Any]) -> None:
    for name, value in now.items():
        before = getattr(previous, name)
        if before != value:
            raise ExplorationError(
                f"the previous results are of another {_NAMES.get(name, name)}: {before}, and this "
                f"one is {value}; keep them apart, in a file of their own"
            )
