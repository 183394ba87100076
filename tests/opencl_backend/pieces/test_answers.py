"""Pieces on one, two and three devices give the answers of the reference."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.design_space import variants
from clconn.problems import COMPONENTS, INCREMENTAL
from tests.helpers.cases import case
from tests.helpers.graphs import HAND_MADE, hand_made, rows_side_by_side, side_by_side
from tests.helpers.oracles import scipy_roots
from tests.helpers.strategies import graphs

WIDE = np.random.default_rng(8)


def _compare(graph, device, **options):
    """Components and a forest."""
    roots = scipy_roots(graph)
    result = clconn.connected_components(graph, device=device, **options)
    assert result.backend == "opencl"
    np.testing.assert_array_equal(result.roots, roots)
    np.testing.assert_array_equal(
        result.labels, np.unique(roots, return_inverse=True)[1].astype(np.int32)
    )
    assert result.count == np.unique(roots).size
    forest = clconn.spanning_forest(graph, device=device, **options)
    verdict = clconn.verify.forest(graph, forest)
    assert verdict, verdict.message
    assert forest.count == result.count
    sources, targets = (end[forest.edge_ids] for end in graph.edges())
    np.testing.assert_array_equal(forest.edges[0], sources)
    np.testing.assert_array_equal(forest.edges[1], targets)
    return result, forest


@pytest.mark.parametrize("count", [2, 3])
def test_hand_made_graphs(parts, tiny_pieces, count):
    for name in HAND_MADE:
        graph = hand_made(name)
        tiny_pieces(64 if graph.edge_count < 500 else 4096)
        with case(graph=name):
            result, _ = _compare(graph, parts[:count])
            assert (result.timing.pieces > 1) == (graph.edge_count + graph.n > 16)


def test_one_device(parts, tiny_pieces):
    edges = clconn.generate("rmat", scale=9, edges=20_000, seed=3).edges()
    graph = clconn.Graph.from_edges(*edges, 600)
    rows = rows_side_by_side([graph])
    for each in (graph, rows):
        result, forest = _compare(each, parts[0], memory_limit=30 * graph.n)
        assert min(result.timing.pieces, forest.timing.pieces) > 1
        assert "memory_limit is" in result.reason
        assert f"in {result.timing.pieces:,} pieces" in result.reason


def test_the_ways_of_gpus(gpus, tiny_pieces):
    tiny_pieces(16384)
    for make in (side_by_side, rows_side_by_side):
        graph = make(map(hand_made, HAND_MADE))
        result, _ = _compare(graph, gpus)
        assert result.timing.pieces > 15
    tiny_pieces(64)
    for name in ("empty", "one-vertex", "hub-of-400", "unsorted-symmetric-rows", "lower-triangle"):
        with case(graph=name):
            _compare(hand_made(name), gpus)


@settings(max_examples=15)
@given(graph=graphs(), size=st.sampled_from([8, 16, 40, 200]))
def test_drawn_graphs(parts, gpus, graph, size):
    with pytest.MonkeyPatch.context() as patch:
        from clconn.opencl_backend.pieces import room

        for name in ("_LEAST_BYTES", "PIECE_BYTES", "_SHARE_BYTES"):
            patch.setattr(room, name, size)
        _compare(graph, parts)
        _compare(graph, gpus)


@pytest.mark.parametrize("dtype", [np.int16, np.uint16, np.int64, np.uint64, np.uint32])
def test_rows_of_other_types(parts, gpus, tiny_pieces, dtype):
    """Offsets of 64 bits among them."""
    given = rows_side_by_side(hand_made(name) for name in ("heavy-tailed", "hub-of-400"))
    rows = clconn.Graph.of_rows(
        clconn.user_rows.user_rows(
            given.rows.offsets.astype(dtype), given.rows.neighbors.astype(dtype)
        ),
        None,
        directed=False,
    )
    for devices in (parts, gpus):
        _compare(rows, devices)


OF_BATCHES = {row.name for row in variants(INCREMENTAL) if row.rule is not None}
UNIONS = {row.finish: row.name for row in variants(COMPONENTS) if row.name in OF_BATCHES}
"""One for each kind of union, with the state that it keeps."""


@pytest.mark.parametrize("variant", UNIONS.values())
def test_named_unions(parts, tiny_pieces, variant):
    tiny_pieces(512)
    graph = rows_side_by_side(hand_made(name) for name in ("heavy-tailed", "path-shuffled"))
    result = clconn.connected_components(graph, device=parts, variant=variant)
    assert result.variant == variant
    np.testing.assert_array_equal(result.roots, scipy_roots(graph))


WEIGHTS = {
    "none": lambda count: None,
    "few": lambda count: WIDE.integers(0, 4, count),
    "int64": lambda count: WIDE.integers(-(2**62), 2**62, count),
    "uint8": lambda count: WIDE.integers(0, 200, count).astype(np.uint8),
    "float32": lambda count: WIDE.random(count, dtype=np.float32),
    "float64": lambda count: WIDE.random(count) - 0.5,
    "objects": lambda count: [int(weight) << 70 for weight in WIDE.integers(0, 99, count)],
}


@pytest.mark.parametrize("kind", WEIGHTS)
def test_minimum_forests(parts, kind):
    """A limit for two forests together, so that all of them meet; entries are in two rows."""
    small = [hand_made(name) for name in ("heavy-tailed", "clique", "parallel-edges", "one-vertex")]
    for make in (side_by_side, rows_side_by_side):
        made = make(small)
        weights = WEIGHTS[kind](made.edge_count)
        graph = (
            clconn.Graph.from_edges(*made.edges(), made.n, weights=weights)
            if made.rows is None
            else clconn.Graph.from_csr(made.rows.offsets, made.rows.neighbors, weights=weights)
        )
        limit = 172 * graph.n + 2000
        # Where weights ascend "auto" may need less, and no pieces.
        variant = "coo/filter-boruvka/halve" if weights is None else "auto"
        for maximum in (False, True):
            right = clconn.minimum_spanning_forest(graph, backend="reference", maximum=maximum)
            for device in (parts[0], parts):
                forest = clconn.minimum_spanning_forest(
                    graph, variant=variant, device=device, maximum=maximum, memory_limit=limit
                )
                assert forest.timing.pieces > 1
                np.testing.assert_array_equal(forest.edge_ids, right.edge_ids)
                assert forest.total_weight == right.total_weight
                assert forest.count == right.count
                for ends, right_ends in zip(forest.edges, right.edges, strict=True):
                    np.testing.assert_array_equal(ends, right_ends)
                    assert ends.dtype == np.int32


def test_minimum_forests_without_edges(parts):
    for name in ("empty", "one-vertex", "five-alone"):
        graph = hand_made(name)
        forest = clconn.minimum_spanning_forest(graph, device=parts)
        assert (forest.count, forest.edge_ids.size) == (graph.n, 0)


@pytest.mark.parametrize("variant", ["csr/ecl-mst/all", "csr/filter-boruvka/halve"])
def test_minimum_forests_by_name(parts, variant):
    graph = clconn.generate("rmat", scale=9, edges=4000, seed=1)
    right = clconn.minimum_spanning_forest(graph, backend="reference")
    forest = clconn.minimum_spanning_forest(
        graph, device=parts, variant=variant, memory_limit=300 * graph.n
    )
    assert forest.variant == variant
    assert forest.timing.pieces > 1
    np.testing.assert_array_equal(forest.edge_ids, right.edge_ids)


def test_a_graph_that_is_too_large_passes_by_itself(parts, monkeypatch):
    """And its copy, of which a part fitted, is gone."""
    from clconn.opencl_backend.device.runtime import Runtime

    graph = clconn.generate("rmat", scale=10, edges=30_000, seed=1)
    monkeypatch.setattr(Runtime, "memory", property(lambda runtime: 60 * graph.n))
    result = clconn.connected_components(graph, device=parts[0])
    assert result.timing.pieces > 1
    assert not graph.device_copies
    np.testing.assert_array_equal(result.roots, scipy_roots(graph))
    monkeypatch.setattr(Runtime, "memory", property(lambda runtime: 7 * graph.n))
    with pytest.raises(
        clconn.errors.DeviceMemoryError, match=r"all 1,024 vertices .* 8,"
    ) as caught:
        clconn.connected_components(graph, device=parts[0])
    assert "parents 4,096" in str(caught.value)


def test_a_limit_holds_for_copies_that_are_there(parts):
    graph = clconn.generate("rmat", scale=10, edges=30_000, seed=1)
    assert clconn.connected_components(graph, device=parts[0]).timing.pieces == 0
    limited = clconn.connected_components(graph, device=parts[0], memory_limit=20 * graph.n)
    assert limited.timing.pieces > 1
    assert clconn.connected_components(graph, device=parts[0]).timing.pieces == 0


def test_times_add_up(parts, tiny_pieces):
    import time

    graph = clconn.generate("rmat", scale=10, edges=30_000, seed=1)
    clconn.connected_components(graph, device=parts)
    for solve in (clconn.connected_components, clconn.minimum_spanning_forest):
        begin = time.perf_counter()
        timing = solve(graph, device=parts).timing
        wall = time.perf_counter() - begin
        assert 0.5 * wall < timing.total <= wall
        assert min(timing.transfer, timing.build, timing.compute) >= 0
