"""How many rounds of signatures a graph gets before it is contracted."""

from types import SimpleNamespace

from clconn.opencl_backend.strong_components import contraction
from tests.helpers.cases import for_each


@for_each(
    "graph",
    [
        # Vertices, arcs, rounds: by work; up to 64 for twice the work; and 32 at least.
        (1 << 16, 3 << 16, 178),
        (1 << 18, 3 << 18, 93),
        (1 << 18, 10 << 18, 64),
        (1 << 20, 3 << 20, 64),
        (1 << 20, 5 << 20, 42),
        (1 << 20, 10 << 20, 32),
        (1 << 24, 4 << 24, 32),
    ],
)
def test_rounds_by_work(graph):
    n, arcs, rounds = graph
    assert contraction._rounds_of(SimpleNamespace(n=n, entry_count=arcs)) == rounds
