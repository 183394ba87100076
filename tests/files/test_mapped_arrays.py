"""Binary files are mapped: no copy, and no harm to the file or to the graph."""

from __future__ import annotations

import copy
import mmap
import os
import subprocess
import sys
import zipfile

import numpy as np
import pytest
from scipy.sparse import coo_array

import clconn
from clconn.files import mapped_arrays

N, M = 5_000, 40_000


def random_graph(rows):
    random = np.random.default_rng(3)
    sources, targets = random.integers(0, N, (2, M)).astype(np.int32)
    weights = random.integers(1, 100, M).astype(np.int32)
    if not rows:
        return clconn.Graph.from_edges(sources, targets, N, weights=weights)
    proper = sources != targets
    matrix = coo_array((weights[proper], (sources[proper], targets[proper])), shape=(N, N)).tocsr()
    return clconn.Graph.from_scipy((matrix + matrix.T).tocsr(), weighted=True)


def arrays_of(graph):
    pair = graph.edges() if graph.rows is None else (graph.rows.offsets, graph.rows.neighbors)
    return [*pair] + ([] if graph.weights is None else [graph.weights])


def is_mapped(array):
    while isinstance(array, np.ndarray):
        array = array.base
    return isinstance(array, mmap.mmap)


def write(folder, kind):
    """Write a file of that kind, and return its path and the graph."""
    graph = random_graph(rows="rows" in kind)
    arrays = arrays_of(graph)
    path = folder / f"graph.{kind.split()[0]}"
    if kind in ("npz", "npz rows", "egr rows"):
        clconn.write(graph, path)
        return path, graph
    if kind == "npy":
        for name, array in zip(("sources", "targets", "weights"), arrays, strict=True):
            np.save(folder / f"graph.{name}.npy", array)
        return folder / "graph.sources.npy", graph
    raise ValueError(kind)


KINDS = ("npz", "npz rows", "npy", "egr rows")


@pytest.mark.parametrize("kind", KINDS)
def test_large_arrays_are_mapped(tmp_path, kind):
    path, expected = write(tmp_path, kind)
    graph = clconn.read(path)
    arrays = arrays_of(graph)
    for array, other in zip(arrays, arrays_of(expected), strict=True):
        assert np.array_equal(array, other)
        assert array.dtype == np.int32
        assert array.flags.aligned
        assert array.flags.c_contiguous
        assert is_mapped(array) == (array.nbytes >= mapped_arrays.FEWEST_MAPPED_BYTES)
    assert sum(map(is_mapped, arrays)) >= 2


@pytest.mark.parametrize("kind", KINDS)
def test_graph_and_file_do_not_change_each_other(tmp_path, kind):
    path, expected = write(tmp_path, kind)
    graph = clconn.read(path)
    before = path.read_bytes()
    for array in arrays_of(graph):
        array[-1] = 1
    assert path.read_bytes() == before
    graph = clconn.read(path)
    other = tmp_path / "other"
    other.write_bytes(b"something else")
    os.replace(other, path)
    for array, stored in zip(arrays_of(graph), arrays_of(expected), strict=True):
        assert np.array_equal(array, stored)


def test_a_file_is_replaced_by_the_graph_that_maps_it(tmp_path):
    path, expected = write(tmp_path, "npz")
    graph = clconn.read(path)
    clconn.write(graph, path)
    for each in (graph, clconn.read(path)):
        for array, stored in zip(arrays_of(each), arrays_of(expected), strict=True):
            assert np.array_equal(array, stored)


def test_a_deep_copy_does_not_need_the_file(tmp_path):
    path, _ = write(tmp_path, "npz")
    graph = copy.deepcopy(clconn.read(path))
    assert not any(map(is_mapped, arrays_of(graph)))


def test_numpy_reads_what_is_written_aligned(tmp_path):
    path, graph = write(tmp_path, "npz")
    with np.load(path) as archive:
        assert set(archive.files) == {"sources", "targets", "weights", "n", "directed"}
        assert np.array_equal(archive["sources"], graph.edges()[0])
        assert int(archive["n"]) == N
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None


def test_archives_in_pipes_are_aligned_too(tmp_path):
    path, expected = write(tmp_path, "npz")
    code = (
        "import clconn, sys; "
        f"clconn.write(clconn.read({str(path)!r}), sys.stdout.buffer, format='npz')"
    )
    piped = tmp_path / "piped.npz"
    process = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True)
    piped.write_bytes(process.stdout)
    graph = clconn.read(piped)
    assert all(map(is_mapped, arrays_of(graph)))
    for array, stored in zip(arrays_of(graph), arrays_of(expected), strict=True):
        assert np.array_equal(array, stored)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
@pytest.mark.parametrize("dtype", ["<i4", ">i4", "<i8", "<u2"])
def test_other_archives_are_read_as_they_are(tmp_path, save, dtype):
    sources, targets = (end.astype(dtype) for end in random_graph(rows=False).edges())
    # Names of these lengths have arrays at odd places.
    save(tmp_path / "graph.npz", sources=sources, targets=targets, n=N)
    for array, stored in zip(
        arrays_of(clconn.read(tmp_path / "graph.npz")), (sources, targets), strict=True
    ):
        assert np.array_equal(array, stored)
        assert array.flags.aligned
        assert array.dtype == np.int32


@pytest.mark.parametrize("dtype", [">i4", "<i8"])
def test_other_columns_are_converted(tmp_path, dtype):
    expected = random_graph(rows=False).edges()
    np.save(tmp_path / "g.sources.npy", expected[0].astype(dtype))
    np.save(tmp_path / "g.targets.npy", expected[1].astype(dtype))
    graph = clconn.read(tmp_path / "g.sources.npy")
    assert np.array_equal(graph.edges(), expected)
    assert graph.edges()[0].dtype == np.int32


@pytest.mark.parametrize("kind", KINDS)
def test_small_files_are_not_kept_open(tmp_path, kind, monkeypatch):
    path, expected = write(tmp_path, kind)
    monkeypatch.setattr(mapped_arrays, "FEWEST_MAPPED_BYTES", 1 << 30)
    arrays = arrays_of(clconn.read(path))
    assert not any(map(is_mapped, arrays))
    for array, stored in zip(arrays, arrays_of(expected), strict=True):
        assert np.array_equal(array, stored)


@pytest.mark.parametrize("kind", ["npz", "egr rows"])
def test_without_maps_files_are_read(tmp_path, kind, monkeypatch):
    path, expected = write(tmp_path, kind)

    def refuse(*arguments, **options):
        raise OSError("this file system maps no files")

    monkeypatch.setattr(mapped_arrays.np, "memmap", refuse)
    arrays = arrays_of(clconn.read(path))
    assert not any(map(is_mapped, arrays))
    for array, stored in zip(arrays, arrays_of(expected), strict=True):
        assert np.array_equal(array, stored)


@pytest.mark.parametrize("kind", ["npz", "npy", "egr rows"])
def test_an_id_out_of_range_in_a_map_is_named(tmp_path, kind):
    path, graph = write(tmp_path, kind)
    end = graph.edges()[0] if graph.rows is None else graph.rows.neighbors
    data = path.read_bytes()
    place = data.index(end.tobytes()) + 4 * 12_345
    path.write_bytes(data[:place] + np.int32(-7).tobytes() + data[place + 4 :])
    with pytest.raises(clconn.errors.GraphFileError, match=r"12345 .*-7"):
        clconn.read(path)


def test_components_of_a_map(tmp_path):
    path, expected = write(tmp_path, "npz rows")
    labels = clconn.connected_components(clconn.read(path)).labels
    assert np.array_equal(labels, clconn.connected_components(expected, backend="scipy").labels)
