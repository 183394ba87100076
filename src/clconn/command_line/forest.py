"""``clconn forest``: a spanning forest of a graph file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from clconn.command_line.forest_files import forest_writers
from clconn.command_line.on_cluster import (
    add_cluster,
    cluster_lines,
    names_of_times,
    print_levels,
    refuse_without_cluster,
    solve_on_cluster,
)
from clconn.command_line.parser import CommandParser
from clconn.command_line.problem_command import (
    add_method_arguments,
    add_result_flags,
    print_answer,
    solve,
)
from clconn.command_line.reading import add_graph_arguments, format_table
from clconn.command_line.standard_streams import summary_beside
from clconn.command_line.stdout import edges_or_entries, print_json
from clconn.command_line.streamed_forest import (
    add_stream,
    design_space_of,
    refuse_without_stream,
    solve_streamed,
)
from clconn.command_line.table_files import is_table
from clconn.command_line.total_weight import as_json, describe_weights, weight_lines
from clconn.problems import FOREST, Problem

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.results import SpanningForest

DESCRIPTION = """\
Find a spanning forest of the graph in FILE: a tree for each connected
component, made of edges of the graph. The direction of arcs and the weights do
not matter. A forest contains no self loop, and at most one of several parallel
edges. An isolated vertex is a tree without edges.

The summary goes to standard output. The forest goes where -o says:

  -o forest.npy    the numbers of its edges, ascending
  -o edges.tsv     its edges: source, target, and weight if FILE has weights
  --labels PATH    the number of the tree of each vertex, as in `components`
  --parents PATH   the parent of each vertex; a root is its own parent, and the
                   smallest vertex of a tree is its root if --root names no other

Edges are numbered 0, 1, 2, ... in the order of the file (for a matrix, in the
order of its rows). A graph has many spanning forests, and each run may find
another one; `clconn verify --forest` checks it. A .npy file contains integers
for numpy.load; a .txt file contains one number per line; a .tsv file is a table
with names of its columns, and of the vertices if the graph has names.

With --cluster FILE may be a pattern in quotes, and the workers of a Dask
cluster read and solve the files; edges are numbered file by file.

With --stream the file is read in batches, and may be larger than the memory:
only n numbers, the forest and a few batches stay. The variants are then those
of `clconn variants incremental`, and edges.tsv has no weights. --checkpoint,
--resume and --renumber work as in `clconn stream`.
"""

EPILOG = """\
examples:
  clconn forest roads.mtx
  clconn forest roads.mtx -o forest.npy --time
  clconn forest roads.mtx -o edges.tsv --parents parents.npy --root 7
  clconn verify roads.mtx forest.npy --forest
  clconn forest edges.txt --n 1000 --json
  clconn forest roads.mtx --variant csr/ecl/halve --option initialization=self
  clconn forest roads.mtx --device cpu --verify
  clconn forest huge.npz --device gpus --memory-limit 8GiB --time
  clconn forest edges.npy --stream -o forest.npy
  clconn forest 'part-*.parquet' --cluster local:4 -o forest.npy

see also:
  clconn variants forest   the variants and their options
  clconn devices           what --device can select
"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        FOREST.command,
        help="a spanning forest of a graph file",
        description=DESCRIPTION,
        fill=_fill,
    )
    parser.set_defaults(run=run)


def _fill(parser: CommandParser) -> None:
    parser.epilog = f"{EPILOG}\n{format_table()}"
    add_forest_arguments(parser)


def add_forest_arguments(
    parser: CommandParser, *, weighted: bool = False
) -> argparse._ArgumentGroup:
    """Add the arguments that all commands for forests share; return the group of results."""
    add_graph_arguments(parser)
    add_stream(parser, weighted=weighted)
    add_cluster(parser)
    results = parser.add_argument_group("results")
    results.add_argument(
        "-o",
        "--edge-ids",
        metavar="PATH",
        help="write the forest's edges: numbers, .npy, .txt or - (lines), or ends, .tsv",
    )
    results.add_argument(
        "--labels", metavar="PATH", help="write the tree of each vertex, .npy, .txt or .tsv"
    )
    results.add_argument(
        "--parents", metavar="PATH", help="write the parent of each vertex, .npy, .txt or .tsv"
    )
    results.add_argument(
        "--root",
        metavar="V",
        action="append",
        default=[],
        help="make V the root of its tree in --parents; may be repeated for other trees",
    )
    add_result_flags(results)
    add_method_arguments(parser, several=True)
    return results


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    return run_forest(arguments, FOREST, describe_forest)


def run_forest(
    arguments: argparse.Namespace,
    problem: Problem,
    describe: Callable[[Graph, Any], dict[str, Any]],
    **more: Any,
) -> int:
    """Run a command for forests and return its exit code.

    Parameters
    ----------
    arguments : argparse.Namespace
        With the arguments that :func:`add_forest_arguments` adds.
    problem : Problem
    describe : callable
        Like :func:`describe_forest`; it may also return what :func:`describe_weights` does.
    **more
        Further arguments of the problem's public function.
    """
    paths = {name: getattr(arguments, name) for name in ("parents", "edge_ids", "labels")}
    writers = forest_writers(arguments)
    result = None
    if arguments.cluster is not None:
        if not arguments.stream:  # which is refused with a reason of its own
            refuse_without_stream(arguments)
        code, summary, result = solve_on_cluster(
            arguments, problem, paths, partial(_describe_answer, problem), writers=writers, **more
        )
    elif arguments.stream:
        code, summary = solve_streamed(arguments, problem, paths, writers, **more)
    else:
        refuse_without_stream(arguments)
        refuse_without_cluster(arguments)
        # A table of edges has their weights.
        with_weights = {"edge_ids"} & writers.keys()
        code, summary, result = solve(
            arguments, problem, paths, describe, writers=writers, with_weights=with_weights, **more
        )
    if arguments.json:
        print_json(as_json(summary))
        return code
    unit = next(name for name in ("edges", "entries") if f"graph_{name}" in summary)
    own = [
        (unit, f"{summary[f'graph_{unit}']:,}"),
        ("trees", f"{summary['count']:,}"),
        ("edges of the forest", f"{summary['edges']:,}"),
    ]
    own += weight_lines(summary) + cluster_lines(summary)
    files = [*paths, "checkpoint"] if arguments.stream else paths
    with summary_beside(paths.values()):
        space = design_space_of(problem, arguments)
        called = {"edge_ids": "edges"} if is_table(arguments.edge_ids) else {}
        called |= names_of_times(summary, problem)
        print_answer(space, summary, own, files, arguments.time, called)
        print_levels(result, arguments.time)
    return code


def _describe_answer(problem: Problem, result: Any) -> dict[str, Any]:
    own: dict[str, Any] = {"graph_edges": result.report.edge_count, "count": result.count}
    own["edges"] = result.n - result.count
    if problem.weighted:
        own |= describe_weights(result, result.report.weighted)
    return own


def describe_forest(graph: Graph, result: SpanningForest) -> dict[str, Any]:
    """Return the part of a summary that describes the forest."""
    unit, number = edges_or_entries(graph)
    return {f"graph_{unit}": number, "count": result.count, "edges": graph.n - result.count}
