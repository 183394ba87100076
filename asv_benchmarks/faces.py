"""Find from which size the faces pay, and how much, beside scipy's and NetworkX's own functions.

Run it at the root of the repository::

    python -m asv_benchmarks.faces                    # two minutes
    python -m asv_benchmarks.faces --most 18          # up to 2^18 edges

The graphs are random, with two edges for each vertex. A size is vertices and edges together. Times
include the conversion of the graph, and of results to Python's objects; for NetworkX there is a
second column for graphs that its cache has converted already. It needs clconn, numpy, scipy,
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

import clconn
from clconn import csgraph
from clconn.faces.networkx import backend
from clconn.faces.networkx.converted_graph import ConvertedGraph

__all__ = ["NETWORKX", "SCIPY", "main"]

NETWORKX = {
    "connected_components": False,
    "number_connected_components": False,
    "is_forest": False,
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

Times = tuple[float, ...]
"""Milliseconds: the library's own, clconn's, and clconn's with a converted graph."""


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=20, metavar="K", help="up to 2^K edges")
    most = parser.parse_args(arguments).most
    # Below their thresholds the faces hand over to scipy, which is not what is asked here.
    os.environ.setdefault("PYOPENCL_CTX", _default_device())
    warm_up()
    measured: dict[str, dict[int, Times]] = {}
    for scale in range(LEAST, most + 1, 2):
        sources, targets, weights = _random_edges(scale)
        size = 2**scale // 2 + 2**scale
        for name, times in _all_times(scale, sources, targets, weights).items():
            measured.setdefault(name, {})[size] = times
    print(f"device: {clconn.connected_components(_matrix(4, *_random_edges(4))).device}\n")
    print(
        "| function | faster from | if converted | largest: own, ms | times as fast | converted |"
    )
    print("|---|---|---|---|---|---|")
    for name, by_size in measured.items():
        own, first, *converted = by_size[max(by_size)]
        cells = [pays_from(by_size, 1), pays_from(by_size, 2) if converted else ""]
        cells += [f"{own:,.0f}", f"{own / first:.1f}"]
        cells += [f"{own / converted[0]:.1f}" if converted else ""]
        print(f"| {name} | {' | '.join(cells)} |")


def warm_up() -> None:
    """Build all kernels before the clock starts."""
    for scale in (4, LEAST):
        _all_times(scale, *_random_edges(scale))


def pays_from(by_size: dict[int, Times], column: int) -> str:
    """Return from which size on clconn is always faster."""
    slower = [size for size, times in by_size.items() if times[column] > times[0]]
    later = [size for size in by_size if size > max(slower, default=0)]
    return f"{min(later):,}" if later else "-"


def _default_device() -> str:
    for platform in clconn.devices().platforms:
        for device in platform.devices:
            if device.chosen_by_default:
                return str(device.selector)
    raise SystemExit("no device; `clconn devices` says why")


def _random_edges(scale: int) -> tuple[Any, Any, Any]:
    """Sources, targets and weights of 2^scale edges of half as many vertices."""
    random = np.random.default_rng(scale)
    count = 2**scale
    return *random.integers(0, count // 2, (2, count)), random.random(count)


def _all_times(scale: int, sources: Any, targets: Any, weights: Any) -> dict[str, Times]:
    n = 2**scale // 2
    matrix = _matrix(scale, sources, targets, weights)
    from scipy.sparse import csgraph as scipys

    times: dict[str, Times] = {}
    for label, (name, keywords) in SCIPY.items():
        times[f"scipy: {label}"] = (
            _least(lambda: getattr(scipys, name)(matrix, **keywords)),  # noqa: B023
            _least(lambda: getattr(csgraph, name)(matrix, **keywords)),  # noqa: B023
        )
    edges = list(zip(sources.tolist(), targets.tolist(), weights.tolist(), strict=True))
    for directed, kind in ((False, nx.Graph), (True, nx.DiGraph)):
        graph = kind()
        graph.add_nodes_from(range(n))
        graph.add_weighted_edges_from(edges)
        for name in (name for name, is_directed in NETWORKX.items() if is_directed == directed):
            times[f"NetworkX: {name}"] = _networkx_times(name, graph)
    return times


def _networkx_times(name: str, graph: Any) -> Times:
    own, ours = getattr(nx, name), getattr(backend, name)

    def first() -> Any:
        return ours(backend.convert_from_nx(graph))

    def again() -> Any:
        kept = ConvertedGraph(graph)
        # NetworkX keeps the arrays; that it would keep the answer, too, is not what is asked here.
        kept.__dict__["graph"] = converted.graph
        return ours(kept)

    converted = backend.convert_from_nx(graph)
    return _least(lambda: own(graph, backend="networkx")), _least(first), _least(again)


def _matrix(scale: int, sources: Any, targets: Any, weights: Any) -> Any:
    from scipy.sparse import csr_array

    return csr_array((weights, (sources, targets)), shape=(2**scale // 2,) * 2)


def _least(function: Callable[[], Any]) -> float:
    """Return the least of some times, in milliseconds; what is generated is used up."""
    times: list[float] = []
    while len(times) < 2 or (len(times) < 7 and sum(times) < 0.5):
        start = time.perf_counter()
        answer = function()
        if hasattr(answer, "__next__"):
            for _ in answer:
                pass
        times.append(time.perf_counter() - start)
    return 1e3 * min(times)


if __name__ == "__main__":
    main()
