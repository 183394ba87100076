"""Find graphs for which a rule of ``"auto"`` is wrong on a GPU, among mixtures by chance.

Run it at the root of the repository::

    python -m asv_benchmarks.mixtures measure 4000 4160 --sizes 65536,262144,1048576 \\
        --output mixtures.jsonl                          # on a GPU: a minute or two
    python -m asv_benchmarks.mixtures judge mixtures.jsonl            # needs no device

``measure`` makes a mixture for each seed (``benchmarks/mixed_graphs.py``), the sizes by turns, and
measures ``"auto"`` and variants that stand for all. Every answer is compared with that of
``"auto"``. A line of the output holds what the looks see of a graph, too, so that ``judge`` can say
what the rules, as they are now, choose, and what that took: change a rule and ask again. Figures of
a rule's own graphs flatter it, so let seeds that it has not seen judge it in the end.

A time is the median of some runs on a warm device, and the best is the least of many such medians,
which is a few percent less than it would be in another run.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from multiprocessing import Pool
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import clconn
from asv_benchmarks.benchmarks import graphs
from asv_benchmarks.benchmarks.mixed_graphs import mixture
from asv_benchmarks.table import geometric_mean
from asv_benchmarks.timing import run_milliseconds
from clconn.command_line.options import parse_options
from clconn.design_space import Automatic, Choice
from clconn.problems import COMPONENTS

AUTO = "auto"
VARIANTS = (
    "hb/interleaved/single flatten_links=true",
    "hb/async/single flatten_links=true",
    "hb/async/single",
    "kout/interleaved/single flatten_links=true",
    "kout/interleaved/single",
    "kout/interleaved/single sharing=coalesced",
    "kout/async/single",
    "kout/async/single sharing=coalesced",
    "csr/interleaved/single flatten_links=true",
    "csr/interleaved/single",
    "csr/async/single",
    "csr/async/single initialization=self",
    "csr/async/single initialization=far-smaller",
    "csr/async/halve initialization=far-smaller",
    "csr/async-random/single initialization=self",
    "csr/early/halve",
    "csr/early/halve initialization=blocks",
)
"""All that ``"auto"`` may choose on a GPU, with the options on which it decides."""

SLOW = 3.0
"""Milliseconds from which a variant is run once more and no further."""

WARM_UP = 0.012
"""Seconds of a variant; the device is warm by the one before."""


def make(job: tuple[int, int, Path]) -> tuple[int, str, Path]:
    """Make a mixture, and write its rows to a file."""
    seed, n, folder = job
    name, graph = mixture(seed, n)
    rows = graph.adjacency()
    path = folder / f"{seed}.npz"
    np.savez(path, offsets=rows.offsets, neighbors=rows.neighbors)
    return seed, name, path


def measure(seeds: range, sizes: list[int]) -> Iterator[dict[str, Any]]:
    """Measure a mixture for each seed."""
    with tempfile.TemporaryDirectory() as folder:
        jobs = [(seed, sizes[seed % len(sizes)], Path(folder)) for seed in seeds]
        # The processes are forked before this one opens a device, and end before it measures.
        with Pool(max((os.cpu_count() or 1) - 1, 1)) as pool:
            made = pool.map(make, jobs, chunksize=1)
        for seed, name, path in made:
            rows = np.load(path)
            yield {"seed": seed, "name": name, **_measure(rows["offsets"], rows["neighbors"])}


def _measure(offsets: Any, neighbors: Any) -> dict[str, Any]:
    from clconn.opencl_backend.graph.placement import to_device
    from clconn.opencl_backend.plan.run import plan_variant

    graph = clconn.Graph.from_csr(offsets, neighbors, symmetric=True)
    placed = to_device(graph, graphs.runtime())
    times: dict[str, float] = {}
    chosen, expected = "", None
    # The device may have rested before the first, so the choice is measured once more.
    for text in (AUTO, *VARIANTS, AUTO):
        name, *words = text.split()
        options = parse_options(words, name, COMPONENTS)
        choice, plan = plan_variant(COMPONENTS, placed, name, options)
        output, *_ = plan.run(wait=True).values()
        answer = placed.runtime.download(output, placed.n)
        expected = answer if expected is None else expected
        if not np.array_equal(answer, expected):
            raise SystemExit(f"mixtures: {text} is wrong")
        chosen = _name(choice) if text == AUTO else chosen
        times[text] = min(1e3 * _milliseconds(plan), times.get(text, float("inf")))
    looks = {**placed.first_links._asdict(), "hook_coverage": placed.hook_coverage}
    looks["small_components"] = placed.small_components
    size = {"n": placed.n, "entries": placed.entry_count}
    return {**size, "looks": looks, "chosen": chosen, "times": times}


def _milliseconds(plan: Any) -> float:
    (first,) = run_milliseconds(plan, 1, 0.0)
    return first if first > SLOW else float(np.median(run_milliseconds(plan, 9, WARM_UP)))


def _name(choice: Choice) -> str:
    """A variant with those of its options that are in :data:`VARIANTS`."""
    words = [choice.variant.name]
    for option, usual in (
        ("flatten_links", False), ("sharing", "vertex"), ("initialization", "first-smaller"),
    ):  # fmt: skip
        value = choice.options.get(option, usual)
        if value != usual:
            words.append(f"{option}={str(value).lower() if value is True else value}")
    return " ".join(words)


def judge(lines: Iterable[str]) -> Iterator[tuple[float, float, dict[str, Any], str]]:
    """For each measured graph, what is chosen now and when it was measured, and the former's name.

    Both as multiples of the best.
    """
    from clconn.opencl_backend.graph.first_links import FirstLinks
    from clconn.opencl_backend.plan.auto_variant import choose_by_sampling

    for line in lines:
        measured = json.loads(line)
        looks = dict(measured["looks"])
        links = FirstLinks(**{field: looks.pop(field) for field in FirstLinks._fields})
        tuning = SimpleNamespace(id_block_bits_for=lambda n: 10)
        runtime = SimpleNamespace(is_cpu=False, tuning=tuning)
        placed: Any = SimpleNamespace(
            n=measured["n"], entry_count=measured["entries"], symmetric=True, rows=(),
            first_links=links, runtime=runtime, **looks,
        )  # fmt: skip
        chosen = _name(choose_by_sampling(placed, Automatic(COMPONENTS, {})))
        times = measured["times"]
        best = min(times.values())
        now = times.get(chosen, float("nan"))
        # The same launches were measured under both names.
        now = min(now, times[AUTO]) if chosen == measured["chosen"] else now
        yield now / best, times[AUTO] / best, measured, chosen


def print_judged(judged: list[tuple[float, float, dict[str, Any], str]]) -> None:
    """Print how far choices are from the best, the worst first."""
    for what, place in (("now", 0), ("when measured", 1)):
        ratios = [line[place] for line in judged]
        beyond = ", ".join(
            f"{sum(ratio > most for ratio in ratios)} beyond {most}" for most in (1.3, 2)
        )
        mean, most = geometric_mean(ratios), max(ratios)
        print(f"{what}: {mean:.3f} in the mean, at most {most:.2f}, {beyond} of {len(ratios)}")
    for now, _, measured, chosen in sorted(judged, key=lambda line: -line[0]):
        if now > 1.25:
            times, n = measured["times"], measured["n"]
            best = min(times, key=times.__getitem__)
            shares = {k: round(v, 2) for k, v in measured["looks"].items() if round(v, 2)}
            print(
                f"{now:.2f} {measured['name']} (seed {measured['seed']}, "
                f"{measured['entries'] / n:.1f} neighbors): {chosen}, best {times[best]:.0f} us "
                f"by {best}, {shares}"
            )


def main() -> None:
    """Measure mixtures, or judge what was measured."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.mixtures", description="Look for graphs that are cliffs."
    )
    actions = parser.add_subparsers(dest="action", required=True)
    new = actions.add_parser("measure", help="measure mixtures on the first GPU")
    new.add_argument("first", type=int, help="the first seed")
    new.add_argument("end", type=int, help="the first seed that is not taken any more")
    new.add_argument("--sizes", default="65536,262144,1048576", help="numbers of vertices")
    new.add_argument("--output", type=Path, required=True, help="a file to which lines are added")
    old = actions.add_parser("judge", help="say what the rules choose now, and what that took")
    old.add_argument("files", type=Path, nargs="+")
    arguments = parser.parse_args()
    if arguments.action == "measure":
        seeds = range(arguments.first, arguments.end)
        with arguments.output.open("a") as output:
            for line in measure(seeds, [int(size) for size in arguments.sizes.split(",")]):
                output.write(json.dumps(line) + "\n")
                output.flush()
        arguments.files = [arguments.output]
    lines = (line for path in arguments.files for line in path.read_text().splitlines())
    print_judged(list(judge(lines)))


if __name__ == "__main__":
    main()
