"""Rounds of contraction of forests beside the model: names, edges and bytes, round by round.

Coins are hashes of names, so the same graph has the same rounds on any number of workers and
machines; only seconds and memory depend on those.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from asv_benchmarks.scale.check import GRAPHS, HERE, Sample, weighted_parts, write
from asv_benchmarks.scale.forest_rounds import (
    EDGE_BYTES,
    NAME_BYTES,
    Round,
    Star,
    rounds_of_forest,
)
from asv_benchmarks.scale.forest_sizes import ForestSizes, InOrder, degrees_of_graph
from asv_benchmarks.scale.model import contraction_of_forest
from clconn.distributed.calls import reading_of
from clconn.distributed.client import connect
from clconn.distributed.contraction.forest_partition import contract_forest, join_forests
from clconn.distributed.contraction.forests import ContractedForest, contract_forests
from clconn.distributed.contraction.reading import read_and_contract
from clconn.distributed.local_numbers import Solver
from clconn.distributed.partial_forests import peak_bytes
from clconn.distributed.partitions import partitions_of

__all__ = [
    "FAMILIES",
    "Family",
    "check_forest_rounds",
    "check_memory_of_rounds",
    "compare_rounds",
    "measured_rounds",
    "off",
]

LARGE = 1 / 8
"""Rounds are compared one by one as long as they begin with so much of what the first one has."""
MOST_ROUNDS = 14
"""So many more or fewer rounds than the model's may be: the last names wait for single coins."""
WEIGHT = 4
PEAK = 0.3
"""What the model may be off of the memory of a worker."""


@dataclass(frozen=True)
class Family:
    """Graphs of one kind, and what the model may be off, either way, as :func:`off` says it.

    Attributes
    ----------
    make : callable
        Takes vertices, edges if they are any number, and partitions.
    in_all, in_a_round : float
        Of the bytes of all rounds, and of bytes and edges of a large one.
    parts : callable
        The components of so many vertices, which are of one size.
    borders : float
        What a round of a minimum forest leaves of the names that several partitions have, if edges
        lie in order. Without weights the first edges are the lightest, so names grow along rows.
    """

    make: Callable[[int, int, int], Sample]
    in_all: float
    in_a_round: float
    parts: Callable[[int], int] = lambda n: 1
    borders: float = 1.0

    def model(self, sample: Sample, partitions: int, weighted: bool) -> list[Round]:
        return rounds_of_forest(
            sample.sizes,
            partitions,
            parts=self.parts(sample.n),
            borders=self.borders if weighted else 1.0,
        )


def _sample(sources: Any, targets: Any, n: int, sizes: ForestSizes | None = None) -> Sample:
    return Sample(sources, targets, n, sizes or degrees_of_graph(sources, targets, n))


def _shuffled(sources: Any, targets: Any) -> tuple[Any, Any]:
    order = np.random.default_rng(6).permutation(len(sources))
    return sources[order], targets[order]


def _path(n: int, edges: int, partitions: int) -> Sample:
    ends = np.arange(n)
    return _sample(ends[:-1], ends[1:], n, InOrder(n, n - 1, 1, (partitions - 1) / n))


def _mixed_path(n: int, edges: int, partitions: int) -> Sample:
    ends = np.random.default_rng(7).permutation(n)
    return _sample(*_shuffled(ends[:-1], ends[1:]), n)


def _star(n: int, edges: int, partitions: int) -> Sample:
    leaves = np.delete(np.arange(n), n // 3)
    return _sample(*_shuffled(np.full(n - 1, n // 3), leaves), n, Star(n))


def _cliques(n: int, edges: int, partitions: int) -> Sample:
    one, other = np.triu_indices(CLIQUE, 1)
    first = np.arange(0, n, CLIQUE)[:, None]
    return _sample(*_shuffled((first + one).ravel(), (first + other).ravel()), n)


def _rows(n: int, edges: int, partitions: int) -> Sample:
    sample = GRAPHS["torus, row by row"](n, edges)
    # Besides its own rows a part has the next one.
    sizes = InOrder(sample.n, sample.sources.size, 1, partitions * sample.n**-0.5)
    return _sample(sample.sources, sample.targets, sample.n, sizes)


def _known(name: str) -> Callable[[int, int, int], Sample]:
    return lambda n, edges, partitions: GRAPHS[name](n, edges)


CLIQUE = 16
FAMILIES = {
    "path in order": Family(_path, 0.05, 0.15),
    "path, random order": Family(_mixed_path, 0.06, 0.25),
    "grid row by row": Family(_rows, 0.1, 0.25, borders=0.75**0.5),
    "grid, random order": Family(_known("torus, random order"), 0.12, 0.35),
    "roads, random order": Family(_known("road, random order"), 0.15, 0.5),
    "R-MAT": Family(_known("R-MAT as drawn"), 0.1, 0.3),
    "uniform": Family(_known("uniform"), 0.05, 0.15),
    "cliques of 16": Family(_cliques, 0.05, 0.15, lambda n: n // CLIQUE),
    "star": Family(_star, 1.25, 6.0),
}


def measured_rounds(
    client: Any, sample: Sample, paths: list[Path], weighted: bool
) -> ContractedForest:
    """Return a forest that a client's workers find by rounds, down to single names."""
    parts = weighted_parts(paths) if weighted else paths
    reading = reading_of(sample.n, None, None, None, weighted=weighted)
    read = read_and_contract(
        client, partitions_of(parts, client, reading), reading, Solver(), contract_forest,
        join_forests, step="contract-forest",
    )  # fmt: skip
    return contract_forests(client, read.states, Solver(), gather_bytes=0)


def off(model: float, found: float) -> float:
    """Return how far a model is off: +1 is twice what was found, and -1 half of it."""
    if model >= found:
        return model / found - 1 if found else math.inf
    return 1 - found / model if model else -math.inf


def compare_rounds(
    family: Family, found: ContractedForest, model: list[Round], weighted: bool
) -> tuple[float, list[tuple[float, float]]]:
    """Return the model's error of all bytes, and of bytes and edges left of each large round.

    Raises
    ------
    ValueError
        If the model is off by more than it may be, or the rounds did not run to their end.
    """
    rounds = found.rounds
    if found.gathered:
        raise ValueError(
            f"{len(rounds)} rounds left {found.gathered} names; gather_bytes must be 0"
        )
    weight = WEIGHT * weighted
    large = [each for each in model if each.live >= LARGE * model[0].live]
    if abs(len(rounds) - len(model)) > MOST_ROUNDS or len(rounds) < len(large):
        raise ValueError(f"{len(rounds)} rounds; expected {len(model)} +- {MOST_ROUNDS}")
    errors = []
    for expected, each in zip(large, rounds[: len(large)], strict=True):
        edges = (each.left_bytes - NAME_BYTES * each.live) / (EDGE_BYTES + weight)
        shuffled = off(expected.shuffled_bytes(weight), each.shuffled_bytes)
        errors.append((shuffled, off(expected.edges, edges)))
    most = max(abs(error) for both in errors for error in both)
    if most > family.in_a_round:
        raise ValueError(f"a round is {most:.0%} off; expected {family.in_a_round:.0%} at most")
    in_all = off(
        sum(each.shuffled_bytes(weight) for each in model),
        sum(each.shuffled_bytes for each in rounds),
    )
    if abs(in_all) > family.in_all:
        raise ValueError(f"all rounds are {in_all:+.0%} off; expected {family.in_all:.0%} at most")
    return in_all, errors


def check_forest_rounds(folder: Path, n: int, edges: int, partitions: int) -> None:
    """Print the rounds of spanning and minimum forests of all families beside the model."""
    heads = "graph", "forest", "rounds", "model", "MB in the first", "MB in all", "error"
    print(f"\n| {' | '.join(heads)} | of bytes of large rounds | of edges left |")
    print("|" + "---|" * 9)
    with connect("local:2") as client:
        client.wait_for_workers(2)
        for name, family in FAMILIES.items():
            sample = family.make(n, edges, partitions)
            paths = write(folder, name, sample, partitions)
            for weighted in (False, True):
                model = family.model(sample, partitions, weighted)
                found = measured_rounds(client, sample, paths, weighted)
                try:
                    in_all, errors = compare_rounds(family, found, model, weighted)
                except ValueError as problem:
                    raise ValueError(f"{name}: {problem}") from None
                shuffled = [each.shuffled_bytes / 1e6 for each in found.rounds]
                ranges = [
                    f"{min(each):+.0%} to {max(each):+.0%}" for each in zip(*errors, strict=True)
                ]
                print(
                    f"| {name} | {'minimum' if weighted else 'spanning'} | {len(shuffled)} | "
                    f"{len(model)} | {shuffled[0]:.2f} | {sum(shuffled):.1f} | {in_all:+.1%} | "
                    f"{' | '.join(ranges)} |",
                    flush=True,
                )


def check_memory_of_rounds(folder: Path, sizes: list[tuple[int, int]], partitions: int) -> None:
    """Print the peak of a fresh worker in rounds of forests, and seconds, beside the model.

    The peak is the lesser one of two workers: to compile a kernel that no cache has takes memory.

    Parameters
    ----------
    folder : pathlib.Path
    sizes : list of tuple of int
        The vertices and edges of each graph, as powers of two.
    partitions : int
    """
    heads = "vertices", "edges", "forest", "names of partitions", "peak", "model", "error", "s"
    print(f"\n| {' | '.join(heads)} | model |")
    print("|" + "---|" * 9)
    for vertex_bits, edge_bits in sizes:
        sample = GRAPHS["uniform"](1 << vertex_bits, 1 << edge_bits)
        paths = write(folder, "memory", sample, partitions)
        for weighted in (False, True):
            peaks = []
            for _ in range(2):
                with connect("local:1") as client:
                    client.wait_for_workers(1)
                    found = measured_rounds(client, sample, paths, weighted)
                    peaks.append(max(client.run(peak_bytes).values()))
            peak = min(peaks)
            problem = "minimum forest" if weighted else "forest"
            one = replace(HERE, workers=1)
            model = contraction_of_forest(
                sample.sizes, one, partitions, problem=problem, gather_bytes=0
            )
            seconds = sum(each.seconds for each in found.rounds)
            error = off(model.peak_bytes, peak)
            print(
                f"| 2^{vertex_bits} | 2^{edge_bits} | {problem} | "
                f"{found.rounds[0].live / 1e6:.2f} M | {peak / 1e6:,.0f} MB | "
                f"{model.peak_bytes / 1e6:,.0f} MB | {error:+.0%} | {seconds:.1f} | "
                f"{model.phases['rounds'] + model.phases['scheduler']:.1f} |",
                flush=True,
            )
            if abs(error) > PEAK:
                raise ValueError(f"the peak is off; expected {PEAK:.0%} at most")
