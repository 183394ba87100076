"""Edge lists whose ids are names: sparse integers of any size, and words."""

import warnings

import numpy as np
import pytest

import clconn
from clconn.errors import GraphError, GraphFileError, GraphFileWarning
from clconn.files import read


def named(tmp_path, text, name="edges.txt", **options):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    graph = read(path, renumber=True, **options)
    ends = [[graph.nodes[vertex] for vertex in end] for end in graph.edges()]
    return graph, list(zip(*ends, strict=True))


@pytest.mark.parametrize(
    ("text", "nodes", "dtype"),
    [
        ("1999999990 1999999999\n5 1999999990\n", [5, 1999999990, 1999999999], np.int64),
        ("7 -3\n-3 9\n", [-3, 7, 9], np.int64),
        (f"{2**64 - 1} 3\n4 3\n", [3, 4, 2**64 - 1], np.uint64),
        (f"{2**64 - 1} 3\n-4 3\n", [-4, 3, 2**64 - 1], object),
        (f"{2**70} 3\n-4 3\n", [-4, 3, 2**70], object),
        ("007 7\n+7 8\n", [7, 8], np.int64),
        ("alice bob\nbob carol\n", ["alice", "bob", "carol"], object),
        ("b Z\nA b\n", ["A", "Z", "b"], object),
        ("z é\né a\n", ["a", "z", "é"], object),
        ("007 7\na 7\n", ["007", "7", "a"], object),
        ("# no edge\n", [], np.int64),
    ],
)
@pytest.mark.parametrize("block_bytes", [8, 1 << 20])
def test_names_ascend(tmp_path, text, nodes, dtype, block_bytes, monkeypatch):
    monkeypatch.setattr("clconn.files.streams.BLOCK_BYTES", block_bytes)
    graph, pairs = named(tmp_path, text)
    assert (graph.nodes.tolist(), graph.nodes.dtype) == (nodes, dtype)
    assert graph.n == len(nodes)
    kind = str if nodes and isinstance(nodes[0], str) else int
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    assert pairs == [(kind(u), kind(v)) for u, v in rows]


@pytest.mark.parametrize(
    ("text", "pairs", "weights"),
    [
        ("from,to\nbob,al\n", [("bob", "al")], None),
        ("Source;Target;Weight\nbob;al;2.5\n", [("bob", "al")], [2.5]),
        ('"name","friend","weight"\n"bob","c,d",3\n"x ""y""", bob,4\n',
         [("bob", "c,d"), ('x "y"', "bob")], [3, 4]),
        ('"12";"15";1\n"13" ; 12;3\n', [(12, 15), (13, 12)], [1, 3]),
        ('"a b" c\n', [("a b", "c")], None),
        ("John Smith\tMary\nMary\tC#\n", [("John Smith", "Mary"), ("Mary", "C#")], None),
        ("# c\n% d\na b 1\n\nb c 2", [("a", "b"), ("b", "c")], [1, 2]),
        ("a b {'weight': 3}\nb c {'weight': 2}\n", [("a", "b"), ("b", "c")], [3, 2]),
        ("follower,followee\nbob,al\n", [("bob", "al")], None),
        ("id_1,id_2\n1,2\n", [(1, 2)], None),
        ("u v\nv w\n", [("u", "v"), ("v", "w")], None),  # no heading
        ("alice bob\nbob carol\n", [("alice", "bob"), ("bob", "carol")], None),
    ],
)  # fmt: skip
def test_tables(tmp_path, text, pairs, weights):
    graph, found = named(tmp_path, text)
    assert found == pairs
    assert (None if graph.weights is None else graph.weights.tolist()) == weights


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("1 2\n3 NA\n", 2, "'NA' among integers: an id is missing; remove the line"),
        ("from,to\n1,2\nnan,2\n", 3, "'nan' among integers"),
        ("id,from,to\n1,100,200\n", 1, "source, target and weight .*, found 'id,from,to'"),
        ("weight,source,target\n5,1,2\n", 1, "the columns source, target and weight"),
        ("target,source\n1,2\n", 1, "the column of the sources before that of the targets"),
        ("to,from\nbob,al\n", 1, "the column of the sources before that of the targets"),
        ("a,b\n,a\n", 2, "an? vertex id is missing; remove the line"),
        ("alice bob\na b c\n", 2, "expected 2 columns, found 'a b c'"),
        ("a b c d e\n", 1, "expected two ids, or two ids and a weight"),
        ("alice bob 2\na b c\n", 2, "weight 'c' is not a number"),
        ("alice,bob,\n", 1, "weight '' is not a number"),
        ('a,b\n"b,c\nc,"d"\n', 2, "expected 2 columns"),
        ("a;b;2,5\n", 1, "'2,5' is not a number; write a decimal point"),
        ("a b 1\nb c nan\n", 2, "NaN"),
        ("% bip unweighted\n1 1\n", 1, "ids of their own"),
    ],
)
@pytest.mark.parametrize("block_bytes", [8, 1 << 20])
def test_malformed(tmp_path, text, line, message, block_bytes, monkeypatch):
    if text.startswith("%") and block_bytes == 8:
        pytest.skip("the first block is the line of a header")
    monkeypatch.setattr("clconn.files.streams.BLOCK_BYTES", block_bytes)
    with pytest.raises(GraphFileError, match=message) as caught:
        named(tmp_path, text)
    assert caught.value.line == line


def test_words_of_the_first_line_alone_may_be_a_heading(tmp_path):
    with pytest.warns(GraphFileWarning, match="line 2: 'who' and 'whom' occur nowhere else"):
        _, pairs = named(tmp_path, "# of 2026\nwho,whom\nann,bob\nbob,cyd\n")
    assert pairs == [("who", "whom"), ("ann", "bob"), ("bob", "cyd")]
    for text in (
        "who,whom\nann,bob\nbob,who\n",  # it occurs again
        "who whom\nann bob\nbob cyd\n",  # no table
        "who,who\nann,bob\nbob,cyd\n",
        "who,2nd\nann,bob\nbob,cyd\n",
        "who,whom\nann,bob\n",
        "1,2\n3,4\n5,6\n",
    ):
        with warnings.catch_warnings(action="error"):
            named(tmp_path, text)


def test_only_edge_lists_have_names(tmp_path):
    path = tmp_path / "edges.data"
    path.write_text("ann,bob\nbob,cyd\n")
    assert read(path, renumber=True).nodes.tolist() == ["ann", "bob", "cyd"]
    with pytest.raises(GraphFileError, match="neither content nor suffix tells the format"):
        read(path)
    path.write_text("ann\n")
    with pytest.raises(GraphFileError, match=r"guessed from renumber=True \(--renumber\)"):
        read(path, renumber=True)


def test_a_missing_value_among_words_is_a_name_with_a_warning(tmp_path):
    with pytest.warns(GraphFileWarning, match="line 2: 'NA' is the name of a vertex"):
        graph, pairs = named(tmp_path, "DE FR\nNA FR\n")
    assert pairs == [("DE", "FR"), ("NA", "FR")]
    assert graph.nodes.tolist() == ["DE", "FR", "NA"]


def test_the_advice_for_words_and_missing_values(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("alice,bob\nbob,carol\n")
    with pytest.raises(GraphFileError, match=r"line 2.*'bob'.*renumber=True \(--renumber"):
        read(path)
    with pytest.raises(GraphFileError, match=r"'bob'.*renumber=True without n .* takes names"):
        read(path, n=9)
    path.write_text("1,-2\n")
    with pytest.raises(GraphFileError, match=r"-2 is below 0.*; renumber=True without n .* makes"):
        read(path, n=9)
    path.write_text("%%MatrixMarket matrix coordinate pattern general\n2 2 1\none 2\n")
    with pytest.raises(GraphFileError, match=r"'one' is not an integer$"):
        read(path)
    path.write_text("1,2\n3,NA\n")
    with pytest.raises(GraphFileError, match=r"line 2.*'NA'.*an id is missing; remove the line"):
        read(path)


def test_no_number_of_vertices_with_names(tmp_path):
    with pytest.raises(GraphError, match="n is 3 with renumber=True"):
        named(tmp_path, "a b\n", n=3)


def test_formats_that_number_their_vertices_have_no_names(tmp_path):
    path = tmp_path / "graph.mtx"
    clconn.write(clconn.Graph.from_edges([0, 1], [1, 2]), path)
    with pytest.raises(GraphFileError, match="matrix-market file numbers its vertices itself"):
        read(path, renumber=True)
    rows = tmp_path / "rows.npz"
    np.savez(rows, offsets=[0, 1, 2], neighbors=[1, 0])
    with pytest.raises(GraphFileError, match="is for edge lists"):
        read(rows, renumber=True)


def test_ids_in_arrays(tmp_path):
    np.save(tmp_path / "pairs.npy", np.array([[10**12, 5], [5, 6]]))
    assert read(tmp_path / "pairs.npy", renumber=True).nodes.tolist() == [5, 6, 10**12]
    np.savez(tmp_path / "pairs.npz", sources=[9, 5], targets=[5, 7], n=20, weights=[1, 2])
    graph = read(tmp_path / "pairs.npz", renumber=True)
    assert (graph.nodes.tolist(), graph.weights.tolist()) == ([5, 7, 9], [1, 2])


@pytest.mark.parametrize(
    ("sources", "targets"),
    [
        (["b", "é"], ["a", "x" * 70]),
        ([5, 2**64 - 1], [7, 8]),
        ([-5, 2**40], [7, 8]),
        (["\udce9", ""], ["a\0", "a"]),
    ],
)
def test_npz_keeps_names(tmp_path, sources, targets):
    path = tmp_path / "graph.npz"
    graph = clconn.Graph.from_edges(sources, targets, renumber=True)
    clconn.write(graph, path)
    again = read(path)
    assert again.nodes.tolist() == graph.nodes.tolist()
    assert again.nodes.dtype == graph.nodes.dtype


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"nodes": [1]}, "1 names for 2 vertices"),
        ({"nodes": [1, 1]}, "a name twice"),
        ({"nodes": [0.5, 1]}, "integers or strings"),
        ({"nodes": np.frombuffer(b"ab", np.uint8), "node_offsets": [0, 3, 2]}, "do not fit"),
        ({"nodes": np.frombuffer(b"\xff\xfe", np.uint8), "node_offsets": [0, 1, 2]}, "UTF-8"),
    ],
)
def test_stored_names_that_are_damaged(tmp_path, arrays, message):
    path = tmp_path / "graph.npz"
    np.savez(path, sources=[0], targets=[1], n=2, **arrays)
    with pytest.raises(GraphFileError, match=message):
        read(path)


def test_names_in_an_array_of_strings(tmp_path):
    path = tmp_path / "graph.npz"
    np.savez(path, sources=[0], targets=[1], nodes=["b", "a"])
    assert read(path).nodes.tolist() == ["b", "a"]


def test_ids_from_1_are_noted(tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("1 2\n2 3\n")
    with pytest.warns(GraphFileWarning, match=r"smallest id is 1.*renumber=True \(--renumber"):
        assert read(path).n == 4
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(path, n=4).n == 4
        assert read(path, renumber=True).nodes.tolist() == [1, 2, 3]
        path.write_text("# Nodes: 9\n1 2\n")
        assert read(path).n == 9
        path.write_text("0 1\n")
        assert read(path).n == 2
