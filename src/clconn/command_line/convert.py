"""``clconn convert``: convert a graph file to another format."""

from __future__ import annotations

import argparse
from typing import Any

from clconn.command_line.exit_codes import DONE
from clconn.command_line.output import check_graph_path, note_lost_names
from clconn.command_line.parser import CommandParser
from clconn.command_line.reading import add_renumber, format_table, read_graph
from clconn.command_line.standard_streams import (
    input_title,
    output_title,
    refuse_json_beside,
    summary_beside,
    write_graph,
)
from clconn.command_line.stdout import print_graph

DESCRIPTION = """\
Read the graph in IN and write it to OUT in another format. The suffixes choose
the formats; --from and --to override them. OUT gets the vertices, edges and
weights that its format can store. It appears when it is complete and replaces
a file of that name; an interrupted run does not change that file. With - graphs
go through pipes.
"""

EPILOG = """\
examples:
  clconn convert roads.mtx roads.npz
  clconn convert roads.gr.gz roads.mtx
  clconn convert edges.dat edges.mtx --from edge-list --n 1000
  curl -s https://example.org/edges.txt.gz | clconn convert - edges.npz
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
    parser.add_argument("source", metavar="IN", help="the graph; - is standard input")
    parser.add_argument("target", metavar="OUT", help="the file to write; - is standard output")
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
    add_renumber(parser)
    parser.add_argument("--no-weights", action="store_true", help="leave the weights out")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    refuse_json_beside([arguments.target], arguments.json)
    check_graph_path(
        arguments.target, format=arguments.target_format, option="--to", source=arguments.source
    )
    graph = read_graph(
        arguments.source,
        format=arguments.source_format,
        n=arguments.n,
        renumber=arguments.renumber,
        option="--from",
        weighted=not arguments.no_weights,
    )
    write_graph(graph, arguments.target, arguments.target_format)
    note_lost_names(graph, arguments.target, arguments.target_format)
    remark = f"; {input_title(arguments.source)} was read as {graph.file_format}"
    with summary_beside([arguments.target]):
        print_graph(
            graph,
            output_title(arguments.target),
            arguments.json,
            remark=remark,
            source=arguments.source,
            source_format=graph.file_format,
        )
    return DONE
