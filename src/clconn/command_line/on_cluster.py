"""``--cluster``: the files of a pattern, read and solved by the workers of a Dask cluster."""

from __future__ import annotations

import argparse
import contextlib
import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from clconn.command_line.chunked_files import write_chunks
from clconn.command_line.exit_codes import DONE
from clconn.command_line.options import parse_options
from clconn.command_line.problem_command import Writer, checked_outputs, write_answer
from clconn.command_line.standard_streams import STANDARD
from clconn.command_line.stdout import put
from clconn.design_space import AUTOMATIC
from clconn.errors import GraphError, OptionError
from clconn.problems import Problem

__all__ = [
    "add_cluster",
    "cluster_lines",
    "names_of_times",
    "print_levels",
    "refuse_without_cluster",
    "solve_on_cluster",
]

_REFUSED = {
    "verify": "needs the whole graph in memory; for a graph that fits, `clconn verify` checks the "
    "file of -o",
    "largest_graph": "needs the whole graph in memory",
    "condensation": "is made of the arcs, which no machine has all of",
    "order": "is that of the condensation, which is made of the arcs",
    "format": "is for one file; the suffix of each tells .npy and Parquet from texts",
    "stream": "is for one machine; workers read texts in batches anyway",
    "memory_limit": "is for one machine; each worker takes a partition as a whole",
}
_FOR_CLUSTERS = ("columns",)


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add ``--cluster`` and ``--columns``."""
    cluster = parser.add_argument_group("clusters (pip install 'clconn[distributed]')")
    cluster.add_argument(
        "--cluster",
        metavar="WHERE",
        help="have FILE, which may be a quoted pattern or a folder, read and solved by the workers "
        "of the Dask scheduler at this address, such as tcp://host:8786, or by K processes of this "
        "machine: local:K. Files are Parquet, .npy of shape (m, 2) or (2, m), or lists of "
        "edges",
    )
    cluster.add_argument(
        "--columns",
        metavar="U,V[,W]",
        help="the columns of Parquet files: both ends and the weight (default: usual names)",
    )


def solve_on_cluster(
    arguments: argparse.Namespace,
    problem: Problem,
    paths: Mapping[str, str | None],
    describe: Callable[[Any], dict[str, Any]],
    *,
    writers: Mapping[str, Writer],
    **more: Any,
) -> tuple[int, dict[str, Any], Any]:
    """Do what :func:`clconn.command_line.problem_command.solve` does, on a cluster.

    `describe` takes the result alone.
    """
    import numpy as np

    from clconn import distributed
    from clconn.distributed.client import connect
    from clconn.graph import Graph

    for name, reason in _REFUSED.items():
        if getattr(arguments, name, None):
            option = "largest" if name == "largest_graph" else name.replace("_", "-")
            raise OptionError(f"--{option} does not go with --cluster: it {reason}")
    if arguments.file == STANDARD:
        raise OptionError("-: workers cannot read standard input; name files that all of them see")
    method = _method(arguments, problem)
    columns = _columns(arguments.columns, problem)
    outputs = checked_outputs(arguments, paths, writers)
    function = getattr(distributed, problem.load("function").__name__)
    for name in ("distributed", "distributed.scheduler", "distributed.nanny"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # an error is one line, ours
    with connect(arguments.cluster) as client, _own_words():
        result = function(
            arguments.file,
            arguments.n,
            client,
            **columns,
            **method,
            renumber=arguments.renumber or None,
            backend=arguments.backend,
            device=arguments.device,
            progress=sys.stderr is not None and sys.stderr.isatty(),
            **more,
        )
        if result.is_on_cluster:
            write_chunks(outputs, result)
        else:
            # The writers need the vertices alone.
            graph = Graph.from_edges([], [], result.n)
            graph.nodes = result.nodes
            write_answer(outputs, writers, graph, result)
        described = describe(result)
        if getattr(arguments, "sizes", False):
            described["sizes"] = np.asarray(result.sizes())  # of an array of Dask, too
    report = result.report
    summary = {
        "file": arguments.file,
        "format": "partitions",
        "vertices": result.n,
        **described,
        "partitions": report.levels[0].tasks,
        "workers": len(report.workers),
        "rounds": len(report.rounds),
        "variant": result.variant,
        "options": result.options,
        "backend": result.backend,
        "device": result.device,
        **paths,
    }
    if arguments.explain:
        summary["reason"] = result.reason
    summary["levels"] = [asdict(level) for level in report.levels]
    summary["contraction"] = [asdict(each) for each in report.rounds]
    summary["timing"] = {
        "read": result.timing.transfer,
        "solve": result.timing.compute,
        "total": report.seconds,
    }
    return DONE, summary, result


def _method(arguments: argparse.Namespace, problem: Problem) -> dict[str, Any]:
    """Return the variant and its options; strong components are found by rounds of their own."""
    if not problem.directed:
        options = parse_options(arguments.option, arguments.variant, problem)
        return {"variant": arguments.variant, "options": options}
    if arguments.variant != AUTOMATIC or arguments.option:
        raise OptionError(
            "--variant and --option do not go with --cluster here: rounds of trimming and coloring "
            "find strong components on a cluster, and each worker chooses what solves its part"
        )
    return {}


@contextlib.contextmanager
def _own_words() -> Iterator[None]:
    """Advise options of the command line, and not arguments of functions."""
    try:
        yield
    except GraphError as error:
        from clconn.distributed.reading import NAME_COLUMNS

        if NAME_COLUMNS not in str(error):
            raise
        advice = "name the columns with --columns U,V or, for msf, U,V,W"
        raise GraphError(str(error).replace(NAME_COLUMNS, advice)) from error


def refuse_without_cluster(arguments: argparse.Namespace) -> None:
    """Raise an :class:`OptionError` for an argument that is for ``--cluster`` only."""
    for name in _FOR_CLUSTERS:
        if getattr(arguments, name, None) is not None:
            raise OptionError(f"--{name} is for files that a cluster reads; give --cluster, too")


def cluster_lines(summary: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what the summary for people says of a cluster, if there is one."""
    lines = [(name, f"{summary[name]:,}") for name in ("partitions", "workers") if name in summary]
    if summary.get("rounds"):
        lines.append(("rounds of contraction", f"{summary['rounds']:,}"))
    return lines


def names_of_times(summary: Mapping[str, Any], problem: Problem) -> dict[str, str]:
    """Return what to call the times of a cluster, whose tasks run side by side."""
    if "levels" not in summary:
        return {}
    added, on_the_clock = "added up over all tasks", "on the clock"
    solving = added
    if problem.directed:
        solving = on_the_clock  # the tasks of its rounds are not timed one by one
    elif summary["rounds"]:
        solving += " before the rounds, and those on the clock"
    return {
        "read": f"time to read, {added}",
        "solve": f"time to solve, {solving}",
        "total": f"time of the whole call, {on_the_clock}",
    }


def print_levels(result: Any, with_times: bool) -> None:
    """Print what each level of tasks read, sent and took, if times are wanted."""
    if with_times and result.report is not None:
        put(str(result.report))


def _columns(text: str | None, problem: Problem) -> dict[str, str]:
    if text is None:
        return {}
    names = text.split(",")
    most = 3 if problem.weighted else 2
    if not 2 <= len(names) <= most or not all(names):
        expected = "U,V or U,V,W" if problem.weighted else "U,V"
        raise OptionError(f"--columns {text}; expected {expected}, with names of columns")
    return dict(zip(("source", "target", "weight"), names, strict=False))
