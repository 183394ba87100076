"""Trying a device: in a child process if it could end this one, once, and told in words."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import clconn
from clconn.errors import BackendUnavailableError, DeviceError, ReferenceFallbackWarning
from clconn.opencl_backend.device import probe as probing
from clconn.opencl_backend.device.pocl import LINKER_ADVICE, PROCESSOR_ADVICE, is_pocl
from clconn.opencl_backend.device.probe import Probe, probe_device
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
            return run([sys.executable, "-c", code], **options)

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
    assert answer.reason == ""
    # A processor's answer took a child and is kept; others are asked anew by each process.
    assert len(_kept(cache)) == (1 if device.type & CPU else 0)
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
    assert asked[0][1:] == ["-P", "-m", "clconn.opencl_backend.device.probe", POCL, "pthread-EPYC"]


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


def test_a_device_that_miscounts(device, cache, monkeypatch):
    del cache
    monkeypatch.setattr(probing, "_counts", lambda *arguments: False)
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


def test_the_child_refuses_an_unknown_device():
    command = [sys.executable, "-m", "clconn.opencl_backend.device.probe", "Vendor", "Voodoo 3"]
    child = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert child.returncode == 1
    assert "no device 'Voodoo 3' on platform 'Vendor'" in child.stderr


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
