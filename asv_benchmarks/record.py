"""Record the results of a reference machine for one commit; git tracks them.

The reference machine needs no network. It needs an installed clconn and a (bare) clone
of the project, from which asv reads the commit and its date. So asv runs in its
"existing" environment, with this interpreter.

Invariant: results of one machine form one line of the dashboard, whatever path its
interpreter has and whatever kernel its system runs. asv draws a line for each
combination of machine and environment. So ``results/MACHINE/machine.json`` describes
the machine once and for all, and only the version of Python describes the environment.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BENCHMARKS = HERE / "benchmarks"
API_VERSIONS = {"machine": 1, "results": 2}
MAIN = (r"\.EndToEnd\.", r"\.Compute\.time_compute\(.*'auto'\)", r"\.BatchSizes\..*'all'\)")
MACHINE_FIELDS = ("machine", "os", "arch", "cpu", "num_cpu", "ram")


def main() -> int:
    """Record the results; return 0 if every benchmark worked."""
    arguments = _parse_arguments()
    _check_installation()
    results = arguments.results.resolve()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        draft = work / "results"
        config = _write_config(work, draft, arguments)
        machine = describe_machine(results, arguments.machine)
        works = _run_asv(config, machine, arguments)
        paths = [path for path in draft.glob("*/*.json") if path.name != "machine.json"]
        if not paths:
            print("record: asv measured nothing; see its messages above", file=sys.stderr)
            return 1
        keep(paths[0], machine, results)
        if arguments.benchmarks == BENCHMARKS or not (results / "benchmarks.json").exists():
            (results / "benchmarks.json").write_bytes((draft / "benchmarks.json").read_bytes())
    return 0 if works else 1


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="record.py",
        description="Measure the installed clconn with asv; store the results under a commit.",
    )
    parser.add_argument("machine", help="name of the reference machine, such as h100")
    parser.add_argument("commit", help="commit from which the installed clconn was built")
    add_places(parser)
    parser.add_argument(
        "--benchmarks",
        type=Path,
        default=BENCHMARKS,
        help="folder of the benchmarks; those of an older commit know its modules "
        "(default: this checkout's)",
    )
    add_choice_of_benchmarks(parser)
    return parser.parse_args()


def add_places(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where commits are, and where results go."""
    parser.add_argument(
        "--repository",
        type=Path,
        default=HERE.parent,
        help="clone that has each commit, bare or not (default: this checkout)",
    )
    parser.add_argument(
        "--results",
        type=Path,
        default=HERE / "results",
        help="folder of all results (default: %(default)s)",
    )


def add_choice_of_benchmarks(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose benchmarks, one of them at a time; both set ``bench``."""
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--bench",
        action="append",
        metavar="REGEX",
        help="run only these benchmarks; other results of the commit stay as they are",
    )
    chosen.add_argument(
        "--main",
        action="store_const",
        dest="bench",
        const=MAIN,
        help="run only those that the dashboard shows beside other codes",
    )


def _check_installation() -> None:
    """Stop early if there is no device, because then every benchmark would fail.

    It uses only what clconn has always had, since the commit may be an old one.
    """
    import clconn

    print(f"record: {Path(clconn.__file__).parent}", flush=True)
    clconn.connected_components(clconn.Graph.from_edges([0], [1]), backend="opencl")


def _write_config(work: Path, draft: Path, arguments: argparse.Namespace) -> Path:
    config = {
        "version": 1,
        "project": "clconn",
        "repo": str(arguments.repository.resolve()),
        "dvcs": "git",
        "branches": [arguments.commit],
        "environment_type": "existing",
        "launch_method": "spawn",
        "default_benchmark_timeout": 600,
        "benchmark_dir": str(arguments.benchmarks.resolve()),
        "results_dir": str(draft),
        "env_dir": str(work / "environments"),
    }
    path = work / "asv.conf.json"
    path.write_text(json.dumps(config))
    return path


def describe_machine(results: Path, name: str) -> dict[str, str]:
    """Read the description of the machine; if there is none, write one."""
    path = results / name / "machine.json"
    if path.exists():
        machine: dict[str, Any] = json.loads(path.read_text())
        del machine["version"]
        return machine
    from asv.machine import Machine  # type: ignore[import-untyped]

    from clconn.opencl_backend.device.runtime import open_runtime

    machine = Machine.get_defaults()
    # Leave out the kernel's release, which changes while the machine stays the same.
    machine.update(machine=name, os=platform.system(), device=open_runtime().name)
    path.parent.mkdir(parents=True, exist_ok=True)
    _write_json(path, {**machine, "version": API_VERSIONS["machine"]})
    return machine


def _run_asv(config: Path, machine: dict[str, str], arguments: argparse.Namespace) -> bool:
    environment = dict(os.environ)
    if "PYTHONPATH" in environment:
        # asv itself uses PYTHONPATH, and passes ASV_PYTHONPATH to the benchmarks instead.
        environment.setdefault("ASV_PYTHONPATH", environment["PYTHONPATH"])
    asv = [sys.executable, "-m", "asv"]
    # First write the host's own entry; `asv machine` then stores the fields that differ from it.
    subprocess.run([*asv, "machine", "--yes"], check=True, stdout=subprocess.DEVNULL)
    fields = [part for field in MACHINE_FIELDS for part in (f"--{field}", machine[field])]
    subprocess.run([*asv, "machine", *fields], check=True)
    command = [*asv, "run", "--config", str(config), "--show-stderr", "--machine"]
    command += [machine["machine"], "--environment", f"existing:{sys.executable}"]
    command += ["--set-commit-hash", arguments.commit]
    for pattern in arguments.bench or ():
        command += ["--bench", pattern]
    return subprocess.run(command, check=False, env=environment).returncode == 0


def keep(path_of_asv: Path, machine: dict[str, str], results: Path) -> None:
    """Copy asv's result file to the tracked ones, with a name and parameters that never change."""
    new = json.loads(path_of_asv.read_text())
    assert new["version"] == API_VERSIONS["results"], new["version"]
    python = platform.python_version().rpartition(".")[0]
    new["python"] = python
    new["params"] = {**machine, "python": python}
    new["env_name"] = "existing"
    path = results / machine["machine"] / f"{new['commit_hash'][:8]}-existing.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        old = json.loads(path.read_text())
        assert old["result_columns"] == new["result_columns"]
        for part in ("results", "durations"):
            new[part] = {**old[part], **new[part]}
    _write_json(path, new)
    print(f"record: {len(new['results'])} benchmarks in {path}")


def _write_json(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    sys.exit(main())
