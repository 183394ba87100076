"""``--cluster`` of the commands: the files that they write are those of one machine."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest

from clconn.command_line.chunked_files import write_chunks
from clconn.command_line.forest import _describe_answer
from clconn.errors import OptionError, OutputError
from clconn.problems import FOREST, MINIMUM_FOREST
from tests.command_line.conftest import clconn as clconn  # the fixture
from tests.distributed.samples import sample, tell_of_little_memory

pytest.importorskip("distributed")

SAMPLE = sample(n=400, edges=350)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the edges in one file and in three, as numbers and as names."""
    lines = [f"{u} {v} {w}\n" for u, v, w in zip(*SAMPLE[:3], strict=True)]
    named = [f"v{u} v{v} {w}\n" for u, v, w in zip(*SAMPLE[:3], strict=True)]
    for name, rows in (("all", lines), ("named", named)):
        (tmp_path / f"{name}.txt").write_text("".join(rows))
        for part in range(3):
            text = "".join(rows[part * 117 : (part + 1) * 117])
            (tmp_path / f"{name}-{part}.txt").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("suffix", ["npy", "tsv"])
@pytest.mark.parametrize("name", ["all", "named"])
def test_files_are_those_of_one_machine(clconn, cluster, folder, name, suffix):
    size = ("--renumber",) if name == "named" else ("--n", SAMPLE.n)
    on_cluster = ("--cluster", cluster.scheduler_address)
    commands = {
        "components": {"-o": "labels", "--roots": "roots"},
        "scc": {"-o": "strong", "--roots": "strong-roots"},
        "msf": {"-o": "forest", "--labels": "trees", "--parents": "parents"},
    }
    for command, files in commands.items():
        summaries, contents = [], []
        for where, source, more in (
            ("one", f"{name}.txt", ()),
            ("many", f"{name}-*.txt", on_cluster),
        ):
            paths = {word: folder / f"{where}-{file}.{suffix}" for word, file in files.items()}
            words = [word for pair in paths.items() for word in pair]
            outcome = clconn(command, source, *size, *more, *words, "--json")
            assert outcome.code == 0, outcome.err
            summaries.append(json.loads(outcome.out))
            contents.append([path.read_bytes() for path in paths.values()])
        assert contents[0] == contents[1]
        same = summaries[0].keys() & summaries[1].keys()
        same &= {
            "vertices",
            "edges",
            "count",
            "largest",
            "trivial",
            "graph_edges",
            "total_weight",
            "maximum",
            "weighted",
        }
        assert len(same) >= 4
        assert [summaries[0][key] for key in same] == [summaries[1][key] for key in same]
        assert summaries[1]["partitions"] == 3
        assert summaries[1]["levels"][0]["edges"] == SAMPLE.sources.size


def test_the_summary_for_people(clconn, cluster, folder):
    words = ("--cluster", cluster.scheduler_address, "--time", "--explain")
    outcome = clconn("forest", "all-*.txt", *words, "-o", folder / "forest.npy")
    assert outcome.code == 0, outcome.err
    for line in (
        "time to read, added up over all tasks",
        "time to solve, added up over all tasks",
        "time of the whole call, on the clock",
        "read s and solve s are added up over the tasks of a level",
        "s on the clock on",
        "tasks on",
        "forest edges",
    ):
        assert line in outcome.out
    assert clconn("verify", "all.txt", folder / "forest.npy", "--forest").code == 0
    np.save("pairs.npy", SAMPLE.pairs)  # which have no weights
    told = clconn("msf", "pairs.npy", *words[:2]).out
    assert "(there are no weights, so each edge weighs 1)" in told


def test_the_times_of_rounds_are_told_from_those_of_tasks(clconn, cluster, folder):
    words = ("--cluster", cluster.scheduler_address, "--time")
    outcome = clconn("scc", "all-*.txt", *words)
    assert outcome.code == 0, outcome.err
    for line in (
        "time to read, added up over all tasks",
        "time to solve, on the clock",
        "time of the whole call, on the clock",
    ):
        assert line in outcome.out


def test_columns_of_parquet(clconn, cluster, folder):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pyarrow.table(dict(zip(("a", "b", "km"), SAMPLE[:3], strict=True)))
    parquet.write_table(table, folder / "roads.parquet")
    words = ("--n", SAMPLE.n, "--json")
    where = ("--cluster", cluster.scheduler_address, "--columns", "a,b,km")
    found = json.loads(clconn("msf", "roads.parquet", *where, *words).out)
    expected = json.loads(clconn("msf", "all.txt", *words).out)
    assert found["total_weight"] == expected["total_weight"]
    for columns, fault in (
        ((), "which columns are the ends"),
        (("--columns", "a,c"), "column 'c'"),
    ):
        failed = clconn("components", "roads.parquet", *where[:2], *columns)
        assert failed.code == 2
        assert fault in failed.err
        assert "name the columns with --columns U,V" in failed.err
        assert "the columns are 'a', 'b', 'km'" in failed.err


def test_rounds_take_over(clconn, cluster, folder, monkeypatch):
    from clconn.distributed.contraction import components_answer

    tell_of_little_memory(monkeypatch, SAMPLE.n)
    monkeypatch.setattr(components_answer, "available_bytes", lambda: 100)
    words = ("--n", SAMPLE.n, "--sizes", "-o", "many.npy", "--time", "--explain")
    outcome = clconn("components", "all-*.txt", "--cluster", cluster.scheduler_address, *words)
    assert outcome.code == 0, outcome.err
    for line in (
        "rounds of contraction",
        "before the rounds, and those on the clock",
        "live names",
        "because 400 vertices take 3,200 bytes",
    ):
        assert line in outcome.out
    alone = clconn("components", "all.txt", "--n", SAMPLE.n, "--sizes", "-o", "one.npy")
    assert (folder / "many.npy").read_bytes() == (folder / "one.npy").read_bytes()
    tables = [text.out[text.out.index("components of that size") :] for text in (outcome, alone)]
    assert tables[0].startswith(tables[1].rstrip())


def test_forests_take_rounds(clconn, cluster, folder, monkeypatch):
    from clconn.distributed.contraction import forests_answer

    tell_of_little_memory(monkeypatch, SAMPLE.n)
    size = ("--n", SAMPLE.n)
    where = ("--cluster", cluster.scheduler_address, *size)
    one = clconn("msf", "all.txt", *size, "-o", "one.npy", "--labels", "one-labels.npy", "--json")
    outcome = clconn("msf", "all-*.txt", *where, "-o", "many.npy", "--labels", "labels.npy")
    assert outcome.code == 0, outcome.err
    told = clconn("forest", "all-*.txt", *where, "--time", "--explain", "-o", "any.npy")
    assert "because a forest of up to " in told.out
    assert clconn("verify", "all.txt", folder / "any.npy", "--forest").code == 0
    # The client has no room for the forest, either.
    monkeypatch.setattr(forests_answer, "available_bytes", lambda: 100)
    kept = clconn("msf", "all-*.txt", *where, "-o", "kept.npy", "--json")
    for name in ("many", "kept"):
        assert (folder / f"{name}.npy").read_bytes() == (folder / "one.npy").read_bytes()
    assert (folder / "labels.npy").read_bytes() == (folder / "one-labels.npy").read_bytes()
    summaries = [json.loads(each.out) for each in (one, kept)]
    assert summaries[0]["weighted"]
    same = "vertices", "count", "edges", "graph_edges", "total_weight", "maximum", "weighted"
    for name in same:
        assert summaries[0][name] == summaries[1][name]
    for words, message in (
        (("--labels", "l.npy"), "l.npy: the labels of 400 vertices have no room in the memory of"),
        (("-o", "f.tsv"), "f.tsv: the edge ids of 400 vertices have no room .* ends in .npy"),
    ):
        failed = clconn("forest", "all-*.txt", *where, *words)
        assert failed.code == 2
        assert re.search(message, failed.err)


def test_chunks_are_written_to_npy_only(tmp_path):
    array = pytest.importorskip("dask.array").arange(7, chunks=3)
    kept = SimpleNamespace(n=7, labels=array, nodes=None)
    write_chunks({"labels": str(tmp_path / "labels.npy")}, kept)
    assert np.load(tmp_path / "labels.npy").tolist() == list(range(7))
    with pytest.raises(OutputError, match=r"labels.txt: the labels of 7 vertices have no room in"):
        write_chunks({"labels": "labels.txt"}, kept)
    with pytest.raises(OutputError, match=r"there is no directory .*; make it first"):
        write_chunks({"labels": str(tmp_path / "no folder" / "labels.npy")}, kept)
    with pytest.raises(OptionError, match="--nodes: the vertices have no names"):
        write_chunks({"nodes": "nodes.npy"}, kept)


@pytest.mark.parametrize("second", [{"parents": "b.npy"}, {"labels": "b.txt"}, {"nodes": "b.npy"}])
def test_no_file_is_written_unless_all_can_be(tmp_path, monkeypatch, second):
    monkeypatch.chdir(tmp_path)
    array = pytest.importorskip("dask.array").arange(7, chunks=3)
    kept = SimpleNamespace(n=7, edge_ids=array, labels=array, nodes=None)
    with pytest.raises((OutputError, OptionError)):
        write_chunks({"edge_ids": "a.npy", **second}, kept)
    assert not list(tmp_path.iterdir())


def test_chunks_that_fail_leave_the_file_that_was_there(tmp_path):
    array = pytest.importorskip("dask.array")
    path = tmp_path / "forest.npy"
    path.write_bytes(b"before")

    def lost(block, block_id):
        if block_id == (1,):
            raise OSError("a worker is gone")
        return block

    chunks = array.arange(7, chunks=3).map_blocks(lost, dtype=np.int64, meta=np.empty(0, int))
    with pytest.raises(OSError, match="a worker is gone"):
        write_chunks({"edge_ids": str(path)}, SimpleNamespace(n=7, edge_ids=chunks))
    assert path.read_bytes() == b"before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["forest.npy"]


def test_the_total_weight_is_added_up_once_and_of_minimum_forests_only():
    class Kept:
        n, count, maximum, report = 5, 2, False, SimpleNamespace(edge_count=4, weighted=True)
        asked = 0

        @property
        def total_weight(self):
            self.asked += 1
            if self.asked > 1:
                raise AttributeError("inside")
            return 7

    kept = Kept()
    assert "total_weight" not in _describe_answer(FOREST, kept)
    assert _describe_answer(MINIMUM_FOREST, kept)["total_weight"] == 7
    with pytest.raises(AttributeError, match="inside"):
        _describe_answer(MINIMUM_FOREST, kept)


def test_edges_without_a_direction_are_arcs_both_ways(clconn, cluster, folder):
    header = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n"
    (folder / "one.mtx").write_text(f"{header}2 1\n3 2\n")
    words = ("scc", "one.mtx", "--json")
    summaries = [
        json.loads(clconn(*words, *where).out)
        for where in ((), ("--cluster", cluster.scheduler_address))
    ]
    assert [summary["count"] for summary in summaries] == [1, 1]
    assert [summary["vertices"] for summary in summaries] == [3, 3]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--variant", "csr/pearce/serial"), "--variant and --option do not go with --cluster"),
        (("--option", "k=2"), "--variant and --option do not go with --cluster"),
        (("--condensation", "dag.mtx"), "--condensation does not go with --cluster"),
        (("--order", "order.npy"), "--order does not go with --cluster"),
    ],
)
def test_what_does_not_go_with_strong_components_of_a_cluster(
    clconn, cluster, folder, words, message
):
    outcome = clconn("scc", "all-*.txt", "--cluster", cluster.scheduler_address, *words)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--verify",), "--verify does not go with --cluster: it needs the whole graph"),
        (("--largest", "giant.npz"), "--largest does not go with --cluster"),
        (("--format", "edge-list"), "--format does not go with --cluster"),
        (("--memory-limit", "50MB"), "--memory-limit does not go with --cluster"),
        (("--columns", "a,b"), "there is no column 'a': lists and arrays of edges"),
        (("--columns", "a"), "--columns a; expected U,V, with names"),
        (("--columns", "a,b,c"), "--columns a,b,c; expected U,V, with names"),
        (("-o", "labels.xyz"), "labels.xyz"),
        (("--option", "k=2"), "k"),
    ],
)
def test_what_does_not_go_with_a_cluster(clconn, cluster, folder, words, message):
    outcome = clconn("components", "all-*.txt", "--cluster", cluster.scheduler_address, *words)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("components", "all.txt", "--cluster", "here"), "'here' is no cluster; expected the"),
        (("components", "all.txt", "--cluster", "local:0"), "'local:0' has no workers"),
        (("components", "all.txt", "--cluster", "local:1025"), "expected at most local:1024"),
        (("components", "all.txt", "--cluster", "local:x"), "'local:x' is no cluster; expected"),
        (("components", "-", "--cluster", "local:1"), "workers cannot read standard input"),
        (("components", "all.txt", "--columns", "a,b"), "give --cluster, too"),
        (("forest", "all.txt", "--columns", "a,b"), "give --cluster, too"),
        (("msf", "all.txt", "--cluster", "local:1", "--stream"), "--stream does not go with"),
        (("msf", "all.txt", "--cluster", "local:1", "--batch", 7), "give --stream, too"),
    ],
)
def test_bad_usage(clconn, folder, words, message):
    outcome = clconn(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


def test_the_error_of_a_process_of_this_machine_is_one_line(folder):
    command = [sys.executable, "-m", "clconn", "components"]
    more = ["--cluster", "local:1", "--json"]
    environment = {**os.environ, "CLCONN_DEBUG": "0"}
    np.save(folder / "bad.npy", [[0, -1]])
    failed = subprocess.run(
        [*command, "bad.npy", *more], capture_output=True, text=True, env=environment
    )
    assert failed.returncode == 2
    assert failed.stderr.startswith("clconn: error: ")
    assert failed.stderr.count("\n") == 1
    assert "bad.npy: edge 0 joins 0 and -1" in failed.stderr


def test_another_server_is_no_scheduler(clconn, folder):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet():
            peer, _ = server.accept()
            with peer:
                peer.sendall(b"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n")
                while peer.recv(4096):
                    pass

        threading.Thread(target=greet, daemon=True).start()
        where = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        outcome = clconn("components", "all.txt", "--cluster", where)
    assert outcome.code == 2
    assert f"what answers at {where} is no Dask scheduler" in outcome.err
