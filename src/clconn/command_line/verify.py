"""``clconn verify``: check an answer from any program against the graph."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from clconn.command_line.array_files import read_integers
from clconn.command_line.exit_codes import DONE, NOT_VERIFIED
from clconn.command_line.parser import CommandParser
from clconn.command_line.reading import add_graph_arguments, format_table, read_graph
from clconn.command_line.standard_streams import STANDARD, input_title
from clconn.command_line.stderr import say
from clconn.command_line.stdout import print_json, put
from clconn.command_line.table_files import is_table, read_labels_by_name
from clconn.errors import GraphError, GraphFileError, OptionError
from clconn.problems import COMPONENTS, FOREST, MINIMUM_FOREST, STRONG_COMPONENTS, Problem

if TYPE_CHECKING:
    from clconn.verify import Verification

DESCRIPTION = """\
Check that LABELS, from any program, are the connected components of the graph
in FILE. With --scc check that they are its strongly connected components, with
--forest that they are the edges of a spanning forest, and with --msf those of
the minimum spanning forest (the numbers of the edges break ties). The exit code
is 0 if they are and 1 if not; then standard error names the first wrong vertex
or edge. The check takes linear time, or nearly linear time with --msf.

LABELS is a .npy array of integers, or a .txt file with one integer per line.
labels[v] is the component of vertex v. A .tsv file is a table as `clconn
components -o labels.tsv` writes it, of names with --renumber, in any order.
With --forest and --msf each integer is the number of an edge, from 0, in the
order of the file, or of the rows of a matrix.
"""

EPILOG = """\
examples:
  clconn components roads.mtx -o labels.npy
  clconn verify roads.mtx labels.npy
  clconn verify roads.mtx labels.npy --json
  clconn components follows.csv --renumber -o labels.tsv
  clconn verify follows.csv labels.tsv --renumber
  clconn forest roads.mtx -o forest.npy
  clconn verify roads.mtx forest.npy --forest
  clconn msf roads.mtx -o lightest.npy
  clconn verify roads.mtx lightest.npy --msf
  clconn scc web.mtx -o labels.npy
  clconn verify web.mtx labels.npy --scc
"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        "verify", help="check an answer against the graph", description=DESCRIPTION, fill=_fill
    )
    parser.set_defaults(run=run)


def _fill(parser: CommandParser) -> None:
    parser.epilog = f"{EPILOG}\n{format_table()}"
    add_graph_arguments(parser)
    parser.add_argument("labels", metavar="LABELS", help="the answer, .npy, .txt or .tsv")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument(
        "--scc", action="store_true", help="LABELS are the strongly connected components"
    )
    kinds.add_argument(
        "--forest", action="store_true", help="LABELS are the edges of a spanning forest"
    )
    kinds.add_argument(
        "--msf", action="store_true", help="LABELS are the edges of the minimum spanning forest"
    )
    parser.add_argument(
        "--maximum", action="store_true", help="with --msf: check for the heaviest forest instead"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    import numpy as np

    if arguments.maximum and not arguments.msf:
        raise OptionError("--maximum is for minimum spanning forests; give --msf too")
    if arguments.file == arguments.labels == STANDARD:
        raise OptionError("FILE and LABELS are both standard input; name a file for one of them")
    problem = _problem(arguments)
    is_forest = arguments.forest or arguments.msf
    kind = "edge_ids" if is_forest else "labels"
    is_named = is_table(arguments.labels)
    if is_named and is_forest:
        raise OptionError(
            f"{arguments.labels}: --forest and --msf take numbers of edges, not .tsv; "
            f"`clconn {problem.command} FILE -o forest.npy` writes them"
        )
    answer = None if is_named else read_integers(arguments.labels, kind.replace("_", " "))
    graph = read_graph(
        arguments.file,
        format=arguments.format,
        n=arguments.n,
        renumber=arguments.renumber,
        weighted=problem.weighted,
        arcs=problem.directed,
    )
    if answer is None:
        answer = read_labels_by_name(arguments.labels, graph)
    check: Callable[..., Verification] = problem.load("verifier")
    if arguments.msf:
        check = partial(check, maximum=arguments.maximum)
    try:
        verdict = check(graph, answer)
    except GraphError as error:
        raise GraphFileError(input_title(arguments.labels), str(error)) from error
    if is_forest:
        # Each edge that closes no cycle joins two trees.
        count, parts = graph.n - answer.size, "trees"
    else:
        count, parts = np.unique(answer).size, "components"
    if arguments.json:
        print_json(
            {
                "file": arguments.file,
                "format": graph.file_format,
                kind: arguments.labels,
                "count": count,
                "verified": bool(verdict),
                "message": verdict.message,
            }
        )
    elif verdict:
        what = parts if count != 1 else parts.removesuffix("s")
        put(f"{input_title(arguments.labels)}: correct, {count:,} {what}")
    if not verdict:
        say("error", f"{input_title(arguments.labels)}: {verdict.message}")
    return DONE if verdict else NOT_VERIFIED


def _problem(arguments: argparse.Namespace) -> Problem:
    if arguments.msf:
        return MINIMUM_FOREST
    if arguments.forest:
        return FOREST
    return STRONG_COMPONENTS if arguments.scc else COMPONENTS
