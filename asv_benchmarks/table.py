"""Print the tables of docs/performance.md: every variant on every named graph, and the peers.

``python -m asv_benchmarks.table [VARIANT ...]`` at the root of the repository, on a GPU. A variant
may have options, as in ``"kout/async/compress k=3 vertex_gathering=false"``. The graph is on the
device, the kernels are built and warm, and a run ends with ``queue.finish()``; the figure is the
median of 15 runs. Each result is compared with that of the first variant.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import clconn
from asv_benchmarks.benchmarks import graphs
from clconn.command_line.options import parse_options
from clconn.opencl_backend.components.connected_components import plan_components

RUNS = 15
PEERS = json.loads((Path(__file__).parent / "peers.json").read_text())["components"]


def measure(name: str, variants: list[str]) -> list[float]:
    """Milliseconds of each variant, with its options, on a named graph."""
    placed = graphs.place(name)
    runtime = placed.runtime
    expected = None
    medians = []
    for variant in variants:
        name_of_variant, *options = variant.split()
        chosen = parse_options(options, name_of_variant)
        _, plan = plan_components(placed, name_of_variant, chosen)
        roots = runtime.download(plan.run(), placed.n)
        expected = roots if expected is None else expected
        if not np.array_equal(roots, expected):
            raise SystemExit(f"{variant} is wrong on {name}")
        seconds = []
        for _ in range(RUNS):
            begun = time.perf_counter()
            _result = plan.run()
            runtime.finish()
            seconds.append(time.perf_counter() - begun)
            del _result
        medians.append(1e3 * float(np.median(seconds)))
    return medians


def row(*cells: Any) -> str:
    """A line of a Markdown table."""
    texts = (f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in cells)
    return "| " + " | ".join(texts) + " |"


def geometric_mean(values: list[float]) -> float:
    """The mean of ratios."""
    return float(np.exp(np.mean(np.log(values))))


def main(variants: list[str]) -> None:
    """Measure, and print the tables."""
    if graphs.runtime().is_cpu:
        raise SystemExit("table: the named graphs are too large for a processor; run it on a GPU")
    variants = variants or [variant.name for variant in clconn.variants("components")]
    print(f"{graphs.runtime().name}, milliseconds\n")
    print(row("graph", *variants, "best peer"))
    print("|---" * (len(variants) + 2) + "|")
    times = {}
    for name in graphs.NAMES:
        times[name] = measure(name, variants)
        print(row(name, *times[name], min(PEERS[name])), flush=True)
    print("\nRatios, geometric means over the graphs (below 1 is faster than the peer)\n")
    columns = [*PEERS["columns"], "best of all"]
    print(row("variant", *columns))
    print("|---" * (len(columns) + 1) + "|")
    candidates: dict[str, list[float]] = {
        variant: [times[name][index] for name in graphs.NAMES]
        for index, variant in enumerate(variants)
    }
    for prefix in ("csr/ecl", "csr/async", "kout/async", "kout/ecl", ""):
        chosen = [index for index, name in enumerate(variants) if name.startswith(prefix)]
        if len(chosen) > 1:
            label = f"best {prefix or 'of all'}, graph by graph"
            candidates[label] = [min(times[name][i] for i in chosen) for name in graphs.NAMES]
    for label, own in candidates.items():
        ratios = []
        for index in range(len(columns)):
            theirs = [[*PEERS[name], min(PEERS[name])][index] for name in graphs.NAMES]
            ratios.append(geometric_mean([a / b for a, b in zip(own, theirs, strict=True)]))
        print(row(label, *ratios))


if __name__ == "__main__":
    main(sys.argv[1:])
