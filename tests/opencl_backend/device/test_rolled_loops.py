"""Loops that NVIDIA's compiler is told not to write out: which ones, and that answers stay."""

from pathlib import Path

import pyopencl as cl
import pytest

import clconn
from clconn.opencl_backend.device import programs
from clconn.opencl_backend.device.kernel_text import KernelSet, kernel_source
from clconn.opencl_backend.device.rolled_loops import with_rolled_loops
from tests.helpers.cases import for_each
from tests.helpers.oracles import scipy_roots

FOLDER = Path(__file__).resolve().parents[3] / "kernels_cl"
FILES = {path.stem for path in FOLDER.rglob("*.cl")}
MARK = '_Pragma("unroll 1") '


@for_each(
    "loop",
    [
        "for (int v = 0; v < n; v++)",
        "for (int piece = 0; piece < PLACES(degree); piece++)",
        "for (int slot = item; slot < SLOTS; slot += items)",
        "for (; open; open &= open - 1)",
        "while (parent != v) {",
    ],
)
def test_a_loop_is_rolled(loop):
    assert with_rolled_loops(f"    {loop}") == f"    {MARK}{loop}"
    assert with_rolled_loops(f"#define EACH {loop} \\") == f"#define EACH {MARK}{loop} \\"


@for_each(
    "text",
    [
        "    for (int i = 0; i < AHEAD; i++)",
        "    for (int i = 1; i < LOCAL_SIZE; i++)",
        "    } while (one != other);",
        "#pragma unroll 1\n    for (int step = 0; step < steps; step++)",
        "#pragma unroll 4\n    while (parent != v) {",
        "    wait_for (all);",
    ],
)
def test_these_stay_as_they_are(text):
    assert with_rolled_loops(text) == text


def test_lines_stay_in_place():
    text = kernel_source("finish_rows")
    rolled = with_rolled_loops(text)
    assert rolled != text
    assert rolled.replace(MARK, "") == text


@pytest.mark.parametrize("problem", ["components", "forest", "minimum forest", "strong components"])
def test_answers_are_the_same(problem, device, monkeypatch):
    texts = []

    def build(context, text, options):
        texts.append(text)
        return build_or_load(context, text, options)

    build_or_load = programs.build_or_load
    monkeypatch.setattr(programs, "build_or_load", build)
    monkeypatch.setattr(programs, "has_nvidias_compiler", lambda device: True)
    monkeypatch.setattr(programs, "ROLLED_FILES", FILES)
    queue = cl.CommandQueue(cl.Context([device]))  # whose programs are not built yet
    graph = clconn.generate("rmat", scale=10, edges=6000, weights="hash", directed=False)
    if problem == "components":
        result = clconn.connected_components(graph, backend="opencl", device=queue)
        assert (result.roots == scipy_roots(graph)).all()
    elif problem == "forest":
        result = clconn.spanning_forest(graph, backend="opencl", device=queue, verify=True)
    elif problem == "minimum forest":
        result = clconn.minimum_spanning_forest(graph, backend="opencl", device=queue, verify=True)
    else:
        arcs = clconn.generate("rmat", scale=10, edges=3000, directed=True)
        result = clconn.strongly_connected_components(
            arcs, backend="opencl", device=queue, variant="csr/two-phase/chains", verify=True
        )
    assert result.count > 1
    assert any(MARK in text for text in texts)


def test_the_files_are_there():
    assert programs.ROLLED_FILES < FILES


def test_only_nvidias_compiler_is_told(device):
    built = programs.has_nvidias_compiler(device)
    assert built == ("cl_nv_compiler_options" in device.extensions)
    kernels = KernelSet("rows_at_once", {}, frozenset({"unite_rows"}))
    for writes_out in (False, True):
        assert (MARK in programs._for_compiler(kernels, writes_out).text) == writes_out
    other = KernelSet("finish_rows", {}, frozenset({"finish_worklist"}))
    assert MARK not in programs._for_compiler(other, True).text
