"""Beginning with components: saved ones, those of a graph, and those of a result."""

import io
import json
import zipfile

import networkx
import numpy as np
import pytest

import clconn
from clconn.errors import (
    GraphError,
    GraphFileError,
    GraphFileMissingError,
    OptionError,
    OutputError,
    UnknownVariantError,
)
from clconn.incremental import checkpoint
from tests.helpers.graphs import hand_made
from tests.helpers.oracles import scipy_roots

LOAD = clconn.IncrementalComponents.load
GRAPH = hand_made("random-many-components")


@pytest.fixture
def live(backend):
    live = clconn.IncrementalComponents(6, backend=backend, forest=True, growing=True)
    live.insert([0, 1, 0, 4], [1, 2, 2, 3])
    return live


@pytest.fixture
def path(live, tmp_path):
    live.save(tmp_path / "live.npz")
    return tmp_path / "live.npz"


def test_going_on_from_a_file(live, path, backend):
    again = LOAD(path, backend=backend)
    assert repr(again) == repr(live)
    assert again.options == live.options
    assert again.components().roots.tolist() == [0, 0, 0, 3, 3, 5]
    for one in (live, again):
        one.insert([0, 3, 7], [2, 2, 5])
        assert (one.n, one.count, one.edge_count) == (8, 3, 7)
        assert one.spanning_forest().edge_ids.tolist() == [0, 1, 3, 5, 6]
        assert one.spanning_forest().edges[0].tolist() == [0, 1, 4, 3, 7]


def test_a_file_is_for_every_variant_and_backend(path):
    again = LOAD(path, backend="reference", variant="coo/jtb/naive")
    assert (again.variant, again.backend) == ("coo/jtb/naive", "reference")
    again.insert(5, 2)
    assert again.components().labels.tolist() == [0, 0, 0, 1, 1, 0]
    lazy = LOAD(path, backend="reference", options={"vertices": "lazy"})
    assert lazy.options == {"vertices": "lazy"}
    assert lazy.count == 3


def test_without_a_forest(backend, tmp_path):
    live = clconn.IncrementalComponents(
        3, variant="coo/rem-cas/naive+splice", options={"vertices": "lazy"}, backend=backend
    )
    live.insert(2, 1)
    live.save(str(tmp_path / "live"))
    assert [entry.name for entry in tmp_path.iterdir()] == ["live"]
    again = LOAD(str(tmp_path / "live"), backend=backend)
    assert (again.variant, again.options) == (live.variant, {"vertices": "lazy"})
    with pytest.raises(OptionError, match="forest=True"):
        again.spanning_forest()
    with pytest.raises(GraphError, match="growing=True"):
        again.insert(3, 0)


def test_no_vertices(backend, tmp_path):
    clconn.IncrementalComponents(0, backend=backend, forest=True).save(tmp_path / "none.npz")
    again = LOAD(tmp_path / "none.npz", backend=backend)
    again.grow(2)
    again.insert(1, 0)
    assert again.spanning_forest().edge_ids.tolist() == [0]


def test_a_variant_without_forest_is_refused_for_a_file_with_one(path):
    with pytest.raises(OptionError, match="gives no spanning forest"):
        LOAD(path, variant="coo/shiloach-vishkin/none", backend="reference")
    with pytest.raises(UnknownVariantError):
        LOAD(path, variant="csr/async/split", backend="reference")
    with pytest.raises(OptionError, match="anew with each batch"):
        LOAD(path, backend="scipy")


def test_a_file_is_replaced_whole_or_not_at_all(live, path, monkeypatch):
    before = path.read_bytes()
    live.insert(0, 5)

    def fails(stream, **arrays):
        stream.write(b"PK")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint.np, "savez", fails)
    with pytest.raises(OutputError, match="No space left"):
        live.save(path)
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == ["live.npz"]


@pytest.mark.parametrize("place", ["missing/live.npz", "."])
def test_places_that_cannot_be_written(live, tmp_path, place):
    with pytest.raises(OutputError):
        live.save(tmp_path / place)


@pytest.mark.parametrize("place", [None, 3, ["live.npz"], "a\0b"])
def test_what_is_no_path(live, place):
    for call in (live.save, LOAD):
        with pytest.raises(GraphError, match="path"):
            call(place)


@pytest.mark.parametrize("backend", ["reference"], indirect=True)
def test_a_file_that_is_cut_off_anywhere(path, tmp_path):
    whole = path.read_bytes()
    cut = tmp_path / "cut.npz"
    for size in {0, 1, 4, 100, len(whole) // 2, len(whole) - 30, len(whole) - 1}:
        cut.write_bytes(whole[:size])
        with pytest.raises(GraphFileError, match=r"cut.npz: .*IncrementalComponents.save"):
            LOAD(cut, backend="reference")


@pytest.mark.parametrize("backend", ["reference"], indirect=True)
def test_a_file_with_a_bit_that_flipped(path):
    whole = bytearray(path.read_bytes())
    place = whole.index(np.array([0, 0, 0, 3, 3, 5], np.int32).tobytes())
    whole[place] ^= 1
    path.write_bytes(whole)
    with pytest.raises(GraphFileError, match="damaged"):
        LOAD(path, backend="reference")


def test_files_of_others(tmp_path):
    np.save(tmp_path / "array.npy", np.arange(3))
    np.savez(tmp_path / "arrays.npz", roots=np.arange(3), n=3)
    clconn.write(clconn.Graph.from_edges([0], [1]), tmp_path / "graph.npz")
    (tmp_path / "text.txt").write_text("0 1\n")
    (tmp_path / "empty").touch()
    for entry in list(tmp_path.iterdir()):
        with pytest.raises(GraphFileError, match=r"expected a file of IncrementalComponents.save"):
            LOAD(entry)
    with pytest.raises(GraphFileMissingError, match="no such file"):
        LOAD(tmp_path / "missing.npz")
    with pytest.raises(GraphFileError):
        LOAD(tmp_path)


def _changed(path, **arrays):
    """Write the file again with other arrays; None leaves one out."""
    with np.load(path) as archive:
        old = {name: archive[name] for name in archive.files}
    np.savez(path, **{name: a for name, a in {**old, **arrays}.items() if a is not None})


@pytest.mark.parametrize("backend", ["reference"], indirect=True)
@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"clconn_incremental": np.array(2)}, "has format 2, and this clconn reads format 1"),
        ({"roots": np.array([0, 0, 0, 3, 3, 4], np.int32)}, "not the smallest vertices"),
        ({"roots": np.array([0, 0, 0, 4, 4, 5], np.int32)}, "not the smallest vertices"),
        ({"roots": np.array([0, 0, -1, 3, 3, 5], np.int32)}, "not the smallest vertices"),
        ({"roots": np.zeros(6, np.int64)}, "roots has dtype int64"),
        ({"roots": np.zeros(7, np.int32)}, r"shape \(7,\), of 6 vertices"),
        ({"roots": np.zeros(6, np.int32)}, "no spanning forest of the components"),
        ({"roots": None}, "damaged or something else"),
        ({"n": np.array(7)}, "of 7 vertices"),
        ({"edge_count": np.array(3)}, r"edge_ids do not ascend in 0..2"),
        ({"edge_count": None}, "damaged or something else"),
        ({"edge_ids": np.array([1, 0, 3])}, "do not ascend"),
        ({"edge_ids": np.array([-1, 0, 3])}, "do not ascend"),
        ({"edge_ids": None}, "damaged or something else"),
        ({"sources": np.array([0, 1, 6], np.int32)}, r"outside 0..5"),
        ({"sources": np.array([0, 1, 0], np.int32)}, "no spanning forest"),
        ({"targets": np.array([1, 2], np.int32)}, r"targets has dtype int32 and shape \(2,\)"),
        ({"targets": np.array([1, 2, 3])}, "targets has dtype int64"),
        ({"arguments": np.array("{")}, "damaged or something else"),
        ({"arguments": np.array("[]")}, "damaged or something else"),
        (
            {"arguments": np.array({"variant": "auto"}, dtype=object)},
            "else; it is no file of NumPy",
        ),
    ],
    ids=str,
)
def test_files_with_wrong_arrays(path, arrays, message):
    _changed(path, **arrays)
    with pytest.raises(GraphFileError, match=message) as caught:
        LOAD(path, backend="reference")
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("backend", ["reference"], indirect=True)
def test_a_variant_that_a_file_names_and_nobody_knows(path):
    words = json.dumps({"variant": "coo/new/split", "options": {}, "growing": False})
    _changed(path, arguments=np.array(words))
    with pytest.raises(UnknownVariantError, match="coo/new/split"):
        LOAD(path, backend="reference")
    assert LOAD(path, backend="reference", variant="auto").count == 3


def test_a_file_is_an_archive_of_numpy(path):
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        assert archive.testzip() is None


# ------------------------------------------------------------- graphs and results


@pytest.mark.parametrize("static", ["auto", "kout/async/split", "csr/bfs-cc/none", "coo/jtb/naive"])
def test_beginning_with_a_graph(static, backend):
    live = clconn.IncrementalComponents.from_graph(GRAPH, static_variant=static, backend=backend)
    assert (live.n, live.edge_count, live.backend) == (GRAPH.n, GRAPH.edge_count, backend)
    np.testing.assert_array_equal(live.components().roots, scipy_roots(GRAPH))
    live.insert(0, np.arange(GRAPH.n))
    assert live.count == 1


@pytest.mark.parametrize("static", ["auto", "csr/ecl/halve", "coo/jtb/two-try"])
def test_beginning_with_the_forest_of_a_graph(static, backend):
    live = clconn.IncrementalComponents.from_graph(
        GRAPH, static_variant=static, backend=backend, forest=True
    )
    assert clconn.verify.forest(GRAPH, live.spanning_forest())
    live.insert([0, 0], [0, 1])
    u, v = GRAPH.edges()
    more = clconn.Graph.from_edges([*u, 0, 0], [*v, 0, 1], GRAPH.n)
    assert clconn.verify.forest(more, live.spanning_forest())


def test_beginning_with_other_kinds_of_graphs(backend):
    roads = networkx.Graph([("Oslo", "Bergen"), ("Rome", "Turin"), ("Turin", "Milan")])
    live = clconn.IncrementalComponents.from_graph(roads, backend=backend, growing=True)
    assert live.connected(2, [3, 4, 0]).tolist() == [True, True, False]
    live.insert(5, 0)
    assert (live.n, live.count) == (6, 2)
    matrix = networkx.to_scipy_sparse_array(roads)
    assert clconn.IncrementalComponents.from_graph(matrix, backend=backend).count == 2
    with pytest.raises(GraphError, match="expected a graph"):
        clconn.IncrementalComponents.from_graph([[0, 1]], backend=backend)
    with pytest.raises(UnknownVariantError, match="for components"):
        clconn.IncrementalComponents.from_graph(GRAPH, static_variant="coo/x/y", backend=backend)
    with pytest.raises(UnknownVariantError, match="for forest"):
        clconn.IncrementalComponents.from_graph(
            GRAPH, static_variant="csr/rem-cas/naive+splice", forest=True, backend=backend
        )
    with pytest.raises(OptionError, match="anew with each batch"):
        clconn.IncrementalComponents.from_graph(GRAPH, backend="scipy")


def test_beginning_with_a_graph_on_a_device(device):
    graph = GRAPH.to(device)
    for forest in (False, True):
        live = clconn.IncrementalComponents.from_graph(graph, forest=forest)
        assert live.edge_count == GRAPH.edge_count
        assert live.backend == "opencl"
        np.testing.assert_array_equal(live.components().roots, scipy_roots(GRAPH))
    assert clconn.verify.forest(GRAPH, live.spanning_forest())


def test_beginning_with_a_result(backend):
    make = clconn.IncrementalComponents.from_components
    for static in ("reference", "scipy"):
        result = clconn.connected_components(GRAPH, backend=static)
        live = make(result, backend=backend)
        assert (live.count, live.edge_count) == (result.count, 0)
        np.testing.assert_array_equal(live.components().roots, result.roots)
    forest = clconn.spanning_forest(GRAPH, backend="reference")
    live = make(forest, backend=backend, forest=True)
    assert live.edge_count == forest.edge_ids[-1] + 1
    assert clconn.verify.forest(GRAPH, live.spanning_forest())
    assert make(forest, backend=backend).count == forest.count
    nothing = clconn.Graph.from_edges([], [], n=2)
    empty = make(clconn.minimum_spanning_forest(nothing), backend=backend, forest=True)
    assert (empty.edge_count, empty.spanning_forest().edge_ids.size) == (0, 0)


def test_results_that_cannot_begin_anything(backend):
    make = clconn.IncrementalComponents.from_components
    arcs = clconn.Graph.from_edges([0], [1], directed=True)
    for wrong in (GRAPH, None, [0, 0, 2], clconn.strongly_connected_components(arcs)):
        with pytest.raises(GraphError, match="expected a Components or a SpanningForest"):
            make(wrong, backend=backend)
    with pytest.raises(GraphError, match="give a SpanningForest"):
        make(clconn.connected_components(GRAPH), backend=backend, forest=True)
