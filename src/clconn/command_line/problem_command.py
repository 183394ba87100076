"""The code that all commands share that solve a problem on a graph file.

Invariants: wrong arguments are rejected before the graph is read, unless their check needs
the graph. A wrong answer is not written if the user asked for its verification.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from clconn.backends import BACKENDS
from clconn.command_line.array_files import check_array_paths, write_array
from clconn.command_line.device_arguments import add_device_arguments, devices_of
from clconn.command_line.exit_codes import DONE, NOT_VERIFIED
from clconn.command_line.options import parse_options
from clconn.command_line.output import check_outputs
from clconn.command_line.reading import read_graph
from clconn.command_line.standard_streams import STANDARD, input_title, refuse_json_beside
from clconn.command_line.stderr import say
from clconn.command_line.stdout import print_pairs, put, seconds
from clconn.design_space import AUTOMATIC, MEASURED, find_variant, settings
from clconn.errors import OutputError
from clconn.problems import DesignSpace, Problem

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.results import Timing

__all__ = [
    "Writer",
    "add_method_arguments",
    "add_result_flags",
    "checked_outputs",
    "print_answer",
    "solve",
    "write_answer",
]


Writer = Callable[[str, "Graph", Any], None]
"""Writes a file; takes its path, the graph and the result."""


def add_result_flags(results: argparse._ArgumentGroup) -> None:
    """Add ``--explain``, ``--time``, ``--verify`` and ``--json``."""
    results.add_argument("--explain", action="store_true", help="print why this variant was chosen")
    results.add_argument("--time", action="store_true", help="print the time of each step")
    results.add_argument(
        "--verify",
        action="store_true",
        help="check the answer before writing it; the exit code is 1 if it is wrong",
    )
    results.add_argument("--json", action="store_true", help="print one JSON object")


_BACKEND = (
    "OpenCL, the slow serial reference, or scipy (default: scipy if the graph is small or "
    "no device is usable, else opencl)"
)


def add_method_arguments(
    parser: argparse.ArgumentParser,
    *,
    backend: str = _BACKEND,
    several: bool = False,
    measured: bool = True,
) -> None:
    """Add ``--variant``, ``--option``, ``--backend``, which has this help, and ``--device``.

    `several` says whether several devices may work on pieces of the graph, and `measured` whether
    there is a whole graph on which variants can be tried.
    """
    how = parser.add_argument_group("method")
    tried = f"; {MEASURED}: tries several on the graph" if measured else ""
    how.add_argument(
        "--variant",
        metavar="V",
        default=AUTOMATIC,
        help=f"algorithm (default: {AUTOMATIC}){tried}",
    )
    how.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the variant; may be repeated",
    )
    how.add_argument(
        "--backend",
        choices=BACKENDS,
        help=backend,
    )
    add_device_arguments(how, several=several)


def solve(
    arguments: argparse.Namespace,
    problem: Problem,
    paths: dict[str, str | None],
    describe: Callable[[Graph, Any], dict[str, Any]],
    *,
    writers: Mapping[str, Writer] | None = None,
    with_weights: Collection[str] = (),
    **more: Any,
) -> tuple[int, dict[str, Any], Any]:
    """Read the graph, solve the problem, verify and write the answer.

    Parameters
    ----------
    arguments : argparse.Namespace
        With the arguments that the functions above and ``add_graph_arguments`` add.
    problem : Problem
    paths : dict
        The path for each array of the result, or None, by the name of the attribute.
    describe : callable
        Takes the graph and the result, and returns the problem's own part of the summary.
    writers : mapping, optional
        What writes the files that do not hold an array of the result, by the name in `paths`.
        The caller has checked their suffixes.
    with_weights : collection of str, optional
        The names of those files that hold weights, which are then read for any problem.
    **more
        Further arguments of the problem's public function.

    Returns
    -------
    code : int
        The exit code.
    summary : dict
        The object that ``--json`` prints.
    result : object
        The return value of the problem's public function.
    """
    options = parse_options(arguments.option, arguments.variant, problem)
    writers = writers or {}
    outputs = checked_outputs(arguments, paths, writers)

    start = time.perf_counter()
    weighted = problem.weighted or not outputs.keys().isdisjoint(with_weights)
    graph = read_graph(
        arguments.file,
        format=arguments.format,
        n=arguments.n,
        renumber=arguments.renumber,
        weighted=weighted,
        arcs=problem.directed,
    )
    read_seconds = time.perf_counter() - start
    result = problem.load("function")(
        graph,
        variant=arguments.variant,
        backend=arguments.backend,
        device=devices_of(arguments.device),
        options=options,
        **({} if problem.pieces is None else {"memory_limit": arguments.memory_limit}),
        **more,
    )
    summary: dict[str, Any] = {
        "file": arguments.file,
        "format": graph.file_format,
        "vertices": graph.n,
        **describe(graph, result),
        "variant": result.variant,
        "options": result.options,
        "backend": result.backend,
        "device": result.device,
        **paths,
    }
    if arguments.explain:
        summary["reason"] = result.reason
    code = DONE
    if arguments.verify:
        verdict = problem.load("verifier")(graph, result)
        summary["verified"] = bool(verdict)
        if not verdict:
            say("error", f"{input_title(arguments.file)}: the answer is wrong: {verdict.message}")
            code = NOT_VERIFIED
    if code == DONE:
        write_answer(outputs, writers, graph, result)
    summary["timing"] = _timing(read_seconds, result.timing)
    if problem.pieces is not None:
        summary["pieces"] = result.timing.pieces
    return code, summary, result


def checked_outputs(
    arguments: argparse.Namespace, paths: Mapping[str, str | None], writers: Mapping[str, Writer]
) -> dict[str, str]:
    """Return the paths of the files to write, after a check that they can be written.

    The parameters are those of :func:`solve`.
    """
    outputs = {name: path for name, path in paths.items() if path is not None}
    refuse_json_beside(outputs.values(), arguments.json)
    if list(outputs.values()).count(STANDARD) > 1:
        raise OutputError("-: two results would go to standard output; give one a file")
    arrays = [path for name, path in outputs.items() if name not in writers]
    check_array_paths(arrays, source=arguments.file, or_tables=True)
    check_outputs((path for path in outputs.values() if path != STANDARD), source=arguments.file)
    return outputs


def write_answer(
    outputs: Mapping[str, str], writers: Mapping[str, Writer], graph: Graph, result: Any
) -> None:
    """Write the files that :func:`checked_outputs` returned."""
    for name, path in outputs.items():
        if name in writers:
            writers[name](path, graph, result)
        else:
            write_array(path, getattr(result, name))


def _timing(read_seconds: float, timing: Timing) -> dict[str, float]:
    return {
        "read": read_seconds,
        "transfer": timing.transfer,
        "build": timing.build,
        "compute": timing.compute,
    }


def _variant_with_options(problem: DesignSpace, summary: dict[str, Any]) -> str:
    """Return the name of the variant, and its options that do not have their default values."""
    options = summary["options"]
    if not options:
        return str(summary["variant"])
    variant = find_variant(summary["variant"], problem)
    own = settings(variant, options)
    return f"{variant.name} ({', '.join(own)})" if own else variant.name


def print_answer(
    problem: DesignSpace,
    summary: dict[str, Any],
    own: Iterable[tuple[str, str]],
    names: Iterable[str],
    with_times: bool,
    called: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Print a summary for people.

    Parameters
    ----------
    problem : DesignSpace
    summary : dict
        Returned by :func:`solve`.
    own : iterable of (str, str)
        The problem's own lines.
    names : iterable of str
        Names of the arrays that may have been written.
    with_times : bool
        Whether to print the time of each step.
    called : mapping, optional
        What to call files that hold something else than their names say, and times.
    """
    pairs = [
        ("format", summary["format"]),
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
        pairs += [
            (called.get(name, f"time to {name}"), seconds(duration))
            for name, duration in summary["timing"].items()
        ]
        if summary.get("pieces"):
            pairs.append(("pieces", f"{summary['pieces']:,}"))
        pairs += [(name, f"{count:,}") for name, count in (summary.get("work") or {}).items()]
    pairs += [
        (called.get(name, name).replace("_", " "), f"in {summary[name]}")
        for name in names
        if summary[name] not in (None, STANDARD)
    ]
    put(input_title(summary["file"]))
    print_pairs(pairs)
