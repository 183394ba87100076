"""KONECT's edge lists: ids from 1, four columns, bipartite graphs; and four columns elsewhere."""

import warnings

import pytest

from clconn.errors import GraphFileError, GraphFileWarning
from clconn.files import detect_format, read


def graph_of(tmp_path, text, name="out.moreno_zebra", **options):
    path = tmp_path / name
    path.write_text(text)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert detect_format(path) == "edge-list"
        return read(path, **options)


def ends_of(graph):
    return [end.tolist() for end in graph.edges()]


@pytest.mark.parametrize(
    ("text", "n", "weights"),
    [
        ("% sym unweighted\n1 2\n2 3\n", 3, None),
        ("% asym positive\n% 2 5 5\n1 2 4\n2 3 1\n", 5, [4, 1]),
        ("% sym weighted\r\n% 2 2 2\r\n1 2 4 1280000\r\n2 3 1.5 1290000\r\n", 3, [4, 1.5]),
        ("%sym  signed\n1\t2\t-1\t0\n2\t3\t1\t0\n", 3, [-1, 1]),
    ],
)
def test_id_i_is_vertex_i_minus_1(tmp_path, text, n, weights):
    graph = graph_of(tmp_path, text)
    assert ends_of(graph) == [[0, 1], [1, 2]]
    assert graph.n == n
    assert (None if graph.weights is None else graph.weights.tolist()) == weights
    assert graph_of(tmp_path, text, n=7).n == 7
    assert graph_of(tmp_path, text, renumber=True).nodes.tolist() == [1, 2, 3]


@pytest.mark.parametrize(("sizes", "left", "n"), [("", 2, 5), ("% 3 4 6\n", 4, 10)])
def test_bipartite(tmp_path, sizes, left, n):
    graph = graph_of(tmp_path, f"% bip unweighted\n{sizes}1 1\n2 1\n2 3\n")
    assert ends_of(graph) == [[0, 1, 1], [left, left, left + 2]]
    assert graph.n == n


def test_an_id_of_0_is_refused(tmp_path):
    with pytest.raises(GraphFileError, match="0 is below 1") as caught:
        graph_of(tmp_path, "% sym unweighted\n1 2\n0 1\n")
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("0 1 3 77\n1 2 4 78\n", "edges.txt"),
        ("0,1,3,77\n1,2,4,78\n", "edges"),
        ("0;1;3;x y\n1;2;4;\n", "edges.csv"),
        ("u,v,weight,time\n0,1,3,77\n1,2,4,78\n", "edges"),
    ],
)
def test_a_fourth_column_is_ignored_with_a_warning(tmp_path, text, name):
    path = tmp_path / name
    path.write_text(text)
    with pytest.warns(GraphFileWarning, match="the fourth is ignored"):
        graph = read(path)
    assert (ends_of(graph), graph.weights.tolist()) == ([[0, 1], [1, 2]], [3, 4])
    with pytest.warns(GraphFileWarning, match="the fourth is ignored"):
        assert read(path, renumber=True).weights.tolist() == [3, 4]


@pytest.mark.parametrize(
    "text", ["0;1\n5;2\n", '"0";"1"\n"5" ; 2\n', '"from";"to"\n0;1\n5;"2"\n', '"0" "1"\n"5" "2"\n']
)
def test_semicolons_and_quotes(tmp_path, text):
    assert ends_of(graph_of(tmp_path, text, "edges.csv")) == [[0, 5], [1, 2]]
