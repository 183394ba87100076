"""``clconn msf``: the minimum spanning forest of a graph file."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from clconn.command_line.forest import add_forest_arguments, describe_forest, run_forest
from clconn.command_line.parser import CommandParser
from clconn.command_line.reading import format_table
from clconn.command_line.total_weight import describe_weights
from clconn.problems import MINIMUM_FOREST

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.results import MinimumForest

DESCRIPTION = """\
Find the minimum spanning forest of the weighted graph in FILE: for each
connected component the tree with the smallest total weight. The direction of
arcs does not matter. A forest contains no self loop, and at most the lightest
of several parallel edges. In a file without weights every edge weighs 1, and
the summary says so.

There is exactly one answer: of edges with equal weights, the first one in the
file comes first. Weights of any type are compared exactly, and the total
weight does not overflow.

The summary goes to standard output; in --json "total_weight" is an integer of
any size, a number, or null if it is not finite, and "weighted" is false if
there are no weights. The forest goes where -o says:

  -o forest.npy    the numbers of its edges, ascending
  -o edges.tsv     its edges: source, target and weight
  --labels PATH    the number of the tree of each vertex, as in `components`
  --parents PATH   the parent of each vertex; a root is its own parent, and the
                   smallest vertex of a tree is its root if --root names no other

Edges are numbered 0, 1, 2, ... in the order of the file (for a matrix, in the
order of its rows; if it stores an edge twice, the lighter entry counts, or the
heavier one with --maximum). A .npy file contains integers for numpy.load; a
.txt file contains one number per line; a .tsv file is a table with names of
its columns, and of the vertices if the graph has names.

With --cluster FILE may be a pattern in quotes, and the workers of a Dask
cluster read and solve the files; edges are numbered file by file.

With --stream the file is read in batches, and may be larger than the memory:
only the forest and about as many other edges stay. The answer is the same, with
the edges of a matrix, too, in the order of the file. --checkpoint, --resume and
--renumber work as in `clconn stream`.
"""

EPILOG = """\
examples:
  clconn msf roads.gr.gz
  clconn msf roads.gr.gz -o forest.npy --time
  clconn msf roads.gr.gz -o edges.tsv --parents parents.npy --root 7
  clconn msf roads.mtx --maximum --json
  clconn verify roads.gr.gz forest.npy --msf
  clconn msf similarities.wel --maximum
  clconn msf roads.mtx --variant csr/ecl-mst/no-filter
  clconn msf roads.mtx --variant csr/ecl-mst/all --option c=4 --verify
  clconn msf huge.npz --device 0:0,0:1 --memory-limit 30GiB --time
  clconn msf edges.gr.gz --stream -o forest.npy --checkpoint edges.state
  clconn msf edges.npy --weight weights.npy --stream --batch 10000000
  clconn msf 'part-*.parquet' --cluster tcp://host:8786 --columns from,to,km

see also:
  clconn variants minimum-forest   the variants and their options
  clconn devices                   what --device can select
"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        MINIMUM_FOREST.command,
        help="the minimum spanning forest of a file",
        description=DESCRIPTION,
        fill=_fill,
    )
    parser.set_defaults(run=run)


def _fill(parser: CommandParser) -> None:
    parser.epilog = f"{EPILOG}\n{format_table()}"
    results = add_forest_arguments(parser, weighted=True)
    results.add_argument(
        "--maximum", action="store_true", help="find the heaviest forest instead of the lightest"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    return run_forest(arguments, MINIMUM_FOREST, _describe, maximum=arguments.maximum)


def _describe(graph: Graph, result: MinimumForest) -> dict[str, Any]:
    weights = describe_weights(result, graph.weights is not None)
    return {**describe_forest(graph, result), **weights}
