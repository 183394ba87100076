"""Rounds of contraction take over by themselves when the vertices do not fit one worker."""

import os
from importlib.util import find_spec

import numpy as np
import pytest

import clconn
from clconn.distributed.contraction import components_answer
from clconn.errors import GraphError
from tests.distributed.samples import same_components, sample

distributed = pytest.importorskip("distributed")
pytest.importorskip("dask.array")

SAMPLE = sample()
NAMES = np.random.default_rng(6).permutation(10 * SAMPLE.n)[: SAMPLE.n] - 5 * SAMPLE.n


def _parts(*columns):
    from dask import delayed

    return [delayed(part) for part in np.array_split(np.column_stack(columns), 3)]


@pytest.mark.usefixtures("narrow")
def test_the_answer_is_that_of_one_machine(monkeypatch):
    solve = clconn.distributed.connected_components
    parts = _parts(SAMPLE.sources, SAMPLE.targets)
    expected = clconn.connected_components(SAMPLE.graph)
    result = solve(parts, SAMPLE.n)
    same_components(result, expected)
    assert type(result) is clconn.Components
    assert not result.is_on_cluster
    report = result.report
    assert report.rounds
    assert report.edge_count == SAMPLE.sources.size
    assert report.answer_bytes == 4 * SAMPLE.n
    assert result.timing.compute >= sum(each.seconds for each in report.rounds) > 0
    assert f"{len(report.rounds)} rounds of contraction, because 3,000 vertices" in result.reason
    assert "live names" in str(report)
    # Without n a partition sees that its largest id does not fit.
    unsaid = solve(parts, backend="reference", keep_on_cluster=True)
    np.testing.assert_array_equal(unsaid.labels.compute(), expected.labels[: unsaid.n])
    assert "bytes on one worker" in unsaid.reason


@pytest.mark.usefixtures("narrow")
def test_names_and_arrays_that_stay_on_the_cluster(monkeypatch):
    graph = clconn.Graph.from_edges(NAMES[SAMPLE.sources], NAMES[SAMPLE.targets], renumber=True)
    expected = clconn.connected_components(graph)
    parts = _parts(NAMES[SAMPLE.sources], NAMES[SAMPLE.targets])
    brought = clconn.distributed.connected_components(parts, renumber=True)
    assert brought.membership() == expected.membership()
    monkeypatch.setattr(components_answer, "available_bytes", lambda: 1000)
    kept = clconn.distributed.connected_components(parts, renumber=True)
    assert kept.is_on_cluster
    assert len(kept.labels.chunks[0]) > 1
    np.testing.assert_array_equal(kept.nodes.compute(), expected.nodes)
    np.testing.assert_array_equal(kept.labels.compute(), expected.labels)
    np.testing.assert_array_equal(kept.roots.compute(), expected.roots)
    np.testing.assert_array_equal(kept.sizes().compute(), expected.sizes())
    assert (kept.n, kept.count) == (expected.n, expected.count)
    assert kept.labels.dtype == kept.roots.dtype == np.int32
    assert kept.device
    with pytest.raises(AttributeError, match=r"'largest', since .* .compute\(\) brings here$"):
        kept.largest()
    if find_spec("pyarrow"):  # which Dask's frames need
        frame = kept.to_frame().compute()
        assert frame["vertex"].tolist() == expected.nodes.tolist()
        assert frame["component"].tolist() == expected.labels.tolist()


@pytest.mark.usefixtures("narrow")
def test_integers_in_a_column_of_objects_are_names():
    names = NAMES.astype(object)
    columns = names[SAMPLE.sources], names[SAMPLE.targets]
    expected = clconn.connected_components(clconn.Graph.from_edges(*columns, renumber=True))
    found = clconn.distributed.connected_components(_parts(*columns))
    assert found.report.rounds
    same_components(found, expected)
    np.testing.assert_array_equal(found.nodes, expected.nodes)
    mixed = [*_parts(*columns), *_parts(SAMPLE.sources, SAMPLE.targets)]
    message = r"^partition 0 holds integers, such as -\d+ and partition 3 holds numbers of vertices"
    with pytest.raises(GraphError, match=message):
        clconn.distributed.connected_components(mixed)


@pytest.mark.usefixtures("narrow")
def test_words_and_bad_edges_are_refused():
    from dask import delayed

    words = np.arange(4 * SAMPLE.n).astype(str)
    with pytest.raises(GraphError, match=r"partition 0 has names .* number them in a column"):
        clconn.distributed.connected_components([delayed((words, words))])
    with pytest.raises(GraphError, match=r"^partition \d: edge \d+ joins .*outside 0\.\.2,?000"):
        clconn.distributed.connected_components(_parts(SAMPLE.sources, SAMPLE.targets), 2001)


def test_a_limit_of_memory_forces_it(client):
    from dask import delayed

    n, count = 6_400_000, 12

    def part(number):
        """Edges of a shuffled path, made where they are solved: arrays in tasks take memory."""
        places = np.arange(n * number // count, min(n * (number + 1) // count + 1, n))
        ids = places * 2_654_435_761 % n
        return np.column_stack([ids[:-1], ids[1:]])

    parts = [delayed(part)(number) for number in range(count)]
    with_room = clconn.distributed.connected_components(parts, n, client)
    assert not with_room.report.rounds
    with (
        distributed.LocalCluster(
            n_workers=4, threads_per_worker=1, dashboard_address=":0", memory_limit=512 << 20
        ) as cluster,
        distributed.Client(cluster) as small,
    ):
        pids = set(small.run(os.getpid).values())
        found = clconn.distributed.connected_components(parts, n, small)
        assert f"a merge of forests of {n:,} vertices" in found.reason
        assert found.report.rounds
        same_components(found, with_room)
        assert set(small.run(os.getpid).values()) == pids  # no nanny had to end a worker
