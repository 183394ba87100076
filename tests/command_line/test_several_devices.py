"""``--device`` of several devices, and ``--memory-limit``."""

import numpy as np
import pytest

import clconn as library
from clconn.opencl_backend.device.devices import selector_of
from clconn.opencl_backend.device.runtime import open_runtime


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rmat.npz"
    library.write(library.generate("rmat", scale=9, edges=6000, seed=2), path)
    return path


@pytest.mark.parametrize(
    ("command", "limit"), [("components", "8kB"), ("forest", "20 KiB"), ("msf", "90KiB")]
)
def test_a_limit(clconn, file, device, tmp_path, command, limit):
    open_runtime(device)  # an unreliable device warns once, here
    output = tmp_path / "answer.npy"
    words = (command, file, "--device", selector_of(device), "--memory-limit", limit)
    outcome = clconn(*words, "--time", "--explain", "-o", output)
    assert outcome.code == 0, outcome.err
    lines = [line.split() for line in outcome.out.splitlines()]
    [pieces] = [line[1] for line in lines if line[0] == "pieces"]
    assert int(pieces) > 1
    assert "memory_limit is" in outcome.out
    summary = clconn(*words, "--json").json
    assert summary["pieces"] == int(pieces)
    assert set(summary["timing"]) == {"read", "transfer", "build", "compute"}
    whole = clconn(command, file, "--backend", "reference", "--json").json
    assert summary["count"] == whole["count"]
    assert whole["pieces"] == 0
    if command == "components":
        right = library.connected_components(library.read(file), backend="reference")
        np.testing.assert_array_equal(np.load(output), right.labels)


def test_lists_of_devices(clconn, file, device):
    selector = selector_of(device)
    outcome = clconn("components", file, "--device", "all", "--json")
    assert (outcome.code, outcome.json["backend"]) == (0, "opencl")
    outcome = clconn("components", file, "--device", f"{selector}, {selector}")
    assert outcome.code == 2
    assert "devices 0 and 1 of the list are both" in outcome.err


@pytest.mark.parametrize("words", [("scc",), ("forest", "--stream"), ("stream",)])
def test_commands_that_take_one_device(clconn, file, words, tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("0 1\n1 2\n")
    for several in ("all", "0:0,0:1"):
        outcome = clconn(words[0], path, *words[1:], "--device", several)
        assert outcome.code == 2
        assert "takes one device" in outcome.err


def test_a_limit_is_not_for_streams(clconn, tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("0 1\n1 2\n")
    outcome = clconn("forest", path, "--stream", "--memory-limit", "1GB")
    assert outcome.code == 2
    assert "--memory-limit does not go with --stream" in outcome.err


def test_a_limit_that_is_none(clconn, file):
    outcome = clconn("components", file, "--memory-limit", "much")
    assert outcome.code == 2
    assert "memory_limit is 'much'; expected" in outcome.err
