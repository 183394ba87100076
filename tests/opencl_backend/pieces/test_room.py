"""How large pieces are."""

from types import SimpleNamespace

import numpy as np
import pytest

import clconn
from clconn.errors import DeviceMemoryError
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.pieces import solver
from clconn.opencl_backend.pieces.room import Piecework, piece_bytes
from clconn.user_rows import UserRows

ONE_WAY = clconn.Graph.of_rows(
    UserRows(np.append(np.arange(102), 101), np.arange(1, 102)), None, directed=False
)
"""A path of 101 entries, each at one end only."""


@pytest.fixture
def own(device):
    runtime = Runtime.of_device(device)
    runtime.device = SimpleNamespace(
        name="small", global_mem_size=1 << 20, max_mem_alloc_size=4096, platform=device.platform
    )
    return runtime


def test_a_graph_that_fits_needs_nothing_of_this(device, monkeypatch):
    monkeypatch.setattr(solver, "_pieces_solver", lambda problem: pytest.fail("not needed"))
    for function in (clconn.connected_components, clconn.minimum_spanning_forest):
        assert function(ONE_WAY, backend="opencl", device=device).count > 0


def test_the_smallest_piece_is_not_rounded_down(own):
    work = Piecework(16, 4, 1 << 20, 1)
    limit = 16 * 4 * 101 + 100
    assert piece_bytes([own], ONE_WAY, limit, {}, work, least=4 * 101) >= 4 * 101


def test_only_a_single_buffer_must_fit_the_largest(own):
    needs = {"vertices": 4000}
    assert piece_bytes([own], ONE_WAY, 20_000, needs, Piecework(16, 4, 1 << 20, 1), 800) == 1000
    with pytest.raises(DeviceMemoryError, match="one buffer of small holds at most 4,096"):
        piece_bytes([own], ONE_WAY, 20_000, needs, Piecework(16, 8, 1 << 20, 1), 800)


def test_vertices_of_minimum_forests_are_in_several_buffers(device, monkeypatch):
    """Seven buffers of 4 or 8 bytes a vertex, which together exceed the largest buffer."""
    # A kernel with a barrier asks the true device for its groups.
    monkeypatch.setenv("CLCONN_GLOBAL_BARRIER", "0")
    n, edges = 10_000, np.arange(100)
    graph = clconn.Graph.from_edges(edges, edges + 1, n=n)

    class Small:
        max_mem_alloc_size = 8 * n

        def __getattr__(self, name):
            return getattr(device, name)

    runtime = Runtime.of_device(device)
    # A GPU's uploads have a queue of their own, which takes no device but the true one.
    _ = runtime.staging
    runtime.device = Small()
    forest = clconn.minimum_spanning_forest(graph, device=[runtime, Runtime.of_device(device)])
    assert forest.edge_ids.tolist() == edges.tolist()
    Small.max_mem_alloc_size -= 1
    with pytest.raises(DeviceMemoryError, match="80,000 bytes for lightest edges, and one buffer"):
        clconn.minimum_spanning_forest(graph, device=[runtime, Runtime.of_device(device)])


def test_sparse_ids_are_told(own):
    graph = clconn.Graph.from_edges([0], [2**22], n=2**22 + 1)
    with pytest.raises(DeviceMemoryError, match="a device with more memory; at most 2 of the"):
        piece_bytes([own], graph, None, {"vertices": 2**24}, Piecework(1, 1, 400, 1))


def test_more_than_kernels_number_is_refused(own):
    with pytest.raises(DeviceMemoryError, match=r"need pieces of 800 bytes.* at most 400"):
        piece_bytes([own], ONE_WAY, None, {}, Piecework(1, 1, 400, 1), 800)


def test_what_the_whole_of_a_sparse_graph_needs_is_told_too(device):
    """Pieces of a minimum forest need room for two forests, which is more than the whole."""
    ends = np.arange(50_000)
    graph = clconn.Graph.from_edges(ends[:-1], ends[1:], weights=ends[1:] % 7)
    told = (
        r"in pieces needs .*; the graph is too large as a whole \(.*, which may need less.*raise it"
    )
    with pytest.raises(DeviceMemoryError, match=told):
        clconn.minimum_spanning_forest(graph, device=device, memory_limit=600_000)
