"""Several kernel files in one program mean what each means alone."""

import re
import threading
import warnings
from types import SimpleNamespace

import numpy as np
import pyopencl as cl
import pytest

import clconn
from clconn.errors import KernelBuildError, KernelBuildWarning
from clconn.opencl_backend.device import kernel_text, programs
from clconn.opencl_backend.device.kernel_text import KernelSet
from clconn.opencl_backend.device.merged_text import merged_text, without_common_names
from clconn.opencl_backend.device.runtime import Runtime
from tests.helpers.graphs import hand_made
from tests.helpers.oracles import scipy_roots

MADE_UP = """
#define TWICE(x) ((x) {operator} 2)
#ifndef FACTOR
#define FACTOR 1
#endif
typedef {type} number_t;
inline number_t change(const number_t x)
{{
    return TWICE(x) * FACTOR;
}}

__kernel void {name}(__global int *answer)
{{
    number_t change_of_seven = change(7);
    answer[0] = (int)(change_of_seven * 10);
}}
"""


@pytest.fixture
def made_up(monkeypatch):
    """Two files that define the same names in different ways."""
    texts = {
        "double.cl": MADE_UP.format(operator="*", type="int", name="double_it"),
        "halve.cl": MADE_UP.format(operator="/", type="float", name="halve_it"),
    }
    read = kernel_text.file_text
    monkeypatch.setattr(kernel_text, "file_text", lambda path: texts.get(path) or read(path))


def _set(file, kernel, **switches):
    return KernelSet(file, switches, frozenset({kernel}))


def _answer(runtime, program, kernel):
    answer = runtime.upload_writable(np.zeros(1, np.int32))
    made = cl.Kernel(program, kernel)
    made.set_arg(0, answer)
    cl.enqueue_nd_range_kernel(runtime.queue, made, (1,), (1,))
    return int(runtime.download(answer, 1)[0])


def test_each_part_keeps_its_own_meaning(device, made_up):
    runtime = Runtime.of_device(device)
    sets = [_set("double", "double_it", FACTOR=3), _set("halve", "halve_it", UNUSED=None)]
    double, halve = programs.build_programs(runtime.context, sets)
    assert double is halve, "one program of both"
    assert _answer(runtime, double, "double_it") == 420
    assert _answer(runtime, halve, "halve_it") == 35


def test_kernels_of_one_name_are_in_two_programs(device, made_up):
    runtime = Runtime.of_device(device)
    sets = [_set("double", "double_it", FACTOR=factor) for factor in (1, 2)]
    assert without_common_names([*sets, _set("halve", "halve_it")]) == [[0, 2], [1]]
    first, second, third = programs.build_programs(
        runtime.context, [*sets, _set("halve", "halve_it")]
    )
    assert first is third is not second
    assert [_answer(runtime, each, "double_it") for each in (first, second)] == [140, 280]


def test_a_name_may_be_a_macro_in_one_part_and_a_function_in_the_other(device, monkeypatch):
    text = """
#ifdef BY_MACRO
#define number() 1
#else
inline int number(void)
{
    return 2;
}
#endif

__kernel void NAME(__global int *answer)
{
    answer[0] = number();
}
"""
    names = ("first", "second", "third")
    texts = {f"{name}.cl": text.replace("NAME", name) for name in names}
    read = kernel_text.file_text
    monkeypatch.setattr(kernel_text, "file_text", lambda path: texts.get(path) or read(path))
    runtime = Runtime.of_device(device)
    sets = [_set("first", "first"), _set("second", "second", BY_MACRO=None)]
    program, *others = programs.build_programs(runtime.context, [*sets, _set("third", "third")])
    assert others == [program, program]
    assert [_answer(runtime, program, name) for name in names] == [2, 1, 2]


def test_what_does_not_build_together_is_built_alone_and_told_once(device, made_up, monkeypatch):
    monkeypatch.setattr(programs, "_warned", set())
    monkeypatch.setattr(programs, "merged_text", lambda sets: "__kernel void wrong(undeclared x);")
    runtime = Runtime.of_device(device)
    good = [_set("double", "double_it"), _set("halve", "halve_it")]
    with pytest.warns(KernelBuildWarning, match=r"one file at a time.*results are the same") as own:
        double, halve = programs.build_programs(runtime.context, good)
    (message,) = [str(each.message) for each in own if each.category is KernelBuildWarning]
    assert runtime.device.name in message
    assert "\n" not in message
    assert _answer(runtime, double, "double_it") == 140
    assert _answer(runtime, halve, "halve_it") == 35
    with warnings.catch_warnings():
        warnings.simplefilter("error", KernelBuildWarning)
        programs.build_programs(runtime.context, good)
        programs._warned.clear()
        programs.build_programs(runtime.context, good[:1])
        # The one that is wrong has an error of its own.
        wrong = _set("halve", "halve_it", FACTOR="undeclared_name")
        _, fault = programs.build_programs(runtime.context, [good[0], wrong])
        assert isinstance(fault, KernelBuildError)
        assert not programs._warned


def test_the_warning_of_one_thread_is_not_lost_in_another(made_up, monkeypatch):
    context = SimpleNamespace(devices=[SimpleNamespace(name="made up", extensions="")])
    sets = [_set("double", "double_it"), _set("halve", "halve_it")]
    monkeypatch.setattr(programs, "_warned", set())
    # A compiler may fail without a log.
    monkeypatch.setattr(programs, "_build_together", lambda *_: KernelBuildError(""))
    monkeypatch.setattr(programs, "_build_alone", lambda *_: object())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(KernelBuildWarning, match="report it: the compiler wrote no log"):
            programs.build_programs(context, sets)
    assert not programs._warned  # nobody was told for good

    is_building, go_on = threading.Event(), threading.Event()

    def build(*_):
        if threading.current_thread() is not threading.main_thread():
            is_building.set()
            assert go_on.wait(60)
        return object()

    def build_in_both():
        programs.build_programs(context, sets)
        other.join(60)

    def warn_while_another_builds(*arguments):
        other.start()
        is_building.wait(0.5)
        warn(*arguments)
        go_on.set()

    warn = programs._warn_once
    other = threading.Thread(target=programs.build_programs, args=(context, sets[:1]))
    monkeypatch.setattr(programs, "_warn_once", warn_while_another_builds)
    monkeypatch.setattr(programs, "_build_alone", build)
    with pytest.warns(KernelBuildWarning, match="made up builds its kernels"):
        build_in_both()
    assert programs._warned == {"made up"}


def test_macros_end_with_their_part():
    text = merged_text([_set("prefix_sum", "scan_counts", SCAN_ITEMS=8)])
    defined = set(re.findall(r"^ *# *define (\w+)", text, re.MULTILINE))
    assert "SCAN_ITEMS" in defined
    assert defined == set(re.findall(r"^#undef (\w+)", text, re.MULTILINE))


@pytest.fixture
def together(monkeypatch):
    """Whether each text of several sets was built."""
    build, found = programs._build_together, []

    def watched(context, sets):
        program = build(context, sets)
        found.append(not isinstance(program, KernelBuildError))
        return program

    monkeypatch.setattr(programs, "_build_together", watched)
    return found


WEIGHTED = ("csr/filter-boruvka/halve", "coo/filter-boruvka/halve", "csr/ecl-mst/all")


@pytest.mark.parametrize("variant", ["csr/async/halve", "kout/rem-cas/split+halve-one", "coo/jtb"])
def test_the_programs_of_a_plan_are_one(variant, device, together):
    own, graph = Runtime.of_device(device), hand_made("torus")
    variant = next(str(v) for v in clconn.variants("components") if str(v).startswith(variant))
    found = clconn.connected_components(graph, variant=variant, device=own)
    np.testing.assert_array_equal(found.roots, scipy_roots(graph))
    assert together
    assert all(together)


@pytest.mark.parametrize("variant", WEIGHTED)
def test_the_programs_of_a_minimum_forest_are_one(variant, device, together):
    own, graph = Runtime.of_device(device), hand_made("torus")
    sources, targets = graph.edges()
    weighted = clconn.Graph.from_edges(sources, targets, weights=np.arange(sources.size) % 7)
    found = clconn.minimum_spanning_forest(weighted, variant=variant, device=own)
    assert found.edge_ids.size == graph.n - 1
    assert together
    assert all(together)
