"""Compare clconn with scipy, igraph and networkit: milliseconds from a CSR matrix to the labels.

``python examples/beside_scipy.py`` finds connected components. With the word ``strong`` it finds
strongly connected components of the directed forms of the same graphs. Either takes a few minutes.

igraph and networkit take part if they are installed; the time to make their graphs of the matrix is
not counted. The codes take turns for eight rounds on each graph, so that none has the machine at
its best. It prints the least and the median time. All must find as many components.
"""

import sys
import time
from importlib.util import find_spec

import numpy as np
import scipy.sparse
from scipy.sparse import csgraph

import clconn

ROUNDS = 8
GRAPHS = {
    "grid, 2^20 vertices": ("torus", {"rows": 1024, "columns": 1024}),
    "R-MAT, 2^18 vertices, 2.1 M edges": ("rmat", {"scale": 18, "edges": 8 << 18}),
    "random, 2^20 vertices, 4.2 M edges": ("uniform-random", {"n": 1 << 20, "edges": 4 << 20}),
    "path of 10^6, ids shuffled": ("path", {"n": 10**6, "shuffled": True}),
}


def make_matrix(family, parameters, strong):
    """A generated graph as scipy has it; for strong components each edge is an arc."""
    if strong and family == "torus":
        family = "directed-torus"
    elif strong:
        parameters = {**parameters, "directed": True}
    rows = clconn.generate(family, **parameters).rows
    values = np.ones(rows.neighbors.size, dtype=np.int8)
    n = rows.offsets.size - 1
    return scipy.sparse.csr_array((values, rows.neighbors, rows.offsets), shape=(n, n))


def codes_for(matrix, strong):
    """For each code, a function that answers, and one that counts the components of the answer."""

    def scipy_labels(**options):
        return lambda: csgraph.connected_components(matrix, **options)[1]

    if strong:
        answers = {
            "clconn": lambda: clconn.strongly_connected_components(matrix).labels,
            "scipy": scipy_labels(connection="strong"),
        }
    else:
        answers = {
            "clconn": lambda: clconn.connected_components(matrix).labels,
            "scipy, undirected": scipy_labels(directed=False),
            "scipy, weak": scipy_labels(connection="weak"),
        }
    codes = {
        name: (answer, lambda labels: np.unique(labels).size) for name, answer in answers.items()
    }
    sources, targets = matrix.tocoo().coords
    if not strong:
        once = sources < targets
        sources, targets = sources[once], targets[once]
    if find_spec("igraph"):
        codes["igraph"] = with_igraph(matrix.shape[0], sources, targets, strong), len
    if find_spec("networkit"):
        codes |= with_networkit(matrix.shape[0], sources, targets, strong)
    return codes


def with_igraph(n, sources, targets, strong):
    """What igraph does, given its graph."""
    import igraph

    graph = igraph.Graph(n, np.column_stack([sources, targets]), directed=strong)

    def answer():
        # It remembers that a graph is connected, and would look nothing up the second time.
        getattr(graph, "__invalidate_cache")()
        return graph.connected_components(mode="strong" if strong else "weak")

    return answer


def with_networkit(n, sources, targets, strong):
    """What networkit's algorithms do, given its graph; its answer need not be copied to Python."""
    import networkit

    ends = sources.astype(np.uint64), targets.astype(np.uint64)
    graph = networkit.GraphFromCoo(ends, n=n, directed=strong)
    found = networkit.components
    algorithms = {"networkit": found.ConnectedComponents}
    if strong:
        algorithms = {"networkit": found.StronglyConnectedComponents}
    else:
        algorithms["networkit, parallel"] = found.ParallelConnectedComponents
    return {
        name: (
            lambda algorithm=algorithm: algorithm(graph).run(),
            lambda answer: answer.numberOfComponents(),
        )
        for name, algorithm in algorithms.items()
    }


def main():
    """Measure and print."""
    if sys.argv[1:] not in ([], ["strong"]):
        sys.exit(__doc__)
    strong = sys.argv[1:] == ["strong"]
    for title, (family, parameters) in GRAPHS.items():
        codes = codes_for(make_matrix(family, parameters, strong), strong)
        # The first round opens the device and builds the kernels.
        counts = {name: count(answer()) for name, (answer, count) in codes.items()}
        if len(set(counts.values())) > 1:
            sys.exit(f"{title}: the codes do not agree: {counts}")
        times = {name: [] for name in codes}
        for _ in range(ROUNDS):
            for name, (answer, _) in codes.items():
                begun = time.perf_counter()
                answer()
                times[name].append(1e3 * (time.perf_counter() - begun))
        print(f"{title}: {counts['clconn']} components")
        for name, of_code in times.items():
            print(f"  {name:20} {min(of_code):7.1f} ({np.median(of_code):.1f})", flush=True)


if __name__ == "__main__":
    main()
