"""Print the tables of docs/performance/: variants of clconn on graphs, beside the best peers.

Run it at the root of the repository::

    python -m asv_benchmarks.table                         # print peers.json; needs no device
    python -m asv_benchmarks.table auto                    # measure on a GPU, beside the peers
    python -m asv_benchmarks.table --every                 # measure every variant
    python -m asv_benchmarks.table --problem minimum-forest auto csr/ecl-mst/all
    python -m asv_benchmarks.table --problem strong-components --graphs directed,deep auto
    python -m asv_benchmarks.table --graphs untuned auto "csr/async/single initialization=self"
    python -m asv_benchmarks.table --graphs 2e21 coo/jtb/two-try csr/async/halve

A variant may have options, as in ``"kout/async/compress k=3 vertex_gathering=false"``. The graph is
on the device, the kernels are built, and a run ends with ``queue.finish()``. Each variant warms up
for at least 60 ms, and then the table shows the median of 15 runs. The script compares each result
with that of the first variant. ``peers.json`` holds the figures of the peers.
"""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

import clconn
from asv_benchmarks.benchmarks import directed_graphs, graphs, untuned_graphs
from asv_benchmarks.timing import run_milliseconds
from clconn.command_line.options import parse_options
from clconn.generators.weights import with_weights
from clconn.problems import PROBLEMS

HERE = Path(__file__).parent
PEERS = json.loads((HERE / "peers.json").read_text())
BEST = "best of all"


SETS = {
    "named": graphs.NAMES,
    "untuned": tuple(untuned_graphs.UNTUNED),
    "2e21": (*untuned_graphs.SMALLER, "road-small", "rmat16", "delaunay20"),
    "2e17": tuple(untuned_graphs.SMALLEST),
    "cliffs": tuple(untuned_graphs.CLIFFS),
    **directed_graphs.SETS,
}
"""Sets of graphs that ``--graphs`` accepts besides the name of a graph."""


def make(name: str) -> clconn.Graph:
    """Make a graph by its name."""
    of_others = untuned_graphs.GRAPHS.get(name)
    return graphs.graph(name) if of_others is None else of_others()


# ------------------------------------------------------------------ measuring


def measure(problem: str, name: str, variants: list[str]) -> list[float]:
    """Return the milliseconds of each variant, with its options, on a graph."""
    from clconn.opencl_backend.plan.run import plan_variant

    device_graph = _place(problem, make(name))
    runtime = device_graph.runtime
    expected = None
    medians = []
    for text in variants:
        variant, *options = text.split()
        chosen = parse_options(options, variant, problem)
        _, plan = plan_variant(problem, device_graph, variant, chosen)
        # The answer comes first, before what else there is to know about the run.
        output, *_ = plan.run(wait=True).values()
        # The first run of strong components decides about the next.
        _, plan = plan_variant(problem, device_graph, variant, chosen)
        answer = _comparable(problem, runtime.download(output, device_graph.n))
        expected = answer if expected is None else expected
        if not np.array_equal(answer, expected):
            raise SystemExit(f"{text} is wrong on {name}")
        medians.append(float(np.median(run_milliseconds(plan))))
    return medians


def _place(problem: str, graph: clconn.Graph) -> Any:
    """Put the graph on the device, with weights or its transpose if they matter."""
    from clconn.opencl_backend.graph.placement import arcs_to_device, to_device
    from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph

    runtime = graphs.runtime()
    if PROBLEMS[problem].weighted:
        weighted = with_weights(graph, "hash") if graph.weights is None else graph
        return put_weighted_graph(weighted, runtime)
    if not PROBLEMS[problem].directed:
        return to_device(graph, runtime, symmetric=graph.directed)
    device_graph = arcs_to_device(graph, runtime)
    _ = device_graph.transpose
    return device_graph


def _comparable(problem: str, answer: Any) -> Any:
    """Return the part that is the same for all variants: roots, number of trees, or edges."""
    if PROBLEMS[problem].weighted:
        return np.sort(answer)
    return answer if PROBLEMS[problem].canonical else np.count_nonzero(answer < 0)


# ------------------------------------------------------------------- printing


def row(*cells: Any) -> str:
    """Format a line of a Markdown table."""
    texts = (f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in cells)
    return "| " + " | ".join(texts) + " |"


def head(*cells: str) -> str:
    """Format the first two lines of a Markdown table."""
    return row(*cells) + "\n" + "|---" * len(cells) + "|"


def geometric_mean(values: list[float]) -> float:
    """Average ratios by their geometric mean."""
    return float(np.exp(np.mean(np.log(values))))


def best_peer(problem: str, name: str) -> float | str:
    """Return the shortest time of any other code on a graph; a dash if there is none."""
    figures = PEERS[problem]
    times = {**figures["graphs"], **figures.get("other_graphs", {})}
    if name in times:
        return float(min(times[name]))
    for line in figures.get("untuned", ()):
        if line["graph"] == name and line["peer"] is not None:
            return float(line["peer"])
    return "-"


def print_measured(problem: str, names: tuple[str, ...], variants: list[str]) -> None:
    """Measure variants on graphs, and print their times and their ratios to the peers."""
    print(f"{graphs.runtime().name}, {commit_and_day()}, milliseconds\n")
    print(head("graph", *variants, "best peer"))
    times = {}
    for name in names:
        times[name] = measure(problem, name, variants)
        print(row(name, *times[name], best_peer(problem, name)), flush=True)
    common = [name for name in names if name in PEERS[problem]["graphs"]]
    if common:
        own = {
            variant: [times[name][index] for name in common]
            for index, variant in enumerate(variants)
        }
        print_ratios(problem, common, own)


def commit_and_day() -> str:
    """Return the day, and the commit that is measured."""
    git = ["git", "-C", str(HERE), "rev-parse", "--short", "HEAD"]
    try:
        commit = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        commit = f"version {clconn.__version__}"
    return f"{datetime.date.today()}, {commit}"


def print_ratios(problem: str, names: list[str], own: dict[str, list[float]]) -> None:
    """Print the geometric means of the ratios of variants to each peer."""
    figures = PEERS[problem]
    columns = [*figures["codes"], BEST] if len(figures["codes"]) > 1 else figures["codes"]
    print("\nRatios, geometric means over the graphs (below 1: faster than the peer)\n")
    print(head("variant", *columns))
    candidates = dict(own)
    for prefix in ("csr/ecl", "csr/async", "kout/async", "kout/ecl", ""):
        matches = [times for name, times in own.items() if name.startswith(prefix)]
        if len(matches) > 1:
            label = f"best {prefix or 'of all'}, graph by graph"
            candidates[label] = [min(times) for times in zip(*matches, strict=True)]
    peers = [[*figures["graphs"][name], min(figures["graphs"][name])] for name in names]
    for label, times in candidates.items():
        ratios = [
            geometric_mean(
                [mine / theirs[index] for mine, theirs in zip(times, peers, strict=True)]
            )
            for index in range(len(columns))
        ]
        print(row(label, *ratios))


def print_recorded() -> None:
    """Print the figures of ``peers.json`` and their ratios."""
    for problem, figures in PEERS.items():
        if problem == "about":
            continue
        print(f"## {problem}\n\nMeasured {figures['measured']}; {figures['method']}.")
        own = figures.get("clconn")
        if problem not in PROBLEMS:
            print_batches(figures, own)
            continue
        if own is None:
            print("clconn was not measured beside them.\n")
            print(head("graph", *figures["codes"], "best peer"))
            for name, theirs in figures["graphs"].items():
                print(row(name, *map(float, theirs), float(min(theirs))))
            print()
            continue
        print(f"clconn is `{own['variant']}` at {own['commit']}", end="")
        print(", in the same run.\n" if own["same_run"] else ", in another run.\n")
        print(head("graph", *figures["codes"], "clconn", "clconn / best peer"))
        ratios = []
        for name, theirs in figures["graphs"].items():
            ratios.append(own["graphs"][name] / min(theirs))
            print(row(name, *map(float, theirs), own["graphs"][name], f"{ratios[-1]:.2f}"))
        blanks = [""] * (len(figures["codes"]) + 1)
        mean = geometric_mean(ratios)
        print(row("geometric mean", *blanks, f"{mean:.2f}"))
        print(f"\nThe best peer takes {1 / mean:.2f} times as long as clconn.")
        if len(figures["codes"]) > 1:
            print_ratios(problem, list(own["graphs"]), {"auto": list(own["graphs"].values())})
        if "untuned" in figures:
            print("\nGraphs that `auto` was not tuned on:\n")
            print(
                head("graph", "best peer", "which", "auto", "auto / best peer", "our best", "which")
            )
            for line in figures["untuned"]:
                print(_untuned_row(line))
        print()


def print_batches(figures: dict[str, Any], own: dict[str, Any] | None) -> None:
    """Print the figures of edges in batches, whose columns are one code on unequal inputs."""
    if own is None:
        print("clconn was not measured beside it.\n")
        print(head("graph", "edges", *figures["codes"]))
        for name, theirs in figures["graphs"].items():
            print(row(name, f"{figures['edges'][name]:,}", *map(float, theirs)))
        print()
        return
    print(f"clconn is `{own['variant']}` at {own['commit']}.\n")
    columns = [text for code in figures["codes"] for text in (code, "clconn", "ratio")]
    print(head("graph", "edges", *columns))
    ratios = []
    for name, theirs in figures["graphs"].items():
        pairs = list(zip(theirs, own["graphs"][name], strict=True))
        ratios.append([mine / their for their, mine in pairs])
        cells = [
            cell for their, mine in pairs for cell in (their, float(mine), f"{mine / their:.2f}")
        ]
        print(row(name, f"{figures['edges'][name]:,}", *cells))
    means = [geometric_mean(list(column)) for column in zip(*ratios, strict=True)]
    print(row("geometric mean", "", *(text for mean in means for text in ("", "", f"{mean:.2f}"))))
    print()


def _untuned_row(line: dict[str, Any]) -> str:
    auto, peer = line["auto"], line["peer"]
    ratios = [] if peer is None else [f"{time / peer:.2f}" for time in auto]
    return row(
        line["kind"],
        peer or "-",
        line["code"] or "-",
        " to ".join(f"{time:.3f}" for time in auto),
        " to ".join(ratios) or "-",
        line.get("best", "-"),
        line.get("variant", "-"),
    )


def main() -> None:
    """Print the tables that the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.table",
        description="Print the tables of docs/performance/.",
    )
    parser.add_argument(
        "variants",
        nargs="*",
        metavar="VARIANT",
        help="variants to measure; without any, print peers.json",
    )
    parser.add_argument("--every", action="store_true", help="measure every variant")
    parser.add_argument("--problem", choices=tuple(PROBLEMS), default="components")
    parser.add_argument(
        "--graphs",
        metavar="GRAPH,...",
        help=f"names, or sets of them: {', '.join(SETS)} "
        "(default: named; directed for a directed problem)",
    )
    arguments = parser.parse_args()
    if not (arguments.variants or arguments.every):
        print_recorded()
        return
    if graphs.runtime().is_cpu:
        parser.error("these graphs are too large for a processor; run it on a GPU")
    wanted = arguments.graphs or ("directed" if PROBLEMS[arguments.problem].directed else "named")
    names = tuple(name for item in wanted.split(",") for name in SETS.get(item, (item,)))
    known = (*graphs.NAMES, *untuned_graphs.GRAPHS, *directed_graphs.GRAPHS)
    for name in names:
        if name not in known:
            parser.error(f"no graph {name!r}; there are {', '.join(known)}")
    every = [variant.name for variant in clconn.variants(arguments.problem)]
    print_measured(arguments.problem, names, arguments.variants or every)


if __name__ == "__main__":
    main()
