"""scipy's and NetworkX's own tests, as installed, pass with clconn in the place of their functions.

``nox -s networkx`` runs all tests of NetworkX; here are those of what clconn answers.
"""

import importlib.metadata
import json
import os
import re
import subprocess
import sys

import pytest

from clconn.faces.networkx.backend_info import FUNCTIONS
from clconn.opencl_backend.device.devices import selector_of
from tests.faces.entry_points import ROOT, write_entry_points

NETWORKX_TESTS = (
    "networkx.algorithms.components",
    "networkx.algorithms.tree.tests.test_mst",
    "networkx.algorithms.tree.tests.test_recognition",
)
SCIPY_TESTS = (
    "scipy.sparse.csgraph.tests.test_connected_components",
    "scipy.sparse.csgraph.tests.test_spanning_tree",
)


def _run(device, folder, modules, **environment):
    """How many tests passed, and the counts of the plugin."""
    write_entry_points(folder)
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", ""), str(ROOT)])
    variables = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    counts = folder / "counts.json"
    variables |= {"COUNTS": str(counts), "PYTHONPATH": path, "PYOPENCL_CTX": selector_of(device)}
    command = [sys.executable, "-m", "pytest", "-p", "tests.faces.count_calls"]
    command += ["-p", "no:cacheprovider", "--pyargs", *modules]
    child = subprocess.run(
        command, env=variables | environment, cwd=folder, capture_output=True, text=True,
        check=False, timeout=400,
    )  # fmt: skip
    assert child.returncode == 0, child.stdout[-5000:] + child.stderr[-5000:]
    (passed,) = re.findall(r"(\d+) passed", child.stdout)
    return int(passed), json.loads(counts.read_text())


def test_scipy(device, tmp_path):
    passed, counts = _run(device, tmp_path, SCIPY_TESTS)
    assert passed >= 9
    assert counts["on a device"] >= 20


def test_networkx(device, tmp_path):
    pytest.importorskip("networkx", minversion="3.5")
    passed, counts = _run(
        device, tmp_path, NETWORKX_TESTS,
        NETWORKX_TEST_BACKEND="clconn", NETWORKX_FALLBACK_TO_NX="1",
    )  # fmt: skip
    assert passed >= 150
    assert counts["on a device"] >= 200
    assert set(FUNCTIONS) <= set(counts), "some functions were never asked"


def test_the_installed_package_has_the_entry_points():
    """Where it is installed with metadata; a wheel always is (tests/house/test_packaging.py)."""
    names = {point.name for point in importlib.metadata.entry_points(group="networkx.backends")}
    if "clconn" not in names:
        pytest.skip("clconn is not installed with its entry points")
    (point,) = importlib.metadata.entry_points(group="networkx.backends", name="clconn")
    assert point.load().connected_components
