"""Minimum spanning forests of streams are those of the whole graph, whatever the batches."""

from __future__ import annotations

import gc
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.errors import (
    DeviceError,
    GraphError,
    GraphFileError,
    GraphWarning,
    OptionError,
    UnknownVariantError,
)
from clconn.reference.minimum_forest.edge_batches import minimum_forest_of_batches
from clconn.streams import minimum_spanning_forest
from tests.helpers.cases import case, for_each
from tests.helpers.strategies import edge_lists

WIDE = (-(2**63), 2**63 - 1, 2**53, 2**53 + 1, -1, 0, 1)
WEIGHTS = {
    "int8": st.integers(-3, 3),
    "uint8": st.integers(0, 3),
    "int64": st.sampled_from(WIDE),
    "uint64": st.sampled_from((0, 1, 2**63, 2**64 - 1, 2**64 - 2)),
    "float32": st.sampled_from((-1.5, 0.0, -0.0, 0.25, np.inf, -np.inf)),
    "float64": st.sampled_from((0.1, np.nextafter(0.1, 1), -1e308, 5e-324, 0.0, -0.0, np.inf)),
    "longdouble": st.integers(-3, 3),
}


@st.composite
def streams(draw):
    """A number of vertices, edges with weights, and the edges at which batches begin."""
    n, pairs = draw(edge_lists(most_vertices=12))
    dtype = draw(st.sampled_from(sorted(WEIGHTS)))
    weights = draw(st.lists(WEIGHTS[dtype], min_size=len(pairs), max_size=len(pairs)))
    cuts = sorted(draw(st.lists(st.integers(0, len(pairs)), max_size=5)))
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return n, ends, np.array(weights, dtype=dtype), [0, *cuts, len(pairs)]


def _batches(ends, weights, cuts):
    return [(*ends[:, a:b], weights[a:b]) for a, b in pairwise(cuts)]


def _check(forest, n, ends, weights, **more):
    graph = clconn.Graph.from_edges(*ends, n, weights=weights)
    right = clconn.minimum_spanning_forest(graph, backend="scipy", **more)
    np.testing.assert_array_equal(forest.edge_ids, right.edge_ids)
    assert forest.edge_ids.dtype == np.int64
    np.testing.assert_array_equal(forest.edges, right.edges)
    np.testing.assert_array_equal(forest.weights, right.weights)
    np.testing.assert_array_equal(forest.labels, right.labels)
    assert (forest.n, forest.count) == (right.n, right.count)
    np.testing.assert_equal(forest.total_weight, right.total_weight)
    np.testing.assert_array_equal(forest.tree_weights(), right.tree_weights())
    np.testing.assert_array_equal(forest.parents(), right.parents())
    return right


@given(streams(), st.booleans(), st.sampled_from([1, 2, 7, 100]))
def test_any_split_into_batches_gives_the_forest_of_the_graph(stream, maximum, batch):
    n, ends, weights, cuts = stream
    forest = minimum_spanning_forest(_batches(ends, weights, cuts), n, batch=batch, maximum=maximum)
    right = _check(forest, n, ends, weights, maximum=maximum)
    assert forest.maximum == maximum
    if ends.size:
        assert forest.weights.dtype == right.weights.dtype


@given(streams())
def test_the_number_of_vertices_grows(stream):
    _, ends, weights, cuts = stream
    forest = minimum_spanning_forest(_batches(ends, weights, cuts), batch=1)
    _check(forest, int(ends.max()) + 1 if ends.size else 0, ends, weights)


@given(streams(), st.booleans())
def test_the_reference_agrees(stream, maximum):
    n, ends, weights, cuts = stream
    edges = list(zip(*ends.tolist(), weights.tolist(), strict=True))
    batches = [edges[a:b] for a, b in pairwise(cuts)]
    graph = clconn.Graph.from_edges(*ends, n, weights=weights)
    right = clconn.minimum_spanning_forest(graph, backend="scipy", maximum=maximum)
    assert minimum_forest_of_batches(n, batches, maximum=maximum) == right.edge_ids.tolist()


def _random_stream(n, m, kind, seed=1):
    generator = np.random.default_rng(seed)
    ends = (n * generator.random((2, m)) ** 2).astype(np.int32)
    weights = generator.integers(-50, 50, m) if kind == "ties" else generator.random(m)
    if kind in ("ascending", "descending"):
        weights = np.sort(weights)[:: 1 if kind == "ascending" else -1]
    return ends, weights.copy()


@pytest.mark.parametrize("kind", ["random", "ties", "ascending", "descending"])
@for_each("maximum", [False, True])
@for_each("batch", [100, 1500, 10**6])
def test_on_a_device(device, kind, maximum, batch):
    n, m = 500, 6000
    ends, weights = _random_stream(n, m, kind)
    source = np.ascontiguousarray(ends.T)
    forest = minimum_spanning_forest(
        source, n, weight=weights, batch=batch, device=device, maximum=maximum
    )
    assert forest.backend == "opencl"
    _check(forest, n, ends, weights, maximum=maximum)


@pytest.mark.parametrize("backend", ["reference", "scipy"])
def test_other_backends_and_variants(backend):
    ends, weights = _random_stream(60, 600, "ties")
    cuts = [*range(0, 600, 50), 600]
    forest = minimum_spanning_forest(_batches(ends, weights, cuts), 60, batch=50, backend=backend)
    assert forest.backend == backend
    _check(forest, 60, ends, weights)
    if backend == "reference":
        boruvka = minimum_spanning_forest(
            _batches(ends, weights, cuts), 60, batch=50, backend=backend,
            variant="csr/boruvka/relabel",
        )  # fmt: skip
        assert boruvka.variant == "csr/boruvka/relabel"
        _check(boruvka, 60, ends, weights)


def test_few_forests_are_found(monkeypatch):
    """Edges gather until there are n, and most edges of a long stream close a cycle."""
    from clconn.streams import minimum_forests

    sizes = []

    def counting(graph, **more):
        sizes.append(graph.edge_count)
        return clconn.minimum_spanning_forest(graph, **more)

    monkeypatch.setattr(minimum_forests, "forest_of_graph", counting)
    n, m = 300, 30_000
    ends, weights = _random_stream(n, m, "random")
    source = np.ascontiguousarray(ends.T)
    forest = minimum_spanning_forest(source, n, weight=weights, batch=30)
    _check(forest, n, ends, weights)
    # One of no edges, the first of n edges, then with the n - 1 edges of a forest.
    assert sizes[0] == 0
    assert n <= sizes[1] < n + 30
    assert max(sizes) < 2 * n + 30
    assert len(sizes) < 20  # of 100 without the filter

    sizes.clear()
    ends, weights = _random_stream(n, m, "ascending")
    _check(
        minimum_spanning_forest(np.ascontiguousarray(ends.T), n, weight=weights, batch=30),
        n, ends, weights,
    )  # fmt: skip
    assert sum(sizes) < 10 * n


def test_batches_of_several_types():
    first, second = 2**53 + 1, float(2**53)
    ends = np.array([[0, 1, 0, 3], [1, 2, 2, 4]])
    ints = np.array([2**53, first], dtype=np.int64)
    reals = np.array([second, 0.5])
    batches = [(*ends[:, :2], ints), (*ends[:, 2:], reals)]
    # No float64 is 2**53 + 1, so all weights become objects, and edge 1 is the heaviest.
    forest = minimum_spanning_forest(batches, 5, batch=2)
    assert forest.edge_ids.tolist() == [0, 2, 3]
    assert forest.total_weight == 2.0**54
    heaviest = minimum_spanning_forest(batches, 5, batch=2, maximum=True)
    assert heaviest.edge_ids.tolist() == [0, 1, 3]
    assert heaviest.weights.tolist() == [2**53, first, 0.5]
    assert heaviest.weights.dtype == object


@pytest.mark.parametrize(
    ("types", "result"),
    [
        (("int8", "int64"), "int64"),
        (("int64", "int8"), "int64"),
        (("int64", "float64"), "float64"),
        (("float32", "int16", "float64"), "float64"),
        (("uint64", "int64"), "int64"),
        (("float16", "float32", "int32", "int64"), "float64"),
    ],
)
def test_small_numbers_of_several_types_stay_numbers(types, result):
    generator = np.random.default_rng(3)
    ends = generator.integers(0, 20, (2, 30 * len(types)))
    weights = generator.integers(0, 10, ends.shape[1])
    batches = [
        (*ends[:, 30 * i : 30 * i + 30], weights[30 * i : 30 * i + 30].astype(kind))
        for i, kind in enumerate(types)
    ]
    forest = minimum_spanning_forest(batches, 20, batch=30)
    assert forest.weights.dtype == result
    assert forest.total_weight == _check(forest, 20, ends, weights).total_weight


def test_wide_numbers_of_two_types_are_exact():
    ends = np.array([[0, 1, 0], [1, 2, 2]])
    batches = [
        (ends[0, :2], ends[1, :2], np.array([-1, 2**62 + 1], dtype=np.int64)),
        (ends[0, 2:], ends[1, 2:], np.array([2**63 + 3], dtype=np.uint64)),
    ]
    heaviest = minimum_spanning_forest(batches, 3, batch=1, maximum=True)
    assert heaviest.edge_ids.tolist() == [1, 2]
    assert heaviest.total_weight == 2**62 + 1 + 2**63 + 3


def test_without_weights_every_edge_weighs_one():
    batches = [([0, 1], [1, 0]), ([1, 2, 2], [2, 0, 2]), ([4], [3])]
    forest = minimum_spanning_forest(batches, 6, batch=1)
    assert forest.edge_ids.tolist() == [0, 2, 5]
    assert forest.weights.tolist() == [1, 1, 1]
    assert type(forest.total_weight) is int
    assert forest.count == 3


@pytest.mark.parametrize("n", [None, 0, 5])
@pytest.mark.parametrize("empty", [[], [([], [])], [([], [], [])]])
def test_no_edges(n, empty):
    forest = minimum_spanning_forest(iter(empty), n)
    assert (forest.n, forest.count, forest.total_weight) == (n or 0, n or 0, 0)
    assert forest.edge_ids.size == forest.weights.size == 0
    assert forest.labels.tolist() == list(range(n or 0))


def test_empty_batches_between_others():
    batches = [([], [], []), ([0], [1], [2.5]), ([], [], []), ([1], [0], [1.5])]
    forest = minimum_spanning_forest(batches, batch=1)
    assert (forest.edge_ids.tolist(), forest.total_weight, forest.n) == ([1], 1.5, 2)


def test_the_result_outlives_its_batches():
    ends, weights = _random_stream(50, 300, "ties")
    source = np.ascontiguousarray(ends.T)
    forest = minimum_spanning_forest(source, 50, weight=weights, batch=20)
    before = forest.edge_ids.tolist(), forest.total_weight
    source[:] = 0
    weights[:] = 0
    gc.collect()
    assert (forest.edge_ids.tolist(), forest.total_weight) == before
    assert forest.to_scipy().nnz == forest.edge_ids.size
    assert forest.timing.total >= forest.timing.compute > 0


def test_verified_against_the_graph():
    ends, weights = _random_stream(80, 900, "ties")
    forest = minimum_spanning_forest([(*ends, weights)], 80, batch=100)
    graph = clconn.Graph.from_edges(*ends, 80, weights=weights)
    assert clconn.verify.minimum_forest(graph, forest)


@pytest.mark.parametrize(
    ("batches", "n", "message"),
    [
        ([([0], [1], [1.0]), ([0, 1], [1, 0], [1.0, np.nan])], None, "weight of edge 2 is NaN"),
        ([([0], [1], [1]), ([0], [1], ["x"])], None, "edge 1"),
        ([([0, 1], [1, 0]), ([0, 5], [1, 0])], 3, "edge 3 joins 5 and 0, .*; n .*has to be 6"),
        ([([0, 1], [1, 0]), ([0, -1], [1, 0])], None, "edge 3 joins -1 and 0.*renumber=True"),
        ([([0], [2**31 - 1])], None, "fewer than 2.*31"),
        ([([0], [0])], 0, "no vertices"),
        ([([0], [1], [1]), ([0], [1])], None, "item 1 .* no weights, and those before it have"),
        ([([0], [1]), ([0], [1], [1])], None, "item 1 .* weights, and those before it have no"),
        ([([0, 1], [1, 0]), ([0.5], [1])], None, "item 1 .*entry 0 is 0.5"),
        ([([0], [1], [2**80]), ([0], [1], [np.longdouble(1)])], None, "weights of one type"),
    ],
)  # fmt: skip
def test_bad_edges_are_named_by_their_numbers(batches, n, message):
    with pytest.raises(GraphError, match=message):
        minimum_spanning_forest(batches, n, batch=1)


def test_bad_arguments_are_named_before_more_than_a_batch_is_read():
    def never():
        zeros = np.zeros(10**5, dtype=np.int64)
        yield zeros, zeros, zeros
        raise AssertionError("read")

    bad = [
        ({"maximum": 1}, OptionError, "expected True or False"),
        ({"variant": "kruskal"}, UnknownVariantError, "did you mean"),
        ({"backend": "cuda"}, OptionError, "unknown backend"),
        ({"backend": "scipy", "device": "cpu"}, DeviceError, "leave one out"),
        ({"options": {"c": 99}, "variant": "csr/ecl-mst/all"}, OptionError, "c"),
        ({"batch": 0}, GraphError, "1 or more"),
        ({"n": -1}, GraphError, "n"),
        ({"n": "many"}, GraphError, "n"),
    ]
    for more, error, message in bad:
        with case(arguments=more), pytest.raises(error, match=message):
            minimum_spanning_forest(never(), **more)


def test_a_file(tmp_path):
    ends, weights = _random_stream(70, 500, "ties")
    path = tmp_path / "edges.wel"
    path.write_text("".join(f"{u} {v} {w}\n" for u, v, w in zip(*ends, weights, strict=True)))
    graph = clconn.read(path)
    forest = minimum_spanning_forest(path, batch=64)
    _check(forest, graph.n, ends, weights)
    path.write_text("0 1 2\n1 2 3\n0 2 nan\n")
    with pytest.raises(GraphFileError, match=f"{path}, line 3"):
        minimum_spanning_forest(path)


def test_sparse_ids_are_told():
    with pytest.warns(GraphWarning, match="have an edge"):
        forest = minimum_spanning_forest([([0], [2**21], [1])])
    assert forest.count == 2**21


@settings(max_examples=30)
@given(streams(), st.integers(1, 4))
def test_pickles(stream, batch):
    import pickle

    n, ends, weights, cuts = stream
    forest = minimum_spanning_forest(_batches(ends, weights, cuts), n, batch=batch)
    _check(pickle.loads(pickle.dumps(forest)), n, ends, weights)


def test_a_file_of_weights_that_is_not_there(tmp_path):
    np.save(tmp_path / "edges.npy", [[0, 1]])
    with pytest.raises(FileNotFoundError, match=r"w.npy: no such file"):
        minimum_spanning_forest(tmp_path / "edges.npy", weight=tmp_path / "w.npy")
