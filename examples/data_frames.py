"""Seconds from a data frame of edges to a graph, by library and by kind of ids.

``python examples/data_frames.py`` measures pandas, polars and pyarrow, where they are installed,
and NumPy's arrays. It takes about a minute, prints the least of three runs, and checks that all
libraries have the same vertices.
"""

import time
from importlib import import_module
from importlib.util import find_spec

import numpy as np

import clconn

RUNS = 3
LIBRARIES = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}


def make_ends():
    """The two columns of each table."""
    random = np.random.default_rng(1)
    ids = random.integers(0, 10**6, (2, 10**7))
    words = [np.char.add("user", end.astype(str)).tolist() for end in ids[:, : 10**6] // 2]
    few = [np.char.add("user", end.astype(str)).tolist() for end in ids[:, : 10**6] % 1000]
    return {
        "10^7 rows, int64, 0..n-1": ids,
        "10^7 rows, int64, sparse": ids * 1000,
        "10^6 rows, 1,000 distinct words": few,
        "10^6 rows, 430,000 distinct words": words,
    }


def seconds(table):
    """The least time to make a graph, and the graph."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        graph = clconn.Graph.from_dataframe(table)
        times.append(time.perf_counter() - start)
    return min(times), graph


def main():
    """Print the table."""
    libraries = {name: make for name, make in LIBRARIES.items() if find_spec(name) is not None}
    print(" | ".join(("ends of the edges", *libraries, "arrays")))
    for name, (sources, targets) in make_ends().items():
        columns = {"u": sources, "v": targets}
        tables = [getattr(import_module(each), make)(columns) for each, make in libraries.items()]
        measured = [seconds(table) for table in (*tables, columns)]
        assert len({graph.n for _, graph in measured}) == 1
        print(" | ".join((name, *(f"{least:.2f}" for least, _ in measured))))


if __name__ == "__main__":
    main()
