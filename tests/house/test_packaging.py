"""The distributions hold all that the tree holds, and what is installed from them works."""

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import clconn

pytest.importorskip("build")

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {
    "src/clconn": "clconn",
    "reference": "clconn/reference",
    "opencl_backend": "clconn/opencl_backend",
    "kernels_cl": "clconn/kernels_cl",
}
INSTALLED_SUFFIXES = {".py", ".cl", ".h"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOT_IN_THE_TREE = (".*", "__pycache__", "*.egg-info", "_build", "build", "dist")


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
def source(tmp_path_factory):
    """A copy of the tree: setuptools builds in it, and would pack what an older build left."""
    copy = tmp_path_factory.mktemp("source") / "tree"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_IN_THE_TREE, *_ignored()))
    return copy


def _ignored() -> list[str]:
    """What lies in the root of a clone and is not part of it, such as somebody's own scripts."""
    if not (ROOT / ".git").exists():
        return []
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--others", "--ignored"]
    command += ["--exclude-standard", "--directory", "--", ":(glob)*"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [name.rstrip("/") for name in done.stdout.split("\0") if name]


@pytest.fixture(scope="module")
def distributions(source, tmp_path_factory):
    """The source distribution, and the wheel that is built from it and not from the tree."""
    target = tmp_path_factory.mktemp("distributions")
    command = [sys.executable, "-m", "build", "--outdir", str(target), str(source)]
    (requirement,) = PROJECT["build-system"]["requires"]
    if _can_build_without_isolation(requirement):
        command.insert(3, "--no-isolation")
    built = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if built.returncode and "No matching distribution found for setuptools" in built.stdout:
        pytest.skip(f"{requirement} is not installed and no package index is within reach")
    assert built.returncode == 0, built.stdout + built.stderr
    (packed,), (wheel,) = target.glob("*.tar.gz"), target.glob("*.whl")
    return packed, wheel


@pytest.fixture(scope="module")
def wheel(distributions):
    """The wheel, opened."""
    with zipfile.ZipFile(distributions[1]) as archive:
        yield archive


@pytest.fixture(scope="module")
def installed(distributions, tmp_path_factory):
    """Run the command ``clconn`` of the installed wheel, in an empty folder."""
    target = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command += ["--disable-pip-version-check", "--target", str(target), str(distributions[1])]
    subprocess.run(command, check=True, timeout=300)
    environment = {**os.environ, "PYTHONPATH": str(target), "PYTHONSAFEPATH": "1"}

    def run(*words):
        return subprocess.run(
            [str(target / "bin/clconn"), *words],
            cwd=tmp_path_factory.mktemp("empty"),
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout

    return run


def test_the_source_distribution_holds_the_tree(source, distributions):
    expected = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and ".egg-info/" not in path.as_posix()
    }
    with tarfile.open(distributions[0]) as archive:
        members = [member.name for member in archive if member.isfile()]
    packed = {name.split("/", 1)[1] for name in members}
    made = {name for name in packed - expected if ".egg-info/" in name}
    assert packed - made - expected == {"PKG-INFO", "setup.cfg"}
    assert expected - packed == set()


def test_the_installed_command_works(installed):
    assert installed("--version") == f"clconn {clconn.__version__}\n"
    roads = ROOT / "examples/roads.mtx"
    answer = json.loads(installed("components", str(roads), "--json"))
    assert answer["count"] == clconn.connected_components(clconn.read(roads)).count
    assert "csr/async" in installed("variants", "components")


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
    there = {
        Path(name).parent.as_posix().replace("/", ".") for name in _tree() if name.endswith(".py")
    }
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == there


def test_every_extra_is_in_the_readme():
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    table = {line.split("`")[1] for line in lines if line.startswith("| `clconn[")}
    developers = {"test", "docs", "lint", "nox", "benchmark"}
    extras = set(PROJECT["project"]["optional-dependencies"]) - developers
    assert table == {f"clconn[{extra}]" for extra in extras}


def test_classifiers_name_the_pythons():
    prefix = "Programming Language :: Python :: 3."
    named = [name for name in PROJECT["project"]["classifiers"] if name.startswith(prefix)]
    minors = [int(name.removeprefix(prefix)) for name in named]
    lowest = int(PROJECT["project"]["requires-python"].removeprefix(">=3."))
    assert minors == list(range(lowest, max(minors) + 1))
    tried = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    assert ", ".join(f'"3.{minor}"' for minor in minors) in tried


def test_the_oldest_packages_that_are_tried_are_the_lower_bounds():
    section = (ROOT / "noxfile.py").read_text(encoding="utf-8").split("OLDEST = (")[1].split(")")[0]
    tried = dict(re.findall(r'"([a-z-]+)==([\d.]+?)(?:\.\*)?"', section))
    extras = PROJECT["project"]["optional-dependencies"]
    bounds = PROJECT["project"]["dependencies"] + extras["networkx"] + extras["fast-files"]
    assert dict(bound.split(">=") for bound in bounds) == tried
