"""Record the results of several commits on this machine, so that the dashboard has a history.

Run it at the root of the repository, on a machine that does nothing else::

    python -m asv_benchmarks.record_commits processor --main e47f92a5 48556fc0 HEAD

Each commit is built from what git has of it, and measured with its own benchmarks beside the other
packages of this interpreter: so the commits differ in nothing but clconn. It needs asv and
setuptools and no network. ``record.py`` runs asv, and files the results.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from asv_benchmarks.record import add_choice_of_benchmarks, add_places, describe_machine

HERE = Path(__file__).resolve().parent


def unpack(repository: Path, commit: str, folder: Path) -> str:
    """Write the files of a commit into a folder; return its whole hash."""
    git = ["git", "-C", str(repository)]
    name = [*git, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"]
    found = subprocess.run(name, capture_output=True, text=True, check=False)
    if found.returncode:
        raise SystemExit(f"record_commits: {repository} has no commit {commit!r}")
    archive = subprocess.run([*git, "archive", commit], capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return found.stdout.strip()


def install(source: Path, packages: Path) -> None:
    """Build clconn from a source, and lay it into a folder."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    command += ["--disable-pip-version-check", "--no-build-isolation", "--target", str(packages)]
    subprocess.run([*command, str(source)], check=True)


def record(commit: str, arguments: argparse.Namespace) -> bool:
    """Measure one commit; return whether every benchmark worked."""
    with tempfile.TemporaryDirectory() as folder:
        source, packages = Path(folder) / "source", Path(folder) / "packages"
        source.mkdir()
        name = unpack(arguments.repository, commit, source)
        install(source, packages)
        command = [sys.executable, str(HERE / "record.py"), arguments.machine, name]
        command += ["--repository", str(arguments.repository), "--results", str(arguments.results)]
        command += ["--benchmarks", str(source / "asv_benchmarks/benchmarks")]
        for pattern in arguments.bench or ():
            command += ["--bench", pattern]
        # First of all, since other packages may lie beside a clconn of another commit.
        paths = [str(packages), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        return subprocess.run(command, check=False, env=environment).returncode == 0


def main() -> int:
    """Record each commit; return 0 if every benchmark of each worked."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.record_commits",
        description="Build each commit, measure it with asv, and store its results.",
    )
    parser.add_argument("machine", help="name of the machine, such as processor")
    parser.add_argument("commits", metavar="COMMIT", nargs="+", help="by any name git knows")
    add_places(parser)
    add_choice_of_benchmarks(parser)
    arguments = parser.parse_args()
    # An old commit would not know how to.
    describe_machine(arguments.results, arguments.machine)
    works = [record(commit, arguments) for commit in arguments.commits]
    return 0 if all(works) else 1


if __name__ == "__main__":
    sys.exit(main())
