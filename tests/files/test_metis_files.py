"""METIS: the examples of its manual, and what must be refused."""

import networkx
import pytest

from clconn import Graph
from clconn.errors import GraphFileError
from clconn.files import read, write

# The graph of figure 2 of the METIS manual, in the four ways shown there.
NEIGHBORS = [[5, 3, 2], [1, 3, 4], [5, 4, 2, 1], [2, 3, 6, 7], [1, 3, 6], [5, 4, 7], [6, 4]]
EDGE_WEIGHTS = [
    [1, 2, 1], [1, 2, 1], [3, 2, 2, 2], [1, 2, 2, 5], [1, 3, 2], [2, 2, 6], [6, 5],
]  # fmt: skip


def manual(style):
    header = {"plain": "7 11", "edges": "7 11 001", "both": "7 11 011", "sizes": "7 11 111 3"}[
        style
    ]
    lines = [f"% {style}", header]
    for vertex, (row, weights) in enumerate(zip(NEIGHBORS, EDGE_WEIGHTS, strict=True), 1):
        words = {"plain": [], "edges": [], "both": [4], "sizes": [9, vertex, 2, 0]}[style]
        for neighbor, weight in zip(row, weights, strict=True):
            words = words + ([neighbor] if style == "plain" else [neighbor, weight])
        lines.append(" ".join(map(str, words)))
        if vertex == 3:
            lines.append("% between")
    return "\n".join(lines) + "\n"


def graph_of(tmp_path, text, **options):
    path = tmp_path / "mesh.graph"
    path.write_text(text)
    return read(path, **options)


@pytest.mark.parametrize("block_bytes", [5, 1 << 20])
@pytest.mark.parametrize("style", ["plain", "edges", "both", "sizes"])
def test_manual(tmp_path, style, block_bytes, monkeypatch):
    monkeypatch.setattr("clconn.files.streams.BLOCK_BYTES", block_bytes)
    graph = graph_of(tmp_path, manual(style))
    assert (graph.n, graph.edge_count) == (7, 22)
    offsets, neighbors = graph.rows.offsets, graph.rows.neighbors
    for vertex, row in enumerate(NEIGHBORS):
        found = neighbors[offsets[vertex] : offsets[vertex + 1]]
        assert found.tolist() == [neighbor - 1 for neighbor in row]
    if style == "plain":
        assert graph.weights is None
    else:
        assert graph.weights.tolist() == [weight for row in EDGE_WEIGHTS for weight in row]
        assert graph_of(tmp_path, manual(style), weighted=False).weights is None
    assert graph.adjacency() is graph.rows


def test_written_as_the_manual_says(tmp_path):
    write(Graph.from_edges([0, 1, 0], [1, 2, 0], 4, weights=[5, 6, 7]), tmp_path / "a.graph")
    assert (tmp_path / "a.graph").read_text() == "4 2 001\n2 5\n1 5 3 6\n2 6\n\n"


def test_blank_lines_are_vertices(tmp_path):
    graph = graph_of(tmp_path, "4 1\n\n3\n2\n\n")
    assert graph.rows.offsets.tolist() == [0, 0, 1, 2, 2]
    assert graph_of(tmp_path, "4 1\n\n3\n2\n\n\n  \n").n == 4
    assert graph_of(tmp_path, "1 0\n\n", format="metis").n == 1
    assert graph_of(tmp_path, "0 0\n").n == 0


def test_last_line_without_newline(tmp_path):
    assert graph_of(tmp_path, "2 1\n2\n1").edge_count == 2


def test_loops_stored_once(tmp_path):
    assert graph_of(tmp_path, "2 2\n1 2\n1\n").edge_count == 3


def test_larger_graph(tmp_path):
    expected = networkx.gnm_random_graph(200, 900, seed=4)
    lines = [" ".join(str(v + 1) for v in expected[u]) for u in expected]
    graph = graph_of(tmp_path, "200 900\n" + "\n".join(lines) + "\n")
    sources, targets = graph.edges()
    found = networkx.Graph(zip(sources.tolist(), targets.tolist(), strict=True))
    found.add_nodes_from(range(200))
    assert networkx.utils.graphs_equal(
        networkx.Graph(expected.edges), found.edge_subgraph(found.edges)
    )


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("% only\n", 1, "expected the header"),
        ("3\n2\n1 3\n2\n", 1, "expected the header"),
        ("3 2 0 1 5\n", 1, "expected the header"),
        ("3 x\n2\n1 3\n2\n", 1, "expected the header"),
        ("3 2 012\n2\n1 3\n2\n", 1, "fmt is '012'"),
        ("3 2 1000\n2\n1 3\n2\n", 1, "fmt is '1000'"),
        ("3000000000 2\n2\n1\n", 1, r"2\*\*31"),
        ("3 2\n2\n1 3\n", 1, "3 vertices are announced but 2 vertex lines"),
        ("3 2\n2\n1 3\n2\n1\n", 5, "expected the end after 3 vertices"),
        ("% c\n3 3\n2\n1 3\n2\n", 2, "3 edges are announced, 6 entries, but 4 entries"),
        ("3 2\n2\n0 3\n2\n", 3, "neighbor '0' is outside 1..3"),
        ("3 2\n2\n1 4\n2\n", 3, "neighbor '4' is outside 1..3"),
        ("3 2\n2\n1 -3\n2\n", 3, "neighbor '-3' is outside 1..3"),
        ("3 2\n2\n1 99999999999999999999\n2\n", 3, "outside 1..3"),
        ("3 2\n2\n1 3.0\n2\n", 3, "expected integers, found '3.0'"),
        ("3 2\n2\n1-3\n2\n", 3, "expected integers, found '1-3'"),
        ("3 2\n2\n1 x\n2\n", 3, "expected integers, found 'x'"),
        ("3 2 1\n2 5\n1 5 3\n2 6\n", 3, "the last neighbor has no weight"),
        ("3 2 1\n2 5\n1 5 3 0.5\n2 6\n", 3, "expected integers, found '0.5'"),
        ("3 2 1\n2 5\n1 5 3 9223372036854775808\n2 6\n", 3, "64 bits"),
        ("3 2 11 2\n1 1 2 5\n1\n1 1 2 6\n", 3, "expected 2 vertex weights"),
    ],
)
@pytest.mark.parametrize("block_bytes", [4, 1 << 20])
def test_malformed(tmp_path, text, line, message, block_bytes, monkeypatch):
    monkeypatch.setattr("clconn.files.streams.BLOCK_BYTES", block_bytes)
    with pytest.raises(GraphFileError, match=message) as caught:
        graph_of(tmp_path, text, format="metis")
    assert caught.value.line == line


def test_weights_at_the_limits(tmp_path):
    low, high = -(2**63), 2**63 - 1
    graph = graph_of(tmp_path, f"2 2 1\n2 {low} 2 {high}\n1 {low} 1 {high}\n")
    assert graph.weights.tolist() == [low, high] * 2
