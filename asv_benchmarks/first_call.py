"""Measure the first answer of a new process, with empty caches and with full ones.

Run it at the root of the repository::

    python -m asv_benchmarks.first_call                       # the default device
    python -m asv_benchmarks.first_call --device gpu --programs

Every figure is the median of some new processes. Each run of processes has folders of its own for
the caches of clconn, the driver and pyopencl. *Cold* means that they are empty, *warm* that
an earlier process has filled them, *warm, source* that in addition clconn keeps no binaries, so
that the driver's own cache answers. The graph is an R-MAT one of 65,536 vertices, too large for
scipy to answer, or larger by ``--scale``, since such have other launches. It is read before the
clock starts. It needs clconn, numpy, scipy and pyopencl alone.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

PROBLEMS = ("components", "forest", "minimum forest")
STATES: dict[str, dict[str, str]] = {
    "cold": {},
    "warm": {},
    "warm, source": {"CLCONN_PROGRAM_CACHE": "0"},
}
"""The environment variables of the processes of each row."""
STEPS = ("import", "open", "build", "rest", "total")
RUNS = 5
SCALE = 16
ROADS = Path(__file__).parent.parent / "examples" / "roads.mtx"


def first_answer(problem: str, graph_file: str, device: str | None) -> dict[str, Any]:
    """Solve a problem in this process, which has done nothing so far; return the times in ms."""
    import numpy as np

    arrays = np.load(graph_file)
    marks = [time.perf_counter()]
    import clconn
    from clconn.opencl_backend.device import kernel_cache, program_binaries, programs, runtime

    weights = arrays["weights"] if problem == "minimum forest" else None
    graph = clconn.Graph.from_csr(arrays["offsets"], arrays["neighbors"], weights=weights)
    runtime.import_pyopencl()
    from clconn.opencl_backend.plan import run  # noqa: F401

    built = _watch(kernel_cache, program_binaries, programs)
    marks.append(time.perf_counter())
    opened = runtime.open_runtime(device)
    marks.append(time.perf_counter())
    function = {
        "components": clconn.connected_components,
        "forest": clconn.spanning_forest,
        "minimum forest": clconn.minimum_spanning_forest,
    }[problem]
    count = function(graph, backend="opencl", device=device).count
    marks.append(time.perf_counter())
    imports, opening, call = (1e3 * (end - begin) for begin, end in pairwise(marks))
    build = sum(built["walls"])
    return {
        "import": imports, "open": opening, "build": build, "rest": call - build,
        "total": imports + opening + call, "programs": built["programs"], "device": opened.name,
        "count": int(count),
    }  # fmt: skip


def _watch(kernel_cache: Any, program_binaries: Any, programs: Any) -> dict[str, list[Any]]:
    """Note what is built from now on, and how long it takes."""
    noted: dict[str, list[Any]] = {"walls": [], "programs": []}
    loaded = [False]

    def timed(function: Any, note: Any) -> Any:
        def watched(*arguments: Any) -> Any:
            loaded[0], start = False, time.perf_counter()
            built = function(*arguments)
            note(1e3 * (time.perf_counter() - start), arguments[-1])
            return built

        return watched

    def note_program(milliseconds: float, sets: Any) -> None:
        kernels = sets if isinstance(sets, list) else [sets]
        names = "; ".join(f"{each.file}: {' '.join(sorted(each.names))}" for each in kernels)
        noted["programs"].append((names, milliseconds, "binary" if loaded[0] else "source"))

    def watched_load(*arguments: Any) -> Any:
        program = load(*arguments)
        loaded[0] = program is not None
        return program

    load = program_binaries._load
    program_binaries._load = watched_load
    for name in ("_build_together", "_build_alone"):
        setattr(programs, name, timed(getattr(programs, name), note_program))
    kernel_cache.build_programs = timed(
        kernel_cache.build_programs, lambda milliseconds, _: noted["walls"].append(milliseconds)
    )
    return noted


def run_process(command: list[str], caches: str, **variables: str) -> tuple[str, float]:
    """Run a new Python with these caches; return what it printed, and its milliseconds."""
    folders = {
        name: os.path.join(caches, name)
        for name in ("XDG_CACHE_HOME", "CUDA_CACHE_PATH", "POCL_CACHE_DIR")
    }
    for folder in folders.values():
        os.makedirs(folder, exist_ok=True)
    environment = {**os.environ, **folders, **variables}
    start = time.perf_counter()
    child = subprocess.run(
        [sys.executable, "-m", *command],
        env=environment, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    return child.stdout, 1e3 * (time.perf_counter() - start)


def answers(problem: str, state: str, graph_file: str, runs: int, flags: list[str]) -> list[Any]:
    """The answers of several processes in one state of the caches."""
    command = ["asv_benchmarks.first_call", "--answer", problem, "--graph", graph_file, *flags]
    found = []
    with tempfile.TemporaryDirectory() as shared:
        if state != "cold":
            run_process(command, shared, **STATES[state])
        for _ in range(runs):
            with tempfile.TemporaryDirectory() as fresh:
                caches = fresh if state == "cold" else shared
                text, wall = run_process(command, caches, **STATES[state])
                found.append({**json.loads(text.splitlines()[-1]), "process": wall})
    return found


def print_rows(graph_file: str, runs: int, flags: list[str], *, with_programs: bool) -> None:
    """Print the row of each problem and state."""
    print(f"{'':16} {'caches':14}" + "".join(f"{step:>9}" for step in (*STEPS, "process")))
    for problem in PROBLEMS:
        for state in STATES:
            found = answers(problem, state, graph_file, runs, flags)
            medians = [
                statistics.median(each[step] for each in found) for step in (*STEPS, "process")
            ]
            print(f"{problem:16} {state:14}" + "".join(f"{ms:9.1f}" for ms in medians), flush=True)
            if with_programs:
                for name, milliseconds, how in found[-1]["programs"]:
                    print(f"    {milliseconds:8.1f}  {how}  {name}")
    print(f"on {found[-1]['device']}")


def print_command(runs: int) -> None:
    """Print how long the command takes for a small graph, which needs no device."""
    for state in ("cold", "warm"):
        with tempfile.TemporaryDirectory() as shared:
            if state == "warm":
                run_process(["clconn", "components", str(ROADS)], shared)
            walls = []
            for _ in range(runs):
                with tempfile.TemporaryDirectory() as fresh:
                    caches = fresh if state == "cold" else shared
                    walls.append(run_process(["clconn", "components", str(ROADS)], caches)[1])
        print(f"clconn components {ROADS.name}, {state}: {statistics.median(walls):.0f}")


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.first_call",
        description="Measure the first answer of a new process, in milliseconds.",
    )
    parser.add_argument("--device", help="as `clconn devices` selects it")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"default: {RUNS}")
    parser.add_argument(
        "--scale",
        type=int,
        default=SCALE,
        help=f"the graph has 2^SCALE vertices, {SCALE} or more (default: {SCALE})",
    )
    parser.add_argument("--programs", action="store_true", help="list the programs that are built")
    parser.add_argument("--answer", choices=PROBLEMS, help=argparse.SUPPRESS)
    parser.add_argument("--graph", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.scale < SCALE:
        parser.error(f"--scale {arguments.scale}: give {SCALE} or more, since scipy answers below")
    if arguments.answer is not None:
        print(json.dumps(first_answer(arguments.answer, arguments.graph, arguments.device)))
        return
    import numpy as np

    import clconn

    scale = arguments.scale
    graph = clconn.generate("rmat", scale=scale, edges=8 * 2**scale, weights="hash")
    rows = graph.rows
    flags: list[str] = []
    if arguments.device is not None:
        flags += ["--device", arguments.device]
    print(f"clconn {clconn.__version__}, milliseconds, median of {arguments.runs}")
    with tempfile.TemporaryDirectory() as folder:
        graph_file = os.path.join(folder, "graph.npz")
        np.savez(graph_file, offsets=rows.offsets, neighbors=rows.neighbors, weights=graph.weights)
        print_rows(graph_file, arguments.runs, flags, with_programs=arguments.programs)
    print_command(arguments.runs)


if __name__ == "__main__":
    main()
