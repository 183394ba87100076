"""The command ``clconn``.

Each command is a file with ``add_parser(subparsers)`` and ``run(arguments)``.
They stand on the public functions of clconn alone and import them when they
run, so ``clconn --help`` needs neither scipy nor a device.

Invariants: standard output holds the result and nothing else; messages,
warnings and progress go to standard error; a failure is one line there and a
documented exit code, never a traceback.
"""

from __future__ import annotations

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
    variants,
    verify,
)
from clconn.command_line.parser import CommandParser

__all__ = ["build_parser", "main"]

DESCRIPTION = """\
Connected components, spanning forests and minimum spanning forests of large
sparse graphs on any OpenCL device.
"""

EPILOG = """\
examples:
  clconn generate torus --help             what a family of graphs asks for
  clconn components roads.mtx              how many components, and how large
  clconn components roads.mtx -o labels.npy --json
  clconn forest roads.mtx -o forest.npy    the edges of a spanning forest
  clconn msf roads.gr.gz -o forest.npy     those of the minimum spanning forest
  clconn verify roads.mtx labels.npy       check an answer, whoever computed it
  clconn devices                           where clconn can compute, or why not
  clconn explore roads.mtx                 which algorithm is the fastest here

results:
  Components are canonical: the same on every device, for every variant, on
  every run. The root of a vertex is the smallest vertex of its component. The
  labels 0, 1, 2, ... number the components in the order of their smallest
  vertices. A spanning forest is one of many; the minimum spanning forest is the
  same everywhere, ties going by the numbers of the edges.
  Results go to standard output, messages and progress to standard error;
  --json prints one object, which holds at least "count".

exit codes:
  0    done
  1    a verification failed
  2    bad input, bad usage, no such device, or not enough memory
  70   a bug of clconn: please report it (CLCONN_DEBUG=1 shows the traceback)
  130  interrupted (Ctrl-C)
  141  the reader of the output went away (a closed pipe)
"""


_COMMANDS = (components, forest, msf, generate, convert, devices, variants, explore, verify)


def build_parser() -> CommandParser:
    """The parser of ``clconn`` and all its commands.

    Returns
    -------
    CommandParser
    """
    from clconn import __version__

    parser = CommandParser(prog="clconn", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="version", version=f"clconn {__version__}")
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
    """Run one command.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after ``clconn``; those of the process if not given.

    Returns
    -------
    int
        The exit code; ``clconn --help`` lists them. Nothing is raised.

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
