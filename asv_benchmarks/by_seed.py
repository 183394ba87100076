"""What the tools that look for cliffs by seeds have in common: their options, graphs and files.

Graphs are made before the first of them is measured, by many processes, and kept in files.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from asv_benchmarks.benchmarks.graphs_by_seed import KINDS, period_of
from asv_benchmarks.benchmarks.mixed_graphs import FEWEST_VERTICES

__all__ = ["FAR", "Job", "Made", "check", "graphs_in_files", "options", "store"]

WORKERS = 15
"""The most processes that make graphs; each may need some gigabytes."""

FAR = 1.25
"""How much longer than the best a choice takes from which its graph is printed."""

Job = tuple[int, int, str, Path]
"""A seed, about how many vertices, a kind, and a folder for the file."""

Made = tuple[int, str, Path]
"""A seed, the name of its graph, and the file."""


def graphs_in_files(
    make: Callable[[Job], Made], seeds: range, sizes: list[int], kind: str
) -> Iterator[Made]:
    """Make a graph for each seed; all are made before the first is taken."""
    with tempfile.TemporaryDirectory() as folder:
        jobs = [
            (seed, sizes[seed // period_of(kind) % len(sizes)], kind, Path(folder))
            for seed in seeds
        ]
        # OpenCL's threads do not survive a fork, and this process may have opened a device.
        workers = min(WORKERS, os.cpu_count() or 1, len(jobs))
        with multiprocessing.get_context("spawn").Pool(workers) as pool:
            made = pool.map(make, jobs, chunksize=1)
        for seed, name, path in made:
            yield seed, name, path
            path.unlink()


def options(program: str, description: str, sizes: str) -> argparse.ArgumentParser:
    """The options of a tool."""
    parser = argparse.ArgumentParser(
        prog=f"python -m asv_benchmarks.{program}", description=description
    )
    parser.add_argument("first", type=int, help="the first seed")
    parser.add_argument("end", type=int, help="the first seed that is not taken any more")
    parser.add_argument("--sizes", default=sizes, help="numbers of vertices")
    parser.add_argument("--kind", choices=tuple(KINDS), default="mixture")
    parser.add_argument("--output", type=Path, required=True, help="a file that lines are added to")
    return parser


def check(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """End with a message unless there are seeds and sizes, and take these as numbers."""
    words = arguments.sizes.split(",")
    if not all(word.isdecimal() and int(word) >= FEWEST_VERTICES for word in words):
        parser.error(f"--sizes {arguments.sizes}: give numbers from {FEWEST_VERTICES} on")
    if not 0 <= arguments.first < arguments.end:
        parser.error("there is no seed: give the first, from 0 on, and one after the last")
    arguments.sizes = [int(word) for word in words]


def store(
    measured: Callable[[range, list[int], str], Iterable[dict[str, Any]]],
    arguments: argparse.Namespace,
) -> list[dict[str, Any]]:
    """Measure by the seeds, sizes and kind that were checked, and add each line to the file."""
    lines = []
    seeds = range(arguments.first, arguments.end)
    with arguments.output.open("a") as output:
        for line in measured(seeds, arguments.sizes, arguments.kind):
            output.write(json.dumps(line) + "\n")
            output.flush()
            lines.append(line)
    return lines
