"""Measure clconn beside scipy, igraph, networkit and rustworkx on a processor, all in one run.

Run it at the root of the repository::

    python -m asv_benchmarks.processor_table                             # components, all graphs
    python -m asv_benchmarks.processor_table --problem minimum-forest
    python -m asv_benchmarks.processor_table --graphs mesh-2e20,road22 csr/async/halve "auto c=2"
    python -m asv_benchmarks.processor_table --graphs mixture-7-65536,unsorted-mixture-8-262144
    python -m asv_benchmarks.processor_table --problem strong-components
    python -m asv_benchmarks.processor_table --problem strong-components \\
        --graphs directed-practice-7-65536,directed-structure-8-262144

All codes take turns on each graph, so that the load of other programs hits all alike; a first turn,
in which kernels are built, is not counted. A cell is the least of the runs, in milliseconds, with
the median in parentheses. Whoever has taken ``--seconds`` on a graph rests. The column "by
processor time" is the lesser of both ratios by the time that all threads of a code take together: a
busy machine disturbs it less, and what uses two cores gains nothing by them.

scipy begins with a CSR matrix, and so does clconn in the first of its columns. The others have
their own graphs before the clock starts, and so has clconn in the second one: a ``clconn.Graph``
that was used before and is known to be symmetric, as theirs are. "Our best" is the fastest of some
variants on that graph, which are those on the command line or, without any, a variant of each kind
that does well somewhere: of strong components one does. Every answer is compared: the number of
components, or the weight of the forest.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from importlib.util import find_spec
from statistics import median
from typing import Any, NamedTuple

import clconn
from asv_benchmarks.benchmarks import graphs, processor_graphs
from asv_benchmarks.benchmarks.mixed_graphs import FEWEST_VERTICES
from asv_benchmarks.benchmarks.weightings import WEIGHTINGS
from asv_benchmarks.processor_codes import CODES, PACKAGES, Code, versions
from asv_benchmarks.table import commit_and_day, geometric_mean, head, row
from asv_benchmarks.timing import in_turns
from clconn.command_line.options import parse_options
from clconn.design_space import find_variant, settings
from clconn.errors import UnknownVariantError
from clconn.problems import COMPONENTS, MINIMUM_FOREST, PROBLEMS, STRONG_COMPONENTS

VARIANTS = {
    COMPONENTS.name: (
        "csr/ecl/split",
        "csr/ecl/compress",
        "csr/async/single",
        "csr/rem-cas/naive+split-one",
        "kout/ecl/split",
        "kout/rem-cas/naive+split-one",
        "hb/ecl/split",
        "hb/rem-cas/naive+split-one",
    ),
    MINIMUM_FOREST.name: (
        "csr/filter-boruvka/halve",
        "coo/filter-boruvka/halve",
        "coo/filter-boruvka/halve c=2",
        "csr/ecl-mst/all",
        "csr/boruvka/relabel",
    ),
    # What "auto" takes: others take eight times as long and more on two graphs of three.
    STRONG_COMPONENTS.name: ("csr/pearce/serial",),
}
"""The variants that stand for all, by problem."""

FAR = 1.3
"""How much longer than our best variant ``"auto"`` should take at most."""

FROM_CSR, FROM_GRAPH = "auto, from CSR", "auto, from a graph"


class Line(NamedTuple):
    """What was measured on a graph by one clock: milliseconds by code, and what was chosen."""

    graph: str
    chosen: str
    codes: dict[str, list[float]]
    own: dict[str, list[float]]

    def peers(self, *, from_csr: bool) -> list[float]:
        """The least time of each code that begins with a matrix, or with a graph of its own."""
        return [
            min(times) for code, times in self.codes.items() if (code[:5] == "scipy") == from_csr
        ]

    @property
    def best(self) -> str:
        """The fastest of our variants from a graph, ``"auto"`` among them."""
        return min(
            (name for name in self.own if name != FROM_CSR), key=lambda name: min(self.own[name])
        )

    @property
    def beside_scipy(self) -> float:
        """The time of scipy as a multiple of that of ``"auto"``, both from a matrix."""
        return min(self.peers(from_csr=True), default=float("inf")) / min(self.own[FROM_CSR])

    @property
    def beside_others(self) -> float:
        """The least time of the others as a multiple, all from graphs."""
        return min(self.peers(from_csr=False), default=float("inf")) / min(self.own[FROM_GRAPH])

    @property
    def beside_all(self) -> float:
        """The lesser of the two."""
        return min(self.beside_scipy, self.beside_others)

    @property
    def beside_best(self) -> float:
        """The time of ``"auto"`` as a multiple of that of our best."""
        return min(self.own[FROM_GRAPH]) / min(self.own[self.best])


def measure(
    problem: str, name: str, variants: Iterable[str], runs: int, seconds: float
) -> tuple[Line, Line]:
    """Measure all codes on a graph, in turns, by the clock and by the processor's time."""
    matrix = processor_graphs.matrix(name, weighted=PROBLEMS[problem].weighted)
    own = _own(problem, matrix, variants)
    codes = CODES[problem](problem, matrix)
    answers = {code: function() for code, (function, _) in own.items()}
    chosen = answers[FROM_GRAPH]
    expected = _figure(problem, chosen)
    for code, (_, figure) in own.items():
        _compare(name, code, figure(answers[code]), expected)
    del answers
    for code, (function, figure) in codes.items():
        _compare(name, code, figure(function()), expected)
    calls = {code: function for code, (function, _) in {**codes, **own}.items()}
    times = in_turns(calls, runs, seconds)
    chosen_name = " ".join([chosen.variant, *_changed_options(problem, chosen)])

    def line(clock: int) -> Line:
        by_code = {code: [run[clock] for run in times[code]] for code in times}
        return Line(
            name,
            chosen_name,
            {code: by_code[code] for code in codes},
            {code: by_code[code] for code in own},
        )

    return line(0), line(1)


def _changed_options(problem: str, result: Any) -> list[str]:
    """The options of a result that are not those of its variant by default."""
    return settings(find_variant(result.variant, problem), result.options)


def _own(problem: str, matrix: Any, variants: Iterable[str]) -> dict[str, Code]:
    """``"auto"`` from a matrix, and what begins with a graph."""
    of = PROBLEMS[problem]
    kind = {"directed": True} if of.directed else {"symmetric": True}
    graph = clconn.Graph.from_scipy(matrix, weighted=of.weighted, **kind)

    def code(what: Any, text: str) -> Code:
        name, *words = text.split()
        options = parse_options(words, name, problem)
        function = PROBLEMS[problem].load("function")
        return Code(
            lambda: _on_host(function(what, variant=name, backend="opencl", options=options)),
            lambda result: _figure(problem, result),
        )

    codes = {FROM_CSR: code(matrix, "auto"), FROM_GRAPH: code(graph, "auto")}
    return codes | {text: code(graph, text) for text in variants}


def _on_host(result: Any) -> Any:
    """A result whose arrays are on the host; the labels of a forest are another question."""
    _ = result.edge_ids if hasattr(result, "edge_ids") else result.labels
    return result


def _figure(problem: str, result: Any) -> float:
    """The figure by which an answer is compared."""
    return float(result.total_weight if PROBLEMS[problem].weighted else result.count)


def _compare(graph: str, code: str, figure: float, expected: float) -> None:
    if figure != expected:
        raise SystemExit(f"{graph}: {code} finds {figure:,}, and clconn {expected:,}")


# ------------------------------------------------------------------- printing


def _cell(times: list[float] | None) -> str:
    return f"{min(times):.1f} ({median(times):.1f})" if times else "-"


def _ratio(ratio: float) -> str:
    """A ratio, bold where ``"auto"`` is slower."""
    return f"**{ratio:.2f}**" if ratio < 1 else f"{ratio:.2f}"


def print_line(line: Line, by_processor: Line, columns: list[str]) -> None:
    """Print what was measured on a graph."""
    codes = (_cell(line.codes.get(code)) for code in columns)
    auto = (_cell(line.own[code]) for code in (FROM_CSR, FROM_GRAPH))
    best = f"{min(line.own[line.best]):.1f}", f"`{line.best}`", f"{line.beside_best:.2f}"
    ratios = (
        _ratio(ratio) for ratio in (line.beside_scipy, line.beside_others, by_processor.beside_all)
    )
    print(row(line.graph, *codes, *auto, *ratios, f"`{line.chosen}`", *best), flush=True)


def print_summary(lines: list[Line], clock: str) -> None:
    """Print geometric means, and where ``"auto"`` is slower than it should be."""
    means = {
        "scipy / auto, both from CSR": [line.beside_scipy for line in lines],
        "the best of the others / auto, from graphs": [line.beside_others for line in lines],
        "the fastest of all / auto": [line.beside_all for line in lines],
        "auto / our best": [line.beside_best for line in lines],
    }
    print(f"\nBy the {clock}, in the geometric mean:\n")
    for what, ratios in means.items():
        print(f"- {what}: {geometric_mean(ratios):.2f}")
    slower = [line.graph for line in lines if line.beside_all < 1]
    beyond = [line.graph for line in lines if line.beside_best > FAR]
    print(f"- auto is slower than another code on: {', '.join(slower) or 'none'}")
    print(f"- auto takes more than {FAR} times our best on: {', '.join(beyond) or 'none'}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.processor_table", description=__doc__.splitlines()[0]
    )
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="variants of clconn")
    parser.add_argument("--problem", choices=tuple(VARIANTS), default=COMPONENTS.name)
    parser.add_argument("--graphs", metavar="GRAPH,...", help="default: all of the problem")
    parser.add_argument("--runs", type=int, default=8, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=3, help="default: %(default)s")
    arguments = parser.parse_args()
    directed = PROBLEMS[arguments.problem].directed
    graphs_of = processor_graphs.DIRECTED if directed else processor_graphs.GRAPHS
    names = arguments.graphs.split(",") if arguments.graphs else list(graphs_of)
    known = {**graphs_of, **processor_graphs.GRAPHS}
    for name in names:
        if not processor_graphs.is_graph(name, directed=directed):
            more = (
                "directed-mixture-7-65536, "
                if directed
                else f"mixture-7-65536-five with such weights (or {', '.join(WEIGHTINGS)}), "
            )
            parser.error(
                f"no graph {name!r}; there are {', '.join(known)}, and graphs by their seed, "
                "such as mixture-7-65536, with it and the number of vertices from "
                f"{FEWEST_VERTICES} on, unsorted-mixture-7-65536, {more}structure-7-65536, "
                "rmat-7-65536, practice-7-65536"
            )
    if absent := [package for package in PACKAGES if not find_spec(package)]:
        print(f"Not installed, so they take no part: {', '.join(absent)}.")
    variants = arguments.variants or VARIANTS[arguments.problem]
    try:
        for text in variants:
            find_variant(text.split()[0], arguments.problem)
    except UnknownVariantError as error:
        parser.error(str(error))
    lines: list[tuple[Line, Line]] = []
    for name in names:
        pair = measure(arguments.problem, name, variants, arguments.runs, arguments.seconds)
        if not lines:
            columns = list(pair[0].codes)
            print(f"{graphs.runtime().name}, {commit_and_day()}, {', '.join(versions(columns))}\n")
            auto = (FROM_CSR, FROM_GRAPH, "scipy / auto", "others / auto", "by processor time")
            best = ("chosen", "our best", "which", "auto / our best")
            print(head("graph", *columns, *auto, *best))
        print_line(*pair, columns)
        lines.append(pair)
    for clock, of_clock in zip(
        ("clock", "processor's time"), zip(*lines, strict=True), strict=True
    ):
        print_summary(list(of_clock), clock)


if __name__ == "__main__":
    main()
