"""Run the variants of a problem on a graph, one after the other, and verify each.

All of them get the same rows on the device, each edge at both ends, and no plan or
scratch memory of another. A variant's first run, which compiles what is left to compile, is
verified before any is timed, and the last one again. The first answer is verified by
:mod:`clconn.verify`, which knows nothing of the kernels; where results are canonical the
others must equal it bit for bit (:mod:`clconn.exploration.answers`). Invariant: whatever a
variant does wrong becomes its row, and the others are measured all the same.
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

from clconn.design_space import Variant, find_variant, make_request
from clconn.design_space import variants as all_variants
from clconn.dispatch import as_graph
from clconn.errors import (
    ExplorationError,
    GraphError,
    OptionError,
    TimeLimitError,
    UnknownVariantError,
)
from clconn.exploration.results import Exploration, Measurement
from clconn.graph import Graph
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
"""Timed runs of a variant."""

TIME_LIMIT = 10.0
"""Seconds of a variant's runs after which no other is begun."""

_LONGEST_ERROR = 2000


def select_variants(
    patterns: str | Variant | Iterable[str | Variant] | None,
    problem: str | Problem = COMPONENTS.name,
) -> tuple[Variant, ...]:
    """The variants whose names match any of some patterns.

    Parameters
    ----------
    patterns : str, Variant, iterable of them, or None
        Names, or patterns as a shell has them: ``"kout/*/*"``, ``"*/async/[hs]*"``. None
        for all variants.
    problem : str or Problem, default "components"

    Returns
    -------
    tuple of Variant
        In the order of the table.

    Raises
    ------
    UnknownVariantError
        If a pattern matches nothing; of a name, with the nearest.
    OptionError
        If there is no pattern.
    """
    rows = all_variants(problem)
    if patterns is None:
        return rows
    if isinstance(patterns, (str, Variant)):
        patterns = [patterns]
    wanted = [str(pattern) for pattern in patterns]
    if not wanted:
        raise OptionError("variants is empty; give patterns such as 'kout/*/*', or None for all")
    for pattern in wanted:
        if not any(fnmatchcase(row.name, pattern) for row in rows):
            if not any(character in pattern for character in "*?["):
                find_variant(pattern, problem)  # which says what it is near to
            raise UnknownVariantError(
                f"no variant for {problem} matches {pattern!r}; `clconn variants {problem}` "
                f"lists all {len(rows)}"
            )
    return tuple(row for row in rows if any(fnmatchcase(row.name, name) for name in wanted))


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
) -> Exploration:
    """Measure and verify the design space on a graph.

    Parameters
    ----------
    graph : Graph, scipy sparse matrix or array, or networkx.Graph
        On the host, where answers are verified. Weights matter for minimum forests alone; a matrix
        or a NetworkX graph has them as for :func:`clconn.minimum_spanning_forest`.
    problem : str or Problem, default "components"
        As in :func:`clconn.variants`.
    variants : str, Variant or iterable of them, optional
        Names or patterns such as ``"kout/*/*"``; all variants if not given. Their options have
        the default values.
    device : optional
        As for :func:`clconn.connected_components`.
    repeats : int, default 5
        Timed runs of each variant, after one that is not timed.
    time_limit : float, default 10
        Seconds that the runs of one variant may take together. A kernel cannot be
        interrupted: a variant whose first run takes longer is measured by that run. A loop
        until nothing changes can, and is given up.
    previous : Exploration, optional
        Results of the same graph, device and version of clconn: what is in them is not measured
        again, and comes first in what is returned.
    progress : bool, default False
        Whether to show a progress bar on standard error.
    record : callable, optional
        Called after each variant with the results so far, to keep them in case of the worst.

    Returns
    -------
    Exploration
        ``ranking()``, ``heat_map()``, ``to_html()``, ``to_json()``. A variant that fails, or is
        wrong, has a row that says so.

    Raises
    ------
    GraphError
        If it is not a graph, or not on the host.
    UnknownVariantError
        If a pattern matches no variant.
    OptionError
        If the problem, ``repeats`` or ``time_limit`` makes no sense.
    ExplorationError
        If ``previous`` is of another graph, device or version.
    BackendUnavailableError, DeviceError
        If there is no such device.
    DeviceMemoryError
        If the graph does not fit the device.

    Examples
    --------
    >>> import clconn
    >>> graph = clconn.generate("torus", rows=30, columns=30)
    >>> found = clconn.explore(graph, variants="csr/ecl/*")  # doctest: +SKIP
    >>> [row.variant for row in found.ranking()]  # doctest: +SKIP
    ['csr/ecl/split', 'csr/ecl/halve', 'csr/ecl/single', 'csr/ecl/compress', 'csr/ecl/naive']
    """
    chosen = select_variants(variants, problem)
    repeats = check_repeats(repeats)
    time_limit = check_time_limit(time_limit)
    if previous is not None and not isinstance(previous, Exploration):
        raise OptionError(
            f"previous is a {type(previous).__name__}; expected an Exploration, as "
            "Exploration.read(path) returns it"
        )
    kind = find_problem(problem)
    host = as_graph(graph, weighted=kind.weighted)
    if not isinstance(host, Graph):
        raise GraphError(
            "explore verifies answers on the host, but this is a DeviceGraph; "
            "give the clconn.Graph that it was made of"
        )

    from clconn.opencl_backend.device.runtime import open_runtime

    runtime = open_runtime(device)
    if previous is not None:
        _refuse(previous, _about_device(runtime, kind))
    placed = _place(kind, host, runtime)
    about = _about_graph(host, weighted=kind.weighted)
    found = Exploration(**_about_device(runtime, kind), **about)
    if previous is not None:
        _refuse(previous, about)
        found = replace(found, count=previous.count, rows=previous.rows)
    known = {row.variant for row in found.rows}
    measuring = _Measuring(kind, host, placed, repeats, time_limit)
    for variant in _with_progress([row for row in chosen if row.name not in known], progress):
        row = measuring.measure(variant)
        count = found.count if measuring.count is None else measuring.count
        found = replace(found, count=count, rows=(*found.rows, row))
        if record is not None:
            record(found)
    return found


class _Measuring:
    """The graph on the device, and the answer that all variants must give, if there is one."""

    def __init__(
        self,
        problem: Problem,
        graph: Graph,
        placed: DeviceGraph,
        repeats: int,
        time_limit: float,
    ) -> None:
        self._problem = problem
        self._solver = problem.load("solver")
        self._answers = problem.load("answers")(problem)
        self._graph = graph
        self._placed = placed
        self._repeats = repeats
        self._time_limit = time_limit
        self._expected: NDArray[Any] | None = None
        self.count: int | None = None

    def measure(self, variant: Variant) -> Measurement:
        """Measure one variant; all that goes wrong is in the row."""
        try:
            return self._measured(variant.name)
        except TimeLimitError:
            limit = f"the time limit of {self._time_limit:g} s"
            return Measurement(variant.name, error=f"not done within {limit}")
        # Besides a ClconnError, whatever a driver or a row of the table without kernels raises.
        except Exception as error:
            text = " ".join(f"{type(error).__name__}: {error}".split())
            return Measurement(variant.name, error=text[:_LONGEST_ERROR])

    def _measured(self, name: str) -> Measurement:
        begun = time.perf_counter()
        # Hundreds of plans would fill the device with their scratch memory, which the graph that
        # they are made for owns: so each gets its own, which lives as long as this call.
        from clconn.opencl_backend.plan.run import plan_variant

        placed = self._placed.without_plans()
        choice, plan = plan_variant(self._problem, placed, name)

        def run() -> tuple[NDArray[Any], float]:
            outputs, took = self._run(plan)
            source = self._solver.source(placed, choice, outputs, Timing())
            return self._answers.array(source), took

        with self._placed.runtime.limited(self._time_limit):
            answer, first = run()
        ready = time.perf_counter() - begun
        wrong = self._wrong(answer)
        if wrong:
            return _row(name, [first], error=wrong)
        times: list[float] = []
        while len(times) < self._repeats and first + sum(times) < self._time_limit:
            answer, took = run()
            times.append(took)
        if times:
            wrong = self._wrong(answer)
            build = max(0.0, ready - statistics.median(times))
            return _row(name, times, build=build, error=wrong, remark=self._remark(len(times)))
        return _row(name, [first], build=ready - first, remark=self._remark(0))

    def _run(self, plan: Any) -> tuple[Any, float]:
        begun = time.perf_counter()
        outputs = plan.run(wait=True)
        return outputs, time.perf_counter() - begun

    def _remark(self, runs: int) -> str:
        if runs == self._repeats:
            return ""
        limit = f"the time limit of {self._time_limit:g} s"
        if runs:
            return f"{runs} of {self._repeats} runs, for {limit}"
        return f"the first run alone, which may have compiled, for {limit}"

    def _wrong(self, answer: NDArray[Any]) -> str:
        """What is wrong with an answer; empty if it is right."""
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
    # No clock is so coarse that a run takes no time, but a ratio must not depend on it.
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
    from tqdm import tqdm

    with tqdm(total=len(rows), unit="variant", leave=False) as bar:
        for row in rows:
            bar.set_description(row.name)
            yield row
            bar.update()


# ------------------------------------------------------------------- what was asked for


def check_repeats(given: Any) -> int:
    """The number of runs, or an OptionError."""
    try:
        repeats = operator.index(given)
    except TypeError:
        repeats = 0
    if repeats < 1:
        raise OptionError(f"repeats is {given!r}; expected a whole number, 1 or more")
    return repeats


def check_time_limit(given: Any) -> float:
    """The seconds, or an OptionError."""
    try:
        limit = float(given)
    except (TypeError, ValueError, OverflowError):
        limit = math.nan
    if not limit > 0:
        raise OptionError(f"time_limit is {given!r}; expected seconds, more than 0")
    return limit


# ------------------------------------------------------------------- what it is of


def _place(problem: Problem, graph: Graph, runtime: Runtime) -> DeviceGraph:
    """Put the graph where all variants can read it: each edge at both ends if any needs that."""
    rows = all_variants(problem)
    demanding = next((row for row in rows if row.reads == "rows with both ends"), rows[0])
    request = make_request(problem, demanding)
    placed: DeviceGraph = problem.load("solver").place(graph, runtime, request)
    return placed


def _about_device(runtime: Runtime, problem: Problem) -> dict[str, Any]:
    from clconn import __version__

    device = runtime.device
    driver = f"{device.platform.name.strip()} {device.driver_version.strip()}"
    return {
        "problem": problem.name,
        "device": runtime.name,
        "driver": driver,
        "version": __version__,
    }


def _about_graph(graph: Graph, *, weighted: bool) -> dict[str, Any]:
    rows = graph.adjacency()
    parts = [rows.offsets, rows.neighbors]
    if weighted:
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
