"""Names on the command line: ``--renumber``, and tables of labels and roots."""

import numpy as np
import pytest

from tests.command_line.samples import REFERENCE

FOLLOWS = "alice,bob\nbob,carol\ndave,eve\n"


@pytest.fixture
def follows(tmp_path):
    path = tmp_path / "follows.csv"
    path.write_text(FOLLOWS)
    return path


def test_tables_of_names(clconn, follows, tmp_path):
    labels, roots, nodes = (tmp_path / name for name in ("labels.tsv", "roots.tsv", "nodes.txt"))
    words = ("components", follows, "--renumber", *REFERENCE, "-o", labels, "--roots", roots)
    assert clconn(*words, "--nodes", nodes, "--json").json["count"] == 2
    assert labels.read_text() == "vertex\tlabel\nalice\t0\nbob\t0\ncarol\t0\ndave\t1\neve\t1\n"
    assert roots.read_text().splitlines()[1:4] == ["alice\talice", "bob\talice", "carol\talice"]
    assert nodes.read_text().split() == ["alice", "bob", "carol", "dave", "eve"]
    assert clconn("verify", follows, labels, "--renumber").out.endswith("correct, 2 components\n")
    heading, *rows = labels.read_text().splitlines(keepends=True)
    labels.write_text(heading + "".join(reversed(rows)))
    assert clconn("verify", follows, labels, "--renumber").code == 0
    labels.write_text(labels.read_text().replace("eve\t1", "eve\t0"))
    assert "edge 2" in clconn("verify", follows, labels, "--renumber").failure(1)


def test_tables_of_numbers(clconn, graph_file, tmp_path):
    labels = tmp_path / "labels.tsv"
    assert clconn("components", graph_file, *REFERENCE, "-o", labels).code == 0
    assert labels.read_text().startswith("vertex\tlabel\n0\t0\n1\t0\n")
    assert clconn("verify", graph_file, labels).code == 0


def test_nodes_as_an_array(clconn, follows, tmp_path):
    nodes = tmp_path / "nodes.npy"
    assert clconn("components", follows, "--renumber", *REFERENCE, "--nodes", nodes).code == 0
    assert np.load(nodes).tolist() == ["alice", "bob", "carol", "dave", "eve"]


def test_nodes_and_labels_do_not_share_standard_output(clconn, follows):
    words = ("components", follows, "--renumber", *REFERENCE, "--nodes", "-", "-o", "-")
    assert "two results would go to standard output" in clconn(*words).failure()


def test_nodes_without_names(clconn, graph_file, tmp_path):
    words = ("components", graph_file, *REFERENCE, "--nodes", tmp_path / "nodes.txt")
    assert "give --renumber, too" in clconn(*words).failure()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("vertex\tlabel\nalice\t0\n", "1 vertices, and the graph has 5"),
        ("alice 0\n", "line 1: expected two columns"),
        ("vertex\tlabel\nalice\tx\n", "line 2"),
        ("vertex\tlabel\n" + "alice\t0\n" * 5, "twice"),
        ("vertex\tlabel\n" + "".join(f"{name}\t0\n" for name in "abcde"), "no vertex is named"),
    ],
)
def test_tables_that_do_not_fit(clconn, follows, tmp_path, text, message):
    labels = tmp_path / "labels.tsv"
    labels.write_text(text)
    assert message in clconn("verify", follows, labels, "--renumber").failure()


def test_every_command_that_reads(clconn, follows, tmp_path):
    for command in ("forest", "msf"):
        edges = tmp_path / f"{command}.tsv"
        assert clconn(command, follows, "--renumber", *REFERENCE, "-o", edges).code == 0
        assert "alice\tbob" in edges.read_text()
    graph = tmp_path / "graph.npz"
    assert clconn("convert", follows, graph, "--renumber").code == 0
    labels = tmp_path / "labels.tsv"
    assert clconn("components", graph, *REFERENCE, "-o", labels).code == 0
    assert "carol\t0" in labels.read_text()
    assert "--renumber" in clconn("explore", "--help").out


def test_sparse_ids_and_ids_from_1(clconn, tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("0 3000000\n")
    outcome = clconn("components", path)
    assert outcome.code == 0
    assert outcome.err.startswith("clconn: warning: the largest id is 3,000,000")
    assert "--renumber" in outcome.err
    path.write_text("1 2\n2 3\n")
    assert "smallest id is 1" in clconn("components", path, *REFERENCE).err
    assert clconn("components", path, *REFERENCE, "--renumber", "--json").json["vertices"] == 3


def test_n_and_renumber(clconn, follows):
    assert "leave one out" in clconn("components", follows, "--renumber", "--n", 9).failure()


def test_a_note_says_that_a_file_keeps_no_names(clconn, follows, tmp_path):
    note = "has the numbers of the vertices, not their names; npz keeps them"
    for name, expected in (("out.csv", True), ("out.mtx", True), ("out.npz", False)):
        out = tmp_path / name
        assert (note in clconn("convert", follows, out, "--renumber").err) is expected
        words = ("components", follows, "--renumber", *REFERENCE, "--largest", out)
        assert (note in clconn(*words).err) is expected


def test_the_summary_says_what_a_table_of_a_forest_holds(clconn, follows, tmp_path):
    for name, expected in (("out.tsv", "  edges                in"), ("out.npy", "  edge ids ")):
        words = ("forest", follows, "--renumber", *REFERENCE, "-o", tmp_path / name)
        assert expected in clconn(*words).out


def test_the_suffixes_of_tables_are_named(clconn, follows, tmp_path):
    words = ("components", follows, "--renumber")
    assert "nor .tsv (a table" in clconn(*words, "-o", tmp_path / "x.foo").failure()
    assert ".tsv" not in clconn(*words, "--nodes", tmp_path / "x.foo").failure()
    assert "--largest takes .npz .npy " in clconn(*words, "--largest", "x.foo").failure()
