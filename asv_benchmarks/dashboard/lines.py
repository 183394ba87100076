"""The lines of the dashboard: a problem on a graph and a machine, commit by commit.

Everything is read from what ``asv publish`` wrote: the recorded values, the commits, and the
regressions that asv's step detection found. Git adds the subjects of the commits, and a file for
each machine what other codes take there.
"""

from __future__ import annotations

import datetime
import itertools
import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from asv.graph import Graph  # type: ignore[import-untyped]

from asv_benchmarks.benchmarks import directed_graphs
from clconn.generators import NAMED_GRAPHS
from clconn.problems import DESIGN_SPACES

__all__ = ["Commit", "Line", "Peer", "Regression", "family_of", "read_lines"]

HERE = Path(__file__).resolve().parent.parent

KERNELS = "Compute.time_compute"
BATCHES = "BatchSizes.track_nanoseconds_per_edge"
WHOLE_WAY = "EndToEnd."

MACHINES = {"h100": (KERNELS, "peers.json"), "processor": (WHOLE_WAY, "processor_peers.json")}
"""What is compared on a machine, and the file with the figures of the other codes there."""

PARAMETERS = {"variant": "auto", "batch": "all"}
"""Of benchmarks with such a parameter, the dashboard shows this value."""

UNITS = {"seconds": ("ms", 1e3), "ns": ("ns", 1.0)}


@dataclass(frozen=True, order=True)
class Commit:
    """A commit with results; the revision orders the commits of a history."""

    revision: int
    hash: str
    date: str
    subject: str


@dataclass(frozen=True)
class Peer:
    """The best other code on a graph, what it takes there in the unit of the line, and the day."""

    code: str
    value: float
    measured: str


@dataclass(frozen=True)
class Regression:
    """A step to higher values, between two commits with results."""

    before: Commit
    after: Commit
    old: float
    new: float


@dataclass(frozen=True)
class Line:
    """What clconn takes for a problem on a graph on a machine, over the commits.

    Attributes
    ----------
    benchmark : str
        asv's name of the benchmark.
    index : int
        Which combination of its parameters this is.
    points : tuple of (Commit, float)
        In the order of the history, in the unit.
    """

    machine: str
    problem: str
    graph: str
    family: str
    unit: str
    benchmark: str
    index: int
    points: tuple[tuple[Commit, float], ...]
    peer: Peer | None
    regressions: tuple[Regression, ...]

    @property
    def latest(self) -> float:
        """The value at the last commit that was measured."""
        return self.points[-1][1]

    @property
    def ratio(self) -> float | None:
        """The latest value as a multiple of the best peer's; below 1 clconn is faster."""
        return None if self.peer is None else self.latest / self.peer.value


def family_of(graph: str) -> str:
    """Return the family of a graph of the benchmarks, or of a stream of edges."""
    name, _ = directed_graphs.GRAPHS.get(graph, (graph, {}))
    return NAMED_GRAPHS[name].family if name in NAMED_GRAPHS else name


def read_lines(site: Path, repository: Path) -> list[Line]:
    """Read the lines from a published site; those without any result are left out."""
    index = json.loads((site / "index.json").read_text(encoding="utf-8"))
    commits = _commits(index, repository)
    regressions = _regressions(site, commits)
    lines = []
    for parameters in index["graph_param_list"]:
        machine = parameters["machine"]
        for problem, benchmark in _benchmarks(index["benchmarks"], machine):
            path = Graph.get_file_path(parameters, benchmark["name"]) + ".json"
            if (site / path).exists():
                rows = json.loads((site / path).read_text(encoding="utf-8"))
                found = regressions.get(path, {})
                lines += _lines_of(machine, problem, benchmark, rows, commits, found)
    return lines


def _benchmarks(benchmarks: dict[str, Any], machine: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each problem with its benchmark that the dashboard shows for a machine."""
    kind, _ = MACHINES.get(machine, (KERNELS, ""))
    for problem in DESIGN_SPACES.values():
        module = problem.function.partition(":")[0].rpartition(".")[2]
        for name, benchmark in benchmarks.items():
            if name.startswith((f"{module}.{kind}", f"{module}.{BATCHES}")):
                yield problem.name, benchmark


def _lines_of(
    machine: str,
    problem: str,
    benchmark: dict[str, Any],
    rows: list[Any],
    commits: dict[int, Commit],
    regressions: dict[int, list[Regression]],
) -> Iterator[Line]:
    unit, factor = UNITS[benchmark["unit"]]
    names = benchmark["param_names"]
    for index, values in enumerate(itertools.product(*benchmark["params"])):
        # asv stores the Python text of a parameter.
        chosen = dict(zip(names, (value.strip("'") for value in values), strict=True))
        if any(chosen.get(name, value) != value for name, value in PARAMETERS.items()):
            continue
        points = tuple(
            (commits[revision], factor * results[index])
            for revision, results in rows
            if results is not None and _is_number(results[index])
        )
        if not points:
            continue
        graph = chosen[names[0]]
        yield Line(
            machine=machine,
            problem=problem,
            graph=graph,
            family=family_of(graph),
            unit=unit,
            benchmark=benchmark["name"],
            index=index,
            points=points,
            peer=_best_peer(machine, problem, graph),
            regressions=tuple(
                Regression(step.before, step.after, factor * step.old, factor * step.new)
                for step in regressions.get(index, ())
            ),
        )


def _is_number(value: float | None) -> bool:
    """Whether a benchmark gave a value: one that failed has None, one that was skipped NaN."""
    return value is not None and value == value


@cache
def _peers(file: str) -> dict[str, Any]:
    path = HERE / file
    return json.loads(path.read_text(encoding="utf-8")) if file and path.exists() else {}


def _best_peer(machine: str, problem: str, graph: str) -> Peer | None:
    _, file = MACHINES.get(machine, ("", ""))
    figures = _peers(file).get(problem, {})
    times = figures.get("graphs", {}).get(graph)
    if not times:
        return None
    value, code = min(zip(times, figures["codes"], strict=True))
    return Peer(code, float(value), figures.get("measured", "on an unknown day"))


def _commits(index: dict[str, Any], repository: Path) -> dict[int, Commit]:
    """The commits of a site by their revisions, with what git knows about them."""
    hashes = {int(revision): name for revision, name in index["revision_to_hash"].items()}
    command = ["git", "-C", str(repository), "log", "--no-walk", "--ignore-missing"]
    command += ["--format=%H%x00%s", *hashes.values()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    subjects = dict(line.split("\0", 1) for line in done.stdout.splitlines())
    return {
        revision: Commit(
            revision=revision,
            hash=name,
            date=_day(index["revision_to_date"][str(revision)]),
            subject=subjects.get(name, ""),
        )
        for revision, name in hashes.items()
    }


def _day(milliseconds: int) -> str:
    return f"{datetime.datetime.fromtimestamp(milliseconds / 1e3, datetime.UTC):%Y-%m-%d}"


def _regressions(site: Path, commits: dict[int, Commit]) -> dict[str, dict[int, list[Regression]]]:
    """The regressions that asv published, by the file of their values and the place in it."""
    published = json.loads((site / "regressions.json").read_text(encoding="utf-8"))
    found: dict[str, dict[int, list[Regression]]] = {}
    order = sorted(commits)
    for _, path, _, index, _, _, steps in published["regressions"]:
        for before, after, old, new in steps:
            # asv leaves out the commit before if it is the parent of the one after.
            earlier = before if before is not None else order[order.index(after) - 1]
            step = Regression(commits[earlier], commits[after], old, new)
            found.setdefault(path, {}).setdefault(index or 0, []).append(step)
    return found
