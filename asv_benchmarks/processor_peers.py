"""Measure what other codes take on this processor, for the dashboard.

Run it at the root of the repository, on the machine whose history has the name "processor"::

    python -m asv_benchmarks.processor_peers

It takes the graphs that the benchmarks have for a processor, and writes the median milliseconds of
scipy, igraph and networkit, as far as they are installed, to ``processor_peers.json``. Like
clconn's time, that of scipy starts with scipy's matrix. igraph and networkit get their own graph
before the clock starts, to their advantage.
"""

from __future__ import annotations

import argparse
import datetime
import json
import statistics
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from asv_benchmarks.benchmarks import graphs
from asv_benchmarks.dashboard.lines import HERE, MACHINES, WHOLE_WAY
from clconn.problems import COMPONENTS, FOREST, MINIMUM_FOREST, PROBLEMS, STRONG_COMPONENTS
from examples.beside_scipy import codes_for

RUNS = 8
FILE = next(file for kind, file in MACHINES.values() if kind == WHOLE_WAY)
ABOUT = (
    "Milliseconds of other codes on a processor, medians. "
    "`python -m asv_benchmarks.processor_peers` measures them again."
)


def labels(problem: str, matrix: Any) -> dict[str, Callable[[], Any]]:
    """The codes for components, weak or strong, by their packages' names."""
    codes = codes_for(matrix, PROBLEMS[problem].directed)
    return {name: answer for name, (answer, _) in codes.items() if name != "clconn"}


def trees(problem: str, matrix: Any) -> dict[str, Callable[[], Any]]:
    """The codes for forests, with or without weights."""
    weighted = PROBLEMS[problem].weighted
    codes: dict[str, Callable[[], Any]] = {}
    if weighted:
        from scipy.sparse import csgraph

        as_float = matrix.astype("float64")
        codes["scipy"] = lambda: csgraph.minimum_spanning_tree(as_float)
    if find_spec("igraph"):
        import igraph
        import numpy as np
        import scipy.sparse

        upper = scipy.sparse.triu(matrix, format="coo")
        graph = igraph.Graph(matrix.shape[0], np.column_stack(upper.coords))
        weights = list(upper.data) if weighted else None
        codes["igraph"] = lambda: graph.spanning_tree(weights=weights, return_tree=False)
    return codes


CODES = {
    COMPONENTS.name: labels,
    FOREST.name: trees,
    MINIMUM_FOREST.name: trees,
    STRONG_COMPONENTS.name: labels,
}


def measure(problem: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Measure each code on each graph; the codes take turns, so that none has the best minute."""
    found: dict[str, dict[str, float]] = {}
    for name in names:
        matrix = graphs.matrix(name, weighted=PROBLEMS[problem].weighted)
        codes = CODES[problem](problem, matrix)
        times: dict[str, list[float]] = {code: [] for code in codes}
        for _ in range(RUNS):
            for code, answer in codes.items():
                begin = time.perf_counter()
                answer()
                times[code].append(1e3 * (time.perf_counter() - begin))
        found[name] = {code: statistics.median(of_code) for code, of_code in times.items()}
        print(problem, name, {code: round(value, 2) for code, value in found[name].items()})
    codes_there = list(next(iter(found.values())))
    return {
        "measured": f"{datetime.date.today()}",
        "method": f"median of {RUNS}; " + ", ".join(_versions(codes_there)),
        "codes": codes_there,
        "graphs": {
            name: [round(times[code], 3) for code in codes_there] for name, times in found.items()
        },
    }


def _versions(codes: list[str]) -> list[str]:
    """The packages of the codes, with their versions."""
    packages = dict.fromkeys(code.partition(",")[0] for code in codes)
    return [f"{package} {version(package)}" for package in packages]


def main() -> None:
    """Measure all, and write the file."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.processor_peers",
        description="Measure scipy, igraph and networkit on the graphs for a processor.",
    )
    parser.add_argument(
        "--output", type=Path, default=HERE / FILE, help="the file (default: %(default)s)"
    )
    arguments = parser.parse_args()
    figures = {
        problem: measure(
            problem,
            (graphs.SMALL_DIRECTED,) if PROBLEMS[problem].directed else graphs.SMALL_NAMES,
        )
        for problem in CODES
    }
    text = json.dumps({"about": ABOUT, **figures}, indent=1)
    arguments.output.write_text(text + "\n", encoding="utf-8")
    print(f"processor_peers: {arguments.output}")


if __name__ == "__main__":
    main()
