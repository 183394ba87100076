"""The looks at a graph, but for hook coverage, give on the device what the reference's give."""

import time
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings

import clconn
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.device.tuning import tuning_of
from clconn.opencl_backend.graph import first_arcs as arcs_on_device
from clconn.opencl_backend.graph import first_links as links_on_device
from clconn.opencl_backend.graph import hooked_share as hooks_on_device
from clconn.opencl_backend.graph import small_components as components_on_device
from clconn.opencl_backend.graph.device_csr import dtype_of
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.strong_components.quotient import BLOCK_BITS
from clconn.reference.graph import first_arcs as arcs
from clconn.reference.graph import first_links as links
from clconn.reference.graph import hooked_share as hooks
from clconn.reference.graph import small_components as components
from tests.helpers.cases import case, for_each
from tests.helpers.directed_graphs import (
    DIRECTED,
    band,
    directed_graph,
    directed_graphs,
    renamed,
)
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets
from tests.helpers.strategies import graphs


def _has_room(runtime):
    """Whether a work-group has the memory to look for medium components."""
    return runtime.device.local_mem_size >= components_on_device._BYTES_OF_MEDIUM


def _assert_equal(graph, device):
    rows = graph.adjacency()
    lists = rows.offsets.tolist(), rows.neighbors.tolist()
    block = 1 << graph.to(device).runtime.tuning.id_block_bits_for(graph.n)
    expected = (
        links.first_links(*lists, block), components.small_components(*lists),
        components.medium_components(*lists) if _has_room(graph.to(device).runtime) else 0,
        hooks.first_neighbors(*lists), hooks.hooked_share(*lists),
    )  # fmt: skip
    made = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
    for given_graph in (made, with_long_offsets(made)):
        placed = given_graph.to(device)
        found = (
            placed.first_links, placed.small_components, placed.medium_components,
            placed.first_neighbors, placed.hooked_share,
        )  # fmt: skip
        assert found == expected
    return expected


def test_both_go_as_far():
    for name in ("STEPS", "DROP", "HUB"):
        assert getattr(links, name) == getattr(links_on_device, name)
    # The rows that a block takes are those that are looked at as a whole.
    gpu = SimpleNamespace(max_work_group_size=1024, max_compute_units=132)
    assert tuning_of(gpu, is_cpu=False).low_degree == links.MOST_ENTRIES
    assert [links.near(n) for n in (0, 4352, 2**31)] == [16, 17, 2**23]
    assert [links_on_device.near(n) for n in (0, 4352, 2**31)] == [16, 17, 2**23]
    for name in set(components.__all__) - {"is_in_small_component"}:
        if name.isupper():
            assert getattr(components, name) == getattr(components_on_device, name)
    assert hooks.EDGES == hooks_on_device.EDGES == 2


@for_each("name", HAND_MADE)
def test_hand_made_graphs(name, device):
    _assert_equal(hand_made(name), device)


@settings(max_examples=30)
@given(graph=graphs())
def test_drawn_graphs(device, graph):
    _assert_equal(graph, device)


def _assert_equal_arcs(graph, device):
    _assert_equal_arcs_of(with_long_offsets(graph), device)
    return _assert_equal_arcs_of(graph, device)


def _assert_equal_arcs_of(graph, device):
    placed = arcs_to_device(graph, open_runtime(device))
    # A GPU's rows are in no order: of long ones the first entries are others than the host's.
    expected = arcs.first_arcs(*(
        (
            placed.runtime.download(rows.offsets, rows.n + 1, dtype_of(rows.offset_type)).tolist(),
            placed.runtime.download(rows.neighbors, rows.entry_count).tolist(),
        )
        for rows in (placed.rows, placed.transpose)
    ))  # fmt: skip
    assert placed.first_arcs == expected
    return expected


def test_first_arcs(device):
    assert 1 << BLOCK_BITS == 1 << arcs_on_device.BLOCK_BITS == arcs.BLOCK
    for name in DIRECTED:
        with case(graph=name):
            _assert_equal_arcs(directed_graph(name), device)
    # Rows that are longer than what is looked at, over several blocks.
    ends = np.random.default_rng(3).integers(0, 3000, (2, 60_000))
    near = ends[0], np.minimum(ends[0] + ends[1] % 40, 2999)
    both_ways = np.concatenate([ends, ends[::-1]], axis=1)
    for arcs_of_graph, mutual in ((ends, 0.1), (near, 0.1), (both_ways, 1)):
        graph = clconn.Graph.from_edges(*arcs_of_graph, 3000, directed=True)
        assert (_assert_equal_arcs(graph, device).mutual > 0.5) == (mutual > 0.5)
    # Vertices behind or before a hub, or a vertex that just is none.
    first = np.arange(0, 3000, 3)
    through = np.stack([np.r_[first, first + 1], np.r_[first + 1, first + 2]])
    for fan in (arcs.MOST_ENTRIES - 1, arcs.MOST_ENTRIES):
        others = 3000 + np.arange(first.size * fan) % 200
        for more in ((np.repeat(first, fan), others), (others, np.repeat(first + 2, fan))):
            ends = np.concatenate([through, more], axis=1)
            graph = clconn.Graph.from_edges(*ends, 3200, directed=True)
            share = _assert_equal_arcs(graph, device).on_paths
            assert share > 0.25 if fan < arcs.MOST_ENTRIES else share == 0
    # Looks for short cycles run out for some vertices, and others have long rows.
    for reach in (5, 11, 15):
        shares = _assert_equal_arcs(renamed(band(3000, reach=reach)), device)
        assert 0.2 < shares.closing < 0.9, shares.closing


@settings(max_examples=30)
@given(graph=directed_graphs())
def test_first_arcs_of_drawn_graphs(device, graph):
    _assert_equal_arcs(graph, device)


def test_long_thin_graphs_and_wide_ones(device):
    path = clconn.generate("path", n=5000)
    assert _assert_equal(path, device)[0].slow > 0.99
    shuffled = _assert_equal(clconn.generate("path", n=5000, shuffled=True), device)[0]
    assert shuffled.long == 0
    assert shuffled.scattered > 0.9
    ids = clconn.Graph.from_edges(range(4999, 0, -1), range(4998, -1, -1))
    assert _assert_equal(ids, device)[0].slow > 0.99
    long = clconn.generate("torus", rows=2000, columns=8)
    assert _assert_equal(long, device)[0].slow > 0.9
    wide = clconn.generate("torus", rows=400, columns=400)
    found = _assert_equal(wide, device)[0]
    assert found.long > 0.9
    assert found.slow < 0.1
    assert found.scattered < 0.1
    # Edges along a row of 400, and of those between rows as many as a block leaves: a device of
    # many units has smaller blocks.
    block = 1 << wide.to(device).runtime.tuning.id_block_bits_for(wide.n)
    assert found.within == pytest.approx(1 - (1 + 400) / (2 * block), abs=0.05)


def test_parallel_edges_make_no_pairs(device):
    ends = np.random.default_rng(0).integers(0, 5000, (2, 5000))
    once = clconn.Graph.from_edges(*ends, 5000)
    twice = clconn.Graph.from_edges(*np.concatenate([ends, ends], axis=1), 5000)
    both = clconn.Graph.from_edges(np.concatenate(ends), np.concatenate(ends[::-1]), 5000)
    for graph in (once, twice, both):
        found = _assert_equal(graph, device)[0]
        assert found.scattered > 0.5
        assert found.paired < 0.05


def test_hubs(device):
    for n, share in ((links.HUB + 1, 0), (links.HUB + 2, 1)):
        assert _assert_equal(clconn.generate("star", n=n), device)[0].at_hubs == share


def _cliques(size, count):
    pairs = [(u, v) for v in range(size) for u in range(v)]
    ends = np.array(pairs) + size * np.arange(count)[:, None, None]
    return clconn.Graph.from_edges(*ends.reshape(-1, 2).T)


def test_groups_of_many_work_items_find_the_same(device):
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = False
    for name in HAND_MADE:
        _assert_equal(hand_made(name), runtime)
    assert _assert_equal(_cliques(40, 100), runtime)[1] == 1
    assert _assert_equal(_cliques(100, 3), runtime)[1] == 0


def test_small_components_and_larger_ones(device):
    limit = components.MOST_VERTICES
    assert _assert_equal(_cliques(40, 100), device)[1] == 1
    # The entries of a clique of a hundred are too many.
    assert _assert_equal(_cliques(100, 3), device)[1] == 0
    for n, share in ((limit, 1), (limit + 1, 0)):
        assert _assert_equal(clconn.generate("path", n=n), device)[1] == share
        assert _assert_equal(clconn.generate("star", n=n), device)[1] == share


def test_medium_components_and_larger_ones(device):
    limit = components.MOST_VERTICES_OF_MEDIUM
    for n, share in ((limit, 1), (limit + 1, 0)):
        graph = clconn.generate("path", n=n)
        share = share if _has_room(graph.to(device).runtime) else 0
        assert graph.to(device).medium_components == share
    # Nobody searches on where the first two searches find none.
    both = clconn.Graph.from_edges([*range(30_000), 30_001], [*range(1, 30_001), 30_002])
    assert _assert_equal(both, device)[2] == 0


def test_vertices_without_neighbors_say_nothing_of_components(device):
    """Half of the vertices of a sparse R-MAT graph have none, and the rest is one component."""
    path, pairs = np.arange(300), np.arange(0, 300, 2)
    for ends, share in (
        ((path[1:], path[:-1]), 0), ((pairs, pairs + 1), 1), (([], []), 0),
    ):  # fmt: skip
        with case(share=share, edges=len(ends[0])):
            assert _assert_equal(clconn.Graph.from_edges(*ends, 600), device)[1] == share


def test_what_hooks_join(device):
    n = 20_000
    i = np.arange(n)
    grid = clconn.generate("torus", rows=100, columns=200)
    ends = grid.adjacency()
    sources = np.concatenate([ends.sources(), ends.sources() + grid.n])
    targets = np.concatenate([ends.neighbors, ends.neighbors + grid.n])
    cases = {
        "grid": (grid, 1.0),
        "two grids": (clconn.Graph.from_edges(sources, targets), 0.5),
        # A path 0, n-1, 1, n-2, ... : hooks leave every other vertex a root, and edges join all.
        "from both sides": (
            clconn.Graph.from_edges(
                [*i[: n // 2], *i[1 : n // 2]], [*(n - 1 - i)[: n // 2], *(n - i)[1 : n // 2]], n
            ),
            1.0,
        ),
        "ends of a path": (_path_with_roots_at_its_end(n), 1.0),
        "random": (clconn.Graph.from_edges(*np.random.default_rng(1).integers(0, n, (2, n))), None),
        "no edges": (clconn.Graph.from_edges([], [], n), None),
    }
    for name, (graph, covered) in cases.items():
        with case(graph=name):
            *_, first, found = _assert_equal(graph, device)
            assert first.roots < 0.005 or name not in ("grid", "two grids")
            assert covered is None or abs(found - covered) < 0.02


def _path_with_roots_at_its_end(n):
    """A path in order, and roots that are joined to its end by larger vertices alone."""
    path, roots = 84 * n // 100, 8 * n // 100
    i, j = np.arange(path), np.arange(roots)
    root, joining = path + j, path + roots + j
    sources = np.concatenate([i[1:], root, joining])
    targets = np.concatenate([i[:-1], joining, path - 1 - j % 100])
    return clconn.Graph.from_edges(sources, targets, n)


def test_chains_are_not_walked_again_and_again(device):
    """Uncompressed walks from all roots took seconds for 2^17 vertices, and minutes for 2^20."""
    # Rows that a GPU makes of edges are not sorted, so that first neighbors would be others.
    rows = _path_with_roots_at_its_end(1 << 19).adjacency()
    placed = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True).to(device)
    assert placed.first_neighbors.roots > 0.07  # and the kernels are built
    start = time.perf_counter()
    assert placed.hooked_share > 0.9
    assert time.perf_counter() - start < 5
