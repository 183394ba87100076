"""What is no edge, no weight, no partition or no cluster is refused, and the message says where."""

from __future__ import annotations

import numpy as np
import pytest

import clconn
from clconn.distributed.blocks import edge_blocks
from clconn.distributed.client import workers_of
from clconn.distributed.partitions import partitions_of
from clconn.distributed.reading import Reading
from clconn.errors import (
    ClusterError,
    GraphError,
    GraphFileError,
    GraphFileMissingError,
    OptionError,
    UnknownVariantError,
)
from tests.distributed.eager_client import ClientOfWorkers

distributed = pytest.importorskip("distributed")

GOOD = (np.array([0, 1]), np.array([1, 2]))


def _delayed(*parts):
    from dask import delayed

    return [delayed(part) for part in parts]


def _fail(path):
    raise OSError(f"{path}: the disk is gone")


BAD_EDGES = {
    "edge 1 joins 5 and -2, outside 0..5; renumber=True": (np.array([0, 5]), np.array([1, -2])),
    "sources has dtype float64 .entry 1 is 0.5.": (np.array([0, 0.5]), np.array([1, 1])),
    "sources has 2 entries and targets 1": (np.array([0, 1]), np.array([1])),
    "the largest id is 4,294,967,296, and clconn takes fewer than 2..31 vertices; renumber=True": (
        np.array([0, 2**32]), np.array([1, 2])
    ),
    "found shape .2, 3.": np.zeros((2, 3), int),
    "or a data frame; found dict": {},
}  # fmt: skip


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("message", BAD_EDGES)
def test_bad_edges_name_their_partition(message):
    with pytest.raises(GraphError, match=f"^partition 1: .*{message}"):
        clconn.distributed.connected_components(_delayed(GOOD, BAD_EDGES[message]))


@pytest.mark.usefixtures("client")
def test_ids_from_n_on_are_refused():
    with pytest.raises(GraphError, match=r"^partition 0: edge 1 joins 1 and 2, .*; n .* 3 or more"):
        clconn.distributed.spanning_forest(_delayed(GOOD), n=2)
    message = r"1 and -2, outside 0..8; renumber=True without n \(--ren"
    with pytest.raises(GraphError, match=message):
        clconn.distributed.spanning_forest(_delayed((np.array([1]), np.array([-2]))), n=9)


@pytest.mark.usefixtures("client")
def test_bad_weights():
    solve = clconn.distributed.minimum_spanning_forest
    weighted = (*GOOD, np.array([1.0, np.nan]))
    with pytest.raises(GraphError, match=r"^partition 1: the weight of edge 1 is NaN"):
        solve(_delayed((*GOOD, np.array([1.0, 2.0])), weighted))
    with pytest.raises(GraphError, match="edges of partition 1 have weights, and those of part"):
        solve(_delayed(GOOD, (*GOOD, np.array([1, 2]))))


@pytest.mark.usefixtures("client")
def test_weights_of_several_types_stay_exact():
    large = 2**53 + 1
    parts = (*GOOD, np.array([large, 1])), (*GOOD, np.array([2.5, float(2**53)]))
    forest = clconn.distributed.minimum_spanning_forest(_delayed(*parts))
    assert forest.edge_ids.tolist() == [1, 2]
    assert forest.weights.tolist() == [1, 2.5]
    parts = (*GOOD, np.array([large, 1])), (*GOOD, np.array([float(2**53 + 2), 7.0]))
    forest = clconn.distributed.minimum_spanning_forest(_delayed(*parts))
    assert forest.total_weight == large + 1


@pytest.mark.usefixtures("client")
def test_missing_values_of_a_table():
    pytest.importorskip("pyarrow")
    dataframe = pytest.importorskip("dask.dataframe")
    import pandas

    table = pandas.DataFrame({"u": [0, 1, 2, 3], "v": pandas.array([1, 2, 3, None], "Int64")})
    frame = dataframe.from_pandas(table, npartitions=2)
    with pytest.raises(GraphError, match=r"^partition 1 of the data frame: row 1 has no value in"):
        clconn.distributed.connected_components(frame)


@pytest.mark.usefixtures("client")
def test_files_that_cannot_be_read(tmp_path):
    solve = clconn.distributed.connected_components
    with pytest.raises(GraphFileMissingError, match=r"nothing-\*.npy: no file matches; a worker"):
        solve(str(tmp_path / "nothing-*.npy"))
    np.save(tmp_path / "flat.npy", np.arange(4))
    with pytest.raises(GraphFileError, match=r"flat.npy: holds int64 of shape \(4,\)"):
        solve(tmp_path / "flat.npy")
    (tmp_path / "cut.npy").write_bytes(b"\x93NUMPY\x01")
    with pytest.raises(GraphFileError, match=r"cut.npy"):
        solve(tmp_path / "cut.npy")
    (tmp_path / "words.txt").write_text("0 1\n1 x\n")
    with pytest.raises(GraphFileError, match=r"words.txt, line 2: "):
        solve(tmp_path / "words.txt")
    with pytest.raises(
        GraphError, match=r"words.txt: there is no column 'a': lists and arrays of edges"
    ):
        solve(tmp_path / "words.txt", source="a", target="b")
    with pytest.raises(GraphError, match=r"dask.dataframe.read_parquet\('s3://a/b.parquet'\)"):
        solve("s3://a/b.parquet")
    np.save(tmp_path / "edges.npy", [[0, 1], [1, 7]])
    with pytest.raises(GraphError, match=r"edges.npy: edge 1 joins 1 and 7, outside 0\.\.4"):
        solve(tmp_path / "edges.npy", 5)


@pytest.mark.usefixtures("client")
def test_a_damaged_parquet_file(tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "part.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(GraphFileError, match=r"part.parquet: is no Parquet file"):
        clconn.distributed.connected_components(tmp_path / "part.parquet")


def test_a_partition_whose_own_task_fails_is_named(client):
    from dask import delayed

    parts = [*_delayed(GOOD), delayed(_fail)("/data/7.npy")]
    with pytest.raises(ClusterError, match=r"^partition 1: OSError: /data/7.npy: the disk is go"):
        clconn.distributed.connected_components(parts)
    with pytest.raises(ClusterError, match=r"^partition 1: OSError"):
        clconn.distributed.connected_components(parts, keep_on_cluster=True)
    partitions = partitions_of(parts, client, Reading())
    with pytest.raises(ClusterError, match=r"^partition 1: OSError"):
        edge_blocks(partitions, client, Reading())


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([], "the list of partitions is empty"),
        (np.zeros((3, 2), int), "ndarray is nothing that lies on a cluster"),
        ([np.zeros((3, 2), int)], "an item of the list is ndarray; expected delayed values"),
        (clconn.generate("path", n=3), "Graph is nothing that lies on a cluster"),
    ],
)
def test_what_has_no_partitions(edges, message):
    with pytest.raises(GraphError, match=message):
        clconn.distributed.connected_components(edges)


@pytest.mark.usefixtures("client")
def test_an_array_of_another_shape():
    array = pytest.importorskip("dask.array")
    with pytest.raises(GraphError, match=r"shape \(3, 3\); expected \(m, 2\)"):
        clconn.distributed.connected_components(array.zeros((3, 3), dtype=int))


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"fan_in": 1}, OptionError, "fan_in is 1; expected an integer of 2 or more"),
        ({"n": -1}, GraphError, "n is -1"),
        ({"n": 3, "renumber": True}, GraphError, "n is 3 with renumber=True"),
        ({"renumber": "no"}, GraphError, "renumber is 'no'; expected True or False"),
        ({"renumber": "no", "n": 3}, GraphError, "renumber is 'no'; expected True or False"),
        ({"renumber": np.ones(2)}, GraphError, r"renumber is array\(.*; expected True or False"),
        ({"source": "u"}, GraphError, "the names of both columns"),
        ({"backend": "cuda"}, OptionError, "unknown backend 'cuda'"),
        ({"device": object()}, OptionError, "device is object; expected a selector such as 'gpu'"),
        ({"variant": "csr/what"}, UnknownVariantError, "csr/what"),
        ({"variant": "measured"}, OptionError, "each worker of a cluster gets a part of it"),
        ({"memory_limit": "1 GB"}, OptionError, "distributed takes no memory_limit; clconn.conn"),
        ({"client": "tcp://nowhere"}, OptionError, "client is str; expected a distributed.Client"),
    ],
)
def test_bad_arguments_are_refused_before_anything_runs(arguments, error, message):
    with pytest.raises(error, match=message):
        clconn.distributed.connected_components(_delayed(GOOD), **arguments)
    with pytest.raises(error, match=message):
        clconn.distributed.spanning_forest(_delayed(GOOD), **arguments)


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("name", ["minimum_spanning_forest", "strongly_connected_components"])
def test_other_functions_take_no_limit_either(name):
    with pytest.raises(OptionError, match="takes no memory_limit"):
        getattr(clconn.distributed, name)(_delayed(GOOD), memory_limit=10**9)


@pytest.mark.usefixtures("client")
def test_maximum_is_a_truth_value():
    with pytest.raises(OptionError, match="maximum is 1; expected True or False"):
        clconn.distributed.minimum_spanning_forest(_delayed(GOOD), maximum=1)
    parts = _delayed((*GOOD, [1, 2]), (*GOOD, [1, 3]))
    assert clconn.distributed.minimum_spanning_forest(parts, maximum=True).edge_ids.tolist() == [
        0, 3,
    ]  # fmt: skip


def test_without_a_client_it_is_said_how_to_start_one(cluster):
    with pytest.raises(ClusterError, match=r"no Dask client; .* Client\(LocalCluster\(\)\)"):
        clconn.distributed.connected_components(_delayed(GOOD))
    client = distributed.Client(cluster, set_as_default=False)
    assert clconn.distributed.connected_components(_delayed(GOOD), client=client).count == 1
    client.close()
    with pytest.raises(ClusterError, match="the Dask client is closed"):
        clconn.distributed.connected_components(_delayed(GOOD), client=client)


def test_a_scheduler_that_is_gone_is_told():
    class Gone(ClientOfWorkers):
        def identity(self, n_workers):
            raise OSError(f"none of {n_workers} workers is heard of")

    with pytest.raises(ClusterError, match=r"does not answer: none of -1 .*; start one: from dist"):
        workers_of(Gone())


def test_a_client_that_is_closed_meanwhile_is_told(cluster):
    client = distributed.Client(cluster, set_as_default=False)
    assert len(workers_of(client)) == 2
    client.close()
    with pytest.raises(
        ClusterError, match="the Dask client is closed; start one: from distributed"
    ):
        workers_of(client)


@pytest.mark.usefixtures("client")
def test_sparse_ids_are_told_once():
    parts = _delayed(GOOD, (np.array([0]), np.array([3_000_000])))
    with pytest.warns(clconn.errors.GraphWarning, match="the largest id is 3,000,000") as caught:
        assert clconn.distributed.spanning_forest(parts).n == 3_000_001
    assert [warning.filename for warning in caught] == [__file__]


@pytest.mark.usefixtures("client")
def test_a_device_that_no_worker_has():
    with pytest.raises(clconn.errors.DeviceError, match=r"^partition 0: .*no-such-device"):
        clconn.distributed.connected_components(_delayed(GOOD), device="no-such-device")
    names = {0: "no-such-device", 1: "no-such-device"}  # of the workers of a LocalCluster
    with pytest.raises(clconn.errors.DeviceError, match="no-such-device"):
        clconn.distributed.connected_components(_delayed(GOOD), device=names)
