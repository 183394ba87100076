"""Record the results of a reference machine for one commit, to be tracked in git.

The reference machine may have no network, and of the project only an installed
clconn and a (bare) clone, which asv asks for the commit and its date. So asv
runs in its "existing" environment, with this interpreter.

Invariant: results of one machine form one line of the dashboard, whatever path
its interpreter has and whatever kernel its system runs. asv draws a line for each
combination of what it knows of the machine and the environment; so the machine
is described once, in ``results/MACHINE/machine.json``, and the environment by
the version of Python alone.
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
API_VERSIONS = {"machine": 1, "results": 2}
MACHINE_FIELDS = ("machine", "os", "arch", "cpu", "num_cpu", "ram")


def main() -> int:
    """Record, and tell whether every benchmark worked."""
    arguments = _parse_arguments()
    _check_installation()
    results = arguments.results.resolve()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        draft = work / "results"
        config = _write_config(work, draft, arguments.repository, arguments.commit)
        machine = _describe_machine(results, arguments.machine)
        failed = _run_asv(config, machine, arguments)
        made = [path for path in draft.glob("*/*.json") if path.name != "machine.json"]
        if not made:
            print("record: asv measured nothing; see its messages above", file=sys.stderr)
            return 1
        keep(made[0], machine, results)
        (results / "benchmarks.json").write_bytes((draft / "benchmarks.json").read_bytes())
    return 1 if failed else 0


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="record.py",
        description="Measure the installed clconn with asv; keep the results as those of a commit.",
    )
    parser.add_argument("machine", help="name of the reference machine, such as h100")
    parser.add_argument("commit", help="commit that the installed clconn was built from")
    parser.add_argument(
        "--repository",
        type=Path,
        default=HERE.parent,
        help="clone that knows the commit, bare or not (default: this checkout)",
    )
    parser.add_argument(
        "--results",
        type=Path,
        default=HERE / "results",
        help="where results are kept (default: %(default)s)",
    )
    parser.add_argument(
        "--bench",
        action="append",
        metavar="REGEX",
        help="only these benchmarks; the commit's other results stay as they are",
    )
    return parser.parse_args()


def _check_installation() -> None:
    """Refuse to measure without a device, which every benchmark would otherwise fail by itself."""
    import clconn
    from clconn.opencl_backend.device.runtime import open_runtime

    print(f"record: {Path(clconn.__file__).parent} on {open_runtime().name}", flush=True)


def _write_config(work: Path, draft: Path, repository: Path, commit: str) -> Path:
    config = {
        "version": 1,
        "project": "clconn",
        "repo": str(repository.resolve()),
        "dvcs": "git",
        "branches": [commit],
        "environment_type": "existing",
        "launch_method": "spawn",
        "default_benchmark_timeout": 600,
        "benchmark_dir": str(HERE / "benchmarks"),
        "results_dir": str(draft),
        "env_dir": str(work / "environments"),
    }
    path = work / "asv.conf.json"
    path.write_text(json.dumps(config))
    return path


def _describe_machine(results: Path, name: str) -> dict[str, str]:
    """The machine as it is described already; if it is new, as it is."""
    path = results / name / "machine.json"
    if path.exists():
        described: dict[str, Any] = json.loads(path.read_text())
        del described["version"]
        return described
    from asv.machine import Machine  # type: ignore[import-untyped]

    from clconn.opencl_backend.device.runtime import open_runtime

    described = Machine.get_defaults()
    # Without the kernel's release, which changes while the machine stays.
    described.update(machine=name, os=platform.system(), device=open_runtime().name)
    path.parent.mkdir(parents=True, exist_ok=True)
    _write_json(path, {**described, "version": API_VERSIONS["machine"]})
    return described


def _run_asv(config: Path, machine: dict[str, str], arguments: argparse.Namespace) -> bool:
    environment = dict(os.environ)
    if "PYTHONPATH" in environment:
        # asv takes PYTHONPATH for its own, and gives benchmarks this instead.
        environment.setdefault("ASV_PYTHONPATH", environment["PYTHONPATH"])
    asv = [sys.executable, "-m", "asv"]
    # `asv machine` keeps the fields that differ from this host's, on top of the host's own entry.
    subprocess.run([*asv, "machine", "--yes"], check=True, stdout=subprocess.DEVNULL)
    fields = [part for field in MACHINE_FIELDS for part in (f"--{field}", machine[field])]
    subprocess.run([*asv, "machine", *fields], check=True)
    command = [*asv, "run", "--config", str(config), "--show-stderr", "--machine"]
    command += [machine["machine"], "--environment", f"existing:{sys.executable}"]
    command += ["--set-commit-hash", arguments.commit]
    for pattern in arguments.bench or ():
        command += ["--bench", pattern]
    return subprocess.run(command, check=False, env=environment).returncode != 0


def keep(made: Path, machine: dict[str, str], results: Path) -> None:
    """Put asv's result file among the tracked ones, under a name and with parameters that last."""
    new = json.loads(made.read_text())
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
