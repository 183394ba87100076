"""``clconn scc``: the strongly connected components of a graph file, and their condensation."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from clconn.command_line.array_files import check_array_paths, write_array
from clconn.command_line.on_cluster import add_cluster
from clconn.command_line.parser import CommandParser
from clconn.command_line.partition_command import (
    add_partition_arguments,
    check_graph_output,
    describe_answer,
    describe_partition,
    partition_lines,
    run_partition,
)
from clconn.command_line.problem_command import Writer
from clconn.command_line.reading import format_table
from clconn.problems import STRONG_COMPONENTS

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.results import StrongComponents

DESCRIPTION = """\
Find the strongly connected components of the directed graph in FILE: the
largest sets of vertices in which paths lead from each to every other. Weights,
self loops and parallel arcs do not matter. A component of one vertex is trivial.

An entry u v of FILE is the arc from u to v. Where FILE says that its edges have
no direction (a symmetric Matrix Market file, METIS, DIMACS `p edge`, SNAP's
`# Undirected graph`, KONECT's `% sym`, an npz file with directed=False), each
edge counts as two arcs, and the answer is the connected components.

The summary goes to standard output. The arrays go where -o and --roots say:

  -o labels.npy           labels[v] is the number of the component of vertex v
  --roots roots.npy       roots[v] is the smallest vertex of the component of v
  --nodes nodes.npy       nodes[v] is the name of vertex v, with --renumber
  --largest core.mtx      the graph of the largest component: its vertices are
                          numbered again from 0, in the order they have in FILE
  --condensation dag.mtx  the acyclic graph of the components: an arc for each
                          two that an arc joins, from a smaller number to a
                          larger one
  --order order.npy       order[i] is the label of its vertex i

Labels and roots are canonical: components are numbered 0, 1, 2, ... in the order of their
smallest vertices, so every device and every variant gives the same bytes; the
condensation has one order, too. A .npy file contains int32 for numpy.load; a
.txt file contains one number per line. With the suffix .tsv labels and roots
are tables: a line of headings, then for each vertex its name, or its number
without names, and its label or the name of its root. With -o - the lines go to
standard output and the summary to standard error.

With --cluster FILE may be a pattern in quotes, and the workers of a Dask
cluster read the files and find the components in rounds; the answer is the
same. It has no condensation, since no machine has all arcs.
"""

EPILOG = """\
examples:
  clconn scc web.mtx
  clconn scc web.txt.gz -o labels.npy --time --explain
  clconn scc web.mtx --condensation dag.mtx --order order.npy
  clconn scc follows.csv --renumber -o labels.tsv
  clconn scc web.mtx --variant csr/pearce/serial --device cpu --verify
  clconn verify web.mtx labels.npy --scc
  clconn scc 'part-*.parquet' --cluster local:4 -o labels.npy
  zcat web.txt.gz | clconn scc - -o - | sort -n | uniq -c

see also:
  clconn variants strong-components   the variants and their options
  clconn devices                      what --device can select
"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        STRONG_COMPONENTS.command,
        help="strongly connected components of a file",
        description=DESCRIPTION,
        fill=_fill,
    )
    parser.set_defaults(run=run)


def _fill(parser: CommandParser) -> None:
    parser.epilog = f"{EPILOG}\n{format_table()}"
    results = add_partition_arguments(parser)
    results.add_argument(
        "--condensation",
        metavar="OUT",
        help="write the acyclic graph of the components; the suffix chooses the format",
    )
    results.add_argument(
        "--order", metavar="PATH", help="write the labels in its order, .npy or .txt"
    )
    add_cluster(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    if arguments.condensation is not None:
        check_graph_output(arguments.condensation, arguments.file, "--condensation", directed=True)
    if arguments.order is not None:
        check_array_paths([arguments.order], source=arguments.file)
    writers: dict[str, Writer] = {"condensation": _write_condensation, "order": _write_order}
    return run_partition(
        arguments, STRONG_COMPONENTS, _describe, _lines, writers, _describe_on_cluster
    )


def _describe(graph: Graph, result: StrongComponents) -> dict[str, Any]:
    return {
        **describe_partition(graph, result),
        "directed": graph.directed,
        "trivial": int(result.is_trivial.sum()),
        "work": None if result.work is None else asdict(result.work),
    }


def _describe_on_cluster(result: StrongComponents) -> dict[str, Any]:
    return {
        **describe_answer(result),
        "directed": True,
        "trivial": int(result.is_trivial.sum()),
        "work": None if result.work is None else asdict(result.work),
    }


def _lines(summary: dict[str, Any]) -> list[tuple[str, str]]:
    lines = [*partition_lines(summary), ("trivial components", f"{summary['trivial']:,}")]
    if not summary["directed"]:
        lines.append(("direction", "none: each edge counts as two arcs"))
    return lines


def _write_condensation(path: str, graph: Graph, result: StrongComponents) -> None:
    from clconn.files import write

    write(result.condensation().to_graph(), path)


def _write_order(path: str, graph: Graph, result: StrongComponents) -> None:
    write_array(path, result.condensation().order)
