"""Bad rows, and devices that fail."""

import threading

import numpy as np
import pytest

import clconn
import clconn.user_rows as user_rows_module
from clconn.errors import DeviceError, DeviceMemoryError, GraphError, GraphFileError
from clconn.files import mapped_arrays
from clconn.opencl_backend.pieces import crew, minimum_forest, unite_pieces
from clconn.user_rows import UserRows, user_rows
from tests.helpers.cases import case
from tests.helpers.graphs import hand_made, rows_side_by_side
from tests.helpers.oracles import scipy_roots

GOOD = rows_side_by_side(hand_made(name) for name in ("heavy-tailed", "hub-of-400"))
M = GOOD.edge_count


def _with(offsets=(), neighbors=(), dtype=np.int32):
    arrays = GOOD.rows.offsets.astype(dtype), GOOD.rows.neighbors.astype(dtype)
    for array, changes in zip(arrays, (offsets, neighbors), strict=True):
        for place, value in changes:
            array[place] = value
    return clconn.Graph.of_rows(user_rows(*arrays), None, directed=False)


BAD = {
    "negative": {"neighbors": [(M // 2, -1)]},
    "too large": {"neighbors": [(M - 1, GOOD.n)]},
    "first": {"neighbors": [(0, 2**31 - 1)]},
    "too wide": {"neighbors": [(M // 3, 2**32 + 1)], "dtype": np.int64},
    "negative and wide": {"neighbors": [(M // 3, -(2**32))], "dtype": np.int64},
    "a fall": {"offsets": [(GOOD.n // 2, 0)]},
    "a fall at the end": {"offsets": [(GOOD.n - 1, M + 1)]},
    "far beyond": {"offsets": [(5, 2**31 - 1)]},
    "negative offset": {"offsets": [(GOOD.n // 3, -5)]},
    "a wide offset": {"offsets": [(GOOD.n // 3, 2**40)], "dtype": np.int64},
}


@pytest.mark.parametrize("which", ["parts", "gpus"])
def test_bad_rows_are_named(parts, gpus, which, tiny_pieces):
    devices = {"parts": parts, "gpus": gpus}[which]
    for name, changes in BAD.items():
        for size, solve in ((512, clconn.connected_components), (4096, clconn.spanning_forest)):
            tiny_pieces(size)
            with case(bad=name, size=size):
                with pytest.raises(GraphError) as right:
                    _with(**changes).rows  # noqa: B018
                with pytest.raises(GraphError) as caught:
                    solve(_with(**changes), device=devices)
                assert str(caught.value) == str(right.value)
    assert not _crew()
    np.testing.assert_array_equal(
        clconn.connected_components(GOOD, device=devices).roots, scipy_roots(GOOD)
    )


def test_bad_rows_of_minimum_forests(parts):
    for name, changes in BAD.items():
        with case(bad=name), pytest.raises(GraphError, match=r"offsets|neighbors"):
            clconn.minimum_spanning_forest(_with(**changes), device=parts)


@pytest.mark.parametrize("which", ["parts", "gpus"])
@pytest.mark.parametrize("bad", [-1, 400, 2**31 - 1])
def test_ends_that_changed_since_the_graph_was_made(parts, gpus, which, bad, tiny_pieces):
    devices = {"parts": parts, "gpus": gpus}[which]
    calls = [clconn.connected_components, clconn.spanning_forest]
    if which == "parts":
        calls.append(clconn.minimum_spanning_forest)
    for solve in calls:
        for end, names in ((0, f"{bad} and 201"), (1, f"200 and {bad}")):
            ends = [np.arange(399, dtype=np.int32), np.arange(1, 400, dtype=np.int32)]
            graph = clconn.Graph.from_edges(*ends)
            ends[end][200] = bad
            with case(solve=solve.__name__, end=end):
                told = rf"edge 200 joins {names}, outside 0\.\.399; the arrays have changed since"
                with pytest.raises(GraphError, match=told):
                    solve(graph, device=devices)
    assert not _crew()


def _crew():
    return [each for each in threading.enumerate() if each.name.startswith("clconn-device")]


@pytest.fixture
def fails(monkeypatch):
    """Let the second device fail at its second piece, which it gets before the others go on."""
    own, others = threading.Event(), [0]
    unite = unite_pieces.PieceTrees.unite

    def let(error):
        def failing(self, arrival):
            if threading.current_thread().name == "clconn-device-1":
                others[0] += 1
                if others[0] == 2:
                    own.set()
                    raise error
            elif others[0] < 2:
                assert own.wait(60)
            unite(self, arrival)

        monkeypatch.setattr(unite_pieces.PieceTrees, "unite", failing)

    return let


@pytest.mark.parametrize("which", ["parts", "gpus"])
def test_a_failure_names_its_device_and_stops_the_others(parts, gpus, which, tiny_pieces, fails):
    devices = {"parts": parts, "gpus": gpus}[which]
    fails(DeviceError("the fan is off"))
    with pytest.raises(DeviceError, match=r"the fan is off \(device 1 of [23], ") as caught:
        clconn.connected_components(GOOD, device=devices)
    assert type(caught.value) is DeviceError
    assert not _crew()


def test_other_failures_pass_as_they_are(parts, tiny_pieces, fails):
    fails(KeyError("no such thing"))
    with pytest.raises(KeyError, match="no such thing"):
        clconn.connected_components(GOOD, device=parts)
    assert not _crew()


def test_memory_that_is_gone(parts, monkeypatch):
    def full(*arguments, **options):
        raise DeviceMemoryError("it is full")

    monkeypatch.setattr(minimum_forest, "keys_of_weights", full)
    monkeypatch.setattr(minimum_forest, "equal_keys", full)
    with pytest.raises(DeviceMemoryError, match=r"it is full \(device [012] of 3"):
        clconn.minimum_spanning_forest(GOOD, device=parts)
    assert not _crew()


def test_an_interrupt_waits_for_the_threads(parts, tiny_pieces, monkeypatch):
    joined, took = [], []
    join, take = threading.Thread.join, crew.Dispenser.take

    def interrupted(self, *arguments):
        if self.name.startswith("clconn-device") and not joined:
            joined.append(self)
            raise KeyboardInterrupt
        join(self, *arguments)

    def counted(self):
        took.append(self)
        while len(took) > 3 and not self.stopped:
            pass
        return take(self)

    monkeypatch.setattr(threading.Thread, "join", interrupted)
    monkeypatch.setattr(crew.Dispenser, "take", counted)
    with pytest.raises(KeyboardInterrupt):
        clconn.connected_components(GOOD, device=parts)
    assert joined
    assert not _crew()


def test_forests_that_do_not_fit_together(parts):
    graph = clconn.Graph.from_edges(np.arange(999), np.arange(1, 1000))
    with pytest.raises(DeviceMemoryError, match="memory_limit is 60,000"):
        clconn.minimum_spanning_forest(graph, device=parts, memory_limit=60_000)


def _write(graph, folder, suffix):
    """Write rows to a file, also bad ones; return its path."""
    rows, path = graph.user_rows, folder / f"rows.{suffix}"
    if suffix == "npy":
        np.save(folder / "offsets.npy", rows.offsets)
        np.save(path, rows.neighbors)
        return path
    clconn.write(GOOD, path)
    content = path.read_bytes()
    assert content.count(GOOD.rows.neighbors.tobytes()) == 1
    path.write_bytes(content.replace(GOOD.rows.neighbors.tobytes(), rows.neighbors.tobytes()))
    return path


def _read(path):
    if path.suffix == ".npy":
        files = path.parent / "offsets.npy", path
        return clconn.Graph.from_csr(*(np.load(file, mmap_mode="r") for file in files))
    return clconn.read(path)


@pytest.fixture
def maps_all(monkeypatch):
    """Let all arrays of files be mapped, and be checked later."""
    monkeypatch.setattr(user_rows_module, "CHECKED_AT_ONCE", 0)
    monkeypatch.setattr(mapped_arrays, "FEWEST_MAPPED_BYTES", 1)


@pytest.mark.parametrize("suffix", ["npz", "egr", "npy"])
@pytest.mark.parametrize("which", ["parts", "gpus"])
@pytest.mark.usefixtures("maps_all")
def test_mapped_rows_are_not_read_on_the_host(
    parts, gpus, which, suffix, tmp_path, tiny_pieces, monkeypatch
):
    devices = {"parts": parts, "gpus": gpus}[which]
    tiny_pieces(4096)
    path, lightest = _write(GOOD, tmp_path, suffix), None
    with monkeypatch.context() as patch:
        patch.setattr(UserRows, "check", None)
        graph = _read(path)
        result = clconn.connected_components(graph, device=devices)
        forest = clconn.spanning_forest(graph, device=devices)
        if which == "parts":
            lightest = clconn.minimum_spanning_forest(graph, device=devices)
    np.testing.assert_array_equal(result.roots, scipy_roots(GOOD))
    assert forest.count == result.count
    if lightest is not None:
        right = clconn.minimum_spanning_forest(GOOD, backend="reference")
        np.testing.assert_array_equal(lightest.edge_ids, right.edge_ids)


@pytest.mark.parametrize("suffix", ["npz", "egr"])
@pytest.mark.usefixtures("maps_all")
def test_a_bad_file_is_named_when_it_is_used(suffix, tmp_path, parts):
    path = _write(_with(neighbors=[(7, -1)]), tmp_path, suffix)
    for call in (
        lambda graph: clconn.connected_components(graph, device=parts),
        lambda graph: clconn.connected_components(graph, device=parts[0]),
        lambda graph: clconn.connected_components(graph, backend="reference"),
        lambda graph: graph.rows,
    ):
        with pytest.raises(GraphFileError, match=r"entry 7 of n.* vertex -1") as caught:
            call(_read(path))
        assert caught.value.path == str(path)
