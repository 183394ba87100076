"""What ``forest`` and ``msf`` write besides the numbers of edges: ends, trees and parents."""

from __future__ import annotations

import numpy as np
import pytest

import clconn as library
from tests.command_line.samples import LABELS, REFERENCE

# A path 3-1-2 and an edge 0-5; vertex 4 is alone.
EDGES = "3 1 0\n1 2 -1.5\n5 0 2\n"
TABLE = "source\ttarget\tweight\n3\t1\t0.0\n1\t2\t-1.5\n5\t0\t2.0\n"
NAMES = {
    "strings": np.array(["zero", "eins", "zw ei", "drei", "\N{SNOWMAN}", "5"]),
    "objects": np.array(["zero", "eins", "zw ei", "drei", "\N{SNOWMAN}", "5"], dtype=object),
    "integers": np.array([10, 2**60, -30, 40, 50, 60]),
    "unsigned": np.array([10, 2**64 - 1, 30, 40, 50, 60], dtype=np.uint64),
}


@pytest.fixture(params=["forest", "msf"])
def command(request):
    return request.param


@pytest.fixture
def path_file(tmp_path):
    path = tmp_path / "path.txt"
    path.write_text(EDGES)
    return path


@pytest.fixture
def name_vertices(monkeypatch):
    """Let the commands read a graph whose vertices have names."""

    def use(nodes):
        def read(path, **_):
            graph = library.read(path)
            graph.nodes = nodes
            return graph

        monkeypatch.setattr("clconn.command_line.problem_command.read_graph", read)

    return use


@pytest.mark.parametrize("backend", ["reference", "opencl"])
def test_edges_with_ends_and_weights(clconn, command, path_file, tmp_path, backend):
    path = tmp_path / "edges.tsv"
    words = ("--backend", backend, "-o", path, "--json", "--verify")
    assert clconn(command, path_file, *words).json["edge_ids"] == str(path)
    assert path.read_text() == TABLE
    # It is a graph file, too, with the same components.
    again = clconn("components", path, *REFERENCE, "--json").json
    assert (again["vertices"], again["count"], again["edges"]) == (6, 3, 3)


def test_edges_without_weights(clconn, graph_file, tmp_path):
    path = tmp_path / "EDGES.TSV"
    assert clconn("forest", graph_file, *REFERENCE, "-o", path).code == 0
    lines = path.read_text().splitlines()
    assert lines[0] == "source\ttarget"
    assert len(lines) == 5
    assert all(len(line.split("\t")) == 2 for line in lines)
    # A minimum forest has weights, which are ones without weights in the file.
    assert clconn("msf", graph_file, *REFERENCE, "-o", path).code == 0
    assert path.read_text().splitlines()[:2] == ["source\ttarget\tweight", "1\t0\t1"]


def test_labels(clconn, command, graph_file, tmp_path):
    for name in ("labels.npy", "labels.txt", "labels.tsv"):
        path = tmp_path / name
        summary = clconn(command, graph_file, *REFERENCE, "--labels", path, "--json").json
        assert summary["labels"] == str(path)
    assert np.load(tmp_path / "labels.npy").tolist() == LABELS
    assert (tmp_path / "labels.txt").read_text().split() == [str(label) for label in LABELS]
    lines = (tmp_path / "labels.tsv").read_text().splitlines()
    assert lines == ["vertex\tlabel", *(f"{v}\t{label}" for v, label in enumerate(LABELS))]


@pytest.mark.parametrize(
    ("roots", "parents"),
    [
        ([], [0, 1, 1, 1, 4, 0]),
        (["2"], [0, 2, 2, 1, 4, 0]),
        (["3", "5"], [5, 3, 1, 3, 4, 5]),
    ],
)
def test_parents(clconn, command, path_file, tmp_path, roots, parents):
    words = [word for root in roots for word in ("--root", root)]
    for name in ("parents.npy", "parents.txt", "parents.tsv"):
        path = tmp_path / name
        outcome = clconn(command, path_file, *REFERENCE, "--parents", path, *words)
        assert f"in {path}" in outcome.out
    assert np.load(tmp_path / "parents.npy").tolist() == parents
    assert np.load(tmp_path / "parents.npy").dtype == np.int32
    assert (tmp_path / "parents.txt").read_text().split() == [str(v) for v in parents]
    lines = (tmp_path / "parents.tsv").read_text().splitlines()
    assert lines == ["vertex\tparent", *(f"{v}\t{parent}" for v, parent in enumerate(parents))]


@pytest.mark.parametrize("kind", NAMES)
def test_names(clconn, command, path_file, tmp_path, name_vertices, kind):
    name_vertices(NAMES[kind])
    names = [str(name) for name in NAMES[kind].tolist()]
    files = {name: tmp_path / f"{name}.tsv" for name in ("edges", "labels", "parents")}
    words = ("-o", files["edges"], "--labels", files["labels"], "--parents", files["parents"])
    outcome = clconn(command, path_file, *REFERENCE, *words, "--root", names[2])
    assert (outcome.code, outcome.err) == (0, "")
    tables = {
        name: [line.split("\t") for line in path.read_text("utf-8").splitlines()][1:]
        for name, path in files.items()
    }
    edges = [(3, 1, "0.0"), (1, 2, "-1.5"), (5, 0, "2.0")]
    assert tables["edges"] == [[names[u], names[v], weight] for u, v, weight in edges]
    assert tables["labels"] == [list(row) for row in zip(names, "011120", strict=True)]
    parents = [names[vertex] for vertex in (0, 2, 2, 1, 4, 0)]
    assert tables["parents"] == [list(row) for row in zip(names, parents, strict=True)]


@pytest.mark.parametrize("name", ["a\tb", "a\nb", "a\rb"])
def test_names_that_do_not_fit_into_a_table(clconn, path_file, tmp_path, name_vertices, name):
    name_vertices(np.array(["v", name, "w", "x", "y", "z"]))
    path = tmp_path / "edges.tsv"
    line = clconn("forest", path_file, *REFERENCE, "-o", path).failure()
    assert str(path) in line
    assert "contains a tab or the end of a line" in line
    assert not path.exists()


def test_long_tables(clconn, tmp_path, monkeypatch):
    """Tables are written in parts; no line is lost between them."""
    monkeypatch.setattr("clconn.command_line.table_files.LINES_AT_ONCE", 2)
    path, parents = tmp_path / "path.txt", tmp_path / "parents.tsv"
    path.write_text("".join(f"{v} {v + 1}\n" for v in range(6)))
    assert clconn("forest", path, *REFERENCE, "--parents", parents).code == 0
    rows = [line.split("\t") for line in parents.read_text().splitlines()]
    assert rows[1:] == [[str(v), str(max(v - 1, 0))] for v in range(7)]


def test_no_edges(clconn, command, tmp_path):
    graph, edges, parents = (tmp_path / name for name in ("none.mtx", "edges.tsv", "parents.tsv"))
    graph.write_text("%%MatrixMarket matrix coordinate pattern general\n0 0 0\n")
    assert clconn(command, graph, *REFERENCE, "-o", edges, "--parents", parents).code == 0
    assert edges.read_text().startswith("source\ttarget")
    assert edges.read_text().count("\n") == 1
    assert parents.read_text() == "vertex\tparent\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--root", "1"), "give --parents PATH, too"),
        (("--parents", "{new}.csv"), "neither .npy"),
        (("--labels", "{new}.csv"), "neither .npy"),
        (("--parents", "{graph}"), "is the input"),
        (("--parents", "{new}.tsv", "-o", "{new}.tsv"), "two results would go to this file"),
        (("--parents", "{new}.npy", "--labels", "{new}.npy"), "two results would go to this file"),
        (("-o", "{folder}/missing/edges.tsv"), "there is no directory"),
        (("-o", ".tsv/"), ".tsv/"),
    ],
)
def test_bad_words_before_the_graph_is_read(clconn, command, path_file, tmp_path, words, expected):
    path_file.write_text("this is no graph")
    texts = {"new": tmp_path / "new", "graph": path_file, "folder": tmp_path}
    words = [word.format(**texts) for word in words]
    assert expected in clconn(command, path_file, *REFERENCE, *words).failure()
    assert list(tmp_path.iterdir()) == [path_file]


@pytest.mark.parametrize(
    ("roots", "expected"),
    [
        (["6"], "--root: 6 is not a vertex"),
        (["-1"], "--root: -1 is not a vertex"),
        (["x"], "--root: 'x' is not a vertex"),
        (["1", "4", "2"], "--root: 1 and 2 are in the same tree"),
    ],
)
def test_bad_roots(clconn, command, path_file, tmp_path, roots, expected):
    words = [f"--root={root}" for root in roots]
    files = ("--parents", tmp_path / "parents.npy", "-o", tmp_path / "edges.tsv")
    assert expected in clconn(command, path_file, *REFERENCE, *files, *words).failure()
    assert list(tmp_path.iterdir()) == [path_file]
