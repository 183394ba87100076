"""Every kernel file builds for every variant, with its headers in the text."""

import re
from pathlib import Path

import numpy as np
import pytest

import clconn
from clconn.design_space import find_variant
from clconn.errors import KernelBuildError
from clconn.opencl_backend.device import programs
from clconn.opencl_backend.device.kernel_text import KernelSet, kernel_names, kernel_source, text_of
from clconn.opencl_backend.device.programs import build_programs
from clconn.opencl_backend.device.runtime import open_runtime
from tests.helpers.graphs import hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.plans import connected_components
from tests.helpers.representative_variants import option_sets
from tests.helpers.small_degree_classes import runtime_with_small_classes

FOLDER = Path(__file__).resolve().parents[3] / "kernels_cl"
FILES = sorted(path.stem for path in FOLDER.rglob("*.cl"))


def _includes(text):
    return re.findall(r'^#include "(\w+/\w+\.h)"', text, re.MULTILINE)


def _needed(name):
    """All headers of a file, those of its headers too."""
    found, left = set(), _includes((FOLDER / name).read_text())
    while left:
        header = left.pop()
        if header not in found:
            found.add(header)
            left += _includes((FOLDER / header).read_text())
    return found


def test_each_header_is_put_in_once():
    texts = {
        path.relative_to(FOLDER).as_posix(): re.sub(
            r'^#include "\w+/\w+\.h"\n', "", path.read_text(), flags=re.M
        )
        for path in FOLDER.rglob("*.h")
    }
    for name in FILES:
        text = kernel_source(name)
        assert "#include" not in text, name
        headers = _needed(next(FOLDER.rglob(f"{name}.cl")).relative_to(FOLDER).as_posix())
        for header, body in sorted(texts.items()):
            first_line = body.splitlines()[0]
            assert text.count(first_line) == (1 if header in headers else 0), (name, header)


def test_each_kernel_is_found_in_the_text():
    for name in FILES:
        text, names = kernel_source(name), kernel_names(name)
        in_text = re.findall(r"\b__kernel\b[^(]*\b(\w+)\(", text)
        assert set(names) == set(in_text), name
        assert len(in_text) == len(re.findall(r"\b__kernel\b", text)), name
        without = text_of(name, {"none"})
        assert "__kernel" not in without, name
        for opening, closing in ((r"\{", r"\}"), (r"^#if", r"^#endif")):
            opened, closed = (len(re.findall(mark, without, re.M)) for mark in (opening, closing))
            assert opened == closed, (name, opening)
        for kernel in names:
            alone = text_of(name, {kernel})
            assert set(re.findall(r"\b__kernel\b[^(]*\b(\w+)\(", alone)) == {kernel}, name
            assert all(line in alone for line in without.splitlines()), (name, kernel)


def test_the_files_are_there():
    assert {"finish_rows", "initialization", "prefix_sum", "sampling"} <= set(FILES)
    assert len(FILES) == len(set(FILES))  # a launch names a file without its room
    with pytest.raises(FileNotFoundError):
        kernel_source("no_such_kernel")


@pytest.fixture(scope="module")
def runtime(device):
    """With every degree class on every device; the differential tests take the usual one."""
    return runtime_with_small_classes(device)


def _representatives():
    """A variant of each finish, and of each edge source with Union-Async: each option once."""
    first = {}
    for variant in clconn.variants("components"):
        first.setdefault(variant.finish, str(variant))
        if variant.finish == "async":
            first.setdefault(variant.edges, str(variant))
    return sorted(set(first.values()))


@pytest.mark.parametrize("variant", _representatives())
def test_representatives_build_with_every_option(variant, runtime):
    graph = hand_made("unsorted-symmetric-rows")
    # Each value by itself is built by the differential tests.
    for choice in ({}, *option_sets(find_variant(variant))):
        result = connected_components(graph, variant, choice, device=runtime)
        np.testing.assert_array_equal(result.roots, scipy_roots(graph), err_msg=str(choice))


def test_a_bound_on_registers_is_an_option_of_a_program_of_its_own(device, monkeypatch):
    built = []

    def build(context, text, options):
        built.append((text.count("__kernel"), options))
        # Only NVIDIA's compiler knows it.
        return build_or_load(context, text, [o for o in options if "maxrregcount" not in o])

    build_or_load = programs.build_or_load
    monkeypatch.setattr(programs, "build_or_load", build)
    barrier = {"GLOBAL_BARRIER": None, "GROUP": 32, "TRIAL": 1000}
    sets = [
        KernelSet("global_barrier", {**barrier, "REGISTERS": 32}, frozenset({"try_barrier"})),
        KernelSet("launches", {}, frozenset({"clear_changed"})),
        KernelSet("global_barrier", barrier, frozenset({"try_barrier"})),
    ]
    one, *others = build_programs(open_runtime(device).context, sets)
    assert others[0] is others[1] is not one
    assert [("-cl-nv-maxrregcount=32" in options, kernels) for kernels, options in built] == [
        (False, 2), (True, 1)
    ]  # fmt: skip
    too_many = KernelSet(
        "global_barrier", {**barrier, "GROUP": 1024, "REGISTERS": 33}, sets[0].names
    )
    (fault,) = build_programs(open_runtime(device).context, [too_many])
    assert isinstance(fault, KernelBuildError)
