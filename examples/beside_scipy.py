"""Compare clconn with scipy: milliseconds from a CSR matrix in memory to the labels.

``python examples/beside_scipy.py`` takes about a minute. The two take turns for eight rounds on
each graph, so that neither has the machine at its best. It prints the least and the median time.
"""

import time

import numpy as np
import scipy.sparse
from scipy.sparse import csgraph

import clconn

ROUNDS = 8
GRAPHS = {
    "grid, 2^20 vertices": ("torus", {"rows": 1024, "columns": 1024}),
    "R-MAT, 2^18 vertices, 4.2 M entries": ("rmat", {"scale": 18, "edges": 8 << 18}),
    "random, 2^20 vertices, 8 M entries": ("uniform-random", {"n": 1 << 20, "edges": 4 << 20}),
    "path of 10^6, ids shuffled": ("path", {"n": 10**6, "shuffled": True}),
}
CODES = {
    "clconn": lambda matrix: clconn.connected_components(matrix).labels,
    "scipy, undirected": lambda matrix: csgraph.connected_components(matrix, directed=False)[1],
    "scipy, weak": lambda matrix: csgraph.connected_components(matrix, connection="weak")[1],
}


def make_matrix(family, parameters):
    """A generated graph as scipy has it."""
    rows = clconn.generate(family, **parameters).rows
    values = np.ones(rows.neighbors.size, dtype=np.int8)
    n = rows.offsets.size - 1
    return scipy.sparse.csr_array((values, rows.neighbors, rows.offsets), shape=(n, n))


def main():
    """Measure and print."""
    for title, (family, parameters) in GRAPHS.items():
        matrix = make_matrix(family, parameters)
        times = {name: [] for name in CODES}
        for round_number in range(ROUNDS + 1):
            for name, labels_of in CODES.items():
                begun = time.perf_counter()
                labels_of(matrix)
                # The first round opens the device and builds the kernels.
                if round_number:
                    times[name].append(1e3 * (time.perf_counter() - begun))
        print(title)
        for name, of_code in times.items():
            print(f"  {name:18} {min(of_code):7.1f} ({np.median(of_code):.1f})")


if __name__ == "__main__":
    main()
