"""What only a process of its own shows: start-up, signals, pipes and exit codes."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest

from tests.command_line.samples import REFERENCE, TRIANGLES

# What is tested here fails by a hang.
pytestmark = pytest.mark.timeout(120)

CLCONN = [sys.executable, "-m", "clconn"]

# Errors of standard output come from print() in the one case and from the last flush in the other.
either_buffering = pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])


def finished(*words, **settings):
    return subprocess.run(
        [*CLCONN, *map(str, words)], capture_output=True, text=True, timeout=60, **settings
    )


def test_json_of_a_process(graph_file):
    process = finished("components", graph_file, *REFERENCE, "--json")
    assert (process.returncode, process.stderr) == (0, "")
    assert json.loads(process.stdout)["count"] == 4


def test_compilers_warn_of_nothing(tmp_path):
    """What they say goes past Python; a graph without entries is a case apart."""
    path = tmp_path / "empty.npz"
    assert finished("generate", "path", "--n", 1, "-o", path).returncode == 0
    built_anew = {"CLCONN_PROGRAM_CACHE": "0", "PYOPENCL_NO_CACHE": "1"}
    environment = {**os.environ, **built_anew, "POCL_CACHE_DIR": str(tmp_path / "cache")}
    for command in ("components", "forest"):
        words = (command, path, "--backend", "opencl", "--variant", "csr/async/single")
        process = finished(*words, env=environment)
        assert (process.returncode, process.stderr) == (0, "")


def test_exit_codes(graph_file, tmp_path):
    process = finished("components", tmp_path / "missing.mtx")
    assert (process.returncode, process.stdout, process.stderr.count("\n")) == (2, "", 1)
    labels = tmp_path / "labels.txt"
    labels.write_text("0\n" * 8)
    assert finished("verify", graph_file, labels).returncode == 1
    assert finished("--no-such-option").returncode == 2


@pytest.mark.parametrize(
    "words", [("--help",), ("--version",), ("components", "--help"), ("explore", "--help")]
)
def test_help_imports_neither_scipy_nor_pyopencl(words):
    program = (
        "import sys; from clconn.command_line import main; code = main(sys.argv[1:]); "
        "print(sorted({'scipy', 'pyopencl', 'tqdm'} & set(sys.modules)), code, file=sys.stderr)"
    )
    process = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=60
    )
    assert process.stderr == "[] 0\n"


def test_closed_pipe_is_quiet():
    """More output than a pipe holds, into a reader that reads one line and leaves."""
    program = (
        "import sys; from clconn.command_line import exit_handling\n"
        "def command():\n"
        "    for number in range(200000): print(number)\n"
        "    return 0\n"
        "sys.exit(exit_handling.guarded(command))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout.readline() == b"0\n"
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141


@either_buffering
def test_pipe_closed_before_the_first_byte(unbuffered):
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.run(
        [*CLCONN, "variants"],
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=60,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    os.close(writing)
    assert (process.returncode, process.stderr) == (141, b"")


def test_closed_standard_error_and_output(tmp_path):
    missing = tmp_path / "missing.mtx"
    for redirection, code in (("2>&-", 2), (">&-", 2), (">&- 2>&-", 2)):
        shell = f"{sys.executable} -m clconn components {missing} {redirection}"
        assert subprocess.run(shell, shell=True, capture_output=True, timeout=60).returncode == code
    shell = f"{sys.executable} -m clconn variants >&-"
    process = subprocess.run(shell, shell=True, capture_output=True, timeout=60)
    assert (process.returncode, process.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
@either_buffering
def test_full_disk(unbuffered):
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [*CLCONN, "variants"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert process.returncode == 2
    assert process.stderr == "clconn: error: standard output: No space left on device\n"


def test_interrupt_is_quiet_and_leaves_nothing_behind(tmp_path):
    """Ctrl-C while the command waits for a graph that never comes."""
    labels = tmp_path / "labels.npy"
    program = (
        "import sys, time, clconn.files.reading\n"
        "def read_as(*arguments, **settings):\n"
        "    print('reading', flush=True)\n"
        "    time.sleep(60)\n"
        "clconn.files.reading.read_as = read_as\n"
        "from clconn.command_line import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, "components", "graph.mtx", "-o", str(labels)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout.readline() == b"reading\n"
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - started < 10
    assert (process.returncode, out, err) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []


def test_on_a_terminal(graph_file):
    """A terminal gets the same summary, and nothing of a progress bar stays in the way."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*CLCONN, "components", str(graph_file), *REFERENCE],
        stdout=subprocess.PIPE,
        stderr=slave,
    )
    os.close(slave)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"components         4" in out
    try:
        shown = os.read(master, 65536)
    except OSError:  # how Linux says that the other end is closed
        shown = b""
    os.close(master)
    assert b"Traceback" not in shown


def test_name_with_bytes_that_are_no_text(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.mtx"
    with open(path, "w") as stream:
        stream.write(TRIANGLES)
    for extra in ([], ["--json"]):
        process = subprocess.run(
            [*CLCONN, "components", path, *REFERENCE, *extra], capture_output=True, timeout=60
        )
        assert (process.returncode, process.stderr) == (0, b"")


@pytest.mark.parametrize("how", ["script", "module"])
@pytest.mark.parametrize(
    "module",
    ["signal", "clconn.design_space", "clconn.errors", "argparse", "clconn.command_line.parser"],
)
def test_interrupt_while_the_command_is_being_imported_is_quiet(module, how):
    """Before `module` is found, whoever imports it, this process gets the signal of Ctrl-C."""
    start = {
        "script": "from clconn.console_script import main; sys.exit(main())",
        "module": "import runpy; runpy.run_module('clconn', run_name='__main__')",
    }[how]
    program = (
        "import os, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            os.kill(os.getpid(), 2)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        f"sys.modules.pop({module!r}, None)\n"
        f"{start}\n"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (process.returncode, process.stdout, process.stderr) == (130, b"", b"")


def test_a_job_in_the_background_ignores_an_interrupt(graph_file):
    """As a shell without job control starts it: with SIGINT ignored."""
    program = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.startswith('clconn.'):\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "from clconn.console_script import main\n"
        "sys.exit(main())\n"
    )
    words = [sys.executable, "-c", program, "components", graph_file, *REFERENCE, "--json"]
    process = subprocess.run(words, capture_output=True, check=False)
    assert (process.returncode, process.stderr) == (0, b"")


def test_nothing_slow_is_imported_before_an_interrupt_is_quiet():
    program = (
        "import sys, clconn.console_script\n"
        "slow = ('numpy', 'argparse', 'scipy', 'pyopencl', 'clconn.errors')\n"
        "print([name for name in slow if name in sys.modules])"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert process.stdout.strip() == b"[]"
