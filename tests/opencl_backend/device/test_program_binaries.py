"""Binaries of programs on disk: used when everything is the same, and never otherwise."""

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyopencl as cl
import pytest

import clconn
from clconn.opencl_backend.device import program_binaries
from clconn.opencl_backend.device.devices import selector_of
from clconn.opencl_backend.device.own_queue import new_queue
from clconn.opencl_backend.device.program_binaries import build_or_load
from tests.helpers.children import run_in_child

TEXT = """
__kernel void write_answer(__global int *answer) { answer[0] = ANSWER; }
"""
OPTIONS = ["-cl-std=CL1.2", "-DANSWER=42"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder for binaries, which all devices use."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CLCONN_PROGRAM_CACHE", "1")
    monkeypatch.delenv("PYOPENCL_NO_CACHE", raising=False)
    monkeypatch.delenv("CLCONN_RACE_FREE", raising=False)
    return tmp_path / "clconn" / "programs"


@pytest.fixture
def sources(monkeypatch):
    """The texts that are compiled."""
    texts, make = [], cl.Program

    def watched(context, *rest):
        if isinstance(rest[0], str):
            texts.append(rest[0])
        return make(context, *rest)

    monkeypatch.setattr(cl, "Program", watched)
    return texts


def _answer(device, text=TEXT, options=OPTIONS):
    context, queue = new_queue(device)
    kernel = cl.Kernel(build_or_load(context, text, options), "write_answer")
    answer = np.zeros(1, np.int32)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4)
    kernel.set_arg(0, buffer)
    cl.enqueue_nd_range_kernel(queue, kernel, (1,), (1,))
    cl.enqueue_copy(queue, answer, buffer)
    return int(answer[0])


def _files(folder):
    return sorted(folder.iterdir()) if folder.exists() else []


def test_the_second_time_needs_no_source(device, folder, sources):
    assert _answer(device) == 42
    (file,) = _files(folder)
    if hasattr(os, "getuid"):
        assert (file.stat().st_mode | folder.stat().st_mode) & 0o077 == 0, "the user's alone"
    assert sources == [TEXT]
    assert _answer(device) == 42
    assert sources == [TEXT]
    assert _files(folder) == [file]


def test_another_text_or_option_is_another_program(device, folder, sources):
    assert _answer(device) == 42
    assert _answer(device, TEXT.replace("ANSWER;", "-ANSWER;")) == -42
    assert _answer(device, options=["-cl-std=CL1.2", "-DANSWER=43"]) == 43
    assert _answer(device, "#define ANSWER 44\n" + TEXT, OPTIONS[:1]) == 44
    assert len(sources) == len(_files(folder)) == 4


@pytest.mark.parametrize("what", ["driver_version", "name", "version", "vendor"])
def test_a_binary_of_another_driver_is_not_used(device, folder, sources, what, monkeypatch):
    assert _answer(device) == 42
    identity = program_binaries._identity

    class Updated:
        def __getattr__(self, name):
            value = getattr(device, name)
            return value + " update 2" if name == what else value

    monkeypatch.setattr(program_binaries, "_identity", lambda device: identity(Updated()))
    assert _answer(device) == 42
    assert len(sources) == len(_files(folder)) == 2


def _damaged(content):
    half = len(content) // 2
    yield b""
    yield content[:20]
    yield content[:half]
    yield content[:-1]
    yield content[:half] + bytes([content[half] ^ 1]) + content[half + 1 :]
    yield content + b"\0"
    yield b"clconn program 0" + content[16:]


def test_a_damaged_file_is_written_anew(device, folder, sources):
    _answer(device)
    (file,) = _files(folder)
    content = file.read_bytes()
    for count, damaged in enumerate(_damaged(content), start=2):
        file.write_bytes(damaged)
        assert _answer(device) == 42
        assert len(sources) == count
        assert file.read_bytes()[:16] == content[:16]
    assert _answer(device) == 42
    assert len(sources) == count


def test_a_binary_that_the_driver_refuses(device, folder, sources):
    """The file is whole, and what it holds is no program."""
    _answer(device)
    (file,) = _files(folder)
    file.write_bytes(program_binaries._content(b"no program" * 100))
    assert _answer(device) == 42
    assert len(sources) == 2
    assert _answer(device) == 42
    assert len(sources) == 2


def test_a_kernel_for_groups_of_one_size(device, folder, sources):
    text = TEXT.replace("void", "__attribute__((reqd_work_group_size(1, 1, 1))) void")
    context, _ = new_queue(device)
    info = cl.kernel_work_group_info.COMPILE_WORK_GROUP_SIZE
    for _ in range(2):
        kernel = cl.Kernel(build_or_load(context, text, OPTIONS), "write_answer")
        assert kernel.get_work_group_info(info, device)[0] == 1
    assert len(sources) == 2 - len(_files(folder))


def test_a_binary_that_loses_the_size_of_its_groups_is_not_kept(
    device, folder, sources, monkeypatch
):
    sizes = iter([{"write_answer": 64}, {"write_answer": 0}])
    monkeypatch.setattr(program_binaries, "_group_sizes", lambda program: next(sizes))
    assert _answer(device) == 42
    assert _files(folder) == []


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives away")
def test_a_file_of_another_user_is_not_used(device, folder, sources):
    _answer(device)
    (file,) = _files(folder)
    os.chown(file, 12345, 12345)
    assert _answer(device) == 42
    assert len(sources) == 2


def test_a_folder_in_the_place_of_a_file(device, folder, sources):
    _answer(device)
    (file,) = _files(folder)
    file.unlink()
    file.mkdir()
    assert _answer(device) == 42
    assert _answer(device) == 42
    assert len(sources) == 3
    assert _files(folder) == [file], "nothing is left of a write that failed"


def test_no_folder_at_all(device, folder, sources, monkeypatch):
    # Where pyopencl finds no folder for its own cache, it fails.
    monkeypatch.setattr(program_binaries, "writable_cache_folder", lambda name: None)
    assert [_answer(device), _answer(device)] == [42, 42]
    assert len(sources) == 2


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CLCONN_PROGRAM_CACHE", "0"),
        ("PYOPENCL_NO_CACHE", "1"),
        ("PYOPENCL_NO_CACHE", "True"),
        ("CLCONN_RACE_FREE", "1"),
    ],
)
def test_switched_off(device, folder, sources, variable, value, monkeypatch):
    monkeypatch.setenv("PYOPENCL_NO_CACHE", "0")
    _answer(device)
    monkeypatch.setenv(variable, value)
    assert _answer(device) == 42
    assert len(sources) == 2
    assert len(_files(folder)) == 1


def test_processors_keep_none_unless_asked(device, folder, monkeypatch):
    monkeypatch.delenv("CLCONN_PROGRAM_CACHE")
    _answer(device)
    is_cpu = bool(device.type & cl.device_type.CPU)
    assert len(_files(folder)) == (0 if is_cpu else 1)


def test_a_simulator_keeps_none(device, folder, monkeypatch):
    class Simulated:
        class platform:  # noqa: N801
            name = "Oclgrind"

        type = device.type

    assert program_binaries._keeps_binaries(device)
    assert not program_binaries._keeps_binaries(Simulated())


def test_the_folder_does_not_grow_for_ever(device, folder, monkeypatch):
    _answer(device)
    (first,) = _files(folder)
    size = first.stat().st_size
    monkeypatch.setattr(program_binaries, "MOST_BYTES", most := 5 * size + size // 2)
    os.utime(first, (1, 1))
    for answer in range(8):
        assert _answer(device, options=["-cl-std=CL1.2", f"-DANSWER={answer}"]) == answer
        assert sum(file.stat().st_size for file in _files(folder)) <= most
        if answer == 2:
            assert first.exists()
            assert _answer(device) == 42, "a use makes it the last to go"
            assert first.stat().st_mtime > 1
    assert 2 <= len(_files(folder)) <= 5


SOLVE = """
import clconn
import pyopencl as cl
sources, make = [], cl.Program
def watched(context, *rest):
    sources.append(isinstance(rest[0], str))
    return make(context, *rest)
cl.Program = watched
graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
result = clconn.connected_components(graph, backend="opencl")
print(result.roots.tolist(), result.count, any(sources), len(sources))
"""
ROOTS = "[0, 0, 0, 3, 3, 5]"


def test_processes_that_write_at_once(device, folder):
    variables = {**os.environ, "PYOPENCL_CTX": selector_of(device)}
    children = [
        subprocess.Popen(
            [sys.executable, "-c", SOLVE],
            env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(2)
    ]  # fmt: skip
    for child in children:
        output, errors = child.communicate(timeout=300)
        assert output.startswith(f"{ROOTS} 3 "), errors
    kept = _files(folder)
    assert kept
    assert all(len(file.name) == 64 for file in kept), "no half-written file is left"
    output = run_in_child(SOLVE, device)
    assert output.split("] ")[1].split()[:2] == ["3", "False"], "all were loaded"
    assert _files(folder) == kept


def test_a_header_that_changes_in_a_copy_of_the_package(device, folder, tmp_path):
    """No tree reads the binaries of another one whose headers differ."""
    assert run_in_child(SOLVE, device).startswith(f"{ROOTS} 3 True")
    kept = _files(folder)
    copy = tmp_path / "site" / "clconn"
    copy.mkdir(parents=True)
    for part in ("reference", "opencl_backend", "kernels_cl"):
        module = importlib.import_module(f"clconn.{part}")
        shutil.copytree(next(iter(module.__path__)), copy / part)
    shutil.copytree(Path(clconn.__file__).resolve().parent, copy, dirs_exist_ok=True)
    header = copy / "kernels_cl" / "device" / "grid_stride.h"
    with header.open("a") as text:
        text.write("#undef BLOCK_BEGIN\n#define BLOCK_BEGIN(block, n) (get_global_id(0) + 1L)\n")
    code = f"import sys; sys.path.insert(0, {str(copy.parent)!r})\n" + SOLVE
    assert run_in_child(code, device).startswith(f"{ROOTS} 2 True"), "0 is not counted"
    assert len(_files(folder)) > len(kept)
    assert run_in_child(code, device).startswith(f"{ROOTS} 2 False")
    assert run_in_child(SOLVE, device).startswith(f"{ROOTS} 3 False")
