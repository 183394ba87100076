"""``clconn convert``: convert a graph file to another format."""

from __future__ import annotations

import argparse
from typing import Any

from clconn.command_line.exit_codes import DONE
from clconn.command_line.output import check_graph_path
from clconn.command_line.parser import CommandParser
from clconn.command_line.reading import format_table, read_graph
from clconn.command_line.stdout import print_graph

DESCRIPTION = """\
Read the graph in IN and write it to OUT in another format. The suffixes choose
the formats; --from and --to override them. OUT gets the vertices, edges and
weights that its format can store. It appears when it is complete and replaces
a file of that name; an interrupted run does not change that file.
"""

EPILOG = """\
examples:
  clconn convert roads.mtx roads.npz
  clconn convert roads.gr.gz roads.mtx
  clconn convert edges.dat edges.mtx --from edge-list --n 1000
"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        "convert",
        help="convert a graph file to another format",
        description=DESCRIPTION,
        fill=_fill,
    )
    parser.set_defaults(run=run)


def _fill(parser: CommandParser) -> None:
    parser.epilog = f"{EPILOG}\n{format_table()}"
    parser.add_argument("source", metavar="IN", help="the graph")
    parser.add_argument("target", metavar="OUT", help="the file to write")
    parser.add_argument(
        "--from",
        dest="source_format",
        metavar="F",
        help="format of IN (default: by its content or its suffix)",
    )
    parser.add_argument(
        "--to",
        dest="target_format",
        metavar="F",
        help="format of OUT (default: by its suffix)",
    )
    parser.add_argument(
        "--n", type=int, metavar="N", help="number of vertices, for an edge list without it"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from clconn.files import write

    check_graph_path(
        arguments.target, format=arguments.target_format, option="--to", source=arguments.source
    )
    graph = read_graph(
        arguments.source, format=arguments.source_format, n=arguments.n, option="--from"
    )
    write(graph, arguments.target, format=arguments.target_format)
    print_graph(graph, arguments.target, arguments.json, source=arguments.source)
    return DONE
