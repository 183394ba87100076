"""``clconn explore``: the design space on a graph file, measured, verified and drawn."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from clconn.command_line.exit_codes import DONE, NOT_VERIFIED
from clconn.command_line.output import check_output, check_outputs
from clconn.command_line.parser import CommandParser
from clconn.command_line.reading import add_graph_arguments, format_table, read_graph
from clconn.command_line.stderr import one_line, say
from clconn.command_line.stdout import print_json, print_pairs, print_table, put
from clconn.errors import DeviceError, ExplorationError
from clconn.problems import COMPONENTS, PROBLEMS

if TYPE_CHECKING:
    from clconn.exploration import Exploration, Measurement
    from clconn.graph import Graph

DESCRIPTION = """\
Run every variant of connected components, or of another problem, or a
selection, on the graph in FILE; verify each answer; and rank them by the median
of their runs, with the graph on the device and the kernels built.

The ranking goes to standard output. More goes where the options say:

  -o results.json    every row; written anew after each variant, so that an
                     interrupted exploration can go on with --resume
  --html page.html   a page with ranking and heat map, complete in itself
  --png map.png      the heat map alone: the slowdown over the fastest of each
                     pair of edges and finish, with its best compression

A variant that does not build, or takes too long, is a row that says so. If an
answer was wrong the exit code is 1.
"""

EPILOG = """\
examples:
  clconn explore roads.mtx --variants 'csr/*/*' 'kout/async/*'
  clconn explore roads.mtx -o roads.json --html roads.html
  clconn explore roads.mtx --resume roads.json --png roads.png
  clconn explore roads.mtx --device gpu --repeats 11 --time-limit 2 --json
  clconn explore roads.gr.gz --problem minimum-forest

see also:
  clconn variants      the variants
  clconn devices       what --device can select
"""

SHOWN = 20
"""Rows of the ranking for people."""

LONGEST_ERROR = 200
"""Characters of an error in the list for people; ``--json`` has more."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        "explore",
        help="measure, verify and rank the variants on a graph file",
        description=DESCRIPTION,
        fill=_fill,
    )
    parser.set_defaults(run=run)


def _fill(parser: CommandParser) -> None:
    from clconn.exploration.measuring import REPEATS, TIME_LIMIT

    parser.epilog = f"{EPILOG}\n{format_table()}"
    add_graph_arguments(parser)
    what = parser.add_argument_group("what is measured")
    what.add_argument(
        "--problem",
        choices=tuple(PROBLEMS),
        default=COMPONENTS.name,
        help="the problem whose variants are measured (default: %(default)s)",
    )
    what.add_argument(
        "--variants",
        metavar="PATTERN",
        nargs="+",
        action="extend",
        help="names, or patterns such as 'kout/*/*' (default: all)",
    )
    what.add_argument(
        "--device",
        metavar="SELECTOR",
        help="OpenCL device: gpu, cpu, 0:1 or part of a name; `clconn devices` lists them",
    )
    what.add_argument(
        "--repeats", type=int, default=REPEATS, metavar="N", help=f"timed runs (default: {REPEATS})"
    )
    what.add_argument(
        "--time-limit",
        type=float,
        default=TIME_LIMIT,
        metavar="S",
        help="seconds after which no other run of a variant is begun, and a loop until nothing "
        f"changes is given up (default: {TIME_LIMIT:g})",
    )
    what.add_argument(
        "--resume",
        metavar="PATH",
        help="go on from these results of the same graph, device and version; -o is PATH if "
        "not given",
    )
    results = parser.add_argument_group("results")
    results.add_argument("-o", "--output", metavar="PATH", help="write the results as JSON")
    results.add_argument("--html", metavar="PATH", help="write a page with ranking and heat map")
    results.add_argument(
        "--png", metavar="PATH", help="write the heat map (pip install 'clconn[plot]')"
    )
    results.add_argument(
        "--top", type=_positive, default=SHOWN, metavar="N", help=f"rows shown (default: {SHOWN})"
    )
    results.add_argument("--json", action="store_true", help="print one JSON object")


def _positive(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of 1 or more")
    return value


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from clconn.exploration import explore, select_variants
    from clconn.exploration.measuring import check_repeats, check_time_limit
    from clconn.exploration.results import Exploration

    # What can be refused without the graph is refused before anybody waits for it.
    select_variants(arguments.variants, arguments.problem)
    check_repeats(arguments.repeats)
    check_time_limit(arguments.time_limit)
    written = {"results": arguments.output or arguments.resume}
    written |= {"html": arguments.html, "png": arguments.png}
    written = {name: path for name, path in written.items() if path is not None}
    check_outputs(written.values(), source=arguments.file)
    for path in (arguments.html, arguments.png):
        if path is not None:
            check_output(path, source=arguments.resume)
    if arguments.png is not None:
        from clconn.exploration.picture import import_matplotlib

        import_matplotlib()
    previous = None if arguments.resume is None else Exploration.read(arguments.resume)
    graph = read_graph(arguments.file, format=arguments.format, n=arguments.n)

    def record(found: Exploration) -> None:
        if "results" in written:
            found.write(written["results"])

    try:
        found = explore(
            graph,
            problem=arguments.problem,
            variants=arguments.variants,
            device=arguments.device,
            repeats=arguments.repeats,
            time_limit=arguments.time_limit,
            previous=previous,
            progress=sys.stderr is not None and sys.stderr.isatty(),
            record=record,
        )
    except ExplorationError as error:
        raise ExplorationError(f"{arguments.resume}: {error}") from None
    record(found)
    _draw(found, written, os.path.basename(arguments.file))
    _refuse_nothing(found)
    if arguments.json:
        print_json(_summary(arguments.file, graph, found, written))
    else:
        _print(arguments.file, found, written, arguments.top)
    wrong = [row for row in found.rows if row.wrong]
    for row in wrong:
        say("error", f"{arguments.file}: {row.variant}: {row.error}")
    return NOT_VERIFIED if wrong else DONE


def _draw(found: Exploration, written: dict[str, str], title: str) -> None:
    from clconn.files import atomic_output

    if "html" in written:
        with atomic_output(written["html"]) as stream:
            # A file's name may hold bytes that are no text.
            stream.write(found.to_html(title).encode(errors="backslashreplace"))
    if "png" in written:
        content = found.to_png(one_line(title))
        with atomic_output(written["png"]) as stream:
            stream.write(content)


def _refuse_nothing(found: Exploration) -> None:
    """Do not pass for done where not a single variant could run."""
    if found.rows and not any(row.runs for row in found.rows):
        raise DeviceError(
            f"none of {len(found.rows)} variants ran on {found.device}; the first one, "
            f"{found.rows[0].variant}: {found.rows[0].error}"
        )


def _summary(
    file: str, graph: Graph, found: Exploration, written: dict[str, str]
) -> dict[str, Any]:
    ranking = found.ranking()
    return {
        "file": file,
        "problem": found.problem,
        "count": found.count,
        "vertices": graph.n,
        "entries": found.entries,
        "device": found.device,
        "driver": found.driver,
        "best": ranking[0].variant if ranking else None,
        "ranking": [
            {
                "variant": row.variant,
                "milliseconds": row.milliseconds,
                "minimum": row.minimum,
                "slowdown": found.slowdown(row),
                "runs": row.runs,
                "build_seconds": row.build_seconds,
                "remark": row.remark,
            }
            for row in ranking
        ],
        "failures": [{"variant": row.variant, "error": row.error} for row in found.failures()],
        **written,
    }


def _print(file: str, found: Exploration, written: dict[str, str], top: int) -> None:
    ranking, failures = found.ranking(), found.failures()
    put(file)
    print_pairs(
        [
            ("vertices", f"{found.vertices:,}"),
            ("entries", f"{found.entries:,}"),
            ("components", "unknown" if found.count is None else f"{found.count:,}"),
            ("device", f"{found.device} ({found.driver})"),
            ("variants", f"{len(ranking):,} verified, {len(failures):,} failed"),
            *((name, f"in {path}") for name, path in written.items()),
        ]
    )
    if ranking:
        put()
        print_table(
            [
                _cells(rank, row, found.slowdown(row))
                for rank, row in enumerate(ranking[:top], start=1)
            ],
            heading=("rank", "variant", "median ms", "minimum", "slowdown", "build s", "remark"),
            indent="  ",
        )
    _say_more(len(ranking) - top)
    if failures:
        put()
        print_table(
            [(row.variant, _shortened(row.error)) for row in failures[:top]],
            heading=("failed", "what happened"),
            indent="  ",
        )
    _say_more(len(failures) - top)


def _cells(rank: int, row: Measurement, slowdown: float) -> tuple[str, ...]:
    times = (f"{row.milliseconds:.4g}", f"{row.minimum:.4g}", f"{slowdown:.2f}")
    return (str(rank), row.variant, *times, f"{row.build_seconds:.2f}", row.remark)


def _shortened(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= LONGEST_ERROR else text[:LONGEST_ERROR] + "..."


def _say_more(count: int) -> None:
    if count > 0:
        put(f"  ... and {count:,} more; --top shows more, --json all")
