"""Programs without OpenCL's header: declarations in its words, and the same kernels."""

import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pyopencl as cl
import pytest

from clconn.opencl_backend.device import kernel_text, programs
from clconn.opencl_backend.device.kernel_text import KernelSet, file_text
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.device.short_header import WITHOUT_HEADER, reads_long_header
from tests.helpers.children import run_in_child
from tests.helpers.kernels_as_c import c_compiler

FOLDER = Path(__file__).resolve().parents[3] / "kernels_cl"
DECLARATIONS = "device/opencl_functions.h"
MACROS = (
    "__OPENCL_C_VERSION__=120", "CL_VERSION_1_0=100", "CL_VERSION_1_1=110", "CL_VERSION_1_2=120",
    "CL_VERSION_2_0=200", "cl_khr_fp64", "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics", "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
)  # fmt: skip
SPACES = {"__constant", "__generic", "__global", "__local", "const", "volatile", "*"}
TYPE = r"(u?(char|short|int|long)|float|double|half)\d*|size_t|void|cl_mem_fence_flags"

# What the digests of the machine code are of, by both ways: the first plans of each problem.
BOTH_WAYS = """
import hashlib, os, pathlib, sys
import clconn, pyopencl
from clconn.opencl_backend.device import programs

kept = pathlib.Path(os.environ["POCL_CACHE_DIR"])
build = programs.build_or_load
options_of_builds = []

def built(context, text, options):
    options_of_builds.append("-D_OPENCL_H_" in options)
    return build(context, text, options)

def machine_codes():
    return {
        path: (*path.parts[-3:], hashlib.sha256(path.read_bytes()).hexdigest())
        for path in kept.rglob("*.so")
    }

def compute(short):
    clconn.devices()  # builds the kernels of the trial
    before, options_of_builds[:] = machine_codes(), []
    context = pyopencl.Context([pyopencl.create_some_context(False).devices[0]])
    edges = [0, 1, 2, 4, 5, 6], [1, 2, 0, 5, 6, 7]
    graph = clconn.Graph.from_edges(*edges, n=9, weights=[3, 1, 2, 7, 5, 4])
    for variant in ("auto", "kout/rem-cas/halve+splice", "csr/hooks/halve"):
        clconn.connected_components(graph, device=context, variant=variant)
    clconn.minimum_spanning_forest(graph, device=context)
    arcs = clconn.Graph.from_edges(*edges, n=9, directed=True)
    clconn.strongly_connected_components(arcs, device=context)
    assert options_of_builds == [short] * len(options_of_builds), options_of_builds
    return sorted(code for path, code in machine_codes().items() if path not in before)

programs.build_or_load = built
with_short_header = compute(True)
programs.reads_long_header = lambda context: False
with_long_header = compute(False)
assert with_short_header == with_long_header
print(len(with_short_header))
"""


@pytest.fixture
def runtime(device):
    runtime = Runtime.of_device(device)
    if not reads_long_header(runtime.context):
        pytest.skip("this implementation keeps its header")
    return runtime


def _header():
    """OpenCL's header as PoCL from PyPI brings it."""
    package = find_spec("pocl_binary_distribution")
    if package is None:
        pytest.skip("PoCL is not from PyPI")
    return next(Path(package.origin).parent.rglob("opencl-c.h"))


def _declared(path):
    """What is declared: the name, and its return type, attributes and parameters."""
    compiler = c_compiler()
    if compiler is None:
        pytest.skip("there is no C compiler")
    command = [compiler, "-E", "-P", "-x", "c", *(f"-D{macro}" for macro in MACROS), str(path)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = {}
    for head, name, parameters in re.findall(r"([^;{}#]*?)\b(\w+)\s*\(([^;{}()]*)\)\s*;", text):
        attributes = re.findall(r"__attribute__\(\((.*?)\)\)", head)
        result = re.sub(r"__attribute__\(\(.*?\)\)", "", head).split("\n")[-1]
        words = frozenset(re.findall(r"\w+", " ".join(attributes)))
        types = tuple(map(_type, parameters.split(",")))
        found.setdefault(name, set()).add((_type(result), words, types))
    return found


def _type(declaration):
    """The words of a type, without the name of a parameter."""
    text = re.sub(r"\bunsigned (?=char|short|int|long)", "u", declaration)
    words = text.replace("__private", "").replace("*", " * ").split()
    return tuple(word for word in words if word in SPACES or re.fullmatch(TYPE, word))


def test_functions_are_declared_in_the_words_of_the_header():
    """With all overloads, since a call takes the one that fits best among those that are there."""
    theirs, ours = _declared(_header()), _declared(FOLDER / DECLARATIONS)
    assert {name: theirs[name] for name in ours} == ours
    called = set()
    for path in FOLDER.rglob("*.*"):
        if path.suffix in (".cl", ".h") and path != FOLDER / DECLARATIONS:
            text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            called |= set(re.findall(r"\b(\w+)\(", re.sub(r"//[^\n]*", "", text)))
    assert (called & theirs.keys()) - ours.keys() == set(), "these take the long header"


def test_both_ways_make_the_same_machine_code(runtime, device, tmp_path):
    printed = run_in_child(BOTH_WAYS, device, POCL_CACHE_DIR=str(tmp_path), PYOPENCL_NO_CACHE="1")
    assert int(printed) > 20


def test_a_function_that_is_not_declared_takes_the_long_header(runtime, monkeypatch):
    text = "__kernel void turn(__global int *answer)\n{\n    answer[0] = rotate(1, 4);\n}\n"
    assert "rotate" not in file_text(DECLARATIONS)
    read, build, options_of_builds = kernel_text.file_text, programs.build_or_load, []

    def built(context, text, options):
        options_of_builds.append(WITHOUT_HEADER in options)
        return build(context, text, options)

    monkeypatch.setattr(
        kernel_text, "file_text", lambda path: text if path == "turn.cl" else read(path)
    )
    monkeypatch.setattr(programs, "build_or_load", built)
    kernels = KernelSet("turn", {}, frozenset({"turn"}))
    (program,) = programs.build_programs(runtime.context, [kernels])
    assert options_of_builds == [True, False]
    answer = runtime.upload_writable(np.zeros(1, np.int32))
    cl.Kernel(program, "turn")(runtime.queue, (1,), (1,), answer)
    assert int(runtime.download(answer, 1)[0]) == 16
