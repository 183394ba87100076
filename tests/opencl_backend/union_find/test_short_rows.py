"""When rows are listed before they are finished, and that nothing is lost by it."""

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

import clconn
from asv_benchmarks.benchmarks.numberings import grid, of_edges
from asv_benchmarks.benchmarks.storages import store
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.union_find import short_rows
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, hand_made, rows_side_by_side
from tests.helpers.oracles import scipy_roots
from tests.helpers.plans import plan_components, plan_forest
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets

UNIONS = [
    *(f"csr/{union}/split" for union in ("async", "hooks", "early", "ecl", "afforest")),
    "csr/rem-cas/split+splice",
    "csr/rem-lock/split+split-one",
]


def _kernels(graph, runtime, variant, options=None):
    _, plan = plan_components(graph.to(runtime), variant, options)
    return [step.kernel.function_name for step in plan.steps]


@pytest.fixture
def processor(device):
    """A runtime that takes its device for a processor, whatever it is."""
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = True
    return runtime


def test_rows_are_listed_where_it_pays(processor):
    path, clique = hand_made("path"), hand_made("clique")
    assert "finish_listed" in _kernels(path, processor, "csr/ecl/split")
    assert "finish_vertices" not in _kernels(path, processor, "csr/ecl/split")
    for graph, variant, options in (
        (clique, "csr/ecl/split", None),
        (path, "csr/ecl/split", {"initialization": "self"}),
        (path, "csr/ecl/split", {"initialization": "smallest"}),
        (path, "csr/jtb/naive", None),
        (hand_made("five-alone"), "csr/ecl/split", None),
        (path, "kout/ecl/split", None),
        (path, "coo/ecl/split", None),
    ):
        assert "initialize_and_list" not in _kernels(graph, processor, variant, options)
    processor.is_cpu = False
    assert "initialize_and_list" not in _kernels(hand_made("cycle"), processor, "csr/ecl/split")


@for_each("seed", range(3))
@for_each("offset_type", [np.int32, np.int64])
def test_rows_in_any_order_lose_nothing(offset_type, seed, processor):
    # The rows of a tree, larger neighbors first, so that every edge counts; and nobody looks at
    # them from their other ends again, since each edge is known to be stored at both.
    generator, n = np.random.default_rng(seed), 2000
    names = generator.permutation(n)
    ends = names[1:], names[(np.arange(1, n) * generator.random(n - 1)).astype(int)]
    sources, targets = np.concatenate(ends), np.concatenate(ends[::-1])
    order = np.lexsort((-targets, sources))
    offsets = np.searchsorted(sources[order], np.arange(n + 1)).astype(offset_type)
    graph = clconn.Graph.from_csr(offsets, targets[order].astype(np.int32), symmetric=True)
    placed = graph.to(processor)
    assert "initialize_and_list" in _kernels(graph, processor, "csr/ecl/split")
    assert clconn.connected_components(placed, variant="csr/ecl/split").count == 1
    forest = clconn.spanning_forest(graph, variant="csr/ecl/split", device=processor, verify=True)
    assert forest.count == 1


@pytest.mark.parametrize("variant", UNIONS)
@pytest.mark.parametrize(("block", "batch"), [(1, 16), (7, 3), (64, 1), (1024, 16)])
def test_every_union_and_every_block(block, batch, variant, processor, monkeypatch):
    monkeypatch.setattr(short_rows, "_BLOCK", block)
    monkeypatch.setattr(short_rows, "_BATCH", batch)
    monkeypatch.setattr(short_rows, "ENTRIES_TO_LIST", 10**6)
    graph = rows_side_by_side(map(hand_made, HAND_MADE))
    # 64-bit offsets take programs of their own.
    for form in (graph, with_long_offsets(graph)) if batch == 3 else (graph,):
        assert "finish_listed" in _kernels(form, processor, variant)
        result = clconn.connected_components(form, variant=variant, device=processor)
        np.testing.assert_array_equal(result.roots, scipy_roots(graph))


@pytest.mark.parametrize("variant", [UNIONS[0], UNIONS[-2]])
def test_blocks_whose_rows_are_alike_and_blocks_whose_rows_are_not(variant, processor):
    # Ids go down the graph in the first half, and are shuffled in the second; where the halves meet
    # one block has rows of both kinds. Every tenth vertex has a third smaller neighbor.
    n = 1 << 13
    ids = np.arange(n)
    ids[n // 2 :] = np.random.default_rng(0).permutation(ids[n // 2 :])
    ends = np.concatenate([ids[1:], ids[20::10]]), np.concatenate([ids[:-1], ids[:-20:10]])
    apart = (ends[0] % 977 != 0) & (ends[1] % 977 != 0)
    for part in (np.ones(apart.size, bool), apart):
        graph = clconn.Graph.from_edges(ends[0][part], ends[1][part], n)
        rows = graph.adjacency()
        for symmetric in (None, True):
            graph = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=symmetric)
            assert "finish_listed" in _kernels(graph, processor, variant)
            result = clconn.connected_components(graph, variant=variant, device=processor)
            np.testing.assert_array_equal(result.roots, scipy_roots(graph))


def test_leaves_of_larger_vertices(processor):
    # Most ids have one neighbor, a larger one, beside which they begin; it may be a leaf itself, or
    # have its entries at the other ends only, or in any order.
    random = np.random.default_rng(0)
    n, inner = 5000, 300
    for hubs in (1, 40, inner):
        leaves = np.arange(n - inner)
        leaves = leaves[random.random(leaves.size) < 0.95]
        of_leaves = leaves, n - 1 - random.integers(0, hubs, leaves.size)
        more = random.integers(n - inner, n, (2, inner // 2))
        few = np.arange(0, 1200, 400), np.arange(1, 1201, 400)
        pairs = [(of_leaves, more), (of_leaves, few), (of_leaves,)]
        for ends in (np.concatenate(parts, axis=1) for parts in pairs):
            for one_way in (ends, ends[::-1], None):
                both = np.hstack([ends, ends[::-1]]) if one_way is None else one_way
                both = both[:, random.permutation(both.shape[1])]
                both = both[:, np.argsort(both[0], kind="stable")]
                offsets = np.searchsorted(both[0], np.arange(n + 1))
                graph = clconn.Graph.from_csr(offsets, both[1], symmetric=one_way is None or None)
                for variant in UNIONS[-3:]:
                    result = clconn.connected_components(graph, variant=variant, device=processor)
                    np.testing.assert_array_equal(result.roots, scipy_roots(graph))
                forest = clconn.spanning_forest(graph, variant="csr/ecl/split", device=processor)
                verdict = clconn.verify.forest(graph, forest)
                assert verdict, verdict.message


def test_a_leaf_begins_beside_its_sibling(processor):
    rows = clconn.Graph.from_edges(np.full(2999, 2999), np.arange(2999)).adjacency()
    star = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
    _, plan = plan_components(star.to(processor), "csr/ecl/split")
    plan.steps = plan.steps[:1]
    parents = processor.download(plan.run(wait=True)["roots"], 2999)
    # The last block has the row of the hub, and so more entries than those that are listed.
    assert (parents[: 2999 - short_rows._BLOCK] == 0).all()


def _upper_triangle(ends, n):
    return store(of_edges(n, ends), "smaller", 0)


def test_upper_triangles_in_order_are_linked_before_anything_is_united(processor):
    n = 3 * short_rows._LINKED_BLOCK
    ids = np.arange(n)
    for ends in (
        (ids[:-1], ids[1:]),
        (np.zeros(n - 1, int), ids[1:]),
        ((ids[1:] - 1) // 2, ids[1:]),
        grid(ids.reshape(-1, 64)),
    ):
        parents = _parents_after(_upper_triangle(ends, n), processor, "flatten")
        # Work-items of different blocks may want the same vertex.
        assert np.count_nonzero(parents) < n // 100


def _parents_after(graph, processor, kernel):
    """The parents when all steps to that of a kernel have run; the graph keeps no other plan."""
    _, plan = plan_components(graph.to(processor), "csr/ecl/split")
    names = [step.kernel.function_name for step in plan.steps]
    end = names.index(kernel) + 1
    assert names.index("link_larger") < end <= names.index("finish_larger")
    plan.steps = plan.steps[:end]
    return processor.download(plan.run(wait=True)["roots"], graph.n)


def test_other_matrices_are_not_taken_for_upper_triangles(processor):
    """Some are upper triangles but for an eighth of the edges, or but for blocks of 64 ids."""
    n = 1 << 14
    random = np.random.default_rng(0)
    ends = np.arange(n), np.arange(n) // 64 * 64 + random.integers(0, 64, n)
    larger, smaller = np.maximum(*ends), np.minimum(*ends)
    lower = np.unique(np.stack([larger, smaller])[:, larger > smaller], axis=1)
    # The first of each block has larger neighbors alone, or none.
    for rows in (lower, np.concatenate([lower, lower[::-1]], axis=1)):
        for sign in (1, -1):
            order = np.lexsort((sign * rows[1], rows[0]))
            offsets = np.searchsorted(rows[0][order], np.arange(n + 1))
            graph = clconn.Graph.from_csr(offsets, rows[1][order].astype(np.int32))
            assert "link_larger" not in _kernels(graph, processor, "csr/ecl/split")
    ids = np.arange(n - 1)
    for turned in (ids % 8 == 3, ids >= n - n // 8):
        ends = np.where(turned, ids + 1, ids), np.where(turned, ids, ids + 1)
        order = np.argsort(ends[0], kind="stable")
        offsets = np.searchsorted(ends[0][order], np.arange(n + 1))
        graph = clconn.Graph.from_csr(offsets, ends[1][order].astype(np.int32))
        assert "link_larger" not in _kernels(graph, processor, "csr/ecl/split")
    upper = _upper_triangle((ids, ids + 1), n)
    assert "link_larger" in _kernels(upper, processor, "csr/ecl/split")
    # What is symmetric gets no look at all entries in the end.
    upper.to(processor).symmetric = True
    assert "link_larger" not in _kernels(upper, processor, "csr/async/split")


def test_few_rows_among_empty_ones_are_linked_but_for_a_forest(processor):
    n = 1 << 14
    for hubs in (1, 8):
        ends = np.tile(np.arange(n - hubs), hubs), np.repeat(np.arange(n - hubs, n), n - hubs)
        star = store(of_edges(n, ends), "larger", 0)
        assert "link_larger" in _kernels(star, processor, "csr/ecl/split")
        assert "link_larger" not in _forest_kernels(star, processor)
        result = clconn.connected_components(star, variant="csr/ecl/split", device=processor)
        assert result.count == 1


def _forest_kernels(graph, runtime):
    _, plan = plan_forest(graph.to(runtime), "csr/ecl/split")
    return [step.kernel.function_name for step in plan.steps]


def test_an_upper_path_is_a_forest_before_anything_is_united(processor):
    n = 3 * short_rows._LINKED_BLOCK
    path = _upper_triangle((np.arange(n - 1), np.arange(1, n)), n)
    _, plan = plan_forest(path.to(processor), "csr/ecl/split")
    names = [step.kernel.function_name for step in plan.steps]
    plan.steps = plan.steps[: names.index("link_larger") + 1]
    edges = processor.download(plan.run(wait=True)["linked"], n)
    np.testing.assert_array_equal(edges, np.arange(n) - 1)


@pytest.mark.parametrize("variant", UNIONS)
def test_upper_triangles_and_what_looks_like_some(variant, processor, monkeypatch):
    monkeypatch.setattr(short_rows, "_LINKED_BLOCK", 7)
    random = np.random.default_rng(0)
    n = 6400
    for edges in (n // 2, n, 3 * n):
        ends = random.integers(0, n, (2, edges))
        triangle = _upper_triangle(ends, n)
        assert "link_larger" in _kernels(triangle, processor, variant)
        order = np.argsort(ends[0], kind="stable")
        offsets = np.searchsorted(ends[0][order], np.arange(n + 1))
        like_one = clconn.Graph.from_csr(offsets, ends[1][order].astype(np.int32))
        like_one.to(processor).has_upper_rows = True
        for graph in (triangle, like_one, with_long_offsets(triangle)):
            assert "link_larger" in _kernels(graph, processor, variant)
            result = clconn.connected_components(graph, variant=variant, device=processor)
            np.testing.assert_array_equal(result.roots, scipy_roots(graph))
            if variant in UNIONS[:-2]:
                forest = clconn.spanning_forest(graph, variant=variant, device=processor)
                verdict = clconn.verify.forest(graph, forest)
                assert verdict, verdict.message


@pytest.mark.parametrize("variant", UNIONS[:-2])
def test_forests(variant, processor, monkeypatch):
    monkeypatch.setattr(short_rows, "ENTRIES_TO_LIST", 10**6)
    for name in (
        "random-one-giant", "parallel-edges", "self-loops", "unsorted-symmetric-rows",
        "path-shuffled", "cycle",
    ):  # fmt: skip
        graph = hand_made(name)
        forest = clconn.spanning_forest(graph, variant=variant, device=processor)
        verdict = clconn.verify.forest(graph, forest)
        assert verdict, verdict.message


@given(vertices=st.integers(1, 3000), seed=st.integers(0, 2**32 - 1), one_way=st.booleans())
def test_rows_of_few_entries(vertices, seed, one_way, device):
    # Entries that stand at one end only are found by finish_larger, and finalized again.
    random = np.random.default_rng(seed)
    ends = random.integers(0, vertices, (2, vertices))
    ones = np.ones(vertices, np.int8)
    rows = scipy.sparse.csr_array((ones, (ends[0], ends[1])), shape=(vertices, vertices))
    rows = rows if one_way else rows + rows.T
    graph = clconn.Graph.from_scipy(rows)
    result = clconn.connected_components(graph, variant="csr/ecl/split", device=device)
    np.testing.assert_array_equal(result.roots, scipy_roots(graph))


def test_again_and_again(device):
    graph = hand_made("path-shuffled")
    runtime = open_runtime(device)
    for _ in range(50):
        result = clconn.connected_components(graph, variant="csr/ecl/split", device=runtime)
        np.testing.assert_array_equal(result.roots, scipy_roots(graph))
