"""A folder in which the pages are tried: with the examples, and with files of the reader's."""

from __future__ import annotations

import shutil
import signal
import sys
from pathlib import Path

import pytest

import clconn
from tests.documentation.material import lay_out
from tests.documentation.pages import ROOT


@pytest.fixture(scope="session")
def any_device(pytestconfig: pytest.Config) -> None:
    """Skip a test where no OpenCL device is usable."""
    usable = [device.usable for every in clconn.devices().platforms for device in every.devices]
    if pytestconfig.getoption("--without-opencl") or not any(usable):
        pytest.skip("no OpenCL device")


@pytest.fixture
def scratch(tmp_path, monkeypatch) -> Path:
    """A folder with what a reader has; commands of a shell find ``clconn`` and ``python``."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    lay_out(tmp_path)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, module in {"clconn": "-m clconn ", "python": ""}.items():
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module}"$@"\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    monkeypatch.setenv("MPLBACKEND", "Agg")  # no windows
    monkeypatch.chdir(tmp_path)
    # A shell without job control makes what it starts in the background ignore SIGINT.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield tmp_path
    signal.signal(signal.SIGINT, before)
