"""SNAP edge lists: comments, weights, vertex counts, and what must be refused."""

import networkx
import numpy as np
import pytest

from clconn.errors import GraphFileError
from clconn.files import read


def graph_of(tmp_path, text, **options):
    path = tmp_path / "edges.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(path, **options)


def test_a_carriage_return_within_a_line_with_quotes(tmp_path):
    with pytest.raises(GraphFileError, match="line 1"):
        graph_of(tmp_path, b'\r",', format="edge-list")
    with pytest.raises(GraphFileError, match="line 1"):
        graph_of(tmp_path, b'"source","target"\r\n"0",\r"1"\r\n', format="edge-list")


def test_as_published_by_snap(tmp_path):
    text = (
        "# Undirected graph: ../../data/output/example.txt\n"
        "# Nodes: 4 Edges: 3\n"
        "# FromNodeId\tToNodeId\n"
        "0\t1\n"
        "5 2 # inline\r\n"
        "\n"
        "   % percent\n"
        "2\t2"
    )
    graph = graph_of(tmp_path, text)
    assert [end.tolist() for end in graph.edges()] == [[0, 5, 2], [1, 2, 2]]
    assert graph.n == 6  # ids reach further than the comment
    assert graph.weights is None
    assert not graph.directed


def test_nodes_comment_keeps_isolated_vertices(tmp_path):
    assert graph_of(tmp_path, "# Nodes: 9 Edges: 1\n0 1\n").n == 9
    assert graph_of(tmp_path, "# Nodes: 9 Edges: 1\n0 1\n", n=3).n == 3
    assert graph_of(tmp_path, "# Nodes: 9000000000\n0 1\n").n == 2
    assert graph_of(tmp_path, "# nothing but a comment\n").n == 0


def test_given_vertex_count(tmp_path):
    assert graph_of(tmp_path, "0 1\n", n=7).n == 7
    with pytest.raises(GraphFileError, match=r"has 2 vertices: n .* has to be 3") as caught:
        graph_of(tmp_path, "0 1\n1 2\n", n=2)
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("weights", "dtype"),
    [
        (["3", "0", "-4"], np.int64),
        (["9223372036854775807", "-9223372036854775808", "9007199254740993"], np.int64),
        (["1", "0.5", "2"], np.float64),
        (["1e-3", "inf", "-Infinity"], np.float64),
    ],
)
def test_weights(tmp_path, weights, dtype):
    text = "".join(f"0 {i} {weight}\n" for i, weight in enumerate(weights))
    graph = graph_of(tmp_path, text)
    assert graph.weights.dtype == dtype
    assert graph.weights.tolist() == [dtype(weight) for weight in weights]


def test_weights_turn_real_in_a_later_block(tmp_path, monkeypatch):
    monkeypatch.setattr("clconn.files.streams.BLOCK_BYTES", 16)
    text = "0 1 3\n" * 20 + "1 2 0.25\n" + "2 3 4\n" * 20
    graph = graph_of(tmp_path, text)
    assert graph.weights.tolist() == [3.0] * 20 + [0.25] + [4.0] * 20


def test_real_weights_that_are_dropped_are_still_checked(tmp_path):
    assert graph_of(tmp_path, "0 1 0.5\n", weighted=False).weights is None
    with pytest.raises(GraphFileError, match="not a number"):
        graph_of(tmp_path, "0 1 0.5\n1 2 x\n", weighted=False)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("# c\n0 1\n1 -2\n", 3, "-2 is below 0"),
        ("0 1\n1 2147483647\n", 2, r"fewer than 2\*\*31"),
        ("0 1\n1 99999999999999999999\n", 2, r"fewer than 2\*\*31"),
        ("0 1\n1.0 2\n", 2, "'1.0' is not an integer"),
        ("0 1\n0x1 2\n", 2, "'0x1' is not an integer"),
        ("0 1\n1_0 2\n", 2, "'1_0' is not an integer"),
        ("0 1\n2\n", 2, "expected 'u v', 2 columns, not 1, found '2'"),
        ("0 1\n1 2 3\n", 2, "2 columns, not 3"),
        ("0 1 3\n1 2\n", 2, "3 columns, not 2"),
        ("0 1 3 1280000000 5\n", 1, "2 or 3 or 4 columns, not 5"),
        ("0,1\n1 2\n", 2, "expected 'u,v', 2 columns, not 1, found '1 2'"),
        ("0,1\n1,,2\n", 2, "2 columns, not 3, found '1,,2'"),
        ("0,1,5\n1,,2\n", 2, "vertex id '' is not an integer"),
        ("0 1,5\n", 1, "vertex id '0 1' is not an integer"),
        (",source,target\n0,0,1\n", 1, "vertex id '' is not an integer"),
        ("from,to\n", 1, "expected lines of numbers 'u,v', found 'from,to'; renumber=True"),
        ("\n# c\nfrom,to\n0,1\nfrom,to\n", 5, "'from' is not an integer"),
        ("from,to\n0,1,2\n", 2, "expected 'u,v', 2 columns, not 3"),
        ("id,from,to\n0,1,2\n", 1, "expected the columns source, target and weight"),
        ("from,to,distance_id\n0,1,2\n", 1, "expected the columns source, target and weight"),
        ("inf nan\n0 1\n", 1, "'inf' is not an integer"),
        ("u,v,t,w\n0,1,2,3\n", 1, "expected the columns source, target and weight"),
        ("target,source\n0,1\n", 1, "the column of the sources before that of the targets"),
        ("dst src weight\n0 1 2\n", 1, "the column of the sources before that of the targets"),
        ("0 1 {}\n1 2 {'weight': 3}\n", 2, "2 columns, not 3"),
        ("0 1 {'weight': nan}\n", 1, "NaN"),
        ("0 1 {}\n1 2 {'color': 'red'}\n", 2, r"data=\['weight'\]"),
        ("0 1 {'weight': '3'}\n", 1, "expected {} or {'weight': number}"),
        ("0 1 {\n", 1, "expected {} or {'weight': number}"),
        ("0 1 2\n1 2 NaN\n", 2, "NaN"),
        ("0 1 2.5\n1 2 nan\n", 2, "NaN"),
        ("0 1 2\n1 2 x\n", 2, "'x' is not a number"),
        ("0,1,2\n1,2,\n", 2, "weight '' is not a number: a weight is missing; remove the line"),
        ("0 1 2\n1 2 NA\n", 2, "weight 'NA' is not a number: a weight is missing; remove"),
        ("0 1 2\n1 2 a_b\n", 2, "weight 'a_b' is not a number$"),
        ("0 1 2\n1 2 1_000\n", 2, "'1_000' is not a number; write its digits without '_'"),
        ("0 1 2\n1 2\n", 2, "expected 'u v w', 3 columns, not 2"),
        ("0 1 2\n1 2 9223372036854775808\n", 2, "does not fit in 64 bits"),
        ("0 1\nfrom to\n", 2, "'from' is not an integer"),
        (b"0 1\n\x80\xff 2\n", 2, "not an integer"),
        (b"0 1\n1 \x00 2\n", 2, "columns"),
    ],
)
@pytest.mark.parametrize("block_bytes", [8, 1 << 20])
def test_malformed(tmp_path, text, line, message, block_bytes, monkeypatch):
    monkeypatch.setattr("clconn.files.streams.BLOCK_BYTES", block_bytes)
    with pytest.raises(GraphFileError, match=message) as caught:
        graph_of(tmp_path, text, format="edge-list")
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "0,1\n5,2\n2,2\n",
        "0, 1\r\n\n  \n5 ,2 # comment\n% another\n2,2",
        "source,target\n0,1\n5,2\n2,2\n",
        '"from","to"\r\n0,1\r\n5,2\r\n2,2\r\n',
        "# node_1,node_2\nnode_1,node_2\n0,1\n5,2\n2,2\n",
        "source\ttarget\n0\t1\n5\t2\n2\t2\n",
    ],
)
@pytest.mark.parametrize("block_bytes", [8, 1 << 20])
@pytest.mark.parametrize("name", ["edges.csv", "edges.txt", "edges"])
def test_tables_of_two_columns(tmp_path, text, block_bytes, name, monkeypatch):
    monkeypatch.setattr("clconn.files.streams.BLOCK_BYTES", block_bytes)
    path = tmp_path / name
    path.write_bytes(text.encode())
    graph = read(path)
    assert [end.tolist() for end in graph.edges()] == [[0, 5, 2], [1, 2, 2]]
    assert graph.weights is None


@pytest.mark.parametrize("heading", ["", "source,target,weight\n", "u,v,edge_cost\n", "u,v,W\n"])
def test_tables_of_three_columns(tmp_path, heading):
    graph = graph_of(tmp_path, heading + "0,1,3\n5,2,-4\n")
    assert [end.tolist() for end in graph.edges()] == [[0, 5], [1, 2]]
    assert (graph.weights.dtype, graph.weights.tolist()) == (np.int64, [3, -4])
    assert graph_of(tmp_path, heading + "0,1,3\n5,2,.5\n").weights.tolist() == [3, 0.5]


@pytest.mark.parametrize("delimiter", [" ", "\t", ",", ", "])
@pytest.mark.parametrize("name", ["edges.edgelist", "edges"])
@pytest.mark.parametrize(
    ("attributes", "weights"),
    [
        ({}, None),
        ({"weight": 3}, [3, 3, 3]),
        ({"weight": 2.5}, [2.5, 2.5, 2.5]),
        ({"weight": np.float64(-1e-3)}, [-1e-3, -1e-3, -1e-3]),
        ({"weight": np.int16(7)}, [7, 7, 7]),
    ],
)
def test_as_written_by_networkx(tmp_path, delimiter, name, attributes, weights):
    path = tmp_path / name
    given = networkx.Graph()
    given.add_edges_from([(0, 3), (3, 2), (2, 2)], **attributes)
    networkx.write_edgelist(given, path, delimiter=delimiter)
    graph = read(path)
    assert list(zip(*(end.tolist() for end in graph.edges()), strict=True)) == list(given.edges)
    assert (None if graph.weights is None else graph.weights.tolist()) == weights


def test_braces_in_comments_are_no_attributes(tmp_path):
    assert graph_of(tmp_path, "# {'a': 3}\n0 1 % {'b'}\n").edge_count == 1
    graph = graph_of(tmp_path, "0 1 {'weight': 2}  # {}\n1 2 {'weight': np.float64(3)} % c\n")
    assert graph.weights.tolist() == [2, 3]
    assert graph_of(tmp_path, "0 1 {} # c\n1 2 {}\n").edge_count == 2


def test_line_far_down_is_named(tmp_path):
    text = "0 1\n" * 100_000 + "0 one\n" + "0 1\n" * 1000
    with pytest.raises(GraphFileError, match="line 100001: vertex id 'one' is not an integer"):
        graph_of(tmp_path, text, format="edge-list")


def test_largest_possible_id(tmp_path):
    graph = graph_of(tmp_path, "0 2147483646\n")
    assert graph.n == 2**31 - 1
