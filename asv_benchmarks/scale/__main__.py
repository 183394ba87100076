"""What a call of `clconn.distributed` costs, on paper.

``python -m asv_benchmarks.scale`` prints what graphs of 10^9 to 10^12 edges cost on three clusters,
and what breaks first. ``--edges``, ``--vertices`` and the rest answer for one graph, level by
level. ``--check FOLDER`` runs the real thing beside the model on 1, 2, 4 and 8 processes of this
machine, in minutes, and ``--memory FOLDER`` compares peaks; they write edges to the folder.
``--merges`` measures merges of minimum forests.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from math import log2, log10
from pathlib import Path

from asv_benchmarks.scale.check import (
    HERE,
    check,
    check_memory,
    check_rounds,
    check_seconds,
    measure_rates,
)
from asv_benchmarks.scale.check_forest_rounds import check_forest_rounds, check_memory_of_rounds
from asv_benchmarks.scale.forest_sizes import ForestSizes, InOrder, rmat, uniform
from asv_benchmarks.scale.merges import measure_merges
from asv_benchmarks.scale.model import (
    KINDS,
    Costs,
    Machine,
    contraction,
    contraction_of_forest,
    costs,
)

PROCESSORS = Machine(
    "100 processors",
    workers=100,
    memory=256e9,
    read=1.25e9,
    network=1.25e9,
    checked=88e6,
    solved=880e6,
    vertices=224e6,
    merged=560e6,
    threads=4,
)
"""Of 16 cores each, at eight times the speed of two; all is behind a link of 10 Gb/s."""

GPUS = Machine(
    "100 GPUs",
    workers=100,
    memory=256e9,
    read=12.5e9,
    network=12.5e9,
    checked=88e6,
    solved=3.5e9,
    vertices=7e9,
    merged=3.5e9,
    threads=16,
)
"""What a GPU solves comes and goes at 28 GB/s: 8 bytes an edge, 4 a vertex; links of 100 Gb/s."""

MACHINES = {"here": HERE, "processors": PROCESSORS, "gpus": GPUS}
PARTITION = 1 << 24


def graph_of(name: str, vertices: float, edges: float) -> ForestSizes:
    if name == "rmat":
        return rmat(max(1, round(log2(vertices))), edges)
    return InOrder(vertices, edges) if name == "in-order" else uniform(vertices, edges)


def size(value: float, unit: str = "B") -> str:
    """Return a number with three digits and a decimal prefix."""
    power = 0 if value < 1 else min(5, int(log10(value * 1.0005) / 3))
    return f"{value / 1000**power:.3g} {' kMGTP'[power].strip()}{unit}".rstrip()


def time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.2g} s"
    return f"{seconds / 60:.3g} min" if seconds < 6000 else f"{seconds / 3600:.3g} h"


def levels(model: Costs) -> str:
    """Return a table of the levels of a call."""
    rows = ["| level | tasks | edges in | forest bytes | moved | memory | time |"]
    rows.append("|---|---|---|---|---|---|---|")
    rows += [
        f"| {depth} | {each.tasks:,} | {size(each.edges, '')} | {size(each.forest_bytes)} | "
        f"{size(each.moved_bytes)} | {size(each.peak_bytes)} | {time(each.seconds)} |"
        for depth, each in enumerate(model.levels)
    ]
    return "\n".join(rows)


def sweep(name: str, per_vertex: float, partition: float, problem: str) -> None:
    """Print what 10^9 to 10^12 edges cost on the three clusters."""
    print(f"\n{name}, {per_vertex:g} edges a vertex, partitions of {size(partition, '')} edges\n")
    heads = "edges", "vertices", "cluster", "read", "forests move", "memory of a worker", "time"
    print(f"| {' | '.join(heads)} | longest | breaks |")
    print("|" + "---|" * 9)
    for exponent in range(9, 13):
        edges = 10.0**exponent
        graph = graph_of(name, edges / per_vertex, edges)
        parts = max(1, round(edges / partition))
        for machine in MACHINES.values():
            model = costs(graph, machine, parts, problem=problem)
            sizes = map(size, (model.read_bytes, model.moved_bytes, model.peak_bytes))
            print(
                f"| 10^{exponent} | {size(graph.n, '')} | {machine.name} | {' | '.join(sizes)} | "
                f"{time(model.seconds)} | {model.longest} | {'; '.join(model.breaks) or '-'} |"
            )


def rounds(name: str, per_vertex: float, partition: float) -> None:
    """Print what contraction by rounds costs."""
    print("\n| edges | cluster | rounds | shuffled | kept by all | tasks | time |")
    print("|---|---|---|---|---|---|---|")
    for exponent in range(9, 13):
        edges = 10.0**exponent
        graph = graph_of(name, edges / per_vertex, edges)
        for machine in (PROCESSORS, GPUS):
            model = contraction(graph, machine, max(1, round(edges / partition)))
            print(
                f"| 10^{exponent} | {machine.name} | {model.rounds} | "
                f"{size(model.shuffled_bytes)} | {size(model.kept_bytes)} | "
                f"{model.tasks:,} | {time(model.seconds)} |"
            )


def forest_rounds(name: str, per_vertex: float, partition: float) -> None:
    """Print what forests by rounds cost."""
    heads = "edges", "forest", "cluster", "rounds", "shuffled", "kept by all"
    print(f"\n| {' | '.join(heads)} | memory of a worker | tasks | time | longest | breaks |")
    print("|" + "---|" * 11)
    for exponent in range(9, 13):
        edges = 10.0**exponent
        graph = graph_of(name, edges / per_vertex, edges)
        for problem in ("forest", "minimum forest"):
            for machine in (PROCESSORS, GPUS):
                parts = max(1, round(edges / partition))
                model = contraction_of_forest(graph, machine, parts, problem=problem)
                longest = max(model.phases, key=lambda phase: model.phases[phase])
                breaks = [what for what, used in model.limits.items() if used > 1]
                print(
                    f"| 10^{exponent} | {problem} | {machine.name} | {model.rounds} | "
                    f"{size(model.shuffled_bytes)} | {size(model.kept_bytes)} | "
                    f"{size(model.peak_bytes)} | {model.tasks:,} | {time(model.seconds)} | "
                    f"{longest} | {'; '.join(breaks) or '-'} |"
                )


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.scale",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--edges", type=float, help="edges of one graph; by default a sweep")
    parser.add_argument("--vertices", type=float, help="its vertices (default: edges / 32)")
    parser.add_argument("--graph", choices=["uniform", "rmat", "in-order"], default="uniform")
    parser.add_argument("--edges-per-vertex", type=float, default=32, help="in a sweep")
    parser.add_argument("--partition", type=float, default=PARTITION, help="edges of a partition")
    parser.add_argument("--partition-of-rounds", type=float, default=1e9)
    parser.add_argument("--problem", choices=list(KINDS), default="components")
    parser.add_argument("--fan-in", type=int, default=4)
    parser.add_argument("--machine", choices=list(MACHINES), default="processors")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--memory-of-a-worker", type=float, help="bytes")
    parser.add_argument("--bytes-per-edge", type=float, default=16, help="where they are read")
    parser.add_argument("--check", type=Path, metavar="FOLDER")
    parser.add_argument("--memory", type=Path, metavar="FOLDER")
    parser.add_argument("--rates", type=Path, metavar="FOLDER")
    parser.add_argument("--merges", action="store_true")
    given = parser.parse_args(arguments)
    if given.check:
        check(given.check, 1 << 18, 1 << 21, 32, [1, 2, 4, 8])
        check_rounds(given.check, 1 << 18, 1 << 21, 8)
        check_forest_rounds(given.check, 1 << 16, 1 << 19, 8)
        check_seconds(given.check, 1 << 20, 1 << 24, 16, [1, 2, 4, 8])
    elif given.memory:
        for bits, edges, parts in ((22, 1 << 25, 8), (21, 1 << 25, 4), (19, 1 << 25, 8)):
            n = 1 << bits
            check_memory(given.memory, n, edges, parts, given.fan_in)
        check_memory_of_rounds(given.memory, [(20, 20), (20, 22), (20, 23), (21, 22)], 4)
    elif given.merges:
        measure_merges()
    elif given.rates:
        measure_rates(given.rates, 1 << 20, 1 << 24, 16)
    elif given.edges:
        machine = MACHINES[given.machine]
        machine = replace(
            machine,
            workers=given.workers or machine.workers,
            memory=given.memory_of_a_worker or machine.memory,
        )
        graph = graph_of(given.graph, given.vertices or given.edges / 32, given.edges)
        model = costs(
            graph,
            machine,
            max(1, round(given.edges / given.partition)),
            problem=given.problem,
            fan_in=given.fan_in,
            read_edge_bytes=given.bytes_per_edge,
        )
        print(levels(model))
        breaks = ", ".join(model.breaks) or "nothing"
        print(f"\n{time(model.seconds)}; {model.tasks:,} tasks; breaks: {breaks}")
        for what, seconds in model.phases.items():
            print(f"  {what}: {time(seconds)}")
        for what, used in model.limits.items():
            print(f"  {what}: {used:.2g} of the limit")
    else:
        sweep(given.graph, given.edges_per_vertex, given.partition, given.problem)
        rounds(given.graph, given.edges_per_vertex, given.partition_of_rounds)
        forest_rounds(given.graph, given.edges_per_vertex, given.partition_of_rounds)


if __name__ == "__main__":
    sys.exit(main())
