"""A home that cannot be written: pyopencl and PoCL both keep caches there."""

import os
import stat
import tempfile
from pathlib import Path

import pytest

from clconn.opencl_backend.device.cl import (
    _private_folder,
    import_pyopencl,
    writable_cache_folder,
)
from tests.helpers.children import run_in_child

COMPUTE = """
import clconn, os
graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
result = clconn.connected_components(graph, backend="opencl")
print(result.roots.tolist(), os.environ.get("PYOPENCL_NO_CACHE"), "POCL_CACHE_DIR" in os.environ)
"""


# Tests may run as the superuser, to whom no folder with mere permissions is unwritable.
@pytest.mark.parametrize("home", ["/dev/null", "/proc/nonexistent"])
def test_an_unwritable_home(home, device):
    if not Path(home).parent.exists():
        pytest.skip(f"no {Path(home).parent} on this system")
    output = run_in_child(
        COMPUTE, device, HOME=home, XDG_CACHE_HOME=None, POCL_CACHE_DIR=None, PYOPENCL_NO_CACHE=None
    )
    assert output.split("]")[0] + "]" == "[0, 0, 0, 3, 3, 5]"
    assert output.split("]")[1].split() == ["1", "True"]


@pytest.mark.parametrize("asked", ["", ".get_platforms()", ".get_platforms()[0].get_devices()"])
def test_an_unwritable_home_and_pyopencl_imported_before(asked, device):
    """Also if it was asked for devices, in vain where they are PoCL's."""
    code = f"import pyopencl\ntry: pyopencl{asked}\nexcept pyopencl.Error: pass\n{COMPUTE}"
    output = run_in_child(
        code, device, HOME="/dev/null", XDG_CACHE_HOME=None, POCL_CACHE_DIR=None,
        PYOPENCL_NO_CACHE=None,
    )  # fmt: skip
    assert output.split("]")[0] + "]" == "[0, 0, 0, 3, 3, 5]"


def test_a_writable_home_is_used(device, tmp_path):
    """Nothing is moved that need not be."""
    code = (
        "import os; from clconn.opencl_backend.device.cl import import_pyopencl; "
        "import_pyopencl(); "
        "print(os.environ.get('PYOPENCL_NO_CACHE'), os.environ.get('POCL_CACHE_DIR'))"
    )
    output = run_in_child(
        code, device, XDG_CACHE_HOME=str(tmp_path), POCL_CACHE_DIR=None, PYOPENCL_NO_CACHE=None
    )
    assert output.split() == ["None", "None"]


def test_an_environment_that_pyopencl_refuses(device):
    code = """
import clconn
graph = clconn.Graph.from_edges([0], [1])
try:
    clconn.connected_components(graph, backend="opencl")
except clconn.errors.BackendUnavailableError as error:
    print(error)
"""
    output = run_in_child(code, device, PYOPENCL_NO_CACHE="perhaps")
    assert "'perhaps'" in output
    assert "such as PYOPENCL_NO_CACHE, which is y or n: correct it, or unset it" in output


def test_what_the_user_set_stays(device):
    code = (
        "import os; from clconn.opencl_backend.device.cl import import_pyopencl; "
        "import_pyopencl(); "
        "print(os.environ['PYOPENCL_NO_CACHE'], os.environ['POCL_CACHE_DIR'])"
    )
    output = run_in_child(
        code, device, XDG_CACHE_HOME="/dev/null/x", POCL_CACHE_DIR="/mine", PYOPENCL_NO_CACHE="0"
    )
    assert output.split() == ["0", "/mine"]


def test_cache_folders(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a" / "b"))
    assert writable_cache_folder("clconn") == tmp_path / "a" / "b" / "clconn"
    Path(tmp_path, "file").touch()
    for unwritable in (tmp_path / "file", tmp_path / "file" / "below", "/proc/nonexistent"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(unwritable))
        assert writable_cache_folder("clconn") is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners are POSIX's")
def test_the_private_folder_is_nobody_elses(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = _private_folder()
    assert folder.parent == tmp_path
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert _private_folder() == folder
    # Somebody else's, or open to all: not to be trusted, for kernels are run from it.
    folder.chmod(0o777)
    other = _private_folder()
    assert other != folder
    assert stat.S_IMODE(other.stat().st_mode) == 0o700
    folder.rmdir()
    folder.symlink_to(tmp_path)
    assert _private_folder() not in (folder, tmp_path)


def test_no_folder_at_all(monkeypatch, tmp_path):
    Path(tmp_path, "file").touch()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    assert _private_folder() is None


def test_import_returns_the_module():
    import pyopencl

    assert import_pyopencl() is pyopencl
