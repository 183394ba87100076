"""Find directed graphs for which ``"auto"`` is wrong on a GPU, among graphs by chance.

Run it at the root of the repository, on a GPU, some minutes for a hundred graphs::

    python -m asv_benchmarks.directed_mixtures 0 72 --kind structure --sizes 262144 \\
        --output directed.jsonl

It makes a graph for each seed as ``mixtures.py`` does, gives its edges directions by chance
(``benchmarks/orientations.py``), or makes one of the kind ``practice``, which have them
(``benchmarks/practice_graphs.py``). It measures all variants that ``variant="measured"`` tries; one
that takes twenty times as long as the best before it is stopped. Every answer is compared with
that of scipy, whose time on a processor is measured, too. It prints what ``"auto"`` took in its
first run and what it chooses after that, as multiples of the best, the worst graphs first. A line
of the output holds the times and what the first run has found out.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import clconn
from asv_benchmarks import by_seed
from asv_benchmarks.benchmarks import graphs
from asv_benchmarks.benchmarks.graphs_by_seed import directed_graph
from asv_benchmarks.mixtures import median_milliseconds
from asv_benchmarks.table import geometric_mean
from clconn.design_space import AUTOMATIC, Automatic
from clconn.errors import TimeLimitError
from clconn.problems import STRONG_COMPONENTS
from clconn.scipy_backend.strong_components import strong_components as scipy_roots

TOO_LONG, LEAST_LIMIT = 20.0, 0.05
"""Multiples of the best time so far, and seconds, after which a variant is stopped."""

SLOW = 2.0
"""Seconds from which such a run of a variant without a loop counts, and is the last."""


def make(job: by_seed.Job) -> by_seed.Made:
    """Make a directed graph, and write its arcs to a file."""
    seed, n, kind, folder = job
    name, graph = directed_graph(kind, seed, n)
    rows = graph.arcs()
    path = folder / f"{seed}.npz"
    np.savez(path, offsets=rows.offsets, neighbors=rows.neighbors)
    return seed, name, path


def measure(seeds: range, sizes: list[int], kind: str) -> Iterator[dict[str, Any]]:
    """Measure a graph for each seed; all are made before, so that nothing else runs then."""
    for seed, name, path in by_seed.graphs_in_files(make, seeds, sizes, kind):
        arrays = np.load(path)
        graph = clconn.Graph.from_csr(arrays["offsets"], arrays["neighbors"], directed=True)
        yield {"seed": seed, "kind": kind, "name": name, **measure_graph(graph)}


def measure_graph(graph: clconn.Graph) -> dict[str, Any]:
    """Measure the variants, and what ``"auto"`` takes in its first run and chooses then."""
    from clconn.opencl_backend.graph.placement import arcs_to_device
    from clconn.opencl_backend.plan.run import plan_choice

    begin = time.perf_counter()
    expected = scipy_roots(graph)
    on_processor = time.perf_counter() - begin
    solver = STRONG_COMPONENTS.load("solver")
    placed = arcs_to_device(graph, graphs.runtime())
    request = Automatic(STRONG_COMPONENTS, {})
    first = solver.choose(placed, request)
    finalists = [request.choose(each.name, "", each.options) for each in solver.finalists(placed)]
    choices = {choice.key: choice for choice in (first, *finalists)}
    times: dict[str, float] = {}
    reports: dict[str, int] = {}
    # The device has rested while scipy ran.
    median_milliseconds(plan_choice(STRONG_COMPONENTS, solver, placed, first)[1])
    for choice in choices.values():
        plan = plan_choice(STRONG_COMPONENTS, solver, placed, choice)[1]
        # A build counts to the limit, and takes as long as it does.
        plan.make_all()
        limit = max(TOO_LONG * min(times.values(), default=1), LEAST_LIMIT)
        begin = time.perf_counter()
        try:
            with placed.runtime.limited(limit):
                roots = placed.runtime.download(plan.run(wait=True)["roots"], placed.n)
        except TimeLimitError:
            times[choice.variant.name] = limit
            continue
        took = time.perf_counter() - begin
        if not np.array_equal(roots, expected):
            raise SystemExit(f"directed_mixtures: {choice.variant} is wrong on a graph")
        # No build takes that long.
        is_slow = took > max(limit, SLOW)
        times[choice.variant.name] = took if is_slow else median_milliseconds(plan) / 1e3
        if choice.key == first.key:
            reports = dict(plan.reports)
    then = solver.choose(placed, request).variant.name
    size = {"n": placed.n, "arcs": placed.entry_count}
    return {
        **size,
        "first": first.variant.name,
        "then": then,
        "reports": reports,
        "times": times,
        "scipy": on_processor,
    }


def print_measured(lines: list[dict[str, Any]]) -> None:
    """Print how far ``"auto"`` is from the best, the worst first."""
    ratios = {
        when: [line["times"][line[when]] / min(line["times"].values()) for line in lines]
        for when in ("first", "then")
    }
    for when, multiples in ratios.items():
        beyond = ", ".join(f"{sum(x > y for x in multiples)} beyond {y}" for y in (1.3, 2))
        mean, most = geometric_mean(multiples), max(multiples)
        slower = sum(line["times"][line[when]] > line["scipy"] for line in lines)
        print(
            f"{AUTOMATIC}, {when}: {mean:.3f} in the mean, at most {most:.2f}, {beyond}; "
            f"{slower} of {len(lines)} slower than scipy"
        )
    for line, first, then in sorted(
        zip(lines, *ratios.values(), strict=True), key=lambda row: -max(row[1:])
    ):
        if max(first, then) > by_seed.FAR:
            best = min(line["times"], key=line["times"].__getitem__)
            print(
                f"{first:.2f}, {then:.2f} {line['name']} (seed {line['seed']}): {line['then']}, "
                f"best {1e6 * line['times'][best]:.0f} us by {best}, "
                f"scipy {1e6 * line['scipy']:.0f}, {line['reports']}"
            )


def main() -> None:
    """Measure graphs and print how ``"auto"`` does."""
    description = "Look for directed graphs that are cliffs, on the first GPU."
    parser = by_seed.options("directed_mixtures", description, "65536,262144")
    arguments = parser.parse_args()
    by_seed.check(parser, arguments)
    if graphs.runtime().is_cpu:
        parser.error("there is no GPU, and a processor takes csr/pearce/serial for every graph")
    print_measured(by_seed.store(measure, arguments))


if __name__ == "__main__":
    main()
