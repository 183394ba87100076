"""``clconn components``: count and label the connected components of a graph file."""

from __future__ import annotations

import argparse
from typing import Any

from clconn.command_line.on_cluster import add_cluster
from clconn.command_line.parser import CommandParser
from clconn.command_line.partition_command import (
    add_partition_arguments,
    describe_partition,
    partition_lines,
    run_partition,
)
from clconn.command_line.reading import format_table
from clconn.problems import COMPONENTS

DESCRIPTION = """\
Find the connected components of the graph in FILE: the largest sets of
vertices in which a path joins every two. The direction of arcs does not matter
(the result is the weak components of a directed graph), and neither do
weights, self loops and parallel edges.

The summary goes to standard output. The arrays go where -o and --roots say:

  -o labels.npy        labels[v] is the number of the component of vertex v
  --roots roots.npy    roots[v] is the smallest vertex of the component of v
  --nodes nodes.npy    nodes[v] is the name of vertex v, with --renumber
  --largest giant.mtx  the graph of the largest component: its vertices are
                       numbered again from 0, in the order they have in FILE

Labels and roots are canonical: components are numbered 0, 1, 2, ... in the order of their
smallest vertices, so every device and every variant gives the same bytes. A
.npy file contains int32 for numpy.load; a .txt file contains one number per
line, starting with vertex 0. With the suffix .tsv they are tables: a line of
headings, then for each vertex its name, or its number without names, and its
label or the name of its root. With -o - the lines go to standard output and the
summary to standard error.

With --cluster FILE may be a pattern in quotes, and the workers of a Dask
cluster read and solve the files; the answer is the same.
"""

EPILOG = """\
examples:
  clconn components roads.mtx
  clconn components roads.mtx -o labels.npy --time --explain
  clconn components edges.txt --n 1000 --json
  clconn components roads.mtx --variant csr/ecl/halve --option finalization=compress
  clconn components roads.mtx --device cpu --verify
  clconn components huge.npz --device 0:0,0:1 --memory-limit 8GiB --time
  clconn components follows.csv --renumber -o labels.tsv --roots roots.tsv
  clconn components edges.txt --largest giant.npz -o labels.npy
  clconn components 'part-*.parquet' --cluster local:4 -o labels.npy
  zcat roads.txt.gz | clconn components - -o - | sort -n | uniq -c

see also:
  clconn variants      the variants and their options
  clconn devices       what --device can select
"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        COMPONENTS.command,
        help="connected components of a graph file",
        description=DESCRIPTION,
        fill=_fill,
    )
    parser.set_defaults(run=run)


def _fill(parser: CommandParser) -> None:
    parser.epilog = f"{EPILOG}\n{format_table()}"
    add_partition_arguments(parser, several=True)
    add_cluster(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    return run_partition(arguments, COMPONENTS, describe_partition, partition_lines)
