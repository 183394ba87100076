"""What the commands that solve a problem on a graph file have in common, but for the help.

Invariant: what can be refused without the graph is refused before anybody waits
for it; an answer that was to be verified and is wrong is not written.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from clconn.command_line.array_files import check_array_paths, write_array
from clconn.command_line.exit_codes import DONE, NOT_VERIFIED
from clconn.command_line.options import parse_options
from clconn.command_line.reading import read_graph
from clconn.command_line.stderr import say
from clconn.command_line.stdout import as_text, print_pairs, put, seconds
from clconn.design_space import find_variant
from clconn.problems import Problem

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.results import Timing

__all__ = ["add_method_arguments", "add_result_flags", "print_answer", "solve"]


def add_result_flags(results: argparse._ArgumentGroup) -> None:
    """Add ``--explain``, ``--time``, ``--verify`` and ``--json``.

    Parameters
    ----------
    results : argument group
    """
    results.add_argument(
        "--explain", action="store_true", help="say why this variant was chosen, in a sentence"
    )
    results.add_argument("--time", action="store_true", help="say what each step took")
    results.add_argument(
        "--verify",
        action="store_true",
        help="check the answer in linear time before it is written; exit code 1 if it is wrong",
    )
    results.add_argument("--json", action="store_true", help="print one JSON object")


def add_method_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--variant``, ``--option``, ``--backend`` and ``--device``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    """
    how = parser.add_argument_group("how it is computed")
    how.add_argument("--variant", metavar="V", default="auto", help="algorithm (default: auto)")
    how.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a switch of the variant; may be given several times",
    )
    how.add_argument(
        "--backend",
        choices=("opencl", "reference"),
        help="OpenCL, or the serial reference, slow and readable (default: opencl if there is a "
        "device)",
    )
    how.add_argument(
        "--device",
        metavar="SELECTOR",
        help="OpenCL device: gpu, cpu, 0:1 or part of a name; `clconn devices` lists them",
    )


def solve(
    arguments: argparse.Namespace,
    problem: Problem,
    wanted: dict[str, str | None],
    describe: Callable[[Graph, Any], dict[str, Any]],
    **more: Any,
) -> tuple[int, dict[str, Any], Any]:
    """Read the graph, solve the problem, verify and write the answer.

    Parameters
    ----------
    arguments : argparse.Namespace
        With what the functions above and ``add_graph_arguments`` add.
    problem : Problem
    wanted : dict
        The path for each array of the result, or None, by the name of its attribute.
    describe : callable
        Given graph and result, the problem's own part of the summary.
    **more
        What else the function takes.

    Returns
    -------
    code : int
        The exit code.
    summary : dict
        What ``--json`` prints.
    result : object
        What the function returned.
    """
    options = parse_options(arguments.option, arguments.variant, problem)
    outputs = {name: path for name, path in wanted.items() if path is not None}
    check_array_paths(outputs.values(), source=arguments.file)

    started = time.perf_counter()
    graph = read_graph(arguments.file, format=arguments.format, n=arguments.n)
    reading = time.perf_counter() - started
    result = problem.load("function")(
        graph,
        variant=arguments.variant,
        backend=arguments.backend,
        device=arguments.device,
        options=options,
        **more,
    )
    summary: dict[str, Any] = {
        "file": arguments.file,
        "vertices": graph.n,
        **describe(graph, result),
        "variant": result.variant,
        "options": result.options,
        "backend": result.backend,
        "device": result.device,
        **wanted,
    }
    if arguments.explain:
        summary["reason"] = result.reason
    code = DONE
    if arguments.verify:
        verdict = problem.load("verifier")(graph, result)
        summary["verified"] = bool(verdict)
        if not verdict:
            say("error", f"{arguments.file}: the answer is wrong: {verdict.message}")
            code = NOT_VERIFIED
    if code == DONE:
        for name, path in outputs.items():
            write_array(path, getattr(result, name))
    summary["timing"] = _timing(reading, result.timing)
    return code, summary, result


def _timing(reading: float, timing: Timing) -> dict[str, float]:
    return {
        "read": reading,
        "transfer": timing.transfer,
        "build": timing.build,
        "compute": timing.compute,
    }


def _variant_with_options(problem: Problem, summary: dict[str, Any]) -> str:
    """The variant, and those of its options that have other values than the defaults."""
    variant, options = find_variant(summary["variant"], problem), summary["options"]
    chosen = [
        f"{option.name}={as_text(options[option.name])}"
        for option in variant.options
        if options[option.name] != option.default
    ]
    return f"{variant.name} ({', '.join(chosen)})" if chosen else variant.name


def print_answer(
    problem: Problem,
    summary: dict[str, Any],
    own: Iterable[tuple[str, str]],
    written: Iterable[str],
    with_times: bool,
) -> None:
    """Print a summary for people.

    Parameters
    ----------
    problem : Problem
    summary : dict
        Made by :func:`solve`.
    own : iterable of (str, str)
        The problem's own lines.
    written : iterable of str
        Names of the arrays that may have been written.
    with_times : bool
        Whether to say what each step took.
    """
    pairs = [
        ("vertices", f"{summary['vertices']:,}"),
        *own,
        ("device", f"{summary['device']} ({summary['backend']})"),
        ("variant", _variant_with_options(problem, summary)),
    ]
    if "reason" in summary:
        pairs.append(("chosen because", summary["reason"]))
    if "verified" in summary:
        pairs.append(("verified", "yes" if summary["verified"] else "NO: nothing was written"))
    if with_times:
        pairs += [(f"time to {name}", seconds(took)) for name, took in summary["timing"].items()]
    pairs += [(name.replace("_", " "), f"in {summary[name]}") for name in written if summary[name]]
    put(summary["file"])
    print_pairs(pairs)
