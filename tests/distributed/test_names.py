"""Ids that are names: strings, and integers of 64 bits; partitions may know different ones."""

from __future__ import annotations

import numpy as np
import pytest

import clconn
from clconn.distributed.names import merge_names
from clconn.distributed.partitions import EdgeBlock, Partition
from clconn.distributed.reading import Reading
from clconn.errors import GraphError
from tests.distributed.samples import same_components, same_minimum_forest, sample

pytest.importorskip("distributed")

SAMPLE = sample(n=500, edges=420)


def _strings(ids):
    return np.array([f"vertex {each}" for each in ids], dtype=object)


def _integers(ids):
    return (ids - 250) * 2**54 + 3


def _unsigned(ids):
    return ids.astype(np.uint64) + np.uint64(2**63 + 5)


NAMES = {"strings": _strings, "int64": _integers, "uint64": _unsigned}


def _named(make):
    """The parts of the sample with names, and the graph of all of them."""
    parts = [(make(part[0]), make(part[1]), part[2]) for part in SAMPLE.parts]
    ends = make(SAMPLE.sources), make(SAMPLE.targets)
    return parts, clconn.Graph.from_edges(*ends, weights=SAMPLE.weights, renumber=True)


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("kind", NAMES)
def test_answers_are_those_of_one_machine(kind):
    from dask import delayed

    parts, graph = _named(NAMES[kind])
    edges = [delayed(part) for part in parts]
    # Strings are names by their type; integers have to be called so.
    renumber = None if kind == "strings" else True
    components = clconn.distributed.connected_components(edges, renumber=renumber, fan_in=2)
    expected = clconn.connected_components(graph)
    same_components(components, expected)
    assert list(components.nodes) == list(expected.nodes)
    first, second = parts[2][0][0], parts[2][1][0]
    assert components.connected(first, second)
    assert components.largest().tolist() == expected.largest().tolist()
    forest = clconn.distributed.minimum_spanning_forest(edges, renumber=renumber, fan_in=2)
    same_minimum_forest(forest, clconn.minimum_spanning_forest(graph))
    assert list(forest.nodes) == list(expected.nodes)


@pytest.mark.usefixtures("client")
def test_a_data_frame_of_strings_stays_on_the_cluster():
    pytest.importorskip("pyarrow")
    dataframe = pytest.importorskip("dask.dataframe")
    import pandas

    table = {"from": ["b", "x", "d", "b"], "to": ["a", "y", "c", "c"]}
    frame = dataframe.from_pandas(pandas.DataFrame(table), npartitions=2)
    result = clconn.distributed.connected_components(frame, keep_on_cluster=True)
    assert (result.n, result.count) == (6, 2)
    computed = result.to_frame().compute()
    assert computed["vertex"].tolist() == ["a", "b", "c", "d", "x", "y"]
    assert computed["component"].tolist() == [0, 0, 0, 0, 1, 1]
    assert result.roots.compute().tolist() == [0, 0, 0, 0, 4, 4]
    with pytest.raises(AttributeError, match=r"no 'largest', since .*; ask labels, .* keep_on"):
        result.largest()
    with pytest.raises(AttributeError, match=r"has no 'lagrest'$"):
        result.lagrest()


@pytest.mark.usefixtures("client")
def test_names_in_texts(tmp_path):
    (tmp_path / "1.csv").write_text("ann,bob\nbob,cyd\n")
    (tmp_path / "2.csv").write_text("dan,eve\ncyd,ann\n")
    result = clconn.distributed.connected_components(str(tmp_path / "*.csv"), renumber=True)
    assert result.labels.tolist() == [0, 0, 0, 1, 1]
    assert list(result.nodes) == ["ann", "bob", "cyd", "dan", "eve"]


@pytest.mark.usefixtures("client")
def test_kinds_of_names_do_not_mix():
    from dask import delayed

    strings = delayed((_strings([1, 2]), _strings([2, 3])))
    integers = delayed((np.array([1, 2]), np.array([2, 3])))
    with pytest.raises(GraphError, match="partition 0 holds strings, such as 'vertex 1' and"):
        clconn.distributed.connected_components([strings, integers], renumber=True)
    with pytest.raises(GraphError, match="partition 1 holds numbers of vertices"):
        clconn.distributed.spanning_forest([strings, integers])


def test_names_of_parts_become_those_of_the_union():
    parts = [("one", np.array(["a", "c"], object)), ("two", np.array(["b", "c"], object))]
    union, places = merge_names(parts)
    assert union.tolist() == ["a", "b", "c"]
    assert [each.tolist() for each in places] == [[0, 2], [1, 2]]
    assert merge_names([("one", None), ("two", None)]) == (None, [])


@pytest.mark.parametrize("kind", [None, *NAMES])
def test_blocks_stay_with_numbered_vertices_and_edges(kind, client):
    from dask import delayed

    from clconn.distributed.blocks import edge_blocks

    parts, graph = _named(NAMES[kind]) if kind else (SAMPLE.parts, SAMPLE.graph)
    partitions = [Partition(f"partition {i}", delayed(part)) for i, part in enumerate(parts)]
    reading = Reading(n=None if kind else SAMPLE.n, renumber=bool(kind), weighted=True)
    numbered = edge_blocks(partitions, client, reading, fan_in=2)
    blocks = client.gather(numbered.blocks)
    assert all(isinstance(block, EdgeBlock) for block in blocks)
    assert [block.first_id for block in blocks] == [0, 7, 7, 210, 419]
    assert numbered.counts == [len(block) for block in blocks]
    assert numbered.n == graph.n
    for name, expected in zip(("sources", "targets"), graph.edges(), strict=True):
        ends = [getattr(block, name) for block in blocks]
        assert all(end.dtype == np.int64 for end in ends)
        np.testing.assert_array_equal(np.concatenate(ends), expected)
    weights = np.concatenate([block.weights for block in blocks])
    np.testing.assert_array_equal(weights, SAMPLE.weights)
    names = None if numbered.nodes is None else list(numbered.nodes.result())
    assert names == (None if kind is None else list(graph.nodes))
