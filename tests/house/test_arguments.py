"""What the functions that solve a problem have in common: arguments of wrong types, and the way
to the reference where there is no device."""

import subprocess
import sys

import pytest

import clconn
from clconn.errors import BackendUnavailableError, DeviceError, OptionError, UnknownVariantError
from clconn.design_space import find_variant, variants

GRAPH = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6, weights=[3, 1, 2])
FUNCTIONS = {
    "components": (
        clconn.connected_components,
        "components.connected_components.connected_components",
    ),
    "forest": (clconn.spanning_forest, "spanning_forest.spanning_forest.spanning_forest"),
    "minimum-forest": (
        clconn.minimum_spanning_forest,
        "minimum_forest.minimum_forest.minimum_forest",
    ),
}


@pytest.fixture(params=FUNCTIONS)
def problem(request):
    return request.param


@pytest.mark.parametrize("backend", [None, "opencl", "reference"])
@pytest.mark.parametrize("variant", [None, 3, b"auto", [], clconn])
def test_a_variant_that_is_neither_name_nor_row(problem, backend, variant):
    with pytest.raises(UnknownVariantError) as caught:
        FUNCTIONS[problem][0](GRAPH, variant=variant, backend=backend)
    assert str(caught.value) == (
        f"variant is {variant!r}; expected 'auto', a name or a row of clconn.variants({problem!r})"
    )


@pytest.mark.parametrize("backend", [None, "opencl", "reference"])
@pytest.mark.parametrize("by_name", [False, True])
@pytest.mark.parametrize("options", [[], [("k", 2)], "k=2", 3, False])
def test_options_that_are_no_mapping(problem, backend, by_name, options):
    variant = variants(problem)[0] if by_name else "auto"
    with pytest.raises(OptionError) as caught:
        FUNCTIONS[problem][0](GRAPH, variant=variant, backend=backend, options=options)
    assert str(caught.value) == f"options is {options!r}; expected a mapping such as {{'k': 3}}"


@pytest.mark.parametrize("backend", [7, [], "cuda", True])
def test_a_backend_that_is_none(problem, backend):
    with pytest.raises(OptionError) as caught:
        FUNCTIONS[problem][0](GRAPH, backend=backend)
    assert str(caught.value) == (
        f"unknown backend {backend!r}; expected 'opencl', 'reference' or None"
    )


@pytest.mark.parametrize("given", [3.5, 3, [], True])
def test_a_device_that_is_none(problem, given):
    with pytest.raises(DeviceError) as caught:
        FUNCTIONS[problem][0](GRAPH, device=given)
    assert str(caught.value).startswith(f"device is {given!r}; expected a selector such as 'gpu'")
    with pytest.raises(DeviceError, match="backend='reference' computes on the host, but device"):
        FUNCTIONS[problem][0](GRAPH, device=given, backend="reference")


@pytest.mark.parametrize("name", [None, 3, []])
def test_the_table_of_variants_takes_names(name):
    with pytest.raises(UnknownVariantError, match="expected a name such as 'csr/async/naive'"):
        find_variant(name)
    with pytest.raises(UnknownVariantError, match=r"unknown problem .*; known: components"):
        variants(name)


@pytest.fixture
def no_device(problem, monkeypatch):
    def refuse(*arguments, **options):
        raise BackendUnavailableError("no device here; install one")

    monkeypatch.setattr(f"clconn.opencl_backend.{FUNCTIONS[problem][1]}", refuse)


@pytest.mark.usefixtures("no_device")
@pytest.mark.parametrize("more", [(), ("--verify", "--explain", "--time"), ("-o", "{}/out.npy")])
def test_a_command_says_once_that_there_is_no_device(problem, more, tmp_path, capsys):
    from clconn.command_line import main

    path = tmp_path / "graph.mtx"
    clconn.write(GRAPH, path)
    command = {"minimum-forest": "msf"}.get(problem, problem)
    assert main([command, str(path), *(word.format(tmp_path) for word in more)]) == 0
    assert capsys.readouterr().err == (
        "clconn: warning: no device here; install one; the serial reference answers instead\n"
    )


def test_a_loop_says_once_that_there_is_no_device(problem):
    """As Python shows warnings by default: once for each line, however often it runs."""
    function, on_device = FUNCTIONS[problem]
    module, name = on_device.rsplit(".", 1)
    program = f"""
import clconn, clconn.opencl_backend.{module} as on_device
from clconn.errors import BackendUnavailableError
def refuse(*arguments, **options):
    raise BackendUnavailableError("no device here")
on_device.{name} = refuse
graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
for _ in range(3):
    clconn.{function.__name__}(graph, verify=True)
"""
    child = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert child.stderr.count("ReferenceFallbackWarning: no device here") == 1, child.stderr
