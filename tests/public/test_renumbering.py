"""Graphs of names, sparse ids, missing ids, and memory that is not there."""

import warnings

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import clconn
from clconn import host_memory, renumbering
from clconn.errors import DeviceMemoryError, GraphError, GraphWarning, HostMemoryError

INTEGERS = st.one_of(
    st.integers(-5, 5), st.integers(-(2**63), 2**63 - 1), st.integers(0, 2**64 - 1), st.integers()
)


@pytest.mark.parametrize("names", [INTEGERS, st.integers(0, 9), st.text(max_size=20)])
def test_vertices_are_the_names_in_ascending_order(names):
    @given(st.lists(st.tuples(names, names)))
    def check(pairs):
        sources, targets = ([pair[end] for pair in pairs] for end in (0, 1))
        graph = clconn.Graph.from_edges(sources, targets, renumber=True)
        assert graph.nodes.tolist() == sorted({*sources, *targets})
        for names_of_end, end in zip((sources, targets), graph.edges(), strict=True):
            assert [graph.nodes[vertex] for vertex in end] == names_of_end

    check()


@pytest.mark.parametrize("largest", [50, 10**4, 2**40, 2**63 - 1])
def test_every_way_to_number_integers(largest):
    values = np.random.default_rng(1).integers(-3, largest, 1000)
    names, inverse = np.unique(values, return_inverse=True)
    for some in (values, values.astype(np.int64)):
        nodes, numbers = renumbering.number_integers(some)
        assert np.array_equal(nodes, names)
        assert np.array_equal(numbers, inverse)


def test_arrays_of_strings():
    expected = ["a", "b", "c"]
    for make in (np.array, lambda words: np.array(words, object), lambda w: np.array(w, "S1")):
        graph = clconn.Graph.from_edges(make(["c", "a"]), make(["b", "b"]), renumber=True)
        assert graph.nodes.tolist() == expected
        assert [end.tolist() for end in graph.edges()] == [[2, 0], [1, 1]]


def test_the_answer_is_by_name():
    graph = clconn.Graph.from_edges(["bob", "eve"], ["al", "dan"], renumber=True)
    result = clconn.connected_components(graph, backend="reference")
    assert result.labels.tolist() == [0, 0, 1, 1]
    assert result.connected("al", "bob")
    assert not result.connected("al", "eve")


@pytest.mark.parametrize(
    ("sources", "targets", "message"),
    [
        (["a", 1], [1, 2], "sources holds 'a' and, at edge 1, 1"),
        (["a"], [1], "edge 0 joins 'a' and 1"),
        (["a", None], ["b", "c"], "edge 1 has no source"),
        (["b", "c"], ["a", float("nan")], r"edge 1 has no target \(nan\).*dropna"),
        ([1.0, float("nan")], [1, 2], "edge 1 has no source"),
        ([1.0], [1], "edge 0 has the source 1.0, of type float"),
        (np.array([1.0]), [1], "dtype float64.*convert"),
        ([(1, 2)], [3], "expected one dimension"),
        ([True], [1], "dtype bool"),
        (np.array([b"\xff"]), [b"a"], "not UTF-8"),
        (["a", "b"], ["c"], "one source and one target"),
    ],
)
def test_ids_that_are_no_names(sources, targets, message):
    with pytest.raises(GraphError, match=message):
        clconn.Graph.from_edges(sources, targets, renumber=True)


def test_n_and_renumber_exclude_each_other():
    with pytest.raises(GraphError, match="leave one out"):
        clconn.Graph.from_edges(["a"], ["b"], 2, renumber=True)


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        (["a", "b"], "sources holds strings, such as 'a'; renumber=True numbers"),
        (np.array(["a", "b"], object), "renumber=True"),
        ([1.0, float("nan")], r"edge 1 has no source \(nan\); .*dropna"),
        (np.array([1, None], object), "edge 1 has no source"),
    ],
)
def test_advice_without_renumber(sources, message):
    with pytest.raises(GraphError, match=message):
        clconn.Graph.from_edges(sources, [0, 1])


def test_rows_have_no_names():
    with pytest.raises(GraphError, match=r"one offset for each vertex.*from_edges\("):
        clconn.Graph.from_csr([0, 1, 2], ["b", "a"])


def test_sparse_ids_are_warned_of():
    with pytest.warns(GraphWarning, match=r"at most 2 of them.*renumber=True \(--renumber"):
        clconn.Graph.from_edges([0], [2_000_000])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        clconn.Graph.from_edges([0], [2_000_000], 2_000_001)
        clconn.Graph.from_edges([0], [2_000_000], renumber=True)
        clconn.Graph.from_edges([0], [1_000_000])


@pytest.mark.parametrize("backend", ["reference", "scipy"])
def test_memory_is_checked_before_it_is_taken(backend, monkeypatch):
    graph = clconn.Graph.from_edges([0], [50_000_000], 50_000_001)
    monkeypatch.setattr(host_memory, "available_bytes", lambda: 10**8)
    with pytest.raises(HostMemoryError, match=r"100,000,000 are available; .*renumber=True"):
        clconn.connected_components(graph, backend=backend)
    with pytest.raises(HostMemoryError, match="50,000,001 vertices"):
        graph.adjacency()


@pytest.mark.parametrize("variant", ["csr/ecl/split", "coo/liu-tarjan/PRSA"])
def test_memory_is_checked_for_a_processor(device, variant, monkeypatch):
    pyopencl = pytest.importorskip("pyopencl")
    if not device.type & pyopencl.device_type.CPU:
        pytest.skip("the memory of the host is not that of the device")
    monkeypatch.setattr(host_memory, "available_bytes", lambda: 10**8)
    graph = clconn.Graph.from_edges([0], [50_000_000], 50_000_001)
    with pytest.raises(HostMemoryError, match="renumber=True"):
        clconn.connected_components(graph, device=device, variant=variant)


def test_a_device_that_is_too_small(device):
    graph = clconn.Graph.from_edges([0], [2**31 - 3], 2**31 - 2)
    if device.max_mem_alloc_size >= 4 * 2**31:
        pytest.skip("the device has room for it")
    with pytest.raises(DeviceMemoryError, match="renumber=True"):
        clconn.connected_components(graph, device=device)


def test_available_memory(tmp_path, monkeypatch):
    information = tmp_path / "meminfo"
    information.write_text("MemTotal: 9000 kB\nMemAvailable:    5000 kB\n")
    monkeypatch.setattr(host_memory, "MEMORY_INFORMATION", str(information))
    monkeypatch.setattr(host_memory, "GROUP", str(tmp_path / "none"))
    assert host_memory.available_bytes() == 5000 * 1024
    group = tmp_path / "group"
    group.mkdir()
    (group / "memory.max").write_text("3000000\n")
    (group / "memory.stat").write_text("anon 1000000\nfile 1500000\n")
    monkeypatch.setattr(host_memory, "GROUP", str(group))
    assert host_memory.available_bytes() == 2_000_000
    (group / "memory.max").write_text("max\n")
    assert host_memory.available_bytes() == 5000 * 1024
    information.unlink()
    assert host_memory.available_bytes() is None
