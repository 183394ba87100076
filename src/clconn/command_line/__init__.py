"""The command ``clconn``.

Each command is a file with ``add_parser(subparsers)`` and ``run(arguments)``. The
commands use the public functions of clconn and import them when they run, so
``clconn --help`` needs neither scipy nor a device.

Invariants: standard output contains only the result; messages, warnings and progress
go to standard error; a failure is one line on standard error and a documented exit
code, never a traceback.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from clconn.command_line import (
    components,
    convert,
    devices,
    exit_handling,
    explore,
    forest,
    generate,
    msf,
    scc,
    stream,
    variants,
    verify,
)
from clconn.command_line.completion import SHELLS, PrintCompletion
from clconn.command_line.parser import CommandParser

__all__ = ["build_parser", "main"]

DESCRIPTION = """\
Connected components, spanning forests, minimum spanning forests and strongly
connected components of large sparse graphs on any OpenCL device.
"""

EPILOG = """\
examples:
  clconn generate torus --help             the parameters of a family of graphs
  clconn components roads.mtx              the number of components and their size
  clconn components roads.mtx -o labels.npy --json
  clconn forest roads.mtx -o forest.npy    the edges of a spanning forest
  clconn msf roads.gr.gz -o forest.npy     the edges of the minimum spanning forest
  clconn scc web.mtx --condensation dag.mtx   strong components and their graph
  clconn stream edges.npy -o labels.npy    components of edges larger than the memory
  clconn verify roads.mtx labels.npy       check an answer from any program
  clconn devices                           the devices, and why one is not usable
  clconn explore roads.mtx                 find the fastest variant for a graph
  eval "$(clconn --print-completion bash)"    completion, in this shell

results:
  Components are canonical: the same on every device, for every variant, on
  every run. The root of a vertex is the smallest vertex of its component. The
  labels 0, 1, 2, ... number the components in the order of their smallest
  vertices. A spanning forest is one of many; the minimum spanning forest is the
  same everywhere, because the numbers of the edges break ties.
  Results go to standard output, messages and progress to standard error;
  --json prints one object, which contains at least "count". The path - is
  standard input or output; if a result goes there, the summary goes to
  standard error. Text goes out, one number per line, or a graph in the format
  that --to or --format names.

exit codes:
  0    done
  1    a verification failed
  2    bad input, bad usage, no such device, or not enough memory
  70   a bug of clconn: please report it (CLCONN_DEBUG=1 shows the traceback)
  130  interrupted (Ctrl-C)
  141  the reader of the output closed the pipe
"""


_COMMANDS = (
    components, forest, msf, scc, stream, generate, convert, devices, variants, explore, verify,
)  # fmt: skip


def build_parser() -> CommandParser:
    """Build the parser of ``clconn`` and all its commands."""
    from clconn import __version__

    parser = CommandParser(prog="clconn", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="version", version=f"clconn {__version__}")
    parser.add_argument(
        "--print-completion",
        action=PrintCompletion,
        choices=SHELLS,
        # Nothing for the commands, which take what they do not know for a graph's parameter.
        default=argparse.SUPPRESS,
        help="print what this shell needs to complete commands, options and files",
    )
    subparsers = parser.add_subparsers(
        title="commands",
        dest="command",
        metavar="COMMAND",
        required=True,
        parser_class=CommandParser,
    )
    for command in _COMMANDS:
        command.add_parser(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; no exception leaves this function.

    `argv` holds the words after ``clconn``; the default is the arguments of the process.
    ``clconn --help`` lists the exit codes.

    Examples
    --------
    >>> from clconn.command_line import main
    >>> main(["--version"])  # doctest: +ELLIPSIS
    clconn ...
    0
    """

    def command() -> int:
        arguments = build_parser().parse_args(argv)
        code: int = arguments.run(arguments)
        return code

    return exit_handling.guarded(command)
