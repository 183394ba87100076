"""``clconn stream``: the components of edges that need not fit into memory."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from clconn.command_line.component_files import WITHOUT_NAMES, component_writers
from clconn.command_line.exit_codes import DONE
from clconn.command_line.options import parse_options
from clconn.command_line.parser import CommandParser
from clconn.command_line.partition_command import partition_lines
from clconn.command_line.problem_command import (
    add_method_arguments,
    checked_outputs,
    print_answer,
    write_answer,
)
from clconn.command_line.reading import add_renumber
from clconn.command_line.standard_streams import summary_beside
from clconn.command_line.stdout import print_json
from clconn.command_line.stream_arguments import (
    add_batch,
    add_checkpoints,
    check_checkpoint,
    graph_of_vertices,
    read_stream,
)
from clconn.errors import OptionError
from clconn.problems import INCREMENTAL

if TYPE_CHECKING:
    from clconn.results import Components
    from clconn.streams import StreamedComponents

DESCRIPTION = """\
Find the connected components of the edges in FILE, which may be larger than
the memory: they are read in batches, and only a number for each vertex stays.
The answer is that of `clconn components`, bit for bit. The path - is a pipe of
any length.

The summary goes to standard output. The arrays go where -o and --roots say:

  -o labels.npy        labels[v] is the number of the component of vertex v
  --roots roots.npy    roots[v] is the smallest vertex of the component of v
  --nodes nodes.npy    nodes[v] is the name of vertex v, with --renumber

With the suffix .tsv they are tables, as of `clconn components`.

With --checkpoint the state goes to a file, which replaces the one before in a
single step, every K batches and at the end. If the program is killed, --resume
goes on from there: no edge is lost, and none counted twice. A pipe has to begin
anew; the edges before the checkpoint are skipped.

Vertices are 0..n-1, up to the largest id. With --renumber ids are names, as for
`clconn components`, and the labels are the same. All names stay in memory then:
12 bytes for each integer, and some 350 for a word. Names are integers of up to
64 bits if all ids in the first 64 KiB are integers, else words.
"""

EPILOG = """\
examples:
  clconn stream edges.txt
  clconn stream edges.npy -o labels.npy --time
  clconn stream edges.bin --format int32-pairs --n 1000000 --batch 10000000
  clconn stream edges.txt --checkpoint edges.state --every 50
  clconn stream edges.txt --checkpoint edges.state --every 50 --resume
  clconn stream follows.csv --renumber -o labels.tsv
  zcat edges.txt.gz | clconn stream - --json
  clconn stream edges.txt --variant coo/async/halve --device cpu

see also:
  clconn components roads.mtx   the same for a graph that fits into memory
  clconn variants incremental   the variants and their options
"""

FORMATS = """\
formats (the content decides, then the suffix; .gz of text is decompressed on the way):
  edge-list      as of SNAP or KONECT: u v, further columns are ignored
  matrix-market  coordinate; one of a symmetry has each edge once
  dimacs         p sp, p edge, p tw
  npy            integers of shape (m, 2) or (2, m), or X.sources.npy and X.targets.npy
  int32-pairs    raw little-endian numbers: source, target, source, target, ...
                 (also uint32-pairs and int64-pairs)
  int32-columns  all sources, then all targets, which are read without any copy
                 (also uint32-columns and int64-columns)
"""

_NAMES = ("labels", "roots", "nodes")


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        INCREMENTAL.command,
        help="components of edges that need not fit into memory",
        description=DESCRIPTION,
        fill=_fill,
    )
    parser.set_defaults(run=run)


def _fill(parser: CommandParser) -> None:
    parser.epilog = f"{EPILOG}\n{FORMATS}"
    parser.add_argument("file", metavar="FILE", help="the edges; - is standard input")
    parser.add_argument(
        "--format", metavar="F", help="format of FILE (default: by its content or its suffix)"
    )
    parser.add_argument(
        "--n",
        type=int,
        metavar="N",
        help="number of vertices; larger ids are errors (default: the largest id plus one)",
    )
    add_renumber(parser)
    add_batch(parser)
    parser.add_argument("--quiet", action="store_true", help="show no progress bar")
    add_checkpoints(parser.add_argument_group("checkpoints"))
    results = parser.add_argument_group("results")
    results.add_argument(
        "-o", "--labels", metavar="PATH", help="write the labels, .npy, .txt or .tsv"
    )
    results.add_argument("--roots", metavar="PATH", help="write the roots, .npy, .txt or .tsv")
    results.add_argument("--nodes", metavar="PATH", help="write the names, .npy or .txt")
    results.add_argument("--explain", action="store_true", help="print why this variant was chosen")
    results.add_argument("--time", action="store_true", help="print the time of each step")
    results.add_argument("--json", action="store_true", help="print one JSON object")
    add_method_arguments(
        parser,
        backend="OpenCL, or the slow serial reference; scipy knows no batches (default: opencl, or "
        "the reference if no device is usable)",
        measured=False,
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    options = parse_options(arguments.option, arguments.variant, INCREMENTAL)
    paths = {name: getattr(arguments, name) for name in _NAMES}
    if arguments.nodes is not None and not arguments.renumber:
        raise OptionError(WITHOUT_NAMES)
    writers = component_writers(arguments)
    outputs = checked_outputs(arguments, paths, writers)
    check_checkpoint(arguments, outputs.values())
    streamed = _stream(arguments, options)
    components = streamed.components()
    summary = _summary(arguments, streamed, components)
    write_answer(outputs, writers, graph_of_vertices(components), components)
    if arguments.json:
        print_json(summary)
        return DONE
    with summary_beside(paths.values()):
        shown = [*_NAMES, *(("checkpoint",) if arguments.checkpoint else ())]
        print_answer(INCREMENTAL, summary, _lines(summary), shown, arguments.time)
    return DONE


def _stream(arguments: argparse.Namespace, options: dict[str, Any]) -> StreamedComponents:
    from clconn.streams import stream_components

    streamed: StreamedComponents = read_stream(
        stream_components, arguments, options=options, progress=not arguments.quiet
    )
    return streamed


def _summary(
    arguments: argparse.Namespace, streamed: StreamedComponents, components: Components
) -> dict[str, Any]:
    summary: dict[str, Any] = {
        "file": arguments.file,
        "format": streamed.format,
        "vertices": streamed.n,
        "edges": streamed.edge_count,
        "batches": streamed.batches,
        "count": components.count,
        "largest": int(components.sizes().max(initial=0)),
        "resumed_at": streamed.resumed_at,
        "edges_per_second": streamed.edges_per_second,
        "variant": components.variant,
        "options": components.options,
        "backend": components.backend,
        "device": components.device,
        **{name: getattr(arguments, name) for name in (*_NAMES, "checkpoint")},
    }
    if arguments.explain:
        summary["reason"] = components.reason
    summary["timing"] = streamed.seconds
    return summary


def _lines(summary: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the command's own part of the summary for people."""
    lines = [
        *partition_lines(summary),
        ("batches", f"{summary['batches']:,}"),
        ("edges per second", f"{summary['edges_per_second']:,.0f}"),
    ]
    if summary["resumed_at"]:
        lines.append(("resumed after edge", f"{summary['resumed_at']:,}"))
    return lines
