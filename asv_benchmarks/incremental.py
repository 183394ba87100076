"""Measure components of edges that arrive in batches, on a device.

Run it at the root of the repository::

    python -m asv_benchmarks.incremental                     # auto on the ten named graphs
    python -m asv_benchmarks.incremental auto "coo/async/halve vertices=lazy"
    python -m asv_benchmarks.incremental --graphs rmat,barabasi-albert --scale 27 --batches all
    python -m asv_benchmarks.incremental --mode later        # without waiting for looks at ends
    python -m asv_benchmarks.incremental --mode host         # from numpy arrays
    python -m asv_benchmarks.incremental --mode file         # from files in the page cache
    python -m asv_benchmarks.incremental --mode small        # batches of 1 to 1000 edges
    python -m asv_benchmarks.incremental --mode queries      # queries among the edges
    python -m asv_benchmarks.incremental --mode static       # as a graph, for comparison
    python -m asv_benchmarks.incremental --graphs small      # for a processor

A stream is all undirected edges of a named graph, shuffled by a fixed seed, or one that is made on
the device (``benchmarks/streams.py``). Each variant warms up for at least 60 ms; then there are
some runs, each from single vertices. Unless the mode says otherwise, the edges are on the device
before the clock starts, and to set up the vertices is a time of its own, as in GConn's figures,
which ``peers.json`` holds. The components of the last run are compared with those of
``clconn.connected_components``. It needs clconn, numpy, scipy and pyopencl alone.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

import clconn
from asv_benchmarks.benchmarks import graphs, streams, untuned_graphs
from asv_benchmarks.incremental_modes import MODES, EdgeStream, Session
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.problems import INCREMENTAL

__all__ = ["main", "named_stream", "print_ratios", "synthetic_stream"]

PEER = json.loads(Path(__file__).with_name("peers.json").read_text())[INCREMENTAL.name]
PEER_BATCHES: tuple[int | str, ...] = ("all", 10**6)
"""The batches of the peer's figures, in their order."""
SETS = {
    "named": graphs.NAMES,
    "small": graphs.SMALL_NAMES,
    "streams": streams.FAMILIES,
    "untuned": tuple(untuned_graphs.SMALLER),
}
RUNS = 15


def named_stream(name: str) -> EdgeStream:
    """All undirected edges of a named graph, shuffled by a fixed seed; of others, in order."""
    untuned = untuned_graphs.GRAPHS.get(name)
    graph = graphs.graph(name) if untuned is None else untuned()
    sources, targets = graph.edges()
    once = np.flatnonzero(sources < targets)
    order = np.random.default_rng(0).permutation(once) if untuned is None else once
    return EdgeStream(name, graph.n, (sources[order], targets[order]))


def synthetic_stream(family: str, scale: int, runtime: Any) -> EdgeStream:
    """The edges of a stream that is made on the device."""
    stream = streams.Stream(runtime, family, scale)
    return EdgeStream(f"{family}, 2^{scale}", stream.n, stream.arrays())


def print_ratios(measured: dict[tuple[str, str, int | str], float]) -> None:
    """Print the times beside the peer's, and the geometric means of the ratios.

    Parameters
    ----------
    measured
        Milliseconds by variant, graph and batch.
    """
    for variant in dict.fromkeys(variant for variant, _, _ in measured):
        for index, (batch, code) in enumerate(zip(PEER_BATCHES, PEER["codes"], strict=True)):
            pairs = {
                name: (time, PEER["graphs"][name][index])
                for (own, name, size), time in measured.items()
                if (own, size) == (variant, batch) and name in PEER["graphs"]
            }
            if not pairs:
                continue
            print(f"\n{variant} beside {code} (milliseconds; below 1: faster than the peer)")
            for name, (own_time, peer_time) in pairs.items():
                print(
                    f"  {name:12} {own_time:9.3f}  peer {peer_time:7.2f}  "
                    f"ratio {own_time / peer_time:.3f}"
                )
            ratios = [own_time / peer_time for own_time, peer_time in pairs.values()]
            print(
                f"  geometric mean of {len(ratios)}: {np.exp(np.mean(np.log(ratios))):.3f}, "
                f"largest {max(ratios):.3f}"
            )


def _batches(text: str) -> list[int | str]:
    try:
        batches = [part if part == "all" else int(part) for part in text.split(",")]
    except ValueError:
        batches = [0]
    if any(batch != "all" and int(batch) < 1 for batch in batches):
        raise argparse.ArgumentTypeError(f"{text!r}; expected sizes or all, e.g. all,1000000")
    return batches


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.incremental",
        description="Measure components of edges that arrive in batches, on a device.",
    )
    parser.add_argument("variants", nargs="*", metavar="VARIANT", default=["auto"])
    parser.add_argument(
        "--graphs",
        default="named",
        metavar="GRAPH,...",
        help=f"names, {', '.join(streams.FAMILIES)}, or sets: {', '.join(SETS)} (default: named)",
    )
    parser.add_argument(
        "--batches",
        type=_batches,
        default=[*PEER_BATCHES],
        metavar="SIZE,...",
        help="edges in a batch, or all (default: all,1000000)",
    )
    parser.add_argument("--mode", choices=tuple(MODES), default="device")
    parser.add_argument(
        "--scale", type=int, default=20, help="of streams: 2^SCALE vertices (default: 20)"
    )
    parser.add_argument("--device", help="as `clconn devices` selects it")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"default: {RUNS}")
    parser.add_argument("--unchecked", action="store_true", help="do not check the components")
    arguments = parser.parse_args()
    names = [name for item in arguments.graphs.split(",") for name in SETS.get(item, (item,))]
    for name in names:
        if name not in (known := (*graphs.NAMES, *untuned_graphs.GRAPHS, *streams.FAMILIES)):
            parser.error(f"no graph {name!r}; there are {', '.join(known)}")
    runtime = open_runtime(arguments.device)
    print(f"{runtime.name}, clconn {clconn.__version__}, milliseconds: median, least")
    measured = {}
    for name in names:
        if name in streams.FAMILIES:
            stream = synthetic_stream(name, arguments.scale, runtime)
        else:
            stream = named_stream(name)
        print(f"{stream.name}: {stream.n:,} vertices, {stream.edges:,} edges", flush=True)
        session = Session(runtime, stream, arguments.runs, check=not arguments.unchecked)
        for variant in arguments.variants:
            times = MODES[arguments.mode](session, variant, arguments.batches)
            measured |= {(variant, name, batch): time for batch, time in times.items()}
    # The peer's machine was a GPU.
    if measured and not runtime.is_cpu:
        print_ratios(measured)


if __name__ == "__main__":
    main()
