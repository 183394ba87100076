"""Find from which size the faces pay, and how much, beside scipy's and NetworkX's own functions.

Run it at the root of the repository::

    python -m asv_benchmarks.faces                    # two minutes
    python -m asv_benchmarks.faces --most 14          # up to 2^14 edges for NetworkX, in seconds

The graphs are random, with two edges for each vertex. A size is vertices and edges together. Times
include the conversion of the graph, and of results to Python's objects; a second column is for
graphs that NetworkX's cache has converted already. scipy's functions are measured beside the
device whatever the size, and up to graphs 16 times as large. It needs clconn, numpy, scipy,
networkx and pyopencl alone.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import scipy.sparse.csgraph

import clconn
from clconn import csgraph
from clconn.faces.networkx import backend
from clconn.faces.networkx.converted_graph import ConvertedGraph

__all__ = ["NETWORKX", "SCIPY", "main"]

NETWORKX = {
    "connected_components": False,
    "number_connected_components": False,
    "is_connected": False,
    "minimum_spanning_edges": False,
    "minimum_spanning_tree": False,
    "weakly_connected_components": True,
    "strongly_connected_components": True,
    "number_strongly_connected_components": True,
    "condensation": True,
}
"""NetworkX's functions, and whether they are of directed graphs."""

SCIPY: dict[str, tuple[str, dict[str, Any]]] = {
    "connected_components": ("connected_components", {}),
    "connected_components, strong": ("connected_components", {"connection": "strong"}),
    "minimum_spanning_tree": ("minimum_spanning_tree", {}),
}
LEAST = 8
"""The smallest graphs have 2^8 edges."""
MOST_RUNS = 7
"""So often a function runs at most; the least time counts."""

Times = tuple[float, ...]
"""Milliseconds: the library's own, clconn's, and clconn's with a converted graph."""


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=18, metavar="K", help="up to 2^K edges")
    most = parser.parse_args(arguments).most
    name, selector = _default_device()
    sides = {
        "scipy": (range(LEAST, most + 5, 2), lambda scale: scipy_times(scale, selector)),
        "NetworkX": (range(LEAST, most + 1, 2), networkx_times),
    }
    print(f"{name}; scipy {scipy.__version__}, NetworkX {nx.__version__}\n")
    print("| function | faster from | converted | at size | own, ms | times as fast | converted |")
    print("|---|---|---|---|---|---|---|")
    for library, (scales, measure) in sides.items():
        measure(LEAST)  # builds the kernels
        measured: dict[str, dict[int, Times]] = {}
        for scale in scales:
            for function, times in measure(scale).items():
                measured.setdefault(function, {})[2**scale // 2 + 2**scale] = times
        for function, by_size in measured.items():
            print(f"| {library}: {function} | {' | '.join(_cells(by_size))} |", flush=True)


def _cells(by_size: dict[int, Times]) -> list[str]:
    largest = max(by_size)
    own, first, *converted = by_size[largest]
    return [
        pays_from(by_size, 1),
        pays_from(by_size, 2) if converted else "",
        f"{largest:,}",
        f"{own:,.0f}",
        f"{own / first:.1f}",
        f"{own / converted[0]:.1f}" if converted else "",
    ]


def pays_from(by_size: dict[int, Times], column: int) -> str:
    """Return from which size on clconn is always faster."""
    slower = [size for size, times in by_size.items() if times[column] > times[0]]
    later = [size for size in by_size if size > max(slower, default=0)]
    return f"{min(later):,}" if later else "-"


def _default_device() -> tuple[str, str]:
    """Name and selector."""
    for platform in clconn.devices().platforms:
        for device in platform.devices:
            if device.chosen_by_default:
                return device.name, device.selector
    raise SystemExit("no device; `clconn devices` says why")


def _random_edges(scale: int) -> tuple[Any, Any, Any]:
    """Sources, targets and weights of 2^scale edges of half as many vertices."""
    random = np.random.default_rng(scale)
    count = 2**scale
    return *random.integers(0, count // 2, (2, count)), random.random(count)


def scipy_times(scale: int, selector: str) -> dict[str, Times]:
    """Measure scipy's functions and ours, which a device answers whatever the size."""
    sources, targets, weights = _random_edges(scale)
    shape = (2**scale // 2, 2**scale // 2)
    matrix = scipy.sparse.csr_array((weights, (sources, targets)), shape=shape)

    def times(name: str, keywords: dict[str, Any]) -> Times:
        own, ours = getattr(scipy.sparse.csgraph, name), getattr(csgraph, name)
        return _least(lambda: own(matrix, **keywords)), _least(lambda: ours(matrix, **keywords))

    named = os.environ.get("PYOPENCL_CTX")
    os.environ["PYOPENCL_CTX"] = selector
    try:
        return {label: times(*call) for label, call in SCIPY.items()}
    finally:
        del os.environ["PYOPENCL_CTX"]
        if named is not None:
            os.environ["PYOPENCL_CTX"] = named


def networkx_times(scale: int) -> dict[str, Times]:
    """Measure NetworkX's functions and ours, as they are without a device being named."""
    edges = [column.tolist() for column in _random_edges(scale)]
    graphs = {True: nx.DiGraph(), False: nx.Graph()}
    for graph in graphs.values():
        graph.add_nodes_from(range(2**scale // 2))
        graph.add_weighted_edges_from(zip(*edges, strict=True))
    return {name: _networkx_times(name, graphs[directed]) for name, directed in NETWORKX.items()}


def _networkx_times(name: str, graph: Any) -> Times:
    own, ours = getattr(nx, name), getattr(backend, name)
    converted = vars(backend.convert_from_nx(graph)).copy()

    def again() -> Any:
        # NetworkX keeps the arrays; that it would keep the answer, too, is not what is asked here.
        kept = ConvertedGraph.__new__(ConvertedGraph)
        vars(kept).update(converted)
        return ours(kept)

    return (
        _least(lambda: own(graph)),
        _least(lambda: ours(backend.convert_from_nx(graph))),
        _least(again),
    )


def _least(function: Callable[[], Any]) -> float:
    """Return the least of some times, in milliseconds; what is generated is used up."""
    times: list[float] = []
    while not times or (len(times) < MOST_RUNS and sum(times) < 1):
        start = time.perf_counter()
        answer = function()
        if hasattr(answer, "__next__"):
            for _ in answer:
                pass
        times.append(time.perf_counter() - start)
    return 1e3 * min(times)


if __name__ == "__main__":
    main()
