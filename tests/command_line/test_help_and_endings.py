"""The help texts, and every way in which a command can end, in this process."""

from __future__ import annotations

import re
import shlex

import pytest

import clconn as library
from clconn.command_line import build_parser
from clconn.command_line.options import parse_options
from clconn.command_line.stderr import one_line
from clconn.errors import GraphError, OutputError
from clconn.exploration import select_variants
from clconn.problems import DESIGN_SPACES, INCREMENTAL
from tests.helpers.problems import COMMANDS as PROBLEMS

COMMANDS = (
    *PROBLEMS,
    INCREMENTAL.command,
    "generate",
    "convert",
    "devices",
    "variants",
    "explore",
    "verify",
)


def test_help_names_every_command_and_exit_code(clconn):
    outcome = clconn("--help")
    assert (outcome.code, outcome.err) == (0, "")
    for command in COMMANDS:
        assert re.search(rf"\n    {command}  +\w", outcome.out)
    for code in ("0 ", "1 ", "2 ", "70 ", "130 ", "141 "):
        assert f"\n  {code}" in outcome.out
    assert "smallest vertex" in outcome.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_examples(clconn, command):
    outcome = clconn(command, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert "examples:" in outcome.out
    assert f"\n  clconn {command} " in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 100


@pytest.mark.parametrize("command", [(), *((command,) for command in COMMANDS)])
def test_examples_are_what_they_show(clconn, command):
    lines = clconn(*command, "--help").out.splitlines()
    examples = [
        line.split("   ")[0] for line in map(str.strip, lines) if line.startswith("clconn ")
    ]
    assert examples
    for example in examples:
        words = shlex.split(example)[1:]
        if "--help" in words:
            assert clconn(*words).code == 0
            continue
        arguments = build_parser().parse_args(words)
        assert callable(arguments.run)
        spaces = {space.command: space for space in DESIGN_SPACES.values()}
        if arguments.command in spaces:
            parse_options(arguments.option, arguments.variant, spaces[arguments.command])
        if arguments.command == "explore":
            assert select_variants(arguments.variants, arguments.problem)


@pytest.mark.parametrize("command", [*PROBLEMS, "convert", "explore", "verify"])
def test_help_lists_the_formats(clconn, command):
    from clconn.files import FORMATS

    out = clconn(command, "--help").out
    for name in FORMATS:
        assert name in out


def test_version(clconn):
    assert clconn("--version").out == f"clconn {library.__version__}\n"


@pytest.mark.parametrize(
    ("error", "code", "expected"),
    [
        (GraphError("bad"), 2, "clconn: error: bad\n"),
        (OutputError("full"), 2, "clconn: error: full\n"),
        (OSError(28, "No space left on device", "x.npy"), 2, "x.npy: No space left on device\n"),
        (MemoryError(), 2, "clconn: error: not enough memory\n"),
        (
            MemoryError("Unable to allocate 9 GiB"),
            2,
            "not enough memory: Unable to allocate 9 GiB\n",
        ),
        (GraphError("a log\n  of two lines\n"), 2, "clconn: error: a log of two lines\n"),
        (ZeroDivisionError("oops"), 70, "please report it: ZeroDivisionError: oops"),
        (RecursionError("deep"), 70, "please report it"),
        (KeyboardInterrupt(), 130, None),
        (BrokenPipeError(), 141, None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_endings(clconn, monkeypatch, error, code, expected):
    def fail(*_, **__):
        raise error

    monkeypatch.delenv("CLCONN_DEBUG", raising=False)
    monkeypatch.setattr("clconn.command_line.variants.run", fail)
    monkeypatch.setattr("clconn.command_line.exit_handling._abandon_output", lambda: None)
    outcome = clconn("variants")
    assert (outcome.code, outcome.out) == (code, "")
    if expected is None:
        assert outcome.err == ""
    else:
        assert outcome.err.count("\n") == 1
        assert expected in outcome.err


def test_debugging_shows_the_traceback(clconn, monkeypatch, tmp_path):
    monkeypatch.setenv("CLCONN_DEBUG", "1")
    outcome = clconn("components", tmp_path / "missing.mtx")
    assert outcome.code == 2
    assert outcome.err.startswith("Traceback")
    assert outcome.err.splitlines()[-1].startswith("clconn: error: ")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("plain", "plain"),
        ("two\nlines", "two lines"),
        ("\n  build log:\n\n\tline\r\n", "build log: line"),
        ("bell\x07 and escape\x1b[31m", "bell\\x07 and escape\\x1b[31m"),
        ("surrogate \udc80", "surrogate \\udc80"),
        ("two  spaces", "two  spaces"),
        ("straße", "straße"),
    ],
)
def test_one_line(text, line):
    assert one_line(text) == line
