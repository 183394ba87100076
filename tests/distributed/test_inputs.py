"""All that edges can be in gives the answers of one machine: Dask's collections and files."""

from __future__ import annotations

import gzip
import shutil

import numpy as np
import pytest

import clconn
from clconn.distributed.files import find_files, pieces_of_file
from clconn.errors import GraphFileError
from tests.distributed.samples import same_components, same_minimum_forest, sample

pytest.importorskip("distributed")

SAMPLE = sample()


def _check(edges, n=SAMPLE.n, weighted=True, **more):
    """Compare all three answers with those of one machine."""
    graph = SAMPLE.graph
    distributed = clconn.distributed
    components = distributed.connected_components(edges, n, **more)
    same_components(components, clconn.connected_components(graph))
    assert components.report.edge_count == graph.edge_count
    forest = distributed.spanning_forest(edges, n, **more)
    assert clconn.verify.forest(graph, forest)
    expected = graph if weighted else clconn.Graph.from_edges(*graph.edges(), graph.n)
    minimum = distributed.minimum_spanning_forest(edges, n, **more)
    same_minimum_forest(minimum, clconn.minimum_spanning_forest(expected))


@pytest.mark.usefixtures("client")
def test_a_dask_array():
    array = pytest.importorskip("dask.array")
    _check(array.from_array(SAMPLE.pairs, chunks=(400, 1)), weighted=False)


@pytest.mark.usefixtures("client")
def test_delayed_triples_of_arrays():
    from dask import delayed

    _check([delayed(part) for part in SAMPLE.parts])


def test_futures_of_arrays(client):
    # A future's arrays come back as they are, pairs as well as single ones.
    pairs = [client.scatter(np.column_stack(part[:2])) for part in SAMPLE.parts]
    _check(pairs, weighted=False)


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("names", [("source", "target", "weight"), ("u", "v", "km")])
def test_a_data_frame(names):
    pytest.importorskip("pyarrow")
    dataframe = pytest.importorskip("dask.dataframe")
    import pandas

    columns = dict(zip(names, SAMPLE[:3], strict=True))
    frame = dataframe.from_pandas(pandas.DataFrame({**columns, "note": "x"}), npartitions=5)
    if names[2] == "weight":
        _check(frame)
        return
    minimum = clconn.distributed.minimum_spanning_forest(frame, SAMPLE.n, weight="km")
    same_minimum_forest(minimum, clconn.minimum_spanning_forest(SAMPLE.graph))
    with pytest.raises(clconn.errors.GraphError, match="no column 'miles'; the columns are 'u'"):
        clconn.distributed.minimum_spanning_forest(frame, weight="miles")


@pytest.mark.usefixtures("client")
def test_parquet_files(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    pytest.importorskip("narwhals")
    for index, part in enumerate(SAMPLE.parts):
        table = pyarrow.table(dict(zip(("source", "target", "weight"), part, strict=True)))
        parquet.write_table(table, tmp_path / f"part-{index}.parquet", row_group_size=100)
    _check(str(tmp_path / "part-*.parquet"))
    _check(tmp_path)  # a folder of them
    pieces = pieces_of_file(str(tmp_path / "part-2.parquet"), edges=250)
    rows = SAMPLE.parts[2][0].size
    assert [piece.first_row for piece in pieces] == list(range(0, rows, 200))


@pytest.mark.usefixtures("client")
def test_a_file_of_parquet_is_a_partition_unless_it_is_split(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    dataframe = pytest.importorskip("dask.dataframe")
    from pyarrow import parquet

    pytest.importorskip("narwhals")
    table = pyarrow.table(dict(zip(("source", "target", "weight"), SAMPLE[:3], strict=True)))
    parquet.write_table(table, tmp_path / "edges.parquet", row_group_size=500)
    groups = -(-SAMPLE.graph.edge_count // 500)
    whole = dataframe.read_parquet(tmp_path / "edges.parquet")
    split = dataframe.read_parquet(tmp_path / "edges.parquet", split_row_groups=True)
    # What one machine refuses under any name and sends to a cluster, that reads.
    for name in ("edges", "edges.txt"):
        shutil.copy(tmp_path / "edges.parquet", tmp_path / name)
        with pytest.raises(GraphFileError, match="--cluster local:1"):
            clconn.read(tmp_path / name)
    for edges, tasks in (
        (tmp_path / "edges.parquet", 1),
        (tmp_path / "edges", 1),
        (tmp_path / "edges.txt", 1),
        (whole, 1),
        (split, groups),
    ):
        found = clconn.distributed.connected_components(edges, SAMPLE.n)
        assert found.report.levels[0].tasks == tasks
    assert groups > 1
    _check(split)


@pytest.mark.usefixtures("client")
def test_npy_files_are_cut_into_pieces(tmp_path, monkeypatch):
    from clconn.distributed import partitions

    monkeypatch.setattr(partitions, "edges_of_a_piece", lambda client: 700)
    np.save(tmp_path / "edges.npy", SAMPLE.pairs.T)
    _check(tmp_path / "edges.npy", weighted=False)
    np.save(tmp_path / "edges.npy", SAMPLE.pairs.astype(np.int32))
    _check(tmp_path / "edges.npy", weighted=False)
    result = clconn.distributed.connected_components(tmp_path / "edges.npy", SAMPLE.n)
    assert result.report.levels[0].tasks == 4


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("suffix", [".txt", ".csv", ".csv.gz"])
def test_texts(tmp_path, suffix):
    # No part may be empty: an empty text is no list of edges.
    for index, part in enumerate(SAMPLE.parts):
        separator = " " if suffix == ".txt" else ","
        lines = (separator.join(map(str, row)) for row in zip(*part, strict=True))
        text = "\n".join(lines).encode() + b"\n"
        if part[0].size:
            written = gzip.compress(text) if suffix.endswith(".gz") else text
            (tmp_path / f"edges-{index}{suffix}").write_bytes(written)
    _check(str(tmp_path / f"edges-*{suffix}"))


@pytest.mark.usefixtures("client")
def test_a_large_text_is_read_in_batches(tmp_path, monkeypatch):
    from clconn.distributed import calls

    path = tmp_path / "edges.txt"
    path.write_text("".join(f"{u} {v} {w}\n" for u, v, w in zip(*SAMPLE[:3], strict=True)))
    reading = calls.Reading
    monkeypatch.setattr(calls, "Reading", lambda **fields: reading(**fields, batch=300))
    _check([path])


def test_files_are_in_natural_order(tmp_path):
    for number in (10, 9, 1):
        (tmp_path / f"part.{number}.npy").touch()
    names = [path.rsplit(".", 2)[1] for path in find_files(str(tmp_path / "*.npy"))]
    assert names == ["1", "9", "10"]


@pytest.mark.usefixtures("client")
def test_any_fan_in_gives_the_same():
    from dask import delayed

    parts = [delayed(part) for part in SAMPLE.parts]
    _check(parts, fan_in=2)
    rest = tuple(np.concatenate(columns) for columns in zip(*SAMPLE.parts[1:], strict=True))
    _check([parts[0], delayed(rest)])
