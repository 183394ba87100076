"""Find graphs and weights for which minimum spanning forests are slow, among graphs by chance.

Run it at the root of the repository, on a GPU or a processor, some minutes for forty graphs::

    python -m asv_benchmarks.weighted_mixtures 0 40 --sizes 1048576 --output weighted.jsonl

It makes a graph for each seed as ``mixtures.py`` does, gives it weights of each kind
(``benchmarks/weightings.py``), and measures ``"auto"``, which is one algorithm for all of them on a
GPU, and the variants that ``variant="measured"`` tries. Every answer is compared with that of
``"auto"``. It prints how long each kind of weights takes, as a multiple of the best variant and of
the same graph with weights by hash, and then the graphs with weights that take longest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

import clconn
from asv_benchmarks import by_seed
from asv_benchmarks.benchmarks import graphs
from asv_benchmarks.benchmarks.weightings import WEIGHTINGS, weigh
from asv_benchmarks.mixtures import make, median_milliseconds
from asv_benchmarks.table import geometric_mean
from clconn.design_space import AUTOMATIC, Automatic, as_text
from clconn.errors import TimeLimitError
from clconn.problems import MINIMUM_FOREST

TOO_LONG, LEAST_LIMIT = 20.0, 0.5
"""Multiples of the best time so far, and seconds, after which a variant is stopped."""

HASH = "hash"
"""The weights with which others are compared."""


def measure(
    seeds: range, sizes: list[int], kind: str, weightings: list[str]
) -> Iterator[dict[str, Any]]:
    """Measure a graph for each seed and each kind of weights; all graphs are made before."""
    for seed, name, path in by_seed.graphs_in_files(make, seeds, sizes, kind):
        arrays = np.load(path)
        graph = clconn.Graph.from_csr(arrays["offsets"], arrays["neighbors"], symmetric=True)
        for weighting in weightings:
            about = {"seed": seed, "kind": kind, "name": name, "weights": weighting}
            yield {**about, **measure_graph(weigh(graph, weighting))}


def measure_graph(graph: clconn.Graph) -> dict[str, Any]:
    """Measure the variants, in seconds."""
    from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
    from clconn.opencl_backend.plan.run import plan_choice

    solver = MINIMUM_FOREST.load("solver")
    placed = put_weighted_graph(graph, graphs.runtime())
    size = {"n": placed.n, "entries": placed.entry_count}
    request = Automatic(MINIMUM_FOREST, {})
    chosen = solver.choose(placed, request)
    options: dict[str, Mapping[str, Any]] = {chosen.variant.name: {}}
    for name, changed in solver.finalists(placed):
        options[" ".join([name, *(f"{key}={as_text(changed[key])}" for key in changed)])] = changed
    times: dict[str, float] = {}
    expected = None
    for name, changed in options.items():
        choice = request.choose(name.split()[0], "", changed)
        plan = plan_choice(MINIMUM_FOREST, solver, placed, choice)[1]
        plan.make_all()
        limit = max(TOO_LONG * min(times.values(), default=1), LEAST_LIMIT)
        try:
            with placed.runtime.limited(limit):
                (linked,) = plan.run(wait=True).values()
                answer = np.sort(placed.runtime.download(linked, placed.n))
        except TimeLimitError:
            times[name] = limit
            continue
        expected = answer if expected is None else expected
        if not np.array_equal(answer, expected):
            raise SystemExit(f"weighted_mixtures: {name} is wrong on a graph")
        times[name] = median_milliseconds(plan) / 1e3
    return {**size, "chosen": chosen.variant.name, "times": times}


def print_measured(lines: list[dict[str, Any]]) -> None:
    """Print how long ``"auto"`` takes, by the kind of weights, and the worst graphs."""
    by_hash = {line["seed"]: _own(line) for line in lines if line["weights"] == HASH}
    for weighting in dict.fromkeys(line["weights"] for line in lines):
        of_kind = [line for line in lines if line["weights"] == weighting]
        to_best = [_own(line) / min(line["times"].values()) for line in of_kind]
        text = f"{weighting}: {_mean_and_most(to_best)} of the best"
        if by_hash:
            multiples = [_own(line) / by_hash[line["seed"]] for line in of_kind]
            text += f", {_mean_and_most(multiples)} of weights by {HASH}"
        print(text)
    worst = [
        (_own(line) / min(line["times"].values()), _own(line) / by_hash.get(line["seed"], np.inf))
        for line in lines
    ]
    for line, ratios in sorted(zip(lines, worst, strict=True), key=lambda pair: -max(pair[1])):
        if max(ratios) > by_seed.FAR:
            best = min(line["times"], key=line["times"].__getitem__)
            print(
                f"{ratios[0]:.2f}, {ratios[1]:.2f} {line['name']} (seed {line['seed']}, "
                f"{line['entries'] / line['n']:.1f} neighbors), {line['weights']}: "
                f"{1e6 * _own(line):.0f} us by {AUTOMATIC}, {1e6 * line['times'][best]:.0f} by "
                f"{best}"
            )


def _own(line: dict[str, Any]) -> float:
    return float(line["times"][line["chosen"]])


def _mean_and_most(ratios: list[float]) -> str:
    return f"{geometric_mean(ratios):.2f} ({max(ratios):.2f} at most)"


def main() -> None:
    """Measure graphs and print how long they take."""
    description = "Look for weights that are cliffs, on the default device."
    parser = by_seed.options("weighted_mixtures", description, "262144")
    parser.add_argument(
        "--weights",
        metavar="KIND,...",
        default=",".join(WEIGHTINGS),
        help=f"some of {', '.join(WEIGHTINGS)} (default: all)",
    )
    arguments = parser.parse_args()
    by_seed.check(parser, arguments)
    weightings = arguments.weights.split(",")
    if unknown := sorted(set(weightings) - set(WEIGHTINGS)):
        parser.error(f"there are no weights {unknown[0]!r}: give some of {', '.join(WEIGHTINGS)}")
    print_measured(by_seed.store(partial(measure, weightings=weightings), arguments))


if __name__ == "__main__":
    main()
