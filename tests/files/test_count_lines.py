"""First lines that count: what gets a warning, what a hint, and what neither."""

import warnings

import pytest

from clconn.errors import GraphFileError, GraphFileWarning
from clconn.files import read

LIST = "was read as an edge, but fits the numbers of vertices and edges"
FROM_ZERO, FROM_ONE = "'# Nodes: 5' (ids from 0)", "'p tw 5 3' (ids from 1)"


def _file(tmp_path, text, suffix=".txt"):
    path = tmp_path / f"graph{suffix}"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("text", "advice", "other"),
    [
        ("5 3\n0 1\n1 2\n3 4\n", FROM_ZERO, FROM_ONE),
        ("5 3\n1 2\n3 2\n4 5\n", FROM_ONE, FROM_ZERO),
        ("# a comment\n5 3\n1 2\n3 2\n4 4\n", FROM_ZERO, "no other"),
        ("5 3\n1 2\n3 2\n4 4\n", FROM_ONE, "no other"),
    ],
)
def test_a_list_that_counts_its_edges(tmp_path, text, advice, other):
    path = _file(tmp_path, text)
    with pytest.warns(GraphFileWarning, match=LIST) as caught:
        graph = read(path)
    assert graph.edge_count == 4
    message = str(caught[0].message)
    assert message.startswith(f"{path}, line ")
    assert advice in message
    assert other not in message
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(path, format="edge-list").edge_count == 4


def test_the_advice_helps(tmp_path):
    graph = read(_file(tmp_path, "# Nodes: 5\n0 1\n1 2\n3 4\n"))
    assert (graph.n, graph.edge_count) == (5, 3)
    graph = read(_file(tmp_path, "p tw 5 3\n1 2\n3 2\n4 5\n"))
    assert (graph.n, graph.edge_count) == (5, 3)


def test_a_matrix_without_its_banner(tmp_path):
    text = "5 5 3\n2 1 7\n1 2 8\n3 4 9\n"
    path = _file(tmp_path, text)
    with pytest.warns(GraphFileWarning, match="name the format matrix-market with format="):
        assert read(path).edge_count == 4
    for graph in (read(path, format="matrix-market"), read(_file(tmp_path, text, ".mtx"))):
        assert (graph.n, graph.edge_count, graph.file_format) == (5, 3, "matrix-market")
        assert graph.weights.tolist() == [7, 8, 9]
    graph = read(_file(tmp_path, "% sizes\n5 5 2\n2 1\n1 2\n", ".mtx"))
    assert (graph.n, graph.edge_count, graph.weights) == (5, 2, None)
    graph = read(_file(tmp_path, "5 5 2\n2 1 1.5\n1 2 3\n", ".mtx"))
    assert graph.weights.tolist() == [1.5, 3]
    with pytest.raises(GraphFileError, match="3 entries are announced but 2 are"):
        read(_file(tmp_path, "5 5 3\n2 1\n1 2\n", ".mtx"))


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("5 3\n0 1 9\n1 2 9\n3 4 9\n", "'# Nodes: 5'"),
        ("5 5 7\n2 1\n1 2\n3 4\n", "name the format matrix-market"),
    ],
)
def test_widths_that_differ(tmp_path, text, advice):
    for format in (None, "edge-list"):
        with pytest.raises(GraphFileError, match=advice):
            read(_file(tmp_path, text), format=format)


@pytest.mark.parametrize(
    "text",
    [
        "1 1\n0 1\n",  # a single edge fits by chance
        "2 1\n0 1\n",
        "0 1\n1 2\n2 3\n",
        "5 2\n0 1\n1 2\n3 4\n",  # another number of edges
        "4 3\n0 1\n1 2\n3 4\n",  # ids up to n from 0 on
        "3 2\n0 3\n1 2\n",
        "# Nodes: 6\n5 3\n0 1\n1 2\n3 4\n",
        "u,v\n5,3\n0,1\n1,2\n3,4\n",
        "5 4 3\n2 1 7\n1 2 8\n3 4 9\n",
        "5 5 3\n0 1 7\n1 2 8\n3 4 9\n",  # a matrix counts from 1
    ],
)
def test_no_false_alarm(tmp_path, text):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*the smallest id is 1, so vertex 0 has no edge")
        assert read(_file(tmp_path, text)).file_format == "edge-list"
