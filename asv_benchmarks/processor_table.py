"""Measure clconn beside scipy, igraph, networkit and rustworkx on a processor, all in one run.

Run it at the root of the repository::

    python -m asv_benchmarks.processor_table                             # components, all graphs
    python -m asv_benchmarks.processor_table --problem minimum-forest
    python -m asv_benchmarks.processor_table --graphs mesh-2e20,road22 csr/async/halve "auto c=2"

All codes take turns on each graph, so that the load of other programs hits all alike; a first turn,
in which kernels are built, is not counted. A cell is the least of the runs, in milliseconds, with
the median in parentheses. Whoever has taken ``--seconds`` on a graph rests after two runs.

scipy begins with a CSR matrix, and so does clconn in the first of its columns. The others have
their own graphs before the clock starts, and so has clconn in the second one, a ``clconn.Graph``
that was used before. "Our best" is the fastest of some variants on that graph, which are those on
the command line or, without any, a variant of each kind that does well somewhere. Every answer is
compared: the number of components, or the weight of the forest.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from importlib.util import find_spec
from statistics import median
from typing import Any, NamedTuple

import numpy as np

import clconn
from asv_benchmarks.benchmarks import graphs, processor_graphs
from asv_benchmarks.processor_codes import CODES, PACKAGES, Code, versions
from asv_benchmarks.table import commit_and_day, geometric_mean, head, row
from asv_benchmarks.timing import in_turns
from clconn.command_line.options import parse_options
from clconn.command_line.stdout import as_text
from clconn.design_space import find_variant
from clconn.generators.weights import with_weights
from clconn.problems import COMPONENTS, MINIMUM_FOREST, PROBLEMS

VARIANTS = {
    COMPONENTS.name: (
        "csr/ecl/split",
        "csr/ecl/halve",
        "csr/ecl/compress",
        "csr/async/single",
        "csr/async/split",
        "csr/async/halve",
        "csr/async/single initialization=self",
        "csr/async-random/single initialization=self",
        "csr/rem-cas/naive+split-one",
        "csr/jtb/two-try",
        "csr/hooks/compress",
        "kout/ecl/split",
        "kout/async/single",
        "kout/rem-cas/naive+split-one",
        "hb/async/single",
    ),
    MINIMUM_FOREST.name: (
        "csr/filter-boruvka/halve",
        "csr/filter-boruvka/halve c=0.5",
        "csr/filter-boruvka/halve c=2",
        "coo/filter-boruvka/halve",
        "csr/ecl-mst/all",
        "csr/boruvka/relabel",
    ),
}
"""The variants that stand for all, by problem."""

FAR = 1.3
"""How much longer than our best variant ``"auto"`` should take at most."""

FROM_CSR, FROM_GRAPH = "auto, from CSR", "auto, from a graph"


class Line(NamedTuple):
    """What was measured on a graph: milliseconds by code, and what ``"auto"`` has chosen."""

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
        return min(self.peers(from_csr=True)) / min(self.own[FROM_CSR])

    @property
    def beside_others(self) -> float:
        """The least time of the others as a multiple, all from graphs; NaN if there are none."""
        return min(self.peers(from_csr=False), default=float("nan")) / min(self.own[FROM_GRAPH])

    @property
    def beside_best(self) -> float:
        """The time of ``"auto"`` as a multiple of that of our best."""
        return min(self.own[FROM_GRAPH]) / min(self.own[self.best])


def measure(problem: str, name: str, variants: Iterable[str], runs: int, seconds: float) -> Line:
    """Measure all codes on a graph, in turns."""
    matrix = _matrix(problem, name)
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
    return Line(
        name,
        " ".join([chosen.variant, *_changed_options(problem, chosen)]),
        {code: times[code] for code in codes},
        {code: times[code] for code in own},
    )


def _changed_options(problem: str, result: Any) -> list[str]:
    """The options of a result that are not those of its variant by default."""
    return [
        f"{option.name}={as_text(result.options[option.name])}"
        for option in find_variant(result.variant, problem).options
        if result.options[option.name] != option.default
    ]


def _matrix(problem: str, name: str) -> Any:
    import scipy.sparse

    graph = processor_graphs.GRAPHS[name]()
    weighted = PROBLEMS[problem].weighted
    if weighted and graph.weights is None:
        graph = with_weights(graph, "hash")
    rows = graph.rows
    assert rows is not None
    values = graph.weights.astype("f8") if weighted else np.ones(rows.neighbors.size, "i1")
    n = rows.offsets.size - 1
    return scipy.sparse.csr_array((values, rows.neighbors, rows.offsets), shape=(n, n))


def _own(problem: str, matrix: Any, variants: Iterable[str]) -> dict[str, Code]:
    """``"auto"`` from a matrix, and what begins with a graph."""
    graph = clconn.Graph.from_scipy(matrix, weighted=PROBLEMS[problem].weighted)

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
    """A result whose arrays are on the host."""
    _ = result.labels if hasattr(result, "labels") else result.edge_ids
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


def print_line(line: Line, columns: list[str]) -> None:
    """Print what was measured on a graph."""
    codes = (_cell(line.codes.get(code)) for code in columns)
    auto = (_cell(line.own[code]) for code in (FROM_CSR, FROM_GRAPH))
    best = f"{min(line.own[line.best]):.1f}", f"`{line.best}`", f"{line.beside_best:.2f}"
    ratios = _ratio(line.beside_scipy), _ratio(line.beside_others)
    print(row(line.graph, *codes, *auto, *ratios, f"`{line.chosen}`", *best), flush=True)


def print_summary(lines: list[Line]) -> None:
    """Print geometric means, and where ``"auto"`` is slower than it should be."""
    means = {
        "the time of scipy / auto, both from CSR": [line.beside_scipy for line in lines],
        "that of the best of the others / auto, from graphs": [
            line.beside_others for line in lines
        ],
        "the time of the fastest of all / auto": [
            min(line.beside_scipy, line.beside_others) for line in lines
        ],
        "auto / our best": [line.beside_best for line in lines],
    }
    print()
    for what, ratios in means.items():
        print(f"{what}: {geometric_mean(ratios):.2f} in the geometric mean")
    slower = [line.graph for line in lines if min(line.beside_scipy, line.beside_others) < 1]
    beyond = [line.graph for line in lines if line.beside_best > FAR]
    print(f"auto is slower than another code on: {', '.join(slower) or 'none'}")
    print(f"auto takes more than {FAR} times our best on: {', '.join(beyond) or 'none'}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.processor_table", description=__doc__.splitlines()[0]
    )
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="variants of clconn")
    parser.add_argument("--problem", choices=tuple(VARIANTS), default=COMPONENTS.name)
    parser.add_argument("--graphs", metavar="GRAPH,...", default=",".join(processor_graphs.GRAPHS))
    parser.add_argument("--runs", type=int, default=8, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=3, help="default: %(default)s")
    arguments = parser.parse_args()
    names = arguments.graphs.split(",")
    for name in names:
        if name not in processor_graphs.GRAPHS:
            parser.error(f"no graph {name!r}; there are {', '.join(processor_graphs.GRAPHS)}")
    if absent := [package for package in PACKAGES if not find_spec(package)]:
        print(f"Not installed, so they take no part: {', '.join(absent)}.")
    variants = arguments.variants or VARIANTS[arguments.problem]
    lines: list[Line] = []
    for name in names:
        line = measure(arguments.problem, name, variants, arguments.runs, arguments.seconds)
        if not lines:
            columns = list(line.codes)
            print(f"{graphs.runtime().name}, {commit_and_day()}, {', '.join(versions(columns))}\n")
            auto = (FROM_CSR, FROM_GRAPH, "scipy / auto", "others / auto", "chosen")
            print(head("graph", *columns, *auto, "our best", "which", "auto / our best"))
        print_line(line, columns)
        lines.append(line)
    print_summary(lines)


if __name__ == "__main__":
    main()
