"""Measure several devices beside one, and graphs in pieces beside the bare way to the device.

Run it at the root of the repository::

    python -m asv_benchmarks.several_devices                       # all GPUs, or all devices
    python -m asv_benchmarks.several_devices --devices 0:0,0:1 --n 2**24 --entries 2**30
    python -m asv_benchmarks.several_devices --problems components,forest,msf
    python -m asv_benchmarks.several_devices --limit-share 4       # pieces: a fourth of the arrays
    python -m asv_benchmarks.several_devices --folder /dev/shm     # rows in a file, mapped
    python -m asv_benchmarks.several_devices --piece-mib 32 --chunk-mib 8 --threads 8

The graph is a union of random perfect matchings: each row has entries / n neighbors, each edge is
stored at both ends, and neighbors are all over the vertices. It is made anew, by all cores, and
only the mapped rows are in a file, which is removed. A run begins with numpy arrays that nobody has
checked, as scipy's matrices are taken, and ends with the labels, or with the ids of a forest's
edges, on the host. The line *staged upload* is the way of the same arrays to the first device, and
nothing else. All answers are compared. Times are medians of some runs, after two that warm up.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import clconn
from clconn.command_line.device_arguments import devices_of
from clconn.csr import offset_dtype
from clconn.device_requests import names_several
from clconn.generators.parallel import in_parallel
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.device.several_devices import open_runtimes
from clconn.opencl_backend.device.staging import Staging
from clconn.opencl_backend.pieces import room
from clconn.problems import COMPONENTS, FOREST, MINIMUM_FOREST, Problem
from clconn.user_rows import user_rows

__all__ = ["fill_matched_rows", "main"]

PROBLEMS = {problem.command: problem for problem in (COMPONENTS, FOREST, MINIMUM_FOREST)}
BYTES_OF_A_VERTEX = {COMPONENTS.command: 14, FOREST.command: 42, MINIMUM_FOREST.command: 180}
"""Somewhat more than what must fit."""
ROWS_OF_A_BLOCK = 1 << 14
WARM_UPS = 2


def fill_matched_rows(neighbors: Any, n: int, seed: int = 1) -> None:
    """Fill rows of equal length with random perfect matchings, one in each column.

    Column j joins p^-1(i) and p^-1(i ^ 1) for a random bijection p, of products and shifts.

    Parameters
    ----------
    neighbors : numpy.ndarray, shape (n, degree), int32
    n
        A power of two.
    """
    bits = n.bit_length() - 1
    shift, mask = np.uint32(-(-bits // 2)), np.uint32(n - 1)
    drawn = np.random.default_rng(seed).integers(0, 2**32, (neighbors.shape[1], 2))
    factors = [[int(factor) | 1 for factor in pair] for pair in drawn]
    there = [[np.uint32(factor % n or 1) for factor in pair] for pair in factors]
    back = [[np.uint32(pow(factor, -1, n) if n > 1 else 1) for factor in p] for p in factors]

    def fill(begin: int) -> None:
        vertices = np.arange(begin, min(begin + ROWS_OF_A_BLOCK, n), dtype=np.uint32)
        for column, ((a, b), (a_back, b_back)) in enumerate(zip(there, back, strict=True)):
            x = vertices * a & mask
            x ^= x >> shift
            x = (x * b & mask) ^ np.uint32(n > 1)
            x = x * b_back & mask
            x ^= x >> shift
            neighbors[begin : begin + vertices.size, column] = x * a_back & mask

    in_parallel(fill, range(0, n, ROWS_OF_A_BLOCK))


@contextlib.contextmanager
def _rows(n: int, degree: int, folder: str | None) -> Iterator[tuple[Any, Any]]:
    """Make rows in memory, or, in a folder, in a file that is mapped."""
    offsets = np.arange(n + 1, dtype=offset_dtype(n * degree)) * degree
    offsets = offsets.astype(offset_dtype(n * degree), copy=False)
    if folder is None:
        neighbors = np.empty((n, degree), dtype=np.int32)
        fill_matched_rows(neighbors, n)
        yield offsets, neighbors.reshape(-1)
        return
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        path = Path(temporary) / "neighbors.npy"
        made = np.lib.format.open_memmap(path, "w+", np.int32, (n, degree))
        fill_matched_rows(made, n)
        made.flush()
        del made
        yield offsets, np.load(path, mmap_mode="r").reshape(-1)


def _answer(problem: Problem, rows: tuple[Any, Any], **options: Any) -> tuple[Any, Any]:
    """Solve a problem; return what is compared, and the result."""
    graph = clconn.Graph.of_rows(user_rows(*rows), None, directed=False)
    result = problem.load("function")(graph, **options)
    if problem is COMPONENTS:
        return result.labels, result
    edge_ids = result.edge_ids
    return (edge_ids if problem.canonical else edge_ids.size), result


def _measure(run: Callable[[], Any], runs: int) -> tuple[float, Any]:
    """Return the median of the seconds, and what the last run returned."""
    seconds = []
    answer = None
    for number in range(WARM_UPS + runs):
        del answer
        begin = time.perf_counter()
        answer = run()
        if number >= WARM_UPS:
            seconds.append(time.perf_counter() - begin)
    return median(seconds), answer


def _upload(runtime: Runtime, rows: tuple[Any, Any]) -> None:
    with runtime.lock:
        buffers = [runtime.upload(array) for array in rows]
        runtime.finish()
        del buffers


def _print(what: str, seconds: float, size: int, beside: float, note: str = "") -> None:
    print(
        f"{what:<34} {1e3 * seconds:10.1f} ms {size / seconds / 1e9:7.1f} GB/s "
        f"{beside / seconds:6.2f}x  {note}",
        flush=True,
    )


def _parse(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    number = _power
    parser.add_argument("--devices", default=None, help="as --device of the commands")
    parser.add_argument("--n", type=number, default=2**20)
    parser.add_argument("--entries", type=number, default=2**24)
    parser.add_argument("--problems", default=COMPONENTS.command)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit-share", type=int, default=4, help="of the arrays, for pieces")
    parser.add_argument("--folder", help="put the rows into a file there, and map it")
    parser.add_argument("--piece-mib", type=float, help=f"not {room.PIECE_BYTES >> 20}")
    parser.add_argument("--chunk-mib", type=float, help="bytes of a pinned buffer")
    parser.add_argument("--threads", type=int, help="threads that copy, for each device")
    parser.add_argument("--without-one", action="store_true", help="measure several devices alone")
    return parser.parse_args(words)


def _power(text: str) -> int:
    base, _, exponent = text.partition("**")
    return int(base) ** int(exponent) if exponent else int(base)


def _open(arguments: argparse.Namespace) -> list[Runtime]:
    if arguments.devices is None:
        try:
            runtimes = open_runtimes("gpus")
        except clconn.errors.BackendUnavailableError:
            runtimes = open_runtimes("all")
    else:
        devices = devices_of(arguments.devices)
        runtimes = open_runtimes(devices if names_several(devices) else [devices])
    if arguments.piece_mib:
        room.PIECE_BYTES = int(arguments.piece_mib * 2**20)
    for runtime in runtimes:
        if arguments.chunk_mib or arguments.threads:
            chunk = int((arguments.chunk_mib or 4) * 2**20)
            runtime.__dict__["staging"] = Staging(
                runtime, chunk=chunk, threads=arguments.threads or None
            )
    return runtimes


def _limit(problem: Problem, rows: tuple[Any, Any], share: int) -> int:
    """A share of the arrays, and at least what the vertices need."""
    n = rows[0].size - 1
    each = BYTES_OF_A_VERTEX[problem.command]
    return max(sum(array.nbytes for array in rows) // share, each * n)


def main(words: list[str] | None = None) -> int:
    """Print the table; return 1 if two answers differ."""
    arguments = _parse(words)
    runtimes = _open(arguments)
    n, degree = arguments.n, arguments.entries // arguments.n
    begin = time.perf_counter()
    with _rows(n, degree, arguments.folder) as rows:
        size = sum(array.nbytes for array in rows)
        print(
            f"{n:,} vertices, {n * degree:,} entries, {size / 1e9:.2f} GB, made in "
            f"{time.perf_counter() - begin:.1f} s; {len(runtimes)} devices: "
            f"{', '.join(runtime.name for runtime in runtimes)}"
        )
        upload, _ = _measure(lambda: _upload(runtimes[0], rows), arguments.runs)
        _print("staged upload", upload, size, upload, "the way alone; the others beside it")
        same = True
        for name in arguments.problems.split(","):
            same &= _measure_problem(PROBLEMS[name], rows, size, runtimes, arguments, upload)
    print("all answers are the same" if same else "THE ANSWERS DIFFER")
    return 0 if same else 1


def _measure_problem(
    problem: Problem,
    rows: tuple[Any, Any],
    size: int,
    runtimes: list[Runtime],
    arguments: argparse.Namespace,
    upload: float,
) -> bool:
    limit = _limit(problem, rows, arguments.limit_share)
    ways: dict[str, dict[str, Any]] = {
        "one device, whole": {"device": runtimes[0]},
        f"one device, in {limit / 2**20:,.0f} MiB": {"device": runtimes[0], "memory_limit": limit},
    }
    if arguments.without_one:
        ways = {}
    if len(runtimes) > 1:
        ways[f"{len(runtimes)} devices"] = {"device": runtimes}
    answers = []
    times: dict[str, float] = {}
    for way, options in ways.items():

        def run(options: dict[str, Any] = options) -> Any:
            return _answer(problem, rows, **options)

        seconds, (answer, result) = _measure(run, arguments.runs)
        timing = result.timing
        parts = ", ".join(
            f"{step} {1e3 * getattr(timing, step):.1f}" for step in ("build", "transfer", "compute")
        )
        _print(
            f"{problem.command}: {way}", seconds, size, upload, f"{parts}, {timing.pieces} pieces"
        )
        times[way] = seconds
        answers.append(answer)
    if len(runtimes) > 1 and not arguments.without_one:
        one, *_, several = times.values()
        print(f"{problem.command}: {one / several:.2f} times as fast as one device")
    return all(np.array_equal(answers[0], answer) for answer in answers)


if __name__ == "__main__":
    sys.exit(main())
