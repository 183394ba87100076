"""``clconn components``: count and label the connected components of a graph file."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from clconn.command_line.component_files import component_writers
from clconn.command_line.output import check_graph_path
from clconn.command_line.parser import CommandParser
from clconn.command_line.problem_command import (
    Writer,
    add_method_arguments,
    add_result_flags,
    print_answer,
    solve,
)
from clconn.command_line.reading import add_graph_arguments, format_table
from clconn.command_line.standard_streams import summary_beside
from clconn.command_line.stdout import edges_or_entries, print_json, print_table, put
from clconn.errors import OutputError
from clconn.percentage import percentage
from clconn.problems import COMPONENTS

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.results import Components

DESCRIPTION = """\
Find the connected components of the graph in FILE: the largest sets of
vertices in which a path joins every two. The direction of arcs does not matter
(the result is the weak components of a directed graph), and neither do
weights, self loops and parallel edges.

The summary goes to standard output. The arrays go where -o and --roots say:

  -o labels.npy        labels[v] is the number of the component of vertex v
  --roots roots.npy    roots[v] is the smallest vertex of the component of v
  --nodes nodes.npy    nodes[v] is the name of vertex v, with --renumber
  --largest giant.mtx  the graph of the largest component: its vertices are
                       numbered again from 0, in the order they have in FILE

Labels and roots are canonical: components are numbered 0, 1, 2, ... in the order of their
smallest vertices, so every device and every variant gives the same bytes. A
.npy file contains int32 for numpy.load; a .txt file contains one number per
line, starting with vertex 0. With the suffix .tsv they are tables: a line of
headings, then for each vertex its name, or its number without names, and its
label or the name of its root. With -o - the lines go to standard output and the
summary to standard error.
"""

EPILOG = """\
examples:
  clconn components roads.mtx
  clconn components roads.mtx -o labels.npy --time --explain
  clconn components edges.txt --n 1000 --json
  clconn components roads.mtx --variant csr/ecl/halve --option finalization=compress
  clconn components roads.mtx --device cpu --verify
  clconn components follows.csv --renumber -o labels.tsv --roots roots.tsv
  clconn components edges.txt --largest giant.npz -o labels.npy
  zcat roads.txt.gz | clconn components - -o - | sort -n | uniq -c

see also:
  clconn variants      the variants and their options
  clconn devices       what --device can select
"""

MOST_SIZES = 20
"""Largest number of rows in the printed table of sizes; ``--json`` has all sizes."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        COMPONENTS.command,
        help="connected components of a graph file",
        description=DESCRIPTION,
        fill=_fill,
    )
    parser.set_defaults(run=run)


def _fill(parser: CommandParser) -> None:
    parser.epilog = f"{EPILOG}\n{format_table()}"
    add_graph_arguments(parser)
    results = parser.add_argument_group("results")
    results.add_argument(
        "-o", "--labels", metavar="PATH", help="write the labels, .npy, .txt or .tsv"
    )
    results.add_argument("--roots", metavar="PATH", help="write the roots, .npy, .txt or .tsv")
    results.add_argument("--nodes", metavar="PATH", help="write the names, .npy or .txt")
    results.add_argument(
        "--largest",
        dest="largest_graph",
        metavar="OUT",
        help="write the graph of the largest component; the suffix chooses the format",
    )
    results.add_argument("--sizes", action="store_true", help="say how large the components are")
    add_result_flags(results)
    add_method_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    paths = {
        name: getattr(arguments, name) for name in ("labels", "roots", "nodes", "largest_graph")
    }
    if arguments.largest_graph is not None:
        _check_largest(arguments.largest_graph, arguments.file)
    writers: dict[str, Writer] = {"largest_graph": _write_largest, **component_writers(arguments)}
    code, summary, result = solve(arguments, COMPONENTS, paths, _describe, writers=writers)
    if arguments.sizes:
        summary["sizes"] = result.sizes()
    if arguments.json:
        print_json(summary)
        return code
    with summary_beside(paths.values()):
        print_answer(COMPONENTS, summary, _own_lines(summary), paths, arguments.time)
        if arguments.sizes:
            _print_sizes(summary["sizes"])
    return code


def _describe(graph: Graph, result: Components) -> dict[str, Any]:
    unit, number = edges_or_entries(graph)
    largest = int(result.sizes().max(initial=0))
    return {unit: number, "count": result.count, "largest": largest}


def _check_largest(path: str, source: str) -> None:
    from clconn.files import FORMATS
    from clconn.files.formats import format_of_suffix

    if format_of_suffix(path) is None:
        known = " ".join(format.suffixes[0] for format in FORMATS.values())
        raise OutputError(f"{path}: the suffix tells no format; --largest takes {known}")
    check_graph_path(path, format=None, option="--largest", source=source)


def _write_largest(path: str, graph: Graph, result: Components) -> None:
    from clconn.files import write

    write(graph.subgraph(result.largest()), path)


def _own_lines(summary: dict[str, Any]) -> list[tuple[str, str]]:
    n, largest = summary["vertices"], summary["largest"]
    share = f" ({percentage(largest / n)} of the vertices)" if n else ""
    return [
        *((name, f"{summary[name]:,}") for name in ("edges", "entries") if name in summary),
        ("components", f"{summary['count']:,}"),
        ("largest component", f"{largest:,}{share}"),
    ]


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
