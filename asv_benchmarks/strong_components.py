"""Measure strong components on a device: a line for each graph and variant.

Run it at the root of the repository::

    python -m asv_benchmarks.strong_components                          # auto on all graphs
    python -m asv_benchmarks.strong_components auto csr/signatures/jump
    python -m asv_benchmarks.strong_components --graphs d-grid,d-path "csr/signatures/jump jump=off"
    python -m asv_benchmarks.strong_components --graphs small-deep auto # for a processor

Graphs are generated, and kept nowhere. A graph and its transpose are on the device, and the
transpose has a time of its own. Each variant warms up for at least 60 ms, and then there are 15
runs, which end with ``queue.finish()``. Each answer is compared with scipy's. It needs clconn,
numpy, scipy and pyopencl alone.
"""

from __future__ import annotations

import argparse
import dataclasses
import time
from typing import Any

import numpy as np

import clconn
from asv_benchmarks.benchmarks.directed_graphs import GRAPHS, SETS
from asv_benchmarks.timing import RUNS, run_milliseconds
from clconn.command_line.options import parse_options
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.graph.transpose import transpose_rows
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import STRONG_COMPONENTS
from clconn.results import Timing
from clconn.scipy_backend.strong_components import strong_components as scipy_roots


def measure(name: str, variants: list[str], device: Any, *, runs: int, check: bool) -> bool:
    """Print the lines of a graph; return whether all answers were right."""
    family, parameters = GRAPHS[name]
    graph = clconn.generate(family, **parameters)
    device_graph = arcs_to_device(graph, device)
    print(
        f"{name}: {graph.n:,} vertices, {graph.edge_count:,} arcs, "
        f"transpose {transpose_milliseconds(device_graph):.3f} ms",
        flush=True,
    )
    expected = scipy_roots(graph) if check else None
    right = True
    for text in variants:
        variant, *options = text.split()
        chosen = parse_options(options, variant, STRONG_COMPONENTS)
        choice, plan = plan_variant(STRONG_COMPONENTS, device_graph, variant, chosen)
        launches = -device_graph.runtime.launches
        outputs = plan.run(wait=True)
        launches += device_graph.runtime.launches
        roots = device_graph.runtime.download(outputs["roots"], graph.n)
        wrong = expected is not None and not np.array_equal(roots, expected)
        right = right and not wrong
        source = STRONG_COMPONENTS.load("solver").source(
            device_graph, choice, outputs, Timing(0.0, 0.0, 0.0)
        )
        work = dataclasses.asdict(source.work()) | {"launches": launches}
        # The first run of "auto" on a graph, whose work this is, decides about the next.
        choice, plan = plan_variant(STRONG_COMPONENTS, device_graph, variant, chosen)
        times = run_milliseconds(plan, runs)
        print(
            f"  {name:25} {text:40} median {np.median(times):9.3f}  least {min(times):9.3f}  "
            f"components {np.count_nonzero(roots == np.arange(graph.n)):,}  "
            + "  ".join(f"{what} {count}" for what, count in work.items())
            + ("  WRONG" if wrong else "" if check else "  not checked"),
            flush=True,
        )
        if variant == "auto":
            print(f"  {'':25} auto is {choice.variant}: {choice.reason}", flush=True)
    return right


def transpose_milliseconds(device_graph: Any, runs: int = 5) -> float:
    """Return the median time to transpose the rows; the graph then keeps its transpose."""
    runtime = device_graph.runtime
    times = []
    for _ in range(runs + 1):
        begin = time.perf_counter()
        transposed = transpose_rows(runtime, device_graph.rows, needs={})
        runtime.finish()
        times.append(1e3 * (time.perf_counter() - begin))
        del transposed
    _ = device_graph.transpose
    # The first time builds the kernels.
    return float(np.median(times[1:]))


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.strong_components",
        description="Measure strong components on a device, in milliseconds.",
    )
    parser.add_argument("variants", nargs="*", metavar="VARIANT", default=["auto"])
    parser.add_argument(
        "--graphs",
        default="all",
        metavar="GRAPH,...",
        help=f"names, or sets of them: {', '.join(SETS)} (default: all)",
    )
    parser.add_argument("--device", help="as `clconn devices` selects it")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"default: {RUNS}")
    parser.add_argument("--unchecked", action="store_true", help="do not compare with scipy")
    arguments = parser.parse_args()
    names = [name for item in arguments.graphs.split(",") for name in SETS.get(item, (item,))]
    for name in names:
        if name not in GRAPHS:
            parser.error(f"no graph {name!r}; there are {', '.join(GRAPHS)}")
    runtime = open_runtime(arguments.device)
    print(f"{runtime.name}, clconn {clconn.__version__}, milliseconds")
    right = [
        measure(
            name, arguments.variants, runtime, runs=arguments.runs, check=not arguments.unchecked
        )
        for name in names
    ]
    if not all(right):
        raise SystemExit("some answers were WRONG")


if __name__ == "__main__":
    main()
