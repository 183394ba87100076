"""The model beside runs of this machine: edges and bytes of each level, memory, and seconds.

Edges and bytes do not depend on the load of the machine, nor on the number of workers, which is
checked; seconds do, so they only tell whether the model is out of its mind.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import clconn
from asv_benchmarks.scale.forest_sizes import (
    ForestSizes,
    InOrder,
    degrees_of_graph,
    rmat,
    uniform,
)
from asv_benchmarks.scale.model import KINDS, Costs, Machine, costs
from clconn.distributed.client import connect
from clconn.distributed.contraction.component_partition import BYTES_ASKED

__all__ = [
    "GRAPHS",
    "HERE",
    "Sample",
    "check",
    "check_memory",
    "check_rounds",
    "check_seconds",
    "compare",
    "measure_rates",
    "run",
    "weighted_parts",
    "write",
]

HERE = Machine(
    "this one's two cores",
    workers=2,
    memory=11.5e9,
    read=10e9,  # files in memory, whose reading is part of the time of the check
    network=1e9,
    checked=88e6,
    solved=110e6,
    vertices=28e6,
    merged=70e6,
    task=2.8e-3,
    machines=1,
)
CALLS: dict[str, Callable[..., Any]] = {
    "components": lambda parts, n, fan_in: clconn.distributed.connected_components(
        parts, n, fan_in=fan_in
    ),
    "forest": lambda parts, n, fan_in: clconn.distributed.spanning_forest(parts, n, fan_in=fan_in),
    "minimum forest": lambda parts, n, fan_in: clconn.distributed.minimum_spanning_forest(
        parts, n, fan_in=fan_in
    ),
}


@dataclass(frozen=True)
class Sample:
    """The edges of a graph, in the order in which they are cut into parts, and its model."""

    sources: np.ndarray
    targets: np.ndarray
    n: int
    sizes: ForestSizes

    def parts(self, count: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        yield from zip(
            np.array_split(self.sources, count), np.array_split(self.targets, count), strict=True
        )


def _uniform(n: int, edges: int) -> Sample:
    sources, targets = np.random.default_rng(1).integers(0, n, (2, edges))
    return Sample(sources, targets, n, uniform(n, edges))


def _rmat(n: int, edges: int) -> Sample:
    """An R-MAT graph with all that is drawn, so that the closed form of its degrees holds."""
    scale, random = n.bit_length() - 1, np.random.default_rng(2)
    sources, targets = np.zeros((2, edges), np.int64)
    for _ in range(scale):
        drawn = random.random(edges)
        sources = 2 * sources + (drawn >= 0.76)
        targets = 2 * targets + ((drawn >= 0.57) & (drawn < 0.76) | (drawn >= 0.95))
    return Sample(sources, targets, 1 << scale, rmat(scale, edges))


def _of_graph(graph: Any, *, in_order: bool) -> Sample:
    sources, targets = (np.asarray(end, np.int64) for end in graph.edges())
    once = sources < targets
    sources, targets = sources[once], targets[once]
    if in_order:
        count = int(clconn.connected_components(graph).count)
        return Sample(sources, targets, graph.n, InOrder(graph.n, sources.size, count))
    order = np.random.default_rng(3).permutation(sources.size)
    sources, targets = sources[order], targets[order]
    return Sample(sources, targets, graph.n, degrees_of_graph(sources, targets, graph.n))


def _simple_rmat(n: int, edges: int) -> Sample:
    graph = clconn.generate("rmat", scale=n.bit_length() - 1, edges=edges, seed=4)
    return _of_graph(graph, in_order=False)


def _grid(n: int, edges: int, *, in_order: bool) -> Sample:
    side = int(n**0.5)
    return _of_graph(clconn.generate("torus", rows=side, columns=side), in_order=in_order)


def _road(n: int, edges: int, *, in_order: bool) -> Sample:
    side = int((n / 3.9) ** 0.5)  # each point of the grid has 1.44 chains of two more vertices
    return _of_graph(clconn.generate("road", rows=side, columns=side), in_order=in_order)


GRAPHS: dict[str, Callable[[int, int], Sample]] = {
    "uniform": _uniform,
    "R-MAT as drawn": _rmat,
    "R-MAT without repetitions": _simple_rmat,
    "torus, random order": lambda n, edges: _grid(n, edges, in_order=False),
    "torus, row by row": lambda n, edges: _grid(n, edges, in_order=True),
    "road, random order": lambda n, edges: _road(n, edges, in_order=False),
    "road, as generated": lambda n, edges: _road(n, edges, in_order=True),
}


def write(folder: Path, name: str, sample: Sample, count: int) -> list[Path]:
    """Write the parts as pairs of int64."""
    folder.mkdir(parents=True, exist_ok=True)
    word = "".join(letter for letter in name if letter.isalnum())
    paths = [folder / f"{word}-{index}.npy" for index in range(count)]
    for path, ends in zip(paths, sample.parts(count), strict=True):
        np.save(path, np.column_stack(ends))
    return paths


def _weighted(path: Path) -> tuple[np.ndarray, ...]:
    pairs = np.load(path)
    weights = np.random.default_rng(len(pairs)).integers(0, 1 << 20, len(pairs), dtype=np.int32)
    return pairs[:, 0], pairs[:, 1], weights


def weighted_parts(paths: list[Path]) -> list[Any]:
    """Return delayed parts, each edge with a weight of four bytes."""
    from dask import delayed

    return [delayed(_weighted)(path) for path in paths]


def run(problem: str, paths: list[Path], n: int, fan_in: int = 4) -> Any:
    """Return the report of a call on the current client."""
    parts = weighted_parts(paths) if problem == "minimum forest" else paths
    return CALLS[problem](parts, n, fan_in).report


def compare(report: Any, model: Costs) -> list[tuple[int, int, float, float, int, float, float]]:
    """Return for each level its tasks; edges, by the model, and the error; the same of bytes."""
    rows = []
    for level, expected in zip(report.levels, model.levels, strict=True):
        if level.tasks != expected.tasks:
            raise ValueError(f"{level.tasks} tasks, and {expected.tasks} in the model")
        edges = expected.forest_edges / level.forest_edges - 1
        size = expected.forest_bytes / level.forest_bytes - 1
        rows.append(
            (level.tasks, level.forest_edges, expected.forest_edges, edges,
             level.forest_bytes, expected.forest_bytes, size)
        )  # fmt: skip
    return rows


def check(folder: Path, n: int, edges: int, partitions: int, workers: list[int]) -> None:
    """Print the model beside runs."""
    samples = {name: make(n, edges) for name, make in GRAPHS.items()}
    paths = {name: write(folder, name, samples[name], partitions) for name in samples}
    print("| graph | level | tasks | forest edges | model | error |")
    print("|---|---|---|---|---|---|")
    seen: dict[str, Any] = {}
    for count in workers:
        with connect(f"local:{count}") as client:
            client.wait_for_workers(count)
            for name, sample in samples.items():
                for problem in KINDS:
                    report = run(problem, paths[name], sample.n)
                    sizes = [level.forest_edges for level in report.levels]
                    if seen.setdefault(name, sizes) != sizes:
                        raise ValueError(f"{name}: {sizes} edges, and before {seen[name]}")
                    model = costs(sample.sizes, HERE, partitions, problem=problem)
                    rows = compare(report, model)
                    exact = KINDS[problem].forest_bytes
                    if any(row[4] != exact * row[1] for row in rows):
                        raise ValueError(f"{name}: other bytes than {exact} an edge")
                    if problem == "components" and count == workers[0]:
                        for level, row in enumerate(rows):
                            print(
                                f"| {name} | {level} | {row[0]} | {row[1]:,} | {row[2]:,.0f} | "
                                f"{row[3]:+.2%} |",
                                flush=True,
                            )
    print(
        f"\nThe same edges on {workers} workers and for all problems, with the bytes of each edge."
    )


def check_seconds(folder: Path, n: int, edges: int, partitions: int, workers: list[int]) -> None:
    """Print the time of calls, the best of three, beside the model."""
    sample = _uniform(n, edges)
    paths = write(folder, "seconds", sample, partitions)
    print("\n| problem | workers | s | model | load |")
    print("|---|---|---|---|---|")
    for count in workers:
        with connect(f"local:{count}") as client:
            client.wait_for_workers(count)
            for problem in KINDS:
                taken = min(run(problem, paths, n).seconds for _ in range(3))
                machine = replace(HERE, workers=count)
                model = costs(sample.sizes, machine, partitions, problem=problem)
                print(
                    f"| {problem} | {count} | {taken:.2f} | {model.seconds:.2f} | "
                    f"{os.getloadavg()[0]:.1f} |",
                    flush=True,
                )


def check_memory(folder: Path, n: int, edges: int, partitions: int, fan_in: int) -> None:
    """Print peaks of a fresh worker for each problem beside the model."""
    sample = _uniform(n, edges)
    paths = write(folder, "memory", sample, partitions)
    print("| problem | vertices | edges | parts | fan-in | MB | model | error |")
    print("|---|---|---|---|---|---|---|---|")
    for problem in KINDS:
        with connect("local:1") as client:
            client.wait_for_workers(1)
            peak = run(problem, paths, n, fan_in).peak_bytes
        model = costs(sample.sizes, HERE, partitions, problem=problem, fan_in=fan_in).peak_bytes
        print(
            f"| {problem} | {n:,} | {edges:,} | {partitions} | {fan_in} | {peak / 1e6:,.0f} | "
            f"{model / 1e6:,.0f} | {model / peak - 1:+.0%} |",
            flush=True,
        )


def check_rounds(folder: Path, n: int, edges: int, partitions: int) -> None:
    """Print how fast rounds of contraction shrink, and what they shuffle."""
    print("\n| graph | asked in the first round | model | rounds | live after each, of before |")
    print("|---|---|---|---|---|")
    with connect("local:2") as client:
        client.wait_for_workers(2)
        for name, make in GRAPHS.items():
            sample = make(n, edges)
            paths = write(folder, name, sample, partitions)
            found = clconn.distributed.contracted_components(paths, gather_bytes=0)
            live = [each.live for each in found.rounds]
            shares = [f"{after / before:.2f}" for before, after in pairwise(live)]
            expected = partitions * sample.sizes.touched(1 / partitions)
            asked = found.rounds[0].shuffled_bytes / BYTES_ASKED
            print(
                f"| {name} | {asked:,.0f} | {expected / asked - 1:+.1%} | {len(live)} | "
                f"{', '.join(shares)} |",
                flush=True,
            )


def measure_rates(folder: Path, n: int, edges: int, partitions: int) -> None:
    """Print what one worker does in a second, and what a task costs."""
    sample = _uniform(n, edges)
    paths = write(folder, "rates", sample, partitions)
    with connect("local:1") as client:
        client.wait_for_workers(1)
        for problem in KINDS:
            reports = [run(problem, paths, n) for _ in range(3)][1:]
            read, solve, merge = (
                min(map(of, reports))
                for of in (
                    lambda report: report.levels[0].read_seconds,
                    lambda report: report.levels[0].solve_seconds,
                    lambda report: sum(level.solve_seconds for level in report.levels[1:]),
                )
            )
            merged = sum(level.edges for level in reports[0].levels[1:])
            print(
                f"{problem}: {edges / read / 1e6:,.0f} M edges/s are read and checked, "
                f"{edges / solve / 1e6:,.0f} solved, {merged / merge / 1e6:,.0f} merged; load "
                f"{os.getloadavg()[0]:.1f}"
            )
    tiny = replace(sample, sources=sample.sources[:20000], targets=sample.targets[:20000])
    paths = write(folder, "tasks", tiny, 2000)
    with connect("local:2") as client:
        client.wait_for_workers(2)
        run("components", paths[:20], n)
        for count in (500, 1000, 2000):
            report = run("components", paths[:count], n)
            tasks = 2 * len(report.tasks) + 1
            print(
                f"{count} tiny partitions: {tasks} tasks, {report.seconds:.2f} s, "
                f"{1e3 * report.seconds / tasks:.2f} ms each; load {os.getloadavg()[0]:.1f}"
            )
