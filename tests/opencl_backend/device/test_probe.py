"""Trying a device: in a child process if it could end this one, once, and told in words."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pyopencl as cl
import pytest

import clconn
from clconn.errors import BackendUnavailableError, DeviceError, ReferenceFallbackWarning
from clconn.opencl_backend.device import pocl
from clconn.opencl_backend.device import probe as probing
from clconn.opencl_backend.device.devices import selector_of
from clconn.opencl_backend.device.pocl import (
    EXECUTION_ADVICE,
    FOLDER_ADVICE,
    LINKER_ADVICE,
    PROCESSOR_ADVICE,
    is_pocl,
)
from clconn.opencl_backend.device.positions import position_of
from clconn.opencl_backend.device.probe import Probe, probe_device
from tests.helpers.children import run_in_child
from tests.helpers.fake_opencl import CPU, GPU, FeignedDevice, FeignedPlatform
from tests.helpers.graphs import from_pairs

GRAPH = from_pairs([(0, 1), (1, 2), (3, 4)], 2**16)  # too large to be answered without a device
ROOTS = [0, 0, 0, 3, 3, 5]
POCL = "Portable Computing Language"
GOOD = '{"usable": true, "int64_atomics": true}'


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache, on disk and in this process."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(probing, "_answers", {})
    return tmp_path / "clconn"


@pytest.fixture
def children(monkeypatch):
    """Let another program be the child; the commands that would have run are listed."""
    run, asked = subprocess.run, []

    def become(code):
        def feigned(command, **options):
            asked.append(command)
            return run([sys.executable, "-c", code, *command[4:]], **options)

        monkeypatch.setattr(probing.subprocess, "run", feigned)
        return asked

    return become


@pytest.fixture
def processor(cache, monkeypatch):
    """The one device of a machine, a processor's."""
    del cache
    device = FeignedDevice("pthread-EPYC", CPU)
    monkeypatch.delenv("PYOPENCL_CTX", raising=False)
    platform = FeignedPlatform(POCL, device)
    monkeypatch.setattr("pyopencl.get_platforms", lambda: [platform])
    monkeypatch.setattr("clconn.opencl_backend.device.runtime._runtimes", {})
    return device


def _kept(cache):
    return sorted(cache.glob("probe-*.json"))


def test_real_devices_are_usable(device, cache):
    answer = probe_device(device)
    assert answer.usable
    assert (answer.reason == "") == answer.reliable
    assert len(_kept(cache)) == 1
    for file in _kept(cache):
        assert Probe(**json.loads(file.read_text())) == answer


def test_a_kept_answer_needs_no_child(device, cache, children, monkeypatch):
    first = probe_device(device)
    del cache
    asked = children("raise SystemExit(1)")
    monkeypatch.setattr(probing, "_answers", {})
    assert probe_device(device) == first
    assert asked == []


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", "{}", '{"usable": "no"}', '{"usable": true, "speed": 3}', "\0\0",
     '{"usable": true, "reason": 0}'],
)  # fmt: skip
def test_a_corrupt_kept_answer_is_asked_again(processor, cache, children, text):
    asked = children(f"print({GOOD!r})")
    assert probe_device(processor).int64_atomics
    (file,) = _kept(cache)
    file.write_text(text)
    probing._answers.clear()
    assert probe_device(processor) == Probe(True, int64_atomics=True)
    assert len(asked) == 2
    assert json.loads(file.read_text())["usable"] is True


def test_an_answer_is_asked_once(processor, children):
    asked = children(f"print({GOOD!r})")
    assert probe_device(processor).usable
    assert probe_device(processor).usable
    assert len(asked) == 1
    module = "clconn.opencl_backend.device.probe"
    assert asked[0][1:] == ["-P", "-m", module, "0", "0", "pthread-EPYC"]


def test_what_a_driver_prints_is_not_the_answer(processor, children):
    children(f"print('warming up'); print({GOOD!r}); print('3'); print('bye')")
    assert probe_device(processor) == Probe(True, int64_atomics=True)


def test_a_child_that_aborts(processor, cache, children):
    children("import os; os.abort()")
    assert probe_device(processor) == Probe(False, LINKER_ADVICE)
    assert "apt install gcc libc6-dev" in LINKER_ADVICE
    assert _kept(cache) == [], "a bad answer is not kept: the next process asks again"


def test_components_without_the_linker(processor, children):
    """The face falls back and says so once; who asked for OpenCL gets the reason."""
    del processor
    children("import os; os.abort()")
    with pytest.warns(ReferenceFallbackWarning, match="apt install gcc") as caught:
        result = clconn.connected_components(GRAPH)
    assert len(caught) == 1
    assert result.backend == "scipy"
    assert result.roots[:6].tolist() == ROOTS
    with pytest.raises(BackendUnavailableError, match="apt install gcc"):
        clconn.connected_components(GRAPH, backend="opencl")
    with pytest.raises(DeviceError, match="device 'cpu' cannot be used: PoCL cannot link"):
        clconn.connected_components(GRAPH, device="cpu")
    overview = clconn.devices()
    assert overview.advice == LINKER_ADVICE
    assert not overview.platforms[0].devices[0].usable


def test_a_real_abort(device, tmp_path):
    """PoCL from PyPI without a linker aborts the process: the child's, not ours."""
    if not is_pocl(device):
        pytest.skip("only PoCL needs a linker")
    environment = {
        **os.environ, "PATH": "/nonexistent", "POCL_CACHE_DIR": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path),
    }  # fmt: skip
    environment.pop("PYOPENCL_CTX", None)  # a device that is named has no fallback
    code = (
        "import clconn, warnings\n"
        "graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=2**16)\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    result = clconn.connected_components(graph)\n"
        "print(result.backend, result.roots[:6].tolist(), *(entry.message for entry in caught))"
    )
    child = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True,
        check=True, timeout=100,
    )  # fmt: skip
    if child.stdout.startswith("opencl"):
        pytest.skip("this PoCL links by itself")
    assert child.stdout.startswith(f"scipy {ROOTS} {LINKER_ADVICE}")
    assert _kept(tmp_path / "clconn") == []


def test_a_linker_that_went_away(device, tmp_path):
    """The kernels of the last trial are still in PoCL's cache, and must not hide it."""
    if not is_pocl(device):
        pytest.skip("only PoCL needs a linker")
    warm = {
        **dict.fromkeys(("POCL_CACHE_DIR", "XDG_CACHE_HOME"), str(tmp_path)),
        "PYOPENCL_CTX": None,
    }
    code = (
        "import clconn, warnings\n"
        "warnings.simplefilter('ignore')\n"
        "graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=2**16, weights=[1, 2, 3])\n"
        "print(clconn.connected_components(graph).backend)\n"
    )
    assert run_in_child(code, **warm).strip() == "opencl"
    # What needs a kernel that no cache has.
    code += "print(clconn.minimum_spanning_forest(graph).backend)"
    said = run_in_child(code, **warm, PATH="/nonexistent").split()
    if said[0] == "opencl":
        pytest.skip("this PoCL links by itself")
    assert said == ["scipy", "scipy"]


def test_a_folder_that_allows_no_execution(processor, children):
    """PoCL aborts there, too, with other words."""
    children("import os, sys; sys.stderr.write('failed to map segment from x'); os.abort()")
    assert probe_device(processor) == Probe(False, EXECUTION_ADVICE)
    assert "set POCL_CACHE_DIR" in EXECUTION_ADVICE


def test_no_folder_for_the_kernels(processor, children, monkeypatch):
    monkeypatch.setenv("POCL_CACHE_DIR", "/dev/null/kernels")
    children("import os; os.abort()")
    assert probe_device(processor) == Probe(False, FOLDER_ADVICE)


def test_nothing_can_be_written(device):
    """PoCL then shows no device, or one that builds nothing: either way the variable is named."""
    if not is_pocl(device):
        pytest.skip("only PoCL needs a folder")
    code = "import clconn; print(clconn.devices().advice)"
    nowhere = dict.fromkeys(("POCL_CACHE_DIR", "XDG_CACHE_HOME", "HOME"), "/dev/null/x")
    assert FOLDER_ADVICE in run_in_child(code, device, **nowhere)
    assert "set POCL_CACHE_DIR" in FOLDER_ADVICE


def test_a_missing_library_asks_again(processor, children, monkeypatch):
    """An answer is kept for as long as what kernels are linked with stays there."""
    asked = children(f"print({GOOD!r})")
    for libraries in ((), ("/nonexistent/*",), ()):
        monkeypatch.setattr(pocl, "_LINKED", libraries or ("/bin/sh",))
        probing._answers.clear()
        assert probe_device(processor).usable
    assert len(asked) == 2


def test_two_devices_of_one_name(cache, children, monkeypatch):
    """Each is tried, kept and named by its place."""
    twins = [FeignedDevice("pthread-EPYC", CPU) for _ in range(2)]
    platforms = [FeignedPlatform("empty"), FeignedPlatform(POCL, *twins)]
    monkeypatch.setattr("pyopencl.get_platforms", lambda: platforms)
    plain = '{"usable": true}'
    asked = children(f"import sys; print([{plain!r}, {GOOD!r}][int(sys.argv[2])])")
    for _ in range(2):
        assert probe_device(twins[0]) == Probe(True)
        assert probe_device(twins[1]) == Probe(True, int64_atomics=True)
        probing._answers.clear()
    assert [command[4:6] for command in asked] == [["1", "0"], ["1", "1"]]
    assert len(_kept(cache)) == 2


def test_two_real_devices_of_one_name(device):
    """PoCL shows as many as asked for; one whose processor PoCL does not know is named, too."""
    if not is_pocl(device):
        pytest.skip("only PoCL shows one device twice")
    code = (
        "import clconn\n"
        "from clconn.opencl_backend.device.devices import selector_of, usable_devices\n"
        "graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)\n"
        "for device in usable_devices():\n"
        "    result = clconn.connected_components(graph, device=selector_of(device))\n"
        "    assert result.on_device.roots.queue.device == device\n"
        "    assert result.roots.tolist() == [0, 0, 0, 3, 3, 5]\n"
        "    print(selector_of(device))"
    )
    selectors = run_in_child(code, POCL_DEVICES="pthread pthread", PYOPENCL_CTX=None).split()
    platform = selector_of(device).split(":")[0]
    assert {f"{platform}:0", f"{platform}:1"} <= set(selectors)


def test_a_part_of_a_device(device):
    """A caller may pass what pyopencl made of a device; the whole one is tried."""
    equally = cl.device_partition_property.EQUALLY
    # To be asked first: Mesa's rusticl ends the process instead of refusing.
    if equally not in device.partition_properties:
        pytest.skip("the device has no parts")
    part, *_ = device.create_sub_devices([equally, 1])
    assert position_of(part) == position_of(device)
    assert clconn.connected_components(GRAPH, device=part).roots[:6].tolist() == ROOTS


def test_loops_that_end_early(device, cache, monkeypatch):
    """As those of Mesa's llvmpipe do, after 65,535 rounds."""
    del cache
    monkeypatch.setattr(probing, "_KERNEL", probing._KERNEL.replace("= x[3]", "= 65535"))
    answer = probing._probe_here(device)
    assert answer.usable
    assert not answer.reliable
    assert answer.reason.startswith(f"{device.name.strip()} ends long loops too early")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise ValueError('odd')", "on Portable Computing Language failed: ValueError: odd"),
        ("raise SystemExit(3)", "failed: exit status 3"),
        ("pass", "failed: exit status 0"),
        ("print('usable: yes')", "failed: exit status 0"),
        ("import sys; sys.stdout.buffer.write(b'\\xff\\xfe')", "failed: exit status 0"),
    ],
)
def test_a_child_that_does_not_answer(processor, cache, children, code, reason):
    children(code)
    answer = probe_device(processor)
    assert not answer.usable
    assert reason in answer.reason
    assert _kept(cache) == []


def test_a_child_that_hangs(processor, children, monkeypatch):
    monkeypatch.setattr(probing, "SECONDS", 0.2)
    children("import time; time.sleep(60)")
    answer = probe_device(processor)
    assert not answer.usable
    assert "the trial run of pthread-EPYC did not end" in answer.reason


def test_a_child_that_cannot_start(processor, monkeypatch):
    monkeypatch.setattr(probing.sys, "executable", "/nonexistent/python")
    answer = probe_device(processor)
    assert not answer.usable
    assert "No such file or directory" in answer.reason


def test_a_processor_that_cannot_be_named_here(processor, children, monkeypatch):
    children('print(\'{"usable": true, "processor_named": true}\')')
    monkeypatch.setattr(probing, "name_processor", lambda device: False)
    assert probe_device(processor) == Probe(False, PROCESSOR_ADVICE)


def test_a_gpu_that_fails(cache):
    """It is tried in this process; whatever it raises is its reason."""
    device = FeignedDevice("Voodoo 3", GPU)
    FeignedPlatform("Vendor", device)
    answer = probe_device(device)
    assert not answer.usable
    assert answer.reason.startswith("Voodoo 3 cannot run a kernel:")
    assert _kept(cache) == []


def test_a_gpu_that_works_is_tried_once(cache, monkeypatch):
    """A trial takes a context and two programs, in each process."""
    device = FeignedDevice("Voodoo 3", GPU)
    platform = FeignedPlatform("Vendor", device)
    monkeypatch.setattr("pyopencl.get_platforms", lambda: [platform])
    tried = []

    def probe_here(device):
        tried.append(device)
        return Probe(True, int64_atomics=True)

    monkeypatch.setattr(probing, "_probe_here", probe_here)
    for _ in range(2):
        assert probe_device(device) == Probe(True, int64_atomics=True)
        probing._answers.clear()
    assert tried == [device]
    assert len(_kept(cache)) == 1
    device.driver_version = "581"
    assert probe_device(device).usable
    assert len(tried) == 2, "another driver"


def test_a_device_that_miscounts(device, cache, monkeypatch):
    del cache
    monkeypatch.setattr(probing, "_count", lambda *arguments: (False, True))
    answer = probing._probe_here(device)
    assert not answer.usable
    assert "computes wrong results" in answer.reason


def test_a_cache_that_cannot_be_written(processor, children, monkeypatch):
    """No kept answer, yet an answer."""
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/caches")
    asked = children(f"print({GOOD!r})")
    assert probe_device(processor).usable
    probing._answers.clear()
    assert probe_device(processor).usable
    assert len(asked) == 2


@pytest.mark.parametrize("place", [("97", "0"), ("0", "97"), ("0", "0")])
def test_the_child_refuses_an_unknown_device(place):
    command = [sys.executable, "-m", "clconn.opencl_backend.device.probe", *place, "Voodoo 3"]
    child = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert child.returncode == 1
    assert f"no device {':'.join(place)} of the name 'Voodoo 3'" in child.stderr


def test_the_child_needs_no_current_folder(device, tmp_path):
    """A module in the user's folder that is named like one of ours' does not get in the way."""
    if not device.type & CPU:
        pytest.skip("probed in this process")
    Path(tmp_path, "numpy.py").write_text("raise RuntimeError('not this one')")
    code = (
        "import sys; sys.path.remove(''); import clconn; "
        "print(clconn.connected_components(clconn.Graph.from_edges([0], [1], n=2**16)).backend)"
    )
    child = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)}, timeout=100,
    )  # fmt: skip
    assert child.stdout.strip() == "opencl"
