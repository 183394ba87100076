"""Arrays of a device that are inserted without waiting for a look at their ends."""

import numpy as np
import pyopencl.array as cl_array
import pytest

import clconn
from clconn.errors import GraphError
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.incremental.late_checks import LateChecks
from tests.helpers.queues import queue_on

N = 20_000
BATCH = 7_000
EDGES = np.random.default_rng(5).integers(0, N, (2, 4 * BATCH)).astype(np.int32)
BAD = {3 * BATCH + 5: (0, N), 3 * BATCH + 4: (-1, 3), 4 * BATCH - 1: (2**31 - 1, 0)}
"""Ends that are no vertices, by the place of their edge."""
VARIANTS = [
    "auto", "coo/async/split", "coo/rem-cas/naive+splice", "coo/jtb/two-try", "coo/early/compress",
    "coo/liu-tarjan/PRF", "coo/shiloach-vishkin/none",
]  # fmt: skip


def roots_of(sources, targets):
    graph = clconn.Graph.from_edges(sources, targets, N)
    return clconn.connected_components(graph, backend="scipy").roots


def insert_later(live, queue, edges):
    for begin in range(0, edges.shape[1], BATCH):
        batch = edges[:, begin : begin + BATCH]
        live.insert(*(cl_array.to_device(queue, end.copy()) for end in batch), check_later=True)


def with_bad_ends():
    edges = EDGES.copy()
    for place, ends in BAD.items():
        edges[:, place] = ends
    return edges


@pytest.mark.parametrize("variant", VARIANTS)
def test_bad_edges_are_left_out_and_the_next_question_names_the_first(variant, device):
    queue = queue_on(device)
    live = clconn.IncrementalComponents(N, variant=variant, device=queue)
    insert_later(live, queue, EDGES)
    np.testing.assert_array_equal(live.components().roots, roots_of(*EDGES))
    live = clconn.IncrementalComponents(N, variant=variant, device=queue)
    insert_later(live, queue, with_bad_ends())
    assert live.edge_count == EDGES.shape[1]
    with pytest.raises(GraphError, match=rf"edge {min(BAD)} .*check_later.*grow\(n\)"):
        _ = live.count
    # It was said once.
    good = np.delete(EDGES, list(BAD), axis=1)
    np.testing.assert_array_equal(live.components().roots, roots_of(*good))


@pytest.mark.parametrize(
    "ask",
    [
        lambda live: live.count,
        lambda live: live.components(),
        lambda live: live.connected(0, 1),
        lambda live: live.process([0], [1], [True]),
        lambda live: live.spanning_forest(),
        lambda live: live.save("/nowhere/x.npz"),
    ],
)
def test_every_question_tells(ask, device):
    queue = queue_on(device)
    live = clconn.IncrementalComponents(N, device=queue, forest=True)
    insert_later(live, queue, with_bad_ends())
    with pytest.raises(GraphError, match=f"edge {min(BAD)} "):
        ask(live)
    edge_ids = live.spanning_forest().edge_ids
    assert not set(edge_ids.tolist()) & set(BAD)
    assert edge_ids.size == N - live.count


def test_places_begin_again_after_a_question_and_count_new_vertices(device):
    queue = queue_on(device)
    live = clconn.IncrementalComponents(N, device=queue)
    insert_later(live, queue, EDGES)
    assert live.count
    bad = EDGES.copy()
    bad[0, 9] = N
    live.grow(N + 1)
    insert_later(live, queue, bad)
    assert live.connected(N, int(bad[1, 9]))
    bad[1, 9] = N + 1
    insert_later(live, queue, bad)
    with pytest.raises(GraphError, match="edge 9 "):
        live.components()


def test_places_never_leave_32_bits(device):
    checks = LateChecks(Runtime(queue_on(device)))
    assert [int(checks.arguments(N, 2**30)[1]) for _ in range(3)] == [0, 0, 0]
    assert [int(checks.arguments(N, 2**29)[1]) for _ in range(3)] == [2**30, 0, 2**29]


def test_arrays_of_the_host_are_checked_at_once(device):
    live = clconn.IncrementalComponents(N, device=device)
    with pytest.raises(GraphError, match="entry 1 of u and v"):
        live.insert([0, N], [1, 1], check_later=True)
    assert (live.count, live.edge_count) == (N, 0)
    reference = clconn.IncrementalComponents(3, backend="reference")
    reference.insert([0, 1], [1, 1], check_later=True)
    assert reference.count == 2
