"""What the functions that solve a problem have in common: arguments of wrong types, and the way
to the reference where there is no device."""

import subprocess
import sys

import numpy as np
import pytest

import clconn
from clconn.design_space import find_variant, variants
from clconn.errors import DeviceError, GraphError, OptionError, UnknownVariantError
from tests.helpers.cases import for_each
from tests.helpers.problems import PROBLEMS, take_devices_away

GRAPH = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6, weights=[3, 1, 2])


@pytest.fixture(params=PROBLEMS.values(), ids=str)
def problem(request):
    return request.param


@pytest.mark.parametrize("graph", [None, 3, "roads.mtx", [[0, 1], [1, 0]], np.eye(3)])
def test_what_is_no_graph(problem, graph):
    with pytest.raises(GraphError, match="expected a graph, got"):
        problem.load("function")(graph, backend="reference")


@pytest.mark.parametrize("backend", [None, "opencl", "reference"])
@for_each("variant", [None, 3, b"auto", [], clconn])
def test_a_variant_that_is_neither_name_nor_row(problem, backend, variant):
    with pytest.raises(UnknownVariantError) as caught:
        problem.load("function")(GRAPH, variant=variant, backend=backend)
    assert f"variant is {variant!r}; " in str(caught.value)
    assert f"clconn.variants({problem.name!r})" in str(caught.value)


@pytest.mark.parametrize("backend", [None, "opencl", "reference"])
@pytest.mark.parametrize("by_name", [False, True])
@for_each("options", [[], [("k", 2)], "k=2", 3, False])
def test_options_that_are_no_mapping(problem, backend, by_name, options):
    variant = variants(problem.name)[0] if by_name else "auto"
    with pytest.raises(OptionError) as caught:
        problem.load("function")(GRAPH, variant=variant, backend=backend, options=options)
    assert f"options is {options!r}; " in str(caught.value)
    assert "mapping" in str(caught.value)


@pytest.mark.parametrize("backend", [7, [], "cuda", True])
def test_a_backend_that_is_none(problem, backend):
    with pytest.raises(OptionError) as caught:
        problem.load("function")(GRAPH, backend=backend)
    for word in (f"backend {backend!r}", "'opencl'", "'reference'"):
        assert word in str(caught.value)


def test_a_device_for_the_reference(problem):
    with pytest.raises(DeviceError, match="device is 'gpu'; leave one out"):
        problem.load("function")(GRAPH, backend="reference", device="gpu")


@pytest.mark.parametrize("given", [3.5, 3, [], True])
def test_a_device_that_is_none(problem, given):
    with pytest.raises(DeviceError) as caught:
        problem.load("function")(GRAPH, device=given)
    assert f"device is {given!r}; " in str(caught.value)
    assert "'gpu'" in str(caught.value)
    with pytest.raises(DeviceError, match="backend='reference'") as caught:
        problem.load("function")(GRAPH, device=given, backend="reference")
    assert f"device is {given!r}" in str(caught.value)


@pytest.mark.parametrize("name", [None, 3, []])
def test_the_table_of_variants_takes_names(name):
    with pytest.raises(UnknownVariantError, match=r"variant is .*'csr/async/naive'"):
        find_variant(name)
    with pytest.raises(UnknownVariantError, match=r"unknown problem .*components"):
        variants(name)


@pytest.fixture
def no_device(problem, monkeypatch):
    take_devices_away(monkeypatch, "no device here; install one")


@pytest.mark.usefixtures("no_device")
@pytest.mark.parametrize("more", [(), ("--verify", "--explain", "--time"), ("-o", "{}/out.npy")])
def test_a_command_says_once_that_there_is_no_device(problem, more, tmp_path, capsys):
    from clconn.command_line import main

    path = tmp_path / "graph.mtx"
    clconn.write(GRAPH, path)
    assert main([problem.command, str(path), *(word.format(tmp_path) for word in more)]) == 0
    err = capsys.readouterr().err
    assert err.startswith("clconn: warning: no device here; install one")
    assert "scipy answers instead" in err
    assert err.count("\n") == 1


def test_a_loop_says_once_that_there_is_no_device(problem):
    """As Python shows warnings by default: once for each line, however often it runs."""
    program = f"""
import clconn, clconn.opencl_backend.plan.run as on_device
from clconn.errors import BackendUnavailableError
def refuse(*arguments, **options):
    raise BackendUnavailableError("no device here")
on_device.solve = refuse
graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=2**16)
for _ in range(3):
    clconn.{problem.load("function").__name__}(graph, verify=True)
"""
    child = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert child.stderr.count("ReferenceFallbackWarning: no device here") == 1, child.stderr


@pytest.mark.parametrize(
    ("source", "advice"),
    [
        (np.eye(4), r"csr_array\(matrix\).*Graph\.from_edges\(array\[:, 0\], array\[:, 1\]\)"),
        (np.eye(3), r"Graph\.from_edges\(array\[:, 0\], array\[:, 1\], weights=array\[:, 2\]\)"),
        ([(0, 1, 2.5)], r"Graph\.from_edges\(sources, targets, weights=weights\)"),
        ([(0, 1), (1, 2)], r"Graph\.from_edges\(\*zip\(\*edges\)\)"),
    ],
)
def test_advice_for_arrays_and_lists_as_graphs(source, advice):
    with pytest.raises(GraphError, match=advice):
        clconn.connected_components(source)


@pytest.mark.parametrize(
    ("source", "advice"),
    [
        ([(0, 1), (1, 2)], "Graph.from_edges(*zip(*edges), directed=True)"),
        (np.zeros((3, 2), int), "Graph.from_edges(array[:, 0], array[:, 1], directed=True)"),
        ("roads.mtx", "clconn.read('roads.mtx', directed=True)"),
    ],
)
def test_advice_where_edges_are_arcs(source, advice):
    """Who follows the advice for edges gets one component of each path, and no error."""
    with pytest.raises(GraphError) as caught:
        clconn.strongly_connected_components(source)
    assert str(caught.value).endswith(advice)


def test_integers_beyond_64_bits_as_vertices():
    with pytest.raises(GraphError, match=rf"holds {2**70}; .*renumber=True"):
        clconn.Graph.from_edges([2**70], [0])
