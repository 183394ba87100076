"""The wheel holds all that the tree holds: every module, every kernel, the types' mark."""

import importlib.metadata
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {
    "src/clconn": "clconn",
    "reference": "clconn/reference",
    "opencl_backend": "clconn/opencl_backend",
    "kernels_cl": "clconn/kernels_cl",
}
INSTALLED_SUFFIXES = {".py", ".cl", ".h"}


def _tree() -> set[str]:
    """What should be in the wheel, by its path there."""
    return {
        f"{package}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, package in FOLDERS.items()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in INSTALLED_SUFFIXES or path.name == "py.typed"
    }


def _can_build_without_isolation(requirement: str) -> bool:
    try:
        found = importlib.metadata.version("setuptools")
    except importlib.metadata.PackageNotFoundError:
        return False
    return int(found.split(".")[0]) >= int(requirement.removeprefix("setuptools>="))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    # In a copy: setuptools builds in the tree, and would pack what an older build left there.
    copy = tmp_path_factory.mktemp("source")
    for folder in FOLDERS:
        shutil.copytree(
            ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
        )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command += ["--disable-pip-version-check", "--wheel-dir", str(target), str(copy)]
    (requirement,) = tomllib.loads((copy / "pyproject.toml").read_text())["build-system"][
        "requires"
    ]
    if _can_build_without_isolation(requirement):
        command.insert(4, "--no-build-isolation")
    built = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if built.returncode and "No matching distribution found for setuptools" in built.stderr:
        pytest.skip(f"{requirement} is not installed and no package index is within reach")
    assert built.returncode == 0, built.stderr
    (path,) = target.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        yield archive


def test_the_wheel_holds_the_tree(wheel):
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == _tree()


def test_the_wheel_has_the_command_and_the_license(wheel):
    metadata = {name.split("/", 1)[1]: name for name in wheel.namelist() if ".dist-info/" in name}
    assert (
        "clconn = clconn.console_script:main" in wheel.read(metadata["entry_points.txt"]).decode()
    )
    assert "licenses/LICENSE" in metadata


def test_every_package_is_listed():
    listed = set(
        tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    )
    there = {
        Path(name).parent.as_posix().replace("/", ".") for name in _tree() if name.endswith(".py")
    }
    assert listed == there
