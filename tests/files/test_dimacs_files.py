"""DIMACS: the three dialects, and what must be refused."""

import numpy as np
import pytest

from clconn.errors import GraphFileError
from clconn.files import read


def graph_of(tmp_path, text, **options):
    path = tmp_path / "roads.gr"
    path.write_text(text)
    return read(path, **options)


def test_shortest_paths(tmp_path):
    text = (
        "c 9th DIMACS\nc\np sp 4 3\nc graph contains 4 nodes\na 1 2 803\nc x\na 2 1 803\na 3 3 0\n"
    )
    graph = graph_of(tmp_path, text)
    assert graph.n == 4
    assert [end.tolist() for end in graph.edges()] == [[0, 1, 2], [1, 0, 2]]
    assert graph.weights.tolist() == [803, 803, 0]
    assert graph.weights.dtype == np.int64
    assert not graph.directed
    assert graph_of(tmp_path, text, directed=True).directed
    assert graph_of(tmp_path, text, weighted=False).weights is None


def test_real_weights(tmp_path):
    assert graph_of(tmp_path, "p sp 2 2\na 1 2 1\na 2 1 0.5\n").weights.tolist() == [1.0, 0.5]


@pytest.mark.parametrize("text", ["p edge 3 2\ne 1 2\ne 3 2\n", "c\np col 3 2\ne 1 2\ne 3 2\n"])
def test_coloring(tmp_path, text):
    graph = graph_of(tmp_path, text)
    assert [end.tolist() for end in graph.edges()] == [[0, 2], [1, 1]]
    assert graph.weights is None


def test_treewidth(tmp_path):
    graph = graph_of(tmp_path, "c pace\np tw 5 2\n1 2\n3 2\n")
    assert graph.n == 5
    assert [end.tolist() for end in graph.edges()] == [[0, 2], [1, 1]]


def test_no_edges(tmp_path):
    assert graph_of(tmp_path, "p sp 3 0\n").n == 3
    assert graph_of(tmp_path, "p tw 0 0").n == 0


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("c only\n", 1, "expected the problem line"),
        ("a 1 2 3\n", 1, "expected the problem line 'p sp n m'"),
        ("p max 3 3\n", 1, "expected the problem line"),
        ("p sp 3\n", 1, "expected the problem line"),
        ("p sp -3 1\na 1 2 3\n", 1, "expected the problem line"),
        ("p sp 3000000000 1\na 1 2 3\n", 1, r"2\*\*31"),
        ("c\np sp 3 2\na 1 2 3\n", 2, "2 edges are announced but 1 are there"),
        ("p sp 3 1\na 1 2 3\na 1 3 3\n", 1, "1 edges are announced but 2 are there"),
        ("p sp 3 1\na 0 2 3\n", 2, "0 is below 1"),
        ("p sp 3 2\na 1 2 3\na 1 4 3\n", 3, "outside 1..3; the graph has 3 vertices"),
        ("p sp 3 1\na 1 2\n", 2, "expected 'a u v w', 3 columns after 'a', not 2"),
        ("p sp 3 1\na 1 2 3 4\n", 2, "not 4"),
        ("p sp 3 1\ne 1 2 3\n", 2, "expected 'a u v w', found 'e 1 2 3'"),
        ("p sp 3 1\naa 1 2 3\n", 2, "expected 'a u v w', found 'aa 1 2 3'"),
        ("p sp 3 1\n1 2 3\n", 2, "expected 'a u v w'"),
        ("p sp 3 1\na 1 2 nan\n", 2, "NaN"),
        ("p sp 3 1\na 1 2 x\n", 2, "'x' is not a number"),
        ("p sp 3 1\na 1.5 2 3\n", 2, "not an integer"),
        ("p edge 3 1\ne 1 2 3\n", 2, "expected 'e u v', 2 columns after 'e', not 3"),
        ("p tw 3 1\ne 1 2\n", 2, "expected 'u v', 2 columns, not 3"),
        ("p sp 3 2\na 1 2 3\np sp 3 2\n", 3, "expected 'a u v w'"),
    ],
)
def test_malformed(tmp_path, text, line, message):
    with pytest.raises(GraphFileError, match=message) as caught:
        graph_of(tmp_path, text)
    assert caught.value.line == line
