"""The command line, run in this process, and a small graph file."""

from __future__ import annotations

import signal

import pytest

from clconn.command_line import main
from tests.command_line.samples import TRIANGLES, Outcome


@pytest.fixture(autouse=True)
def _interruptible():
    """A shell without job control makes what it starts in the background ignore SIGINT.

    The children of a suite that runs there would, too.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def clconn(capsys):
    def run(*words) -> Outcome:
        code = main([str(word) for word in words])
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture
def graph_file(tmp_path):
    path = tmp_path / "triangles.mtx"
    path.write_text(TRIANGLES)
    return path
