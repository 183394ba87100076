"""Shell completion: a real bash completes commands, options, values, files and variants."""

import os
import pty
import select
import shlex
import shutil
import subprocess
import sys
import time

import pytest

pytest.importorskip("shtab")

import clconn
from clconn.command_line import build_parser, main
from clconn.command_line.completion import FILES, SHELLS, all_arguments
from clconn.files.formats import FORMATS
from clconn.problems import DESIGN_SPACES, Problem

FREE = {
    "INT", "FLOAT", "N", "K", "S", "V", "EDGES", "NAME=VALUE", "WHERE", "U,V[,W]", "SIZE",
}  # fmt: skip
"""What the help calls arguments that a shell cannot know."""

COMPLETE = """
function=$(complete -p clconn); function=${function#* -F }; function=${function%% *}
words() {
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
    COMPREPLY=()
    "$function" clconn "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf '%s\\n' "${COMPREPLY[@]}" ---
}
"""


@pytest.fixture(scope="module")
def scripts():
    """The script for each shell, as the command prints it."""
    return {
        shell: subprocess.run(
            [sys.executable, "-m", "clconn", "--print-completion", shell],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for shell in SHELLS
    }


@pytest.fixture
def bash(scripts, tmp_path):
    """Complete the last word of each of some command lines."""
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")

    def run(*lines):
        calls = "\n".join(shlex.join(["words", "clconn", *line]) for line in lines)
        done = subprocess.run(
            ["bash", "--norc", "-c", f"{scripts['bash']}{COMPLETE}{calls}"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""
        answers = done.stdout.split("---\n")[:-1]
        assert len(answers) == len(lines)
        return [answer.splitlines() for answer in answers]

    return run


def _below(parser, words=()):
    """Each parser with the words that lead to it."""
    parser.fill_once()
    yield parser, words
    for action in parser._actions:
        if hasattr(action, "_name_parser_map"):
            for name, below in action.choices.items():
                yield from _below(below, (*words, name))


def test_every_command_and_option_is_completed(bash):
    parsers = list(_below(build_parser()))
    assert len(parsers) > 25
    options = bash(*([*words, "--"] for _, words in parsers))
    for (parser, words), found in zip(parsers, options, strict=True):
        there = {name for name in parser._option_string_actions if name.startswith("--")}
        assert there <= set(found), words
    commands, families = bash([""], ["generate", ""])
    assert set(commands) >= {"components", "forest", "msf", "scc", "stream", "generate", "verify"}
    assert set(families) >= {"torus", "rmat", "road24"}


def test_every_argument_is_completed_or_known_to_be_free(scripts):
    for command, action in all_arguments(build_parser()):
        if action.nargs == 0 or action.choices or action.metavar in FILES | FREE:
            continue
        name = (action.option_strings or [action.dest])[-1]
        choices = f"{command}_{name.replace('-', '_')}_choices=("
        position = f"{command}_pos_0_choices=("
        assert choices in scripts["bash"] or position in scripts["bash"], f"{command} {name}"


def test_variants_are_those_of_the_problem(bash):
    spaces = list(DESIGN_SPACES.values())
    for space, found in zip(
        spaces, bash(*([space.command, "--variant", ""] for space in spaces)), strict=True
    ):
        choosers = ["auto", "measured"] if isinstance(space, Problem) else ["auto"]
        assert found == [*choosers, *(row.name for row in clconn.variants(space))]
    part, none = bash(
        ["components", "--variant", "kout/async/h"], ["components", "--variant", "nothing"]
    )
    assert part == ["kout/async/halve"]
    assert none in ([], [""])


def test_values_are_completed(bash):
    backends, formats, problems, origins = bash(
        ["scc", "--backend", ""],
        ["convert", "--from", ""],
        ["variants", ""],
        ["variants", "--origin", "gc"],
    )
    assert backends == ["opencl", "reference", "scipy"]
    assert formats == list(FORMATS)
    assert set(DESIGN_SPACES) <= set(problems)
    assert origins == ["gconn"]


def test_files_are_completed(bash, tmp_path):
    (tmp_path / "roads.mtx").touch()
    (tmp_path / "rows of names.txt").touch()
    (tmp_path / "results").mkdir()
    first, output, to = bash(
        ["components", "roa"], ["msf", "roads.mtx", "-o", "r"], ["convert", "roads.mtx", "re"]
    )
    assert first == ["roads.mtx"]
    assert {"roads.mtx", "results"} <= {name.rstrip("/") for name in output}
    assert [name.rstrip("/") for name in to] == ["results"]


INTERACTIVE = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source ./_clconn"),
    "zsh": (["zsh", "-f"], "fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u"),
    "tcsh": (["tcsh", "-f"], "source ./_clconn"),
}


@pytest.mark.parametrize("shell", SHELLS)
def test_the_tab_key_completes(shell, scripts, tmp_path):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "_clconn").write_text(scripts[shell])
    (tmp_path / "roads.mtx").touch()
    command, start = INTERACTIVE[shell]
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        os.execvpe(command[0], command, {**os.environ, "TERM": "xterm"})
    try:
        os.write(terminal, f"{start}; echo rea''dy\n".encode())
        _read_until(terminal, "ready")
        os.write(terminal, b"clconn comp\t")
        _read_until(terminal, "onents")
        # tcsh cannot have names with slashes in a list.
        if shell != "tcsh":
            os.write(terminal, b"--variant kout/async/ha\t")
            _read_until(terminal, "lve")
        os.write(terminal, b"roa\t")
        _read_until(terminal, "ds.mtx")
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(terminal)


def _read_until(terminal, text, seconds=20):
    """Read what a terminal shows until it shows a text."""
    shown = ""
    end = time.monotonic() + seconds
    while text not in shown:
        left = end - time.monotonic()
        if left <= 0 or not select.select([terminal], [], [], left)[0]:
            pytest.fail(f"not shown: {text!r}; but {shown!r}")
        shown += os.read(terminal, 4096).decode()


@pytest.mark.parametrize("shell", ["zsh", "tcsh"])
def test_other_shells_read_their_script(shell, scripts, tmp_path):
    assert "components" in scripts[shell]
    assert ("kout/async/halve" in scripts[shell]) is (shell != "tcsh")
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_text(scripts[shell])
    subprocess.run([shell, "-n", str(tmp_path / "script")], check=True)


def test_without_shtab_the_command_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["--print-completion", "bash"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "pip install 'clconn[completion]'" in printed.err


def test_an_unknown_shell_is_refused(capsys):
    assert main(["--print-completion", "ksh"]) == 2
    assert "there is no 'ksh'" in capsys.readouterr().err


def test_the_command_line_does_not_import_shtab():
    code = "import sys; from clconn.command_line import main; main(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "shtab" not in done.stdout.splitlines()[-1].split()
