"""ECL graphs: both header widths, byte by byte, and what must be refused."""

import gzip
import struct

import pytest

from clconn import Graph
from clconn.errors import GraphFileError
from clconn.files import detect_format, read, write

# A path of three vertices and an isolated one; each edge at both ends.
OFFSETS = [0, 1, 3, 4, 4]
NEIGHBORS = [1, 0, 2, 1]
WEIGHTS = [5, 5, -6, -6]


def encoded(width, offsets=OFFSETS, neighbors=NEIGHBORS, weights=(), nodes=None, edges=None):
    nodes = len(offsets) - 1 if nodes is None else nodes
    edges = len(neighbors) if edges is None else edges
    code = {4: "i", 8: "q"}[width]
    return struct.pack(f"<{2 + len(offsets)}{code}", nodes, edges, *offsets) + struct.pack(
        f"<{len(neighbors) + len(weights)}i", *neighbors, *weights
    )


def graph_of(tmp_path, data, **options):
    path = tmp_path / "graph.egr"
    path.write_bytes(data)
    return read(path, **options)


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("weights", [(), WEIGHTS])
@pytest.mark.parametrize("width", [4, 8])
def test_both_versions(tmp_path, width, weights, compressed):
    data = encoded(width, weights=weights)
    graph = graph_of(tmp_path, gzip.compress(data) if compressed else data)
    assert graph.rows.offsets.tolist() == OFFSETS
    assert graph.rows.neighbors.tolist() == NEIGHBORS
    assert (graph.weights is None) == (not weights)
    if weights:
        assert graph.weights.tolist() == WEIGHTS
        assert graph.weights.dtype == "int32"
    assert detect_format(tmp_path / "graph.egr") == "ecl"
    assert graph_of(tmp_path, data, weighted=False).weights is None


@pytest.mark.parametrize("width", [4, 8])
@pytest.mark.parametrize("n", [0, 1, 2, 9])
def test_no_edges(tmp_path, width, n):
    data = encoded(width, offsets=[0] * (n + 1), neighbors=[])
    graph = graph_of(tmp_path, data)
    assert (graph.n, graph.edge_count) == (n, 0)


def test_written_with_the_narrow_header(tmp_path):
    graph = Graph.from_edges([0, 1], [1, 2], 4, weights=[5, -6])
    write(graph, tmp_path / "graph.egr")
    assert (tmp_path / "graph.egr").read_bytes() == encoded(4, weights=WEIGHTS)


def test_recognised_without_suffix(tmp_path):
    for width in (4, 8):
        path = tmp_path / f"graph.{width}"
        path.write_bytes(encoded(width))
        assert detect_format(path) == "ecl"


@pytest.mark.parametrize("width", [4, 8])
@pytest.mark.parametrize("compressed", [False, True])
def test_every_truncation(tmp_path, width, compressed):
    whole = encoded(width, weights=WEIGHTS)
    unweighted = len(encoded(width))
    for length in range(1, len(whole)):
        data = whole[:length]
        if length == unweighted:
            assert graph_of(tmp_path, data).weights is None
            continue
        with pytest.raises(GraphFileError) as caught:
            graph_of(tmp_path, gzip.compress(data) if compressed else data)
        assert caught.value.byte in (0, length)


@pytest.mark.parametrize("width", [4, 8])
@pytest.mark.parametrize(
    ("change", "place", "message"),
    [
        ({"offsets": [1, 1, 3, 4, 4]}, None, "nindex\\[0\\] = 0"),
        ({"offsets": [0, 3, 1, 4, 4]}, 2, "nindex falls from 3 to 1 at node 2"),
        ({"offsets": [0, 1, 3, 4, 3]}, 4, "nindex falls from 4 to 3"),
        ({"offsets": [0, 1, 3, 4, 5]}, 4, "nindex ends with 5; expected 4"),
        ({"offsets": [0, 1, 3, 2**31 - 1, 4]}, 4, "nindex falls"),
        ({"nodes": -1}, None, "header"),
        ({"edges": -4}, None, "header"),
        ({"nodes": 5}, None, "expected"),
        ({"edges": 2**31 - 1}, None, "expected .* bytes"),
        ({"nodes": 2**31 - 2}, None, "expected .* bytes"),
    ],
)
def test_malformed_index(tmp_path, width, change, place, message):
    with pytest.raises(GraphFileError, match=message) as caught:
        graph_of(tmp_path, encoded(width, **change))
    assert caught.value.byte is not None
    if place is not None:
        assert caught.value.byte == (2 + place) * width


@pytest.mark.parametrize("width", [4, 8])
@pytest.mark.parametrize("vertex", [-1, 4, 2**31 - 1])
def test_neighbor_out_of_range(tmp_path, width, vertex):
    data = encoded(width, neighbors=[1, 0, vertex, 1])
    with pytest.raises(GraphFileError, match=f"nlist is vertex {vertex}, outside 0..3") as caught:
        graph_of(tmp_path, data)
    assert struct.unpack_from("<i", data, caught.value.byte) == (vertex,)


def test_garbage(tmp_path):
    with pytest.raises(GraphFileError, match="expected a header"):
        graph_of(tmp_path, bytes(range(1, 200)))
