"""The arguments of commands that read edges in batches: batches and checkpoints."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from clconn.command_line.device_arguments import devices_of
from clconn.command_line.output import check_output, same_file
from clconn.command_line.standard_streams import graph_source, input_title
from clconn.command_line.stderr import say
from clconn.errors import GraphError, GraphFileError, OptionError, OutputError

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.vertex_names import NamedVertices

__all__ = [
    "add_batch",
    "add_checkpoints",
    "check_checkpoint",
    "graph_of_vertices",
    "read_stream",
]


def add_batch(parser: argparse._ActionsContainer) -> None:
    """Add ``--batch``."""
    parser.add_argument(
        "--batch", type=int, metavar="EDGES", help="edges that are read at once (default: 1000000)"
    )


def add_checkpoints(parser: argparse._ActionsContainer) -> None:
    """Add ``--checkpoint``, ``--every`` and ``--resume``."""
    parser.add_argument("--checkpoint", metavar="PATH", help="the file to go on from")
    parser.add_argument(
        "--every",
        type=int,
        metavar="K",
        help="batches from one checkpoint to the next (default: 100)",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on from the checkpoint, or begin if there is none",
    )


def check_checkpoint(arguments: argparse.Namespace, outputs: Iterable[str]) -> None:
    """Raise an error if the checkpoint cannot be written, or its arguments do not go together."""
    checkpoint = arguments.checkpoint
    if checkpoint is None:
        for name in ("every", "resume"):
            if getattr(arguments, name) not in (None, False):
                raise OptionError(f"--{name} needs --checkpoint, which names the file")
        return
    check_output(checkpoint, source=arguments.file)
    if any(same_file(checkpoint, path) for path in outputs):
        raise OutputError(f"{checkpoint}: is also the name of a result; give each its own")


def graph_of_vertices(result: NamedVertices) -> Graph:
    """Return the vertices of a result alone, with their names, for what writes files of them."""
    from clconn.graph import Graph

    graph = Graph.from_edges([], [], result.n)
    graph.nodes = result.nodes
    return graph


def read_stream(function: Callable[..., Any], arguments: argparse.Namespace, **more: Any) -> Any:
    """Call a function of :mod:`clconn.streams` with the arguments of the command, and with `more`.

    Errors name the file, and whoever interrupts it is told how to go on.
    """
    from clconn.streams.checkpoint import DEFAULT_EVERY
    from clconn.streams.opening import DEFAULT_BATCH

    graph_source(arguments.file)  # says that a terminal is read, or that there is no input
    checkpoint = arguments.checkpoint
    if arguments.resume and not os.path.lexists(checkpoint):
        say("note", f"{checkpoint}: is not there yet; beginning with the first edge")
    try:
        return function(
            arguments.file,
            arguments.n,
            batch=DEFAULT_BATCH if arguments.batch is None else arguments.batch,
            format=arguments.format,
            variant=arguments.variant,
            backend=arguments.backend,
            device=devices_of(arguments.device),
            checkpoint=checkpoint,
            every=DEFAULT_EVERY if arguments.every is None else arguments.every,
            resume=arguments.resume,
            renumber=arguments.renumber,
            option="--format",
            **more,
        )
    except GraphFileError:
        raise
    except GraphError as error:
        raise GraphFileError(input_title(arguments.file), str(error)) from error
    except KeyboardInterrupt:
        if checkpoint is not None and os.path.exists(checkpoint):
            say("interrupted", f"--resume goes on from {checkpoint}")
        raise
