"""The mirror images of entries: which rows are clean, what is an edge's index, what is dropped."""

import itertools

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from clconn.errors import GraphError
from clconn.graph import Adjacency, Graph
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph import mirror_entries, weighted_placement
from clconn.opencl_backend.graph.device_csr import upload_csr
from clconn.opencl_backend.graph.mirror_entries import MirrorSearch, list_sources
from clconn.opencl_backend.graph.weight_keys import Keys
from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
from tests.helpers.cases import case
from tests.helpers.graphs import hand_made
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets
from tests.helpers.strategies import graphs

KEYS = [("uint", np.uint32), ("ulong", np.uint64)]


def _put(device, offsets, neighbors, keys=None, offset_dtype=np.int32, key_type="uint"):
    runtime = open_runtime(device)
    offsets = np.array(offsets, dtype=offset_dtype)
    neighbors = np.array(neighbors, dtype=np.int32)
    keys = np.zeros(neighbors.size) if keys is None else keys
    rows = upload_csr(runtime, Adjacency(offsets, neighbors))
    keys = np.concatenate([keys, [0]], dtype=dict(KEYS)[key_type], casting="unsafe")
    buffer = runtime.upload_writable(keys)
    return runtime, rows, Keys(buffer, key_type)


def _runtime(device, blocks):
    """A runtime in whose groups work-items take blocks of entries, or entries in turn."""
    return open_runtime(
        device if blocks is None else runtime_with_small_classes(device, blocks=blocks)
    )


def _mirrors(*arguments, **more):
    runtime, rows, keys = _put(*arguments, **more)
    indices = MirrorSearch(runtime, rows).indices(keys)
    return (
        None if indices is None else runtime.download(indices, rows.entry_count, np.uint32).tolist()
    )


def _sources(*arguments, look_for_mirrors=True, **more):
    runtime, rows, keys = _put(*arguments, **more)
    listed = list_sources(runtime, rows, keys, look_for_mirrors=look_for_mirrors)
    return runtime.download(listed.sources, rows.entry_count).tolist(), listed.kept


@pytest.mark.parametrize("blocks", [None, True, False])
@pytest.mark.parametrize("offset_dtype", [np.int32, np.int64])
def test_both_ends_have_the_first_entry(offset_dtype, blocks, device):
    device = _runtime(device, blocks)
    # 0-1, 0-3, 1-2, 1-3, nothing at 4, 5-6
    offsets, neighbors = [0, 2, 5, 6, 8, 8, 9, 10], [1, 3, 0, 2, 3, 1, 0, 1, 6, 5]
    indices = _mirrors(device, offsets, neighbors, offset_dtype=offset_dtype)
    assert indices == [0, 1, 0, 3, 4, 3, 1, 4, 8, 8]


@pytest.mark.parametrize(
    ("offsets", "neighbors"),
    [
        ([0], []),
        ([0, 0, 0], []),
        ([0, 1, 1], [1]),
        ([0, 1, 2], [1, 1]),
        ([0, 2, 4], [0, 1, 0, 1]),
        ([0, 2, 4], [1, 1, 0, 0]),
        ([0, 2, 3, 4], [2, 1, 0, 0]),
        ([0, 1, 2, 3, 4], [1, 2, 3, 0]),
        ([0, 1, 3, 4], [2, 0, 2, 1]),
    ],
    ids=[
        "no-vertices", "no-edges", "one-end", "loop", "loops", "parallel", "descending", "cycle",
        "as-many-but-others",
    ],
)  # fmt: skip
@pytest.mark.parametrize("blocks", [None, True, False])
def test_rows_that_are_refused(offsets, neighbors, blocks, device):
    device = _runtime(device, blocks)
    assert _mirrors(device, offsets, neighbors) is None


@given(graph=graphs(), seed=st.integers(0, 99))
def test_drawn_rows(device, graph, seed):
    matrix = scipy.sparse.csr_array(
        (np.ones(graph.edge_count), graph.edges()), shape=(graph.n, graph.n)
    )
    matrix.setdiag(0)
    matrix = (matrix + matrix.T).tocsr()
    matrix.eliminate_zeros()
    matrix.sort_indices()
    indices = _mirrors(device, matrix.indptr, matrix.indices)
    if matrix.nnz == 0:
        assert indices is None
        return
    sources = np.repeat(np.arange(graph.n), np.diff(matrix.indptr))
    first = np.zeros((graph.n, graph.n), dtype=int)
    upper = sources < matrix.indices
    first[sources[upper], matrix.indices[upper]] = np.flatnonzero(upper)
    first += first.T
    assert indices == first[sources, matrix.indices].tolist()
    # With an entry less it is none of an undirected graph.
    lost = seed % matrix.nnz
    offsets = matrix.indptr - (matrix.indptr > lost)
    assert _mirrors(device, offsets, np.delete(matrix.indices, lost)) is None


@pytest.mark.parametrize("offset_dtype", [np.int32, np.int64])
@pytest.mark.parametrize("key_type", ["uint", "ulong"])
def test_unequal_keys(key_type, offset_dtype, device):
    most = 2**32 - 1 if key_type == "uint" else 2**64 - 1
    types = {"offset_dtype": offset_dtype, "key_type": key_type}
    for keys, is_clean in (([7, 7, most, most], True), ([7, 7, most, most - 1], False)):
        keys = np.array(keys, dtype=dict(KEYS)[key_type])
        indices = _mirrors(device, [0, 1, 3, 4], [1, 0, 2, 1], keys, **types)
        assert indices == ([0, 0, 2, 2] if is_clean else None)


@pytest.mark.parametrize("offset_dtype", [np.int32, np.int64])
@pytest.mark.parametrize("key_type", ["uint", "ulong"])
@pytest.mark.parametrize("blocks", [None, True, False])
def test_dropped_entries(blocks, key_type, offset_dtype, device):
    device = _runtime(device, blocks)
    types = {"offset_dtype": offset_dtype, "key_type": key_type}
    # 0-1 twice at 0 and once at 1; a loop; 1-2 lighter below the diagonal; 0-2 below it only.
    offsets, neighbors, keys = [0, 2, 5, 7], [1, 1, 0, 1, 2, 0, 1], [4, 5, 5, 0, 3, 9, 2]
    sources, count = _sources(device, offsets, neighbors, keys, **types)
    assert sources == [0, 0, 0, 1, 1, 2, 2]
    assert count == 5
    sources, count = _sources(device, offsets, neighbors, keys, look_for_mirrors=False, **types)
    assert sources == [0, 0, 1, 1, 1, 2, 2]
    assert count == 6


def _symmetric_entries(generator, key_type):
    """Entries of a symmetric matrix by rows in no order, some twice, and some on the diagonal."""
    ends = generator.integers(0, 40, (2, 300))
    ends = np.concatenate([ends, ends[:, :20]], axis=1)
    keys = generator.integers(0, 9, ends.shape[1]).astype(dict(KEYS)[key_type])
    keys[:50] += np.iinfo(keys.dtype).max - 9
    off = ends[0] != ends[1]
    entries = np.concatenate([ends, ends[::-1, off]], axis=1), np.concatenate([keys, keys[off]])
    order = generator.permutation(entries[1].size)
    return entries[0][:, order], entries[1][order]


def _by_rows(ends, keys):
    order = np.argsort(ends[0], kind="stable")
    offsets = np.searchsorted(ends[0][order], np.arange(41))
    return ends[:, order], (offsets, ends[1][order], keys[order])


@pytest.fixture
def visited(monkeypatch):
    """The kernels that visited entries."""
    names = []
    visit = mirror_entries._visit_entries

    def note(runtime, rows, name, *arguments):
        names.append(name)
        visit(runtime, rows, name, *arguments)

    monkeypatch.setattr(mirror_entries, "_visit_entries", note)
    return names


@pytest.mark.parametrize("offset_dtype", [np.int32, np.int64])
@pytest.mark.parametrize("key_type", ["uint", "ulong"])
def test_all_entries_below_the_diagonal_have_equal_ones(key_type, offset_dtype, device, visited):
    (sources, targets), rows = _by_rows(*_symmetric_entries(np.random.default_rng(2), key_type))
    found, count = _sources(device, *rows, offset_dtype=offset_dtype, key_type=key_type)
    is_searched = not open_runtime(device).is_cpu
    assert visited == ["list_sources" if is_searched else "list_sources_above"]
    if not is_searched:
        assert found == np.minimum(sources, targets).tolist()
        assert count == np.count_nonzero(sources < targets)


def _another_key(ends, keys, place):
    keys[place] ^= 1 << (keys.itemsize * 8 - 1)


def _another_end(ends, keys, place):
    ends[1, place] = (ends[1, place] + 1) % 40


def _turned(ends, keys, place):
    ends[:, place] = ends[::-1, place]


def _keys_changed_round(ends, keys, place):
    """Of two edges, at one end each; the sums of all keys and ends stay."""
    other = np.flatnonzero((ends[0] < ends[1]) == (ends[0, place] < ends[1, place]))
    other = other[(keys[other] != keys[place]) & (ends[0, other] != ends[1, other])][0]
    keys[[place, other]] = keys[[other, place]]


def _ends_changed_round(ends, keys, place):
    other = np.flatnonzero(ends[1] != ends[1, place])[0]
    ends[1, [place, other]] = ends[1, [other, place]]


@pytest.mark.parametrize("key_type", ["uint", "ulong"])
def test_entries_below_the_diagonal_that_differ_are_searched(key_type, device, visited):
    changes = _another_key, _another_end, _turned, _keys_changed_round, _ends_changed_round
    for change, seed in itertools.product(changes, range(20)):
        generator = np.random.default_rng(seed)
        ends, keys = _symmetric_entries(generator, key_type)
        change(ends, keys, generator.choice(np.flatnonzero(ends[0] != ends[1])))
        (sources, targets), rows = _by_rows(ends, keys)
        triples = (np.stack([sources, targets, rows[2]]), np.stack([targets, sources, rows[2]]))
        one, other = (np.unique(each, axis=1, return_counts=True) for each in triples)
        is_symmetric = all(np.array_equal(*pair) for pair in zip(one, other, strict=True))
        visited.clear()
        with case(change=change.__name__, seed=seed):
            found, count = _sources(device, *rows, key_type=key_type)
            assert (visited[-1] == "list_sources_above") == (
                is_symmetric and open_runtime(device).is_cpu
            )
            assert count == np.count_nonzero(np.array(found) != targets)
            # Each edge is kept at one end at least.
            kept = np.array(found) != targets
            edges = {tuple(sorted(pair)) for pair in ends.T.tolist() if pair[0] != pair[1]}
            pairs = np.stack([sources, targets])[:, kept].T.tolist()
            assert {tuple(sorted(pair)) for pair in pairs} == edges


def test_numbers_of_edges_that_share_an_end_are_as_good_as_random(device, monkeypatch):
    """By numbers whose ends are mixed by one multiplication these two were the same edge."""
    seed, keys = 0xAC2AB49A5CA6AC81, [7, 0xAC1F58005420A807]
    monkeypatch.setattr(mirror_entries.secrets, "randbits", lambda bits: seed)
    offsets = np.ones(2051, int)
    offsets[[0, -1]] = 0, 2
    neighbors, keys = [2049, 2048], np.array(keys, np.uint64)
    sources, count = _sources(device, offsets, neighbors, keys, key_type="ulong")
    assert (sources, count) == ([0, 2049], 2)


def test_short_rows_of_near_ids_are_searched_at_once(device, visited):
    path = np.arange(20_000)
    shuffled = np.random.default_rng(3).permutation(path)
    near = [path[: -1 - step] for step in range(3)]
    cases = {
        "path": ((path[:-1], path[1:]), False),
        "shuffled path": ((shuffled[:-1], shuffled[1:]), True),
        "longer rows": ((np.concatenate(near), np.concatenate([it + 1 + step for step, it in
                         enumerate(near)])), True),
    }  # fmt: skip
    for name, (ends, adds_up) in cases.items():
        rows = Graph.from_edges(*ends, path.size).adjacency()
        graph = Graph.from_csr(rows.offsets, rows.neighbors)
        visited.clear()
        placed = put_weighted_graph(graph, device, as_rows=False)
        placed.edge_arrays()  # they may be put off, since all weights are equal
        is_sum = adds_up and placed.runtime.is_cpu
        with case(name=name):
            assert visited == ["list_sources_above" if is_sum else "list_sources"]
            assert placed.edge_count == ends[0].size


@pytest.mark.parametrize("kind", ["none", "equal", "unequal"])
@pytest.mark.parametrize("promised", [True, None])
def test_rows_are_used_as_they_are(promised, kind, device):
    given = hand_made("both-triangles").rows
    sources = np.repeat(np.arange(given.offsets.size - 1), np.diff(given.offsets))
    weights = {
        "none": None,
        "equal": (sources + given.neighbors) % 5,
        "unequal": np.arange(sources.size),
    }
    graph = Graph.from_csr(
        given.offsets, given.neighbors, weights=weights[kind], symmetric=promised
    )
    for form in (graph, with_long_offsets(graph)):
        placed = put_weighted_graph(form, device, as_rows=True)
        assert placed.is_clean == (kind != "unequal")
        assert form.symmetric or not placed.is_clean


def test_too_many_edges(device, monkeypatch):
    graph = Graph.from_csr([0, 1, 3, 4], [1, 0, 2, 1], symmetric=True)
    monkeypatch.setattr(weighted_placement, "MOST_EDGES", 3)
    with pytest.raises(GraphError, match="at most 3 edges and the graph has 4"):
        put_weighted_graph(graph, device)
    assert isinstance(graph.rows, Adjacency)


@pytest.mark.parametrize("is_search_quick", [False, True])
def test_it_is_known_whether_each_entry_has_an_equal_one(is_search_quick, device):
    """Of 0-1, 0-2, 1-2 and a self loop, if rows ascend or a processor adds up both sides."""
    offsets, neighbors, keys = [0, 2, 5, 7], [1, 2, 0, 1, 2, 0, 1], [5, 6, 5, 9, 7, 6, 7]
    for rows, weights, expected in (
        ((offsets, neighbors), keys, True),
        ((offsets, neighbors), [5, 6, 5, 9, 7, 6, 8], False),
        ((offsets, neighbors), [5, 6, 5, 9, 7, 6, 4], False),
        (([0, 2, 5, 6], neighbors[:6]), keys[:6], False),
        (([0, 1, 4, 6], neighbors[1:]), keys[1:], False),
    ):
        runtime, rows, stored = _put(device, *rows, weights)
        listed = list_sources(
            runtime, rows, stored, look_for_mirrors=True, is_search_quick=is_search_quick
        )
        with case(weights=weights, n=rows.entry_count):
            assert listed.have_equals is expected
            unlooked = list_sources(runtime, rows, stored, look_for_mirrors=False)
            assert not unlooked.have_equals
