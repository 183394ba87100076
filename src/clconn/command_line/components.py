"""``clconn components``: count and label the connected components of a graph file."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from clconn.command_line.array_files import check_array_paths, write_array
from clconn.command_line.display import (
    edges_or_entries,
    print_json,
    print_pairs,
    print_table,
    put,
    seconds,
)
from clconn.command_line.exit_codes import DONE, NOT_VERIFIED
from clconn.command_line.messages import say
from clconn.command_line.options import parse_options
from clconn.command_line.parser import CommandParser
from clconn.command_line.reading import add_graph_arguments, format_table, read_graph

if TYPE_CHECKING:
    from clconn.results import Components

DESCRIPTION = """\
Find the connected components of the graph in FILE: the largest sets of
vertices in which every two are joined by a path. The direction of arcs does
not matter (a directed graph's weak components), nor do weights, self loops and
parallel edges.

The summary goes to standard output. The arrays go where -o and --roots say:

  -o labels.npy        labels[v] is the number of the component of vertex v
  --roots roots.npy    roots[v] is the smallest vertex of the component of v

Both are canonical: components are numbered 0, 1, 2, ... in the order of their
smallest vertices, so every device and every variant gives the same bytes.
A name that ends in .npy holds int32 for numpy.load; one that ends in .txt
holds one number a line, that of vertex 0 first.
"""

EPILOG = """\
examples:
  clconn components roads.mtx
  clconn components roads.mtx -o labels.npy --time
  clconn components edges.txt --n 1000 --json
  clconn components roads.mtx --variant csr/ecl/halve --option finalization=compress
  clconn components roads.mtx --device cpu --verify

see also:
  clconn variants      the variants and their options
  clconn devices       what --device can select
"""

MOST_SIZES = 20
"""Rows of the table of sizes for people; ``--json`` has them all."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        "components",
        help="connected components of a graph file",
        description=DESCRIPTION,
        fill=_fill,
    )
    parser.set_defaults(run=run)


def _fill(parser: CommandParser) -> None:
    parser.epilog = f"{EPILOG}\n{format_table()}"
    add_graph_arguments(parser)
    results = parser.add_argument_group("results")
    results.add_argument("-o", "--labels", metavar="PATH", help="write the labels, .npy or .txt")
    results.add_argument("--roots", metavar="PATH", help="write the roots, .npy or .txt")
    results.add_argument("--sizes", action="store_true", help="say how large the components are")
    results.add_argument("--time", action="store_true", help="say what each step took")
    results.add_argument(
        "--verify",
        action="store_true",
        help="check the answer in linear time before it is written; exit code 1 if it is wrong",
    )
    results.add_argument("--json", action="store_true", help="print one JSON object")
    how = parser.add_argument_group("how it is computed")
    how.add_argument("--variant", metavar="V", default="auto", help="algorithm (default: auto)")
    how.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a switch of the variant; may be given several times",
    )
    how.add_argument(
        "--backend",
        choices=("opencl", "reference"),
        help="OpenCL, or the serial reference, slow and readable (default: opencl if there is a "
        "device)",
    )
    how.add_argument(
        "--device",
        metavar="SELECTOR",
        help="OpenCL device: gpu, cpu, 0:1 or part of a name; `clconn devices` lists them",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    # What can be refused without the graph is refused before anybody waits for it.
    options = parse_options(arguments.option, arguments.variant)
    wanted = {"labels": arguments.labels, "roots": arguments.roots}
    outputs = {name: path for name, path in wanted.items() if path is not None}
    check_array_paths(outputs.values(), source=arguments.file)

    started = time.perf_counter()
    graph = read_graph(arguments.file, format=arguments.format, n=arguments.n)
    reading = time.perf_counter() - started

    from clconn.components import connected_components

    result = connected_components(
        graph,
        variant=arguments.variant,
        backend=arguments.backend,
        device=arguments.device,
        options=options,
    )
    sizes = result.sizes()
    held, number = edges_or_entries(graph)
    summary: dict[str, Any] = {
        "file": arguments.file,
        "vertices": graph.n,
        held: number,
        "count": result.count,
        "largest": int(sizes.max(initial=0)),
        "variant": result.variant,
        "backend": result.backend,
        "device": result.device,
        **wanted,
    }
    code = DONE
    if arguments.verify:
        from clconn import verify

        verdict = verify.components(graph, result)
        summary["verified"] = bool(verdict)
        if not verdict:
            say("error", f"{arguments.file}: the answer is wrong: {verdict.message}")
            code = NOT_VERIFIED
    if code == DONE:
        for name, path in outputs.items():
            write_array(path, getattr(result, name))
    summary["timing"] = _timing(reading, result)
    if arguments.sizes:
        summary["sizes"] = sizes
    if arguments.json:
        print_json(summary)
    else:
        _print_summary(summary, arguments.time)
    return code


def _timing(reading: float, result: Components) -> dict[str, float]:
    timing = result.timing
    return {
        "read": reading,
        "transfer": timing.transfer,
        "build": timing.build,
        "compute": timing.compute,
    }


def _print_summary(summary: dict[str, Any], with_times: bool) -> None:
    n, largest = summary["vertices"], summary["largest"]
    share = f" ({100 * largest / n:.3g} % of the vertices)" if n else ""
    pairs = [
        ("vertices", f"{n:,}"),
        *((name, f"{summary[name]:,}") for name in ("edges", "entries") if name in summary),
        ("components", f"{summary['count']:,}"),
        ("largest component", f"{largest:,}{share}"),
        ("device", f"{summary['device']} ({summary['backend']})"),
        ("variant", summary["variant"]),
    ]
    if "verified" in summary:
        pairs.append(("verified", "yes" if summary["verified"] else "NO: nothing was written"))
    if with_times:
        pairs += [(f"time to {name}", seconds(took)) for name, took in summary["timing"].items()]
    pairs += [(name, f"in {summary[name]}") for name in ("labels", "roots") if summary[name]]
    put(summary["file"])
    print_pairs(pairs)
    if "sizes" in summary:
        _print_sizes(summary["sizes"])


def _print_sizes(sizes: Any) -> None:
    import numpy as np

    values, counts = np.unique(sizes, return_counts=True)
    rows = [
        (f"{size:,}", f"{count:,}")
        for size, count in zip(values[::-1].tolist(), counts[::-1].tolist(), strict=True)
    ]
    put()
    print_table(rows[:MOST_SIZES], heading=("vertices", "components of that size"), indent="  ")
    if len(rows) > MOST_SIZES:
        put(f"  ... and {len(rows) - MOST_SIZES:,} smaller sizes; --json lists every component")
