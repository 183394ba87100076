"""What ``components`` and ``scc`` share: the files and the sizes of the components of a graph."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from clconn.command_line.component_files import component_writers
from clconn.command_line.on_cluster import (
    cluster_lines,
    names_of_times,
    print_levels,
    refuse_without_cluster,
    solve_on_cluster,
)
from clconn.command_line.output import check_graph_path, note_lost_names
from clconn.command_line.parser import CommandParser
from clconn.command_line.problem_command import (
    Writer,
    add_method_arguments,
    add_result_flags,
    print_answer,
    solve,
)
from clconn.command_line.reading import add_graph_arguments
from clconn.command_line.standard_streams import summary_beside
from clconn.command_line.stdout import edges_or_entries, print_json, print_table, put
from clconn.errors import OutputError
from clconn.percentage import percentage
from clconn.problems import Problem

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.results import Components

__all__ = [
    "FILES",
    "add_partition_arguments",
    "check_graph_output",
    "describe_answer",
    "describe_partition",
    "partition_lines",
    "run_partition",
]

FILES = ("labels", "roots", "nodes", "largest_graph")
"""The files that both commands write, by the names of their arguments."""

MOST_SIZES = 20
"""Largest number of rows in the printed table of sizes; ``--json`` has all sizes."""


def add_partition_arguments(
    parser: CommandParser, *, several: bool = False
) -> argparse._ArgumentGroup:
    """Add the arguments that both commands share; return the group of results.

    `several` is as for :func:`add_method_arguments`.
    """
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
    add_method_arguments(parser, several=several)
    return results


def describe_answer(result: Any) -> dict[str, Any]:
    """Return the same of the result of a cluster."""
    sizes = result.sizes()
    if not result.is_on_cluster:
        largest = int(sizes.max(initial=0))
    else:
        largest = int(sizes.max().compute()) if result.count else 0
    return {"edges": result.report.edge_count, "count": result.count, "largest": largest}


def run_partition(
    arguments: argparse.Namespace,
    problem: Problem,
    describe: Callable[[Graph, Any], dict[str, Any]],
    lines: Callable[[dict[str, Any]], list[tuple[str, str]]],
    writers: Mapping[str, Writer] | None = None,
    describe_answer: Callable[[Any], dict[str, Any]] = describe_answer,
) -> int:
    """Run a command for components and return its exit code.

    Parameters
    ----------
    arguments : argparse.Namespace
        With the arguments that :func:`add_partition_arguments` adds.
    problem : Problem
    describe, lines : callable
        Like :func:`describe_partition` and :func:`partition_lines`.
    writers : mapping, optional
        What writes the command's own files, by the names of their arguments. The caller has
        checked the paths.
    describe_answer : callable, optional
        Like the function of this name.
    """
    own_writers = dict(writers or {})
    paths = {name: getattr(arguments, name) for name in (*FILES, *own_writers)}
    if arguments.largest_graph is not None:
        check_graph_output(arguments.largest_graph, arguments.file, "--largest")
    all_writers: dict[str, Writer] = {
        "largest_graph": _write_largest,
        **component_writers(arguments),
        **own_writers,
    }
    if getattr(arguments, "cluster", None) is not None:
        code, summary, result = solve_on_cluster(
            arguments, problem, paths, describe_answer, writers=all_writers
        )
    else:
        refuse_without_cluster(arguments)
        code, summary, result = solve(
            arguments, problem, paths, describe, writers=all_writers,
            with_weights=("largest_graph",),
        )  # fmt: skip
    if arguments.sizes and "sizes" not in summary:
        summary["sizes"] = result.sizes()
    if arguments.json:
        print_json(summary)
        return code
    with summary_beside(paths.values()):
        own = [*lines(summary), *cluster_lines(summary)]
        print_answer(problem, summary, own, paths, arguments.time, names_of_times(summary, problem))
        print_levels(result, arguments.time)
        if arguments.sizes:
            _print_sizes(summary["sizes"])
    return code


def describe_partition(graph: Graph, result: Components) -> dict[str, Any]:
    """Return the part of a summary that describes the components."""
    unit, number = edges_or_entries(graph)
    largest = int(result.sizes().max(initial=0))
    return {unit: number, "count": result.count, "largest": largest}


def partition_lines(summary: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the same for people."""
    n, largest = summary["vertices"], summary["largest"]
    share = f" ({percentage(largest / n)} of the vertices)" if n else ""
    return [
        *((name, f"{summary[name]:,}") for name in ("edges", "entries") if name in summary),
        ("components", f"{summary['count']:,}"),
        ("largest component", f"{largest:,}{share}"),
    ]


def check_graph_output(path: str, source: str, option: str, *, directed: bool = False) -> None:
    """Raise an :class:`OutputError` if a graph could not be written where an option says."""
    from clconn.files import FORMATS
    from clconn.files.formats import format_of_suffix

    entry = format_of_suffix(path)
    if entry is None or (directed and not entry.holds_arcs):
        formats = (each for each in FORMATS.values() if each.holds_arcs or not directed)
        known = " ".join(dict.fromkeys(each.suffixes[0] for each in formats))
        fault = "the suffix tells no format" if entry is None else f"{entry.name} holds no arcs"
        raise OutputError(f"{path}: {fault}; {option} takes {known}")
    check_graph_path(path, format=None, option=option, source=source)


def _write_largest(path: str, graph: Graph, result: Components) -> None:
    from clconn.files import write

    write(graph.subgraph(result.largest()), path)
    note_lost_names(graph, path, None)


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
