"""``clconn explore``: measure, verify, rank and draw the variants on a graph file."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from clconn.command_line.exit_codes import DONE, NOT_VERIFIED
from clconn.command_line.output import check_output, check_outputs
from clconn.command_line.parser import CommandParser
from clconn.command_line.reading import add_graph_arguments, format_table, read_graph
from clconn.command_line.standard_streams import input_title
from clconn.command_line.stderr import one_line, say
from clconn.command_line.stdout import print_json, print_pairs, print_table, put
from clconn.errors import DeviceError, ExplorationError
from clconn.problems import COMPONENTS, PROBLEMS, find_problem

if TYPE_CHECKING:
    from clconn.exploration import Exploration, Measurement
    from clconn.graph import Graph

DESCRIPTION = """\
Run every variant of connected components, or of another problem, or a
selection, on the graph in FILE; verify each answer; and rank them by the median
of their runs, with the graph on the device and the kernels built.

The ranking goes to standard output. The options write more:

  -o results.json    every row; rewritten after each variant, so that --resume
                     can continue an interrupted exploration
  --html page.html   a self-contained page with ranking and heat map
  --png map.png      only the heat map: the slowdown over the fastest variant
                     for each pair of edges and finish, with its best compression

A variant that does not build, or takes too long, has a row with the error. If
an answer was wrong, the exit code is 1. On a graph without edges there is
nothing to compare, so only variants that --variants names are run.
"""

EPILOG = """\
examples:
  clconn explore roads.mtx --variants 'csr/*/*' 'kout/async/*'
  clconn explore roads.mtx -o roads.json --html roads.html
  clconn explore roads.mtx --resume roads.json --png roads.png
  clconn explore roads.mtx --device gpu --repeats 11 --time-limit 2 --json
  clconn explore roads.gr.gz --problem minimum-forest
  clconn explore web.mtx --problem strong-components

see also:
  clconn variants      the variants
  clconn devices       what --device can select
"""

DEFAULT_ROWS = 20
"""Default number of printed rows of the ranking."""

LONGEST_ERROR = 200
"""Largest number of characters of a printed error; ``--json`` has more."""


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
    what = parser.add_argument_group("measurement")
    what.add_argument(
        "--problem",
        choices=tuple(PROBLEMS),
        default=COMPONENTS.name,
        help="the problem whose variants to measure (default: %(default)s)",
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
        help="seconds for the runs of a variant; after them no other run starts, and a variant "
        f"that works in rounds is stopped (default: {TIME_LIMIT:g})",
    )
    what.add_argument(
        "--resume",
        metavar="PATH",
        help="continue from these results of the same graph, device and version; PATH is also "
        "the default of -o",
    )
    results = parser.add_argument_group("results")
    results.add_argument("-o", "--output", metavar="PATH", help="write the results as JSON")
    results.add_argument("--html", metavar="PATH", help="write a page with ranking and heat map")
    results.add_argument(
        "--png", metavar="PATH", help="write the heat map (pip install 'clconn[plot]')"
    )
    results.add_argument(
        "--top",
        type=_positive,
        default=DEFAULT_ROWS,
        metavar="N",
        help=f"rows shown (default: {DEFAULT_ROWS})",
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

    # Reject wrong arguments before the slow reading of the graph.
    select_variants(arguments.variants, arguments.problem)
    check_repeats(arguments.repeats)
    check_time_limit(arguments.time_limit)
    paths = {"results": arguments.output or arguments.resume}
    paths |= {"html": arguments.html, "png": arguments.png}
    paths = {name: path for name, path in paths.items() if path is not None}
    check_outputs(paths.values(), source=arguments.file)
    for path in (arguments.html, arguments.png):
        if path is not None:
            check_output(path, source=arguments.resume)
    if arguments.png is not None:
        from clconn.exploration.picture import PURPOSE
        from clconn.matplotlib_import import import_matplotlib

        import_matplotlib(*PURPOSE)
    problem = find_problem(arguments.problem)
    previous = None if arguments.resume is None else Exploration.read(arguments.resume)
    graph = read_graph(
        arguments.file,
        format=arguments.format,
        n=arguments.n,
        renumber=arguments.renumber,
        weighted=problem.weighted,
        arcs=problem.directed,
    )

    def write_results(result: Exploration) -> None:
        if "results" in paths:
            result.write(paths["results"])

    try:
        result = explore(
            graph,
            problem=arguments.problem,
            variants=arguments.variants,
            device=arguments.device,
            repeats=arguments.repeats,
            time_limit=arguments.time_limit,
            previous=previous,
            progress=sys.stderr is not None and sys.stderr.isatty(),
            record=write_results,
        )
    except ExplorationError as error:
        raise ExplorationError(f"{arguments.resume}: {error}") from None
    write_results(result)
    _draw(result, paths, os.path.basename(input_title(arguments.file)))
    _check_any_ran(result)
    if not result.rows:
        say(
            "note",
            f"{input_title(arguments.file)}: no edge joins two vertices, so no variant was "
            "measured; --variants names those to run all the same",
        )
    if arguments.json:
        print_json(_summary(arguments.file, graph, result, paths))
    else:
        _print(input_title(arguments.file), graph, result, paths, arguments.top)
    wrong = [row for row in result.rows if row.wrong]
    for row in wrong:
        say("error", f"{arguments.file}: {row.variant}: {row.error}")
    return NOT_VERIFIED if wrong else DONE


def _draw(result: Exploration, paths: dict[str, str], title: str) -> None:
    from clconn.files import atomic_output

    if "html" in paths:
        with atomic_output(paths["html"]) as stream:
            # A file name may contain bytes that are not valid text.
            stream.write(result.to_html(title).encode(errors="backslashreplace"))
    if "png" in paths:
        content = result.to_png(one_line(title))
        with atomic_output(paths["png"]) as stream:
            stream.write(content)


def _check_any_ran(result: Exploration) -> None:
    """Raise a :class:`DeviceError` if no variant could run at all."""
    if result.rows and not any(row.runs for row in result.rows):
        raise DeviceError(
            f"none of {len(result.rows)} variants ran on {result.device}; the first one, "
            f"{result.rows[0].variant}: {result.rows[0].error}"
        )


def _summary(file: str, graph: Graph, result: Exploration, paths: dict[str, str]) -> dict[str, Any]:
    ranking = result.ranking()
    return {
        "file": file,
        "format": graph.file_format,
        "problem": result.problem,
        "count": result.count,
        "vertices": graph.n,
        "entries": result.entries,
        "device": result.device,
        "driver": result.driver,
        "best": ranking[0].variant if ranking else None,
        "ranking": [
            {
                "variant": row.variant,
                "milliseconds": row.milliseconds,
                "minimum": row.minimum,
                "slowdown": result.slowdown(row),
                "runs": row.runs,
                "build_seconds": row.build_seconds,
                "remark": row.remark,
            }
            for row in ranking
        ],
        "failures": [{"variant": row.variant, "error": row.error} for row in result.failures()],
        **paths,
    }


def _print(file: str, graph: Graph, result: Exploration, paths: dict[str, str], top: int) -> None:
    ranking, failures = result.ranking(), result.failures()
    put(file)
    print_pairs(
        [
            ("format", str(graph.file_format)),
            ("vertices", f"{result.vertices:,}"),
            ("entries", f"{result.entries:,}"),
            ("components", "unknown" if result.count is None else f"{result.count:,}"),
            ("device", f"{result.device} ({result.driver})"),
            (
                "variants",
                f"{len(ranking):,} verified, {len(failures):,} failed"
                if result.rows
                else "none was measured",
            ),
            *((name, f"in {path}") for name, path in paths.items()),
        ]
    )
    if ranking:
        put()
        print_table(
            [
                _cells(rank, row, result.slowdown(row))
                for rank, row in enumerate(ranking[:top], start=1)
            ],
            heading=("rank", "variant", "median ms", "minimum", "slowdown", "build s", "remark"),
            indent="  ",
        )
    _say_more(len(ranking) - top)
    if failures:
        put()
        print_table(
            [(row.variant, _shorten(row.error)) for row in failures[:top]],
            heading=("failed", "what happened"),
            indent="  ",
        )
    _say_more(len(failures) - top)


def _cells(rank: int, row: Measurement, slowdown: float) -> tuple[str, ...]:
    times = (f"{row.milliseconds:.4g}", f"{row.minimum:.4g}", f"{slowdown:.2f}")
    return (str(rank), row.variant, *times, f"{row.build_seconds:.2f}", row.remark)


def _shorten(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= LONGEST_ERROR else text[:LONGEST_ERROR] + "..."


def _say_more(count: int) -> None:
    if count > 0:
        put(f"  ... and {count:,} more; --top shows more, --json all")
