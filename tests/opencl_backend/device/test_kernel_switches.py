"""Switches on which a kernel does not depend make no further kernel, and all others do."""

import re
import subprocess
from collections import defaultdict
from functools import cache, partial

import pytest

import clconn
from clconn.opencl_backend.device import kernel_cache, kernel_switches, kernel_text
from clconn.opencl_backend.device.definitions import definitions
from clconn.opencl_backend.device.kernel_text import kernel_names, kernel_source
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.graphs import hand_made
from tests.helpers.kernels_as_c import c_compiler
from tests.helpers.queues import new_runtime
from tests.helpers.representative_variants import crossing
from tests.helpers.small_degree_classes import runtime_with_small_classes
from tests.opencl_backend.device.test_programs import FILES

MADE_UP = """\
#ifdef FOREST
#define EXTRA , __global int *forest
#else
#define EXTRA
#endif
#define TWICE(v) \\
    once(v + LANES)
typedef struct {
    OFFSET begin;
} row_t;
inline int once(const int v)
{
    return v + K;
}
inline int find_one(const int v) { return v + ONE; }
inline int find_two(const int v) { return v + TWO; }

__kernel void nothing(const int n)
{
    // Neither FOREST nor K, /* nor OFFSET */ nor LANES
    barrier(n);
}
__kernel void macro(
    const int n EXTRA)
{
}
__kernel void function(const int n)
{
    TWICE(n);
}
__kernel void type(const int n)
{
    row_t row;
}
__kernel void value(const int n)
{
    FIND(n);
}
#if defined(SORTED) && ROWS > 2
__kernel void around(const int n)
{
}
#elif defined(OTHER)
__kernel void around(const int n, const int m)
{
}
#else
__kernel void around(const int n, const int m, const int l)
{
}
#endif
__kernel void within(const int n)
{
#ifndef SMALL
    n;
#endif
}
"""
ALL = dict.fromkeys(("FOREST", "LANES", "OFFSET", "K", "ONE", "TWO", "SORTED", "OTHER"), 1)
ALL |= {"ROWS": None, "SMALL": None, "UNUSED": None, "FIND": "find_one"}


@pytest.fixture
def made_up(monkeypatch):
    monkeypatch.setattr(kernel_text, "kernel_source", lambda file: MADE_UP)
    return partial(kernel_switches.kernel_switches, "made-up")


@pytest.mark.parametrize(
    ("kernel", "names"),
    [
        ("nothing", set()),
        ("macro", {"FOREST"}),
        ("function", {"K", "LANES"}),
        ("type", {"OFFSET"}),
        ("value", {"FIND", "ONE"}),
        ("around", {"SORTED", "ROWS", "OTHER"}),
        ("within", {"SMALL"}),
    ],
)
def test_a_kernel_depends_on_what_it_reaches(kernel, names, made_up):
    found = made_up(kernel, ALL)
    assert {name for name, _ in found} == names
    assert list(found) == sorted(found)
    assert found == made_up(kernel, {**ALL, "UNUSED": 7})
    for name in names:
        assert found != made_up(kernel, {each: ALL[each] for each in ALL if each != name})
        assert found != made_up(kernel, {**ALL, name: 2})


def test_what_has_no_name_counts_for_all(monkeypatch):
    text = "#ifdef WIDE\n#pragma OPENCL EXTENSION some : enable\n#endif\n" + MADE_UP
    monkeypatch.setattr(kernel_text, "kernel_source", lambda file: text)
    found = kernel_switches.kernel_switches("with-pragma", "nothing", {"WIDE": None})
    assert found == (("WIDE", None),)


def test_every_definition_of_the_kernels_has_its_name():
    for file in FILES:
        text = kernel_source(file)
        names = {*kernel_names(file), *re.findall(r"^inline\b[^(]*?(\w+)\(", text, re.M)}
        names |= {*re.findall(r"^ *# *define (\w+)", text, re.M)}
        found = definitions(file)
        assert names <= found.keys(), file
        # What has none, by which all kernels of a file differ, is rare.
        assert found.get("", frozenset()) <= {
            "EXTENSION", "INT64", "OPENCL", "enable",
            "cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics",
        }  # fmt: skip


@pytest.fixture
def asked(monkeypatch):
    """The sets of switches of a program with which plans ask for each kernel, by its key."""
    found = defaultdict(set)
    key_of = kernel_cache.KernelCache._key

    def watched(self, file, name, defines):
        key = key_of(self, file, name, defines)
        found[key].add(self._program(file, defines))
        return key

    monkeypatch.setattr(kernel_cache.KernelCache, "_key", watched)
    # Plans build their kernels to say which they give back, and to put buffers into slots.
    monkeypatch.setattr(kernel_cache.KernelCache, "free_after", lambda *_: None)
    monkeypatch.setattr(Launch, "bind", lambda *_: None)
    return found


def _reached(text, name):
    """The functions and types that a kernel of a preprocessed text reaches, with itself."""
    parts = defaultdict(set)
    for part in re.split(r"(?m)^(?=__kernel\b|inline\b|typedef\b)", text):
        plain = re.sub(r"__attribute__\(\(\w+\([^)]*\)\)\)", "", part)
        heading = re.match(r"(?:__kernel|inline)\b[^(]*?(\w+)\(", plain)
        named = heading or re.match(r"typedef\b[\s\S]*?(\w+);\s*\Z", part)
        parts[named[1] if named else ""].add(part)
    assert name in parts
    left, found = {name, ""}, set()
    while left:
        for part in parts.pop(left.pop(), ()):
            found.add(part)
            left |= parts.keys() & set(re.findall(r"\w+", part))
    return found


def test_kernels_that_are_shared_are_one_text(device, asked):
    """By the preprocessor of C, which reads the switches as a driver does."""
    compiler = c_compiler()
    if compiler is None:
        pytest.skip("there is no C compiler: neither gcc nor clang nor cc")

    @cache
    def preprocessed(file, *switches):
        defines = [
            f"-D{name}" if value is None else f"-D{name}={value}" for name, value in switches
        ]
        command = [compiler, "-E", "-P", "-x", "c", *defines, "-"]
        text = kernel_source(file)
        return subprocess.run(
            command, input=text, capture_output=True, text=True, check=True
        ).stdout

    small_classes = runtime_with_small_classes(device)
    placed = {
        # A new runtime has no plans yet, so each plan asks for its kernels.
        "both ends": hand_made("both-triangles").to(new_runtime(device)),
        "one end": hand_made("lower-triangle").to(small_classes),
    }
    for form, graph in placed.items():
        for problem in (COMPONENTS, FOREST):
            for variant in crossing(clconn.variants(problem.name)):
                if form == "both ends" or variant.reads != "rows with both ends":
                    plan_variant(problem, graph, variant)
    shared = {name: sets for (name, *_), sets in asked.items() if len(sets) > 1}
    assert len(shared) > 10
    for name, sets in shared.items():
        texts = [_reached(preprocessed(*program), name) for program in sets]
        assert all(text == texts[0] for text in texts), (name, sets)
