"""Forests when the vertices do not fit one worker: rounds take over by themselves."""

import os
from copy import copy
from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest

import clconn
from clconn.distributed import calls
from clconn.distributed.contraction import forests_answer
from clconn.errors import GraphError
from tests.distributed.samples import same_minimum_forest, sample

distributed = pytest.importorskip("distributed")
pytest.importorskip("dask.array")

SAMPLE = sample()
NAMES = np.random.default_rng(6).permutation(10 * SAMPLE.n)[: SAMPLE.n] - 2**62
NAMED = NAMES[SAMPLE.sources], NAMES[SAMPLE.targets], SAMPLE.weights
SOLVERS = [clconn.distributed.spanning_forest, clconn.distributed.minimum_spanning_forest]


def _parts(*columns):
    from dask import delayed

    parts = zip(*(np.array_split(column, 3) for column in columns), strict=True)
    return [delayed(part) for part in parts]


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("maximum", [False, True])
def test_the_minimum_forest_is_that_of_one_machine(maximum):
    solve = clconn.distributed.minimum_spanning_forest
    found = solve(
        _parts(*SAMPLE[:3]),
        SAMPLE.n,
        maximum=maximum,
        variant="csr/boruvka/relabel",
        backend="reference",
    )
    same_minimum_forest(found, clconn.minimum_spanning_forest(SAMPLE.graph, maximum=maximum))
    assert type(found) is clconn.MinimumForest
    assert found.variant == "csr/boruvka/relabel"
    assert found.maximum is maximum
    assert not found.is_on_cluster
    report = found.report
    assert report.rounds
    assert report.edge_count == SAMPLE.sources.size
    assert report.answer_bytes == 24 * found.edge_ids.size
    assert found.timing.compute >= sum(each.seconds for each in report.rounds) > 0
    reason = f"{len(report.rounds)} rounds of contraction, because a forest of up to 86"
    assert reason in found.reason  # a third of the edges, whichever task came first
    assert "live names" in str(report)
    # Only edges count, so it is the same without n.
    unsaid = solve(_parts(*SAMPLE[:2]), maximum=maximum)
    assert "bytes on one worker" in unsaid.reason
    graph = clconn.Graph.from_edges(SAMPLE.sources, SAMPLE.targets)
    same_minimum_forest(unsaid, clconn.minimum_spanning_forest(graph))


@pytest.mark.usefixtures("narrow")
def test_a_spanning_forest_is_one_and_the_same_in_each_run():
    solve = clconn.distributed.spanning_forest
    # The variant is one of spanning forests, and rounds find minimum ones.
    found = solve(_parts(*SAMPLE[:2]), SAMPLE.n, variant="csr/ecl/halve")
    assert type(found) is clconn.SpanningForest
    assert found.report.rounds
    assert clconn.verify.forest(SAMPLE.graph, found)
    assert found.count == clconn.connected_components(SAMPLE.graph).count
    unweighted = clconn.Graph.from_edges(SAMPLE.sources, SAMPLE.targets, SAMPLE.n)
    expected = clconn.minimum_spanning_forest(unweighted)
    for again in (found, solve(_parts(*SAMPLE[:2]), SAMPLE.n, backend="reference")):
        np.testing.assert_array_equal(again.edge_ids, expected.edge_ids)
        np.testing.assert_array_equal(again.edges, expected.edges)


@pytest.mark.usefixtures("narrow")
def test_names_and_arrays_that_stay_on_the_cluster(monkeypatch):
    graph = clconn.Graph.from_edges(*NAMED[:2], weights=NAMED[2], renumber=True)
    expected = clconn.minimum_spanning_forest(graph)
    brought = clconn.distributed.minimum_spanning_forest(_parts(*NAMED), renumber=True)
    same_minimum_forest(brought, expected)
    np.testing.assert_array_equal(brought.nodes, expected.nodes)
    assert brought.report.rounds
    monkeypatch.setattr(forests_answer, "available_bytes", lambda: 1000)
    kept, plain = (solve(_parts(*NAMED), renumber=True) for solve in reversed(SOLVERS))
    for forest in (kept, plain):
        assert forest.is_on_cluster
        assert (forest.n, forest.count) == (expected.n, expected.count)
        assert f"(n={expected.n}, count={expected.count}, variant=" in repr(forest)
        assert len(forest.edge_ids.chunks[0]) == 3
        ids = forest.edge_ids.compute()
        for end, names in zip(forest.edges, NAMED[:2], strict=True):
            np.testing.assert_array_equal(end.compute(), names[ids])
    np.testing.assert_array_equal(kept.edge_ids.compute(), expected.edge_ids)
    np.testing.assert_array_equal(kept.weights.compute(), expected.weights)
    assert kept.weights.dtype == expected.weights.dtype
    assert kept.total_weight == expected.total_weight
    assert kept.maximum is False
    assert not hasattr(plain, "weights")
    for forest, name, asked in (
        (kept, "labels", "edge_ids, edges, weights or to_frame()"),
        (plain, "parents", "edge_ids, edges or to_frame()"),
    ):
        with pytest.raises(AttributeError) as caught:
            getattr(forest, name)
        fault = f"{type(forest).__name__} has no {name!r}, since its arrays are on the workers; ask"
        assert str(caught.value) == f"{fault} {asked}, whose values .compute() brings here"
    with pytest.raises(AttributeError, match=r"has no 'lables'$"):
        plain.lables  # noqa: B018
    assert copy(kept).report is kept.report
    broken = replace(kept, weights=None)
    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'to_delayed'"):
        broken.total_weight  # noqa: B018
    if find_spec("pyarrow"):  # which Dask's frames need
        frame = kept.to_frame().compute()
        assert frame["source"].tolist() == NAMED[0][expected.edge_ids].tolist()
        assert frame["weight"].tolist() == expected.weights.tolist()
        assert plain.to_frame().columns.tolist() == ["source", "target"]


@pytest.mark.usefixtures("narrow")
def test_integers_in_a_column_of_objects_are_names():
    from dask import delayed

    names = NAMES.astype(object)
    columns = names[SAMPLE.sources], names[SAMPLE.targets], SAMPLE.weights
    graph = clconn.Graph.from_edges(*columns[:2], weights=SAMPLE.weights, renumber=True)
    expected = clconn.minimum_spanning_forest(graph)
    none = delayed(([], [], []))  # which has neither names nor numbers
    found = clconn.distributed.minimum_spanning_forest([none, *_parts(*columns)])
    assert found.report.rounds
    same_minimum_forest(found, expected)
    np.testing.assert_array_equal(found.nodes, expected.nodes)
    mixed = [*_parts(*SAMPLE[:3]), *_parts(*columns)]
    message = r"^partition 0 holds numbers of vertices and partition 3 holds integers, such as -\d+"
    with pytest.raises(GraphError, match=message):
        clconn.distributed.minimum_spanning_forest(mixed)


@pytest.mark.usefixtures("narrow")
def test_few_edges_of_many_vertices_come_to_the_client(monkeypatch):
    from dask import delayed

    solve, parts = clconn.distributed.minimum_spanning_forest, [delayed(([0, 1], [1, 2], [5, 4]))]
    for n in (SAMPLE.n, 2**31 - 1):
        with_room = solve([*parts, *parts], n)  # of many vertices few edges fit a worker, too
        assert not with_room.report.rounds
        assert (with_room.count, with_room.total_weight) == (n - 2, 9)
    monkeypatch.setattr(calls, "smallest_limit", lambda client: 16)
    monkeypatch.setattr(forests_answer, "available_bytes", lambda: 129)
    for n in (SAMPLE.n, 2**31 - 1):
        brought = solve(parts, n)
        assert not brought.is_on_cluster
        assert brought.report.no_room
        assert (brought.count, brought.total_weight) == (n - 2, 9)
    # Names come, too, 16 bytes each, if the vertices have any.
    words = np.array([7, 8, 9], object)
    named = [delayed((words[:2], words[1:], [5, 4]))]
    assert solve(named).is_on_cluster
    monkeypatch.setattr(forests_answer, "available_bytes", lambda: 2 * 64 + 3 * 16)
    assert solve(named).nodes.tolist() == [7, 8, 9]


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("large", [2**53 + 1, 2**53])
def test_weights_of_several_types_on_the_cluster(monkeypatch, large):
    from dask import delayed

    n = 2 * SAMPLE.n
    parts = [
        delayed(([0, 1, n], [1, 2, n], np.array([large, 3, 0]))),
        delayed(([2, 3], [3, 4], np.array([0.5, 1e300]))),
        delayed(([0], [0], np.array([1], np.uint8))),
    ]
    monkeypatch.setattr(calls, "smallest_limit", lambda client: 16)
    monkeypatch.setattr(forests_answer, "available_bytes", lambda: 100)
    kept = clconn.distributed.minimum_spanning_forest(parts, n + 1)
    assert kept.weights.compute().tolist() == [large, 3, 0.5, 1e300]
    monkeypatch.undo()
    monkeypatch.setattr(calls, "smallest_limit", lambda client: 16)
    brought = clconn.distributed.minimum_spanning_forest(parts, n + 1)
    assert brought.report.no_room
    assert brought.weights.tolist() == [large, 3, 0.5, 1e300]
    assert brought.weights.dtype == kept.weights.dtype
    assert brought.weights.dtype == (object if large % 2 else np.float64)
    assert brought.total_weight == kept.total_weight


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("solve", SOLVERS)
def test_words_and_bad_edges_are_refused(solve):
    from dask import delayed

    words = np.arange(4 * SAMPLE.n).astype(str)
    with pytest.raises(GraphError, match=r"partition 0 has names .* number them in a column"):
        solve([delayed((words, words))])
    with pytest.raises(GraphError, match=r"^partition \d: edge \d+ joins .*outside 0\.\.2,?000"):
        solve(_parts(SAMPLE.sources, SAMPLE.targets), 2001)


@pytest.mark.usefixtures("narrow")
def test_bad_weights_are_refused():
    from dask import delayed

    solve = clconn.distributed.minimum_spanning_forest
    with pytest.raises(GraphError, match=r"^partition 1: the weight of edge 1 is NaN"):
        solve([delayed(([0], [1], [1.0])), delayed(([0, 1], [1, 2], [1.0, np.nan]))], SAMPLE.n)
    with pytest.raises(GraphError, match="edges of partition 2 have weights, and those of partit"):
        solve([delayed(([0], [1])), delayed(([3], [3], [1])), delayed(([2], [1], [1]))], SAMPLE.n)


def _ring(number, count, n):
    """Edges of a shuffled ring, made where they are solved: arrays in tasks take memory."""
    places = np.arange(n * number // count, n * (number + 1) // count + 1)
    ids = places * 2_654_435_761 % n
    return ids[:-1], ids[1:], ids[1:] % 1000


def test_a_limit_of_memory_forces_it(client):
    from dask import delayed

    n, count = 1 << 21, 12
    parts = [delayed(_ring)(number, count, n) for number in range(count)]
    with_room = clconn.distributed.minimum_spanning_forest(parts, n, client=client)
    assert not with_room.report.rounds
    with (
        distributed.LocalCluster(
            n_workers=4, threads_per_worker=1, dashboard_address=":0", memory_limit=512 << 20
        ) as cluster,
        distributed.Client(cluster) as small,
    ):
        pids = set(small.run(os.getpid).values())
        found = clconn.distributed.minimum_spanning_forest(parts, n, client=small)
        assert f"a merge of forests of {n:,} vertices" in found.reason
        assert found.report.rounds
        assert set(small.run(os.getpid).values()) == pids  # no nanny had to end a worker
    same_minimum_forest(found, with_room)
