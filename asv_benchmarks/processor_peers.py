"""Measure what other codes take on this processor, for the dashboard.

Run it at the root of the repository, on the machine whose history has the name "processor"::

    python -m asv_benchmarks.processor_peers

It takes the graphs that the benchmarks have for a processor, and writes the median milliseconds of
scipy, igraph, networkit and rustworkx, as far as they are installed, to ``processor_peers.json``.
Like clconn's time, that of scipy starts with scipy's matrix. The others get their own graph before
the clock starts, to their advantage.
"""

from __future__ import annotations

import argparse
import datetime
import json
import statistics
from pathlib import Path
from typing import Any

from asv_benchmarks.benchmarks import graphs
from asv_benchmarks.dashboard.lines import HERE, MACHINES, WHOLE_WAY
from asv_benchmarks.processor_codes import CODES, versions
from asv_benchmarks.timing import in_turns
from clconn.problems import PROBLEMS

RUNS = 8
FILE = next(file for kind, file in MACHINES.values() if kind == WHOLE_WAY)
ABOUT = (
    "Milliseconds of other codes on a processor, medians. "
    "`python -m asv_benchmarks.processor_peers` measures them again."
)


def measure(problem: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Measure each code on each graph; the codes take turns, so that none has the best minute."""
    found: dict[str, dict[str, float]] = {}
    for name in names:
        matrix = graphs.matrix(name, weighted=PROBLEMS[problem].weighted)
        codes = CODES[problem](problem, matrix)
        times = in_turns({code: answer for code, (answer, _) in codes.items()}, RUNS)
        found[name] = {
            code: statistics.median(run.wall for run in of_code) for code, of_code in times.items()
        }
        print(problem, name, {code: round(value, 2) for code, value in found[name].items()})
    codes_there = list(next(iter(found.values())))
    return {
        "measured": f"{datetime.date.today()}",
        "method": f"median of {RUNS}; " + ", ".join(versions(codes_there)),
        "codes": codes_there,
        "graphs": {
            name: [round(times[code], 3) for code in codes_there] for name, times in found.items()
        },
    }


def main() -> None:
    """Measure all, and write the file."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.processor_peers",
        description="Measure scipy, igraph, networkit and rustworkx on the graphs for a processor.",
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
