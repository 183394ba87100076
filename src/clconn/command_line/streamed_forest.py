"""``--stream`` of the commands for forests: edges that need not fit into memory."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from clconn.command_line.exit_codes import DONE
from clconn.command_line.options import parse_options
from clconn.command_line.problem_command import Writer, checked_outputs, write_answer
from clconn.command_line.stream_arguments import (
    add_batch,
    add_checkpoints,
    check_checkpoint,
    graph_of_vertices,
    read_stream,
)
from clconn.command_line.total_weight import describe_weights
from clconn.errors import OptionError
from clconn.problems import INCREMENTAL, DesignSpace, Problem

__all__ = ["add_stream", "design_space_of", "refuse_without_stream", "solve_streamed"]

_FOR_STREAMS = ("batch", "weight", "checkpoint", "every", "resume")

_NEED_THE_GRAPH = {
    "memory_limit": "passes a graph of the host through the device; a stream is not kept at all",
    "verify": "needs the whole graph in memory; for a graph that fits, `clconn verify` checks the "
    "file of -o",
}


def add_stream(parser: argparse.ArgumentParser, *, weighted: bool) -> None:
    """Add ``--stream`` and what goes with it."""
    streams = parser.add_argument_group("streams (`clconn stream --help` lists their formats)")
    streams.add_argument(
        "--stream",
        action="store_true",
        help="read the edges in batches, and keep only a forest: FILE may be larger than memory",
    )
    add_batch(streams)
    if weighted:
        streams.add_argument(
            "--weight", metavar="PATH", help="the .npy file of the weights of a binary FILE"
        )
    else:
        parser.set_defaults(weight=None)
    add_checkpoints(streams)


def refuse_without_stream(arguments: argparse.Namespace) -> None:
    """Raise an :class:`OptionError` for an argument that is for ``--stream`` only."""
    for name in _FOR_STREAMS:
        if getattr(arguments, name) not in (None, False):
            raise OptionError(f"--{name} is for edges that are read in batches; give --stream, too")


def design_space_of(problem: Problem, arguments: argparse.Namespace) -> DesignSpace:
    """Return the table of the variants that may run."""
    return INCREMENTAL if arguments.stream and not problem.weighted else problem


def solve_streamed(
    arguments: argparse.Namespace,
    problem: Problem,
    paths: dict[str, str | None],
    writers: Mapping[str, Writer],
    **more: Any,
) -> tuple[int, dict[str, Any]]:
    """Find the forest, and write it; return the exit code and the summary.

    Parameters
    ----------
    arguments : argparse.Namespace
    problem : Problem
        Of forests.
    paths, writers
        As for :func:`clconn.command_line.problem_command.solve`.
    **more
        Further arguments of the problem's public function.
    """
    from clconn.streams.components import stream_components
    from clconn.streams.minimum_forests import stream_minimum_forest

    for name, reason in _NEED_THE_GRAPH.items():
        if getattr(arguments, name):
            raise OptionError(f"--{name.replace('_', '-')} does not go with --stream: it {reason}")
    space = design_space_of(problem, arguments)
    options = parse_options(arguments.option, arguments.variant, space)
    outputs = checked_outputs(arguments, paths, writers)
    check_checkpoint(arguments, outputs.values())
    if problem.weighted:
        streamed = read_stream(
            stream_minimum_forest,
            arguments,
            options=options,
            weight=arguments.weight,
            progress=True,
            **more,
        )
        forest = streamed.forest
        own = describe_weights(forest, streamed.weighted)
    else:
        streamed = read_stream(
            stream_components, arguments, options=options, progress=True, forest=True
        )
        forest = streamed.spanning_forest()
        own = {}
    write_answer(outputs, writers, graph_of_vertices(forest), forest)
    summary: dict[str, Any] = {
        "file": arguments.file,
        "format": streamed.format,
        "vertices": forest.n,
        "graph_edges": streamed.edge_count,
        "batches": streamed.batches,
        "resumed_at": streamed.resumed_at,
        "count": forest.count,
        "edges": forest.n - forest.count,
        **own,
        "variant": forest.variant,
        "options": forest.options,
        "backend": forest.backend,
        "device": forest.device,
        **paths,
        "checkpoint": arguments.checkpoint,
    }
    if arguments.explain:
        summary["reason"] = forest.reason
    summary["timing"] = streamed.seconds
    return DONE, summary
