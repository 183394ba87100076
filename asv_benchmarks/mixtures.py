"""Find graphs for which a rule of ``"auto"`` is wrong on a GPU, among graphs by chance.

Run it at the root of the repository::

    python -m asv_benchmarks.mixtures measure 4000 4160 --sizes 65536,262144,1048576 \\
        --output mixtures.jsonl                          # on a GPU: a minute or two
    python -m asv_benchmarks.mixtures judge mixtures.jsonl            # needs no device

``measure`` makes a mixture for each seed (``benchmarks/mixed_graphs.py``), or with ``--kind`` a
structure in one of six orders, an R-MAT graph, one of practice or one in an odd order
(``benchmarks/graphs_by_seed.py``), the sizes by turns, and measures ``"auto"`` and variants that
stand for all: of components, or with ``--problem forest`` of spanning forests, for which nearly all
rules are the same. ``--stored`` says whether rows hold each edge at both ends, in order or not, or
at one, or whether the edges are a list (``benchmarks/storages.py``). Every answer is compared with
that of ``"auto"``; of forests, which differ, the number of edges. A line of the output holds what
the looks see of a graph, too, so that ``judge`` can say what the rules, as they are now, choose,
and what that took: change a rule and ask again. Figures of a rule's own graphs flatter it, so let
seeds that it has not seen judge it in the end, and of structures, whose seeds repeat, other sizes.

A time is the median of some runs on a warm device, and the best is the least of many such medians,
which is a few percent less than it would be in another run.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

import clconn
from asv_benchmarks import by_seed
from asv_benchmarks.benchmarks import graphs
from asv_benchmarks.benchmarks.graphs_by_seed import KINDS
from asv_benchmarks.benchmarks.storages import LISTS, ONE_END, STORAGES, UNSORTED, store
from asv_benchmarks.table import geometric_mean
from asv_benchmarks.timing import run_milliseconds
from clconn.command_line.options import parse_options
from clconn.design_space import Automatic, Choice, as_text
from clconn.opencl_backend.plan.finalist import Finalist
from clconn.opencl_backend.plan.finalists import AT_ONE_END, OF_EDGES, OF_ROWS
from clconn.problems import COMPONENTS, FOREST, Problem, find_problem

AUTO = "auto"

OPTIONS = {
    "skip_settled": True, "flatten_links": False, "sharing": "vertex",
    "initialization": "first-smaller", "order": "given",
}  # fmt: skip
"""These options, and what they are where a name does not say."""


def _texts(finalists: Iterable[Finalist]) -> tuple[str, ...]:
    return tuple(_text(*finalist) for finalist in finalists)


def _text(name: str, options: Mapping[str, Any]) -> str:
    values = {option: options.get(option, usual) for option, usual in OPTIONS.items()}
    changed = (option for option, usual in OPTIONS.items() if values[option] != usual)
    return " ".join([name, *(f"{option}={as_text(values[option])}" for option in changed)])


VARIANTS = _texts(OF_ROWS)
ONE_END_VARIANTS = _texts(AT_ONE_END)
LIST_VARIANTS = _texts(OF_EDGES)

SLOW = 3.0
"""Milliseconds from which a variant is run twice more, and no further."""

WARM_UP = 0.012
"""Seconds of a variant; the device is warm by the one before."""


class Judged(NamedTuple):
    """What the rules choose for a measured graph.

    Attributes
    ----------
    now
        The time of what they choose now, as a multiple of the best.
    then
        The time of what they chose when it was measured.
    chosen
        What they choose now.
    measured
        A line of :func:`measure`.
    """

    now: float
    then: float
    chosen: str
    measured: dict[str, Any]


def variants_of(storage: str) -> tuple[str, ...]:
    """The variants that are measured of graphs stored so."""
    rows = ONE_END_VARIANTS if storage in ONE_END else VARIANTS
    return LIST_VARIANTS if storage in LISTS else rows


def make(job: by_seed.Job, storage: str = "both") -> by_seed.Made:
    """Make a graph, and write its rows or edges to a file."""
    seed, n, kind, folder = job
    name, graph = KINDS[kind](seed, n)
    stored = store(graph, storage, seed)
    path = folder / f"{seed}.npz"
    if storage in LISTS:
        np.savez(path, n=stored.n, ends=stored.edges())
    else:
        # Of the edges at one end, too: those of `adjacency` are at both.
        rows = stored.user_rows
        assert rows is not None
        np.savez(path, offsets=rows.offsets, neighbors=rows.neighbors)
    return seed, name, path


def _read(path: Path, storage: str) -> clconn.Graph:
    made = np.load(path)
    if storage in LISTS:
        return clconn.Graph.from_edges(*made["ends"], int(made["n"]))
    symmetric = storage not in ONE_END
    return clconn.Graph.from_csr(made["offsets"], made["neighbors"], symmetric=symmetric)


def measure(
    seeds: range,
    sizes: list[int],
    problem: Problem = COMPONENTS,
    storage: str = "both",
    kind: str = "mixture",
) -> Iterator[dict[str, Any]]:
    """Measure a graph for each seed; all are made before, so that nothing else runs then."""
    make_stored = partial(make, storage=storage)
    for seed, name, path in by_seed.graphs_in_files(make_stored, seeds, sizes, kind):
        graph = _read(path, storage)
        about = {"seed": seed, "name": name, "kind": kind}
        about |= {"problem": problem.name, "storage": storage}
        yield {**about, **_measure(graph, problem, f"{name}, seed {seed}", storage)}


def _measure(
    graph: clconn.Graph, problem: Problem, name: str, storage: str = "both"
) -> dict[str, Any]:
    from clconn.opencl_backend.graph.placement import to_device
    from clconn.opencl_backend.plan.run import plan_variant

    placed = to_device(graph, graphs.runtime(), arrays=storage in LISTS)
    times: dict[str, float] = {}
    chosen, expected = "", None
    # The device may have rested before the first, so the choice is measured once more.
    for text in (AUTO, *variants_of(storage), AUTO):
        variant, *words = text.split()
        options = parse_options(words, variant, problem)
        choice, plan = plan_variant(problem, placed, variant, options)
        answer = _answer(problem, placed, plan.run(wait=True))
        expected = answer if expected is None else expected
        if not np.array_equal(answer, expected):
            raise SystemExit(f"mixtures: {text} is wrong on {name}")
        chosen = name_of(choice) if text == AUTO else chosen
        times[text] = min(1e3 * median_milliseconds(plan), times.get(text, float("inf")))
    size = {"n": placed.n, "entries": placed.entry_count}
    return {**size, "looks": _looks(placed, storage), "chosen": chosen, "times": times}


def _looks(placed: Any, storage: str) -> dict[str, float]:
    if storage in LISTS:
        return dict(placed.edge_order._asdict())
    links = dict(placed.first_links._asdict())
    if storage in ONE_END:
        return links
    others = {"hook_coverage": placed.hook_coverage, "small_components": placed.small_components}
    return {**links, **others}


def _answer(problem: Problem, placed: Any, outputs: Any) -> Any:
    """The labels; of a forest the number of its edges."""
    from clconn.opencl_backend.graph.device_csr import dtype_of

    (output,) = outputs.values()
    if problem == COMPONENTS:
        return placed.runtime.download(output, placed.n)
    places = placed.runtime.download(output, placed.n, dtype_of(placed.offset_type))
    return np.count_nonzero(places >= 0)


def median_milliseconds(plan: Any) -> float:
    """The median time of some runs, of fewer if they are slow."""
    (first,) = run_milliseconds(plan, 1, 0.0)
    if first > SLOW:
        # One run may have waited for 4 ms, a processor's turn, rather than for the device.
        return float(np.median([first, *run_milliseconds(plan, 2, 0.0)]))
    return float(np.median(run_milliseconds(plan, 9, WARM_UP)))


def name_of(choice: Choice) -> str:
    """A variant with those of its options that :data:`OPTIONS` has."""
    return _text(choice.variant.name, choice.options)


def choose(
    n: int,
    entries: int,
    looks: dict[str, Any],
    storage: str = "both",
    problem: Problem = COMPONENTS,
) -> str:
    """What the rules choose on a GPU for a graph of which the looks see this."""
    from clconn.opencl_backend.graph.edge_order import EdgeOrder
    from clconn.opencl_backend.graph.first_links import FirstLinks
    from clconn.opencl_backend.plan.auto_variant import choose_by_sampling

    of_list = storage in LISTS
    name, kind = ("edge_order", EdgeOrder) if of_list else ("first_links", FirstLinks)
    seen = {name: kind(**{field: looks[field] for field in kind._fields})}
    seen |= {look: value for look, value in looks.items() if look not in kind._fields}
    # The bits of a block are for the words of a reason alone.
    tuning = SimpleNamespace(id_block_bits_for=lambda n: 10)
    placed: Any = SimpleNamespace(
        n=n, entry_count=entries, symmetric=storage not in ONE_END,
        is_sorted=storage not in UNSORTED, rows=None if of_list else (),
        runtime=SimpleNamespace(is_cpu=False, tuning=tuning), **seen,
    )  # fmt: skip
    return name_of(choose_by_sampling(placed, Automatic(problem, {})))


def judge(lines: Iterable[str]) -> Iterator[Judged]:
    """Say for each line of :func:`measure` what is chosen now, and what that took."""
    for line in lines:
        measured = json.loads(line)
        times = dict(measured["times"])
        # The same launches were measured under both names.
        auto = times.pop(AUTO)
        before = measured["chosen"]
        times[before] = min(auto, times.get(before, auto))
        # Lines of before there were other storages say whether rows are unsorted.
        storage = measured.get("storage", "unsorted" if measured.get("unsorted") else "both")
        problem = find_problem(measured.get("problem", COMPONENTS.name))
        chosen = choose(measured["n"], measured["entries"], measured["looks"], storage, problem)
        if chosen not in times:
            raise SystemExit(f"mixtures: {chosen} was not measured (seed {measured['seed']})")
        best = min(times.values())
        yield Judged(times[chosen] / best, times[before] / best, chosen, measured)


def print_judged(judged: list[Judged]) -> None:
    """Print how far choices are from the best, the worst first."""
    for what, ratios in (
        ("now", [line.now for line in judged]), ("when measured", [line.then for line in judged])
    ):  # fmt: skip
        beyond = ", ".join(
            f"{sum(ratio > bound for ratio in ratios)} beyond {bound}" for bound in (1.3, 2)
        )
        mean, most = geometric_mean(ratios), max(ratios)
        print(f"{what}: {mean:.3f} in the mean, at most {most:.2f}, {beyond} of {len(ratios)}")
    for line in sorted(judged, key=lambda line: -line.now):
        if line.now > by_seed.FAR:
            measured = line.measured
            degree = measured["entries"] / measured["n"]
            best = min(measured["times"], key=measured["times"].__getitem__)
            shares = {k: round(v, 2) for k, v in measured["looks"].items() if round(v, 2)}
            print(
                f"{line.now:.2f} {measured['name']} (seed {measured['seed']}, {degree:.1f} "
                f"neighbors): {line.chosen}, best {measured['times'][best]:.0f} us by {best}, "
                f"{shares}"
            )


def main() -> None:
    """Measure graphs, or judge what was measured."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.mixtures", description="Look for graphs that are cliffs."
    )
    actions = parser.add_subparsers(dest="action", required=True)
    new = actions.add_parser("measure", help="measure graphs on the first GPU")
    new.add_argument("first", type=int, help="the first seed")
    new.add_argument("end", type=int, help="the first seed that is not taken any more")
    new.add_argument("--sizes", default="65536,262144,1048576", help="numbers of vertices")
    names = [problem.name for problem in (COMPONENTS, FOREST)]
    new.add_argument(
        "--kind",
        choices=tuple(KINDS),
        default="mixture",
        help="mixtures by chance; one structure in one order, all of them in 72 seeds, after which "
        "the next size follows; or R-MAT with parameters by chance (default: %(default)s)",
    )
    new.add_argument("--problem", choices=names, default=names[0])
    new.add_argument(
        "--stored",
        choices=STORAGES,
        default=STORAGES[0],
        help="rows with each edge at both ends; the same with the neighbors of each in an order by "
        "chance, as a GPU makes of edges in any order; rows with each edge at one end, the last "
        "ones in no order; or edges in their order, or in none (default: both)",
    )
    new.add_argument("--output", type=Path, required=True, help="a file to which lines are added")
    old = actions.add_parser("judge", help="say what the rules choose now, and what that took")
    old.add_argument("files", type=Path, nargs="+")
    arguments = parser.parse_args()
    if arguments.action == "measure":
        _check(parser, arguments)
        problem = find_problem(arguments.problem)

        def measured(seeds: range, sizes: list[int], kind: str) -> Iterator[dict[str, Any]]:
            return measure(seeds, sizes, problem, arguments.stored, kind)

        by_seed.store(measured, arguments)
        arguments.files = [arguments.output]
    missing = [path for path in arguments.files if not path.is_file()]
    if missing:
        parser.error(f"there is no file {missing[0]}")
    lines = [line for path in arguments.files for line in path.read_text().splitlines()]
    if not lines:
        parser.error("the files hold no line: measure some graphs first")
    print_judged(list(judge(lines)))


def _check(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    by_seed.check(parser, arguments)
    if graphs.runtime().is_cpu:
        parser.error(
            "there is no GPU, and a processor has other rules: for one, python -m "
            "asv_benchmarks.processor_table --graphs mixture-7-65536 measures a graph by its seed"
        )


if __name__ == "__main__":
    main()
